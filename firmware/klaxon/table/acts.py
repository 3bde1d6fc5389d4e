"""Table acts: decisions about a game outside of its orders. Each function returns an error code, '' on success."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import DRAW, SEA, UMPIRE, boat_of
from klaxon.table.running_game import RunningGame
from klaxon.table.session import Message, Session, named_seat

Act = Callable[[RunningGame, Session, Message], str]
QUICK_WORDS = ("contact", "silent", "wait", "ready", "on", "yes", "no", "help")
"""What may be said to the own crew, which may sit in two rooms; each station says it in its own language."""
ASK_AGAIN = 30.0
"""Seconds before a boat may repeat a question that was declined."""


def _pause(table: RunningGame, session: Session, _message: Message) -> str:
    seat = _speaker(table, session)
    if not seat or table.play.paused or table.play.outcome:
        return "not-now"
    table.pause(seat)
    return ""


def _resume(table: RunningGame, session: Session, _message: Message) -> str:
    seat = _speaker(table, session)
    return count_in(table, seat) if seat else "not-now"


def count_in(table: RunningGame, seat: str) -> str:
    """Let a paused game go on after the count-in, in the name of a seat; return the error, '' where it will."""
    if not table.play.paused or table.counting_in:
        return "not-now"
    if table.is_console_away:
        return "console-away"
    table.counting_in = True
    table.loop.call_later(table.count_in, _go_on, table, seat)
    table.tell_table()
    return ""


def _go_on(table: RunningGame, seat: str) -> None:
    table.counting_in = False
    if table.play.paused and not table.is_console_away:
        table.play.resume(seat)
        table.turn_pages()
        table.hold(running=True)
    table.tell_table()


def _concede(table: RunningGame, session: Session, message: Message) -> str:
    boat = _captain(table, session, message)
    if not boat or table.play.outcome:
        return "not-now"
    table.catch_up()
    others = [other for other in table.play.game.boats if other != boat]
    table.play.end(others[0] if others else SEA, "conceded", table.play.game.captain(boat))
    table.turn_pages()
    return ""


def _draw(table: RunningGame, session: Session, message: Message) -> str:
    boat = _captain(table, session, message)
    if not boat or table.play.outcome or _is_alone(table):
        return "not-now"
    if not _answers(table, "draw", boat):
        return _ask(table, "draw", boat)
    table.asked = None
    table.catch_up()
    table.play.end(DRAW, "agreed", table.play.game.captain(boat))
    table.turn_pages()
    return ""


def _ask(table: RunningGame, what: str, boat: str) -> str:
    """Ask the other boat. A question that was just declined is not asked again, since it interrupts a captain."""
    question = {"what": what, "by": boat}
    if question == table.declined and table.loop.time() < table.ask_after:
        return "asked-already"
    table.asked, table.declined = question, None
    table.tell_table()
    return ""


def _undo(table: RunningGame, session: Session, message: Message) -> str:
    """Undo. The umpire may at once; a captain asks the other captain. With one boat the captain decides alone."""
    if UMPIRE in session.watches:
        count = message.get("count", 1)
        return _take_back(table, count if isinstance(count, int) else 0, UMPIRE)
    boat = _captain(table, session, message)
    if not boat:
        return "not-now"
    if _answers(table, "undo", boat) or _is_alone(table):
        table.asked = None
        return _take_back(table, 1, table.play.game.captain(boat))
    return _ask(table, "undo", boat)


def _take_back(table: RunningGame, count: int, by: str) -> str:
    table.catch_up()
    refusal = table.play.undo(count, by)
    if refusal is not None:
        return refusal.code
    table.clock.set(table.play.now)
    table.hold(running=True)
    table.turn_pages()
    return ""


def _no(table: RunningGame, session: Session, _message: Message) -> str:
    if table.asked is None or not _speaker(table, session):
        return "not-now"
    table.asked, table.declined = None, table.asked
    table.ask_after = table.loop.time() + ASK_AGAIN
    table.wants_rematch.clear()
    table.tell_table()
    return ""


def _rematch(table: RunningGame, session: Session, message: Message) -> str:
    boat = _captain(table, session, message)
    if not boat or not table.play.outcome:
        return "not-now"
    asks = not _answers(table, "rematch", boat) and not _is_alone(table)
    if asks and (wrong := _ask(table, "rematch", boat)):
        return wrong
    table.wants_rematch.add(boat)
    if table.wants_rematch >= set(table.play.game.boats):
        return table.rematch()
    return ""


def _sequel(table: RunningGame, session: Session, message: Message) -> str:
    """Begin the sequel of a linked game. Such a game has one boat: its captain decides alone."""
    return table.begin_sequel() if _captain(table, session, message) and table.has_sequel else "not-now"


def _take(table: RunningGame, session: Session, message: Message) -> str:
    seat = named_seat(message)
    if seat not in table.seats_by_token[session.token]:
        return "not-your-seat"
    table.seat(session, seat)
    table.refresh(session)
    table.tell_table()
    return ""


def _leave(table: RunningGame, session: Session, message: Message) -> str:
    seat = named_seat(message)
    if seat not in session.watches:
        return "not-your-seat"
    table.unseat(session, seat)
    return ""


def _hand_over(table: RunningGame, session: Session, message: Message) -> str:
    """Let the umpire hand a seat to another client at the table whose token allows it."""
    seat, name = named_seat(message), message.get("to")
    if UMPIRE not in session.watches or seat not in table.play.game.seats:
        return "not-now"
    named = [other for other in table.sessions if other.name == name and other.is_known]
    targets = [other for other in named if seat in table.seats_by_token[other.token]]
    if len(targets) != 1:  # who else may have the name is not asked: a spectator must not keep an heir out by his
        return "two-of-a-name" if targets else "not-their-seat" if named else "nobody-there"
    successor = targets[0]
    for other in table.sessions:
        if seat in other.watches and other is not successor:
            table.unseat(other, seat)
    table.seat(successor, seat)
    table.refresh(successor)
    table.tell_table()
    return ""


def _name(table: RunningGame, session: Session, message: Message) -> str:
    boat = str(message.get("boat"))
    if boat not in map(boat_of, session.watches):
        return "not-your-seat"
    return table.set_boat_name(boat, message.get("name"))


def _tell_crew(table: RunningGame, session: Session, message: Message) -> str:
    """Say a word to the own crew: nobody else hears it, it is no row of the game, and changes nothing."""
    seat, word = named_seat(message), message.get("word")
    if seat not in session.watches or seat not in table.play.game.seats:
        return "not-your-seat"
    if word not in QUICK_WORDS:
        return "unknown-word"
    if not session.may_tell_crew():
        return "too-fast"
    for other in table.sessions:
        if any(boat_of(each) == boat_of(seat) for each in other.watches):
            other.send({"word": word, "by": seat})
    return ""


def _refuse_unsaved(table: RunningGame, session: Session, _message: Message) -> str:
    return "" if _speaker(table, session) and table.ledger.go_on_unsaved() else "not-now"


def _end(table: RunningGame, session: Session, _message: Message) -> str:
    if UMPIRE not in session.watches or table.play.outcome:
        return "not-now"
    table.catch_up()
    table.play.end()
    table.turn_pages()
    return ""


def _speaker(table: RunningGame, session: Session) -> str:
    """Return the seat in whose name a session acts at the table, '' if it has none."""
    return next((seat for seat in session.watches if seat == UMPIRE or seat in table.play.game.seats), "")


def _captain(table: RunningGame, session: Session, message: Message) -> str:
    """Return the boat whose captain this is, '' if it is no captain."""
    seat, game = named_seat(message), table.play.game
    return next((boat for boat in game.boats if seat in session.watches and seat == game.captain(boat)), "")


def _is_alone(table: RunningGame) -> bool:
    """Return whether there is only one boat: its captain decides alone what two captains would have to agree on."""
    return len(table.play.game.boats) == 1


def _answers(table: RunningGame, what: str, boat: str) -> bool:
    return table.asked is not None and table.asked["what"] == what and table.asked["by"] != boat


ACTS: Mapping[str, Act] = {
    "pause": _pause,
    "resume": _resume,
    "concede": _concede,
    "draw": _draw,
    "undo": _undo,
    "no": _no,
    "rematch": _rematch,
    "sequel": _sequel,
    "take": _take,
    "leave": _leave,
    "hand-over": _hand_over,
    "name": _name,
    "word": _tell_crew,
    "unsaved": _refuse_unsaved,
    "end": _end,
}
