"""Fifty generated tournaments, beside two programs that are not ours."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from tests.club.kit import quick_matching
from tests.club.kit.halls import Manners, Verdict, judge


@pytest.mark.parametrize("ten", range(5))
def test_judges_pair_generated_tournaments_as_we_do(ten: int) -> None:
    verdict = Verdict()
    for seed in range(10 * ten, 10 * ten + 10):
        verdict.add(judge(seed, Manners(14), quickly=ten > 0))
    assert verdict.disagreements == []
    assert verdict.rounds >= 40
    assert verdict.boats_judged >= 0.8 * verdict.rounds, "by other rules it pairs a few rounds otherwise, not many"


def test_matchings_of_long_runs_are_as_good_as_those_of_networkx() -> None:
    chance = random.Random(1)
    for _ in range(200):
        size, most, edges = chance.randint(1, 14), chance.choice((1, 3, 10**30)), chance.random()
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(size))
        for low in range(size):
            for high in range(low + 1, size):
                if chance.random() < edges:
                    graph.add_edge(low, high, weight=chance.randint(1, most))
        for all_paired in (False, True):
            ours = quick_matching.max_weight_matching(graph, maxcardinality=all_paired)
            theirs = nx.max_weight_matching(graph, maxcardinality=all_paired)
            assert _weight(graph, ours) == _weight(graph, theirs)
            assert len(ours) == len(theirs) or not all_paired


def _weight(graph: nx.Graph[int], pairs: set[tuple[int, int]]) -> int:
    return sum(graph[one][two]["weight"] for one, two in pairs)
