"""Win shares of a season with their intervals: by boat, set, starting boat and card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import median
from typing import Any, Protocol

Z = 1.959964
"""95 % of a normal distribution lie within this many standard deviations."""
CARD, TURNS = "card:", "turns"
"""Names of counts in a game with cards: turns, and the uses of each card aboard."""
PLAYED = "played:"
"""Begins the name of a count of a card that is drawn: it is counted where it came into play."""


class Played(Protocol):
    """The part of a game's result that is needed here."""

    winner: str
    options: Mapping[str, str]
    counts: Counter[tuple[str, str]]


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, in hundredths (Wilson's)."""
    if not whole:
        return 0.0, 100.0
    share, z2 = part / whole, Z * Z
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    half = Z * sqrt(share * (1 - share) / whole + z2 / (4 * whole * whole)) / (1 + z2 / whole)
    return 100 * (middle - half), 100 * (middle + half)


def share(part: int, whole: int) -> dict[str, Any]:
    """Return a share as data."""
    low, high = wilson(part, whole)
    of_100 = 100 * part / whole if whole else 0.0
    return {"games": whole, "won": part, "of_100": round(of_100, 2), "low": round(low, 2), "high": round(high, 2)}


def sides(results: Sequence[Played], boats: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return how often each boat, each ready set and the starting boat has won."""
    games, won = Counter[str](), Counter[str]()
    for result in results:
        options = result.options
        for boat in boats:
            names = [boat]
            if options.get("setup") == "ready":
                names.append(options[boat])
            if options.get("first") == boat:
                names.append("first to move")
            games.update(names)
            won.update(names if result.winner == boat else ())
    return {name: share(won[name], games[name]) for name in games}


def cards(results: Sequence[Played]) -> dict[str, dict[str, Any]]:
    """Return for every card how often it was aboard, in what share of these games it was used, and who won them."""
    aboard, used, uses, won = (Counter[str]() for _ in range(4))
    for result in results:
        for (boat, what), much in result.counts.items():
            if what.startswith(CARD):
                name = what.removeprefix(CARD)
                aboard[name] += 1
                used[name] += much > 0
                uses[name] += much
                won[name] += result.winner == boat
    data = {}
    for name in sorted(aboard):
        low, high = wilson(used[name], aboard[name])
        data[name] = {
            "aboard": aboard[name],
            "used_of_100": round(100 * used[name] / aboard[name], 2),
            "used_low": round(low, 2),
            "used_high": round(high, 2),
            "uses_a_game": round(uses[name] / aboard[name], 2),
            "won": share(won[name], aboard[name]),
        }
    return data


def turns(results: Sequence[Played]) -> dict[str, float]:
    """Return how many turns a boat had; None if turns are not counted."""
    each = [much for result in results for (_, what), much in result.counts.items() if what == TURNS]
    return {"least": min(each), "median": median(each), "most": max(each)} if each else {}


def lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield shares and cards as lines of a table."""
    if data["sides"]:
        yield f"{'':<24}{'games':>8}{'won':>8}{'of 100':>8}   95 % interval"
    for name, each in data["sides"].items():
        low, high = each["low"], each["high"]
        yield f"{name:<24}{each['games']:>8}{each['won']:>8}{each['of_100']:>8.1f}   {low:.1f} to {high:.1f}"
    if data["turns"]:
        spread = data["turns"]
        yield f"turns a boat: {spread['least']} to {spread['most']}, median {spread['median']:g}"
    if data["cards"]:
        yield f"{'card':<24}{'aboard':>8}{'used in %':>11}{'a game':>8}{'won of 100':>12}   95 % interval"
    for name, card in sorted(data["cards"].items(), key=lambda item: item[1]["used_of_100"]):
        won = card["won"]
        yield (
            f"{name:<24}{card['aboard']:>8}{card['used_of_100']:>11.1f}{card['uses_a_game']:>8.2f}"
            f"{won['of_100']:>12.1f}   {won['low']:.1f} to {won['high']:.1f}"
        )
