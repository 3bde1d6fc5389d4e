"""A history: what clients sent and saw over the lives of a table, and the judge that holds it to the journal.

A life begins when a table is opened and ends when it is closed or killed. The judge knows what clients know, the rows
that are left, and how many were on the disk at a moment. It demands:

- every order that was answered with `sent` is in the journal exactly once, in the order in which its boat gave them;
  a kill may take the last of them, where nothing of them was told; nothing is there that nobody gave;
- what a seat heard is what the journal says it heard, with the same number, and its row was on the disk before;
- a client that reads hears every number of a seat, one after the other, in the order of the rows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from klaxon.rules.contract import Order, Seat
from klaxon.table.play import JournalRow, Play
from klaxon.table.session import Message, Session
from klaxon.table.table import Table
from tests.table.kit.travel import Client


class Told(NamedTuple):
    """Something a client heard, and how many rows were on the disk when it came."""

    by: str
    seat: str
    heard: Message
    rows: int
    unsaved: bool


class Given(NamedTuple):
    """An order a client gave, and its answer: `sent`, `refused`, '' where none ever came.

    `forgotten`: the table heard it so long ago that it does not remember what it answered.
    """

    line: str
    answer: str


@dataclass
class Life:
    """One life of a table, as its clients know it."""

    found: int
    """Rows in the journal when it began."""
    killed: bool = False
    told: list[Told] = field(default_factory=list)
    orders: dict[str, dict[int, Given]] = field(default_factory=dict)
    """Boat -> number -> order."""
    wrong: list[str] = field(default_factory=list)
    """What a client saw to be wrong by itself."""
    views: dict[Seat, Message] = field(default_factory=dict)
    """What the seats saw when all was over."""


class Witness(Client):
    """A client that notes what it gives and hears, repeats what is not answered, and comes back when it was cut off."""

    def __init__(self, table: Table, boat: str, seats: Sequence[str], life: Life, rows: Callable[[], int]) -> None:
        self.boat, self.life, self._rows = boat, life, rows
        self.orders = life.orders.setdefault(boat, {})
        self.lazy = False
        self.state = self.why = ""
        self._last: dict[str, int] = {}
        self._seats = seats
        super().__init__(table, boat, *seats)
        self.read()  # orders are counted on from what the table has heard under this name

    def on_news(self) -> None:
        """Read at once, unless this one reads when it likes."""
        if not self.lazy:
            asyncio.get_running_loop().call_soon(self.read)

    def on_gap(self) -> None:
        """After a gap numbers may be missing."""
        self._last.clear()

    def give(self, line: str, number: int | None = None) -> int:
        """Give an order, and remember it until it is answered."""
        number = number or self.order_number + 1
        self.orders.setdefault(number, Given(line, ""))
        return super().give(line, number)

    def unanswered(self) -> list[int]:
        """Return the orders that no answer came to."""
        return [number for number, given in self.orders.items() if not given.answer]

    def ask_again(self) -> None:
        """Give all orders once more that were not answered, and one that was."""
        newest = self.order_number
        for number in [*self.unanswered(), *list(self.orders)[-1:]]:
            self.give(self.orders[number].line, number)
        self.order_number = newest

    def come_back(self) -> None:
        """Lose the connection and sit down again under the same name."""
        self.table.close_session(self.session)
        self.session = Session(asyncio.get_running_loop().time, self.on_news)
        self._last.clear()
        self.table.open_session(self.session)
        self.say(hello=1, token=self.boat, name=f"{self.boat} player", seats=list(self._seats))

    def read(self) -> list[Message]:
        """Read what has come, and note it."""
        messages = super().read()
        for message in messages:
            self._note(message)
        return messages

    def _note(self, message: Message) -> None:
        match message:
            case {"welcome": {"order": int(heard)}}:
                self.order_number = max(self.order_number, heard)
            case {"table": {"state": str(state), "why": str(why)}}:
                self.state, self.why = state, why
            case {"sent": int(number)}:
                self._answer(number, "sent")
            case {"refused": int(number)}:
                self._answer(number, "refused")
            case {"error": "old-order", "order": int(number)}:
                self._answer(number, self.orders[number].answer or "forgotten")
            case {"heard": dict(heard), "seat": str(seat)}:
                self._hear(seat, heard)

    def _answer(self, number: int, answer: str) -> None:
        before = self.orders[number].answer
        if before not in ("", answer):
            self.life.wrong.append(f"{self.boat} is answered {before}, then {answer} to order {number}")
        self.orders[number] = self.orders[number]._replace(answer=answer)

    def _hear(self, seat: str, heard: Message) -> None:
        last = self._last.get(seat)
        if last is not None and heard["n"] > last + 1:
            self.life.wrong.append(f"{seat} hears {heard['n']} after {last}")
        if last is None or heard["n"] > last:
            self._last[seat] = heard["n"]
        unsaved = self.state == "unsaved" or (self.state == "over" and self.why != "")
        self.life.told.append(Told(self.boat, seat, heard, self._rows(), unsaved))


class Truth:
    """What the rows of a journal say: every seat's events with their numbers, and the state at the end."""

    def __init__(self, play: Play, rows: Sequence[JournalRow]) -> None:
        """Replay rows from the first; `broken` is the first that cannot be."""
        self.play, self.broken = play, 0
        self.heard: dict[Seat, list[tuple[int, Message]]] = {}
        for number, row in enumerate(rows, 1):
            if not play.repeat(row):
                self.broken = number
                break
            for page in play.take_pages():
                for event in page.events:
                    for seat in event.to:
                        seen = self.heard.setdefault(seat, [])
                        plain = {"at": page.row.at, "type": event.type, "facts": _plain(event.facts)}
                        seen.append((number, {"n": len(seen) + 1, **plain}))


