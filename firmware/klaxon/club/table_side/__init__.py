"""A table of a hall: what it tells the desk, and what it does for it."""
