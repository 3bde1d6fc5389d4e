"""A state as bytes and back, and a board made again of what a view shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.rules.contract import UMPIRE, Outcome, Seat
from klaxon.rules.uboot.cards.records import CardTable, DueCard, LastingEffect, OpenChoice
from klaxon.rules.uboot.galley.provisions import Provisions, SmokeBreak
from klaxon.rules.uboot.handbook import Handbook, read_handbook
from klaxon.rules.uboot.records import OpenFault, RepairJob, WayLeg
from klaxon.rules.uboot.sea.own_boat.way import heading_at
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.puzzle import lay_out
from klaxon.rules.uboot.trouble.records import BoatTrouble, HullBreach
from tests.rules.uboot.kit.boat import GAME, HOUR, Boat

SCRIPT = [
    {"at": "0:01:00", "do": "contact", "id": "c1", "by": "lookout", "klass": "escort", "bearing": 9, "range": 9000},
    {"at": "0:01:00", "do": "detected", "on": True},
    {"at": "5:00:00", "do": "morale", "n": -1},
]
STAGED: dict[str, Any] = {
    "figures": {"navigator.circle": 8},
    "men": {
        "navigator.circle.1": {"watch": True},
        "captain.circle.1": {"cards": ["fever"], "act": 1},
        "captain.square.2": {"treated": ["graze"]},
        "captain.triangle.1": {"dead": True},
    },
    "rooms": {"4": {"emergencies": ["fire", "darkness"]}, "6": {"devices": ["pump"], "toolboxes": ["toolbox-a"]}},
    "battery": 70,
    "ration": ["eggs"],
    "discard": ["meat", "meat"],
}
LINES: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "pending": ("captain new_course 10", "first_officer assign triangle"),
    "positions": ("captain change_positions for=dive", "captain ready", "engineer move triangle 6+masks"),
}


def staged(lines: tuple[str, ...]) -> Boat:
    """Return a boat in which there is something of everything: repairs and hunters are laid by hand."""
    boat = Boat(SCRIPT, **STAGED).put("engineer.circle", task="tdc").put("engineer.square", task="radio-set")
    boat.wait(120_000)
    board = boat.state.board.copy()
    board.faults = (OpenFault("tdc", "red", 60_000), OpenFault("radio-set", "yellow"))
    board.repairs = (
        RepairJob("tdc", 2, (12,), 1, "gasket-set", 250_000, since=HOUR),
        RepairJob("radio-set", 1, (13,), running=False),
    )
    board.waters = board.waters._replace(hunted=True)
    boat.state.sea = boat.state.sea._replace(waters=board.waters)
    boat.lay(board).play(*lines)
    return boat


def ended() -> Boat:
    boat = Boat(HOURS=1)
    boat.wait(HOUR)
    assert GAME.actors(boat.state) == ()
    clock = boat.view()["clock"]
    assert (clock["mode"], clock["factor"]) == ("real", 0)
    return boat


def check_same(one: OpenBoard, other: OpenBoard) -> None:
    """Compare boards by value and by type, for a record is no bare tuple; the last number of a prompt is not shown."""
    assert one.handbook == other.handbook
    copy = one.copy()
    copy.handbook, copy.serial = other.handbook, other.serial
    assert copy == other
    assert repr(copy) == repr(other)


def as_gauges_say(board: OpenBoard) -> OpenBoard:
    """Return a board whose boat is known by its gauges alone, as a view shows it."""
    copy = board.copy()
    _, heading, knots = heading_at(board.boat, 0)
    way = (WayLeg(0, heading, knots),)
    copy.boat = board.boat._replace(way=way, drive=None, charging=0, charged=0, steps=())
    return copy


@pytest.mark.parametrize("name", LINES)
def test_a_state_is_made_of_its_bytes(name: str) -> None:
    boat = staged(LINES[name])
    again = GAME.decode(GAME.encode(boat.state))
    assert again == boat.state
    check_same(again.board, boat.state.board)
    assert again.sea == boat.state.sea


def test_a_state_after_the_end_is_made_of_its_bytes() -> None:
    state = ended().state
    again = GAME.decode(GAME.encode(state))
    assert again == state
    facts = {"grade": "F", "glory": 0, "grt": 0, "objectives": {"primary": "failed"}}
    assert again.board.outcome == Outcome("sea", "time", facts)


def test_bytes_of_a_state_are_canonical() -> None:
    boat = Boat()
    state = boat.state.copy(boat.state.now)
    state.key = "ü"
    text = GAME.encode(state).decode()
    told = json.loads(text)
    body = json.dumps(told["state"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert text.endswith(f'"state":{body}}}')
    assert (told["box"], told["mission"]) == (state.box.text, state.mission.text)


@pytest.mark.parametrize("name", LINES)
def test_a_board_is_made_of_what_a_view_shows(name: str) -> None:
    boat = staged(LINES[name])
    view = GAME.view(boat.state, Seat("uboot.captain"))
    again = GAME.read_view(json.loads(json.dumps(GAME.show(view))))
    check_same(again.board, as_gauges_say(view.board))
    assert (again.seat, again.role, again.depth) == (view.seat, "captain", view.depth)


@pytest.mark.parametrize("puzzle", ["pipes", "pieces"])
def test_troubles_cards_and_stores_are_made_of_bytes_and_of_what_a_view_shows(puzzle: str) -> None:
    boat = Boat(rules=f"puzzle={puzzle}")
    layout = lay_out(puzzle, "00" * 16, 0, 3)
    breaches = (
        HullBreach(1, 90_000, 2),
        HullBreach(3, 120_000, number=7, tiles=layout.tiles, ends=layout.ends),
        HullBreach(5, 150_000, 1, tried=True),
    )
    board = boat.state.board.copy()
    board.trouble = BoatTrouble(breaches, "fuse-box", ("tdc", (1, 12)), ("gasket-set", "valve-wheel"))
    board.repairs = (RepairJob("radio-set", 1, (13,), card="welding-set", since=HOUR),)
    board.cards = CardTable(
        (LastingEffect("noise", "noisy-boat", n=150, until=HOUR), LastingEffect("free_order", "x", "dive", bell=True)),
        (OpenChoice("captain", "men", "x", 2, 1, 9, 120_000),),
        (DueCard("events"), DueCard("morale1", "fever")),
    )
    board.provisions = Provisions(("meat", "onion"), 2, SmokeBreak(60_000, (1, 5), is_over=True))
    boat.lay(board)
    check_same(GAME.decode(GAME.encode(boat.state)).board, board)
    view = GAME.view(boat.state, Seat("uboot.captain"))
    shown = GAME.show(view)
    assert shown["engineer"]["playing"] == {"welding-set": "radio-set", "fuse-box": "pending"}
    assert shown["breaches"]["3"]["ends"] == list(layout.ends)
    check_same(GAME.read_view(json.loads(json.dumps(shown))).board, as_gauges_say(view.board))


def test_a_repair_is_shown_with_whole_percent() -> None:
    boat = staged(())
    board = boat.state.board.copy()
    board.repairs = (RepairJob("tdc", 2, (12,), 1, "gasket-set", 259_999), RepairJob("radio-set", 1, (), running=False))
    assert json.dumps(boat.lay(board).view()["repairs"]) == json.dumps(
        {
            "tdc": {
                "required": 2,
                "men": ["engineer.circle"],
                "helped": 1,
                "card": "gasket-set",
                "percent": 25,
                "state": "running",
                "ends_s": 0,
            },
            "radio-set": {
                "required": 1,
                "men": [],
                "helped": 0,
                "card": "",
                "percent": 0,
                "state": "paused",
                "ends_s": 0,
            },
        }
    )


def test_a_board_of_a_deep_boat_and_of_one_after_the_end_is_made_of_what_is_shown() -> None:
    for boat in (ended(), Boat(surfaced=False, depth=30, course=45, speed="slow", shift=2)):
        view = GAME.view(boat.state, Seat("uboot.engineer"))
        again = GAME.read_view(json.loads(json.dumps(GAME.show(view))))
        check_same(again.board, as_gauges_say(view.board))


def test_what_a_step_does_not_change_is_not_made_anew() -> None:
    boat = staged(())
    before = boat.view()
    boat.give("captain new_course 10")
    after = boat.view()
    for part in ("mission", "rooms", "repairs", "men", "reliefs", "decks", "views", "contacts", "handbook"):
        assert after[part] is before[part], part
    assert GAME.view(boat.state, UMPIRE) is GAME.view(boat.state, UMPIRE)
    assert GAME.view(boat.state, UMPIRE).role == ""


def test_handbooks_are_equal_by_what_stands_in_them() -> None:
    book = Boat().state.board.handbook
    copy = read_handbook(book.data, book.posts, book.symbols)
    assert copy is not book
    assert copy == book
    assert hash(copy) == hash(book)
    other = Handbook(
        book.orders, ("", *book.posts[1:]), book.symbols, book.dead, book.workshop, book.cookbook, book.library
    )
    assert other != book
    assert hash(other) != hash(book)
    assert book != book.data
