"""Orders in which a man is activated more than once: the rows of the box, judged before anybody can give them."""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import bar_places
from klaxon.rules.uboot.crew.seating import seat
from klaxon.rules.uboot.orders.giving import assign
from klaxon.rules.uboot.records import OrderPlace, PendingOrder
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES
from tests.rules.uboot.kit.boat import Boat
from tests.rules.uboot.kit.marks import allows, refuses

ROWS = Boat().state.box.orders
TRIANGLE, HEXAGON, SQUARE = "captain.triangle", "captain.hexagon", "captain.square"
"""The first two have the symbol `launch`, the third has not; all three stand in room 1 (7.1)."""


def dealt(boat: Boat, order: str, times: int, *men: str, dark: bool = False) -> list[str] | None:
    """Return who is activated for what tokens: `captain.triangle 1`; None where a man would get nothing to do."""
    row = ROWS[order]
    found = seat(boat.state.board, row, places(row, times, dark=dark), [FIGURES.index(man) for man in men])
    return None if found is None else [f"{FIGURES[each.figure]} {each.tokens}" for each in found]


def places(row: OrderRow, times: int, *, dark: bool = False) -> tuple[OrderPlace, ...]:
    """Return as many places as there are torpedoes, messages or patients, where 7.1 puts the skilled man."""
    symbol = row.places[0].symbol
    room = {"launch": 1, "enigma": 2, "medic": 2}[symbol]
    return (OrderPlace(symbol, room),) * times + (OrderPlace("", room),) * dark


@allows("3.3j")
@pytest.mark.parametrize(("order", "man"), [("enigma", "first_officer.square"), ("first_aid", "first_officer.circle")])
def test_one_man_is_activated_once_for_each_message_or_patient(order: str, man: str) -> None:
    assert dealt(Boat(), order, 3, man) == [f"{man} 1"] * 3


@refuses("3.3j")
def test_the_unskilled_pay_the_extra_token_each_time_and_so_manage_one() -> None:
    assert dealt(Boat(), "enigma", 1, "navigator.circle") == ["navigator.circle 2"]
    assert dealt(Boat(), "enigma", 2, "navigator.circle") == ["navigator.circle 2"], "one of the two is left"


@refuses("3.3j")
def test_in_every_other_order_a_man_is_activated_once() -> None:
    helm = (OrderPlace("helm", 3),) * 2
    board, row = Boat().state.board, ROWS["new_course"]
    seated = seat(board, row, helm, [FIGURES.index("first_officer.triangle")])
    assert seated is not None
    assert len(seated) == 1
    assert not any(each.per for name, each in ROWS.items() if name not in ("enigma", "launch", "first_aid"))


@allows("3.3s")
def test_torpedoes_are_dealt_to_him_who_pays_least_then_to_him_with_fewest_tokens() -> None:
    assert dealt(Boat(), "launch", 2, TRIANGLE, HEXAGON) == [f"{TRIANGLE} 1", f"{HEXAGON} 1"]
    tired = Boat(men={"captain.triangle.1": {"act": 1}})
    assert dealt(tired, "launch", 3, TRIANGLE, HEXAGON) == [f"{TRIANGLE} 1", f"{HEXAGON} 1", f"{HEXAGON} 1"]
    assert dealt(tired, "launch", 2, TRIANGLE, SQUARE) is None, "the torpedo mate launches both"
    assert dealt(tired, "launch", 4, TRIANGLE, SQUARE) == [f"{SQUARE} 2", f"{TRIANGLE} 1", f"{TRIANGLE} 1"]


@allows("3.3s")
def test_a_launch_is_carried_out_as_soon_as_the_named_men_have_slots_for_all_torpedoes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boat = Boat(men={"captain.triangle.1": {"act": 1}})
    launched: list[tuple[str, ...]] = []
    monkeypatch.setattr(boat.state.board.handbook, "orders", {**boat.state.board.handbook.orders, **ROWS})
    monkeypatch.setattr("klaxon.rules.uboot.orders.giving.DEEDS", {"launch": lambda _work, args: launched.append(args)})
    work = Working(boat.state, boat.state.now)
    tubes = ("1", "2", "3")
    work.board.pending = PendingOrder("launch", tubes, places(ROWS["launch"], 3), 3, 1, (), "order", 0)
    assign(work, "captain", (FIGURES.index(TRIANGLE),))
    assert not launched, "two slots for three torpedoes"
    assign(work, "captain", (FIGURES.index(TRIANGLE), FIGURES.index(HEXAGON)))
    assert launched == [tubes]
    assert [work.board.man(FIGURES.index(man)).act for man in (TRIANGLE, HEXAGON)] == [2, 2]


