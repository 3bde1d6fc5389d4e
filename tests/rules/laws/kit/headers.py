"""Headers of Captain Sonar for the laws."""

from __future__ import annotations

from klaxon import data
from klaxon.rules.contract import Header
from klaxon.rules.sonar import Sonar
from klaxon.table.setup import make_header

SONAR = Sonar()


def sonar_header(*, seed: str = "7", **options: str) -> Header:
    """Return the header of a game with these options."""
    header = make_header(SONAR, options, data.read, seed)
    assert isinstance(header, Header), header
    return header
