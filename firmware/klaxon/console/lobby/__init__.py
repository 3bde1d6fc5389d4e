"""Between games: choosing a game, who works which seat, the game shown while nobody comes."""
