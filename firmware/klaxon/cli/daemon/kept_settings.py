"""What people chose at this console before, as a run of the daemon finds it; what they choose now is kept."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from klaxon.console.devices.health import DialLesson
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.profile import Profile, learned
from klaxon.console.settings import console_settings, station_languages, station_settings
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.store import BackgroundWriter


def complain(trouble: str) -> None:
    """Tell whoever runs the daemon what is wrong; nothing if nothing is."""
    if trouble:
        sys.stderr.write(f"klaxon run: {trouble}\n")


def read_languages(asked: argparse.Namespace, profile: Profile, folder: Path) -> StationLanguages:
    """Return what the stations speak: what was chosen at them, else what the host asks for, else what is fitted."""
    default = asked.language or profile.language or ENGLISH
    fitted = {} if asked.language else {station.name: station.language for station in profile.stations}
    if asked.keep_nothing:
        return StationLanguages(default, fitted)
    chosen, trouble = station_languages.read_languages(folder)
    complain(trouble)
    write = BackgroundWriter(folder, station_languages.STORE.write, complain)
    return StationLanguages(default, fitted, chosen, write)


def read_console_settings(asked: argparse.Namespace, folder: Path) -> ConsoleSettings:
    """Return what was chosen for the console before."""
    if asked.keep_nothing:
        return ConsoleSettings()
    chosen, trouble = console_settings.STORE.read(folder)
    complain(trouble)
    return ConsoleSettings(chosen, BackgroundWriter(folder, console_settings.STORE.write, complain))


def read_station_settings(asked: argparse.Namespace, folder: Path) -> station_settings.Chosen:
    """Return what was switched on at the stations before."""
    if asked.keep_nothing:
        return {}
    chosen, trouble = station_settings.STORE.read(folder)
    complain(trouble)
    return chosen


class LearnedDials:
    """What dials were found to be, in the state folder."""

    def __init__(self, folder: Path) -> None:
        """Read what is there."""
        found, trouble = learned.STORE.read(folder)
        complain(trouble)
        self.dials = dict(found)
        self._write = BackgroundWriter(folder, learned.STORE.write, complain)

    def keep(self, station: str, dial: int, lesson: DialLesson) -> None:
        """Write it down; the disk is waited for elsewhere."""
        self.dials[station, dial] = lesson
        self._write(dict(self.dials))
