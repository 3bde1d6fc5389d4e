"""Messages that may be sent: the weather, a convoy, an objective that was met (UBT-7.10e)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.rules.chance import draw
from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.patrol.objectives import note_report
from klaxon.rules.uboot.patrol.records import MET
from klaxon.rules.uboot.radio.cipher import LETTERS, telegram
from klaxon.rules.uboot.radio.records import BOAT, OUT, SENT, Facts, RadioMessage
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea import seam
from klaxon.rules.uboot.sea.watching.shown import waters_at
from klaxon.rules.uboot.step import Working

WEATHER, CONVOY, DONE = "weather", "convoy", "done"
GROUP = "group"
"""Kind of a contact that is a convoy; of one that a script tells of, its class."""


class Outgoing(NamedTuple):
    """A message of ours: when it may be sent, how long after the last one, and what it says."""

    name: str
    kind: str
    interval: int
    may_send: Callable[[Working], bool]
    say: Callable[[Working], Facts]


def _always(_work: Working) -> bool:
    return True


def _say_weather(work: Working) -> Facts:
    waters = work.board.waters
    return (("cell", work.board.boat.cell), ("weather", waters.weather), ("sea", waters.sea))


def has_convoy(work: Working) -> bool:
    """Return whether a convoy is in contact, by what has been found or by the script."""
    sea = work.state.sea
    is_found = any(sighting.body < 0 for sighting in sea.watches.sightings)
    return is_found or any(map(_is_convoy, sea.waters.contacts))


def _is_convoy(contact: Contact) -> bool:
    return GROUP in (contact.kind, contact.klass)


def _say_convoy(work: Working) -> Facts:
    """Return where the boat is by reckoning, and what the last report says of the convoy."""
    state, board = work.state, work.board
    waters = waters_at(state.sea, state.key, state.box, board.setting.navigator, work.game)
    contact = next(filter(_is_convoy, waters.contacts), None)
    told = dict(contact.fields) if contact is not None else {}
    seen = ((key, told[key]) for key in ("bearing", "range", "range_word", "course", "speed") if key in told)
    return (("cell", board.boat.cell), *seen)


def objectives_to_report(work: Working) -> tuple[str, ...]:
    """Return the objectives that were met, as the crew knows, and not reported yet."""
    objectives = work.board.patrol.objectives
    return tuple(each.name for each in objectives if each.state == MET and each.name not in work.board.radio.reported)


def _may_report_done(work: Working) -> bool:
    return bool(objectives_to_report(work))


def _say_done(work: Working) -> Facts:
    return tuple((f"met-{place}", name) for place, name in enumerate(objectives_to_report(work), start=1))


OUTGOING = {
    f"out-{kind}": Outgoing(f"out-{kind}", kind, interval, may_send, say)
    for kind, interval, may_send, say in (
        (WEATHER, 6 * HOUR, _always, _say_weather),
        (CONVOY, 2 * HOUR, has_convoy, _say_convoy),
        (DONE, 0, _may_report_done, _say_done),
    )
}


def outgoing_due(messages: tuple[RadioMessage, ...]) -> int | None:
    """Return when the interval after a message of ours is over."""
    return min((message.free for message in messages if message.free), default=None)


def end_intervals(work: Working, game: int) -> None:
    """Let messages be sent again whose interval is over; `review_outgoing` says whether there is reason to."""
    for message in work.board.radio.messages:
        if message.free and message.free <= game:
            work.board.radio = work.board.radio.holding(message._replace(free=0))


def review_outgoing(work: Working, game: int) -> None:
    """Let messages appear that may be sent, and go that may not; those that an order is about stay as they are."""
    board, sea = work.board, work.state.sea
    decided_by = (board.pending, board.radio, board.patrol.objectives, sea.watches.sightings, sea.waters.contacts)
    for name, appears in board.keep("outgoing", decided_by, lambda _: _find_changes(work)):
        if appears:
            board.radio = board.radio.holding(RadioMessage(name, OUT, game, BOAT))
            work.tell("message", message=name, dir=OUT)
        else:
            board.radio = board.radio.without(name)


def _find_changes(work: Working) -> list[tuple[str, bool]]:
    """Return the messages that appear now, each with True, and those that go, with False."""
    pending, radio = work.board.pending, work.board.radio
    held = pending.args if pending is not None else ()
    found = []
    for out in OUTGOING.values():
        if out.name in held or radio.is_asked(out.name):
            continue
        message, may_send = radio.find(out.name), out.may_send(work)
        if may_send and (message is None or (message.state == SENT and not message.free)):
            found.append((out.name, True))
        elif not may_send and message is not None and message.state != SENT:
            found.append((out.name, False))
    return found


def write_out(work: Working, message: RadioMessage) -> RadioMessage:
    """Return a message of ours as it is given to the Enigma now: its text, and an indicator drawn for it."""
    out = OUTGOING[message.name]
    about = out.say(work)
    indicator = LETTERS[draw(work.state.key, f"radio.{message.name}", work.game, len(LETTERS))]
    return message._replace(at=work.game, text=telegram(out.kind, about), about=about, indicator=indicator)


def send(work: Working, message: RadioMessage) -> None:
    """Send a message: it is told, counts for objectives, and the enemy may hear it (UBT-7.10f)."""
    out, radio = OUTGOING[message.name], work.board.radio
    sent = message._replace(state=SENT, at=work.game, free=work.game + out.interval if out.interval else 0)
    work.board.radio = radio.holding(sent)._replace(reported=(*radio.reported, *_met_in(message)))
    work.tell("transmitted", message=message.name, text=message.text)
    if out.kind != DONE:
        note_report(work, out.kind, work.game)
    seam.send_signal(work)


def _met_in(message: RadioMessage) -> tuple[str, ...]:
    return tuple(str(value) for key, value in message.about if key.startswith("met-"))
