"""Understudies: views in, orders out. The one table of them is here; a game is a package and a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from klaxon.crew.drifter import Drifter
from klaxon.crew.understudy import Plotter, Shown, Understudy
from klaxon.rules.contract import Event

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

TALLIES = {"sonar": ("klaxon.crew.sonar.tally", "tally")}
"""Game -> what a season counts beside who wins and how long it takes; not every game has such a thing."""
Tally = Callable[[Event], Iterable[tuple[str, str, int]]]
"""Event -> what it adds: to which boat, to which count, how much."""

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
        return lambda _event: ()
    module, made = TALLIES[game]
    tally: Tally = getattr(import_module(module), made)
    return tally


def plotter_of(game: str, shown: Shown) -> Plotter:
    """Return who works out for a seat of a game what follows from this view and from what is heard from now on."""
    module, made = PLOTTERS[game]
    plotter: Plotter = getattr(import_module(module), made)(shown)
    return plotter
