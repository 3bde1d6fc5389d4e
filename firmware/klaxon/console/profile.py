"""Profiles: which stations, bells and lamps a console has."""

from __future__ import annotations

from klaxon.console.devices import COURSE_KEYS, Fitting

BOATS = ("red", "blue")
CREW = 4
_KEYS = ("push", "ok", "back")


def virtual() -> tuple[Fitting, ...]:
    """Return the stations of the console in the browser: four for each boat.

    The first of a boat has the captain's keys, the last the second dial of the radio operator.
    """
    return tuple(
        Fitting(
            f"{boat}-{number}",
            boat,
            dials=2 if number == CREW else 1,
            keys=(*_KEYS, *COURSE_KEYS, "stop") if number == 1 else _KEYS,
        )
        for boat in BOATS
        for number in range(1, CREW + 1)
    )
