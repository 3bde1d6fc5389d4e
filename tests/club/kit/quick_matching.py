"""The matching of the greatest weight by py4swiss's C++ (that of bbpPairings), in the place of networkx' in Python.

Which pairs are the best is arithmetic; what makes them good is each program's own. So in long runs of generated
tournaments our pairing and caissify's have their matchings from here, and where they differ networkx is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import networkx as nx
from py4swiss.dynamicuint import DynamicUint
from py4swiss.matching_computer import ComputerDutchOptimality

PART = 31
"""Bits of a number that come into C++ in one go."""


def max_weight_matching(graph: Any, maxcardinality: bool = False, weight: str = "weight") -> set[tuple[int, int]]:
    """Return what networkx' function of this name returns; all weights are above 0."""
    edges = [(one, two, facts.get(weight, 1)) for one, two, facts in graph.edges(data=True)]
    if not edges:
        return set()
    if maxcardinality:  # one more pair weighs more than all that pairs can differ in
        more = max(each for *_, each in edges) * len(graph)
        edges = [(one, two, each + more) for one, two, each in edges]
    nodes = list(graph)
    place = {node: i for i, node in enumerate(nodes)}
    numbers = _numbers({each for *_, each in edges})
    computer = ComputerDutchOptimality(len(nodes), numbers[max(numbers)])
    for _ in nodes:
        computer.add_vertex()
    for one, two, each in edges:
        computer.set_edge_weight(place[one], place[two], numbers[each])
    computer.compute_matching()
    return {(nodes[i], nodes[j]) for i, j in enumerate(computer.get_matching()) if i < j}


def _numbers(values: set[int]) -> dict[int, DynamicUint]:
    """Return numbers for C++, all of one length, which leaves it the two bits that it wants free."""
    parts = (max(values).bit_length() + 2) // PART + 1
    shifts = range(PART * (parts - 1), -1, -PART)
    room = DynamicUint(1)
    room.shift_grow(PART * parts)
    nothing = room & 0
    made = {}
    for value in values:
        assert value > 0
        number = DynamicUint(nothing)
        for shift in shifts:
            number <<= PART
            number |= value >> shift & (1 << PART) - 1
        made[value] = number
    return made


@contextmanager
def quick_matchings() -> Iterator[None]:
    """Whoever asks networkx for a matching has it from here."""
    with patch.object(nx, "max_weight_matching", max_weight_matching):
        yield
