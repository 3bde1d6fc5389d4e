"""How Steam Torpedo is set up at a console."""

from __future__ import annotations

from klaxon.console.opening import Opening

OPENING = Opening(first=("setup",))
