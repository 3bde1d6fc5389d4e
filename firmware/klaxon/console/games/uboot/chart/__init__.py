"""The plot, the lookouts, and the navigator whose station shows them."""
