"""Views: what each seat of Steam Torpedo may know: the open board, and its own pick of a draft.

`show` turns a view into the data that leaves the rules; `read_view` turns that data into a view again, elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.rules.contract import UMPIRE, Field, Offer, Outcome, Seat, SharedSight
from klaxon.rules.deltas import SharedView
from klaxon.rules.domains import Token
from klaxon.rules.steam import look
from klaxon.rules.steam.cards.cards import Deck, deck_of_data
from klaxon.rules.steam.grid import INDEX, NAMES, SECTIONS, SIZE, cells_in
from klaxon.rules.steam.setting import BOATS, CREW, Setting
from klaxon.rules.steam.state import APART, DEAD, NONE, Blow, Board, Hull, State, Window
from klaxon.rules.steam.step import SEATS, place_on, where


class View:
    """What one seat may know. `me` is its boat, NONE for umpire and spectator."""

    __slots__ = ("board", "fields", "me", "offers", "picks", "seat")

    def __init__(self, seat: Seat, me: int, board: Board, picks: tuple[int, int]) -> None:
        """Hold the open board and the picks that the seat knows."""
        self.seat, self.me, self.board, self.picks = seat, me, board, picks
        self.offers: tuple[Offer, ...] | None = None
        """The menu, once it has been asked for."""
        self.fields: dict[tuple[str, tuple[Token, ...]], Field | None] = {}
        """The arguments asked for so far, by verb and what was chosen before."""


def view_of(state: State, seat: Seat) -> View:
    """Return the view of a seat."""
    me = SEATS.index(seat) if seat in SEATS else NONE
    red, blue = state.picks
    known = (red if me == 0 or seat == UMPIRE else NONE, blue if me == 1 or seat == UMPIRE else NONE)
    return View(seat, me, state.board, known)


def prompt_of(board: Board, me: int, picked: int) -> tuple[str, tuple[str, ...]] | None:
    """Return the prompt that waits for a boat: its key and the verbs that answer it."""
    if board.phase == "pick":
        waits = board.active == me if board.setting.setup == "free" else picked == NONE
        return (f"pick-{BOATS[me]}-{board.serial}", ("pick",)) if waits else None
    if board.phase == "swap":
        swapped = board.boats[me].swapped
        return None if swapped else (f"swap-{BOATS[me]}-{board.serial}", ("swap", "keep"))
    if board.blows:
        blow = board.blows[0]
        if blow.boat != me:
            return None
        return f"damage-{board.serial}", (("redirect", "damage") if blow.attack and blow.fresh else ("damage",))
    if board.window is not None and board.window.boat == me:
        return f"window-{board.serial}", ("react", "pass")
    return None


def show(view: View) -> SharedView:
    """Return a view as data, JSON without floats."""
    return SharedView(_show_board(view.board), _show_own(view))


def shared_sight(views: Sequence[View]) -> SharedSight:
    """Return what the seats of these views are shown, all of one board."""
    return SharedSight(_show_board(views[0].board), {view.seat: _show_own(view) for view in views})


def _show_own(view: View) -> dict[str, Any]:
    """Return what a seat is shown beside the board."""
    board, me = view.board, view.me
    waits = prompt_of(board, me, view.picks[me]) if me != NONE else None
    return {
        "seat": view.seat,
        "boat": BOATS[me] if me != NONE else "",
        "prompts": [{"key": waits[0], "verbs": list(waits[1])}] if waits else [],
        "picked": {name: board.deck.cards[c].id for name, c in zip(BOATS, view.picks, strict=True) if c != NONE},
    }


def _show_board(board: Board) -> dict[str, Any]:
    """Return what every seat is shown; the keys of a single seat have their places in it."""
    deck, outcome, window, event = board.deck, board.outcome, board.window, board.event
    return {
        "game": "steam",
        "seat": "",
        "boat": "",
        "phase": board.phase,
        "turn": BOATS[board.active] if board.active != NONE else "",
        "first": BOATS[board.first],
        "round": board.round,
        "sectors": dict(zip(BOATS, board.sector, strict=True)),
        "side": look.relation(board, 0)[0] if board.lateral != APART else "",
        "prompts": (),
        "serial": board.serial,
        "due": board.due,
        "damage": [_show_blow(blow) for blow in board.blows],
        "window": _show_window(window) if window else None,
        "event": _show_window(event) if event else None,
        "outcome": {"winner": outcome.winner, "reason": outcome.reason} if outcome else None,
        "boats": {name: _show_hull(board, me) for me, name in enumerate(BOATS)},
        "hands": {name: deck.card_ids(hand) for name, hand in zip(BOATS, board.hands, strict=True)},
        "chosen": {name: deck.card_ids(cards) for name, cards in zip(BOATS, board.chosen, strict=True)},
        "picked": {},
        "deck": deck.data,
        "rules": board.setting.data,
    }


def _show_hull(board: Board, me: int) -> dict[str, Any]:
    hull = board.boats[me]
    laid = bool(hull.cards)
    return {
        "heading": hull.heading,
        "cells": {NAMES[cell]: _show_cell(board, me, cell) for cell in range(SIZE)} if laid else {},
        "crew": {CREW[man]: _show_man(hull, me, man) for man in range(len(CREW))} if laid else {},
        "speed": look.speed(board, me) if laid else 0,
        "oxygen": look.oxygen(hull),
        "armour": {name: look.armour(board, me, name) for name in SECTIONS} if laid else {},
        "manoeuvred": hull.manoeuvred,
        "moved": hull.moved,
        "swapped": hull.swapped,
        "drag": hull.drag,
        "haste": hull.haste,
        "plate": list(hull.plate),
        "edge": [list(bonus) for bonus in hull.edge],
        "anchored": hull.anchored,
    }


def _show_cell(board: Board, me: int, cell: int) -> dict[str, Any]:
    hull = board.boats[me]
    card = board.deck.cards[hull.cards[cell]]
    return {
        "card": card.id,
        "name": card.name,
        "plain": hull.plain[cell],
        "oxygen": hull.oxygen[cell],
        "empty": hull.empty[cell],
        "damage": sum(look.damage(board, me, cell)),
        "destroyed": bool(hull.gone >> cell & 1),
        "uses": hull.uses[cell],
    }


def _show_man(hull: Hull, me: int, man: int) -> dict[str, Any]:
    return {
        **_show_place("", me, hull.place[man]),
        **_show_place("start_", me, hull.start[man]),
        "ready": bool(hull.ready >> man & 1),
        "acted": bool(hull.acted >> man & 1),
    }


def _show_place(prefix: str, me: int, place: int) -> dict[str, Any]:
    if place == DEAD:
        return {f"{prefix}at": "", f"{prefix}on": ""}
    on, cell = where(me, place)
    return {f"{prefix}at": NAMES[cell], f"{prefix}on": BOATS[on]}


def _show_blow(blow: Blow) -> dict[str, Any]:
    return {
        "boat": BOATS[blow.boat],
        "left": blow.left,
        "cells": [NAMES[cell] for cell in cells_in(blow.cells)],
        "cell": NAMES[blow.cell] if blow.cell != NONE else "",
        "attack": blow.attack,
        "fresh": blow.fresh,
    }


def _show_window(window: Window) -> dict[str, Any]:
    return {
        "boat": BOATS[window.boat],
        "answers": window.kind,
        "cell": NAMES[window.cell] if window.cell != NONE else "",
        "answered": [name for man, name in enumerate(CREW) if window.used >> man & 1],
    }


def read_view(data: Mapping[str, Any], known: Deck | None = None) -> View:
    """Return the view that was shown as this data; a deck that was read before is not read again."""
    deck = known or deck_of_data(data["deck"])
    red, blue = (_read_hull(deck.index, me, data["boats"][name]) for me, name in enumerate(BOATS))
    board = Board(Setting.read(data["rules"]), deck, (red, blue), BOATS.index(data["first"]))
    board.phase, board.round, board.serial, board.due = data["phase"], data["round"], data["serial"], data["due"]
    board.active = BOATS.index(data["turn"]) if data["turn"] else NONE
    board.sector = (data["sectors"]["red"], data["sectors"]["blue"])
    board.lateral = look.lateral_of(0, data["side"]) if data["side"] else APART
    board.blows = tuple(_read_blow(blow) for blow in data["damage"])
    board.window, board.event = (_read_window(data[key]) if data[key] else None for key in ("window", "event"))
    board.outcome = Outcome(**data["outcome"]) if data["outcome"] else None
    hands, chosen = ([tuple(deck.index[c] for c in data[key][b]) for b in BOATS] for key in ("hands", "chosen"))
    board.hands, board.chosen = (hands[0], hands[1]), (chosen[0], chosen[1])
    picks = [deck.index[data["picked"][boat]] if boat in data["picked"] else NONE for boat in BOATS]
    seat = Seat(data["seat"])
    return View(seat, SEATS.index(seat) if seat in SEATS else NONE, board, (picks[0], picks[1]))


def _read_hull(index: Mapping[str, int], me: int, data: Mapping[str, Any]) -> Hull:
    hull = Hull(data["heading"])
    for name in ("manoeuvred", "moved", "swapped", "drag", "haste", "anchored"):
        setattr(hull, name, data[name])
    hull.plate = tuple(data["plate"])
    hull.edge = tuple((n, left) for n, left in data["edge"])
    if data["cells"]:
        cells = [data["cells"][name] for name in NAMES]
        hull.cards = tuple(index[cell["card"]] for cell in cells)
        hull.plain, hull.oxygen, hull.empty, hull.uses = (
            tuple(cell[key] for cell in cells) for key in ("plain", "oxygen", "empty", "uses")
        )
        hull.gone = sum(1 << place for place, cell in enumerate(cells) if cell["destroyed"])
        crew = [data["crew"][name] for name in CREW]
        hull.place = tuple(_read_place("", me, man) for man in crew)
        hull.start = tuple(_read_place("start_", me, man) for man in crew)
        hull.ready, hull.acted = (sum(1 << m for m, man in enumerate(crew) if man[key]) for key in ("ready", "acted"))
    return hull


def _read_place(prefix: str, me: int, man: Mapping[str, Any]) -> int:
    on, at = man[f"{prefix}on"], man[f"{prefix}at"]
    return place_on(me, BOATS.index(on), INDEX[at]) if at else DEAD


def _read_blow(data: Mapping[str, Any]) -> Blow:
    cells = sum(1 << INDEX[name] for name in data["cells"])
    cell = INDEX[data["cell"]] if data["cell"] else NONE
    return Blow(BOATS.index(data["boat"]), data["left"], cells, cell, data["attack"], data["fresh"])


def _read_window(data: Mapping[str, Any]) -> Window:
    used = sum(1 << CREW.index(name) for name in data["answered"])
    cell = INDEX[data["cell"]] if data["cell"] else NONE
    return Window(BOATS.index(data["boat"]), data["answers"], cell, used)
