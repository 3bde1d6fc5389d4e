"""The way of a console into the hall of a club, where the extra `club` is installed."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from klaxon.cli.daemon.kept_settings import complain
from klaxon.console.language.catalogue import say

if TYPE_CHECKING:  # a console that is no table of a hall does not load what makes it one
    from klaxon.club.table_side.hall_link import HallLink

LIBRARIES = ("paho", "zeroconf", "cryptography")
NAME = "hall.json"


def open_hall(asked: argparse.Namespace, folder: Path) -> HallLink | None:
    """Return the way into a hall; None where there is none, or none is wanted."""
    if asked.keep_nothing or asked.hall == "off":
        return None
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        if asked.hall or (folder / NAME).exists():
            complain(say("club.no-library", {"package": missing[0]}))
        return None
    from klaxon.club.table_side.hall_link import HallLink
    from klaxon.club.table_side.membership import read_membership

    try:
        return HallLink(folder, read_membership(folder), asked.hall)
    except ValueError as error:
        complain(say("club.broken", {"path": folder / NAME, "reason": error}))
        return None
