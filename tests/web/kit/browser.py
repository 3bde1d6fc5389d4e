"""A real browser before a real server, in one loop, worked as a person works it: nothing reaches into the page."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Locator,
    Page,
    Playwright,
    async_playwright,
    expect,
)

from klaxon.console.devices import Picture
from klaxon.web.server.serve import Address, serve
from tests.web.kit.stand import Stand

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first that is there is taken: the shell has no windows to draw, and is quicker."""
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 30
expect.set_options(timeout=PATIENCE * 1000)


class Screen:
    """One tab, and the hands before it."""

    def __init__(self, tab: Page, stand: Stand) -> None:
        self.tab, self.stand = tab, stand

    def station(self, name: str) -> Locator:
        return self.tab.locator(f'[data-station="{name}"]')

    def key(self, station: str, key: str) -> Locator:
        return self.station(station).locator(f'[data-key="{key}"]')

    def rim(self, station: str, dial: int = 0) -> Locator:
        return self.station(station).get_by_role("spinbutton").nth(dial)

    async def moved(self, *moves: str) -> None:
        """Exactly this has been done to the console, and nothing more follows."""
        log = self.stand.log
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while len(log.moves) < len(moves):  # noqa: ASYNC110 - the log is a plain list
                    await asyncio.sleep(0.005)
        # What was done last has been told when a frame more has been drawn.
        await self.tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
        done = self.stand.moves
        assert done == list(moves), f"{done} was done, not {list(moves)}"

    async def turned(self, station: str, steps: int, dial: int = 0) -> None:
        """A dial has been turned by so many steps, in however many messages."""
        total, log = 0, self.stand.log
        async with asyncio.timeout(PATIENCE):
            while total != steps:
                while log.moves:
                    where, what, by = log.moves.pop(0).split()
                    assert (where, what) == (station, str(dial))
                    total += int(by)
                await asyncio.sleep(0.005)
        await self.moved()

    async def shows(self, station: str, picture: Picture) -> None:
        """A panel shows a picture, pixel for pixel."""
        canvas = self.station(station).locator("canvas.pixels")
        async with asyncio.timeout(PATIENCE):
            while await _lit(canvas) != _pixels(picture):  # noqa: ASYNC110 - the browser tells nobody when it has drawn
                await asyncio.sleep(0.01)

    async def go_on_duty(self) -> None:
        """Do what a phone asks for first."""
        await self.tab.get_by_role("button", name="Tap to go on duty").tap()

    async def is_open(self) -> None:
        await expect(self.tab.locator(".veil")).to_be_hidden()


async def middle(what: Locator) -> tuple[float, float, float]:
    """Where its middle is, and half its width."""
    box = await what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 2


async def _lit(canvas: Locator) -> str:
    return str(
        await canvas.evaluate(
            """(canvas) => {
              const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
              let lit = `${canvas.width} `;
              for (let i = 3; i < data.length; i += 4) lit += data[i] ? "1" : "0";
              return lit;
            }"""
        )
    )


def _pixels(picture: Picture) -> str:
    rows = range(picture.height)
    return f"{picture.width} " + "".join(
        str(picture.bits[y // 8 * picture.width + x] >> y % 8 & 1) for y in rows for x in range(picture.width)
    )


class Fingers:
    """Fingers on the glass, as many as a test needs."""

    def __init__(self, line: CDPSession) -> None:
        self.line = line

    async def put(self, *points: tuple[float, float], kind: str = "touchStart") -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        await self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    async def move(self, *points: tuple[float, float]) -> None:
        await self.put(*points, kind="touchMove")

    async def lift(self) -> None:
        await self.put(kind="touchEnd")


class Theatre:
    """A stand that is served and a browser: opens screens, and can be shut and opened again."""

    def __init__(self, browser: Browser, stand: Stand) -> None:
        self.browser, self.stand = browser, stand
        self.address = Address("127.0.0.1", 0)
        self.complaints: list[str] = []
        self._serving = contextlib.AsyncExitStack()
        self._contexts: list[BrowserContext] = []

    async def open(self) -> None:
        """Serve the page, where it was served before."""
        self.stand.page = self.stand.new_page()
        self.address = await self._serving.enter_async_context(serve(self.stand.page, port=self.address.port))

    async def shut(self) -> None:
        await self._serving.aclose()

    async def screen(self, station: str = "", token: str | None = None, spies: str = "", **how: Any) -> Screen:
        """Open a link as somebody who was given it does. `spies` is laid into the browser before."""
        context = await self.browser.new_context(**{"viewport": DESK, **how})
        self._contexts.append(context)
        tab = await context.new_page()
        if spies:
            await tab.add_init_script(spies)
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.on("console", lambda said: self.complaints.append(said.text) if "Security Policy" in said.text else None)
        key = self.stand.keys.of_station[station] if station else self.stand.keys.console
        await tab.goto(self.address.link(key if token is None else token))
        screen = Screen(tab, self.stand)
        if token is None:
            await screen.is_open()
            if how.get("has_touch") and station:
                await screen.go_on_duty()
        return screen

    async def close(self) -> None:
        for context in self._contexts:
            await context.close()
        await self.shut()


class Player:
    """Plays stories in one browser; one that fails is told and played once more."""

    def __init__(self) -> None:
        path = next((found for name in NAMES if (found := shutil.which(name))), None)
        if path is None:
            pytest.skip("no Chromium on this machine: apt-get install chromium, then these tests run")
        self._path = path
        self._runner = asyncio.Runner()
        self._exit = contextlib.AsyncExitStack()
        self._browser = self._runner.run(self._start())

    async def _start(self) -> Browser:
        driver: Playwright = await self._exit.enter_async_context(async_playwright())
        browser = await driver.chromium.launch(executable_path=self._path, args=SWITCHES)
        self._exit.push_async_callback(browser.close)
        return browser

    def play(self, story: Callable[[Theatre], Awaitable[None]]) -> None:
        try:
            self._runner.run(self._play(story))
        except Exception:  # noqa: BLE001 - a browser on a busy machine fails in many ways
            print("the first time this failed; it is played once more")  # noqa: T201
            traceback.print_exc()
            self._runner.run(self._play(story))

    async def _play(self, story: Callable[[Theatre], Awaitable[None]]) -> None:
        async with self._theatre() as theatre:
            await story(theatre)
            assert theatre.complaints == []

    @contextlib.asynccontextmanager
    async def _theatre(self) -> AsyncIterator[Theatre]:
        theatre = Theatre(self._browser, Stand())
        await theatre.open()
        try:
            yield theatre
        finally:
            await theatre.close()

    def close(self) -> None:
        self._runner.run(self._exit.aclose())
        self._runner.close()
