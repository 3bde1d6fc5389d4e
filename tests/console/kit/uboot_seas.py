"""Seas for the stations of U-BOOT: views written by hand, so that no game has to be behind a picture."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan, cos, degrees, radians, sin
from typing import Any

from klaxon.console.games.uboot.glass.picture import COLUMNS, FIELDS
from klaxon.console.games.uboot.glass.silhouette import silhouette
from klaxon.rules.uboot.library import BookShip, library_of
from klaxon.rules.uboot.sea.glass.listening import HeardSound, sound_of
from tests.console.kit.uboot_scenes import Room
from tests.rules.uboot.kit.boat import Boat

Data = dict[str, Any]


def book() -> tuple[BookShip, ...]:
    """Return the classes of the recognition book."""
    return library_of(Boat(begun=False).state.box, "atlantic").ships


def ship(contact: str, name: str, angle: int, metres: int, column: int, zoom: int, **more: Any) -> Data:
    """Return a ship as a glass shows it: its class, angle on the bow, range, and the column of its middle."""
    found = next(each for each in book() if each.id == name)
    seen = found.length * abs(sin(radians(angle))) + found.beam * abs(cos(radians(angle)))
    wide = max(1, round(2 * degrees(atan(seen / 2 / metres)) * 10 * COLUMNS / FIELDS[zoom]))
    drawn, left = silhouette(found, angle, wide), column - wide // 2
    shape = [[max(0, a + left), min(COLUMNS, b + left), top] for a, b, top in drawn.shape]
    wave = "bow" if abs(angle) < 90 else "wake"
    return {
        "contact": contact,
        "shape": [box for box in shape if box[0] < box[1]],
        "masts": [[at + left, top] for at, top in drawn.masts if 0 <= at + left < COLUMNS],
        "wave": wave,
        "bow": "right" if angle >= 0 else "left",
        "smoke": found.smoke,
        "fire": False,
        "settled": 0,
        **more,
    }


def optics(zoom: int, *ships: Data, light: str = "day", sea: int = 3, **more: Any) -> Data:
    """Return what a glass shows."""
    shown = {"field": FIELDS[zoom], "light": light, "sea": sea, "shake": False, "ships": list(ships)}
    return {**shown, "wakes": [], "flashes": [], "aircraft": [], **more}


def contact(**more: Any) -> Data:
    """Return a contact as a view has it."""
    return {"kind": "ship", "group": "", "by": "periscope", "at_s": 0, "fields": {}, "klass": "", **more}


def sound(wheel: int, sounds: dict[int, tuple[int, str, int]], span: int = 360) -> Data:
    """Return what the hydrophone hears: bearing -> level, screw and turns of each sound."""
    heard = [HeardSound(f"c{b}", 100 * b, level, screw, turns) for b, (level, screw, turns) in sounds.items()]
    return sound_of(wheel, str(span), heard)


class SeaRoom(Room):
    """A boat with a sea round it that is written by hand."""

    sea: Data

    @classmethod
    def on(cls, boat: Boat | None = None, **sea: Any) -> SeaRoom:
        """Return the stations of a boat with these keys in every view."""
        boat = boat or Boat()
        room = cls(boat.state)
        room.hear(boat.events)
        room.sea = sea
        return room

    def _look(self, seat: str, lens: Mapping[str, str]) -> Mapping[str, Any]:
        return {**super()._look(seat, lens), **self.sea}

    def see(self, **sea: Any) -> SeaRoom:
        """Go on with other keys in every view."""
        self.sea = {**self.sea, **sea}
        self._views.clear()
        return self

    def listen(self, seat: str, *lines: Data) -> SeaRoom:
        """Let a seat hear one line after another, two seconds each."""
        for line in lines:
            self.wait(2000).see(sound=line).scene(seat)
        return self

    def point(self, seat: str, bearing: int, power: int = 1) -> SeaRoom:
        """Turn the glass of a seat to a bearing in tenths of a degree, at a power."""
        for _ in range(power - 1):
            self.press(seat, "push")
        self.lenses[seat] = {**self.lenses[seat], "eye": str(bearing)}
        return self
