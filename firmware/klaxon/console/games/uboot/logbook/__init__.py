"""The log of a patrol, to keep: track, sinkings, badges, grades and diary, gathered from the rows of a finished game."""
