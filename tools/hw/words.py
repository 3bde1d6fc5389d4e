"""Words: what players see stands in the catalogues of all languages; pages for makers are English, in pages.po."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from klaxon import data
from klaxon.console.devices import COURSE_KEYS
from klaxon.console.language.catalogue import catalogue, entries, say
from tools.hw.parts import Circuit, Part, Terminal

PREFIX = "hardware."
"""Of the messages in the catalogues."""


def languages() -> list[str]:
    """Return the languages that have every word of the front panel and the cards, English first."""
    wanted = {message for message in catalogue("en") if message.startswith(PREFIX)}
    return [language for language in data.languages() if wanted <= _said(data.language(language))]


@lru_cache(maxsize=16)
def _said(text: str) -> set[str]:
    """Return the messages that a catalogue has words for; reading one takes a while."""
    return {entry.id for entry in entries(text) if all(entry.forms)}


@lru_cache(maxsize=1)
def pages() -> dict[str, str]:
    """Return the words of the pages for makers."""
    text = (Path(__file__).parent / "pages.po").read_text("utf-8")
    return {entry.id: entry.forms[0] for entry in entries(text)}


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: str = "en"

    def __call__(self, message: str, **facts: object) -> str:
        """Return a sentence of the pages, or of what players see."""
        if message in pages():
            return pages()[message].format_map(facts)
        if not self.has(message):
            raise KeyError(message)
        return say(PREFIX + message, facts, self.language)

    def has(self, message: str) -> bool:
        """Tell whether there is such a sentence for players."""
        return PREFIX + message in catalogue(self.language)

    def has_page(self, message: str) -> bool:
        """Tell whether there is such a sentence for makers."""
        return message in pages()

    def key(self, name: str) -> str:
        """Return the name of a key as the panels have it."""
        return say(f"service.key.{name}", {}, self.language)

    def letter(self, name: str) -> str:
        """Return the letter on a course key."""
        return say(f"service.letter.{name}", {}, self.language)

    def boat(self, name: str) -> str:
        """Return the name of a boat."""
        return say(f"boat.{name}", {}, self.language)

    def keys(self) -> dict[str, str]:
        """Return the names of keys as facts of a card."""
        course = " ".join(self.letter(name) for name in COURSE_KEYS)
        return {"ok": self.key("ok"), "back": self.key("back"), "stop": self.key("stop"), "keys": course}

    def part(self, part: Part) -> str:
        """Return the name of a part."""
        name = self.key(part.name) if part.kind == "key" else part.name
        kind = f"rail.{part.name}" if part.kind == "rail" else part.kind
        return self(f"part.{kind}", station=part.station, name=name)

    def end(self, made: Circuit, terminal: Terminal) -> str:
        """Return an end of a wire: its part, and its pin."""
        part = made.parts[terminal.part]
        return f"{self.part(part)}: {terminal.pin}"

    def colour(self, code: str) -> str:
        """Return a colour of a wire, two with a stroke between."""
        return "/".join(self(f"colour.{code[at : at + 2]}") for at in range(0, len(code), 2))
