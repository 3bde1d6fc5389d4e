"""What a seat is made to think: where the boats are."""

from __future__ import annotations

from typing import Any

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.sonar.tracker import reports
from klaxon.crew.sonar.tracker.track import Track
from klaxon.rules.sonar.chart import Sea


def believing(notes: Notes, sea: Sea, *, prey: str = "", shadow: str = "", **more: Any) -> Notes:
    """Return notes by which the boats are on these points."""
    for name, points in (("enemy", prey), ("own", shadow)):
        if points:
            track = Track.begin(sea, 4).after(reports.Among(sea.gather(points.split())))
            more[name] = getattr(notes, name)._replace(track=track)
    return notes._replace(**more)
