"""The log of a patrol, to keep: track, sinkings, badges, grades and diary, gathered from a finished game."""
