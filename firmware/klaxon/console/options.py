"""Options of a console, set once before it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from klaxon.console.linked.hall_page import HallDoor
from klaxon.console.linked.other_console import OtherConsole
from klaxon.console.play.solver import Plots
from klaxon.console.records.game_records import GameRecords
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.station_settings import StationSettings
from klaxon.crew import SKILL
from klaxon.rules.contract import Refusal


@dataclass(frozen=True, slots=True)
class ConsoleOptions:
    """How a console begins. The defaults are those of a console that was never used."""

    lamps: Sequence[str] | None = None
    """The existing lamps, by the boats whose turn they show; else every boat has one."""
    plots: Plots | None = None
    """Computes the help that stations may get."""
    languages: StationLanguages = field(default_factory=StationLanguages)
    """The language of each station."""
    settings: ConsoleSettings = field(default_factory=ConsoleSettings)
    """Quiet hours, volume, who shares the room, and who mans the boats."""
    station_settings: StationSettings = field(default_factory=StationSettings)
    """The settings of the stations."""
    skill: str = SKILL
    """The skill of understudies, unless somebody chooses another."""
    welcomes: bool = False
    """Whether newcomers are met by a start screen, a coach, briefings and novices until a game was won here."""
    has_service: bool = True
    """Whether menus offer service mode: a console without hardware has nothing to scan or to calibrate."""
    records: GameRecords | None = None
    """Where it is written down who played the games that are over."""
    trouble: Refusal | None = None
    """What the first lobby has to report."""
    other_console: OtherConsole | None = None
    """The link to another console, if this one can have one."""
    hall: HallDoor | None = None
    """The way into the hall of a club, if this console can have one."""
    attract_after: float | None = None
    """Seconds after which an idle console shows a game; None: never."""
