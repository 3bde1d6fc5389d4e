"""What is wrong with a box file: its shape, then what no shape can tell (every order can be manned, no card dead).

A fault names a line and what to write there. Ids stand in the file in lists, so one that stands twice is told at the
second, with the line of the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import Node
from klaxon.rules.content.shapes import at, entries, faults_in, members, plain, unknown_word
from klaxon.rules.uboot.content.box_shape import BOX, DEALT, FOODS, ORDERS, SHIFTS, WOUND_DECKS
from klaxon.rules.uboot.content.charts import faults_of_charts
from klaxon.rules.uboot.words import FAULT_LEVELS, FIGURES, LEVELS, ROLES, SHAPES

SLOTS = 3
MEN = len(FIGURES)
CELLS = 6
"""Of the pyramid."""
SAME_NOISE = 100
"""Percent."""
EFFECTS = (
    *("none", "refuse ORDERS", "refuse ORDERS tubes 1-4", "refuse ORDERS tubes 5", "time WHAT 150"),
    *("share surfaced|submerged 37", "error WHAT 200", "range WHAT 70", "rate WHAT 50"),
    *("battery 85", "charge 50", "turn 50", "leak 200", "meal_morale -1"),
)
"""The forms of what a damaged device does (UBT-7.9b), each by an example."""
_EFFECT = re.compile(
    r"none|refuse (?P<orders>[a-z0-9_,]+)( tubes (1-4|5))?|share (surfaced|submerged) \d{1,3}|meal_morale -\d"
    r"|(time|error|range|rate) [a-z0-9_]+ \d{1,3}|(battery|charge|turn|leak) \d{1,3}"
)


def faults_of_box(node: Node) -> tuple[Fault, ...]:
    """Return everything that is wrong with a box, by lines. Where its shape is wrong nothing else is looked at."""
    found = list(faults_in(node, BOX)) or [fault for check in _CHECKS for fault in check(node)]
    return tuple(sorted(found, key=lambda fault: fault.line))


def _text(node: Node, key: str) -> str:
    return str(at(node, key).value)


def _cards(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield every card with its deck."""
    for deck, cards in members(at(node, "cards")).items():
        for card in entries(cards):
            yield deck, card


def _twice(node: Node) -> Iterator[Fault]:
    """Ids that stand twice among things of one kind; cards of all decks are one kind."""
    recipes = entries(at(node, "food", "recipes"))
    blocks = entries(at(node, "charts", "blocks"))
    kinds = [[card for _, card in _cards(node)], recipes, blocks, *(entries(at(node, key)) for key in _LISTS)]
    for things in kinds:
        first: dict[str, int] = {}
        for thing in things:
            name = _text(thing, "id")
            if name in first:
                yield Fault(thing.line, "box-twice", {"id": name, "first": first[name]})
            first.setdefault(name, thing.line)


_LISTS = ("orders", "devices", "ships")


def _order_table(node: Node) -> Iterator[Fault]:
    """Check that every order of the rules is there, and that the men of either shift can carry it out."""
    orders = {_text(order, "id"): order for order in entries(at(node, "orders"))}
    for name in ORDERS:
        if name not in orders:
            yield Fault(at(node, "orders").line, "box-no-order", {"id": name})
    held = {shift: _symbols(node, shift) for shift in SHIFTS}
    for name, order in orders.items():
        places = plain(at(order, "places"))
        men = sum(_least(place["n"]) for place in places)
        if men > MEN:
            yield Fault(order.line, "box-many-men", {"id": name, "has": men, "most": MEN})
        for place in entries(at(order, "places")):
            told = plain(place)
            span = told["n"]
            if isinstance(span, list) and span[0] > span[1]:
                yield Fault(place.line, "box-span", {"key": "n", "low": span[0], "high": span[1]})
            for shift in SHIFTS:
                if told["symbol"] not in held[shift]:
                    facts = {"id": name, "symbol": told["symbol"], "shift": shift}
                    yield Fault(place.line, "box-no-specialist", facts)


