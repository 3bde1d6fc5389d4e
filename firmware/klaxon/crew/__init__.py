"""Understudies: views in, orders out. One record for each game, imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from klaxon.crew.understudy import Plotter, Shown, Understudy
from klaxon.rules.contract import Event, Header

NOVICE = "novice"
SKILLS = (NOVICE, "able", "expert")
"""The skills of understudies."""
SKILL = "able"
DRIFTER = "drifter"
"""No skill at all: any legal order, as a baseline for the others."""

CREWS = {
    "sonar": "klaxon.crew.sonar",
    "steam": "klaxon.crew.steam",
    "uboot": "klaxon.crew.uboot",
}
"""Game -> the package of its understudies, whose `CREW` is their record. A new game is a package and a line here."""

Tally = Callable[[Any, Sequence[Event]], Iterable[tuple[str, str, int]]]
"""(state after a step, its events) -> what it adds: to which boat, to which count, how much."""
Turnabout = Callable[[Header, int], Header]
"""(header, number of the game) -> the header with what rotates in a season, so that no boat has an advantage."""


@dataclass(frozen=True, slots=True)
class CrewOf:
    """The understudies of a game. A name `module:name` is imported when it is needed."""

    understudy: str
    """The class of its understudies."""
    skills: tuple[str, ...] = SKILLS
    """Their skills; empty if they play in one way."""
    tally: str = ""
    """What a season counts besides who wins and how long it takes."""
    counts_damage: bool = True
    """Whether the tally counts damage; else it names each of its counts."""
    paced: bool = False
    """Whether every game of it has a running clock: then thinking time matters."""
    turnabout: str = ""
    """What rotates in a season."""
    plotter: str = ""
    """Computes for a seat what follows from its view, at a table that allows such help."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """Options under which a game between understudies certainly ends."""


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
    """Return a plotter for a seat of a game: it starts with this view and takes what is heard from now on."""
    plotter: Plotter = _load(crew_of(game).plotter)(shown)
    return plotter


def _load(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
