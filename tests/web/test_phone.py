"""A station on a phone: in real Chromium at phone and tablet size, by what a person can see and press there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon.console.devices import Call, Note
from tests.web.kit.browser import PHONE, Player, Screen, Theatre, middle
from tests.web.kit.stand import written

HELD: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 3, "is_mobile": True, "has_touch": True}
SIZES = {
    "a phone": (390, 844),
    "a phone on its side": (844, 390),
    "a small phone": (360, 640),
    "a small phone on its side": (667, 375),
    "an old phone": (320, 568),
    "a tablet": (820, 1180),
    "a tablet on its side": (1180, 820),
}
THUMB = 44
"""Pixels of the style sheet that a thumb hits without looking."""
SPIES = """
  window.asked = [];
  navigator.vibrate = (pattern) => { window.asked.push(`shake ${pattern}`); return true; };
  const lock = () => { const made = new EventTarget(); window.locks = [...(window.locks ?? []), made]; return made; };
  const request = async (kind) => { window.asked.push(`lock ${kind}`); return lock(); };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
"""
"""What a browser does for a phone cannot be seen on a screen: here it writes down what it was asked for."""


async def asked(screen: Screen) -> list[str]:
    return list(await screen.tab.evaluate("window.asked.splice(0)"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("station", ["red-1", "red-2", "red-4"])
def test_all_is_within_reach_and_every_pixel_is_sharp(player: Player, station: str, size: str) -> None:
    width, height = SIZES[size]

    async def story(theatre: Theatre) -> None:
        theatre.stand.show(station, "course north?", "OK: sail")
        how = {**HELD, "viewport": {"width": width, "height": height}, "device_scale_factor": 2}
        screen = await theatre.screen(station, **how)
        await screen.shows(station, written("course north?", "OK: sail"))
        page = await screen.tab.evaluate(
            """() => {
              const root = document.documentElement;
              const box = (each) => each.getBoundingClientRect();
              const glass = box(document.querySelector(".glass"));
              const keys = [...document.querySelectorAll(".key, .step, .rim")].map(box).filter((each) => each.width);
              return {
                spare: [root.clientWidth - root.scrollWidth, root.clientHeight - root.scrollHeight],
                least: Math.min(...keys.flatMap((each) => [each.width, each.height])),
                count: keys.length,
                factor: (glass.width * devicePixelRatio) / 128,
                places: [glass.left * devicePixelRatio, glass.top * devicePixelRatio],
                inside: [glass, ...keys].every((each) => each.left >= 0 && each.top >= 0
                  && each.right <= root.clientWidth + 0.5 && each.bottom <= root.clientHeight + 0.5),
              };
            }"""
        )
        assert page["spare"] == [0, 0]
        assert page["inside"]
        assert page["least"] >= THUMB
        fitting = theatre.stand.console.fitting(station)
        assert page["count"] == len(fitting.keys) + fitting.dials + 2
        for value in (page["factor"], *page["places"]):
            assert abs(value - round(value)) < 0.07, page
        for key in fitting.keys:
            await screen.key(station, key).tap()
            await screen.moved(f"{station} {key} down", f"{station} {key} up")

    player.play(story)


def test_a_thumb_turns_the_dial_by_taps_and_by_holding(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-2", **HELD)
        more = screen.tab.get_by_role("button", name="Turn the dial on")
        for _ in range(3):
            await more.tap()
        await screen.turned("red-2", 3)
        await screen.tab.get_by_role("button", name="Turn the dial back").tap()
        await screen.turned("red-2", -1)
        await more.hover()
        await screen.tab.mouse.down()
        async with asyncio.timeout(30):
            while len(theatre.stand.log.moves) < 3:  # noqa: ASYNC110 - it goes on by itself
                await asyncio.sleep(0.01)
        await screen.tab.mouse.up()
        theatre.stand.log.moves.clear()
        await screen.moved()  # and ends with the finger

    player.play(story)


def test_whoever_goes_on_duty_keeps_the_screen_lit(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-1", token=theatre.stand.keys.of_station["red-1"], spies=SPIES, **HELD)
        await screen.is_open()
        await expect(screen.tab.get_by_text("The bell may sound then")).to_be_visible()
        assert await asked(screen) == []  # nothing before a finger has touched it
        await screen.go_on_duty()
        await screen.moved()  # and the tap works nothing
        assert await asked(screen) == ["lock screen"]
        await expect(screen.tab.get_by_role("button", name="Mute the bell")).to_be_visible()
        await screen.tab.evaluate("window.locks.forEach((lock) => lock.dispatchEvent(new Event('release')))")
        await screen.tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the page is back
        await expect(screen.tab.locator(".duty")).to_be_hidden()
        assert await asked(screen) == ["lock screen"]

    player.play(story)


def test_a_phone_that_keeps_no_screen_lit_says_what_to_do(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        without = "delete Navigator.prototype.wakeLock"
        screen = await theatre.screen("red-1", token=theatre.stand.keys.of_station["red-1"], spies=without, **HELD)
        await expect(screen.tab.get_by_text("Set a long screen time-out")).to_be_visible()

    player.play(story)


def test_what_is_urgent_is_felt_unless_it_is_silenced(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-1", spies=SPIES, **HELD)
        await asked(screen)
        calm, urgent = Call("turn", (Note(440, 50),)), Call("torpedo", (Note(880, 50),), 70, urgent=True)
        boat = screen.tab.locator('.boat[data-boat="red"]')
        theatre.stand.ring("red", calm)
        await expect(boat).to_have_class("boat ringing")
        assert await asked(screen) == []
        theatre.stand.ring("red", urgent)
        async with asyncio.timeout(30):
            while await asked(screen) != ["shake 160,80,160"]:  # noqa: ASYNC110 - it is on its way
                await asyncio.sleep(0.01)
        await screen.tab.get_by_role("button", name="Mute the bell").tap()
        await expect(boat).to_have_class("boat")
        theatre.stand.ring("red", urgent)
        await expect(boat).to_have_class("boat ringing")
        assert await asked(screen) == []

    player.play(story)


def test_bad_wireless_is_told_plainly_and_nothing_is_done_later(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-2", **HELD)
        x, y, _ = await middle(screen.key("red-2", "ok"))
        await theatre.shut()
        await expect(screen.tab.get_by_text("Connection lost. Trying again.")).to_be_visible()
        await expect(screen.tab.get_by_text("Not connected since")).to_be_visible()
        await screen.tab.touchscreen.tap(x, y)
        await screen.tab.keyboard.press("ArrowRight")
        await theatre.open()
        await screen.is_open()
        await screen.moved()
        await screen.key("red-2", "ok").tap()  # without another tap for duty
        await screen.moved("red-2 ok down", "red-2 ok up")

    player.play(story)


def test_turning_the_phone_keeps_everything_in_place(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-1", **HELD)
        for width, height, shape in ((844, 390, "sideways"), (390, 844, "upright")):
            await screen.tab.set_viewport_size({"width": width, "height": height})
            await expect(screen.tab.locator("main")).to_have_attribute("data-shape", shape)
            await screen.key("red-1", "stop").tap()
            await screen.moved("red-1 stop down", "red-1 stop up")
        await expect(screen.tab.get_by_role("img", name="Red: out")).to_be_visible()

    player.play(story)
