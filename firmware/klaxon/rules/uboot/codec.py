"""A state as canonical bytes, and back: equal states, equal bytes."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from klaxon.rules.contract import Ms, Outcome
from klaxon.rules.uboot.cards.records import CardLots, CardTable, DueCard, LastingEffect, OpenChoice
from klaxon.rules.uboot.content.box import box_of
from klaxon.rules.uboot.content.mission import mission_of
from klaxon.rules.uboot.crew.men import CrewMan, Malady
from klaxon.rules.uboot.galley.provisions import Provisions, SmokeBreak
from klaxon.rules.uboot.handbook import handbook_of
from klaxon.rules.uboot.records import (
    Clock,
    Contact,
    DepthLeg,
    OpenFault,
    OrderPlace,
    OwnBoat,
    PendingOrder,
    Positions,
    Post,
    RepairJob,
    Room,
    Stores,
    Waters,
)
from klaxon.rules.uboot.sea.scripted import ScriptedSea
from klaxon.rules.uboot.setting import Setting
from klaxon.rules.uboot.start import briefing_of
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.trouble.records import BoatTrouble, BoatWear, HullBreach, TroubleChance

_PARTS = (
    *("phase", "serial", "clock", "order", "morale", "shift", "crew", "at", "rooms", "faults", "repairs"),
    *("trouble", "stores", "provisions", "boat", "pending", "positions", "posts", "cards"),
)
"""The fields of a board that are written as they are; the records in them are tuples."""


def encode(state: State) -> bytes:
    """Return the state as canonical JSON."""
    board = state.board
    outcome = board.outcome
    data = {
        "key": state.key,
        "now": state.now,
        "setting": board.setting.data,
        "board": {name: getattr(board, name) for name in _PARTS},
        "outcome": [outcome.winner, outcome.reason, dict(outcome.facts)] if outcome else None,
        "sea": [state.sea.waters, state.sea.place],
        "bell": state.bell,
        "decks": state.decks,
        "supply": state.supply,
        "bag": state.bag,
        "drawn": state.drawn,
        "last": state.last,
        "lots": state.lots,
        "chance": state.chance,
    }
    body = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f'{{"box":{_quoted(state.box.text)},"mission":{_quoted(state.mission.text)},"state":{body}}}'.encode()


@lru_cache(maxsize=16)
def _quoted(text: str) -> str:
    """Return the text of a box or a mission as JSON; it is the same at every step of a game."""
    return json.dumps(text)


def decode(data: bytes) -> State:
    """Return the state that was encoded."""
    told: dict[str, Any] = json.loads(data)
    known = told["state"]
    box, mission = box_of(told["box"]), mission_of(told["mission"])
    setting = Setting(**known["setting"])
    waters, place = known["sea"]
    sea = ScriptedSea(mission, _waters(waters), place)
    board = OpenBoard(
        setting, handbook_of(box, setting.easy_roles, mission.map), briefing_of(mission), **_parts(known["board"])
    )
    board.waters = sea.waters
    board.outcome = Outcome(*known["outcome"]) if known["outcome"] else None
    decks = tuple(map(tuple, known["decks"]))
    supply, bag, last = (tuple(known[name]) for name in ("supply", "bag", "last"))
    lots, chance = CardLots(*known["lots"]), _chance(known["chance"])
    hidden = (known["bell"], decks, supply, bag, known["drawn"], last, lots, Ms(known["now"]), chance)
    return State(known["key"], box, mission, board, sea, *hidden)


def _parts(data: dict[str, Any]) -> dict[str, Any]:
    """Return the written fields of a board as its records."""
    parts: dict[str, Any] = {name: as_tuples(value) for name, value in data.items()}
    parts["clock"] = Clock(*parts["clock"])
    parts["crew"] = tuple(
        CrewMan(act, task, tuple(Malady(*malady) for malady in maladies), dead)
        for act, task, maladies, dead in parts["crew"]
    )
    parts["rooms"] = tuple(Room(*room) for room in parts["rooms"])
    parts["faults"] = tuple(OpenFault(*fault) for fault in parts["faults"])
    parts["repairs"] = tuple(RepairJob(*repair) for repair in parts["repairs"])
    parts["trouble"] = _trouble(parts["trouble"])
    parts["stores"] = Stores(*parts["stores"])
    provisions = Provisions(*parts["provisions"])
    parts["provisions"] = provisions._replace(smoking=SmokeBreak(*provisions.smoking))
    boat = OwnBoat(*parts["boat"])
    parts["boat"] = boat._replace(legs=tuple(DepthLeg(*leg) for leg in boat.legs))
    parts["posts"] = tuple(Post(*post) for post in parts["posts"])
    effects, choices, waiting = parts["cards"]
    parts["cards"] = CardTable(
        tuple(LastingEffect(*effect) for effect in effects),
        tuple(OpenChoice(*choice) for choice in choices),
        tuple(DueCard(*card) for card in waiting),
    )
    if parts["pending"]:
        pending = PendingOrder(*parts["pending"])
        parts["pending"] = pending._replace(places=tuple(OrderPlace(*place) for place in pending.places))
    if parts["positions"]:
        parts["positions"] = Positions(*parts["positions"])
    return parts


def _trouble(rows: Any) -> BoatTrouble:
    trouble = BoatTrouble(*rows)
    return trouble._replace(breaches=tuple(HullBreach(*breach) for breach in trouble.breaches))


def _chance(rows: list[Any]) -> TroubleChance:
    wear, *counts = rows
    return TroubleChance(BoatWear(*wear), *counts)


def _waters(rows: list[Any]) -> Waters:
    waters = Waters(*as_tuples(rows))
    return waters._replace(contacts=tuple(Contact(*contact) for contact in waters.contacts))


def as_tuples(value: Any) -> Any:
    """Return lists as tuples, all the way down."""
    return tuple(as_tuples(item) for item in value) if isinstance(value, list) else value
