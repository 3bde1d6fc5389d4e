"""A state folder of people who have won a game: no start screen, no coach, no briefing, able understudies."""

from __future__ import annotations

from pathlib import Path

from klaxon.console.settings.console_settings import STORE, WON


def settle_in(folder: Path) -> None:
    """Note in a state folder that a game was won there; what people have chosen there since stays as it is."""
    if not (folder / STORE.name).exists():
        assert not STORE.write(folder, {"first_game": WON})
