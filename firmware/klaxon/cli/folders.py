"""Where Klaxon finds its profile and stores its games."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from klaxon.table.backup.unfinished import undo_unfinished
from klaxon.table.disk.shelf import Shelf

OWN_PROFILE = "/etc/klaxon/console.toml"
"""The profile of the console that is built here."""


def own_profile() -> str:
    """Return the profile of this machine: that of the console built here, else the virtual one."""
    return OWN_PROFILE if Path(OWN_PROFILE).is_file() else "virtual"


def state_folder() -> Path:
    """Return the folder for games and learned values: systemd's, else the user's state folder."""
    given = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "klaxon"


def add_folder(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add --folder to a command; `again`: to a subcommand too, where it is optional because it may come before."""
    default = argparse.SUPPRESS if again else None
    parser.add_argument("--folder", type=Path, default=default, help="where games are kept")


def open_shelf(folder: Path) -> Shelf:
    """Return the shelf of a folder, after cleaning up an interrupted import."""
    undo_unfinished(folder)
    return Shelf(folder)
