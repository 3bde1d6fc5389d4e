"""Golden frames of everything a station shows beside the screens of a role, in every language, and nothing cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from klaxon.console.drawing.fonts import LINE
from klaxon.console.drawing.parts import bottom
from klaxon.console.drawing.parts.art import OK
from klaxon.console.language.catalogue import catalogue, languages
from tests.console.kit import console_stories, service_stories
from tests.console.kit.cuts import cuts
from tests.console.kit.speaking import speaking

STORIES = {**console_stories.STORIES, **service_stories.STORIES}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", STORIES)
def test_a_console_shows_what_was_approved_and_cuts_nothing(name: str, language: str, tmp_path: Path) -> None:
    with cuts() as found, speaking(language):
        STORIES[name](tmp_path)
    assert not found, "\n".join(sorted(map(str, found)))


def test_every_sentence_of_the_console_fits_the_bottom_line() -> None:
    room = 128 - OK.width - bottom.GAP
    asked = ("asked.draw.yes", "asked.undo.yes", "asked.rematch.yes", "asked.no")
    on_it = ("bottom.", *asked, "lobby.start", "lobby.go-on", "lobby.take")
    found = {
        m: text
        for m, text in catalogue("en").items()
        if m.startswith((*on_it, "menu.")) and (m.endswith(".ok") or m.startswith(on_it))
    }
    assert len(found) > 25
    assert {m: text for m, text in found.items() if LINE.measure(text) > room} == {}
