"""What passes from a mission to the next one of a patrol, as data, and how a boat is laid out with it (UBT-12.22b).

What is not carried is as at any set-up: nobody is activated or at a task, VIII orders, no view and no contact, a full
battery, a dry boat on the surface, all tubes drained, and decks shuffled without what is held. Gas is gone, for the
boat lies surfaced. The food of the supply is counted: nobody knows in which order it will come.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.crew.men import CREW, DEAD, CrewMan, Malady
from klaxon.rules.uboot.galley.provisions import Provisions
from klaxon.rules.uboot.records import NOWHERE, OpenFault, Room
from klaxon.rules.uboot.sea.attack.records import LOADED, RESERVE, Armament, StoredTorpedoes, TubeState
from klaxon.rules.uboot.start import lay_decks, shuffle
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.words import FIGURES, INSIDE, ROLES, ROOMS, TUBES, man_of

Data = Mapping[str, Any]
GAS = "gas"


def carried_of(state: State) -> dict[str, Any]:
    """Return what the next mission of the patrol begins with."""
    board, stores = state.board, state.board.stores
    return {
        "morale": board.morale,
        "men": _show_men(board),
        "rooms": {str(number): _show_room(board.room(number)) for number in ROOMS},
        "faults": {fault.device: fault.level for fault in board.faults},
        "hand": list(stores.hand),
        "engineer": {"a": list(stores.box_a), "b": list(stores.box_b), "discard": _used_cards(board)},
        "pyramid": list(stores.pyramid),
        "supply": sorted(state.supply),
        "discard": [food for food, count in stores.discard for _ in range(count)],
        "ration": list(stores.ration),
        "spoiled": list(board.provisions.spoiled),
        "medicine": dict(stores.medicine),
        "kits": board.provisions.kits,
        "cigarettes": dict(zip(ROLES, stores.cigarettes, strict=True)),
        "tubes": {str(number): board.arms.tube(number).torpedo for number in TUBES},
        "reserve": {store: held._asdict() for store, held in zip(RESERVE, board.arms.reserve, strict=True)},
        "shells": board.arms.shells,
    }


def _used_cards(board: OpenBoard) -> list[str]:
    """Return the engineer's cards that are used up, with those on repairs that are never finished."""
    stores, trouble = board.stores, board.trouble
    on_repairs = [repair.card for repair in board.repairs if repair.card not in ("", *stores.box_a, *stores.box_b)]
    return [*trouble.discard, *on_repairs]


def _show_men(board: OpenBoard) -> dict[str, Any]:
    """Return the men who are dead or hold cards; the others are as new."""
    names = {man_of(figure, shift): (shift - 1) * CREW + figure for shift in (1, 2) for figure in range(CREW)}
    men = {name: board.crew[number] for name, number in names.items()}
    return {name: _show_man(man) for name, man in men.items() if man.dead or man.maladies}


def _show_man(man: CrewMan) -> dict[str, Any]:
    return {"dead": True} if man.dead else {"cards": [_show_malady(malady) for malady in man.maladies]}


def _show_malady(malady: Malady) -> dict[str, Any]:
    return {name: getattr(malady, name) for name in ("card", "wound", "fatigue", "treated", "copy")}


def _show_room(room: Room) -> dict[str, Any]:
    return {
        "flooded": room.flooded,
        "emergencies": [kind for kind in room.emergencies if kind != GAS],
        "devices": list(room.devices),
        "toolboxes": list(room.toolboxes),
    }


# -- laying out ------------------------------------------------------------------------------------------------------


def lay_carried(state: State, carried: Data) -> None:
    """Lay a boat that was set up for a mission out with what the log carries."""
    board, box = state.board, state.box
    board.morale = carried["morale"]
    board.crew = tuple(
        _man(box, carried["men"].get(man_of(figure, shift), {})) for shift in (1, 2) for figure in range(CREW)
    )
    board.rooms = tuple(_room(carried["rooms"][str(number)]) for number in ROOMS)
    board.faults = tuple(OpenFault(device, level) for device, level in carried["faults"].items())
    board.trouble = board.trouble._replace(discard=tuple(carried["engineer"]["discard"]))
    board.arms = _arms(carried)
    _stand(state)
    _lay_stores(state, carried)


def _man(box: Box, told: Data) -> CrewMan:
    if told.get("dead"):
        return DEAD
    return CrewMan(maladies=tuple(_malady(box, card) for card in told.get("cards", ())))


def _malady(box: Box, told: Data) -> Malady:
    card = box.cards[told["card"]]
    tokens = (told["wound"], told["fatigue"])
    return Malady(card.id, *tokens, card.treat, told["treated"], card.bars, card.special, told["copy"])


def _room(told: Data) -> Room:
    kinds = ("emergencies", "devices", "toolboxes")
    return Room(told["flooded"], *(tuple(told[kind]) for kind in kinds))


def _arms(carried: Data) -> Armament:
    torpedoes = [carried["tubes"][str(number)] for number in TUBES]
    tubes = tuple(TubeState(LOADED, torpedo) if torpedo else TubeState() for torpedo in torpedoes)
    reserve = tuple(StoredTorpedoes(**carried["reserve"][store]) for store in RESERVE)
    return Armament(tubes, reserve, carried["shells"])


def _stand(state: State) -> None:
    """Let the men of shift 1 stand as at any set-up; who would stand in water has the next dry room of the line."""
    board = state.board
    state.last = tuple(_dry_room(board, room) for room in state.box.start)
    board.at = tuple(NOWHERE if board.man(figure).dead else state.last[figure] for figure in range(len(FIGURES)))


def _dry_room(board: OpenBoard, room: int) -> int:
    dry = [each for each in INSIDE if not board.room(each).flooded]
    return min(dry, key=lambda each: (abs(each - room), each))


def _lay_stores(state: State, carried: Data) -> None:
    board = state.board
    state.supply = shuffle(state.key, "food", carried["supply"])
    hand = tuple(carried["hand"])
    state.decks = lay_decks(state, hand)
    discard = tuple((food, carried["discard"].count(food)) for food in dict.fromkeys(carried["discard"]))
    board.stores = board.stores._replace(
        hand=hand,
        box_a=tuple(carried["engineer"]["a"]),
        box_b=tuple(carried["engineer"]["b"]),
        pyramid=tuple(carried["pyramid"]),
        supply=len(state.supply),
        ration=tuple(carried["ration"]),
        discard=discard,
        medicine=tuple((kind, carried["medicine"].get(kind, 0)) for kind in state.box.medicine),
        cigarettes=tuple(carried["cigarettes"][role] for role in ROLES),
        decks=tuple(map(len, state.decks)),
    )
    board.provisions = Provisions(tuple(carried["spoiled"]), carried["kits"])
