"""A seat at play: its page, the order being made, what it is asked and shown."""
