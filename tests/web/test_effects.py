"""What a page sounds under the notes of a call: in real Chromium, by what it starts and silences."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon import data
from klaxon.console.sound.score import Score
from klaxon.rules.games import GAMES
from klaxon.web.server.files import FOLDER
from tests.web.kit.browser import Player, Screen, Theatre

SPIES = """
  window.heard = [];
  const kind = (source) => source.type ?? "noise";
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode])
    for (const name of ["start", "stop"].filter((each) => Object.hasOwn(prototype, each))) {
      const own = prototype[name];
      prototype[name] = function (...when) {
        if (name === "start") window.heard.push(`${kind(this)} begins`);
        else if (!when.length) window.heard.push(`${kind(this)} is silenced`);
        return own.apply(this, when);
      };
    }
"""
"""A sound cannot be seen on a screen: here the browser writes down what begins, and what is silenced before its end."""


async def heard(screen: Screen) -> Counter[str]:
    return Counter(await screen.tab.evaluate("window.heard.splice(0)"))


async def ring(theatre: Theatre, screen: Screen, game: str, call: str) -> Counter[str]:
    """Ring a call of a game on a bell that is silent; return what is heard until the page shows it."""
    boat = screen.tab.locator('.boat[data-boat="red"]')
    theatre.stand.devices.bells["red",].hush()
    await expect(boat).to_have_class("boat")
    await heard(screen)
    theatre.stand.ring("red", Score.read(game).calls[call])
    await expect(boat).to_have_class("boat ringing")
    return await heard(screen)


def test_a_klaxon_sounds_under_the_notes_of_a_dive_until_the_bell_is_silenced(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(spies=SPIES)
        await screen.tab.locator("h1").click()  # a browser wants to be touched before it sounds
        await expect(screen.tab.get_by_role("button", name="Mute the bell")).to_be_visible()
        refused = await ring(theatre, screen, "sonar", "refused")
        assert set(refused) == {"triangle begins", "sine begins"}  # the bell alone
        assert (await ring(theatre, screen, "sonar", "struck"))["noise begins"] == 1
        dive = await ring(theatre, screen, "sonar", "dive")
        assert dive["sawtooth begins"] == 4
        assert dive["triangle begins"] > 0
        await screen.tab.keyboard.press("b")
        await expect(screen.tab.get_by_role("button", name="Unmute the bell")).to_be_visible()
        assert (await heard(screen))["sawtooth is silenced"] > 0
        assert await ring(theatre, screen, "sonar", "dive") == Counter()  # seen, and nothing else

    player.play(story)


def test_every_effect_belongs_to_a_call() -> None:
    written = re.findall(r'^  "([a-z-]+)": [a-z]+,$', (FOLDER / "effects.js").read_text("utf-8"), re.MULTILINE)
    calls = set(chain.from_iterable(data.bell_score(game)["calls"] for game in GAMES))
    assert written
    assert set(written) <= calls
