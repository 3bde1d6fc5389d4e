"""Backups: every game, key and setting of a console in one file, for the day its card dies."""
