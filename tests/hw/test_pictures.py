"""The drawings as a person sees them: in a real browser no text is cut off, and none lies on another or on a hole."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from klaxon import data
from klaxon.console.language.catalogue import CatalogueEntry, entries
from tests.console.kit.pseudo import quoted, spoken
from tests.web.kit.browser import NAMES, SWITCHES
from tools.hw import files

SVG = sorted(path for name in files.CONSOLES for path in (files.FOLDER / name).rglob("*.svg"))
MEASURE = """() => {
  const box = element => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] }
  const svg = document.querySelector("svg")
  return {
    sheet: box(svg),
    texts: [...svg.querySelectorAll("text")].map(text => [text.textContent, box(text)]),
    holes: [...svg.querySelectorAll("[data-hole], [data-window]")].map(box),
  }
}"""
SLACK = 0.22
"""How much of the height of a line may lie in another: boxes hold the room for letters with tails too."""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, then these tests run")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser.new_page()
        browser.close()


def measured(page: Page, svg: str) -> dict[str, Any]:
    page.set_content(f"<body style='margin:0'>{svg.partition('?>')[2]}</body>")
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def meets(one: list[float], other: list[float]) -> bool:
    slack = SLACK * min(one[3] - one[1], other[3] - other[1])
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0.5 and down > slack


def faults(found: dict[str, Any]) -> list[str]:
    """Return what a person would not be able to read."""
    left, top, right, bottom = found["sheet"]
    told = [
        f"cut off: {text}"
        for text, box in found["texts"]
        if not (left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom)
    ]
    texts = sorted(found["texts"], key=lambda each: each[1][1])
    for place, (text, box) in enumerate(texts):
        for other, beside in texts[place + 1 :]:
            if beside[1] > box[3]:
                break
            if meets(box, beside):
                told.append(f"{text} on {other}")
        told += [f"{text} on a hole" for hole in found["holes"] if meets(box, hole)]
    return told


@pytest.mark.parametrize("path", SVG, ids=[path.relative_to(files.FOLDER).as_posix() for path in SVG])
def test_every_text_can_be_read(path: Path, page: Page) -> None:
    found = measured(page, path.read_text("utf-8"))
    assert found["texts"]
    assert faults(found) == []


def test_a_language_with_longer_words_finds_its_room(page: Page) -> None:
    """A language may take a fifth more than the longest of ours."""
    blocks = [f"msgid {quoted(entry.id)}\nmsgstr {quoted(_longer(entry.forms[-1]))}" for entry in _messages("ru")]
    with spoken({"xx": "\n\n".join(blocks)}):
        drawn = {
            (name, path): text
            for name in files.CONSOLES
            for path, text in files.of_console(files.profile(name)).items()
            if path.endswith(".xx.svg")
        }
    assert len(drawn) == 4 * len(files.CONSOLES)
    for where, text in drawn.items():
        assert faults(measured(page, text)) == [], where


def _messages(language: str) -> list[CatalogueEntry]:
    return [entry for entry in entries(data.language(language)) if entry.id]


def _longer(text: str) -> str:
    """Return every long word of a text but facts a fifth longer."""
    return re.sub(r"(?<![{\w])(\w{5,})(?![}\w])", lambda word: word[1] + "о" * (len(word[1]) // 5), text)


def test_texts_that_meet_or_leave_the_sheet_are_found(page: Page) -> None:
    svg = files.of_console(files.profile("mini"))["overlay.en.svg"]
    assert faults(measured(page, svg)) == []
    moved = svg.replace(
        "</svg>", '<text x="14" y="30" font-size="5">x</text><text x="15" y="30" font-size="5">y</text></svg>'
    )
    assert "x on y" in faults(measured(page, moved)) or "y on x" in faults(measured(page, moved))
    cut = svg.replace("</svg>", '<text x="-9" y="30" font-size="5">gone</text></svg>')
    assert faults(measured(page, cut)) == ["cut off: gone"]
