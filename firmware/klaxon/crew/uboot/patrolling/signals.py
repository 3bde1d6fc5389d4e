"""The radio: what a captain has decoded and sent, the keys that are set, and what messages tell of ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace, cell_place
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.patrol.records import KNOWN
from klaxon.rules.uboot.radio.keys import key_of
from klaxon.rules.uboot.radio.records import IN, READ, TO_DO
from klaxon.rules.uboot.radio.waiting import ENIGMA, MOST_MESSAGES, bar_naming, open_messages
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View

WEATHER, CONVOY = "out-weather", "out-convoy"
AHEAD_S = 5 * 3600
"""Seconds from a message to when the ships pass the cell that it names."""
KEPT_S = 18 * 3600
"""Seconds for which a message leads anywhere."""


class ToldTraffic(NamedTuple):
    """Ships that a message tells of."""

    kind: str
    place: ChartPlace
    """The middle of the cell that they pass."""
    passing: float
    """Game time at which they do, in seconds."""
    course: float
    knots: float

    def at(self, game: float) -> ChartPlace:
        """Return where they are at a game time, as far as the message goes."""
        return self.place.after(self.course, self.knots * NM * (game - self.passing) / 3600)


def radio_wanted(board: OpenBoard) -> Iterator[Wanted]:
    """Yield what goes to the Enigma: all that came, and reports that an objective asks for."""
    waiting = open_messages(board)
    names = [name for name in waiting if _is_wanted(board, name)]
    chosen: tuple[str, ...] = ()
    for name in names[:MOST_MESSAGES]:
        if bar_naming(board, (*chosen, name)) is None:
            chosen = (*chosen, name)
    if chosen:
        yield ENIGMA, chosen


def _is_wanted(board: OpenBoard, name: str) -> bool:
    message = board.radio.find(name)
    if message is None or message.state not in TO_DO:
        return False
    return message.direction == IN or report_wanted(board, name)


def report_wanted(board: OpenBoard, name: str) -> bool:
    """Return whether an open objective asks for a report, here."""
    for objective in board.patrol.objectives:
        if objective.state != KNOWN:
            continue
        if name == CONVOY and objective.kind == "shadow":
            return True
        if name == WEATHER and objective.kind == "weather_report":
            return objective.word("cell") in ("", board.boat.cell)
    return False


def told_traffic(board: OpenBoard, game: float) -> list[ToldTraffic]:
    """Return what decoded messages tell of ships that may still be about."""
    chart, found = board.handbook.library.chart, []
    for message in board.radio.messages:
        about = dict(message.about)
        place = cell_place(chart, str(about.get("cell", ""))) if "traffic" in about and message.state == READ else None
        passing = message.at / 1000 + AHEAD_S
        if place is not None and game - passing < KEPT_S:
            found.append(
                ToldTraffic(str(about["traffic"]), place, passing, float(about["course"]), float(about["knots"]))
            )
    return found


def set_key(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Set the key of the first message on the Enigma; a clumsy hand takes a wrong letter now and then."""
    board = view.board
    asked = next(iter(board.radio.asked), None)
    message = board.radio.find(asked.message) if asked is not None else None
    if message is None:
        return None
    key = key_of(board, message)
    if pick(100) < notes.skill.slips // 2:
        key = key[1:] + key[:1]
    return Order(view.seat, "key", (message.name, key))
