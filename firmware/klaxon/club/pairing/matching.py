"""The best way to bring vertices into pairs. The one module that knows which library finds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import networkx as nx

Edge = tuple[int, int]
"""Two vertices, the lower number first."""


def best_matching(weights: Mapping[Edge, int]) -> list[Edge]:
    """Return the pairs of the greatest weight; every weight is greater than 0."""
    graph = nx.Graph()
    graph.add_weighted_edges_from((*edge, weight) for edge, weight in weights.items())
    return _sorted(nx.max_weight_matching(graph))


def most_pairs(edges: Iterable[Edge]) -> list[Edge]:
    """Return as many pairs as there can be."""
    return _sorted(nx.max_weight_matching(nx.Graph(list(edges)), maxcardinality=True))


def _sorted(pairs: Iterable[tuple[int, int]]) -> list[Edge]:
    return sorted((min(pair), max(pair)) for pair in pairs)
