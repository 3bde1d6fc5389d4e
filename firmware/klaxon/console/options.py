"""Options of a console: what it is told once, before it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from klaxon.console.play.solver import Plots
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.station_settings import StationSettings
from klaxon.crew import SKILL
from klaxon.rules.contract import Refusal


@dataclass(frozen=True, slots=True)
class ConsoleOptions:
    """How a console begins. What is left out is as at a console that was never used."""

    lamps: Sequence[str] | None = None
    """Those that are fitted, by the boats whose turn they show; else every boat has one."""
    plots: Plots | None = None
    """Works out what stations may be helped with."""
    languages: StationLanguages = field(default_factory=StationLanguages)
    """Which language each station speaks."""
    settings: ConsoleSettings = field(default_factory=ConsoleSettings)
    """When it is quiet, how loud it is, who shares the room and mans the boats."""
    station_settings: StationSettings = field(default_factory=StationSettings)
    """What is switched on at the stations."""
    skill: str = SKILL
    """How well understudies play, unless somebody chooses otherwise."""
    trouble: Refusal | None = None
    """What is to be said in the first lobby."""
    attract_after: float | None = None
    """Seconds after which an idle console shows a game; None: never."""
