"""Understudies: views in, orders out. One record a game, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from klaxon.crew.understudy import Plotter, Shown, Understudy
from klaxon.rules.contract import Event, Header

SKILLS = ("novice", "able", "expert")
"""How well understudies can play."""
SKILL = "able"
DRIFTER = "drifter"
"""No skill at all: any legal order, for measuring the others."""

CREWS = {
    "sonar": "klaxon.crew.sonar",
    "steam": "klaxon.crew.steam",
    "uboot": "klaxon.crew.uboot",
}
"""Game -> the package of its understudies, whose `CREW` is their record. A new game is a package and a line here."""

Tally = Callable[[Any, Sequence[Event]], Iterable[tuple[str, str, int]]]
"""State after a step, and its events -> what it adds: to which boat, to which count, how much."""
Turnabout = Callable[[Header, int], Header]
"""Header, number of the game -> the same with what goes round in a season, so that no boat has the better of it."""


@dataclass(frozen=True, slots=True)
class CrewOf:
    """The understudies of a game. What is named `module:name` is imported when it is needed."""

    understudy: str
    """The class of its understudies."""
    skills: tuple[str, ...] = SKILLS
    """How well they can play; empty if they play in one way."""
    tally: str = ""
    """What a season counts beside who wins and how long it takes."""
    counts_damage: bool = True
    """That is damage; else the tally says itself what each of its counts is."""
    paced: bool = False
    """Time runs in every game of it: how long understudies think matters."""
    turnabout: str = ""
    """What goes round in a season."""
    plotter: str = ""
    """What works out for a seat what follows from its view, at a table that helps that much."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """Options under which a game between understudies surely ends."""


@cache
def crew_of(game: str) -> CrewOf:
    """Return the record of a game's understudies (KeyError if there is none)."""
    record: CrewOf = import_module(CREWS[game]).CREW
    return record


def understudy_of(game: str, skill: str = SKILL) -> Understudy:
    """Return an understudy of a game (KeyError if there is none)."""
    if skill == DRIFTER:
        from klaxon.crew.random_player import RandomPlayer  # noqa: PLC0415 - only measurements need it

        return RandomPlayer(game)
    crew = crew_of(game)
    make = _load(crew.understudy)
    understudy: Understudy = make(skill) if crew.skills else make()
    return understudy


def tally_of(game: str) -> Tally:
    """Return what a season of a game counts."""
    path = crew_of(game).tally
    tally: Tally = _load(path) if path else lambda _state, _events: ()
    return tally


def turnabout_of(game: str) -> Turnabout:
    """Return what makes the games of a season fair."""
    path = crew_of(game).turnabout
    turnabout: Turnabout = _load(path) if path else lambda header, _number: header
    return turnabout


def plotter_of(game: str, shown: Shown) -> Plotter:
    """Return who works out for a seat of a game what follows from this view and from what is heard from now on."""
    plotter: Plotter = _load(crew_of(game).plotter)(shown)
    return plotter


def _load(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
