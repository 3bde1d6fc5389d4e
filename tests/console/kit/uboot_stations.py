"""The stations of navigator and engineer, and a change of positions at any: moments whose panels are kept as frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaxon.console.devices import Picture
from klaxon.console.drawing.screen import BOTTOM, Area, Place, Screen
from klaxon.console.games.uboot.positions.moving import Moving
from klaxon.console.games.uboot.scene import read_uboot
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.drill import DrillHost
from klaxon.rules.contract import Order, Seat
from tests.console.kit.speaking import language
from tests.console.kit.uboot_scenes import ENGINEER, NAVIGATOR, Room
from tests.rules.uboot.kit.boat import GAME, HOUR, Boat
from tests.rules.uboot.kit.voyages import FULL, SPLIT

SIGHTED: list[dict[str, Any]] = [
    {"at": "0:01:00", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "bearing": 45, "range": 9000},
    {"at": "0:02:00", "do": "contact", "id": "c2", "by": "lookout", "klass": "escort", "bearing": 300, "range": 5200}
    | {"course": 120, "speed": 140},
    {"at": "0:02:30", "do": "contact", "id": "c3", "by": "hydrophone", "bearing": 190},
]


def room_of(boat: Boat) -> Room:
    """Return the stations of a boat."""
    room = Room.of(boat)
    return room.speak(language())


def passed(boat: Boat, milliseconds: int) -> Boat:
    """Return a boat after some table time."""
    boat.wait(milliseconds)
    return boat


def crowded() -> Boat:
    """Return a boat with all that can be wrong on it: the wounded, the dead, fire, gas, darkness and a fault."""
    return Boat(**FULL)


def split() -> Boat:
    """Return a boat of which the officers' quarters are flooded."""
    return Boat(**SPLIT, faults={"galley-stove": "green", "port-diesel": "yellow"})


def under_way() -> Boat:
    """Return a boat that dives."""
    boat = Boat(figures={"engineer.triangle": 5, "engineer.hexagon": 6}, speed="slow", course=30)
    boat.play("captain dive 90", "first_officer assign", "engineer assign")
    return passed(boat, 25_000)


def watched() -> Boat:
    """Return a boat with three lookouts who have sighted ships."""
    figures = {"navigator.circle": 8, "navigator.triangle": 8, "navigator.hexagon": 8}
    boat = Boat(SIGHTED, figures=figures, speed="half", course=290)
    boat.play("captain watch", "navigator assign", "navigator done")
    return passed(boat, 300_000)


class Alarm:
    """A timer of a station: it is in the list until it is cancelled."""

    def __init__(self, alarms: list[Alarm], ring: Callable[[], None]) -> None:
        self._alarms, self.ring = alarms, ring

    def cancel(self) -> None:
        """Let it never ring."""
        self._alarms.remove(self)


class Hands:
    """The hands at a station of one role during a change of positions."""

    def __init__(self, boat: Boat, role: str, memory: dict[str, str] | None = None) -> None:
        self.boat, self.role = boat, role
        self.given: list[Order] = []
        self.memory = {} if memory is None else memory
        voice = Phrases("uboot", language())
        self.alarms: list[Alarm] = []
        """What the station will do by itself."""
        host = DrillHost(
            Seat(f"uboot.{role}"), lambda: voice, lambda: 0.0, self._later, self.given.append, lambda: None, self.memory
        )
        self.drill = Moving(host)
        self.see()

    def _later(self, _seconds: float, act: Callable[[], None]) -> Alarm:
        self.alarms.append(Alarm(self.alarms, act))
        return self.alarms[-1]

    def see(self) -> Hands:
        """Look at the boat as it is now."""
        data = self.boat.view(self.role)
        self.drill.see(read_uboot(data, GAME.read_view(data)), running=True)
        return self

    def ok(self) -> str:
        """Press OK; return the order that the rules took."""
        self.drill.ok()
        order = str(self.given[-1]).partition(" @")[0]
        self.boat.give(order)
        if Moving.due(read_uboot(data := self.boat.view(self.role), GAME.read_view(data))):
            self.see()
        else:
            self.drill.close()
        return order.removeprefix(f"uboot.{self.role} ")

    def panel(self, width: int = 128, height: int = 64) -> Picture:
        """Return what the panel shows."""
        line = Place(Area(0, height - BOTTOM, width, BOTTOM), self.drill.bottom())
        return Screen((*self.drill.places(width, height), line)).picture(width, height)

    def words(self) -> str:
        """Return what the panel says."""
        return "\n".join(self.panel().words)

    def turn(self, steps: int) -> Hands:
        """Turn the dial."""
        self.drill.turn(0, steps)
        return self

    def push(self, times: int = 1) -> Hands:
        """Push the dial."""
        for _ in range(times):
            self.drill.push()
        return self

    def back(self) -> Hands:
        """Press BACK."""
        self.drill.back()
        return self


