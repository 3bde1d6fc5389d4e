"""Between games: choosing a game, who works which seat, the demonstration game while nobody comes."""
