"""Onlookers: people without a station. The umpire sees all and may act; spectators see public events, with a delay.

Each role has one session, however many pages look on. A page gets the latest tableau and nothing in between, so
slow readers miss nothing that matters.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from klaxon.console.games import onlooker_view_of
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.onlook.onlooker_view import LATER, NO_GAME, OnlookerMoment, Tableau, build_tableau, state_text
from klaxon.console.play.seat_client import SeatClient, SeatListener
from klaxon.rules.contract import SPECTATOR, UMPIRE, Order, Refusal, Seat
from klaxon.rules.text import UnreadableError
from klaxon.table.host import Tokens
from klaxon.table.session import Message
from klaxon.table.table import Table

DELAY = 60.0
"""Seconds by which spectators are behind, unless the host sets it."""
QUEUE = 512
"""Most moments that wait to be shown; if there are more, the oldest is dropped: the next one includes it."""
ACTS = ("pause", "resume", "undo", "end")
"""Acts of the umpire that are one word."""

Notice = Callable[[Phrases], str]
"""A notice for the umpire, in any language."""


class Crews(Protocol):
    """What the umpire can ask of a console besides its table."""

    def holders(self) -> Mapping[Seat, str]:
        """Return every seat with the station that works it, '' for understudies."""

    def stations_for(self, seat: str) -> Sequence[str]:
        """Return the stations that may work a seat."""

    def give(self, seat: Seat, successor: str) -> bool:
        """Give a seat to a station, or ('') to understudies; return whether that is possible."""

    def is_latin(self, language: str) -> bool:
        """Return whether columns are Latin in a language."""

    def describe(self, station: str, phrases: Phrases) -> str:
        """Return the name of a station with what is done there now."""

    def nickname_at(self, station: str) -> str:
        """Return who joined at a station, '' if nobody did."""


class OnlookerSeat(SeatListener):
    """A seat without a station, and the pages that look on from it."""

    seat: Seat

    def __init__(self, language: str = ENGLISH) -> None:
        """Begin without a game; `language` is the default for pages."""
        self.language = language
        self.is_latin: Callable[[str], bool] = lambda _: False
        """Language -> whether columns are Latin there."""
        self._lookers: list[Callable[[], None]] = []
        self._table: tuple[Table, str, str] | None = None
        self._client: SeatClient | None = None
        self._game = ""

    def phrases(self, language: str = "") -> Phrases:
        """Return the words of the game in a language, or in that of the console."""
        spoken = language or self.language
        return Phrases(self._game, spoken, latin=self.is_latin(spoken))

    def open(self, table: Table, game: str, keys: Tokens) -> None:
        """Handle the beginning of a game."""
        self._table, self._game = (table, game, keys.token_of[self.seat]), game
        self._attend()

    def close(self) -> None:
        """Handle that the table was left."""
        self._table = None
        self._attend()

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Start watching; `on_change` is called when the picture has changed. Return a function that ends it."""
        self._lookers.append(on_change)
        self._attend()

        def leave() -> None:
            self._lookers.remove(on_change)
            self._attend()

        return leave

    def picture(self, language: str = "") -> Tableau:
        """Return what a page shows now, in a language or in that of the console."""
        raise NotImplementedError

    def act(self, message: Mapping[str, Any]) -> bool:
        """Carry out a command of a page; return whether it is allowed."""
        return False

    def on_batch_end(self) -> None:
        """Called after a batch of messages was handled."""
        self._tell()

    def _attend(self) -> None:
        """Join the table if somebody watches, else leave it."""
        wanted = self._table if self._is_wanted() else None
        if self._client is not None and (wanted is None or self._client.table is not wanted[0]):
            self._client.close()
            self._client = None
            self.on_batch_end()
        if self._client is None and wanted is not None:
            table, _, token = wanted
            self._client = SeatClient(table, token, self.seat, [self.seat], self)

    def _is_wanted(self) -> bool:
        return True

    def _tell(self) -> None:
        for on_change in tuple(self._lookers):
            on_change()

    def _moment(self) -> OnlookerMoment | None:
        """Return what the seat knows now, None if there is no game."""
        client = self._client
        if client is None or self._table is None or not client.stands or not client.seen[self.seat].view:
            return None
        seen = client.seen[self.seat]
        return OnlookerMoment(self._table[1], seen.view, tuple(seen.heard), client.stands)

    def _show(self, language: str, moment: OnlookerMoment | None, otherwise: Tableau = NO_GAME) -> Tableau:
        if moment is None:
            return {**otherwise, "standing": state_text(otherwise["state"], self.phrases(language))}
        names = shown_names(moment.stands.get("names", {}))
        phrases = replace(self.phrases(language), game=moment.game, names=names)
        return build_tableau(moment, onlooker_view_of(moment.game), phrases)