def _least(n: Any) -> int:
    return int(n[0]) if isinstance(n, list) else n if isinstance(n, int) else 1


def _symbols(node: Node, shift: str) -> set[str]:
    boards = [at(node, "crew", role, shift, shape, "symbols") for role in ROLES for shape in SHAPES]
    return {symbol for board in boards for symbol in plain(board)}


def _maladies(node: Node) -> Iterator[Fault]:
    """Check what cards lay on a man: no more than he has slots for, and medicine where there is something to treat."""
    stock = plain(at(node, "medicine"))
    for deck, card in _cards(node):
        rows = [plain(card)] if deck in WOUND_DECKS else [op for op in _effect(card) if op["op"] == "malady"]
        for malady in rows:
            yield from _faults_of_malady(card, malady, stock)


def _faults_of_malady(card: Node, malady: Mapping[str, Any], stock: Mapping[str, int]) -> Iterator[Fault]:
    name, treat = _text(card, "id"), malady.get("treat", [])
    lasting = malady.get("wound", 0) + malady.get("fatigue", 0)
    tokens = lasting + malady.get("act", 0)
    if not 1 <= tokens <= SLOTS:
        yield Fault(card.line, "box-tokens", {"id": name, "has": tokens, "most": SLOTS})
    if bool(lasting) != bool(treat):
        yield Fault(card.line, "box-treat-missing" if lasting else "box-treat-idle", {"id": name})
    if malady.get("bars") and not lasting:
        yield Fault(card.line, "box-bars-idle", {"id": name})
    for medicine in sorted(set(treat)):
        if treat.count(medicine) > stock[medicine]:
            facts = {"id": name, "medicine": medicine, "needs": treat.count(medicine), "has": stock[medicine]}
            yield Fault(card.line, "box-medicine", facts)


def _effect(card: Node) -> list[dict[str, Any]]:
    effect: list[dict[str, Any]] = plain(card).get("effect", [])
    return [op for each in effect for op in (each, *each.get("fail", ()))]


def _dead_cards(node: Node) -> Iterator[Fault]:
    """Cards that can never do anything. A morale card may do nothing: that is good luck."""
    rooms = {at(device, "room").value for device in entries(at(node, "devices"))}
    kinds = {at(device, "kind").value for device in entries(at(node, "devices"))}
    food = plain(at(node, "food", "tokens"))
    unmanned = {_text(order, "id") for order in entries(at(node, "orders")) if not plain(at(order, "places"))}
    for deck, card in _cards(node):
        facts = {"id": _text(card, "id")}
        if deck in ("events", "captain") and not _effect(card):
            yield Fault(card.line, "box-idle", facts)
        if deck == "engineer" and at(card, "device").value not in {"any", "breach", *kinds}:
            yield Fault(card.line, "box-no-device", {**facts, "kind": _text(card, "device")})
        for op in _effect(card):
            idle = not all(op[key] for key in ("n", "random", "choose") if key in op)
            if idle or not _does_something(op) or (op["op"] == "waive_unskilled" and op.get("order") in unmanned):
                yield Fault(card.line, "box-idle-op", {**facts, "op": op["op"]})
            if op["op"] == "fault" and isinstance(op["room"], int) and op["room"] not in rooms:
                yield Fault(card.line, "box-no-device-in", {**facts, "room": op["room"]})
            if op["op"] == "food" and "add" in op and not food[op["add"]]:
                yield Fault(card.line, "box-no-food", {**facts, "food": op["add"]})


def _does_something(op: Mapping[str, Any]) -> bool:
    """Return whether an operation says of whom or of what it is, and only once; noise as it is is no change."""
    if op["op"] == "noise":
        return bool(op["percent"] != SAME_NOISE)
    choices = {
        "activate": ("random", "room", "all"),
        "clear_act": ("choose", "room"),
        "food": ("add", "spoil", "discard"),
    }
    return op["op"] not in choices or sum(1 for key in choices[op["op"]] if op.get(key)) == 1


