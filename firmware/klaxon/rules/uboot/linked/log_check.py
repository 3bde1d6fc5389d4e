"""What is wrong with a patrol log: its shape, then what it names, what contradicts itself, and its seal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from klaxon.rules.content.faults import Fault, nearest
from klaxon.rules.content.lined_json import Node
from klaxon.rules.content.shapes import at, entries, faults_in, members, plain
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission_check import unknown_word
from klaxon.rules.uboot.content.mission_shape import STORES
from klaxon.rules.uboot.linked.course import NOT_PASSED
from klaxon.rules.uboot.linked.log_shape import LOG_AFLOAT, LOG_LOST
from klaxon.rules.uboot.linked.records import PastMission
from klaxon.rules.uboot.linked.totals import grade_of_ratio, totals_of
from klaxon.rules.uboot.setting import MOST_SLOTS

Seal = Callable[[Mapping[str, Any]], str]


def faults_of_log(node: Node, box: Box, seal: Seal) -> tuple[Fault, ...]:
    """Return everything that is wrong with a log, by lines.

    Where its shape is wrong nothing else is looked at, and its seal is looked at where everything else is right.
    """
    found = list(faults_in(node, LOG_LOST if _is_lost(node) else LOG_AFLOAT))
    found = found or list(_faults(node, box)) or list(_seal(node, seal))
    return tuple(sorted(found, key=lambda fault: fault.line))


def _is_lost(node: Node) -> bool:
    """Return whether the last mission of a log lost the boat, as far as it is a log at all."""
    missions = entries(members(node).get("missions", node))
    lost = members(missions[-1]).get("lost") if missions else None
    return lost is not None and lost.value is True


def _faults(node: Node, box: Box) -> Iterator[Fault]:
    yield from _missions(node)
    if members(at(node, "carried")):
        carried = at(node, "carried")
        for check in (_men, _rooms, _cards, _medicine, _food, _stores):
            yield from check(carried, box)


def _missions(node: Node) -> Iterator[Fault]:
    rows = entries(at(node, "missions"))
    past = [PastMission(**plain(row)) for row in rows]
    for row, each in zip(rows, past, strict=True):
        grade = NOT_PASSED if each.lost else grade_of_ratio(each.ratio)
        if each.grade != grade:
            yield Fault(at(row, "grade").line, "patrol-graded", {"has": each.grade, "grade": grade})
    for row, (before, each) in zip(rows[1:], pairwise(past), strict=True):
        if each.date <= before.date:
            yield Fault(at(row, "date").line, "patrol-dates", {"mission": each.mission, "before": before.mission})
    totals = at(node, "totals")
    for name, value in totals_of(past)._asdict().items():
        if at(totals, name).value != value:
            yield Fault(at(totals, name).line, "patrol-totals", {"key": name, "value": value})


def _men(carried: Node, box: Box) -> Iterator[Fault]:
    for name, man in members(at(carried, "men")).items():
        cards = entries(members(man)["cards"]) if "cards" in members(man) else []
        if plain(man).get("dead") and cards:
            yield Fault(man.line, "mission-dead-man", {"man": name})
        for card in cards:
            yield from _malady(card, box)
        told = [plain(card) for card in cards]
        wounds, tokens = sum(card["wound"] for card in told), sum(card["wound"] + card["fatigue"] for card in told)
        if wounds > 1:
            yield Fault(man.line, "mission-two-wounds", {"man": name})
        elif tokens > MOST_SLOTS:
            yield Fault(man.line, "mission-slots", {"man": name, "has": tokens, "most": MOST_SLOTS})


def _malady(node: Node, box: Box) -> Iterator[Fault]:
    told = plain(node)
    card = box.cards.get(told["card"])
    if card is None or not card.wound + card.fatigue:
        yield unknown_word(at(node, "card"), "mission-malady", told["card"], box.cards)
    elif not 0 < told["wound"] + told["fatigue"] <= card.wound + card.fatigue:
        yield Fault(node.line, "patrol-tokens", {"card": card.id, "most": card.wound + card.fatigue})


def _rooms(carried: Node, box: Box) -> Iterator[Fault]:
    rooms, lie = members(at(carried, "rooms")), dict[str, str]()
    flooded = [number for number, room in rooms.items() if at(room, "flooded").value]
    if len(flooded) > 1:
        yield Fault(at(carried, "rooms").line, "mission-two-flooded", {"rooms": ", ".join(flooded)})
    for number, room in rooms.items():
        held = [token for key in ("devices", "toolboxes") for token in entries(at(room, key))]
        if number in flooded and (held or entries(at(room, "emergencies"))):
            yield Fault(room.line, "mission-in-flood", {"room": number})
        for token in held:
            if str(token.value) in lie:
                facts = {"token": token.value, "room": lie[str(token.value)]}
                yield Fault(token.line, "mission-token-twice", facts)
            lie.setdefault(str(token.value), number)
    for name, level in members(at(carried, "faults")).items():
        if name not in box.devices:
            yield unknown_word(level, "mission-device", name, box.devices)


def _cards(carried: Node, box: Box) -> Iterator[Fault]:
    """Check that every card is one that may lie where it lies, and that none lies in two places."""
    hands = {*box.decks["captain"], *(card for card in box.decks["events"] if box.cards[card].timing == "hand")}
    places = [("hand", at(carried, "hand"), hands)]
    places += [(f"engineer.{side}", cards, set(box.tools)) for side, cards in members(at(carried, "engineer")).items()]
    seen: dict[str, int] = {}
    for place, cards, known in places:
        for card in entries(cards):
            name = str(card.value)
            if name not in known:
                facts = {"card": name[:40], "place": place, "nearest": nearest(name, known)}
                yield Fault(card.line, "mission-card", facts)
            elif name in seen:
                yield Fault(card.line, "mission-card-twice", {"card": name, "first": seen[name]})
            seen.setdefault(name, card.line)
    for man in members(at(carried, "men")).values():
        for malady in entries(members(man)["cards"]) if "cards" in members(man) else []:
            name = str(at(malady, "card").value)
            if name in seen and not at(malady, "copy").value:
                yield Fault(malady.line, "mission-card-twice", {"card": name, "first": seen[name]})
            seen.setdefault(name, malady.line)


def _medicine(carried: Node, box: Box) -> Iterator[Fault]:
    """Check that what lies in the box and on treated cards is no more than there is."""
    told = plain(carried)
    treated = Counter(
        kind
        for man in told["men"].values()
        for malady in man.get("cards", ())
        if malady["treated"] and malady["card"] in box.cards
        for kind in box.cards[malady["card"]].treat
    )
    for kind, most in box.medicine.items():
        has = told["medicine"][kind] + treated[kind]
        if has > most:
            facts = {"medicine": kind, "has": has, "most": most}
            yield Fault(at(carried, "medicine", kind).line, "mission-medicine", facts)


def _food(carried: Node, _box: Box) -> Iterator[Fault]:
    told = plain(carried)
    for food in entries(at(carried, "spoiled")):
        if any(food.value in told[key] for key in ("pyramid", "supply", "discard")):
            yield Fault(food.line, "mission-spoiled", {"food": food.value})


def _stores(carried: Node, _box: Box) -> Iterator[Fault]:
    for store, held in members(at(carried, "reserve")).items():
        has = sum(plain(held).values())
        if has > STORES[store]:
            yield Fault(held.line, "mission-reserve", {"store": store, "has": has, "most": STORES[store]})


def _seal(node: Node, seal: Seal) -> Iterator[Fault]:
    if at(node, "seal").value != seal(plain(node)):
        yield Fault(at(node, "seal").line, "patrol-seal", {})
