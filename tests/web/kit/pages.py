"""What a page of a whole game shows, and how one is set up."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

from tests.web.kit.people import Person

WALL: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
LIMIT = 4
"""Turns of the game."""
SAIL, MARKS, END, OVER = (
    ("sail: ", "turns: "),
    ("crew marks", "XO…", "engineer…"),
    ("use or end", "end turn?", "surfaced"),
    "debrief",
)
"""What the captain's panel says in the stages of a turn."""


async def set_up(person: Person, tab: Page) -> None:
    """Begin a short game, at the first station."""
    await person.say_until(1, "begin the game")
    await person.wheel_to(1, "> More options")
    await person.station(1).locator('[data-key="push"]').click()
    await person.say_until(1, "> Fewer options")
    await person.wheel_to(1, "> Limit")
    await person.station(1).locator('[data-key="push"]').click()
    await person.say_until(1, "take it")
    for turns in range(1, LIMIT + 1):
        await tab.keyboard.press("ArrowRight")
        await person.say_until(1, f"‹{turns}")
    await person.key(1, "ok").click()
    await person.say_until(1, "change it")
    await person.key(1, "back").click()
    await person.say_until(1, "begin the game")
    await person.key(1, "ok").click()