def _decks(node: Node) -> Iterator[Fault]:
    """Check that there are as many cards as the levels deal, and that the engineer's can be split evenly."""
    for role in DEALT:
        deck = at(node, "cards", role)
        for level in LEVELS:
            dealt = at(node, "difficulty", role, level, f"{role}_cards")
            told, has = plain(dealt), len(entries(deck))
            if told > has:
                yield Fault(dealt.line, "box-few-cards", {"deck": role, "has": has, "needs": told})
            if role == "engineer" and told % 2:
                yield Fault(dealt.line, "box-uneven", {"has": told})


def _devices(node: Node) -> Iterator[Fault]:
    for device in entries(at(node, "devices")):
        name = _text(device, "id")
        men = [plain(at(device, "required", level)) for level in FAULT_LEVELS]
        if men != sorted(men):
            yield Fault(at(device, "required").line, "box-required", {"id": name})
        for level in ("yellow", "red"):
            effect = at(device, level)
            found = _EFFECT.fullmatch(str(effect.value))
            if not found:
                facts = {"id": name, "value": str(effect.value), "effects": "; ".join(EFFECTS)}
                yield Fault(effect.line, "box-effect", facts)
            elif found["orders"]:
                wrong = [order for order in found["orders"].split(",") if order not in ORDERS]
                yield from (unknown_word(Node(effect.line, order), level, ORDERS) for order in wrong)


def _food(node: Node) -> Iterator[Fault]:
    food = at(node, "food")
    stock, order = plain(at(food, "tokens")), plain(at(food, "spoil_order"))
    if sum(stock.values()) < CELLS:
        yield Fault(at(food, "tokens").line, "box-little-food", {"has": sum(stock.values()), "needs": CELLS})
    if sorted(order) != sorted(FOODS):
        yield Fault(at(food, "spoil_order").line, "box-spoil-order", {"foods": ", ".join(FOODS)})
    cooked: dict[tuple[str, ...], str] = {}
    for recipe in entries(at(food, "recipes")):
        name, tokens = _text(recipe, "id"), plain(at(recipe, "tokens"))
        if "lemon" in tokens:
            yield Fault(recipe.line, "box-lemon", {"id": name})
        for token in sorted(set(tokens)):
            if tokens.count(token) > stock[token]:
                yield Fault(recipe.line, "box-no-food", {"id": name, "food": token})
        other = cooked.setdefault(tuple(sorted(tokens)), name)
        if other != name:
            yield Fault(recipe.line, "box-same-dish", {"id": name, "other": other})
    for pair in entries(at(food, "neighbours")):
        if plain(pair)[0] == plain(pair)[1]:
            yield Fault(pair.line, "box-neighbours", {"cell": plain(pair)[0]})


def _numbers(node: Node) -> Iterator[Fault]:
    """Check spans that end before they begin, and shares that are not a hundred together."""
    arrival = at(node, "arrival")
    shares = sum(plain(at(arrival, f"{level}_pct")) for level in FAULT_LEVELS)
    if shares != 100:
        yield Fault(arrival.line, "box-shares", {"has": shares})
    spans = [("event_min", at(node, "difficulty", "first_officer", level, "event_min")) for level in LEVELS]
    spans += [("hits", at(ship, "hits")) for ship in entries(at(node, "ships"))]
    for key, span in spans:
        low, high = plain(span)
        if low > high:
            yield Fault(span.line, "box-span", {"key": key, "low": low, "high": high})


def _charts(node: Node) -> Iterator[Fault]:
    yield from faults_of_charts(at(node, "charts"))


_CHECKS = (_twice, _order_table, _maladies, _dead_cards, _decks, _devices, _food, _numbers, _charts)
