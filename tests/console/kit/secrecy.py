"""Twin games at two consoles: what a panel, a bell or a lamp of one may not tell."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context
from random import Random
from typing import Any, ClassVar
from unittest import mock

from klaxon.console.console import Console
from klaxon.console.devices import Call, Note, Picture
from klaxon.console.drawing.parts import Banner
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.play.play_page import PlayPage
from klaxon.console.play.seat_client import Heard
from klaxon.console.station.station import Station
from klaxon.rules.contract import Header, Order, Seat
from tests.console.kit.playing import Playing, at_the_console
from tests.rules.laws.kit.headers import sonar_header
from tests.rules.laws.kit.sonar_secrets import silent_game
from tests.table.kit.travel import TravelLoop, pass_seconds, travel
from tests.table.kit.turns import split_turns

Noted = list[tuple[float, str, object]]
BOATS = ("red", "blue")
TURN, MARK = 10.0, 0.125
"""Seconds of a turn, and between its orders: how many there are may be a secret, when the turn ends is not."""
ASLEEP = 400.0
"""Now and then a turn takes so long that panels grow dark."""


def shown(
    header: Header,
    orders: Sequence[Order],
    hidden: int,
    console_type: type[Console] = Console,
    note: Callable[[Playing, str, Noted], None] = lambda play, boat, found: None,
    crew: str = "all",
) -> Noted:
    """Play a history at a console; return what the stations of the other boat showed and sounded, with the moments.

    `note` may write down more of it, from the beginning on; `crew` is how the other boat is manned.
    """
    found: Noted = []

    async def story() -> None:
        async with at_the_console(begin=False, console_type=console_type) as play:
            crews = {BOATS[hidden]: "one", BOATS[1 - hidden]: crew}
            note(play, BOATS[1 - hidden], found)
            play.open_pages()
            play.console.lobby.begin(GamePlan("sonar", "", crews, dict(header.options)), header.seed)
            await play.run(1)
            for number, turn in enumerate(split_turns(orders)):
                await _play_turn(play, turn, hidden, ASLEEP if number % 5 == 4 else TURN)
            found.extend(seen(play.heard.noted, BOATS[1 - hidden]))

    with mock.patch("klaxon.table.fake_time.TravelLoop", OrderlyLoop):
        travel(story)
    return found


class OrderlyLoop(TravelLoop):
    """Made-up time in which two timers of one moment go off in the order they were set, as real time would have it."""

    set_so_far = 0

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self.set_so_far += 1
        return super().call_at(when + self.set_so_far * 1e-12, callback, *args, context=context)


def seen(noted: Noted, boat: str) -> Noted:
    """Keep what a crew sees and hears: its panels; all lamps, and the bells of both boats, which share a room."""
    return [entry for entry in noted if entry[1].startswith(boat) or entry[1].endswith(("lamp", "bell"))]


def look_on(play: Playing, boat: str, found: Noted) -> None:
    """Write down every picture of the spectators' page with its moment."""
    loop, spectators = asyncio.get_running_loop(), play.console.onlooker_seats.spectator

    def note() -> None:
        found.append((round(loop.time(), 6), f"{boat} spectators", json.dumps(spectators.picture())))

    spectators.look(note)


async def _play_turn(play: Playing, turn: Sequence[Order], hidden: int, seconds: float) -> None:
    begun = asyncio.get_running_loop().time()
    for place, order in enumerate(turn):
        if place == len(turn) - 1:
            await pass_seconds(begun + seconds - asyncio.get_running_loop().time())
        fumble(play, order, "hidden" if order.seat.startswith(BOATS[hidden]) else "seen")
        page = play.page(order.seat)
        view = page.client.seen[order.seat].view
        key = next((str(p["key"]) for p in view["prompts"] if order.verb in p["verbs"]), None)
        page.client.order(order._replace(answers=key))
        await pass_seconds(MARK)


def fumble(play: Playing, order: Order, whose: str) -> None:
    """Move what a hand at that boat might move. The hands of the hidden boat do as they like, so twins differ."""
    boat = order.seat.partition(".")[0]
    dice = Random(str(order) if whose == "hidden" else f"{order.seat} {order.verb}")
    for _ in range(dice.randrange(3)):
        station = f"{boat}-{dice.randrange(1, 5)}"
        play.hardware.turn(station, 0, dice.randrange(-3, 4))
        key = dice.choice(("push", "back"))
        play.hardware.press(station, key)
        play.hardware.release(station, key)


