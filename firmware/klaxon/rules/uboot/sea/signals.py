"""What the enemy hears of us by radio: for a while it searches where a message was sent (UBT-7.10f, UBT-5#56)."""

from __future__ import annotations

from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.hunt.source import send_one
from klaxon.rules.uboot.sea.numbers import NM, even, happens
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.records import Datum
from klaxon.rules.uboot.sea.truth import HeardSignal
from klaxon.rules.uboot.sea.watching.reach import HEARD_WITHIN

HEARD_FROM = "1942-07-01"
"""Missions from this date on: the enemy has direction finders at sea."""
SEARCH_MS = 3 * HOUR
SEND_PPM = 150_000
"""Chance that an escort is sent to look."""
ERROR = 5 * NM


def hear_signal(work: SeaWork, game: int) -> None:
    """Let the enemy hear a message that is sent now; nobody aboard notices."""
    if work.mission.date < HEARD_FROM:
        return
    x, y = work.leg(game).place(game)
    number = work.signal.heard
    work.signal = HeardSignal(x, y, game + SEARCH_MS, number + 1)
    work.mark(OWN)
    place = _nearest_group(work, x, y, game)
    if place >= 0 and happens(work.key, "signal", number, SEND_PPM):
        off_x, off_y = (even(work.key, f"signal.{axis}", number, -ERROR, ERROR) for axis in "xy")
        send_one(work, place, Datum(game, "signal", work.traffic.groups[place].name, x + off_x, y + off_y), game)


def _nearest_group(work: SeaWork, x: int, y: int, game: int) -> int:
    """Return the group that has the escort nearest to a place, within 30 nm; -1 without any."""
    found, classes = [], ship_classes(work.box)
    for place, group in enumerate(work.traffic.groups):
        for number in range(group.first, group.first + group.size):
            ship = work.traffic.ships[number]
            if classes[ship.type].is_escort and not is_lost(ship):
                there_x, there_y = leg_of_number(work, number, game).place(game)
                found.append(((there_x - x) ** 2 + (there_y - y) ** 2, place))
    off, place = min(found, default=(0, -1))
    return place if off <= HEARD_WITHIN**2 else -1


def signal_due(work: SeaWork) -> int | None:
    """Return when the enemy no longer searches where it has heard us."""
    return work.signal.until or None


def forget_signal(work: SeaWork, _game: int) -> None:
    """Let the search be over: the enemy looks as hard as ever."""
    work.signal = HeardSignal(heard=work.signal.heard)
    work.mark(OWN)
