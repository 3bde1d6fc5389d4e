"""Stills of the attack: moments at TDC, tubes and on the run of torpedoes whose panels are kept as golden frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaxon.console.play.seat_client import Heard
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR, Room
from tests.console.kit.uboot_sea_stills import CONTACTS, by_day
from tests.console.kit.uboot_seas import SeaRoom
from tests.rules.uboot.kit.boat import GAME

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


READY = tubes("flooded g7a", "flooded g7a", "loaded g7e", "loaded g7e", "loaded g7e")
RESERVE = {"bow": {"g7a": 4, "g7e": 2}, "stern": {"g7a": 0, "g7e": 1}, "deck": {"g7a": 2, "g7e": 0}}


def solved(**more: Any) -> dict[str, Any]:
    """Return the answer of the TDC to that vector."""
    return {
        "contact": "c3",
        "aim": AIM,
        "valid": True,
        "lead": 172,
        "course": 3472,
        "gyro": 572,
        "run_s": 96,
        "run_m": 1489,
        "tube": "bow",
        "bow": "",
        "stern": "gyro",
        **more,
    }


def at_the_tdc(**sea: Any) -> SeaRoom:
    """Return a captain at the TDC of the freighter c3, as it was reported."""
    laid = {"tdc": {"man": "captain.circle", "contact": "c3"}, "periscope": {"man": "captain.square", "contact": ""}}
    room = SeaRoom.on(
        views=["periscope", "tdc"], view_men=laid, optics=by_day(), contacts=CONTACTS, tubes=READY, reserve=RESERVE
    )
    room.see(**{"shells": 220, **sea})
    return room.page(CAPTAIN, "tdc")


def entered(**values: int) -> SeaRoom:
    """Return a captain who has entered values."""
    room = at_the_tdc()
    noted = {f"tdc.c3.{name}": str(value) for name, value in (AIM | values).items()}
    room.lenses[CAPTAIN] = {**room.lenses[CAPTAIN], **noted}
    return room


def at_the_tubes(seat: str = CAPTAIN, **sea: Any) -> SeaRoom:
    """Return a captain at the tubes."""
    room = SeaRoom.on(contacts=CONTACTS, tubes=READY, reserve=RESERVE, shells=220).see(**sea)
    return room.page(seat, "arms")


def tell(room: SeaRoom, kind: str, **facts: object) -> None:
    """Let all seats hear something now."""
    for seat in SEATS:
        known = room.heard.setdefault(seat, [])
        known.append(Heard(len(known) + 1, GAME.now(room.state) + room.later, kind, facts))


def launched(*left: int, after: int = 0, **results: str) -> SeaRoom:
    """Return a boat that launched tubes so many milliseconds ago; what came of them was perceived at once."""
    room = SeaRoom.on(contacts=CONTACTS, tubes=READY, reserve=RESERVE, shells=220, solution=solved())
    for place, tube in enumerate(left):
        tell(room, "launched", tube=tube, torpedo="g7a", course=3472, run_s=96 + 2 * place)
    for name, result in results.items():
        struck = {"contact": "c3"} if result == "hit" else {}
        tell(room, "torpedo", tube=int(name.removeprefix("t")), result=result, **struck)
    return room.wait(after)


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "tdc": (CAPTAIN, at_the_tdc),
    "tdc-entered": (CAPTAIN, lambda: entered().press(CAPTAIN, "push")),
    "tdc-too-fast": (CAPTAIN, lambda: entered(speed=40, aob=120)),
    "tdc-turn-boat": (CAPTAIN, lambda: entered(bearing=130, aob=-90)),
    "tdc-too-far": (CAPTAIN, lambda: entered(range=9000, torpedo=44)),
    "tdc-stern": (CAPTAIN, lambda: entered(bearing=180, aob=110, speed=7, range=1200)),
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
    "run": (CAPTAIN, lambda: launched(1, 2, after=38_000)),
    "run-listen": (FIRST, lambda: launched(1, after=97_000)),
    "run-hit": (NAVIGATOR, lambda: launched(1, 2, after=1_000, t1="hit")),
    "run-dud": (ENGINEER, lambda: launched(1, after=1_000, t1="dud")),
    "run-miss": (CAPTAIN, lambda: launched(1, 2, 3, 4, after=1_000, t1="hit", t2="miss", t3="dud", t4="miss")),
}
"""Name -> seat, and how the moment is made."""
