"""The table: the only writer of a game."""
