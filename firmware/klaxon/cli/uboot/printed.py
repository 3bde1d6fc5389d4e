"""The printed game of U-BOOT by hand: how many moves its pieces and its app take for what happened in a patrol.

Only what a hand does is counted, piece by piece: looking something up in a book, talking and reading are not. Where the
printed rules do not say how often the app is touched, it is once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from klaxon.rules.contract import Event
from klaxon.rules.uboot.words import ROLES

HOW_COUNTED = """\
- a track marker moved, for each change of the order track or of morale: 1
- a token laid on a man's board, turned over or taken off: 1 each; one handed over to the relief: 1, and 1 more for the
  token that an unskilled relief takes beside it
- a figure moved to another room, however far, set on the boat or taken off it: 1; a device or toolbox it carries: 1
- a crew board turned over at the watch change: 4 each time, one for each role
- a card drawn and laid down again: 2; one kept in the hand or played from it: 1
- crew tokens drawn from the bag: 1 each, and 1 to put them back together
- a danger or fault token laid on the boat: 1, and taken off: 1; a fault that gets worse changes its token: 2
- telegraph or depth gauge set after an order: 1
- a food token taken to the stove, to the discard or into the pyramid: 1 each; a type that spoils: 1 to take it away, 1
  to put the discard back
- a medicine laid on a card: 1, and taken off with it: 1; a cigarette laid down: 1
- the six pieces of the puzzle of a breach laid, turned over (6 and 6) and mixed again (1)
- the attack disc and the tactical map for a contact: its arrow, its course where that is known, its marker: 1 each;
  another marker once it is identified: 2; a marker taken off: 1
- touches of the app: its button, the value and the question whether the men are in place, which it asks for every
  order: 3 for speed, course and depth, 2 for an order without a value, 3 for one in a menu (sextant, Enigma, reload);
  the four values of the TDC: 4; for a repair its menu, the fault, the number of men and that it begins: 4, to stop it:
  3; how many men watch, whenever that changes: 2; how many men a fault takes, how fast time runs, the meal, a torpedo,
  the end of a puzzle: 1"""
APP = "touches of the app"
MEN, BOAT, FOOD, CARDS, FIGURES = "tokens on men", "markers on the boat", "food", "cards", "figures"
TRACKS, BAG, MAP, MEDICINES = "track markers", "tokens of the bag", "attack disc and map", "medicines"
Moves: TypeAlias = dict[str, int]
Facts: TypeAlias = Mapping[str, Any]

SET_BY_VALUE = ("new_speed", "new_course", "new_depth", "dive", "surface")
IN_A_MENU = ("sextant", "enigma", "reload")
PLAIN = ("periscope", "hydrophone", "tdc", "flood_tubes", "gun88", "aa20")
TOUCHES_OF_ORDERS = {**dict.fromkeys(SET_BY_VALUE, 3), **dict.fromkeys(IN_A_MENU, 3), **dict.fromkeys(PLAIN, 2)}
"""Order -> touches; the others are carried out without the app, or told it otherwise."""
TOUCHES_OF_REPAIRS = {"finished": 0, "paused": 3}
PIECES = 6
"""Pieces of the puzzle in three sections."""
AIMED = 4
"""Values that the TDC takes: bearing, angle on the bow, speed, range."""


def printed_moves(events: Sequence[Event], medicines: Mapping[str, int]) -> Counter[str]:
    """Return the moves of the printed game for what happened, by kind; `medicines` says how many a card takes."""
    moves: Counter[str] = Counter()
    drawn_card = ""
    for event in events:
        if event.type in MOVES:
            moves.update(MOVES[event.type](event.facts))
        if event.type in ("treated", "cured"):
            moves[MEDICINES] += medicines.get(str(event.facts["card"]), 0)
        if event.type == "card":
            drawn_card = "" if event.facts.get("man") else str(event.facts["card"])
        elif event.type == "malady" and event.facts["card"] == drawn_card:
            moves[BAG] += 2  # it is a random man's: his token is drawn and put back
    return +moves


def _card(facts: Facts) -> Moves:
    return {CARDS: 1 if facts.get("played") or facts.get("hand") else 2}


def _moved(facts: Facts) -> Moves:
    return {FIGURES: 1, "things carried": bool(facts.get("carried"))}


def _repair(facts: Facts) -> Moves:
    return {BOAT: facts["state"] == "finished", APP: TOUCHES_OF_REPAIRS.get(str(facts["state"]), 4)}


def _larder(facts: Facts) -> Moves:
    """Return the moves in the pyramid; the token that comes for a replaced one is told as a cell filled."""
    return {FOOD: len(facts["cells"])}


def _puzzle(_facts: Facts) -> Moves:
    return {"pieces of the puzzle": 2 * PIECES + 1, APP: 1}


def _contact(facts: Facts) -> Moves:
    return {MAP: 2 + ("course" in facts)}


def _times(kind: str, count: int = 1) -> Callable[[Facts], Moves]:
    return lambda _facts: {kind: count}


MOVES: Mapping[str, Callable[[Facts], Moves]] = {
    "order-track": _times(TRACKS),
    "morale": _times(TRACKS),
    "activated": lambda facts: {MEN: int(facts["tokens"])},
    "recovered": _times(MEN),
    "handed-over": lambda facts: {MEN: 1 + int(facts["extra"])},
    "task-ended": _times(MEN),
    "malady": lambda facts: {MEN: sum(facts["placed"].values()) + sum(facts["pushed"].values())},
    "died": lambda _facts: {MEN: 1, FIGURES: 1},
    "smoked": lambda facts: {MEN: len(facts["men"]), "cigarettes": 1},
    "moved": _moved,
    "posted": _times(FIGURES),
    "watch-changed": _times("boards turned", len(ROLES)),
    "card": _card,
    "draw": lambda facts: {BAG: len(facts["tokens"]) + 1},
    "fault": lambda _facts: {BOAT: 1, APP: 1},
    "worsened": lambda _facts: {BOAT: 2, APP: 1},
    "emergency": _times(BOAT),
    "cleared": _times(BOAT),
    "flooded": lambda facts: {BOAT: 1 + len(facts["lost"])},
    "repair": _repair,
    "sealed": _puzzle,
    "puzzle-failed": _puzzle,
    "speed": _times("telegraph and gauge"),
    "diving": _times("telegraph and gauge"),
    "surfacing": _times("telegraph and gauge"),
    "cooked": lambda facts: {FOOD: len(facts["tokens"]) + facts["lemon"]},
    "meal": lambda facts: {FOOD: int(facts["size"]), APP: 1},
    "larder": _larder,
    "spoiled": _times(FOOD, 2),
    "contact": _contact,
    "contact-lost": _times(MAP),
    "identified": _times(MAP, 2),
    "done": lambda facts: {APP: TOUCHES_OF_ORDERS.get(str(facts["order"]), 0)},
    "solution": _times(APP, AIMED),
    "launched": _times(APP),
    "time": lambda facts: {APP: facts["why"] == "order"},
    "watching": _times(APP, 2),
}
"""Event -> the moves that it takes in print, by kind."""
