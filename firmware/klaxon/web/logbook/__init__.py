"""The logbook of a finished game as one HTML file."""
