"""Law 7 for consoles in real time: pixels, bells and moments of one boat are the same for twins of the other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from unittest import mock

import pytest

from klaxon.console.console import Console
from klaxon.console.devices import Picture
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.rules.contract import Order
from tests.console.kit.playing import at_the_console
from tests.console.kit.secrecy import BOATS, LEAKS, MARK, CountsTogether, Noted, OrderlyLoop, fumble, same, seen
from tests.rules.laws.kit.sonar_live import RED, SILENT, sailed
from tests.table.kit.travel import pass_seconds, travel

BEAT = 3.0
"""Seconds from one thing that everybody may know to the next: how many marks are made meanwhile is a secret."""
START = ("blue.captain start E15", "red.captain start O1", "blue.captain dive", "red.captain dive")
WAIT = "wait"
"""A beat in which nothing is said."""
SECRET = ("charge", "break", "trace")
HIDDEN = 1


def shown(lines: Sequence[str], console_type: type[Console] = Console, crew: str = "all", **options: str) -> Noted:
    """Play a history in real time at a console; return what the stations of red, manned so, showed and sounded."""
    found: Noted = []
    orders = [None if line == WAIT else Order.read(line) for line in (*START, *lines)]
    chosen = {"mode": "realtime", "chart": "bravo-2", **options}

    async def story() -> None:
        async with at_the_console(begin=False, console_type=console_type) as play:
            play.console.lobby.begin(GamePlan("sonar", "", {"blue": "one", "red": crew}, chosen), "7")
            await play.run(1)
            beats, begun = 0, asyncio.get_running_loop().time()
            for order in orders:
                secret = order is not None and order.seat.startswith(BOATS[HIDDEN]) and order.verb in SECRET
                beats += not secret
                await pass_seconds(MARK if secret else begun + BEAT * beats - asyncio.get_running_loop().time())
                if order is None:
                    continue
                fumble(play, order, "hidden" if order.seat.startswith(BOATS[HIDDEN]) else "seen")
                page = play.page(order.seat)
                prompts = page.client.seen[order.seat].view["prompts"]
                key = next((str(p["key"]) for p in prompts if order.verb in p["verbs"]), None)
                page.client.order(order._replace(answers=key))
                await pass_seconds()
            await pass_seconds(begun + BEAT * (beats + 1) - asyncio.get_running_loop().time())
            found.extend(seen(play.heard.noted, BOATS[1 - HIDDEN]))

    with mock.patch("klaxon.table.fake_time.TravelLoop", OrderlyLoop):
        travel(story)
    return found


def silent_game(silence: str, *marks: str) -> list[str]:
    courses = ["blue.captain course north", f"blue.captain silence {silence}"]
    later = ["blue.xo charge mine", "blue.engineer break n4", *marks]
    return [*SILENT, *courses, *later, *RED, "blue.captain course north", "red.captain stop", "red.captain resume"]


STILL = silent_game("stay", "blue.xo charge torpedo")
FAR = silent_game("north 4", "blue.xo charge drone", "blue.engineer break n1")
UP = [*sailed("north mine n6"), "blue.captain surface"]


def test_a_history_in_real_time_shows_much() -> None:
    noted = shown(STILL)
    assert len([what for _, _, what in noted if isinstance(what, Picture)]) > 100
    assert any("STOP Red" in word for _, _, what in noted if isinstance(what, Picture) for word in what.words)
    assert {whose for _, whose, _ in noted} >= {"red-1", "red-2", "red-3", "red-4", "red bell", "red lamp"}


@pytest.mark.parametrize("crew", ["all", "one"])
def test_silence_tells_a_console_neither_direction_nor_length(crew: str) -> None:
    same(shown(STILL, crew=crew), shown(FAR, crew=crew))


def test_the_wolfpack_tells_no_length_either() -> None:
    wolfpack: dict[str, Any] = {"silence_zero": "nobody"}
    same(
        shown(silent_game("stay"), **wolfpack),
        shown(silent_game("north 4", "blue.xo charge torpedo", "blue.engineer break n1"), **wolfpack),
    )


def test_how_a_hull_is_traced_is_neither_seen_nor_heard_before_it_is_done() -> None:
    one = shown([*UP, "blue.engineer trace 1", "blue.xo trace 2", *RED])
    same(one, shown([*UP, "blue.engineer trace 3", *RED]))
    same(one, shown([*UP, *RED]))


def test_a_noted_stop_is_neither_seen_nor_heard_before_it_is_asked_again() -> None:
    stop = ["red.captain course south", "red.captain stop"]
    quiet, noted = [*stop, WAIT], [*stop, "blue.captain stop"]
    same(shown(quiet), shown(noted))
    with pytest.raises(AssertionError):
        same(shown([*quiet, "red.captain resume"]), shown([*noted, "red.captain resume"]))


@pytest.mark.parametrize("name", ["LightsPrompts", "RingsForAll", "ShowsForAll", "CountsTogether"])
def test_a_leak_planted_in_real_time_is_found(name: str) -> None:
    CountsTogether.prioritise = 0
    one = shown(STILL, LEAKS[name], "one")
    CountsTogether.prioritise = 0
    with pytest.raises(AssertionError):
        same(one, shown(FAR, LEAKS[name], "one"))
