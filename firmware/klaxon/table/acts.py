"""Acts of the table: what people decide about a game beside its orders. Each returns an error, '' where it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from klaxon.rules.contract import UMPIRE
from klaxon.table.naming import christen
from klaxon.table.session import Message, Session, named_seat

if TYPE_CHECKING:
    from klaxon.table.table import Table

Act = Callable[["Table", Session, Message], str]


def _pause(table: Table, session: Session, _message: Message) -> str:
    seat = _speaker(table, session)
    if not seat or table.play.paused or table.play.outcome:
        return "not-now"
    table.catch_up()
    table.play.pause(seat)
    table.hold(running=False)
    table.turn_pages()
    return ""


def _resume(table: Table, session: Session, _message: Message) -> str:
    seat = _speaker(table, session)
    if not seat or not table.play.paused or table.counting_in:
        return "not-now"
    table.counting_in = True
    table.loop.call_later(table.count_in, _go_on, table, seat)
    table.tell_table()
    return ""


def _go_on(table: Table, seat: str) -> None:
    table.counting_in = False
    if table.play.paused:
        table.play.resume(seat)
        table.turn_pages()
        table.hold(running=True)
    table.tell_table()


def _concede(table: Table, session: Session, message: Message) -> str:
    boat = _captain(session, message)
    if not boat or table.play.outcome:
        return "not-now"
    table.catch_up()
    others = [other for other in _boats(table) if other != boat]
    table.play.end(others[0] if others else "", "conceded", f"{boat}.captain")
    table.turn_pages()
    return ""


def _draw(table: Table, session: Session, message: Message) -> str:
    boat = _captain(session, message)
    if not boat or table.play.outcome:
        return "not-now"
    if _answers(table, "draw", boat):
        table.asked = None
        table.catch_up()
        table.play.end("draw", "agreed", f"{boat}.captain")
        table.turn_pages()
    else:
        table.asked = {"what": "draw", "by": boat}
        table.tell_table()
    return ""


def _undo(table: Table, session: Session, message: Message) -> str:
    """Undo: the umpire at once; a captain asks, the other grants."""
    if UMPIRE in session.watches:
        count = message.get("count", 1)
        return _take_back(table, count if isinstance(count, int) else 0, UMPIRE)
    boat = _captain(session, message)
    if not boat:
        return "not-now"
    if _answers(table, "undo", boat):
        table.asked = None
        return _take_back(table, 1, f"{boat}.captain")
    table.asked = {"what": "undo", "by": boat}
    table.tell_table()
    return ""


def _take_back(table: Table, count: int, by: str) -> str:
    table.catch_up()
    refusal = table.play.undo(count, by)
    if refusal is not None:
        return refusal.code
    table.clock.set(table.play.now)
    table.hold(running=True)
    table.turn_pages()
    return ""


def _no(table: Table, session: Session, _message: Message) -> str:
    if table.asked is None or not _speaker(table, session):
        return "not-now"
    table.asked = None
    table.tell_table()
    return ""


def _rematch(table: Table, session: Session, message: Message) -> str:
    boat = _captain(session, message)
    if not boat or not table.play.outcome:
        return "not-now"
    table.wants_rematch.add(boat)
    table.asked = {"what": "rematch", "by": boat}
    table.tell_table()
    if table.wants_rematch >= set(_boats(table)):
        return table.rematch()
    return ""


def _take(table: Table, session: Session, message: Message) -> str:
    seat = named_seat(message)
    if seat not in table.keyring[session.token]:
        return "not-your-seat"
    table.seat(session, seat)
    table.refresh(session)
    table.tell_table()
    return ""


def _leave(table: Table, session: Session, message: Message) -> str:
    seat = named_seat(message)
    if seat not in session.watches:
        return "not-your-seat"
    table.unseat(session, seat)
    return ""


def _hand_over(table: Table, session: Session, message: Message) -> str:
    """The umpire gives a seat to somebody else who is at the table."""
    seat, name = named_seat(message), message.get("to")
    if UMPIRE not in session.watches or seat not in table.play.game.seats:
        return "not-now"
    heirs = [other for other in table.sessions if other.name == name and other.known]
    if not heirs:
        return "nobody-there"
    for other in table.sessions:
        if seat in other.watches and other not in heirs:
            table.unseat(other, seat)
    table.seat(heirs[0], seat)
    table.refresh(heirs[0])
    table.tell_table()
    return ""


def _name(table: Table, session: Session, message: Message) -> str:
    boat = str(message.get("boat"))
    if boat not in {seat.partition(".")[0] for seat in session.watches}:
        return "not-your-seat"
    return christen(table, boat, message.get("name"))


def _unsaved(table: Table, session: Session, _message: Message) -> str:
    return "" if _speaker(table, session) and table.ledger.go_on_unsaved() else "not-now"


def _end(table: Table, session: Session, _message: Message) -> str:
    if UMPIRE not in session.watches or table.play.outcome:
        return "not-now"
    table.catch_up()
    table.play.end()
    table.turn_pages()
    return ""


def _speaker(table: Table, session: Session) -> str:
    """Return the seat by which a session speaks for the table, '' where it has none."""
    return next((seat for seat in session.watches if seat == UMPIRE or seat in table.play.game.seats), "")


def _captain(session: Session, message: Message) -> str:
    """Return the boat whose captain speaks, '' where none does."""
    seat = named_seat(message)
    boat, _, role = seat.partition(".") if seat in session.watches else ("", "", "")
    return boat if role == "captain" else ""


def _boats(table: Table) -> list[str]:
    return list(dict.fromkeys(seat.partition(".")[0] for seat in table.play.game.seats))


def _answers(table: Table, what: str, boat: str) -> bool:
    return table.asked is not None and table.asked["what"] == what and table.asked["by"] != boat


ACTS: Mapping[str, Act] = {
    "pause": _pause,
    "resume": _resume,
    "concede": _concede,
    "draw": _draw,
    "undo": _undo,
    "no": _no,
    "rematch": _rematch,
    "take": _take,
    "leave": _leave,
    "hand-over": _hand_over,
    "name": _name,
    "unsaved": _unsaved,
    "end": _end,
}
