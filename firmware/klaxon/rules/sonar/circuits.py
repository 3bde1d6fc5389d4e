"""The engineer's panel: 24 symbols in four sections, three circuits across them, and radiation.

A set of crossed symbols is an integer, one bit a symbol, section by section as in the table SON-31.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

SECTIONS = ("west", "north", "south", "east")
WEAPONS, DETECTION, SPECIAL, RADIATION = "weapons", "detection", "special", "radiation"
KINDS = (WEAPONS, DETECTION, SPECIAL, RADIATION)
KIND_OF_SYSTEM = {
    "mine": WEAPONS,
    "torpedo": WEAPONS,
    "drone": DETECTION,
    "sonar": DETECTION,
    "silence": SPECIAL,
    "scenario": SPECIAL,
}

_TABLE = {  # SON-31: kind/circuit of symbols 1 to 6; the last three are the reactor's, on no circuit
    "west": "R1 Y1 G1 G0 X0 X0",
    "north": "Y2 R2 Y2 G0 R0 X0",
    "south": "G3 Y3 R3 R0 X0 Y0",
    "east": "G2 Y3 R1 X0 G0 X0",
}
_LETTERS = {"R": WEAPONS, "G": DETECTION, "Y": SPECIAL, "X": RADIATION}


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of the panel: its name (`w1`), section, kind, and circuit (0: none)."""

    name: str
    section: str
    kind: str
    circuit: int


SYMBOLS = tuple(
    Symbol(f"{section[0]}{place}", section, _LETTERS[mark[0]], int(mark[1]))
    for section in SECTIONS
    for place, mark in enumerate(_TABLE[section].split(), start=1)
)
BIT = {symbol.name: 1 << place for place, symbol in enumerate(SYMBOLS)}
SYMBOL = {symbol.name: symbol for symbol in SYMBOLS}
ANY = "any"
"""Stands for a section if the engineer may cross any symbol of the panel (SON-73)."""
SECTION_BITS = {s: sum(BIT[symbol.name] for symbol in SYMBOLS if symbol.section == s) for s in SECTIONS}
SECTION_BITS[ANY] = (1 << len(SYMBOLS)) - 1
KIND_BITS = {k: sum(BIT[symbol.name] for symbol in SYMBOLS if symbol.kind == k) for k in KINDS}
CIRCUIT_BITS = {c: sum(BIT[symbol.name] for symbol in SYMBOLS if symbol.circuit == c) for c in (1, 2, 3)}


class Crossing(NamedTuple):
    """What one cross does: the panel after it, the circuit that repaired itself (0: none), the failure ('': none)."""

    panel: int
    circuit: int
    failure: str


def cross(panel: int, name: str) -> Crossing:
    """Cross a free symbol. A closed circuit is repaired first and alone; a failure erases the panel."""
    symbol = SYMBOL[name]
    panel |= BIT[name]
    if symbol.circuit and panel & CIRCUIT_BITS[symbol.circuit] == CIRCUIT_BITS[symbol.circuit]:
        return Crossing(panel & ~CIRCUIT_BITS[symbol.circuit], symbol.circuit, "")
    if panel & SECTION_BITS[symbol.section] == SECTION_BITS[symbol.section]:
        return Crossing(0, 0, "section")
    if panel & KIND_BITS[RADIATION] == KIND_BITS[RADIATION]:
        return Crossing(0, 0, RADIATION)
    return Crossing(panel, 0, "")


def works(panel: int, system: str) -> bool:
    """Return whether no symbol of a system's kind is crossed anywhere."""
    return not panel & KIND_BITS[KIND_OF_SYSTEM[system]]


@lru_cache(maxsize=4096)
def symbol_names(bits: int) -> tuple[str, ...]:
    """Return the names of a set of symbols."""
    return tuple(symbol.name for symbol in SYMBOLS if bits & BIT[symbol.name])
