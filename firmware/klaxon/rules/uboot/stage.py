"""How a mission file stages a case: whatever it names is so from the beginning (UBT-12.20a, b).

The file was checked: it names only what there is, and nothing in it contradicts itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.content.box import Box, DeckCard
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.crew.men import CREW, DEAD, WATCH, CrewMan, Malady
from klaxon.rules.uboot.patrol.truth import truth_of
from klaxon.rules.uboot.records import NOWHERE, OpenFault, OwnBoat, Room, Waters
from klaxon.rules.uboot.sea.attack.stowage import armament_of
from klaxon.rules.uboot.sea.chart import latitude_at, place_of
from klaxon.rules.uboot.sea.script import named_contacts
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.sea.weather import first_sky
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.words import FIGURES, ROLES

SUBMERGED_M = 20
"""Depth of a boat that is said to be submerged, and no more."""


def sea_of(mission: Mission, box: Box) -> SeaTruth:
    """Return the sea at the start, and what the crew perceives of it."""
    _, north = place_of(box.charts[mission.map], mission.setup.get("cell", mission.start))
    sky = first_sky(mission, latitude_at(north))
    waters = Waters(sky.weather, sky.sea, light=sky.light)
    return SeaTruth(waters, sky=sky, named=named_contacts(mission), patrol=truth_of(mission))


def lay(state: State) -> None:
    """Lay out boat, tracks, rooms, faults and men as the mission wants them; chance has no part in it."""
    board, setup = state.board, state.mission.setup
    board.order, board.morale = setup.get("order", board.order), setup.get("morale", board.morale)
    board.shift = setup.get("shift", board.shift)
    board.boat = _boat(state.mission)
    board.arms = armament_of(state.mission)
    board.rooms = _rooms(board, setup.get("rooms", {}))
    board.faults = tuple(OpenFault(device, level) for device, level in setup.get("faults", {}).items())
    figures = setup.get("figures", {})
    board.at = tuple(figures.get(name, room) for name, room in zip(FIGURES, board.at, strict=True))
    for name, told in setup.get("men", {}).items():
        figure, _, shift = name.rpartition(".")
        number = (int(shift) - 1) * CREW + FIGURES.index(figure)
        man = _man(state, told)
        board.crew = (*board.crew[:number], man, *board.crew[number + 1 :])
    state.last = board.at
    board.at = tuple(NOWHERE if board.man(figure).dead else room for figure, room in enumerate(board.at))


def _boat(mission: Mission) -> OwnBoat:
    setup = mission.setup
    submerged = setup.get("surfaced") is False or bool(setup.get("depth"))
    depth = setup.get("depth", SUBMERGED_M) * 1000 if submerged else 0
    return OwnBoat(
        surfaced=not submerged,
        depth=depth,
        target=depth,
        course=setup.get("course", 0),
        setting=setup.get("speed", "stop"),
        battery=setup.get("battery", 100) * 10_000,
        cell=setup.get("cell", mission.start),
    )


def _rooms(board: OpenBoard, data: Mapping[int, Mapping[str, Any]]) -> tuple[Room, ...]:
    """Return the rooms; a device or toolbox that is named somewhere leaves its own place."""
    named = {token for room in data.values() for key in ("devices", "toolboxes") for token in room.get(key, ())}
    rooms = []
    for number, room in enumerate(board.rooms, start=1):
        here = data.get(number, {})
        flooded = bool(here.get("flooded", False))
        usual_devices, usual_boxes = (
            tuple(token for token in tokens if token not in named and not flooded)
            for tokens in (room.devices, room.toolboxes)
        )
        rooms.append(
            Room(
                flooded,
                tuple(here.get("emergencies", ())),
                usual_devices + tuple(here.get("devices", ())),
                usual_boxes + tuple(here.get("toolboxes", ())),
            )
        )
    return tuple(rooms)


def _man(state: State, data: Mapping[str, Any]) -> CrewMan:
    """Return a man as staged: a card brings its WOUND and FATIGUE, and no ACT beyond `act`."""
    if data.get("dead"):
        return DEAD
    treated = data.get("treated", ())
    cards = dict.fromkeys((*data.get("cards", ()), *treated))
    maladies = tuple(malady_of(state.box.cards[card], treated=card in treated) for card in cards)
    return CrewMan(data.get("act", 0), WATCH if data.get("watch") else "", maladies)


def malady_of(card: DeckCard, *, treated: bool) -> Malady:
    """Return a card as a man holds it, with all its tokens."""
    return Malady(card.id, card.wound, card.fatigue, card.treat, treated, card.bars, card.special)


def medicine(state: State) -> tuple[tuple[str, int], ...]:
    """Return the medicines in the box: all but those on treated cards, unless the mission counts them."""
    setup, left = state.mission.setup, dict(state.box.medicine)
    if "medicine" in setup:
        return tuple((kind, setup["medicine"].get(kind, 0)) for kind in left)
    for man in state.board.crew:
        for malady in man.maladies:
            for kind in malady.treat if malady.treated else ():
                left[kind] -= 1
    return tuple(left.items())


def cigarettes(setup: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the cigarettes of each role: two, unless the mission counts them."""
    told = setup.get("cigarettes", {})
    return tuple(told.get(role, 2) for role in ROLES)