@refuses("3.3s")
def test_who_would_launch_nothing_is_not_named_and_a_message_is_one_mans_work() -> None:
    assert dealt(Boat(), "launch", 2, TRIANGLE, HEXAGON, SQUARE) is None
    assert dealt(Boat(), "enigma", 3, "first_officer.square", "navigator.circle") is None
    tired = Boat(men={"first_officer.square.1": {"act": 2}})
    assert dealt(tired, "enigma", 2, "first_officer.square", "navigator.circle") is None


@refuses("3.3s")
def test_an_announcement_counts_activations_of_all_men_or_of_one_alone() -> None:
    boat = Boat(men={"captain.triangle.1": {"act": 3}, "captain.hexagon.1": {"act": 1}})
    board = boat.state.board
    assert bar_places(board, ROWS["launch"], places(ROWS["launch"], 3), 3) is None
    refused = bar_places(board, ROWS["launch"], places(ROWS["launch"], 4), 4)
    assert refused is not None
    assert (refused.code, refused.facts["need"], refused.facts["have"]) == ("needs-men", 4, 3)
    alone = bar_places(board, ROWS["enigma"], places(ROWS["enigma"], 4), 4)
    assert alone is not None
    assert alone.facts["have"] == 3


def test_who_holds_the_lamp_does_nothing_else() -> None:
    assert dealt(Boat(), "launch", 2, TRIANGLE, SQUARE, dark=True) == [f"{SQUARE} 1", f"{TRIANGLE} 1", f"{TRIANGLE} 1"]
    assert dealt(Boat(), "launch", 1, TRIANGLE, SQUARE, dark=True) == [f"{SQUARE} 1", f"{TRIANGLE} 1"]
    assert dealt(Boat(), "launch", 2, TRIANGLE, dark=True) == [f"{TRIANGLE} 1"] * 2, "a lamp is still missing"


def test_who_is_elsewhere_is_dealt_nothing() -> None:
    assert dealt(Boat(), "launch", 1, "navigator.circle") is None
    assert dealt(Boat(), "launch", 1, TRIANGLE, "navigator.circle", dark=True) is None


def test_a_dark_room_asks_for_a_man_beside_those_who_launch() -> None:
    row = ROWS["launch"]
    tired = {"captain.hexagon.1": {"act": 3}, "captain.square.1": {"act": 2}}
    board = Boat(men=tired).state.board
    assert bar_places(board, row, places(row, 3, dark=True), 4) is None, "one launches all, the other holds the lamp"
    tired["captain.square.1"] = {"act": 3}
    board = Boat(men=tired).state.board
    assert bar_places(board, row, places(row, 1), 1) is None
    refused = bar_places(board, row, places(row, 1, dark=True), 2)
    assert refused is not None
    assert (refused.code, dict(refused.facts)) == ("needs-extra", {"room": 1})


@allows("3.3k")
def test_a_man_at_a_repair_is_dealt_to_like_any_other() -> None:
    boat = Boat().put("first_officer.square", task="tdc")
    assert dealt(boat, "enigma", 2, "first_officer.square") == ["first_officer.square 1"] * 2
    row = ROWS["enigma"]
    assert bar_places(boat.state.board, row, places(row, 2), 2) is None


@refuses("3.3j")
def test_where_nobody_is_nobody_is_activated() -> None:
    board = Boat().state.board.copy()
    board.at = (3,) * 16
    row = ROWS["enigma"]
    refusal = bar_places(board, row, places(row, 1), 1)
    assert refusal is not None
    assert (refusal.code, refusal.facts["need"], refusal.facts["have"]) == ("needs-men", 1, 0)
