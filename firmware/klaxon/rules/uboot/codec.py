"""A state as canonical bytes, and back: equal states, equal bytes."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, get_type_hints

from klaxon.rules.contract import Ms, Outcome
from klaxon.rules.uboot.cards.records import CardLots
from klaxon.rules.uboot.content.box import box_of
from klaxon.rules.uboot.content.mission import mission_of
from klaxon.rules.uboot.handbook import handbook_of
from klaxon.rules.uboot.radio.records import Signals
from klaxon.rules.uboot.records_codec import reader_of
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.setting import Setting
from klaxon.rules.uboot.start import briefing_of
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.trouble.records import TroubleChance

_PARTS = (
    *("phase", "serial", "clock", "order", "morale", "shift", "crew", "at", "rooms", "faults", "repairs"),
    *("trouble", "stores", "provisions", "boat", "waters", "glass", "arms", "patrol"),
    *("pending", "positions", "posts", "cards", "radio", "linked"),
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
        "sea": state.sea,
        "bell": state.bell,
        "decks": state.decks,
        "supply": state.supply,
        "bag": state.bag,
        "drawn": state.drawn,
        "last": state.last,
        "lots": state.lots,
        "chance": state.chance,
        "signals": state.signals,
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
    sea = reader_of(SeaTruth)(known["sea"])
    handbook = handbook_of(box, setting.easy_roles, mission.map)
    board = OpenBoard(setting, handbook, briefing_of(mission), **_parts(known["board"]))
    board.outcome = Outcome(*known["outcome"]) if known["outcome"] else None
    decks = tuple(map(tuple, known["decks"]))
    supply, bag, last = (tuple(known[name]) for name in ("supply", "bag", "last"))
    lots, chance = reader_of(CardLots)(known["lots"]), reader_of(TroubleChance)(known["chance"])
    signals = reader_of(Signals)(known["signals"])
    hidden = (known["bell"], decks, supply, bag, known["drawn"], last, lots, Ms(known["now"]), chance, signals)
    return State(known["key"], box, mission, board, sea, *hidden)


_KINDS = get_type_hints(OpenBoard)


def _parts(data: dict[str, Any]) -> dict[str, Any]:
    """Return the written fields of a board as its records."""
    return {name: reader_of(_KINDS[name])(value) for name, value in data.items()}
