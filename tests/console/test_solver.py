"""Plots at a station: all possible places where the table chose `solve`, worked out elsewhere (SON-86)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from klaxon.console.play.seat_client import Heard
from klaxon.console.play.solver import Solver
from klaxon.rules.contract import Seat
from klaxon.table.worker import Message, Tell
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, plots_in_process, story
from tests.table.kit.travel import travel

RADIO = Seat("red.radio")
SEA = "name: Test\nsectors: 5\ngrid:\n" + "..........\n" * 10


def places(play: Playing, seat: Seat = RADIO) -> set[str]:
    """Return the places that a station knows of."""
    plot = play.console.room.plot(seat)
    assert plot is not None
    assert plot["exact"]
    return set(plot["places"])


@pytest.mark.rule("SON-86", case="allows")
@story
async def test_all_possible_places_are_marked_and_follow_what_is_heard(tmp_path: Any) -> None:
    chart = tmp_path / "sea.txt"
    chart.write_text(SEA)
    async with at_the_console(help="solve", first="blue", chart=str(chart)) as play:
        await play.play_orders(*SPLIT_START)
        assert len(places(play)) == 100
        before = play.panel(RADIO).picture
        await play.play_orders("blue.captain course west")
        assert len(places(play)) == 90
        assert places(play).isdisjoint({f"J{row}" for row in range(1, 11)})
        assert play.panel(RADIO).picture != before
        await play.turn(RADIO, 3)
        assert "1 of 90" in play.panel(RADIO).text
        marks = ("blue.xo charge torpedo", "blue.engineer break w1", "blue.captain end", "red.captain surface")
        await play.play_orders(*marks)
        assert len(places(play, Seat("blue.radio"))) == 25, "and the other operator has a plot of his own"
        assert len(places(play)) == 90


@pytest.mark.rule("SON-86", case="refuses")
@story
async def test_nothing_is_worked_out_where_the_table_helps_less() -> None:
    told: list[Message] = []

    @asynccontextmanager
    async def noted(game: str, told_back: Tell) -> AsyncIterator[Tell]:
        async with plots_in_process(game, told_back):
            yield told.append

    async with at_the_console(help="clash", first="blue", plots=noted) as play:
        await play.play_orders(*SPLIT_START, "blue.captain course west")
    assert told == []


@story
async def test_a_station_that_takes_the_seat_over_knows_as_much() -> None:
    async with at_the_console(help="solve", first="blue") as play:
        await play.play_orders(*SPLIT_START, "blue.captain course west")
        known = places(play)
        await play.menu(RADIO, "hand it over")
        await play.turn("red-4", -9)
        await play.turn("red-4", 1)
        await play.press("red-4", "ok")
        assert play.console.seating.manning["red-1"] == ("red.captain", RADIO)
        await play.play_orders("blue.xo charge torpedo", "blue.engineer break w1", "blue.captain end")
        assert places(play) == known


def view(calls: str) -> Mapping[str, Any]:
    """Return a view, as far as a plot room looks at it."""
    return {"calls": calls}


def heard(n: int, kind: str = "course") -> Heard:
    return Heard(n, 0, kind, {"boat": "blue", "dir": "north"})


def unseen() -> None:
    """Draw nothing."""


def in_a_room(follow: Callable[[Solver, list[Message]], None]) -> None:
    """Let a room of its own plot, and note what it passes on."""
    told: list[Message] = []

    @asynccontextmanager
    async def noted(_game: str, _told: Tell) -> AsyncIterator[Tell]:
        yield told.append

    async def tale() -> None:
        room = Solver(noted)
        room.follow(RADIO, view(""), [], unseen)
        async with room.open("sonar"):
            follow(room, told)
        room.follow(RADIO, view("N"), [heard(9)], unseen)

    travel(tale)


def test_only_what_is_new_is_passed_on() -> None:
    def follow(room: Solver, told: list[Message]) -> None:
        room.follow(RADIO, view(""), [heard(1)], unseen)
        room.follow(RADIO, view("N"), [heard(1)], unseen)
        room.follow(RADIO, view("NN"), [heard(1), heard(2)], unseen)
        assert told == [
            {"seat": RADIO, "view": view("")},
            {"seat": RADIO, "heard": {"type": "course", "boat": "blue", "dir": "north"}},
        ]

    in_a_room(follow)


@pytest.mark.parametrize(
    "events",
    [[heard(5), heard(6)], [heard(2), heard(3, "undone")], [heard(1)]],
    ids=["something was missed", "something was taken back", "another game"],
)
def test_where_something_is_missing_a_plot_begins_with_the_view_again(events: list[Heard]) -> None:
    def follow(room: Solver, told: list[Message]) -> None:
        room.follow(RADIO, view("N"), [heard(1), heard(2)], unseen)
        told.clear()
        room.follow(RADIO, view("NN"), events, unseen)
        assert told == [{"seat": RADIO, "view": view("NN")}]

    in_a_room(follow)
