"""Stills as an eased station shows them: with the coach, or in large letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from klaxon.console.devices import Picture
from klaxon.console.drawing.parts import CoachLine
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games import screens_of
from klaxon.console.play import coach
from klaxon.console.play.seat_screen import Scene
from klaxon.console.station.station import LARGE_BOTTOM
from tests.console.kit import sonar_stills, steam_stills
from tests.console.kit.live_stills import LIVE_STILLS
from tests.console.kit.scenes import Room, Stills

STILLS: Stills = {
    **sonar_stills.STILLS,
    **{f"live-{name}": still for name, still in LIVE_STILLS.items()},
    **{f"steam-{name}": still for name, still in steam_stills.STILLS.items()},
}
"""The moments of all games."""


def next_step(scene: Scene[Any]) -> str:
    """Return what the coach says while the game runs, as a page of play asks for it."""
    screen = screens_of(scene.phrases.game)(scene.role)
    return coach.barred_hint(scene) or screen.coach(scene) or coach.general(scene)


def coached(room: Room, seat: str, width: int = 128) -> Picture:
    """Return the panel of a seat with the coach under it."""
    whole = room.scene(seat, width)
    scene = replace(whole, height=whole.height - coach.HIGH, coached=True)
    line = Place(Area(0, scene.room.height, width, coach.HIGH), CoachLine(next_step(scene)))
    return room.picture(scene, line)


def large(room: Room, seat: str, width: int = 128) -> Picture:
    """Return the panel of a seat in large letters."""
    whole = room.scene(seat, width)
    scene = replace(whole, height=whole.height + BOTTOM - LARGE_BOTTOM, large=True)
    return room.picture(scene, foot=LARGE_BOTTOM, large=True)
