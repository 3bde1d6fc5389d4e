"""The set-up of a mission: decks, hands, food, medicines, devices and men in their places (UBT-3.20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Header
from klaxon.rules.uboot import stage
from klaxon.rules.uboot.cards.lots import next_event
from klaxon.rules.uboot.clock import first_bell
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.galley.provisions import Provisions
from klaxon.rules.uboot.handbook import handbook_of
from klaxon.rules.uboot.patrol.counting import first_patrol
from klaxon.rules.uboot.radio.records import Radio
from klaxon.rules.uboot.records import Briefing, Room, Stores
from klaxon.rules.uboot.setting import Setting
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.words import DECKS, DEVICES, ROOMS, TOOLBOXES

STOWED = dict(zip(DEVICES, (1, 2, 3, 4, 5), strict=True))
"""Where the devices lie unless the engineer stows them elsewhere (UBT-3.20b)."""
TOOLBOX_ROOMS = dict(zip(TOOLBOXES, (2, 4), strict=True))
PYRAMID = 6


def set_up(header: Header, box: Box, mission: Mission) -> State:
    """Return the boat before `begin`: as the rules lay it out, then as the mission wants it."""
    setting = Setting.of(header.options)
    key = key_of(header.seed)
    handbook = handbook_of(box, setting.easy_roles, mission.map)
    board = OpenBoard(setting, handbook, briefing_of(mission), at=box.start, rooms=_rooms())
    board.patrol = first_patrol(mission)
    sea = stage.sea_of(mission, box)
    state = State(key, box, mission, board, sea, first_bell(mission.date))
    board.waters = sea.waters
    stage.lay(state)
    _deal(state)
    board.radio = Radio(box.difficulty["first_officer"][setting.first_officer]["enigma"])
    state.lots = state.lots._replace(next_event=next_event(state, 0))
    return state


def briefing_of(mission: Mission) -> Briefing:
    """Return what the crew is told of a mission before it begins."""
    texts = tuple(sorted(mission.briefing.items()))
    primary = str(mission.primary["kind"])
    return Briefing(mission.id, mission.title, mission.date, mission.hours, mission.start, texts, primary)


def _rooms() -> tuple[Room, ...]:
    return tuple(
        Room(
            devices=tuple(device for device, lies in STOWED.items() if lies == room),
            toolboxes=tuple(toolbox for toolbox, lies in TOOLBOX_ROOMS.items() if lies == room),
        )
        for room in ROOMS
    )


def _deal(state: State) -> None:
    """Shuffle the decks, each by its own chance, and deal; what the mission names lies where it says (UBT-3.20a, f)."""
    board, box, setup = state.board, state.box, state.mission.setup
    hand = tuple(setup.get("hand", _dealt(state, "captain", box.decks["captain"], "captain_cards")))
    tools = _dealt(state, "engineer", tuple(box.tools), "engineer_cards")
    split: Mapping[str, Any] = setup.get("engineer", {"a": tools[::2], "b": tools[1::2]})
    state.decks = lay_decks(state, hand)
    state.bag = tuple(setup.get("bag", ()))
    pyramid, state.supply = _food(state)
    board.stores = Stores(
        hand=hand,
        box_a=tuple(split.get("a", ())),
        box_b=tuple(split.get("b", ())),
        pyramid=pyramid,
        supply=len(state.supply),
        ration=tuple(setup.get("ration", ())),
        discard=_counted(setup.get("discard", ())),
        medicine=stage.medicine(state),
        cigarettes=stage.cigarettes(setup),
        decks=tuple(map(len, state.decks)),
    )
    board.provisions = Provisions(tuple(setup.get("spoiled", ())), setup.get("kits", board.setting.kits))


def _dealt(state: State, role: str, cards: Sequence[str], number: str) -> tuple[str, ...]:
    """Return so many cards of a role as its level says, at random (UBT-7.2)."""
    count = state.box.difficulty[role][state.board.setting.level(role)][number]
    return shuffle(state.key, f"deal.{role}", cards)[:count]


def lay_decks(state: State, hand: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the decks, shuffled without the cards of a hand and those that men hold."""
    held = {*hand, *(malady.card for man in state.board.crew for malady in man.maladies)}
    return tuple(_deck(state, name, held) for name in DECKS)


def _deck(state: State, name: str, held: set[str]) -> tuple[str, ...]:
    """Return a deck: the cards that the mission puts on top, the rest shuffled below (UBT-12.20b)."""
    top = tuple(card for card in state.mission.setup.get("decks", {}).get(name, ()) if card not in held)
    rest = [card for card in state.box.decks[name] if card not in held and card not in top]
    return (*top, *shuffle(state.key, f"deck.{name}", rest))


def _food(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the pyramid, cell 1 first, and the supply: shuffled but for what the mission has laid out."""
    setup = state.mission.setup
    left = [food for food, count in state.box.food.items() for _ in range(count)]
    for key in ("pyramid", "ration", "discard"):
        for food in setup.get(key, ()):
            if food:
                left.remove(food)
    left = [food for food in left if food not in setup.get("spoiled", ())]
    mixed = shuffle(state.key, "food", left)
    pyramid = tuple(setup["pyramid"]) if "pyramid" in setup else mixed[:PYRAMID]
    if "supply" in setup:
        return pyramid, tuple(setup["supply"])
    return pyramid, mixed if "pyramid" in setup else mixed[PYRAMID:]


def _counted(foods: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple((food, foods.count(food)) for food in dict.fromkeys(foods))


def shuffle(key: str, stream: str, items: Sequence[str]) -> tuple[str, ...]:
    """Return items in the order that a stream of chance gives them."""
    mixed = list(items)
    for place in range(len(mixed) - 1, 0, -1):
        other = draw(key, stream, place, place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return tuple(mixed)
