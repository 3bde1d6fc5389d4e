"""Profiles: a console as data. Which stations, bells and lamps it has, and what is connected to which line."""

from __future__ import annotations

from functools import lru_cache

from klaxon.console.devices import Fitting
from klaxon.console.profile.flaws import CODES, Flaw, say_flaw
from klaxon.console.profile.model import (
    BACK_ENDS,
    SIDES,
    BellSpec,
    Bus,
    DialSpec,
    Expander,
    KeySpec,
    LampSpec,
    Line,
    LinkSpec,
    Mux,
    PanelSpec,
    PowerSpec,
    Profile,
    StationSpec,
    fittings,
)
from klaxon.console.profile.read import load, read_profile, shipped_names

CREW = 4
"""The stations of a full crew of a boat."""

__all__ = [
    "BACK_ENDS",
    "CODES",
    "CREW",
    "SIDES",
    "BellSpec",
    "Bus",
    "DialSpec",
    "Expander",
    "Flaw",
    "KeySpec",
    "LampSpec",
    "Line",
    "LinkSpec",
    "Mux",
    "PanelSpec",
    "PowerSpec",
    "Profile",
    "StationSpec",
    "fittings",
    "load",
    "read_profile",
    "say_flaw",
    "shipped_names",
    "virtual",
]


@lru_cache(maxsize=1)
def virtual() -> tuple[Fitting, ...]:
    """Return the stations of the virtual console: four for each boat.

    The first of a boat has the captain's keys, the last the second dial of the radio operator.
    """
    found = load("virtual")
    if not isinstance(found, Profile):
        raise TypeError("\n".join(say_flaw("virtual", flaw) for flaw in found))
    return fittings(found)
