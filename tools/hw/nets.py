"""Nets: what is joined by wires has one name, and a schematic shows the name in place of the wire."""

from __future__ import annotations

from tools.hw.parts import GND, PANELS, PI, UNFUSED, V3, V5, Circuit, Terminal, Wire

RAILS = {GND: "GND", UNFUSED: "5VIN", V5: "5V", V3: "3V3", PANELS: "3V3P"}
"""Rail -> its sign in a schematic, the same in every language."""


def nets(made: Circuit) -> dict[Terminal, str]:
    """Return the net of every terminal of a part that a wire or a resistor ends at; strips and plugs are left out."""
    found: dict[Terminal, str] = {}
    for wire in made.joins:
        name = _name(wire, found)
        found.setdefault(wire.source, name)
        found[wire.target] = name
    for pull in made.pulls:
        found.setdefault(pull.at, f"{pull.at.part.removesuffix(' panel')} {pull.at.pin}")
    return found


def _name(wire: Wire, found: dict[Terminal, str]) -> str:
    if wire.carries in RAILS:
        return RAILS[wire.carries]
    if wire.use:
        role = dict(wire.use.facts).get("role", "")
        line = str(wire.use.line) if wire.use.line.chip else f"GPIO{wire.use.line}"
        return f"{line} {role}".strip()
    return found.get(wire.source, wire.source.pin)


def of_header(found: dict[Terminal, str], pin: int) -> str:
    """Return the net of a pin of the header; nothing where no wire ends there."""
    return found.get(Terminal(PI, str(pin)), "")
