"""Records: who played the games that are over, and what came of them."""
