"""Views: what the seats of U-BOOT may know. All four roles and the spectator see the same board (UBT-12.17a).

`show` turns a view into the data that leaves the rules. Each part of it is kept with the board while the records it
was made of are the same objects, so a step pays for what it changed. `from_data.py` makes a view of the data again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import SPECTATOR, UMPIRE, Field, Offer, Seat, SharedSight
from klaxon.rules.deltas import SharedView
from klaxon.rules.domains import Token
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.present import NOTHING, SECOND, Present, present_of, present_sea, stale
from klaxon.rules.uboot.sea.attack.shown import torpedoes_of
from klaxon.rules.uboot.sea.chart import cell_at
from klaxon.rules.uboot.sea.hunt.shown import hunts_at
from klaxon.rules.uboot.sea.own_boat.way import leg_at
from klaxon.rules.uboot.sea.watching.shown import enemies_at
from klaxon.rules.uboot.shown_board import read_board, show_board
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import ROLE
from klaxon.rules.uboot.trouble.puzzle import answer_to
from klaxon.rules.uboot.verbs.prompts import asked_of
from klaxon.rules.uboot.words import DECKS

METRE = 1000


class View:
    """What one seat may know. `role` is '' for umpire and spectator."""

    __slots__ = ("beside", "board", "fields", "offers", "present", "role", "seat")

    def __init__(self, seat: Seat, present: Present, beside: Mapping[str, Any] = NOTHING) -> None:
        """Hold what all see, and what is shown beside it: through a lens, or to the umpire alone."""
        self.seat = seat
        self.role = ROLE.get(seat, "")
        self.board = present.board
        self.present = present
        self.beside = beside
        self.offers: tuple[Offer, ...] | None = None
        """The menu, once somebody has asked for it."""
        self.fields: dict[tuple[str, tuple[Token, ...]], Field | None] = {}
        """The arguments asked for so far, by verb and what was chosen before."""

    @property
    def depth(self) -> int:
        """The depth of the boat (mm) as it is shown."""
        return self.present.depth

    @property
    def game(self) -> int:
        """The game time that is shown."""
        return self.present.game

    def through(self, shown: Mapping[str, Any]) -> View:
        """Return the view through a lens that shows this too. Its menus are those of the view itself."""
        view = View(self.seat, self.present, {**shown, **self.beside})
        view.offers, view.fields = self.offers, self.fields
        return view


def view_of(state: State, seat: Seat) -> View:
    """Return the view of a seat; it is kept with the state."""
    kept: View | None = state.views.get(seat)
    if kept is None:
        beside = {"truth": _truth(state)} if seat == UMPIRE else NOTHING
        kept = state.views[seat] = View(seat, present_of(state), beside)
    return kept


def _truth(state: State) -> dict[str, Any]:
    clock = state.board.clock
    game = reading(clock, max(clock.at, state.now - state.now % SECOND))
    return {
        "enemies": enemies_at(present_sea(state), state.box, game),
        "hunts": hunts_at(present_sea(state), game),
        "torpedoes": torpedoes_of(present_sea(state).attack),
        "cell": _true_cell(state),
        "decks": {name: list(deck) for name, deck in zip(DECKS, state.decks, strict=True)},
        "bag": list(state.bag),
        "puzzle": {
            str(breach.room): list(answer_to(state.board.setting.puzzle, breach))
            for breach in state.board.trouble.breaches
            if breach.number
        },
    }


def _true_cell(state: State) -> str:
    sea = present_sea(state)
    if not sea.way:
        return state.board.boat.cell
    game = reading(state.board.clock, state.now)
    chart = state.box.charts[state.mission.map]
    return cell_at(chart, *leg_at(sea.way, game).place(game)) or state.board.boat.cell


def show(view: View) -> SharedView:
    """Return a view as data, JSON without floats (UBT-12.17b)."""
    own = _show_own(view.present.board).get(view.seat, _OF_UMPIRE)
    return SharedView(_show_present(view.present), {**own, **view.beside} if view.beside else own)


def shared_sight(state: State) -> SharedSight:
    """Return what all roles and the spectator are shown."""
    present = present_of(state)
    return SharedSight(_show_present(present), _show_own(present.board), stale(state))


def _show_present(present: Present) -> dict[str, Any]:
    """Return what every seat sees."""
    data = present.data
    if data is None:
        readings = present.readings or read_board(present.board, present.board.boat, present.depth, present.game)
        data = present.data = show_board(present.board, readings)
    return data


def _show_own(board: OpenBoard) -> Mapping[Seat, dict[str, Any]]:
    """Return what each seat sees beside that: its name, and what it is asked."""
    asking = (
        board.pending,
        board.positions,
        board.posts,
        board.trouble.breaches,
        board.cards.choices,
        board.radio.asked,
    )
    return board.keep("own", asking, _show_asked) if any(asking) else _UNASKED


def _show_asked(board: OpenBoard) -> dict[Seat, dict[str, Any]]:
    asked = {seat: {"seat": seat, "prompts": _show_prompts(board, role)} for seat, role in ROLE.items()}
    return {**_UNASKED, **asked}


def _show_prompts(board: OpenBoard, role: str) -> list[dict[str, Any]]:
    return [{"key": asked.key, "verbs": list(asked.verbs), "due": asked.due} for asked in asked_of(board, role)]


_UNASKED: Mapping[Seat, dict[str, Any]] = {seat: {"seat": seat, "prompts": []} for seat in (*ROLE, SPECTATOR)}
_OF_UMPIRE = {"seat": UMPIRE, "prompts": list[Any]()}
