"""Lenses and choices of the probe games."""

from __future__ import annotations

from klaxon.rules.contract import Order
from klaxon.rules.laws import Entry, Lens

LENSES: tuple[Lens, ...] = ({}, {"bearing": "14"}, {"bearing": "40"})


def choose(seat: str, choice: str) -> Order:
    return Order.read(f"{seat}.captain choose {choice}")


CHOICES: dict[str, tuple[list[Entry], list[Entry]]] = {
    "another choice": ([choose("blue", "trust"), 3_000], [choose("blue", "fire"), 3_000]),
    "another time": ([choose("blue", "trust"), 3_000], [3_000, choose("blue", "fire")]),
    "none yet": ([choose("blue", "fire"), 7_999], [7_999]),
    "by default": ([choose("blue", "trust"), 9_000], [9_000]),
}
