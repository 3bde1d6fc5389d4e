"""The table: the one writer of a game. Today a plain one, for the script; the clock and the journal sit on it."""
