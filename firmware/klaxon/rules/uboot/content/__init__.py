"""Boxes and missions: what a file may hold, what is wrong with one, and the values that the rules read."""
