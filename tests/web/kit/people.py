"""People before the real daemon: what they are read out, and their hands on mouse, wheel, keyboard and phones."""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, expect

from klaxon.console.onlook import debrief_worker
from tests.console.kit.veterans import settle_in
from tests.web.kit.browser import DESK, PHONE, Fingers, Player, middle

PATIENCE = 30.0
DEAD = "one moment"
"""What a station says while it takes no key: something came that nobody there asked for."""
KLAXON = "klaxon.cli"
HELD: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SEATED: dict[str, Any] = {"viewport": DESK, "has_touch": True}
ON, BACK = "Turn the dial on", "Turn the dial back"
DETENT, STRIDE = 15, 60
"""Degrees of a step of a dial, and of one movement of a finger."""

Said = Callable[[list[str]], bool]
"""A question about what a station reads out."""


@asynccontextmanager
async def daemon(
    folder: Path, program: str = KLAXON, end: int = signal.SIGTERM, *, is_fresh: bool = False, more: Sequence[str] = ()
) -> AsyncIterator[dict[str, str]]:
    """The daemon as `make run` starts it; yields the links it prints. It is ended by a signal, SIGKILL say.

    `is_fresh`: nobody has ever played in this folder, and what is met there is the start screen.
    """
    command = [sys.executable, "-m", program, "run", "--json", "--port", "0", "--pace", "0"]
    if not is_fresh:
        settle_in(folder)
    command += ["--spectators", "0", "--folder", str(folder), *more]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield json.loads(await process.stdout.readline())
    finally:
        process.send_signal(end)
        await process.wait()


def twice(player: Player, story: Callable[[Browser, Path], Coroutine[Any, Any, None]], folder: Path) -> None:
    """Play a story before a daemon of its own; one that fails is told and played once more."""
    try:
        player._runner.run(story(player._browser, folder / "first"))
    except Exception as failure:  # noqa: BLE001 - one retry, with the first failure printed
        print(f"the first time this failed: {failure!r}; it is played once more")  # noqa: T201
        player._runner.run(story(player._browser, folder / "second"))


def says(words: list[str], *parts: str) -> bool:
    """Whether any of this is read out."""
    return any(part in word for word in words for part in parts)


def lacks(*parts: str) -> Said:
    """Return the question whether none of this is read out."""
    return lambda words: not says(words, *parts)


def pointed(words: list[str]) -> list[str]:
    """What the dial moves: the title and the line under the cursor. Clocks and banners change by themselves."""
    return [*words[:1], *(word for word in words if word.startswith("> "))]


async def picture(tab: Page, name: str) -> None:
    """Keep what a person would see, where somebody wants to look at it."""
    if folder := os.environ.get("KLAXON_SHOTS"):
        await tab.screenshot(path=f"{folder}/{name}.png")


async def show_debrief(booklet: Page) -> None:
    """Wait until a page shows a debrief: as long as the console gives the worker that makes it."""
    await expect(booklet.get_by_role("slider").last).to_be_visible(timeout=debrief_worker.PATIENCE * 1000)


async def open_station(browser: Browser, page: Page, station: str) -> Page:
    """Take the link of a station from the page of the console to a phone."""
    shown = page.locator(f'[data-station="{station}"]')
    if not await shown.is_visible():
        boat = page.locator(f'section[data-boat="{station.partition("-")[0]}"]')
        await boat.get_by_role("button", name="Show them").click()
    await shown.get_by_role("button", name="Open on a page of its own").click()
    link = await page.get_by_role("textbox", name="Copy its link").input_value()
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    phone = await (await browser.new_context(**HELD)).new_page()
    await phone.goto(link)
    await phone.get_by_role("button", name="Tap to go on duty").tap()
    return phone


