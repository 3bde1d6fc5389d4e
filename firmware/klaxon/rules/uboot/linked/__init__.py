"""Linked play and campaign: the log of a patrol, what is carried in it, which mission comes next (UBT-12.22)."""
