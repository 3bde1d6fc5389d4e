"""Understudies: views in, orders out. The one table of them is here; a game is a package and a line."""

from __future__ import annotations

from importlib import import_module

from klaxon.crew.drifter import Drifter
from klaxon.crew.understudy import Understudy

CREWS = {
    "sonar": ("klaxon.crew.sonar", "SonarUnderstudy"),
    "steam": ("klaxon.crew.steam", "SteamUnderstudy"),
}
SKILLS = ("novice", "able", "expert")
"""How well understudies play. A game may know fewer ways of playing than that."""
SKILL = "able"
DRIFTER = "drifter"
"""No skill at all: any legal order, for measuring the others."""


def understudy_of(game: str, skill: str = SKILL) -> Understudy:
    """Return the understudy of a game by its name (KeyError where there is none). It is imported now, not before."""
    module, made = CREWS[game]
    if skill == DRIFTER:
        return Drifter(game)
    understudy: Understudy = getattr(import_module(module), made)(skill)
    return understudy
