"""Who meets whom in the next round."""
