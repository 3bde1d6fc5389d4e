"""Lenses and orders of Captain Sonar, for the laws."""

from __future__ import annotations

from functools import cache
from itertools import product

from klaxon.rules.contract import Order
from klaxon.rules.laws import Lens
from tests.rules.laws.kit.truth import BOXES, PANEL, WAYS, Truth, named

LENSES: tuple[Lens, ...] = ({}, {"at": "C3"})


def conceivable(truth: Truth, boat: str) -> tuple[Order, ...]:
    """Return every order that a boat could give in some position."""
    return _conceivable(boat, len(truth.rows), len(truth.rows[0]))


@cache
def _conceivable(boat: str, rows: int, columns: int) -> tuple[Order, ...]:
    points = [named((x, y)) for y, x in product(range(rows), range(columns))]
    captain: list[tuple[str, tuple[object, ...]]] = [(verb, ()) for verb in ("dive", "surface", "end", "silence stay")]
    captain += [(verb, (point,)) for verb in ("start", "torpedo", "mine", "detonate") for point in points]
    captain += [("repair", (system,)) for system in BOXES] + [("volcano", (number,)) for number in "123"]
    captain += [("course", (way,)) for way in WAYS] + [("silence", (way, str(n))) for way in WAYS for n in range(6)]
    captain += [("answer", (("row", str(row)), ("column", "C"))) for row in range(1, 11)]
    captain += [("answer", (("sector", str(sector)), ("row", "3"))) for sector in range(1, 5)]
    xo = (
        [("drone", (sector,)) for sector in "1234"] + [("sonar", ())] + [("charge", (s,)) for s in (*BOXES, "scenario")]
    )
    found = [(f"{boat}.captain {verb}", args) for verb, args in captain]
    found += [(f"{boat}.xo {verb}", args) for verb, args in xo]
    found += [(f"{boat}.engineer break", (symbol,)) for symbol in PANEL]
    found += [(f"{boat}.radio guess", (point,)) for point in ("none", *points[:30])]
    return tuple(Order.read(line).plus(*args) for line, args in found)  # type: ignore[arg-type]  # tokens, all of them
