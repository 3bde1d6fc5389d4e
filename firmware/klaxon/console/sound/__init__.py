"""The bell: which call rings for what was heard, and when it is quiet."""
