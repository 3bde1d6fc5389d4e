"""A box of U-BOOT as the rules read it: crew, order table, cards, devices, stores, levels, ships and charts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import read_lined
from klaxon.rules.content.shapes import plain
from klaxon.rules.uboot.content.box_check import faults_of_box
from klaxon.rules.uboot.content.charts import SeaChart, charts_of
from klaxon.rules.uboot.content.frozen import freeze
from klaxon.rules.uboot.words import DECKS, FAULT_LEVELS, FIGURES, ROLES, SHAPES

Facts = Mapping[str, Any]


class Sailor(NamedTuple):
    """One of the 32 men as his board shows him."""

    post: str
    symbols: tuple[str, str]


class PlaceRow(NamedTuple):
    """Equal places of an order: a symbol in a room, and how many."""

    symbol: str
    least: int
    """0 if the fault that is repaired says how many."""
    most: int
    room: str
    """A number, or `engine`, `tube`, `tube-either`, `target`."""


class OrderRow(NamedTuple):
    """One row of the order table (UBT-4)."""

    id: str
    category: str
    owners: tuple[str, ...]
    args: str
    places: tuple[PlaceRow, ...]
    needs: tuple[str, ...]
    token: str
    """`act`, or what a long task leaves on its men: `watch`, `fault`."""
    per: str
    """What each activation is for, where one man may be activated several times."""
    men: int
    """1 where one man alone carries it out; 0: as many as there are places."""
    ends: str
    """What carries it out: `filled`, `done`, `treat`, `dish`, `ready`."""
    then: str
    needs_hold: bool

    @property
    def can_repeat(self) -> bool:
        """Whether a man may be activated more than once (UBT-3.3j)."""
        return bool(self.per or self.men)


class DeckCard(NamedTuple):
    """A card of a wound, morale or event deck, or of the captain."""

    id: str
    name: str
    deck: str
    wound: int
    fatigue: int
    act: int
    bars: tuple[str, ...]
    special: str
    treat: tuple[str, ...]
    timing: str
    """Of an event: `instant`, or `hand`."""
    effect: tuple[Facts, ...]


class Tool(NamedTuple):
    """A card of the engineer."""

    id: str
    name: str
    device: str
    kind: str
    basic: Facts
    advanced: Facts


class Device(NamedTuple):
    """A device that may fail (UBT-7.9)."""

    id: str
    name: str
    room: int
    kind: str
    required: tuple[int, int, int]
    """Men for a green, a yellow and a red fault."""
    yellow: str
    red: str


class DishRecipe(NamedTuple):
    """A dish of two or three foods."""

    id: str
    name: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Box:
    """A box. Equal boxes have equal texts."""

    crew: tuple[tuple[Sailor, ...], tuple[Sailor, ...]]
    """Shift - 1 -> figure -> man."""
    start: tuple[int, ...]
    """Figure -> room."""
    experts: tuple[int, int]
    """Shift - 1 -> figure of the most experienced engineer."""
    orders: Mapping[str, OrderRow]
    cards: Mapping[str, DeckCard]
    decks: Mapping[str, tuple[str, ...]]
    tools: Mapping[str, Tool]
    devices: Mapping[str, Device]
    repair_minutes: tuple[int, int, int]
    arrival: Mapping[str, int]
    food: Mapping[str, int]
    neighbours: tuple[tuple[int, int], ...]
    recipes: tuple[DishRecipe, ...]
    spoil_order: tuple[str, ...]
    meal_morale: tuple[int, ...]
    """Size of a meal -> steps of morale."""
    medicine: Mapping[str, int]
    difficulty: Mapping[str, Mapping[str, Facts]]
    ships: Mapping[str, Facts]
    charts: Mapping[str, SeaChart]
    campaign: tuple[tuple[str, str], ...]
    """The missions of the campaign in order, each with its chain (UBT-12.22e)."""
    text: str
    """The box as canonical JSON: `box_of(box.text) == box`."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(maxsize=8)