class Person:
    """Somebody before the page of the whole console, at the stations of one boat."""

    def __init__(self, tab: Page, boat: str = "red") -> None:
        self.tab, self.boat = tab, boat

    def page(self, _number: int) -> Page:
        """Return where a station is shown."""
        return self.tab

    def station(self, number: int) -> Locator:
        return self.page(number).locator(f'[data-station="{self.boat}-{number}"]')

    def key(self, number: int, key: str) -> Locator:
        return self.station(number).locator(f'[data-key="{key}"]')

    async def words(self, number: int) -> list[str]:
        """What is read out at a station."""
        return await self.station(number).locator(".words p").all_inner_texts()

    async def until(self, number: int, true: Said) -> list[str]:
        """Wait until a station says what is wanted."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not true(words := await self.words(number)):  # noqa: ASYNC110 - a page tells nobody
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{self.boat}-{number} says only: {await self.words(number)}") from None
        return words

    async def say_until(self, number: int, *parts: str) -> list[str]:
        """Wait until a station says any of this."""
        return await self.until(number, lambda words: says(words, *parts))

    async def act_until(self, number: int, act: Callable[[], Coroutine[Any, Any, None]], done: Said) -> list[str]:
        """Do something until the station says that it counted, and only while the station takes keys.

        What comes while the panel changes by itself is lost, and the station says so: then it is done once more.
        """
        while True:
            words = await self.until(number, lambda words: done(words) or not says(words, DEAD))
            if not done(words):
                await act()
                words = await self.until(number, lambda words: done(words) or says(words, DEAD))
            if done(words):
                return words

    async def wheel_to(self, number: int, part: str) -> None:
        """Turn the wheel over the panel until the station says something; from the first line on."""
        await self.station(number).locator(".bezel").hover()
        await self._turn_to(number, part, lambda: self.tab.mouse.wheel(0, 100))

    async def _turn_to(self, number: int, part: str, turn: Callable[[], Coroutine[Any, Any, None]]) -> None:
        for _ in range(60):
            words = await self.words(number)
            if says(words, part):
                return
            before = pointed(words)
            await self.act_until(number, turn, lambda words, before=before: pointed(words) != before)  # type: ignore[misc]
        raise AssertionError(f"no {part!r} at {self.boat}-{number}: {await self.words(number)}")

    async def hold(self, number: int, key: str, done: Said) -> None:
        """Keep a key of the keyboard down until what it promises is done."""

        async def keep_down() -> None:
            await self.tab.keyboard.down(key)
            await self.until(number, lambda words: done(words) or says(words, DEAD))
            await self.tab.keyboard.up(key)

        await self.act_until(number, keep_down, done)


class Holder(Person):
    """Somebody with a phone for each station, or several people."""

    def __init__(self, phones: Mapping[int, Page], boat: str = "red") -> None:
        super().__init__(phones[1], boat)
        self.phones = phones

    def page(self, number: int) -> Page:
        return self.phones[number]

    async def tap(self, number: int, key: str) -> None:
        await self.key(number, key).tap()

    async def step_to(self, number: int, part: str, way: str = ON) -> None:
        """Turn the dial by taps until the station says something."""
        await self._turn_to(number, part, self.page(number).get_by_role("button", name=way).tap)

    async def keep_down(self, number: int, key: str, done: Said) -> None:
        """Keep a finger on a key until what it promises is done."""

        async def touch() -> None:
            fingers = await self._fingers(number)
            await fingers.put((await middle(self.key(number, key)))[:2])
            await self.until(number, lambda words: done(words) or says(words, DEAD))
            await fingers.lift()

        await self.act_until(number, touch, done)

    async def drag_round(self, number: int, steps: int) -> None:
        """Take the rim of the dial and turn it."""
        x, y, radius = await middle(self.station(number).get_by_role("spinbutton"))
        far = abs(steps) * DETENT + DETENT // 3  # a little more, for what is rounded
        angles = [math.radians(math.copysign(degrees, steps)) for degrees in (*range(0, far, STRIDE), far)]
        start, *others = [(x + 0.8 * radius * math.cos(each), y + 0.8 * radius * math.sin(each)) for each in angles]
        fingers = await self._fingers(number)
        await fingers.put(start)
        for place in others:
            await fingers.move(place)
        await fingers.lift()

    async def _fingers(self, number: int) -> Fingers:
        return Fingers(await self.page(number).context.new_cdp_session(self.page(number)))