class SpectatorSeat(OnlookerSeat):
    """The seat of spectators: what was announced, some time ago; or only when the game is over."""

    seat = SPECTATOR

    def __init__(self, delay: float | None = DELAY, language: str = ENGLISH) -> None:
        """Set the delay in seconds; None: until the game is over."""
        super().__init__(language)
        self.delay = delay
        self._waiting: deque[tuple[float, OnlookerMoment | None]] = deque(maxlen=QUEUE)
        self._shown: OnlookerMoment | None = None
        self._hidden = False
        self._timer: asyncio.TimerHandle | None = None

    def picture(self, language: str = "") -> Tableau:
        """Return what was announced up to then."""
        shown = self._show(language, self._shown, LATER if self._hidden else NO_GAME)
        return {**shown, "behind": round(self.delay)} if self.delay and self._shown is not None else shown

    def on_batch_end(self) -> None:
        """Queue the current state until it may be shown."""
        moment = self._moment()
        if self.delay is None:
            over = moment is not None and moment.stands["state"] == "over"
            self._hidden = moment is not None and not over
            self._release(moment if over else None)
            return
        self._waiting.append((asyncio.get_running_loop().time() + self.delay, moment))
        self._arm()

    def _arm(self) -> None:
        if self._timer is None and self._waiting:
            self._timer = asyncio.get_running_loop().call_at(self._waiting[0][0], self._ring)

    def _ring(self) -> None:
        self._timer = None
        now, shown = asyncio.get_running_loop().time(), self._shown
        while self._waiting and self._waiting[0][0] <= now:
            _, shown = self._waiting.popleft()
        self._release(shown)
        self._arm()

    def _release(self, moment: OnlookerMoment | None) -> None:
        self._shown = moment
        self._tell()


class UmpireSeat(OnlookerSeat):
    """The seat of the umpire, while a page of his is open."""

    seat = UMPIRE

    def __init__(self, crews: Crews, language: str = ENGLISH) -> None:
        """Start without a game; `crews` knows who works each seat."""
        super().__init__(language)
        self._crews = crews
        self._notice: Notice | None = None
        self._notices = 0

    def picture(self, language: str = "") -> Tableau:
        """Return the full state, who is waited for, and who sits where."""
        moment, phrases = self._moment(), self.phrases(language)
        shown = self._show(language, moment)
        notice = {"notice": {"n": self._notices, "text": self._notice(phrases)}} if self._notice else {}
        if moment is None:
            return {**shown, **notice}
        waiting = [_prompt_in_words(each, phrases) for each in moment.view["waiting"]]
        return {**shown, **notice, "waiting": waiting, **self._seats(phrases)}

    def act(self, message: Mapping[str, Any]) -> bool:
        """Pause, resume, undo, end, hand over a seat, or answer for somebody."""
        match message:
            case {"act": str(act)} if act in ACTS and len(message) == 1:
                self._do(act)
            case {"act": "hand-over", "seat": str(seat), "to": str(successor)} if len(message) == 3:
                if not self._crews.give(Seat(seat), successor):
                    self._note(_not_now)
            case {"answer": str(line), "seat": str(seat)} if len(message) == 2:
                self._answer(Seat(seat), line)
            case _:
                return False
        return True

    def on_answer(self, number: int, refused: Message | None) -> None:
        """Show why an order was refused."""
        if refused is not None:
            self._note(lambda phrases: phrases.refusal(Refusal(refused["code"], refused["facts"])))

    def wrong(self, code: str) -> None:
        """Show an error."""
        self._note(lambda phrases: phrases.find(f"wrong.{code}", _not_now(phrases)))

    def _is_wanted(self) -> bool:
        return bool(self._lookers)

    def _do(self, act: str) -> None:
        if self._client is not None:
            self._client.act(act)

    def _answer(self, seat: Seat, line: str) -> None:
        try:
            order = Order.read(f"{seat} {line}")
        except UnreadableError:
            self._note(_not_now)
            return
        if self._client is not None:
            self._client.order(order)

    def _note(self, notice: Notice) -> None:
        self._notice, self._notices = notice, self._notices + 1
        self._tell()

    def _seats(self, phrases: Phrases) -> Mapping[str, Any]:
        """Return who works each seat, and who else could."""
        seats = []
        for seat, holder in self._crews.holders().items():
            targets = [
                {"to": name, "text": self._crews.describe(name, phrases)} for name in self._crews.stations_for(seat)
            ]
            targets.append({"to": "", "text": phrases.say("menu.understudies")})
            nickname = self._crews.nickname_at(holder)
            who = f"{_who(seat, phrases)}: {nickname}" if nickname else _who(seat, phrases)
            seats.append({"seat": seat, "who": who, "at": holder, "heirs": targets})
        return {"seats": seats}


def _prompt_in_words(prompt: Mapping[str, Any], phrases: Phrases) -> Mapping[str, Any]:
    """Return an open prompt in words."""
    seat = prompt["seat"]
    lines = {phrases.order(Order.read(f"{seat} {line}")): line for line in reversed(prompt["lines"])}
    answers = [{"line": line, "text": text} for text, line in reversed(lines.items())]  # of equal ones the first
    return {"seat": seat, "key": prompt["key"], "who": _who(seat, phrases), "answers": answers}


def _who(seat: str, phrases: Phrases) -> str:
    boat, _, role = seat.partition(".")
    return phrases.say("seat", boat=phrases.boat(boat), role=phrases.role(role))


def _not_now(phrases: Phrases) -> str:
    return phrases.say("wrong.not-now")


class Onlookers:
    """The umpire's and the spectators' seats of a console."""

    def __init__(self, crews: Crews, language: str = ENGLISH) -> None:
        """Start without a game; `language` is the default language."""
        self.umpire, self.spectator = UmpireSeat(crews, language), SpectatorSeat(language=language)
        self.umpire.is_latin = self.spectator.is_latin = crews.is_latin
        self.others: list[OnlookerSeat] = []
        """Who else looks on: a hall, where this console is a table of one."""

    def open(self, table: Table, game: str, keys: Tokens) -> None:
        """Handle the beginning of a game."""
        for seat in (self.umpire, self.spectator, *self.others):
            seat.open(table, game, keys)

    def close(self) -> None:
        """Handle that the table was left."""
        for seat in (self.umpire, self.spectator, *self.others):
            seat.close()
