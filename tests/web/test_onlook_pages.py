"""The pages of umpire and spectators in real Chromium, at the sizes of phone, tablet, desktop and projector."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon.web.onlook.onlook import EACH
from tests.web.kit.browser import DESK, PHONE, Player, Theatre
from tests.web.kit.callers import House
from tests.web.kit.pages import WALL
from tests.web.kit.people import picture

SCREENS = {
    "umpire on a phone": ("umpire", PHONE),
    "umpire on a tablet": ("umpire", {"width": 820, "height": 1180}),
    "umpire on a desktop": ("umpire", DESK),
    "spectators on a phone": ("spectator", PHONE),
    "spectators on a tablet": ("spectator", {"width": 1180, "height": 820}),
    "spectators on a projector": ("spectator", {"width": 1920, "height": 1080}),
    "spectators on a small projector": ("spectator", {"width": 1024, "height": 768}),
}
GAME: dict[str, Any] = {
    "state": "running",
    "standing": "The game is on.",
    "title": "Captain Sonar",
    "turn": "red",
    "whose": "Red: your move",
    "outcome": "",
    "boats": [
        {"boat": "red", "name": "Red", "facts": [["Damage", "1 of 4"], ["Courses called", "N E E S"]]},
        {"boat": "blue", "name": "<b>Nautilus", "facts": [["Damage", "0 of 4"], ["Courses called", "W"]]},
    ],
    "drawing": {
        "kind": "chart",
        "columns": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "rows": ["." * 10] * 4 + ["..##......"] + ["." * 10] * 5,
        "edge": 5,
        "boats": {
            "red": {"at": "", "route": [], "mines": [], "track": [[-2, 0], [-2, -1], [-1, -1], [0, -1], [0, 0]]},
            "blue": {"at": "", "route": [], "mines": [], "track": [[1, 0], [0, 0]]},
        },
        "blasts": ["A1"],
    },
    "calls": [{"n": n, "clock": f"0:{n:02}", "boat": "red", "text": f"Red sails north {n}."} for n in range(1, 51)],
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_page_that_looks_on_fits_its_screen(player: Player, name: str, scheme: str) -> None:
    role, size = SCREENS[name]

    async def story(theatre: Theatre) -> None:
        keys = theatre.stand.keys
        theatre.stand.boxes[role].show(**GAME)
        how: dict[str, Any] = {"viewport": size, "color_scheme": scheme}
        context = await theatre.browser.new_context(**how)
        tab = await context.new_page()
        tab.on("pageerror", lambda error: theatre.complaints.append(str(error)))
        tab.on("console", lambda said: theatre.complaints.append(said.text) if "Security Policy" in said.text else None)
        if role == "umpire":
            await tab.goto(theatre.address.link("", role))
            await tab.get_by_label("The umpire's PIN").fill(theatre.stand.page.pin.digits)
            await tab.keyboard.press("Enter")
        else:
            await tab.goto(theatre.address.link(keys.spectator, role))
        await expect(tab.get_by_text("Red sails north 50.")).to_be_visible()
        await expect(tab.get_by_role("heading", name="<b>Nautilus")).to_be_visible()  # as it was written, and no tag
        await expect(tab.get_by_role("img").first).to_be_visible()
        wide, high = await tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert wide == size["width"]
        if role == "spectator" and size["width"] > 800:
            assert high == size["height"]  # on a wall nobody scrolls
        assert await tab.evaluate(CONTRAST) == []
        await picture(tab, f"{name} {scheme}".replace(" ", "-"))
        await context.close()

    player.play(story)


CONTRAST = """() => {
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = read(getComputedStyle(each).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return read(getComputedStyle(document.documentElement).backgroundColor);
  };
  const texts = [...document.querySelectorAll("p, dt, dd, h2, time, li span, select")]
    .filter((each) => each.checkVisibility() && each.textContent.trim() && !each.closest(".nameplate, .plate"));
  return texts.flatMap((each) => {
    const [a, b] = [light(read(getComputedStyle(each).color)), light(ground(each))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    return ratio < 4.5 ? [`${each.className} ${each.textContent.slice(0, 20)}: ${ratio.toFixed(2)}`] : [];
  });
}"""
"""Every text whose contrast is below what WCAG AA asks for."""


def test_a_lost_line_is_told_on_the_wall_and_comes_back(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.boxes["spectator"].show(**GAME)
        context = await theatre.browser.new_context(**WALL)
        tab = await context.new_page()
        await tab.goto(theatre.address.link(theatre.stand.keys.spectator, "spectator"))
        await expect(tab.get_by_text("Red sails north 50.")).to_be_visible()
        await theatre.shut()
        await expect(tab.get_by_text("Not connected since")).to_be_visible()
        await expect(tab.get_by_text("Red sails north 50.")).to_be_visible()  # what is known stays to be read
        theatre.stand.boxes["spectator"].show(whose="Blue: your move", turn="blue")
        await theatre.open()
        await expect(tab.get_by_text("Blue: your move")).to_be_visible()
        await context.close()

    player.play(story)


def test_a_projector_that_finds_no_place_asks_again_after_a_minute(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.boxes["spectator"].show(**GAME)
        house, token = House(theatre.stand, theatre.address), theatre.stand.keys.spectator
        context = await theatre.browser.new_context(**WALL)
        tab = await context.new_page()
        await tab.clock.install()
        async with AsyncExitStack() as others:
            for _ in range(EACH):
                other = await others.enter_async_context(house.looker("spectator", token=token))
                await other.hear()
            await tab.goto(theatre.address.link(token, "spectator"))
            await expect(tab.get_by_text("This link is open on too many pages")).to_be_visible()
            await expect(tab.get_by_text("tries again every minute")).to_be_visible()
        await house.until(lambda: not theatre.stand.boxes["spectator"].lookers)
        await tab.clock.fast_forward(60_000)
        await expect(tab.get_by_text("Red sails north 50.")).to_be_visible()
        await context.close()

    player.play(story)
