"""The saved settings of this console, as a run of the daemon finds them; new choices are saved."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from klaxon.console.devices.health import DialLesson
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.profile import Profile, learned
from klaxon.console.records import game_records
from klaxon.console.records.game_records import GameRecords
from klaxon.console.settings import console_settings, station_languages, station_settings
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.store import BackgroundWriter


def complain(trouble: str) -> None:
    """Report to the operator of the daemon what is wrong, if anything."""
    if trouble:
        sys.stderr.write(f"klaxon run: {trouble}\n")


def read_languages(asked: argparse.Namespace, profile: Profile, folder: Path) -> StationLanguages:
    """Return the languages of the stations: as chosen there, else as the host asks, else as in the profile."""
    default = asked.language or profile.language or ENGLISH
    fitted = {} if asked.language else {station.name: station.language for station in profile.stations}
    if asked.keep_nothing:
        return StationLanguages(default, fitted)
    chosen, trouble = station_languages.read_languages(folder)
    complain(trouble)
    write = BackgroundWriter(folder, station_languages.STORE.write, complain)
    return StationLanguages(default, fitted, chosen, write)


def read_console_settings(asked: argparse.Namespace, folder: Path) -> ConsoleSettings:
    """Return the saved settings of the console."""
    if asked.keep_nothing:
        return ConsoleSettings()
    chosen, trouble = console_settings.STORE.read(folder)
    complain(trouble)
    return ConsoleSettings(chosen, BackgroundWriter(folder, console_settings.STORE.write, complain))


def read_station_settings(asked: argparse.Namespace, folder: Path) -> station_settings.Chosen:
    """Return the saved settings of the stations."""
    if asked.keep_nothing:
        return {}
    chosen, trouble = station_settings.STORE.read(folder)
    complain(trouble)
    return chosen


def read_records(asked: argparse.Namespace, folder: Path) -> GameRecords | None:
    """Return who played the games that are over; None where no game is kept."""
    if asked.keep_nothing:
        return None
    known, trouble = game_records.STORE.read(folder)
    complain(trouble)
    return GameRecords(known, BackgroundWriter(folder, game_records.STORE.write, complain))


class LearnedDials:
    """Learned dial settings, in the state folder."""

    def __init__(self, folder: Path) -> None:
        """Read the saved ones."""
        found, trouble = learned.STORE.read(folder)
        complain(trouble)
        self.dials = dict(found)
        self._write = BackgroundWriter(folder, learned.STORE.write, complain)

    def keep(self, station: str, dial: int, lesson: DialLesson) -> None:
        """Save a setting; a thread waits for the disk."""
        self.dials[station, dial] = lesson
        self._write(dict(self.dials))
