"""Men at the guns for tests: lookouts, three men at the 88 mm, two at the 20 mm."""

from __future__ import annotations

from typing import Any

from tests.rules.uboot.kit.boat import Boat
from tests.rules.uboot.kit.ships import ship_row

GUNNERS = ("first_officer.circle", "first_officer.triangle", "first_officer.hexagon")
MANNED: dict[str, Any] = {
    "figures": {**dict.fromkeys(GUNNERS, 7), **{f"navigator.{shape}": 8 for shape in ("circle", "square")}}
    | {f"navigator.{shape}": 8 for shape in ("triangle", "hexagon")},
    "men": {f"navigator.{shape}.1": {"watch": True} for shape in ("circle", "square")},
}


def gun_boat(*rows: dict[str, Any], rules: str = "", **setup: Any) -> Boat:
    """Return a surfaced boat with its guns manned, at sea 1 under a clear sky; ships are found at once."""
    told = {"weather": "clear", "sea": 1, **MANNED, **setup}
    return Boat(rules=f"navigator=low {rules}".strip(), SHIPS=[{"known": True, **row} for row in rows], **told)


def unarmed(name: str = "m", **facts: Any) -> dict[str, Any]:
    """Return a coaster at rest, 1,500 m off: it cannot answer."""
    return ship_row(name, **{"type": "coaster", "range_m": 1_500, "kn": 0, **facts})
