"""The figures of a season, as data and as the lines of a table."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from klaxon.cli.season import shares
from klaxon.cli.season.fixtures import Result
from klaxon.crew import crew_of
from klaxon.crew.timed_player import ThinkingTime
from klaxon.rules.games import game_named


def skills_of(asked: argparse.Namespace) -> dict[str, str]:
    """Return the skill of the crew of each boat."""
    return {boat: getattr(asked, boat) or asked.skill for boat in game_named(asked.game).boats}


def season_data(asked: argparse.Namespace, results: Sequence[Result]) -> dict[str, Any]:
    """Return the season as data."""
    boats = game_named(asked.game).boats
    counts = sum((result.counts for result in results), Counter[tuple[str, str]]())
    of_cards = (shares.TURNS, shares.CARD, shares.PLAYED)
    causes = sorted({cause for _, cause in counts if not cause.startswith(of_cards)})
    counted = {boat: {cause: counts[boat, cause] for cause in causes} for boat in boats} if causes else {}
    is_damage = crew_of(asked.game).counts_damage
    return {
        "game": asked.game,
        "games": len(results),
        "seed": asked.seed,
        "crews": skills_of(asked) | dict(s.split("=") for s in asked.seat),
        "won": dict(Counter(result.winner for result in results if result.winner)),
        "without_result": sum(not result.winner and not result.fault for result in results),
        "facts": _facts(results),
        "amounts": _amounts(results),
        "reasons": dict(Counter(result.reason for result in results if result.reason)),
        "orders": _spread([result.orders for result in results]),
        "damage": counted if is_damage else {},
        "counts": {} if is_damage else counted,
        "sides": shares.sides(results, boats) if any(result.winner for result in results) else {},
        "turns": shares.turns(results),
        "cards": shares.cards(results),
        **({"thinking": _thinking(results)} if asked.time else {}),
        "faults": [{"seed": r.seed, "fault": r.fault, "line": r.line} for r in results if r.fault],
        "each": [{"seed": r.seed, "winner": r.winner, "orders": r.orders} for r in results],
    }


def _facts(results: Sequence[Result]) -> dict[str, dict[str, int]]:
    """Return for every further fact of the outcomes how often it had each value; of several parts, part by part."""
    counts: dict[str, Counter[str]] = {}
    for result in results:
        for name, value in result.facts.items():
            parts = value.items() if isinstance(value, Mapping) else [("", value)]
            for part, each in parts:
                if not isinstance(each, int):
                    counts.setdefault(f"{name} {part}".strip(), Counter())[str(each)] += 1
    return {name: dict(values) for name, values in counts.items()}


def _amounts(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Return for every further fact that is a number how it was spread."""
    names = dict.fromkeys(name for r in results for name, value in r.facts.items() if isinstance(value, int))
    return {name: _spread([r.facts[name] for r in results if name in r.facts]) for name in names}


def _thinking(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Return how long each skill thought, in ms of CPU on one core."""
    clocks: dict[str, ThinkingTime] = {}
    for result in results:
        for skill, clock in result.clocks.items():
            clocks.setdefault(skill, ThinkingTime()).add(clock)
    return {skill: clock.as_data() for skill, clock in clocks.items()}


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    return {"least": min(numbers), "median": median(numbers), "most": max(numbers)}


def table(asked: argparse.Namespace, results: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the table."""
    data = season_data(asked, results)
    games, won, orders = data["games"], data["won"], data["orders"]
    yield f"{games} games of {asked.game}, seed {asked.seed}"
    skills = skills_of(asked)
    winners = (*skills, "draw" if len(skills) > 1 else "sea")
    yield f"{'':<24}" + "".join(f"{winner:>10}" for winner in winners)
    yield f"{'crew':<24}" + "".join(f"{skill:>10}" for skill in skills.values())
    for seat in asked.seat:
        yield f"  {seat}"
    if won or len(skills) > 1:  # a crew that sails alone may have nothing to win
        yield f"{'won':<24}" + "".join(f"{won.get(winner, 0):>10}" for winner in winners)
        yield f"{'won of 100':<24}" + "".join(f"{100 * won.get(winner, 0) / games:>10.1f}" for winner in winners)
    for cause in next(iter(data["damage"].values()), ()):
        each = (data["damage"][boat][cause] / games for boat in skills)
        yield f"{'damage a game, ' + cause:<24}" + "".join(f"{damage:>10.2f}" for damage in each)
    for cause in next(iter(data["counts"].values()), ()):
        each = (data["counts"][boat][cause] / games for boat in skills)
        yield f"{cause + ' a game':<24}" + "".join(f"{much:>10.2f}" for much in each)
    yield f"orders a game: {orders['least']} to {orders['most']}, median {orders['median']:g}"
    yield "ended by: " + (
        ", ".join(f"{reason} {count}" for reason, count in sorted(data["reasons"].items())) or "nothing"
    )
    for name, values in data["facts"].items():
        yield f"{name}: " + ", ".join(f"{value or 'none'} {count}" for value, count in sorted(values.items()))
    for name, spread in data["amounts"].items():
        yield f"{name}: {spread['least']} to {spread['most']}, median {spread['median']:g}"
    if data["without_result"]:
        yield f"ended without a result: {data['without_result']}"
    yield from shares.lines(data)
    for skill, times in data.get("thinking", {}).items():
        turn = f", {times['ms_a_turn']:.2f} ms a turn" if "ms_a_turn" in times else ""
        yield f"{skill} thinks {times['ms_an_order']:.2f} ms an order{turn}"
    yield f"deadlocks, endless games and refused orders: {len(data['faults'])}"
