"""The script: a game in text. Every line gets exactly one answer, whatever the line is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from klaxon.data import ContentError
from klaxon.rules.content.faults import nearest
from klaxon.rules.contract import SPECTATOR, UMPIRE, Game, Ms, Order, Refusal, Seat, unreadable
from klaxon.rules.domains import Token, about, endless
from klaxon.rules.games import GAMES, game_named
from klaxon.rules.text import UnreadableError, read_tokens
from klaxon.rules.walks import walks
from klaxon.table.play import Play
from klaxon.table.setup import Library, make_header

Answer = dict[str, Any]
Words = tuple[Token, ...]
LONGEST_LINE = 64 * 1024
MOST = 2000
"""Most orders of a verb that are listed one by one."""
LATEST = 10**12
"""A moment of play that no game reaches."""


class Script:
    """A table driven by lines of text. Answers are data; the caller makes messages of them."""

    def __init__(self, library: Library) -> None:
        """Begin without a game; content comes from a library."""
        self.play: Play | None = None
        self._library = library

    @property
    def game(self) -> str:
        """The name of the game in play, '' before there is one."""
        return self.play.game.name if self.play else ""

    def answer(self, line: bytes) -> Answer:
        """Return the answer to a line."""
        if len(line) > LONGEST_LINE:
            return _refusal_answer(Refusal("syntax", {"near": "a line of more than 64 KiB"}))
        try:
            tokens, answers = read_tokens(line.decode("utf-8"))
        except UnicodeDecodeError:
            return _refusal_answer(Refusal("syntax", {"near": "bytes that are not UTF-8"}))
        except UnreadableError as error:
            return _refusal_answer(unreadable(error))
        if not tokens:
            return {"ok": True}
        if tokens[0] == "new":
            return self._new(tokens[1:])
        if self.play is None:
            return _refusal_answer(Refusal("no-game"))
        statement = _STATEMENTS.get(tokens[0]) if isinstance(tokens[0], str) else None
        return statement(self.play, tokens[1:]) if statement else _order(self.play, tokens, answers)

    def _new(self, words: Words) -> Answer:
        name = words[0] if words and isinstance(words[0], str) else ""
        if name not in GAMES:
            facts = {"game": name, "nearest": nearest(name, GAMES), "games": ", ".join(GAMES)}
            return _refusal_answer(Refusal("unknown-game", facts))
        if stray := _stray(words[1:]):
            return _refusal_answer(stray)
        asked = _pairs(words[1:])
        seed = asked.pop("seed", "0")
        game = game_named(name)
        try:
            header = make_header(game, asked, self._library, seed)
        except ContentError as error:
            return _refusal_answer(Refusal(error.code, error.facts))
        if isinstance(header, list):
            return _refusal_answer(header[0], header)
        state = game.setup(header)
        if isinstance(state, Refusal):
            return _refusal_answer(state)
        self.play = Play(game, header, state)
        return {"ok": True, "game": name, "options": {**header.options, "seed": seed}}


def _order(play: Play, words: Words, answers: str | None) -> Answer:
    try:
        order = Order.of_tokens(words, answers)
    except UnreadableError as error:
        return _refusal_answer(unreadable(error))
    step = play.order(order)
    return _refusal_answer(step) if isinstance(step, Refusal) else _new_events(play)


def _view(play: Play, words: Words) -> Answer:
    seat = _seat(play, words)
    rest = words[2:] if words[1:2] == ("lens",) else words[1:]
    if isinstance(seat, Refusal):
        return _refusal_answer(seat)
    if stray := _stray(rest):
        return _refusal_answer(stray)
    return {"ok": True, "view": play.game.show(play.game.sight(play.state, seat, _pairs(rest)).view)}


def _orders(play: Play, words: Words) -> Answer:
    seat = _seat(play, words)
    if isinstance(seat, Refusal):
        return _refusal_answer(seat)
    view = play.game.sight(play.state, seat, {}).view
    verbs = [offer.verb for offer in play.game.offers(view) if offer.barred is None]
    return {"ok": True, "orders": [line for verb in verbs for line in _ways(play.game, seat, view, verb)]}


def _ways(game: Game[Any, Any], seat: Seat, view: Any, verb: str) -> list[str]:
    """Return every order of a verb; if they are infinite or too many to read, the verb with its first argument."""
    field = game.field(view, Order(seat, verb))
    found = [str(order).removeprefix(f"{seat} ") for order in islice(walks(game, seat, view, verb), MOST + 1)]
    if field is None or (0 < len(found) <= MOST and not endless(field.domain)):
        return found
    return [*(found if len(found) <= MOST else ()), f"{verb} <{about(field.domain)}>"]


def _at(play: Play, words: Words) -> Answer:
    match words:
        case (str(word),) if word.isascii() and word.isdigit() and len(word) <= 13 and int(word) <= LATEST:
            events = play.pass_time(Ms(int(word)))
            return _refusal_answer(events) if isinstance(events, Refusal) else {**_new_events(play), "now": play.now}
        case _:
            return _refusal_answer(Refusal("bad-moment", {"latest": LATEST}))


def _state(play: Play, _words: Words) -> Answer:
    outcome = play.outcome
    return {
        "ok": True,
        "over": outcome is not None,
        "winner": (outcome.winner or None) if outcome else None,
        "reason": outcome.reason if outcome else None,
        **({"facts": dict(outcome.facts)} if outcome and outcome.facts else {}),
        "now": play.now,
        "paused": play.paused,
        "digest": play.digest(),
    }


def _umpire(play: Play, words: Words) -> Answer:
    match words:
        case ("pause",):
            play.pause()
        case ("resume",):
            play.resume()
        case ("end",):
            play.end()
        case ("undo", *count) if len(count) <= 1:
            number = str(count[0]) if count else "1"
            refusal = play.undo(int(number[:9]) if number.isascii() and number.isdigit() else 0)
            if refusal is not None:
                return _refusal_answer(refusal)
        case _:
            return _refusal_answer(Refusal("unknown-act", {"acts": "pause, resume, undo N, end"}))
    return _new_events(play)


_STATEMENTS: Mapping[str, Callable[[Play, Words], Answer]] = {
    "view": _view,
    "orders": _orders,
    "at": _at,
    "state": _state,
    "umpire": _umpire,
}


def _seat(play: Play, words: Words) -> Seat | Refusal:
    seats = (*play.game.seats, UMPIRE, SPECTATOR)
    word = words[0] if words else ""
    if isinstance(word, str) and word in seats:
        return Seat(word)
    return Refusal("unknown-seat", {"seat": word, "seats": ", ".join(seats)})


def _pairs(words: Words) -> dict[str, str]:
    return {token[0]: token[1] for token in words if isinstance(token, tuple)}


def _stray(words: Words) -> Refusal | None:
    """Return the refusal of a word where only `key=value` is allowed, or of a duplicate key."""
    said: set[str] = set()
    for word in words:
        if isinstance(word, str):
            return Refusal("stray-word", {"word": word})
        if word[0] in said:
            return Refusal("key-twice", {"key": word[0]})
        said.add(word[0])
    return None


def _new_events(play: Play) -> Answer:
    """Return the events since the last answer, each with who may perceive it: `*` for all."""
    everyone = len(play.game.seats) + 2
    shown = [
        {"type": event.type, **event.facts, "to": ["*"] if len(event.to) == everyone else sorted(event.to)}
        for page in play.take_pages()
        for event in page.events
    ]
    return {"ok": True, "events": shown}


def _refusal_answer(refusal: Refusal, every: Sequence[Refusal] = ()) -> Answer:
    answer: Answer = {"ok": False, "refusal": refusal.code, "facts": dict(refusal.facts)}
    if len(every) > 1:
        answer["all"] = [{"refusal": each.code, "facts": dict(each.facts)} for each in every]
    return answer