def silent_twins() -> tuple[Header, list[Order], list[Order]]:
    still, far = (
        [Order.read(line) for line in silent_game(silence, symbol, zero="xo")]
        for silence, symbol in (("stay", ""), ("north 4", "n1"))
    )
    ends = [[*map(str, orders)].index("blue.xo charge mine") - 1 for orders in (still, far)]
    return sonar_header(first="blue", chart="bravo-2"), still[: ends[0]], far[: ends[1]]


def same(one: Noted, other: Noted) -> None:
    """Fail with the first thing that differs; whole lists of pictures would say nothing."""
    for first, second in zip(one, other, strict=False):
        assert first[:2] == second[:2]
        if first != second:
            words = [what.words if isinstance(what, Picture) else what for what in (first[2], second[2])]
            raise AssertionError(f"at {first[0]} {first[1]} differs: {words}")
    assert len(one) == len(other)


class LightsPrompts(Console):
    """Leaks: the lamp of a boat burns while one of its seats has to answer something."""

    def light_lamps(self) -> None:
        super().light_lamps()
        for boat in BOATS:
            pages = [page for page in self.seating.pages.values() if page.seat.startswith(f"{boat}.")]
            lit = any(draft.prompt_verbs for page in pages for draft in page.drafts.values())
            self._devices.lamps.set(boat, lit=lit)


class RingsForAll(Console):
    """Leaks: whatever one boat hears rings the bell of the other."""

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        super().on_event(station, seat, heard)
        for bell in self._devices.bells.values():
            bell.ring(Call(heard.type, (Note(440, 50),)))


class ShowsForAll(Console):
    """Leaks: what one boat heard stands on all panels."""

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        for other in self.stations.values():
            other.announce(Banner(heard.type, str(dict(heard.facts))), urgent=True)


class WakesAll(Console):
    """Leaks: a hand at one boat lights the panels of both."""

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        super().on_event(station, seat, heard)
        self.lights.wake_all()

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        super().on_turn(station, dial, steps)
        self.lights.wake_all()

    def on_press(self, station: str, key: str) -> None:
        super().on_press(station, key)
        self.lights.wake_all()


class Tires(Console):
    """Leaks: every order costs time, so that whoever gave many is shown the next thing later."""

    tired = 0

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        self.tired += heard.type in ("charged", "broke")
        asyncio.get_running_loop().call_later(self.tired / 1000, super().on_event, station, seat, heard)


class CountsTogether(Console):
    """Leaks: how many keys were touched in all, on every panel."""

    prioritise = 0

    def on_press(self, station: str, key: str) -> None:
        CountsTogether.prioritise += 1
        super().on_press(station, key)

    def light_lamps(self) -> None:
        super().light_lamps()
        for page in self.seating.pages.values():
            page.__class__ = _NumberedPage


class _Numbered(Phrases):
    """Words that end in a number that should not be there."""

    def say(self, message: str, /, **facts: object) -> str:
        return f"{super().say(message, **facts)} {CountsTogether.prioritise}"


class _NumberedPage(PlayPage):
    """A page of play in such words."""

    @property
    def phrases(self) -> Phrases:
        return _Numbered(self.game.name, super().phrases.language)


class ChartsAll(Console):
    """Leaks: the chart beside a panel has the routes of both boats."""

    def light_lamps(self) -> None:
        super().light_lamps()
        _ChartingPage.pages = [*self.seating.pages.values()]
        for page in _ChartingPage.pages:
            page.__class__ = _ChartingPage


class _ChartingPage(PlayPage):
    """A page of play with such a chart. Its panel is as it should be."""

    pages: ClassVar[Sequence[PlayPage]] = ()

    def chart(self) -> Mapping[str, Any] | None:
        routes = [seen.view.get("route") for page in self.pages for seen in page.client.seen.values() if seen.view]
        return {"routes": routes}


LEAKS: Mapping[str, type[Console]] = {
    leaky.__name__: leaky
    for leaky in (LightsPrompts, RingsForAll, ShowsForAll, WakesAll, Tires, CountsTogether, ChartsAll)
}
