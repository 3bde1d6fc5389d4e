"""Patrols of U-BOOT that differ only in ships that nobody aboard ever perceives."""

from __future__ import annotations

import json
from typing import Any

from klaxon.rules.contract import Header
from tests.rules.uboot.kit.boat import WATCHERS, header_of, mission
from tests.rules.uboot.kit.ships import ship_row

SEEN = [
    ship_row("a", range_m=12_000, bearing=40, course=200, kn=6, known=True),
    ship_row("b", range_m=15_000, bearing=80, course=10, kn=8),
]
UNSEEN = [
    *(
        ship_row(f"u{n}", range_m=27_000 + 300 * n, bearing=200 + n, course=90, kn=9, group="z", zigzag=True)
        for n in range(9)
    ),
    *(ship_row(f"v{n}", type="corvette", range_m=30_000, bearing=100 + 9 * n, course=80, kn=12) for n in range(3)),
]
"""Near enough to be awake, turning by the clock, and never within anybody's range."""
LENS = {"view": "bridge", "bearing": "600", "zoom": "1"}


def patrol(*rows: dict[str, Any]) -> Header:
    """Return a patrol by day with four lookouts; the weather changes."""
    text = json.loads(
        mission(
            SHIPS=list(rows),
            figures=dict.fromkeys(WATCHERS, 8),
            men={f"{man}.1": {"watch": True} for man in WATCHERS},
            speed="slow",
            course=60,
        )
    )
    return header_of(json.dumps(text), "patrol", events="off")
