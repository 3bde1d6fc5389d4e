"""The netlist in KiCad's format, so that somebody can lay out a board: every part, and every net with its nodes."""

from __future__ import annotations

from collections.abc import Iterator

from tools.hw.circuit import GND, Circuit, Terminal
from tools.hw.nets import RAILS, nets

VERSION = "E"
"""Of KiCad's format, as its versions 5 to 8 read it."""


def netlist(made: Circuit) -> str:
    """Return the netlist of a console. Rails are nets; resistors and capacitors are parts of their own."""
    nodes = _nodes(made)
    lines = [f"(export (version {_text(VERSION)})", f"  (design (source {_text(made.profile.name)}))", "  (components"]
    lines += [f"    (comp (ref {_text(ref)}) (value {_text(value)}))" for ref, value in _components(made)]
    lines += ["  )", "  (nets"]
    for code, (name, ends) in enumerate(sorted(nodes.items()), start=1):
        lines.append(f"    (net (code {_text(str(code))}) (name {_text(name)})")
        lines += [f"      (node (ref {_text(ref)}) (pin {_text(pin)}))" for ref, pin in sorted(ends)]
        lines[-1] += ")"
    return "\n".join([*lines, "  )", ")", ""])


def _ref(part: str) -> str:
    """Return a reference without blanks, which KiCad does not take."""
    return part.replace(" ", "_").upper()


def _components(made: Circuit) -> Iterator[tuple[str, str]]:
    for part in made.parts.values():
        if part.kind != "rail":
            yield _ref(part.ref), part.kind
    for number, pull in enumerate(made.pulls, start=1):
        yield f"R{number}", f"{pull.ohms}"
        if pull.nano:
            yield f"C{number}", f"{pull.nano}n"


def _nodes(made: Circuit) -> dict[str, set[tuple[str, str]]]:
    names: dict[Terminal, str] = nets(made)
    found: dict[str, set[tuple[str, str]]] = {}
    for terminal, name in names.items():
        if made.parts[terminal.part].kind != "rail":
            found.setdefault(name, set()).add((_ref(terminal.part), terminal.pin))
    for number, pull in enumerate(made.pulls, start=1):
        found.setdefault(names[pull.at], set()).add((f"R{number}", "1"))
        found.setdefault(RAILS[pull.rail], set()).add((f"R{number}", "2"))
        if pull.nano:
            found.setdefault(names[pull.at], set()).add((f"C{number}", "1"))
            found.setdefault(RAILS[GND], set()).add((f"C{number}", "2"))
    return found


def _text(text: str) -> str:
    return f'"{text}"'
