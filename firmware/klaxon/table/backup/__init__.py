"""Backups: every game, key and setting of a console in one file, in case its SD card dies."""
