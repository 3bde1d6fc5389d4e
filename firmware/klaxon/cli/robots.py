"""A recorded game: every picture of every station, while understudies use the dials and keys themselves.

Panel benches and contact sheets are made from it: the real console, in fake time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from klaxon.console.console import Console
from klaxon.console.devices import COURSE_KEYS, Devices, Hands, Picture
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.options import ConsoleOptions
from klaxon.console.play.draft import Draft
from klaxon.console.play.play_page import PlayPage
from klaxon.console.profile import virtual
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.station.gestures import CHORD, HOLD
from klaxon.crew import crew_of, understudy_of
from klaxon.crew.understudy import with_prompt_key
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Order, Seat
from klaxon.rules.domains import Token
from klaxon.rules.games import FIRST_GAME, game_named
from klaxon.table.fake_time import travel
from klaxon.table.host import Tokens
from klaxon.table.table import Table

STEP = 0.15
"""Seconds a robot takes for a step of the dial."""
TAP = 0.1
"""Seconds a key is down."""
THOUGHT = 1.5
"""Seconds a robot thinks before an order."""
DOUBT = 1.2
"""Seconds that a robot waits if it sees no effect: it may still come."""
LONGEST, MOST = 7200.0, 2000
"""Seconds that no game takes, and inputs that no order takes."""


class PanelMoment(NamedTuple):
    """One event at the panel of a station: a picture, or (None) an input at the station."""

    at: float
    """Seconds since the beginning."""
    station: str
    picture: Picture | None


def frames(
    game: str = FIRST_GAME, seed: str = "1", language: str = ENGLISH, **options: str
) -> Iterator[tuple[str, Picture]]:
    """Yield what the stations show in one game, in order."""
    for _, station, picture in moments(game, seed, language, **options):
        if picture is not None:
            yield station, picture


def moments(game: str = FIRST_GAME, seed: str = "1", language: str = ENGLISH, **options: str) -> list[PanelMoment]:
    """Return everything that happens at the panels in one game. An input comes just before its echo."""
    wanted = {**crew_of(game).limits, **options}
    return travel(lambda: _record(game, seed, language, wanted))


async def _record(game: str, seed: str, language: str, options: dict[str, str]) -> list[PanelMoment]:
    devices = PanelRecorder()
    console = console_of(devices, language)
    running = asyncio.create_task(console.run())
    await asyncio.sleep(STEP)
    console.lobby.begin(GamePlan(game, "", dict.fromkeys(game_named(game).boats, "all"), options), seed)
    await asyncio.sleep(STEP)
    await play(console, console, seed, together=True)
    await asyncio.sleep(THOUGHT)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return devices.seen


def console_of(devices: PanelRecorder, language: str = ENGLISH) -> Console:
    """Return a console in which all stations are worked by robots, with what records its panels."""
    chosen = ConsoleOptions(languages=StationLanguages(language))
    return Console(virtual(), Devices(devices, devices, devices, {}, devices), None, nobody, chosen)


async def play(console: Console, hands: Hands, seed: str, *, together: bool) -> None:
    """Let understudies play a started game to its end; `hands` get their key and dial events.

    Either all work together, or one after another: then the same orders are given however long an input takes.
    """
    manning = console.seating.manning
    robots = [_Robot(console, hands, name, seat, seed) for name, seats in manning.items() for seat in seats]
    tasks = [asyncio.create_task(_play_on(each)) for each in ([[robot] for robot in robots] if together else [robots])]
    try:
        await asyncio.gather(*tasks)
    finally:  # where one hand does not get on, the others stop too
        for task in tasks:
            task.cancel()


async def _play_on(robots: Sequence[_Robot]) -> None:
    async with asyncio.timeout(LONGEST):
        while any(robot.page.state != "over" for robot in robots):
            for robot in robots:
                await robot.act()
            await asyncio.sleep(STEP)


class PanelRecorder:
    """All devices in one: it records what is sent to the panels."""

    def __init__(self) -> None:
        """Begin with nothing, now."""
        self.seen: list[PanelMoment] = []
        self._loop = asyncio.get_running_loop()
        self._begun = self._loop.time()

    def attach(self, hands: Hands) -> None:
        """Do nothing: there are no inputs."""

    def show(self, station: str, picture: Picture) -> None:
        """Record a picture."""
        self.seen.append(PanelMoment(self._loop.time() - self._begun, station, picture))

    def light(self, station: str, level: int) -> None:
        """Do nothing."""

    def prioritise(self, station: str) -> None:
        """Record that a station is used."""
        self.seen.append(PanelMoment(self._loop.time() - self._begun, station, None))

    def set(self, lamp: str, *, lit: bool) -> None:
        """Do nothing."""


@asynccontextmanager
async def nobody(_table: Table, _keys: Tokens, _crews: Sequence[Sequence[Seat]], _skill: str) -> AsyncIterator[None]:
    """Seat no understudies, for a console whose stations are all worked by robots."""
    yield


class _Robot:
    """An understudy that uses the station of its seat with dial and keys.

    It checks the effect of each input, as a person does, and repeats it if there was none.
    """

    def __init__(self, console: Console, hands: Hands, name: str, seat: Seat, seed: str) -> None:
        self.page: PlayPage = console.seating.pages[name]
        self._station, self._hands, self._name = console.stations[name], hands, name
        self._seat, self._key = seat, key_of(f"{seed} {seat}")
        self._understudy = understudy_of(self.page.game.name)
        self._notes: Any = None
        self._heard = self._count = 0
        self._weighed: tuple[object, int] | None = None
        """The view and the count of heard events when it last had no order to give."""
        self._way = 1
        """The dial direction that moves down a list."""

    async def act(self) -> None:
        """Enter the order that the understudy would give."""
        seen = self.page.client.seen[self._seat]
        if not seen.view or self.page.state == "over":
            return
        if self._notes is None:
            self._notes = self._understudy.begin(seen.view)
        for heard in seen.heard:
            if heard.n > self._heard:
                self._heard = heard.n
                self._notes = self._understudy.hear(self._notes, {**heard.facts, "type": heard.type})
        if self._weighed is not None and self._weighed[0] is seen.view and self._weighed[1] == self._heard:
            return
        self._count = 0
        view, wish = seen.view, self._understudy.order(seen.view, self._notes, self._pick)
        self._weighed = (view, self._heard) if wish is None else None
        if wish is not None:
            await asyncio.sleep(THOUGHT)
            await self._give(with_prompt_key(wish, view), view)

    def _pick(self, n: int) -> int:
        """Return a choice that depends only on what was heard so far: thinking twice gives the same result."""
        self._count += 1
        return draw(self._key, f"pick-{self._heard}", self._count, n)

    async def _give(self, order: Order, view: object) -> None:
        """Use the station until the order is given, or the view has changed since it was chosen."""
        seen, key_works = self.page.client.seen[self._seat], order.verb == "course"
        for _ in range(MOST):
            if seen.view is not view or self.page.state == "over" or self.page.bottom().doing == "sent":
                return
            before = self._looks()
            if key_works and not self.page.draft.verb:
                key_works = False
                await self._press(str(order.args[0]), TAP)
                await asyncio.sleep(CHORD)
            else:
                await self._move(self.page.draft, order)
            if self._looks() == before and seen.view is view:
                await asyncio.sleep(DOUBT)
        raise RuntimeError(f"the hand cannot give {order}")

    def _looks(self) -> object:
        """Return what shows whether an input had an effect."""
        draft = self.page.draft
        return draft.verb, draft.tokens, draft.part, draft.cursor, self.page.bottom(), self._station.page

    async def _move(self, draft: Draft, order: Order) -> None:
        """Make one input towards an order: point at the next token and take it, or give the finished order."""
        taken = (*draft.tokens, *draft.part)
        if self._station.is_settling:
            await asyncio.sleep(STEP)  # the bottom line asks for a moment
        elif self._station.page is not self.page:
            await self._press("back", HOLD + TAP)  # it came into a menu that nobody wanted
        elif self.page.drill is not None:
            if self.page.drill.comes_by_itself:
                await asyncio.sleep(THOUGHT)
            else:
                await self._press("ok", TAP)  # what the drill proposes
        elif self.page.now().is_looking:  # a page of the seat: OK gives the order, or leads to the others
            given = self.page.now().order
            leads = given == order if given is not None else self.page.now().line() is not None
            await self._press("ok" if leads else "back", TAP)
        elif self._is_given(order):
            await self._press("ok", HOLD + TAP if draft.needs_hold else TAP)
        elif draft.verb and (draft.verb != order.verb or taken != order.args[: len(taken)]):
            await self._press("back", HOLD + TAP)
        else:
            ahead = order.args[len(taken) : len(taken) + 1]
            wanted = ahead if draft.verb else self._verb_for(order)
            if await self._point(draft, wanted) and not self._is_given(order):
                await self._press("push", TAP)

    def _is_given(self, order: Order) -> bool:
        """Return whether OK gives the order now: all of it, or of an answer what does not go without saying."""
        given = self.page.now().order
        if given is None or given.verb != order.verb:
            return False
        if any(isinstance(token, tuple) for token in order.args):
            return given == order
        return given.args == order.args[: len(given.args)]

    async def _point(self, draft: Draft, wanted: str | tuple[Token, ...]) -> bool:
        """Turn the dial, a step at a time, until it points at a verb or tokens; return whether they are there."""
        for _ in range(MOST):
            if self.page.now().is_looking or self.page.drill is not None or self.page.state == "over":
                return False
            if self._station.is_settling:
                return False
            found = ((choice.tokens if draft.verb else choice.word) == wanted for choice in draft.choices)
            target = next((place for place, fits in enumerate(found) if fits), None)
            if target is None or draft.cursor == target:
                return target is not None
            away = target - draft.cursor
            if (key := self._key_towards(draft, target)) is not None:
                await self._press(key, TAP)
                await asyncio.sleep(CHORD)
                continue
            self._hands.on_turn(self._name, 0, self._way if away > 0 else -self._way)
            await asyncio.sleep(STEP)
            if abs(target - draft.cursor) >= abs(away):
                self._way = -self._way  # it leads away, or nowhere
        raise RuntimeError(f"the dial does not lead to {wanted}")

    def _key_towards(self, draft: Draft, target: int) -> str | None:
        """Return the course key that saves steps of the dial, None if none does."""
        words = [choice.word for choice in draft.choices]
        keys = [key for key in COURSE_KEYS if key in self._station.fitting.keys]
        places = {key: words.index(word) for key in keys if (word := self.page.key_word(key)) in words}
        best = min(places, key=lambda key: abs(target - places[key]), default=None)
        saves = best is not None and abs(target - places[best]) + 1 < abs(target - draft.cursor)
        return best if saves else None

    def _verb_for(self, order: Order) -> str:
        """Return the verb to point at: a barred one, if OK there gives the order that is to open it."""
        purpose = str(next((token[1] for token in order.args if isinstance(token, tuple)), ""))
        return purpose if self.page.now().opens(purpose) == order else order.verb

    async def _press(self, key: str, seconds: float) -> None:
        self._hands.on_press(self._name, key)
        await asyncio.sleep(seconds)
        self._hands.on_release(self._name, key)
        await asyncio.sleep(STEP)
