"""Pages that are only read: the past games of a console, and the rules."""
