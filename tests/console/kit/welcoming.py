"""A console as the daemon runs it on a fresh state folder: it meets newcomers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from klaxon.console.console import Console
from klaxon.console.options import ConsoleOptions
from klaxon.crew import NOVICE


class Welcoming(Console):
    """It begins with a start screen, the coach and novices."""

    def __init__(self, fittings: Any, devices: Any, shelf: Any, crew: Any, options: ConsoleOptions) -> None:
        super().__init__(fittings, devices, shelf, crew, replace(options, welcomes=True, skill=NOVICE))
        self.applied_settings.begin({}, lambda _: None, coached=self.newcomers.are_there)
