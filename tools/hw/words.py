"""Words of the drawings. They stand in the catalogues, as all words do; a language that lacks one is not drawn."""

from __future__ import annotations

from dataclasses import dataclass

from klaxon import data
from klaxon.console.words import catalogue, say
from tools.hw.circuit import Circuit, Part, Terminal

PREFIX = "hardware."


def languages() -> list[str]:
    """Return the languages that have every word of a drawing, English first."""
    wanted = {message for message in catalogue("en") if message.startswith(PREFIX)}
    whole = [language for language in sorted(known() - {"en"}) if wanted <= catalogue(language).keys()]
    return ["en", *whole]


def known() -> set[str]:
    """Return the languages that have words at all."""
    return {path.name.partition(".")[0] for path in (data.ROOT / "lang").glob("*.po")}


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: str = "en"

    def __call__(self, message: str, **facts: object) -> str:
        """Return a sentence of the drawings."""
        if PREFIX + message not in catalogue(self.language):
            raise KeyError(PREFIX + message)
        return say(PREFIX + message, facts, self.language)

    def has(self, message: str) -> bool:
        """Tell whether there is such a sentence."""
        return PREFIX + message in catalogue(self.language)

    def part(self, part: Part) -> str:
        """Return the name of a part."""
        name = self(f"key.{part.name}") if part.kind == "key" else part.name
        kind = f"rail.{part.name}" if part.kind == "rail" else part.kind
        return self(f"part.{kind}", station=part.station, name=name)

    def end(self, made: Circuit, terminal: Terminal) -> str:
        """Return an end of a wire: its part, and its pin where it has several."""
        part = made.parts[terminal.part]
        return self.part(part) if len(part.pins) == 1 else f"{self.part(part)}: {terminal.pin}"

    def colour(self, code: str) -> str:
        """Return a colour of a wire, two with a stroke between."""
        return "/".join(self(f"colour.{code[at : at + 2]}") for at in range(0, len(code), 2))
