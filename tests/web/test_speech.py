"""What a page speaks: in real Chromium, with voices that write down what they are told; a bare machine has none."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from tests.web.kit.browser import Player, Screen, Theatre

VOICES = """
  window.said = [];
  const voice = (lang, localService) => ({ lang, localService, name: lang });
  const synthesis = new EventTarget();
  synthesis.getVoices = () => [voice("en-US", false), voice("en-GB", true), voice("de-DE", true)];
  synthesis.speak = (each) => { window.said.push(`${each.lang} ${each.text}`); synthesis.each = each; };
  synthesis.cancel = () => { window.said.push("silent"); };
  Object.defineProperty(window, "speechSynthesis", { value: synthesis });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""A browser with two voices for English, the better one on the machine, and one for German."""


async def said(screen: Screen) -> list[str]:
    found: list[str] = await screen.tab.evaluate("window.said.splice(0)")
    return found


async def speak(theatre: Theatre, screen: Screen, text: str) -> list[str]:
    """Speak a sentence, and then make the page show something that comes after it; return what was spoken."""
    voice = theatre.stand.devices.voice
    assert voice is not None
    voice.speak(lambda language: f"{text} ({language})")
    lamp = screen.tab.locator(".lamp.lit").first
    theatre.stand.devices.lamps.set("red", lit=True)
    await expect(lamp).to_be_visible()
    theatre.stand.devices.lamps.set("red", lit=False)
    await expect(lamp).to_be_hidden()
    return await said(screen)


def test_the_whole_console_speaks_until_it_is_told_not_to(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(spies=VOICES)
        await expect(screen.tab.get_by_role("button", name="Stop speaking the calls")).to_be_visible()
        await said(screen)  # it was silenced while the page came up
        assert await speak(theatre, screen, "Red: east.") == ["en-GB Red: east. (en)"]
        assert await speak(theatre, screen, "Blue: west.") == [], "it waits for the one that is spoken"
        await screen.tab.evaluate("speechSynthesis.each.onend()")
        assert await said(screen) == ["en-GB Blue: west. (en)"]
        await screen.tab.keyboard.press("b")
        assert await said(screen) == ["silent"]
        assert await speak(theatre, screen, "Red: north.") == [], "one key mutes bell and voice"
        await screen.tab.keyboard.press("b")
        await screen.tab.keyboard.press("v")
        await expect(screen.tab.get_by_role("button", name="Speak the calls", exact=True)).to_be_visible()
        await said(screen)
        assert await speak(theatre, screen, "Red: south.") == []

    player.play(story)


def test_a_browser_without_a_voice_offers_none(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        silent = VOICES.replace('voice("en-US", false), voice("en-GB", true), ', "")
        screen = await theatre.screen(spies=silent)
        await expect(screen.tab.locator(".tool.bell")).to_be_visible()
        await expect(screen.tab.locator(".tool.voice")).to_be_hidden()
        await said(screen)
        assert await speak(theatre, screen, "Red: east.") == []

    player.play(story)
