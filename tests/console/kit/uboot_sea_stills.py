"""Stills of the sea: moments at the glasses of U-BOOT whose panels are kept as golden frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.console.kit.uboot_scenes import CAPTAIN, FIRST, NAVIGATOR, Room
from tests.console.kit.uboot_seas import SeaRoom, contact, optics, ship, sound

TARGET = contact(klass="merchant", fields={"bearing": 45, "range": 1800, "course": 280, "speed": 90})
ESCORT = contact(klass="escort", fields={"bearing": 48, "range": 3100, "course": 255, "speed": 140})
CONVOY = contact(kind="group", by="lookout", fields={"bearing": 330, "range": 13_000, "course": 80, "speed": 70})
SOUND = contact(kind="sound", by="hydrophone", fields={"bearing": 120})
CONTACTS = {"c1": CONVOY, "c3": TARGET, "c4": ESCORT, "c5": SOUND}


def by_day(zoom: int = 2) -> dict[str, Any]:
    """Return a freighter before a corvette."""
    wide = {1: 4, 2: 1, 3: 1}[zoom]
    return optics(
        zoom, ship("c4", "corvette", 60, 3100, 64 + 44 // wide, zoom), ship("c3", "tramp-freighter", 80, 1800, 62, zoom)
    )


def looking(seen: dict[str, Any], zoom: int, bearing: int = 450, glass: str = "periscope") -> SeaRoom:
    """Return a captain at a glass."""
    room = SeaRoom.on(views=[glass], optics=seen, light=seen["light"], contacts=CONTACTS)
    return room.leaf(CAPTAIN).point(CAPTAIN, bearing, zoom)


def measured() -> SeaRoom:
    """Return the same with the height wire at the mast of a ship that was noted."""
    room = looking(by_day(), 2).press(CAPTAIN, "ok")
    room.lenses[CAPTAIN] = {**room.lenses[CAPTAIN], "class.c3": "tramp-freighter"}
    return room.leaf(CAPTAIN).turn(CAPTAIN, 13)


def timed() -> SeaRoom:
    """Return the same with the stopwatch running."""
    return measured().press(CAPTAIN, "push").press(CAPTAIN, "ok").wait(23_400)


def on_the_bridge() -> Room:
    """Return a navigator on the bridge, with a convoy hull down."""
    seen = optics(1, *(ship(f"c{n}", "tramp-freighter", 70, 11_000, 12 + 13 * n, 1) for n in range(8)))
    return SeaRoom.on(views=["bridge"], optics=seen, contacts=CONTACTS).leaf(NAVIGATOR).point(NAVIGATOR, 3300)


def paged(seat: str, page: str, *, turns: int = 0, pushes: int = 0) -> Room:
    """Return a seat at one of its pages."""
    room = SeaRoom.on(contacts=CONTACTS)
    room.page(seat, page)
    for _ in range(pushes):
        room.press(seat, "push")
    return room.turn(seat, turns)


def listening(span: int = 360, wheel: int = 58) -> Room:
    """Return a first officer at the hydrophone: one ship crosses to the right, two others stay."""
    room = SeaRoom.on(views=["hydrophone"], contacts=CONTACTS).page(FIRST, "hydrophone")
    if span == 30:
        room.press(FIRST, "push")
    room.lenses[FIRST] = {**room.lenses[FIRST], "wheel": str(wheel)}
    lines = []
    for n in range(30):
        sounds = {46 + n * 2 // 5: (8, "slow", 84), 108: (4, "turbine", 165), 250: (6, "fast", 170)}
        if span == 30:
            sounds = {46 + n * 2 // 5: (8, "slow", 84), 66 - n // 10: (5, "fast", 170)}
        lines.append(sound(wheel, sounds, span))
    return room.listen(FIRST, *lines)


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "glass-1": (CAPTAIN, lambda: looking(by_day(1), 1)),
    "glass-6": (CAPTAIN, lambda: looking(by_day(), 2)),
    "glass-12": (CAPTAIN, lambda: looking(optics(3, ship("c4", "old-fleet-destroyer", -75, 3600, 64, 3)), 3)),
    "glass-empty": (CAPTAIN, lambda: looking(optics(1), 1, 3550)),
    "glass-night": (
        CAPTAIN,
        lambda: looking(
            optics(
                2, ship("c3", "tanker-large", 100, 2200, 50, 2), ship("c4", "corvette", 20, 1500, 104, 2), light="moon"
            ),
            2,
            2100,
        ),
    ),
    "glass-hit": (
        CAPTAIN,
        lambda: looking(
            optics(2, ship("c3", "tanker-medium", 80, 1700, 60, 2, fire=True, settled=2), flashes=[[66, "hit"]]), 2, 380
        ),
    ),
    "glass-storm": (CAPTAIN, lambda: looking(optics(2, ship("c3", "troop-liner", -80, 2500, 64, 2), sea=8), 2)),
    "glass-tdc": (
        CAPTAIN,
        lambda: looking(by_day(), 2).see(views=["periscope", "tdc"]),
    ),
    "measure-height": (CAPTAIN, measured),
    "measure-unknown": (CAPTAIN, lambda: looking(by_day(), 2).press(CAPTAIN, "ok").leaf(CAPTAIN).turn(CAPTAIN, 9)),
    "measure-watch": (CAPTAIN, lambda: measured().press(CAPTAIN, "push")),
    "measure-timing": (CAPTAIN, timed),
    "measure-timed": (CAPTAIN, lambda: timed().press(CAPTAIN, "ok")),
    "bridge": (NAVIGATOR, on_the_bridge),
    "book": (CAPTAIN, lambda: paged(CAPTAIN, "book", turns=14)),
    "book-aspect": (NAVIGATOR, lambda: paged(NAVIGATOR, "book", turns=3, pushes=2)),
    "book-end-on": (FIRST, lambda: paged(FIRST, "book", turns=7, pushes=3)),
    "book-noted": (CAPTAIN, lambda: paged(CAPTAIN, "book", turns=2).press(CAPTAIN, "ok")),
    "hydrophone": (FIRST, listening),
    "hydrophone-narrow": (FIRST, lambda: listening(30)),
    "hydrophone-silent": (FIRST, lambda: listening(wheel=180)),
    "contacts": (FIRST, lambda: paged(FIRST, "contacts", turns=1)),
}
"""Name -> seat, and how the moment is made."""
