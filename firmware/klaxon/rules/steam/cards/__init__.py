"""Compartment cards: the box, the schema of a file, and the checks."""