def read_box(text: str) -> Box | tuple[Fault, ...]:
    """Return the box in a file, or everything that is wrong with it."""
    node = read_lined(text)
    if isinstance(node, Fault):
        return (node,)
    return faults_of_box(node) or box_of(
        json.dumps(plain(node), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    )


@lru_cache(maxsize=8)
def box_of(text: str) -> Box:
    """Return the box in its own text form, one copy for all games with it."""
    told = json.loads(text)
    food = told["food"]
    cards = [_card(deck, card) for deck in (*DECKS, "captain") for card in told["cards"][deck]]
    return Box(
        crew=(_shift(told["crew"], "1"), _shift(told["crew"], "2")),
        start=tuple(told["start"][figure] for figure in FIGURES),
        experts=(FIGURES.index(told["experts"]["1"]), FIGURES.index(told["experts"]["2"])),
        orders=_by_id(_order(row) for row in told["orders"]),
        cards=_by_id(cards),
        decks=freeze({deck: [card["id"] for card in told["cards"][deck]] for deck in (*DECKS, "captain", "engineer")}),
        tools=_by_id(Tool(**freeze(tool)) for tool in told["cards"]["engineer"]),
        devices=_by_id(Device(**{**row, "required": _by_level(row["required"])}) for row in told["devices"]),
        repair_minutes=_by_level(told["repair_minutes"]),
        arrival=freeze(told["arrival"]),
        food=freeze(food["tokens"]),
        neighbours=freeze(food["neighbours"]),
        recipes=tuple(DishRecipe(**freeze(recipe)) for recipe in food["recipes"]),
        spoil_order=tuple(food["spoil_order"]),
        meal_morale=tuple(food["meal_morale"]),
        medicine=freeze(told["medicine"]),
        difficulty=freeze(told["difficulty"]),
        ships=freeze({ship["id"]: ship for ship in told["ships"]}),
        charts=charts_of(told["charts"]),
        campaign=freeze(told.get("campaign", [])),
        text=text,
    )


def _by_id(rows: Iterable[Any]) -> Mapping[str, Any]:
    return MappingProxyType({row.id: row for row in rows})


def _by_level(values: Mapping[str, int]) -> tuple[int, int, int]:
    green, yellow, red = (values[level] for level in FAULT_LEVELS)
    return green, yellow, red


def _shift(crew: Mapping[str, Any], shift: str) -> tuple[Sailor, ...]:
    men = (crew[role][shift][shape] for role in ROLES for shape in SHAPES)
    return tuple(Sailor(man["post"], tuple(man["symbols"])) for man in men)


def _order(row: Mapping[str, Any]) -> OrderRow:
    return OrderRow(
        id=row["id"],
        category=row["category"],
        owners=tuple(row["owners"]),
        args=row["args"],
        places=tuple(_place(place) for place in row["places"]),
        needs=tuple(row["needs"]),
        token=row.get("token", "act"),
        per=row.get("per", ""),
        men=row.get("men", 0),
        ends=row["ends"],
        then=row.get("then", ""),
        needs_hold=row.get("grave", False),
    )


def _place(place: Mapping[str, Any]) -> PlaceRow:
    n = place["n"]
    least, most = (0, 0) if n == "fault" else n if isinstance(n, list) else (n, n)
    return PlaceRow(place["symbol"], least, most, str(place["room"]))


def _card(deck: str, card: Mapping[str, Any]) -> DeckCard:
    effect = card.get("effect", ())
    malady = next((op for op in effect if op["op"] == "malady"), card)
    return DeckCard(
        id=card["id"],
        name=card["name"],
        deck=deck,
        wound=malady.get("wound", 0),
        fatigue=malady.get("fatigue", 0),
        act=malady.get("act", 0),
        bars=tuple(malady.get("bars", ())),
        special=malady.get("special", ""),
        treat=tuple(malady.get("treat", ())),
        timing=card.get("timing", ""),
        effect=freeze(effect),
    )
