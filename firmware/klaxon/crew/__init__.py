"""Understudies: views in, orders out. The one table of them is here; a game is a package and a line."""

from __future__ import annotations

from importlib import import_module

from klaxon.crew.understudy import Understudy

CREWS = {
    "sonar": ("klaxon.crew.sonar", "SonarUnderstudy"),
    "steam": ("klaxon.crew.steam", "SteamUnderstudy"),
}


def understudy_of(game: str) -> Understudy:
    """Return the understudy of a game by its name (KeyError where there is none). It is imported now, not before."""
    module, made = CREWS[game]
    understudy: Understudy = getattr(import_module(module), made)()
    return understudy
