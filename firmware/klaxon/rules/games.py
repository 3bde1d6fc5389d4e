"""The one table of games. A new game is a package and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from klaxon.rules.contract import Game

GAMES = {
    "sonar": ("klaxon.rules.sonar", "Sonar"),
    "steam": ("klaxon.rules.steam", "Steam"),
    "uboot": ("klaxon.rules.uboot", "Uboot"),
}

FIRST_GAME = next(iter(GAMES))
"""The game that is used if nobody names one."""

LINKED = frozenset({"uboot"})
"""The games that can be linked: a finished one may have a sequel, weeks later."""

REPLAYS: Mapping[str, frozenset[int]] = {}
"""Game -> earlier versions of its rules whose journals still replay to the same states. Others are refused."""


def game_named(name: str) -> Game[Any, Any]:
    """Import the package of a game and return the game; raise KeyError if there is none of that name."""
    module, made = GAMES[name]
    game: Game[Any, Any] = getattr(import_module(module), made)()
    return game
