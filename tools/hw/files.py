"""The files of a console on paper: what they are called, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from klaxon.console.profile import Profile, load, say_flaw
from tools.hw import breadboard, cards, harness, header, netlist, overlay, panel_boards, scad, schematic, tables
from tools.hw.circuit import circuit
from tools.hw.parts import Circuit
from tools.hw.prices import Prices
from tools.hw.words import Words, languages

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "hw"
CONSOLES = ("console-4", "console-4-direct", "console-8", "mini")
"""The shipped profiles that have wires and a box; that of the breadboard has a page of its own."""
PARAMETERS = "enclosure/parameters.scad"
BOARDS = "panels.svg"
DRAWN: Mapping[str, Callable[[Circuit, Words], str]] = {
    "wiring.md": tables.wiring_page,
    "header.svg": header.header,
    "schematic.svg": schematic.schematic,
    "kicad.net": lambda made, _: netlist.netlist(made),
}
"""The files of every console that are in English alone."""


class Faulty(Exception):
    """A profile that cannot be drawn, and everything that is wrong with it."""


def profile(name: str) -> Profile:
    """Return a profile of a console with wires, by its name or its file."""
    found = load(name)
    if not isinstance(found, Profile):
        raise Faulty("\n".join(say_flaw(name, flaw) for flaw in found))
    if found.back_end != "pi":
        raise Faulty(Words()("no-wires", name=name))
    return found


def texts(profiles: Sequence[Profile], prices: Prices | None = None) -> dict[str, str]:
    """Return every file that is made of the profiles and prices alone, by its path below hw/."""
    found = {PARAMETERS: scad.parameters(profiles), BOARDS: panel_boards.panel_boards(Words())}
    if [each.name for each in profiles] == list(CONSOLES):
        bench = profile(breadboard.PROFILE)
        found |= {
            "breadboard.md": breadboard.page(bench, Words(), prices),
            "breadboard.svg": breadboard.picture(bench, Words()),
        }
    for each in profiles:
        found |= {f"{each.name}/{name}": text for name, text in of_console(each, prices).items()}
    return found


def stale(profiles: Sequence[Profile], folder: Path = FOLDER) -> list[str]:
    """Return every file below a folder that is not what the profiles make now: changed, missing, or left over."""
    wanted = texts(profiles)
    found = [name for name, text in wanted.items() if not _holds(folder / name, text)]
    for each in profiles:
        there = {path.relative_to(folder).as_posix() for path in (folder / each.name).rglob("*") if path.is_file()}
        found += sorted(there - wanted.keys())
    return found


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def of_console(each: Profile, prices: Prices | None = None) -> dict[str, str]:
    """Return the files of one console."""
    made, english = circuit(each), Words()
    found = {name: draw(made, english) for name, draw in DRAWN.items()}
    found["parts.md"] = tables.parts_page(made, english, prices)
    found |= {f"harness/{name}.svg": text for name, text in harness.harnesses(made, english).items()}
    for language in languages():
        words = Words(language)
        found[f"overlay.{language}.svg"] = overlay.overlay(each, words)
        for game, sheet in cards.sheets(each, words).items():
            found[f"role-cards-{game}.{language}.svg"] = sheet
    return found
