"""What a console costs: the sum of its bill by one file of prices, an estimate that says of which day it is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tools.hw import bill
from tools.hw.circuit import Circuit

FILE = Path(__file__).resolve().parents[2] / "hw" / "prices.toml"


@dataclass(frozen=True)
class Prices:
    """Prices of one piece of each class of parts."""

    day: str
    currency: str
    price: Mapping[str, float]

    def sum(self, made: Circuit) -> float:
        """Return what all parts of a console cost; a class without a price is a KeyError that names it."""
        return sum(self.price[key] * count for key, count in bill.counts(made))


@lru_cache(maxsize=4)
def read_prices(path: Path = FILE) -> Prices:
    """Return the prices in a file."""
    raw = tomllib.loads(path.read_text("utf-8"))
    return Prices(raw["day"], raw["currency"], {key: float(value) for key, value in raw["price"].items()})
