"""What must hold of the engineer's symbols."""

from __future__ import annotations

SECTION = {"w": "west", "n": "north", "s": "south", "e": "east"}
CIRCUIT = {1: {"w1", "w2", "w3", "e3"}, 2: {"n1", "n2", "n3", "e1"}, 3: {"s1", "s2", "s3", "e2"}}
HOT = {"w5", "w6", "n6", "s5", "e4", "e6"}


def stable(crossed: set[str]) -> bool:
    """Tell whether a panel can stand like this: nothing on it is complete."""
    sections = [{f"{letter}{place}" for place in range(1, 7)} for letter in SECTION]
    return not any(whole <= crossed for whole in (*CIRCUIT.values(), *sections, HOT))
