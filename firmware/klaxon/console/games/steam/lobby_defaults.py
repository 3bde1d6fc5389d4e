"""How Steam Torpedo is set up at a console."""

from __future__ import annotations

from klaxon.console.lobby.lobby_defaults import Opening

OPENING = Opening(first=("setup",))
