"""Ships at sea: their classes, groups and formations, the zigzag, where a mission places them, and what they do."""