def changed(boat: Boat, role: str, purpose: str = "") -> Hands:
    """Return the hands at a station when the captain has just begun a change of positions."""
    boat.give(f"captain change_positions for={purpose}" if purpose else "captain change_positions")
    return Hands(boat, role)


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "engineer-boat": (ENGINEER, lambda: room_of(Boat())),
    "engineer-boat-crowded": (ENGINEER, lambda: room_of(crowded()).turn(ENGINEER, 4)),
    "engineer-boat-split": (ENGINEER, lambda: room_of(split()).turn(ENGINEER, 2)),
    "engineer-room": (ENGINEER, lambda: room_of(crowded()).turn(ENGINEER, 3).press(ENGINEER, "push")),
    "engineer-room-outside": (ENGINEER, lambda: room_of(crowded()).turn(ENGINEER, 8).press(ENGINEER, "push")),
    "engineer-room-full": (ENGINEER, lambda: room_of(split()).turn(ENGINEER, 3).press(ENGINEER, "push")),
    "engineer-room-empty": (ENGINEER, lambda: room_of(split()).turn(ENGINEER, 5).press(ENGINEER, "push")),
    "engineer-telegraph": (ENGINEER, lambda: room_of(Boat()).page(ENGINEER, "telegraph")),
    "engineer-telegraph-dives": (ENGINEER, lambda: room_of(under_way()).page(ENGINEER, "telegraph")),
    "navigator-watch": (NAVIGATOR, lambda: room_of(Boat())),
    "navigator-watch-out": (NAVIGATOR, lambda: room_of(watched())),
    "navigator-watch-crowded": (NAVIGATOR, lambda: room_of(crowded()).turn(NAVIGATOR, 1)),
    "navigator-tasks": (NAVIGATOR, lambda: room_of(watched()).turn(NAVIGATOR, 4)),
    "navigator-no-tasks": (NAVIGATOR, lambda: room_of(Boat()).turn(NAVIGATOR, 4)),
    "navigator-chart": (NAVIGATOR, lambda: room_of(Boat()).page(NAVIGATOR, "chart")),
    "navigator-chart-contacts": (NAVIGATOR, lambda: room_of(watched()).page(NAVIGATOR, "chart").turn(NAVIGATOR, 1)),
    "navigator-chart-sound": (NAVIGATOR, lambda: room_of(watched()).page(NAVIGATOR, "chart").turn(NAVIGATOR, 2)),
}
"""Name -> seat, and how the moment is made."""


def _after_bell() -> Hands:
    """Return the first officer after the bell: his men stand where the other watch had its posts."""
    return changed(passed(Boat(), 5 * HOUR), "first_officer").turn(1)


MOVES: dict[str, Callable[[], Hands]] = {
    "moving": lambda: changed(Boat(), "captain"),
    "moving-order": lambda: changed(Boat(), "engineer", "dive"),
    "moving-posts": _after_bell,
    "moving-battle": lambda: changed(Boat(), "navigator").turn(2),
    "moving-room": lambda: changed(crowded(), "engineer").turn(4),
    "moving-warned": lambda: changed(crowded(), "navigator", "dive"),
    "moving-outside": lambda: changed(crowded(), "navigator", "dive").turn(-1),
    "moving-man": lambda: changed(crowded(), "engineer").push().turn(2),
    "moving-load": lambda: changed(crowded(), "engineer").push().turn(2).push().turn(1),
    "moving-boat": lambda: changed(crowded(), "engineer", "surface").back(),
    "moving-hatch": lambda: changed(split(), "captain").turn(9),
    "moving-lack": lambda: changed(Boat(rooms={"5": {"flooded": True}}), "engineer", "new_speed"),
}
"""Name -> how the moment is made."""
