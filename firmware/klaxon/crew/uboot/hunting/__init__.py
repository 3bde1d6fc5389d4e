"""Hunting: the plot of what is reported, the approach, the shot, and getting away. From views alone."""