def judge(play: Play, rows: Sequence[JournalRow], lives: Sequence[Life]) -> Iterator[str]:
    """Yield everything that is wrong with a history; `play` is the game at its beginning."""
    truth = Truth(play, rows)
    if truth.broken:
        yield f"row {truth.broken} cannot be replayed: {rows[truth.broken - 1]}"
    ends = [*(life.found for life in lives[1:]), len(rows)]
    for number, (life, end) in enumerate(zip(lives, ends, strict=True), 1):
        for wrong in (*life.wrong, *_orders_wrong(life, rows[life.found : end]), *_telling_wrong(life, truth, end)):
            yield f"life {number}: {wrong}"

    yield from _views_wrong(lives[-1], truth)


def _views_wrong(life: Life, truth: Truth) -> Iterator[str]:
    """Hold the last views to the state that the rows lead to."""
    game, state = truth.play.game, truth.play.state
    for seat, view in life.views.items():
        if view != _plain(game.show(game.view(state, seat))):
            yield f"{seat} sees something else than the journal leads to"


def _orders_wrong(life: Life, rows: Sequence[JournalRow]) -> Iterator[str]:
    """Hold the orders of each boat to its rows."""
    boats = {row.line.partition(".")[0] for row in rows if row.kind == "order"}
    for boat in sorted(boats | life.orders.keys()):
        written = [row.line for row in rows if row.kind == "order" and row.line.startswith(f"{boat}.")]
        given = [order for _, order in sorted(life.orders.get(boat, {}).items()) if order.answer != "refused"]
        if not _fit(written, given, killed=life.killed):
            yield f"{boat} gave {_shown(given)}; the journal has {', '.join(written) or 'nothing'}"


def _fit(written: Sequence[str], given: Sequence[Given], *, killed: bool) -> bool:
    """Tell whether these rows may be left of orders. One whose answer is not known was carried out, or was not."""

    @cache
    def fit(row: int, order: int) -> bool:
        if order == len(given):
            return row == len(written)
        line, answer = given[order]
        if (answer in ("", "forgotten") or (killed and row == len(written))) and fit(row, order + 1):
            return True
        return row < len(written) and written[row] == _line(line) and fit(row + 1, order + 1)

    return fit(0, 0)


def _shown(given: Sequence[Given]) -> str:
    return ", ".join(f"{line}{'' if answer else ' (no answer)'}" for line, answer in given) or "nothing"


def _telling_wrong(life: Life, truth: Truth, end: int) -> Iterator[str]:
    """Hold what was heard to the journal."""
    order: dict[str, list[tuple[int, int]]] = {}
    for told in life.told:
        known, n = truth.heard.get(Seat(told.seat), []), told.heard["n"]
        row, heard = known[n - 1] if 0 < n <= len(known) else (0, {})
        if told.unsaved and life.killed and (row > end or heard != told.heard):
            continue  # they chose to go on without the disk, and have lost that
        if heard != told.heard:
            yield f"{told.seat} was told {told.heard}; the journal says {heard or 'nothing'}"
        elif row > told.rows and not told.unsaved:
            yield f"{told.seat} was told {n} of row {row} when {told.rows} rows were on the disk"
        order.setdefault(told.seat, []).append((n, row))
    for seat, numbers in order.items():
        if any(one[0] < other[0] and one[1] > other[1] for one, other in pairwise(numbers)):
            yield f"{seat} was told things in another order than that of the rows"


def _line(line: str) -> str:
    return str(Order.read(line))


def _plain(facts: Any) -> Any:
    """Return facts as they come over a wire: tuples are lists there, keys are text."""
    if isinstance(facts, dict) or hasattr(facts, "items"):
        return {str(key): _plain(value) for key, value in facts.items()}
    return [_plain(each) for each in facts] if isinstance(facts, (list, tuple)) else facts
