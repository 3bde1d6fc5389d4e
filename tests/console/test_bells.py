"""Chimes: bells ring once for what was heard, for those who heard it, and every call has its banner."""

from __future__ import annotations

import asyncio

from klaxon.console.play.seat_client import Heard
from klaxon.console.sound.bells import BoatBells
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.bells import BOTH, Bells
from tests.console.kit.playing import SPLIT_START, at_the_console, story
from tests.table.kit.travel import pass_seconds

TURN_RED = Heard(1, 1000, "turn", {"boat": "red"})


def chimes(bells: Bells, game: str = "sonar") -> BoatBells:
    made = BoatBells(bells, asyncio.get_running_loop())
    if game:
        made.begin(game, {"red": "red", "blue": "blue"})
    return made


@story
async def test_a_bell_rings_once_however_many_seats_heard_it() -> None:
    bells = Bells(("red",), ("blue",))
    made = chimes(bells)
    for boat in ("red", "red", "red", "blue", "blue"):
        made.on_seat_event(boat, BOTH, TURN_RED)
    assert bells.rung == [], "not before everybody has heard it"
    await pass_seconds()
    assert bells.rung == [("red", "your-turn"), ("blue", "their-turn")]


@story
async def test_a_bell_of_both_boats_rings_only_for_what_both_heard() -> None:
    bells = Bells(("red", "blue"))
    made = chimes(bells)
    made.on_seat_event("red", BOTH, TURN_RED)
    await pass_seconds()
    assert bells.rung == []
    made.on_seat_event("red", BOTH, TURN_RED)
    made.on_seat_event("blue", BOTH, TURN_RED)
    await pass_seconds()
    assert bells.rung == [("red+blue", "their-turn")], "as a stranger tells it"


@story
async def test_a_bell_of_both_boats_is_one_crew_s_where_nobody_else_plays() -> None:
    bells = Bells(("red", "blue"))
    made = chimes(bells)
    made.on_seat_event("red", ("red",), TURN_RED)
    await pass_seconds()
    assert bells.rung == [("red+blue", "your-turn")]


@story
async def test_the_bell_of_a_boat_that_nobody_works_is_silent() -> None:
    bells = Bells(("red",), ("blue",))
    made = chimes(bells)
    made.on_seat_event("red", ("red",), TURN_RED)
    made.stands("saving", ("red",))
    made.announced_state("saving")
    await pass_seconds()
    assert [*dict.fromkeys(bells.rung)] == [("red", "your-turn"), ("red", "saving")]


@story
async def test_no_bell_tells_the_enemy_that_an_order_is_being_saved() -> None:
    bells = Bells(("red", "blue"))
    made = chimes(bells)
    assert made.stands("saving", ("red", "blue")) is not None
    await pass_seconds()
    assert bells.rung == []


@story
async def test_what_rings_also_shows_even_if_it_is_muted() -> None:
    bells = Bells(("red",))
    made = chimes(bells)
    made.mute(muted=True)
    shown = made.on_seat_event("red", ("red",), TURN_RED)
    saved = made.stands("stuck", ("red",))
    await pass_seconds()
    assert not [name for _, name in bells.rung if name != "hush"]
    assert shown is not None
    assert [*shown.banner.words()]
    assert saved is not None
    assert saved.urgent


@story
async def test_what_is_no_news_neither_rings_nor_shows() -> None:
    bells = Bells(("red",))
    made = chimes(bells)
    assert made.on_seat_event("red", ("red",), Heard(1, 0, "nothing-like-it", {})) is None
    assert made.stands("running", ("red",)) is None
    await pass_seconds()
    assert bells.rung == []


@story
async def test_before_the_first_game_nothing_rings() -> None:
    bells = Bells(("red",))
    made = chimes(bells, game="")
    assert made.on_seat_event("red", ("red",), TURN_RED) is None
    assert made.stands("saving", ("red",)) is None
    await pass_seconds()
    assert bells.rung == []


@story
async def test_the_table_rings_once_for_how_it_stands() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("red.captain", "stop the game")
        await play.run(2)
        del play.bell[:]
        await play.press("blue.captain", "ok")
        await play.run(COUNT_IN + 2)
        assert sorted(play.bell) == [
            ("blue", "count-in"),
            ("blue", "resumed"),
            ("red", "count-in"),
            ("red", "resumed"),
        ]


@story
async def test_who_sits_down_at_a_table_that_stands_still_hears_no_old_news() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.menu("red.captain", "stop the game")
        await play.run(10)
        del play.bell[:]
        await play.menu("blue.xo", "hand it over")
        await play.turn("blue-2", 1)
        await play.press("blue-2", "ok")
        await play.run(1)
        assert play.bell == []
