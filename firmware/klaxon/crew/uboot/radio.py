"""The radio of the understudies: what the captain has decoded and sent, and the key that the first officer sets."""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.patrol.records import KNOWN
from klaxon.rules.uboot.radio.keys import key_of
from klaxon.rules.uboot.radio.records import IN
from klaxon.rules.uboot.radio.waiting import ENIGMA, MOST_MESSAGES, bar_naming, open_messages
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View

CONVOY = "out-convoy"
MOST_ORDERS = 2
"""Orders for the Enigma in a watch: what comes after the first would else keep ours waiting for ever."""
WORTH_SENDING = {"out-weather": "weather_report", CONVOY: "shadow"}
"""A message of ours -> the kind of objective that it serves; others are not worth an order."""


def set_key(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Set the key of the first message that is on the Enigma: all have a sheet of keys, and look it up."""
    asked = next(iter(view.board.radio.asked), None)
    message = view.board.radio.find(asked.message) if asked is not None else None
    return None if message is None else Order(view.seat, "key", (message.name, key_of(view.board, message)))


def messages_wanted(board: OpenBoard) -> tuple[str, ...]:
    """Return the messages to be worked at: all that came, then those of ours that serve an open objective.

    They are as many as one man of now has slots for, but one at least.
    """
    wanted: tuple[str, ...] = ()
    for name in sorted(filter(lambda each: _is_wanted(board, each), open_messages(board)), key=_is_ours):
        if len(wanted) < MOST_MESSAGES and (not wanted or bar_naming(board, (*wanted, name)) is None):
            wanted = (*wanted, name)
    return wanted


def messages_due(board: OpenBoard, notes: WatchNotes) -> tuple[str, ...]:
    """Return the messages that the captain has worked at now: none twice in a watch, and no more than two orders."""
    worked_at = [order.split()[1:] for order in notes.given if order.startswith(ENIGMA)]
    if len(worked_at) >= MOST_ORDERS:
        return ()
    return tuple(name for name in messages_wanted(board) if not any(name in names for names in worked_at))


def _is_ours(name: str) -> bool:
    return name in WORTH_SENDING


def _is_wanted(board: OpenBoard, name: str) -> bool:
    message = board.radio.find(name)
    if message is not None and message.direction == IN:
        return True
    kind = WORTH_SENDING.get(name, "")
    served = [each for each in board.patrol.objectives if each.state == KNOWN and each.kind == kind]
    return any(each.word("cell") in ("", board.boat.cell) for each in served)
