"""What is wrong with a mission file: its shape, then what it names, then what contradicts itself (UBT-12.20e)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from klaxon.rules.content.faults import Fault, nearest
from klaxon.rules.content.lined_json import Node
from klaxon.rules.content.shapes import at, entries, faults_in, members, plain
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission_shape import MISSION, STORES
from klaxon.rules.uboot.content.setup_check import faults_of_setup
from klaxon.rules.uboot.words import TUBES

MOST_TORPEDOES = len(TUBES) + sum(STORES.values())


def faults_of_mission(node: Node, box: Box) -> tuple[Fault, ...]:
    """Return everything that is wrong with a mission, by lines. Where its shape is wrong nothing else is looked at."""
    found = list(faults_in(node, MISSION)) or list(_faults(node, box))
    return tuple(sorted(found, key=lambda fault: fault.line))


def _faults(node: Node, box: Box) -> Iterator[Fault]:
    yield from _date(node)
    yield from _cells(node, box)
    yield from _stores(node)
    yield from _objectives(node, box)
    yield from _ships(node, box)
    yield from _script(node, box)
    yield from _messages(node)
    if "setup" in members(node):
        yield from faults_of_setup(at(node, "setup"), box)


def unknown_word(node: Node, code: str, name: str, known: Iterable[str]) -> Fault:
    """Return the fault of a name that the box does not have."""
    return Fault(node.line, code, {"id": name, "nearest": nearest(name, known)})


def _date(node: Node) -> Iterator[Fault]:
    date = at(node, "date")
    try:
        datetime.fromisoformat(f"{date.value}+00:00")
    except ValueError:
        yield Fault(date.line, "mission-date", {"value": date.value})


def _cells(node: Node, box: Box) -> Iterator[Fault]:
    """Check that every cell lies on the map, and in water."""
    chart = box.charts[str(at(node, "map").value)]
    waters = dict(chart.cells.values())
    objectives = [at(node, "primary"), *entries(at(node, "secondary"))]
    places = [node, *objectives, *([at(node, "setup")] if "setup" in members(node) else [])]
    for place in places:
        for key in ("start", "base", "area", "cell"):
            cell = members(place).get(key)
            if cell is None:
                continue
            water = waters.get(str(cell.value))
            facts = {"key": key, "cell": cell.value, "map": chart.name}
            if water is None:
                yield Fault(cell.line, "mission-cell", {**facts, "blocks": ", ".join(chart.blocks)})
            elif water == "land":
                yield Fault(cell.line, "mission-land", facts)


def _stores(node: Node) -> Iterator[Fault]:
    torpedoes = at(node, "torpedoes")
    has = sum(plain(torpedoes).values())
    if has > MOST_TORPEDOES:
        yield Fault(torpedoes.line, "mission-torpedoes", {"has": has, "most": MOST_TORPEDOES})


def _objectives(node: Node, box: Box) -> Iterator[Fault]:
    hours = plain(at(node, "hours"))
    types = {str(ship["type"]) for ship in box.ships.values()}
    for objective in [at(node, "primary"), *entries(at(node, "secondary"))]:
        told = plain(objective)
        if told["kind"] == "sink_type" and told["type"] not in types:
            yield unknown_word(at(objective, "type"), "mission-type", told["type"], sorted(types))
        if told["kind"] == "return" and told["cell"] == plain(at(node, "start")):
            yield Fault(at(objective, "cell").line, "mission-home", {"cell": told["cell"]})
        long = next((key for key in ("dwell_h", "hours", "at_h") if told.get(key, 0) > hours), "")
        if long:
            yield Fault(at(objective, long).line, "mission-too-long", {"key": long, "has": told[long], "most": hours})


def _ships(node: Node, box: Box) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for ship in entries(members(node).get("ships", Node(node.line, []))):
        told = plain(ship)
        if told["id"] in first:
            yield Fault(ship.line, "box-twice", {"id": told["id"], "first": first[told["id"]]})
        first.setdefault(told["id"], ship.line)
        known = box.ships.get(told["type"])
        if known is None:
            yield unknown_word(at(ship, "type"), "mission-ship", told["type"], box.ships)
        elif "state" in told and known["klass"] != "escort":
            yield Fault(at(ship, "state").line, "mission-state", {"id": told["id"]})
        elif told["kn"] > known["max_kn"]:
            facts = {"id": told["id"], "has": told["kn"], "most": known["max_kn"]}
            yield Fault(at(ship, "kn").line, "mission-knots", facts)


def _script(node: Node, box: Box) -> Iterator[Fault]:
    hours = plain(at(node, "hours"))
    contacts = {str(plain(each)["id"]) for each in _doing(node, "contact")}
    types = {str(ship["type"]) for ship in box.ships.values()}
    for each in entries(at(node, "script")):
        told = plain(each)
        if int(told["at"].partition(":")[0]) >= hours:
            yield Fault(at(each, "at").line, "mission-after-end", {"value": told["at"], "hours": hours})
        if "device" in told and told["device"] not in box.devices:
            yield unknown_word(at(each, "device"), "mission-device", told["device"], box.devices)
        if "type" in told and told["type"] not in types:
            yield unknown_word(at(each, "type"), "mission-type", told["type"], sorted(types))
        if told["do"] == "event" and told["card"] not in box.decks["events"]:
            yield unknown_word(at(each, "card"), "mission-event", told["card"], box.decks["events"])
        if told["do"] == "wound" and not is_malady(box, told["card"]):
            maladies = [name for name in box.cards if is_malady(box, name)]
            yield unknown_word(at(each, "card"), "mission-malady", told["card"], maladies)
        if told["do"] == "contact-lost" and told["id"] not in contacts:
            yield Fault(at(each, "id").line, "mission-contact", {"id": told["id"]})
        if told["do"] == "morale" and not told["n"]:
            yield Fault(at(each, "n").line, "mission-no-steps", {})


def _messages(node: Node) -> Iterator[Fault]:
    """Check that every message of the script has a name of its own."""
    first: dict[str, int] = {}
    for each in _doing(node, "message"):
        name = str(at(each, "id").value)
        if name in first:
            yield Fault(at(each, "id").line, "box-twice", {"id": name, "first": first[name]})
        elif name.startswith("out-"):
            yield Fault(at(each, "id").line, "mission-message", {"id": name})
        first.setdefault(name, each.line)


def _doing(node: Node, what: str) -> list[Node]:
    return [each for each in entries(at(node, "script")) if at(each, "do").value == what]


def is_malady(box: Box, name: str) -> bool:
    """Return whether a card is one that a man may hold: of its wounds and fatigue something stays with him."""
    card = box.cards.get(name)
    return card is not None and (card.deck in ("burn", "shock", "poison", "gunshot") or card.wound + card.fatigue > 0)
