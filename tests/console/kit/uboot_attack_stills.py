"""Stills of the attack: moments at TDC, tubes and on the run of torpedoes whose panels are kept as golden frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaxon.console.play.seat_client import Heard
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR, Room
from tests.console.kit.uboot_sea_stills import CONTACTS, by_day
from tests.console.kit.uboot_seas import SeaRoom, contact, optics
from tests.rules.uboot.kit.attack import AIM as ORDER
from tests.rules.uboot.kit.attack import laid
from tests.rules.uboot.kit.boat import GAME, Boat

SEATS = (CAPTAIN, FIRST, NAVIGATOR, ENGINEER)
AIM = {"bearing": 40, "aob": 80, "speed": 9, "range": 1500, "torpedo": 30, "spread": 0, "depth": 3}
"""The first vector of UBT-11, for a boat on course 290."""


def tubes(*states: str) -> dict[str, Any]:
    """Return the tubes of a view: `flooded g7a` each, from tube 1 on."""
    words = [state.split() for state in states]
    return {
        str(number): {
            "state": word[0],
            "torpedo": word[1] if len(word) > 1 else "",
            "due": int(word[2]) if len(word) > 2 else 0,
            "store": "",
        }
        for number, word in enumerate(words, start=1)
    }


FLOODED = {"1": {"flooded": True}, "2": {"flooded": True}}
"""How a mission lays out a boat whose first two tubes are flooded."""


def at_the_tdc(aim: str = "", **setup: Any) -> SeaRoom:
    """Return a captain at the TDC, which is laid on the freighter c1: as it was reported, unless something was set."""
    return SeaRoom.on(laid(aim=aim, **{"tubes": FLOODED, **setup})).page(CAPTAIN, "tdc")


def entered(**values: int) -> SeaRoom:
    """Return a captain who has entered values."""
    room = at_the_tdc()
    noted = {f"tdc.c1.{name}": f"{value}@0" for name, value in (AIM | values).items()}
    room.lenses[CAPTAIN] = {**room.lenses[CAPTAIN], **noted}
    return room


def at_the_tubes(**sea: Any) -> SeaRoom:
    """Return a captain at the tubes, of which the first two are flooded."""
    return SeaRoom.on(Boat(tubes=FLOODED), **sea).page(CAPTAIN, "arms")


PLANE = contact(kind="aircraft", by="lookout", fields={"bearing": 118, "range": 9000, "course": 250, "speed": 1400})


def at_the_gun(gun: str, seat: str = CAPTAIN) -> SeaRoom:
    """Return a seat at the sight of a gun that is laid on a freighter, or on an aircraft."""
    laid_on = "c3" if gun == "gun88" else "c6"
    seen = by_day() if gun == "gun88" else optics(2, aircraft=[{"contact": "c6", "at": 50, "up": 20}])
    manned = {gun: {"man": "captain.circle", "contact": laid_on}}
    room = SeaRoom.on(views=["bridge", gun], contacts=CONTACTS | {"c6": PLANE}, optics=seen, view_men=manned)
    return room.page(seat, "sight").press(seat, "push")


OVER_BRIDGE = [{"contact": "c6", "at": 76, "up": 12}]


def on_the_bridge() -> SeaRoom:
    """Return a navigator on the bridge with an aircraft in sight."""
    room = SeaRoom.on(views=["bridge"], contacts={"c6": PLANE}, optics=optics(1, aircraft=OVER_BRIDGE)).page(
        NAVIGATOR, "bridge"
    )
    return room.point(NAVIGATOR, 1150)


def tell(room: SeaRoom, kind: str, **facts: object) -> None:
    """Let all seats hear something now."""
    for seat in SEATS:
        known = room.heard.setdefault(seat, [])
        known.append(Heard(len(known) + 1, GAME.now(room.state) + room.later, kind, facts))


def launched(*left: int, after: int = 0, **results: str) -> SeaRoom:
    """Return a boat that launched tubes so many milliseconds ago; what came of them was perceived at once."""
    room = SeaRoom.on()
    for place, tube in enumerate(left):
        tell(room, "launched", tube=tube, torpedo="g7a", course=3472, run_s=96 + 2 * place, run_m=1489, track=83)
    for name, result in results.items():
        struck = {"contact": "c1"} if result == "hit" else {}
        tell(room, "torpedo", tube=int(name.removeprefix("t")), result=result, **struck)
    return room.wait(after)


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "tdc": (CAPTAIN, at_the_tdc),
    "tdc-entered": (CAPTAIN, lambda: entered().press(CAPTAIN, "push")),
    "tdc-too-fast": (CAPTAIN, lambda: entered(speed=40, aob=120)),
    "tdc-turn-boat": (CAPTAIN, lambda: entered(bearing=130, aob=-90)),
    "tdc-too-far": (CAPTAIN, lambda: entered(range=9000, torpedo=44)),
    "tdc-stern": (CAPTAIN, lambda: entered(bearing=180, aob=110, speed=7, range=1200)),
    "tdc-set": (CAPTAIN, lambda: at_the_tdc(f"{ORDER} torpedo=30")),
    "tdc-dry": (CAPTAIN, lambda: at_the_tdc(f"{ORDER} torpedo=30", tubes={})),
    "arms": (CAPTAIN, at_the_tubes),
    "arms-chosen": (CAPTAIN, lambda: at_the_tubes().press(CAPTAIN, "push").turn(CAPTAIN, 1).press(CAPTAIN, "push")),
    "arms-loading": (
        CAPTAIN,
        lambda: (
            at_the_tubes(tubes=tubes("loading g7a 900000", "empty", "loaded g7e", "flooded g7e", "empty"))
            .turn(CAPTAIN, 1)
            .press(CAPTAIN, "push")
        ),
    ),
    "sight-88": (CAPTAIN, lambda: at_the_gun("gun88")),
    "sight-20": (NAVIGATOR, lambda: at_the_gun("aa20", NAVIGATOR)),
    "bridge-aircraft": (NAVIGATOR, on_the_bridge),
    "run": (CAPTAIN, lambda: launched(1, 2, after=38_000)),
    "run-listen": (FIRST, lambda: launched(1, after=97_000)),
    "run-hit": (NAVIGATOR, lambda: launched(1, 2, after=1_000, t1="hit")),
    "run-dud": (ENGINEER, lambda: launched(1, after=1_000, t1="dud")),
    "run-miss": (CAPTAIN, lambda: launched(1, 2, 3, 4, after=1_000, t1="hit", t2="miss", t3="dud", t4="miss")),
}
"""Name -> seat, and how the moment is made."""
