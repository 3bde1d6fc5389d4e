"""What contradicts itself in the set-up of a mission: men, rooms, tokens, cards and stores (UBT-12.20e)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from klaxon.rules.content.faults import Fault, nearest
from klaxon.rules.content.lined_json import Node
from klaxon.rules.content.shapes import at, entries, members, plain
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission_shape import STORES
from klaxon.rules.uboot.words import DEVICES, FIGURES, OUTSIDE

SLOTS = 3
STOWED = dict(zip(DEVICES, (1, 2, 3, 4, 5), strict=True))
"""Device -> the room where it lies unless somebody stows it elsewhere (UBT-3.20b)."""
FOOD_PLACES = ("pyramid", "supply", "discard", "ration")


class _Setup:
    """One reading of a set-up: its values, its lines, and the box beside it."""

    def __init__(self, node: Node, box: Box) -> None:
        self.node, self.box = node, box
        self.told: dict[str, Any] = plain(node)
        self.submerged = self.told.get("surfaced") is False or bool(self.told.get("depth"))
        self.rooms: dict[int, dict[str, Any]] = {
            int(number): room for number, room in self.told.get("rooms", {}).items()
        }
        self.flooded = {number for number, room in self.rooms.items() if room.get("flooded")}
        self.men: dict[str, dict[str, Any]] = self.told.get("men", {})

    def fault(self, *way: str | int, code: str, **facts: object) -> Fault:
        return Fault(at(self.node, *way).line, code, facts)


def faults_of_setup(node: Node, box: Box) -> Iterator[Fault]:
    """Yield everything in a set-up that cannot be so."""
    setup = _Setup(node, box)
    for check in (_depth, _rooms, _devices, _figures, _men, _cards, _medicine, _food, _torpedoes, _faults):
        yield from check(setup)


def _depth(setup: _Setup) -> Iterator[Fault]:
    surfaced, depth = setup.told.get("surfaced"), setup.told.get("depth")
    if surfaced is True and depth:
        yield setup.fault("depth", code="mission-surfaced-depth", depth=depth)
    if surfaced is False and depth == 0:
        yield setup.fault("depth", code="mission-submerged-depth")


def _rooms(setup: _Setup) -> Iterator[Fault]:
    if len(setup.flooded) > 1:
        yield setup.fault("rooms", code="mission-two-flooded", rooms=", ".join(map(str, sorted(setup.flooded))))
    for number, room in setup.rooms.items():
        if number in OUTSIDE and (room.get("flooded") or room.get("emergencies")):
            yield setup.fault("rooms", str(number), code="mission-outside", room=number)
        if number in setup.flooded and any(room.get(key) for key in ("emergencies", "devices", "toolboxes")):
            yield setup.fault("rooms", str(number), code="mission-in-flood", room=number)


def _devices(setup: _Setup) -> Iterator[Fault]:
    """Check that every device and toolbox lies in one room, and no two devices in one."""
    lie: dict[str, int] = {}
    for number, room in setup.rooms.items():
        for key in ("devices", "toolboxes"):
            for place, token in enumerate(room.get(key, ())):
                if token in lie:
                    yield setup.fault(
                        *("rooms", str(number), key, place), code="mission-token-twice", token=token, room=lie[token]
                    )
                lie.setdefault(token, number)
                if number in OUTSIDE and setup.submerged:
                    yield setup.fault("rooms", str(number), key, place, code="mission-washed", token=token, room=number)
    taken: dict[int, str] = {}
    for device in (*(token for token in lie if token in DEVICES), *(each for each in DEVICES if each not in lie)):
        where = lie.get(device, STOWED[device])
        if where in taken and where not in setup.flooded:
            yield setup.fault("rooms", code="mission-two-devices", room=where, token=taken[where], other=device)
        taken.setdefault(where, device)


def _figures(setup: _Setup) -> Iterator[Fault]:
    named, shift = setup.told.get("figures", {}), setup.told.get("shift", 1)
    for place, figure in enumerate(FIGURES):
        room = named.get(figure, setup.box.start[place])
        way = ("figures", figure) if figure in named else ()
        if setup.men.get(f"{figure}.{shift}", {}).get("dead"):
            continue
        if room in setup.flooded:
            yield setup.fault(*way, code="mission-man-flooded", man=figure, room=room)
        if room in OUTSIDE and setup.submerged:
            yield setup.fault(*way, code="mission-man-outside", man=figure, room=room)


def _men(setup: _Setup) -> Iterator[Fault]:
    for man, data in setup.men.items():
        cards = [setup.box.cards[card] for card in _held(data) if card in setup.box.cards]
        wounds, act, watch = sum(card.wound for card in cards), data.get("act", 0), bool(data.get("watch"))
        tokens = wounds + sum(card.fatigue for card in cards) + act + watch
        if data.get("dead") and (cards or act or watch):
            yield setup.fault("men", man, code="mission-dead-man", man=man)
        elif wounds > 1:
            yield setup.fault("men", man, code="mission-two-wounds", man=man)
        elif tokens > SLOTS:
            yield setup.fault("men", man, code="mission-slots", man=man, has=tokens, most=SLOTS)
        if watch and not _can_watch(setup, man):
            yield setup.fault("men", man, code="mission-watch", man=man)


def _held(data: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys((*data.get("cards", ()), *data.get("treated", ()))))


def _can_watch(setup: _Setup, man: str) -> bool:
    figure, _, shift = man.rpartition(".")
    room = setup.told.get("figures", {}).get(figure)
    return room == 8 and int(shift) == setup.told.get("shift", 1) and not setup.submerged


def _cards(setup: _Setup) -> Iterator[Fault]:
    """Check that every card is one that may lie where it lies, and that none lies in two places."""
    box, seen = setup.box, dict[str, int]()
    hands = {*box.decks["captain"], *(card for card in box.decks["events"] if box.cards[card].timing == "hand")}
    held = {card.id for card in box.cards.values() if card.wound + card.fatigue}
    places: list[tuple[tuple[str, ...], list[str]]] = [(("hand",), sorted(hands))]
    places += [(("engineer", side), sorted(box.tools)) for side in setup.told.get("engineer", {})]
    places += [(("decks", deck), list(box.decks[deck])) for deck in setup.told.get("decks", {})]
    places += [(("men", man, key), sorted(held)) for man, data in setup.men.items() for key in ("cards", "treated")]
    for way, known in places:
        yield from _faults_of_cards(setup, way, known, seen)


def _faults_of_cards(
    setup: _Setup, way: tuple[str, ...], known: Iterable[str], seen: dict[str, int]
) -> Iterator[Fault]:
    node = setup.node
    for step in way:
        if step not in members(node):
            return
        node = at(node, step)
    again = _held_also(setup, way)
    for item in entries(node):
        name = str(item.value)
        if name not in known:
            facts = {"card": name[:40], "place": ".".join(way), "nearest": nearest(name, known)}
            yield Fault(item.line, "mission-card", facts)
        elif name in seen and name not in again:
            yield Fault(item.line, "mission-card-twice", {"card": name, "first": seen[name]})
        seen.setdefault(name, item.line)


def _held_also(setup: _Setup, way: tuple[str, ...]) -> list[str]:
    """Return the cards that may stand twice: a treated card of a man may be named among his cards as well."""
    return setup.men[way[1]].get("cards", []) if way[0] == "men" and way[2] == "treated" else []


def _medicine(setup: _Setup) -> Iterator[Fault]:
    """Check that what lies in the box and on treated cards is no more than there is."""
    treated = Counter(
        medicine
        for data in setup.men.values()
        for card in data.get("treated", ())
        if card in setup.box.cards
        for medicine in setup.box.cards[card].treat
    )
    given = setup.told.get("medicine", {})
    for kind, most in setup.box.medicine.items():
        has = given.get(kind, 0) + treated[kind]
        if has > most:
            way = ("medicine", kind) if kind in given else ("men",)
            yield setup.fault(*way, code="mission-medicine", medicine=kind, has=has, most=most)


def _food(setup: _Setup) -> Iterator[Fault]:
    stock = Counter(food for key in FOOD_PLACES for food in setup.told.get(key, ()) if food)
    line = next((key for key in FOOD_PLACES if key in setup.told), "")
    for food, has in stock.items():
        if has > setup.box.food[food]:
            yield setup.fault(line, code="mission-food", food=food, has=has, most=setup.box.food[food])
    for place, food in enumerate(setup.told.get("spoiled", ())):
        if any(food in setup.told.get(key, ()) for key in ("pyramid", "supply", "discard")):
            yield setup.fault("spoiled", place, code="mission-spoiled", food=food)


def _torpedoes(setup: _Setup) -> Iterator[Fault]:
    for number, tube in setup.told.get("tubes", {}).items():
        if tube.get("flooded") and tube.get("torpedo") == "":
            yield setup.fault("tubes", number, code="mission-tube", tube=number)
    for store, told in setup.told.get("reserve", {}).items():
        has = sum(told.values())
        if has > STORES[store]:
            yield setup.fault("reserve", store, code="mission-reserve", store=store, has=has, most=STORES[store])


def _faults(setup: _Setup) -> Iterator[Fault]:
    for name in setup.told.get("faults", {}):
        device = setup.box.devices.get(name)
        if device is None:
            facts = {"id": name[:40], "nearest": nearest(name, setup.box.devices)}
            yield setup.fault("faults", name, code="mission-device", **facts)
        elif device.room in setup.flooded:
            yield setup.fault("faults", name, code="mission-drowned", id=name, room=device.room)
