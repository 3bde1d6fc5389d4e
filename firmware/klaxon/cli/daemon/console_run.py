"""One run of the daemon: what was asked for, what was found, and the console that is made of both."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from klaxon.cli.daemon import logs
from klaxon.cli.daemon.claim import FolderClaim
from klaxon.cli.daemon.console_page import print_scan_code
from klaxon.cli.daemon.hall_ways import open_hall
from klaxon.cli.daemon.kept_settings import complain
from klaxon.cli.daemon.link_ways import open_link
from klaxon.cli.daemon.vigil import Vigil
from klaxon.console.console import Console
from klaxon.console.devices import Devices, Fitting
from klaxon.console.language.catalogue import say
from klaxon.console.options import ConsoleOptions
from klaxon.console.play.solver import child_plots
from klaxon.console.profile import Profile, fittings
from klaxon.console.records.game_records import GameRecords
from klaxon.console.settings import station_settings
from klaxon.console.settings.console_settings import WON, ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.store import BackgroundWriter
from klaxon.crew import NOVICE, SKILL
from klaxon.link.console_link import ConsoleLink
from klaxon.rules.contract import Refusal, Seat
from klaxon.table.disk.shelf import Shelf
from klaxon.table.host import Tokens, seat_understudies
from klaxon.table.table import Table

if TYPE_CHECKING:  # loaded where this console may be a table of a hall
    from klaxon.club.table_side.hall_link import HallLink

ATTRACT = {"pi": 3.0}
"""Back-end -> minutes without input after which a demonstration game is shown; nobody walks past a browser page."""


@dataclass
class ConsoleRun:
    """One run of the daemon: its options, and what it found."""

    asked: argparse.Namespace
    profile: Profile
    folder: Path
    shelf: Shelf | None
    vigil: Vigil
    claim: FolderClaim = field(default_factory=FolderClaim)
    switch_off: bool = False
    """The power key was held: switch the machine off when everything is closed."""
    station_languages: StationLanguages = field(default_factory=StationLanguages)
    console_settings: ConsoleSettings = field(default_factory=ConsoleSettings)
    kept_settings: station_settings.Chosen = field(default_factory=dict)
    """The saved settings of the stations."""
    records: GameRecords | None = None
    """Who played the games that are over; None where no game is kept."""
    trouble: Refusal | None = None
    """What the first station reports when it shows the lobby."""
    link: ConsoleLink = field(init=False)
    """The link to another console."""
    hall: HallLink | None = field(init=False)
    """The way into the hall of a club."""
    fittings: tuple[Fitting, ...] = field(init=False)
    lamps: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.fittings = fittings(self.profile)
        self.link = open_link(self.asked, self.profile, self.folder, self.shelf)
        self.hall = open_hall(self.asked, self.folder)
        fitted = tuple(lamp.name for lamp in self.profile.lamps)
        self.lamps = fitted if self.profile.back_end == "pi" else self.profile.sides

    def console(self, devices: Devices, enter: Callable[[str], None]) -> Console:
        """Return the console; `enter` is where the watchdog's zero-step dial turn enters."""
        crew = _Understudies(self.asked.pace)
        watched = self.vigil.before(devices, [fitting.name for fitting in self.fittings])
        minutes = ATTRACT.get(self.profile.back_end, 0.0) if self.asked.attract is None else self.asked.attract
        is_new = not self.asked.keep_nothing and self.console_settings.of("first_game") != WON
        options = ConsoleOptions(
            self.lamps,
            child_plots,
            self.station_languages,
            self.console_settings,
            skill=self.asked.skill or (NOVICE if is_new else SKILL),
            welcomes=not self.asked.keep_nothing,
            has_service=self.profile.back_end != "virtual",
            records=self.records,
            trouble=self.trouble,
            attract_after=minutes * 60 or None,
            other_console=self.link,
            hall=self.hall,
        )
        console = Console(self.fittings, watched, self.shelf, crew, options)
        if self.hall is not None:
            self.hall.attach(console, self.shelf, devices.device_health)
            asyncio.get_running_loop().call_soon(self.hall.start)
        asyncio.get_running_loop().call_soon(self.link.start)
        if not self.asked.keep_nothing:
            keep = BackgroundWriter(self.folder, station_settings.STORE.write, complain)
            console.applied_settings.begin(self.kept_settings, keep, coached=is_new)
        if logs.under_systemd():
            logs.set_up(lambda: console.match.table_name)
        self.vigil.attend(console, enter, say("run.ready", {"profile": self.profile.name}))
        return console

    def last_words(self, fitting: Fitting) -> Sequence[str]:
        """Return what a panel shows after the end, line by line; it stays there."""
        halts = self.switch_off or self.vigil.halts()
        return say("run.last.off" if halts else "run.last", {}, self.station_languages.of(fitting.name)).split("\n")

    def say(self, words: str, **facts: str) -> None:
        """Print a sentence, and those of the links among its facts."""
        data = {"profile": self.profile.name, **facts}
        lines = [words, *(f"run.{role}" for role in ("door", "local", "umpire", "spectator") if role in facts)]
        text = json.dumps(data) if self.asked.json else "\n".join(say(line, data) for line in lines)
        if "page" in facts and logs.under_systemd() and self.vigil.keep_links(text):
            text = say("run.quiet", {**data, "folder": self.vigil.runtime})  # links and PIN are for no log
        print(text, flush=True)
        if "door" in facts and not self.asked.json and sys.stdout.isatty():
            print_scan_code(f"{facts['door']}/j/{facts['code']}".upper())


class _Understudies:
    """Seats understudies at a pace."""

    def __init__(self, pace: str) -> None:
        self._pace = pace

    def __call__(
        self, table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str
    ) -> AbstractAsyncContextManager[None]:
        return seat_understudies(table, keys, crews, self._pace, skill)
