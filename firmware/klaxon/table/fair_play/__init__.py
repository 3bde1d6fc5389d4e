"""Fair play: every row of a game is committed when it is given, and the whole game is verified when it is over."""
