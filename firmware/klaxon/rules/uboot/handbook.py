"""The handbook: what stands printed for everybody to read: orders, posts and symbols of the crew, the books.

It is made of the box once a game, and shown once: nothing in it ever changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from klaxon.rules.uboot.content.box import Box, Device, OrderRow, PlaceRow, Tool
from klaxon.rules.uboot.crew.men import CREW, role_of_figure
from klaxon.rules.uboot.galley.cookbook import Cookbook, cookbook_of, read_cookbook
from klaxon.rules.uboot.library import Library, library_of, read_library, show_library

PLAYED = (
    *("change_positions", "new_speed", "new_course", "new_depth", "dive", "surface", "watch", "sextant"),
    *("periscope", "hydrophone", "enigma", "tdc", "flood_tubes", "launch", "reload", "gun88", "aa20"),
    *("repair_fault", "repair_emergency", "repair_breach"),
    *("cook", "first_aid", "address"),
)
"""The orders whose effect is there; a row of the box that is not here is no order yet."""
ENGINE_SHARE = {"surfaced": "share surfaced 0", "submerged": "share submerged 0"}
"""How the box says that a device is one of the engines, by what drives the boat."""


class Workshop(NamedTuple):
    """What the engineer knows of devices and their repair (UBT-7.8, UBT-7.9)."""

    devices: Mapping[str, Device]
    tools: Mapping[str, Tool]
    experts: tuple[int, ...]
    """Shift - 1 -> figure of the most experienced engineer."""
    minutes: tuple[int, ...]
    """Time that the repair of a green, a yellow and a red fault takes."""


def show_workshop(workshop: Workshop) -> dict[str, Any]:
    """Return the workshop as views show it."""
    return {
        "devices": [{**device._asdict(), "required": list(device.required)} for device in workshop.devices.values()],
        "tools": [
            {**tool._asdict(), "basic": dict(tool.basic), "advanced": dict(tool.advanced)}
            for tool in workshop.tools.values()
        ],
        "experts": list(workshop.experts),
        "minutes": list(workshop.minutes),
    }


def read_workshop(data: Mapping[str, Any]) -> Workshop:
    """Return the workshop that was shown."""
    devices = {told["id"]: Device(**{**told, "required": tuple(told["required"])}) for told in data["devices"]}
    tools = {told["id"]: Tool(**told) for told in data["tools"]}
    return Workshop(devices, tools, tuple(data["experts"]), tuple(data["minutes"]))


class Handbook:
    """Order rows by id, and by man (32 of them) his post and symbols."""

    def __init__(
        self,
        orders: Mapping[str, OrderRow],
        posts: tuple[str, ...],
        symbols: tuple[tuple[str, ...], ...],
        dead: Mapping[str, tuple[tuple[str, int], ...]],
        workshop: Workshop,
        cookbook: Cookbook,
        library: Library,
    ) -> None:
        """Hold the tables."""
        self.orders, self.posts, self.symbols = orders, posts, symbols
        self.workshop = workshop
        self.devices, self.tools = workshop.devices, workshop.tools
        self.rooms = {device.id: device.room for device in workshop.devices.values()}
        """Device -> the room it is in."""
        self.cookbook = cookbook
        self.library = library
        self.dead = dead
        """Order -> the devices, with their rooms, that refuse it while dead; of `engines:surfaced` all must be."""

    @cached_property
    def orders_to_hold(self) -> frozenset[str]:
        """The orders that are held, not tapped."""
        return frozenset(row.id for row in self.orders.values() if row.needs_hold)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handbook) and (self is other or self._values == other._values)

    def __hash__(self) -> int:
        return hash(self.posts)

    @property
    def _values(self) -> tuple[object, ...]:
        return dict(self.orders), self.posts, self.symbols, dict(self.dead), self.workshop, self.cookbook, self.library

    @cached_property
    def data(self) -> dict[str, Any]:
        """The order table as views show it; the crew is shown with the men."""
        rows = [
            {
                "id": row.id,
                "category": row.category,
                "owners": list(row.owners),
                "args": row.args,
                "places": [place._asdict() for place in row.places],
                "needs": list(row.needs),
                "token": row.token,
                "per": row.per,
                "men": row.men,
                "ends": row.ends,
                "then": row.then,
                "needs_hold": row.needs_hold,
            }
            for row in self.orders.values()
        ]
        dead = {order: [list(each) for each in found] for order, found in self.dead.items()}
        tables = {"workshop": show_workshop(self.workshop), "cookbook": self.cookbook.data}
        return {"orders": rows, "dead": dead, **tables, **show_library(self.library)}


@lru_cache(maxsize=16)
def handbook_of(box: Box, easy: tuple[str, ...], chart: str) -> Handbook:
    """Return the handbook of a box, with one of its charts.

    The men of shift 2 of an easy role have the symbols of shift 1 (UBT-3.6o).
    """
    first, second = box.crew
    slid = tuple(
        first[f]._replace(post=second[f].post) if role_of_figure(f) in easy else second[f] for f in range(CREW)
    )
    men = (*first, *slid)
    workshop = Workshop(dict(box.devices), dict(box.tools), box.experts, box.repair_minutes)
    posts, symbols = tuple(man.post for man in men), tuple(man.symbols for man in men)
    return Handbook(_by_category(box), posts, symbols, _dead(box), workshop, cookbook_of(box), library_of(box, chart))


def _by_category(box: Box) -> dict[str, OrderRow]:
    """Return the orders that are played, category by category, each in the order of the box: so menus list them."""
    categories = list(dict.fromkeys(row.category for row in box.orders.values()))
    rows = [row for row in box.orders.values() if row.id in PLAYED]
    return {row.id: row for row in sorted(rows, key=lambda row: categories.index(row.category))}


def _dead(box: Box) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return which devices refuse which of the orders when they are dead (UBT-7.9)."""
    found: dict[str, list[tuple[str, int]]] = {}
    for device in box.devices.values():
        words = device.red.split()
        refused = words[1].split(",") if words[0] == "refuse" else []
        refused += [f"engines:{drive}" for drive, share in ENGINE_SHARE.items() if device.red == share]
        for order in refused:
            if order in PLAYED or order.startswith("engines:"):
                found.setdefault(order, []).append((device.id, device.room))
    return {order: tuple(devices) for order, devices in found.items()}


class _Shown:
    """What was shown, under its identity: it never changes, so it is read once."""

    __slots__ = ("data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def __hash__(self) -> int:
        return id(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shown) and self.data is other.data


def read_handbook(data: Mapping[str, Any], posts: tuple[str, ...], symbols: tuple[tuple[str, ...], ...]) -> Handbook:
    """Return the handbook that was shown, with the crew as it is shown; the same for the same object of data."""
    return _read_handbook(_Shown(data), posts, symbols)


@lru_cache(maxsize=4)
def _read_handbook(shown: _Shown, posts: tuple[str, ...], symbols: tuple[tuple[str, ...], ...]) -> Handbook:
    data = shown.data
    rows = {
        told["id"]: OrderRow(
            **{
                **told,
                "owners": tuple(told["owners"]),
                "needs": tuple(told["needs"]),
                "places": tuple(PlaceRow(**place) for place in told["places"]),
            }
        )
        for told in data["orders"]
    }
    dead = {order: tuple((name, room) for name, room in found) for order, found in data["dead"].items()}
    workshop, cookbook = read_workshop(data["workshop"]), read_cookbook(data["cookbook"])
    return Handbook(rows, posts, symbols, dead, workshop, cookbook, read_library(data))
