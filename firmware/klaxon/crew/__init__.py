"""Understudies: views in, orders out. The one table of them is here; a game is a package and a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from klaxon.crew.random_player import Drifter
from klaxon.crew.understudy import Plotter, Shown, Understudy
from klaxon.rules.contract import Event, Header

SKILLS = ("novice", "able", "expert")
"""How well understudies can play."""
SKILL = "able"
DRIFTER = "drifter"
"""No skill at all: any legal order, for measuring the others."""
CREWS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "sonar": ("klaxon.crew.sonar", "SonarUnderstudy", SKILLS),
    "steam": ("klaxon.crew.steam", "SteamUnderstudy", SKILLS),
}
"""Game -> its understudies: module, class, and the skills they know; those without any play in one way."""

TALLIES = {"sonar": ("klaxon.crew.sonar.tally", "tally"), "steam": ("klaxon.crew.steam.tally", "tally")}
"""Game -> what a season counts beside who wins and how long it takes; not every game has such a thing."""
Tally = Callable[[Any, Sequence[Event]], Iterable[tuple[str, str, int]]]
"""State after a step, and its events -> what it adds: to which boat, to which count, how much."""
TURNABOUTS = {"steam": ("klaxon.crew.steam.turnabout", "turnabout")}
"""Game -> what goes round in a season, so that no boat has the better of it."""
Turnabout = Callable[[Header, int], Header]

PLOTTERS = {"sonar": ("klaxon.crew.sonar.plotter", "SonarPlotter")}
"""Game -> who works out what a seat might, for a table that helps that much."""


def understudy_of(game: str, skill: str = SKILL) -> Understudy:
    """Return the understudy of a game by its name (KeyError where there is none). It is imported now, not before."""
    module, made, skills = CREWS[game]
    if skill == DRIFTER:
        return Drifter(game)
    make = getattr(import_module(module), made)
    understudy: Understudy = make(skill) if skills else make()
    return understudy


def skills_of(game: str) -> tuple[str, ...]:
    """Return how well the understudies of a game can play; none where they play in one way."""
    return CREWS[game][2]


def tally_of(game: str) -> Tally:
    """Return what a season of a game counts."""
    if game not in TALLIES:
        return lambda _state, _events: ()
    module, made = TALLIES[game]
    tally: Tally = getattr(import_module(module), made)
    return tally


def turnabout_of(game: str) -> Turnabout:
    """Return what makes the games of a season fair."""
    if game not in TURNABOUTS:
        return lambda header, _number: header
    module, made = TURNABOUTS[game]
    turnabout: Turnabout = getattr(import_module(module), made)
    return turnabout


def plotter_of(game: str, shown: Shown) -> Plotter:
    """Return who works out for a seat of a game what follows from this view and from what is heard from now on."""
    module, made = PLOTTERS[game]
    plotter: Plotter = getattr(import_module(module), made)(shown)
    return plotter
