"""The bell: which call rings for which event, and when it is quiet."""
