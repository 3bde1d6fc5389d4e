"""Stills as an eased station shows them: with the coach, or in large letters."""

from __future__ import annotations

from dataclasses import replace

from klaxon.console import coach
from klaxon.console.devices import Picture
from klaxon.console.parts import CoachLine
from klaxon.console.scene import BOTTOM, Scene
from klaxon.console.screen import Area, Place, Screen
from klaxon.console.sonar import SCREENS
from klaxon.console.station import LARGE_BOTTOM
from tests.console.sonar_scenes import Room, bottom


def next_step(scene: Scene) -> str:
    """Return what the coach says while the game runs, as a page of play asks for it."""
    return coach.barred(scene) or SCREENS[scene.role].coach(scene) or coach.general(scene)


def coached(room: Room, seat: str, width: int = 128) -> Picture:
    """Return the panel of a seat with the coach under it."""
    whole = room.scene(seat, width)
    scene = replace(whole, height=whole.height - coach.HIGH)
    line = Place(Area(0, scene.room.height, width, coach.HIGH), CoachLine(next_step(scene)))
    return _picture(scene, [line], BOTTOM, large=False)


def large(room: Room, seat: str, width: int = 128) -> Picture:
    """Return the panel of a seat in large letters."""
    whole = room.scene(seat, width)
    scene = replace(whole, height=whole.height + BOTTOM - LARGE_BOTTOM, large=True)
    return _picture(scene, [], LARGE_BOTTOM, large=True)


def _picture(scene: Scene, more: list[Place], foot: int, *, large: bool) -> Picture:
    places, high = SCREENS[scene.role].draw(scene), 64
    for area, part in places:
        assert min(area) >= 0, (area, part)
        assert area.x + area.width <= scene.width, (area, part)
        assert area.y + area.height <= scene.room.height, (area, part)
    line = Place(Area(0, high - foot, scene.width, foot), bottom(scene))
    return Screen((*places, *more, line)).picture(scene.width, high, large=large)
