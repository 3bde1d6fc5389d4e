"""Real time by hand, in made-up time: STOP, answers that nobody gives, a hull that is traced, one panel for a boat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from klaxon.console.devices import Fitting
from klaxon.console.games.sonar.surfaced.count_in import COUNTS, SECOND
from klaxon.console.games.sonar.surfaced.tracing import CHOOSE, GRACE, RUN, SIGN, SLIPPED, Tracing
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.settings.console_settings import SEPARATE
from klaxon.rules.sonar.realtime import trace
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.live_play import START, line, off, sail
from tests.console.kit.lobbies import begin
from tests.console.kit.playing import LAMPS, SPLIT_START, Playing, at_the_console, story
from tests.console.kit.whole_games import Monkey, Newcomer, debriefed, ended, orders, still_works
from tests.effort import SOAK, effort

BOATS = ("red", "blue")
ROLES = ("captain", "xo", "engineer", "radio")
SEATS = [f"{boat}.{role}" for boat in BOATS for role in ROLES]


async def trace_hull(play: Playing, seat: str, *, sign: str = "") -> Tracing:
    """Trace a section by dial and OK, with a steady hand; '' leaves it unsigned."""
    drill = play.page(seat).drill
    assert isinstance(drill, Tracing)
    left = [*trace.read(trace.faultless(drill.section, drill.speed))]
    while drill.phase in (CHOOSE, RUN):
        if not drill.free or play.page(seat).seat != seat:  # the enemy pings: whoever is here answers first
            await play.press(seat, "ok")
            await play.run(0.5)
        elif not drill.busy:
            await play.press(seat, "ok")
            await play.run(COUNTS * SECOND)
        elif left and left[0].at <= drill.at:
            await play.turn(seat, -left.pop(0).way)
        else:
            wait = min(left[0].at if left else drill.at + 100, drill.at + 100) - drill.at
            await play.run(max(wait, 1) / 1000)
    await play.run(2 * GRACE)
    assert drill.phase == SIGN
    for place, letter in enumerate(sign):
        if place:
            await play.press(seat, "push")
        await play.turn(seat, ord(letter) - ord(drill.initials[place]))
    await play.press(seat, "ok")
    await play.run(0.5)
    return drill


# STOP


@story
async def test_the_stop_key_holds_the_table_and_every_station_counts_down() -> None:
    async with off() as play:
        await play.press("red.captain", "stop")
        await play.run(3)
        for seat in SEATS:
            assert "27 s" in play.panel(seat).text, seat
            assert "STOP" in play.panel(seat).text, seat
        before = len(play.heard.frames)
        await play.run(1)
        assert all("26 s" in play.panel(seat).text for seat in SEATS)
        assert len(play.heard.frames) - before == len(SEATS), "one picture a second"
        assert play.bell.count(("blue", "stop")) == play.bell.count(("red", "stop")) == 1
        await play.give("red.captain resume")
        await play.run(1)
        assert not any("STOP Red" in play.panel(seat).text for seat in SEATS)
        assert ("blue", "released") in play.bell
        await play.run(3)
        before = len(play.heard.frames)
        await play.run(20)
        assert len(play.heard.frames) == before, "nothing is counted where nothing is held"


@story
async def test_nobody_sails_while_the_table_is_held_and_everybody_after_it() -> None:
    async with off() as play:
        await play.press("red.xo", "back")
        await play.give("red.xo stop")
        await play.press("blue.captain", "north")
        assert orders(play, "blue.captain course") == []
        await play.run(31)
        assert "STOP Red" not in play.panel("blue.captain").text
        await play.press("blue.captain", "north")
        assert orders(play, "blue.captain course") == ["blue.captain course north"]


@story
async def test_of_two_stops_in_the_same_millisecond_the_second_is_asked_again() -> None:
    async with off() as play:
        play.hardware.press("red-1", "stop")
        play.hardware.press("blue-1", "stop")
        await play.run(0.1)
        play.hardware.release("red-1", "stop")
        play.hardware.release("blue-1", "stop")
        await play.run(3)
        assert "OUR STOP" in play.panel("red.captain").text
        assert "called STOP" in " ".join(play.panel("blue.captain").lines)
        await play.give("red.captain resume")
        await play.run(3)
        assert ("blue", "asked-again") in play.bell
        assert "STOP now?" in play.panel("blue.captain").text
        assert "drops in" in play.panel("blue.captain").text
        assert "STOP Blue" in play.panel("red.captain").text
        await play.give("blue.captain resume")
        await play.run(1)
        await play.press("red.captain", "east")
        assert orders(play, "red.captain course") == ["red.captain course east"]


@story
async def test_a_station_that_vanishes_in_the_middle_of_a_stop_hangs_nobody() -> None:
    async with off() as play:
        await play.press("red.captain", "stop")
        await play.run(2)
        play.page("red.captain").client.close()
        for second in (10, 15):
            await play.run(second)
            assert "STOP Red" in play.panel("blue.captain").text
            assert "resumes" in play.panel("blue.captain").text, "the rule can be read"
        await play.run(5)
        assert "STOP Red" not in play.panel("blue.captain").text
        await play.press("blue.captain", "north")
        assert orders(play, "blue.captain course")


@story
async def test_a_stop_is_used_by_the_order_it_was_called_for() -> None:
    async with off() as play:
        for way in ("east", "south", "east"):
            await sail(play, "red", way, "torpedo")
        await play.press("red.captain", "stop")
        await play.run(3)
        await play.give("red.captain torpedo E3")
        await play.run(1)
        assert orders(play, "red.captain")[-2:] == ["red.captain stop @red-stop-7", "red.captain torpedo E3"] or (
            "red.captain torpedo E3" in orders(play, "red.captain")[-1]
        )
        assert "STOP" not in play.panel("blue.xo").text.split("\n")[0]


# The captain's gate


@story
async def test_course_keys_work_the_moment_both_marks_are_in() -> None:
    async with off(interval="4") as play:
        play.console.settings.choose("room", SEPARATE)
        await play.press("red.captain", "east")
        await play.press("red.captain", "east")
        assert orders(play, "red.captain course") == ["red.captain course east"]
        await play.press("red.xo", "ok")
        assert "engineer…" in play.panel("red.captain").text
        await play.press("red.engineer", "ok")
        assert "helm rests" in play.panel("red.captain").text
        await play.press("red.captain", "east")
        assert len(orders(play, "red.captain course")) == 1
        await play.run(4)
        assert ("red", "rested") in play.bell
        await play.press("red.captain", "south")
        assert len(orders(play, "red.captain course")) == 2


# Answers


@story
async def test_an_unanswered_sonar_is_answered_by_lot_and_the_panel_says_so() -> None:
    async with off() as play:
        for way in ("east", "south", "east"):
            await sail(play, "red", way, "sonar")
        await play.press("red.xo", "back")
        await play.give("red.xo sonar")
        await play.run(3)
        assert "say 1" in play.panel("blue.captain").text
        assert "random in 57 s" in play.panel("blue.captain").text
        assert "SONAR Blue" in play.panel("red.engineer").text
        await play.run(58)
        assert ("blue", "overdue") in play.bell
        assert ("red", "overdue-enemy") in play.bell
        assert "SONAR" not in play.panel("red.engineer").text
        await play.press("blue.captain", "north")
        assert orders(play, "blue.captain course")


# Surfacing


@story
async def test_a_crew_surfaces_traces_its_hull_and_dives() -> None:
    async with off(trace="recorded") as play:
        await sail(play, "red", "east")
        await play.choose("red.captain", "surface")
        await play.hold("red.captain", "ok")
        await play.run(3)
        assert "the engineer traces first" in play.panel("red.captain").text
        assert "FROZEN" in play.panel("red.radio").text
        assert line(play, "red.engineer") == "start on section 1"
        await trace_hull(play, "red.engineer", sign="ANN")
        assert "1 bow traced by the engineer ANN" in play.panel("red.engineer").text
        for role, section in (("captain", 2), ("xo", 3), ("radio", 4)):
            assert line(play, f"red.{role}") == f"start on section {section}"
            await trace_hull(play, f"red.{role}", sign="BOB")
        await play.run(3)
        assert "the enemy judges the hull" in play.panel("red.xo").text
        assert ("blue", "hull-shown") in play.bell
        assert "2 tower traced by the captain BOB" in play.panel("blue.engineer").text
        await play.give("blue.engineer confirm")
        await play.run(3)
        assert line(play, "red.engineer") == "report ready"
        await play.press("red.engineer", "ok")
        await play.run(3)
        assert line(play, "red.captain") == "dive"
        await play.hold("red.captain", "ok")
        await play.run(3)
        assert "sail: NESW" in play.panel("red.captain").text
        assert line(play, "red.radio") == "edit the track"
        assert not any(name in ("traced", "slipped", "reported") for boat, name in play.bell if boat == "blue")


@story
async def test_a_slip_is_seen_owned_up_to_and_may_be_rejected() -> None:
    async with off(trace="recorded") as play:
        play.console.settings.choose("room", SEPARATE)
        await sail(play, "red", "east")
        await play.choose("red.captain", "surface")
        await play.hold("red.captain", "ok")
        await play.run(3)
        drill = play.page("red.engineer").drill
        assert isinstance(drill, Tracing)
        await play.press("red.engineer", "ok")
        assert line(play, "red.engineer") == "the pen runs in 3"
        await play.run(COUNTS * SECOND + 2)
        assert drill.phase == SLIPPED
        assert "SLIP!" in play.panel("red.engineer").text
        await play.run(4)
        assert line(play, "red.engineer") == "accept the slip"
        await play.press("red.engineer", "ok")
        await play.run(3)
        assert ("red", "slipped") in play.bell
        assert ("blue", "slipped") not in play.bell
        assert "again: slips so far 1" in play.panel("red.engineer").text
        for role in ("engineer", "captain", "xo", "radio"):
            await trace_hull(play, f"red.{role}")
        await play.run(3)
        assert "slips: 1" in play.panel("blue.engineer").text
        await play.give("blue.engineer reject")
        await play.run(3)
        assert ("red", "rejected") in play.bell
        assert line(play, "red.engineer") == "start on section 1"
        assert "FROZEN" in play.panel("red.radio").text


@story
async def test_a_stop_holds_the_pen_and_the_drill_goes_on_after_it() -> None:
    async with off() as play:
        await sail(play, "red", "east")
        await play.choose("red.captain", "surface")
        await play.hold("red.captain", "ok")
        await play.run(3)
        drill = play.page("red.engineer").drill
        assert isinstance(drill, Tracing)
        await play.press("red.engineer", "ok")
        await play.run(COUNTS * SECOND + 0.3)
        await play.press("blue.captain", "stop")
        await play.run(3)
        assert "STOP Blue" in play.panel("red.engineer").text
        at = drill.at
        await play.run(5)
        assert drill.at == at
        await play.give("blue.captain resume")
        await play.run(1)
        assert line(play, "red.engineer") == "let the pen go on"
        await play.press("red.engineer", "ok")
        await play.run(COUNTS * SECOND - 0.5)
        assert drill.at == at, "it is counted in again"
        await play.run(0.7)
        assert drill.at > at


@story
async def test_a_captain_who_traces_still_answers_a_sonar() -> None:
    async with off() as play:
        for way in ("north", "west", "north"):
            await sail(play, "blue", way, "sonar")
        await sail(play, "red", "east")
        await play.choose("red.captain", "surface")
        await play.hold("red.captain", "ok")
        await play.run(1)
        await trace_hull(play, "red.engineer")
        await play.press("red.captain", "ok")
        await play.run(0.2)
        await play.press("blue.xo", "back")
        await play.give("blue.xo sonar")
        await play.run(3)
        assert "say 1" in play.panel("red.captain").text
        await play.give("red.captain answer row=1 column=A")
        await play.run(1)
        assert line(play, "red.captain") == "let the pen go on"


# Small crews


@story
async def test_one_panel_plays_all_seats_of_a_boat() -> None:
    keys = ("push", "ok", "back", "north", "east", "south", "west", "stop")
    mini = (Fitting("mini", "red", keys=keys), Fitting("idle", "blue", keys=keys))  # an enemy who never pings
    async with at_the_console(
        crews="all all", fittings=mini, mode="realtime", chart="bravo-2", trace="recorded"
    ) as play:
        await play.play_orders(*SPLIT_START)
        await play.run(8)
        page = play.console.seating.pages["mini"]
        for way in ("east", "south"):
            await play.press("mini", way)
            await play.run(0.2)
            assert page.seat == "red.xo", "the mark that is waited for comes to the front"
            await play.press("mini", "ok")
            await play.run(0.2)
            assert page.seat == "red.engineer"
            await play.press("mini", "ok")
            await play.run(0.2)
        assert len(orders(play, "red.captain course")) == 2, "a course key works from any seat"
        while page.seat != "red.radio":
            await play.press("mini", "back")
        await play.run(10)
        assert page.seat == "red.radio", "who looks at the radio is not led away for nothing"
        await play.press("mini", "stop")
        assert page.seat == "red.captain"
        await play.run(1)
        assert "OUR STOP" in play.panel("mini").text or "STOP" in play.panel("mini").text
        await play.run(31)
        while page.seat != "red.captain":
            await play.press("mini", "back")
        await play.choose("mini", "surface")
        await play.hold("mini", "ok")
        await play.run(1)
        for role in ("engineer", "captain", "xo", "radio"):
            assert page.seat == f"red.{role}", "whoever has to trace comes to the front"
            await trace_hull(play, f"red.{role}")
        await play.run(10)
        while line(play, "mini") != "report ready":  # the enemy's understudies may ping meanwhile
            await play.press("mini", "ok")
            await play.run(3)
        assert page.seat == "red.engineer"
        await play.press("mini", "ok")
        await play.run(1)
        assert line(play, "mini") == "dive"
        await play.hold("mini", "ok")
        await play.run(1)
        assert play.page("mini").scene(128, 64).view.repair is None


# Whole games


class Sailor(Newcomer):
    """A newcomer who also follows the pen, by what is said of it."""

    async def act(self) -> None:
        page = self._play.console.seating.pages[self._station]
        if page.drill is not None and page.drill.busy:
            for word, steps in (("steer up", -1), ("steer down", 1)):
                if word in self._play.panel(self._station).lines:
                    await self._play.turn(self._station, steps)
            return
        await super().act()


MINUTES = str(effort(2, 3))


@pytest.mark.parametrize("crews", ["all none", "captain none", "one none", "all all", "one one"])
@story
async def test_newcomers_play_in_real_time_to_the_end(crews: str) -> None:
    async with at_the_console(crews=crews, mode="realtime", limit=MINUTES, interval="2") as play:
        dice = Random(crews)
        hands = [Sailor(play, station, dice) for station in play.console.seating.manning]
        for _ in range(9000):
            if ended(play):
                break
            pages = play.console.seating.pages
            tracing = [hand for hand in hands if (drill := pages[hand._station].drill) and drill.busy]
            busy = [hand for hand in hands if hand.bottom.doing not in ("waiting", "sent")]
            for hand in tracing or (dice.sample(busy, 1) if busy else []):
                await hand.act()
            await play.run(0.05 if tracing else 0.3)
        outcome = ended(play)
        assert outcome is not None
        await play.run(5)
        debriefed(play, outcome)
        assert len(orders(play, "red")) >= 10


async def _monkeys(seed: int, shelf: Shelf, crews: str, moves: int) -> None:
    dice = Random(f"live {seed}")
    async with at_the_console(shelf, begin=False) as play:
        options = {
            "mode": "realtime",
            "limit": "4",
            "rules": dice.choice(("second", "wolfpack")),
            "trace": dice.choice(("free", "recorded")),
            "help": dice.choice(("off", "log", "track", "clash", "solve")),
            "stop_time": dice.choice(("2", "30")),
        }
        play.console.lobby.begin(GamePlan("sonar", "", dict(zip(LAMPS, crews.split(), strict=True)), options), "7")
        await play.run(1)
        if "all" in crews:
            for order in START[::2] if crews.startswith("all none") else START:
                await play.give(order)
        monkey = Monkey(play, dice)
        for _ in range(moves):
            await asyncio.wait_for(monkey.act(), 60)
        await still_works(play)


MONKEYS = range(15) if SOAK else (0, 3, 4, 6, 12)
"""One for each crew, and of each crew's the one that reaches most."""


@pytest.mark.parametrize("seed", MONKEYS)
def test_monkeys_neither_break_nor_hang_real_time(seed: int, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    story(_monkeys)(seed, shelf, ("all all", "one one", "all none", "captain none", "one none")[seed % 5], 150)
    for name in shelf.names():
        assert shelf.look(name).standing in ("open", "over")


@story
async def test_real_time_is_set_up_in_the_lobby() -> None:
    async with at_the_console(begin=False) as play:
        page = play.console.stations["red-1"].page
        labels = [row.text for row in page.rows()]  # type: ignore[attr-defined]
        await play.turn("red-1", labels.index("Mode"))
        await play.press("red-1", "push")
        await play.turn("red-1", 1)
        assert "real time" in play.panel("red-1").text
        await play.press("red-1", "ok")
        await begin(play)
        await play.run(1)
        assert play.page("red-1").client.seen[play.page("red-1").seat].view["rules"]["mode"] == "realtime"
