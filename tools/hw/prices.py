"""What a console costs, and what to ask for where: the bill beside a file of prices and one of part numbers.

Prices are an estimate that says of which day it is; a maker may have a file of his own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tools.hw import bill
from tools.hw.bill import BillEntry
from tools.hw.parts import Circuit

FOLDER = Path(__file__).resolve().parents[2] / "hw"
FILE, SHOPPING = FOLDER / "prices.toml", FOLDER / "shopping.toml"


@dataclass(frozen=True)
class Prices:
    """Prices of one piece of each class of parts."""

    day: str
    currency: str
    price: Mapping[str, float]
    breadboard: Mapping[str, float]
    """The same of what an evening on a breadboard takes."""

    def sum(self, made: Circuit) -> float:
        """Return what all parts of a console cost; a class without a price is a KeyError that names it."""
        return sum(self.price[each.name] * each.count for each in bill.entries(made))


class Offer(NamedTuple):
    """What to ask for, and where."""

    ask: str
    sure: bool | None
    """Whether its number is known to fit; None where it has none."""
    where: tuple[str, str]
    """Two kinds of shop."""


class ShoppingRow(NamedTuple):
    """A row of the shopping list."""

    entry: BillEntry
    offer: Offer
    price: float
    """Of one piece."""


def read_prices(path: Path = FILE) -> Prices:
    """Return the prices in a file."""
    raw = tomllib.loads(path.read_text("utf-8"))
    consoles, evening = (
        {key: float(value) for key, value in raw.get(part, {}).items()} for part in ("price", "breadboard")
    )
    return Prices(raw["day"], raw["currency"], consoles, evening)


@lru_cache(maxsize=4)
def read_offers(path: Path = SHOPPING) -> Mapping[str, Offer]:
    """Return what to ask for, by class of part; `expander.MCP23017` is for that chip alone."""
    parts = tomllib.loads(path.read_text("utf-8"))["part"]
    return {
        name: Offer(each["ask"], each.get("sure"), (each["where"][0], each["where"][1])) for name, each in parts.items()
    }


def shopping(made: Circuit, prices: Prices) -> Iterator[ShoppingRow]:
    """Yield the shopping list of a console."""
    offers = read_offers()
    for each in bill.entries(made):
        kind = each.facts.get("chip", each.facts.get("controller"))
        offer = offers.get(f"{each.name}.{kind}") or offers[each.name]
        ask = offer.ask.format_map({key: str(value) for key, value in each.facts.items()})
        yield ShoppingRow(each, offer._replace(ask=ask), prices.price[each.name])
