"""The coach: one line at every stage of every role, made of what the seat sees anyway."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.coach import BAR
from klaxon.console.games.sonar.layout import broken_systems
from klaxon.console.language.catalogue import catalogue
from klaxon.console.play import coach
from klaxon.console.play.bottom_line import STANDING_STILL
from klaxon.rules.sonar.setting import BOATS, ROLES
from tests.console.kit import frames
from tests.console.kit.eased import STILLS, coached, next_step
from tests.console.kit.live_stills import room
from tests.console.kit.playing import SPLIT_START, at_the_console, story
from tests.console.kit.sonar_scenes import Room
from tests.console.kit.sonar_stills import acting, at_sea
from tests.rules.sonar.kit.boats import set_up

PLAYERS = tuple(f"{boat}.{role}" for boat in BOATS for role in ROLES)
WORDS = catalogue("en")
SHOWN = (
    *("captain-start", "captain-placed", "captain-sail", "captain-marks", "captain-act", "captain-torpedo-near"),
    *("captain-sonar-first", "captain-off-turn", "captain-large-act", "xo-charge", "xo-use", "xo-wreck"),
    *("engineer-break", "engineer-fails", "engineer-mends", "engineer-idle", "engineer-penalty"),
    *("radio-track", "radio-none", "radio-silence"),
    *("live-stopped", "live-held", "live-held-wreck", "live-answer", "live-up-crew", "live-inspect-slips"),
    *("live-radio-writes", "live-up-radio"),
    *("steam-pick", "steam-oxygen", "steam-act", "steam-act-sea", "steam-use-man", "steam-hit", "steam-hit-cell"),
    *("steam-window-men", "steam-off-turn", "steam-off-turn-card", "steam-over-won", "captain-over"),
)


# The frames


@pytest.mark.parametrize("name", SHOWN)
def test_a_coached_still_is_as_it_was_approved(name: str) -> None:
    seat, make = STILLS[name]
    frames.check(f"coach/{name}", coached(make(), seat))


def test_every_still_has_room_for_the_coach_at_every_width() -> None:
    for name, (seat, make) in STILLS.items():
        room = make()
        for width in (128, 256):
            picture = coached(room, seat, width)
            assert picture.words[-2], f"{name}, {width}: the coach says something, above the bottom line"


@pytest.mark.parametrize("name", ["captain-over", "engineer-over", "steam-over-won", "steam-over-lost"])
def test_a_banner_leaves_the_verdict_readable(name: str) -> None:
    seat, make = STILLS[name]
    for picture in (coached(make(), seat), make().picture(make().scene(seat))):
        assert not any(picture.bits[: picture.width]), "the page of rows that a banner takes is empty"


# What it says


@pytest.mark.parametrize(
    ("seat", "made", "says"),
    [
        ("red.captain", lambda: Room.before("alpha-2"), "Turn: pick a point, OK"),
        ("red.xo", lambda: Room.before("alpha-2"), "Wait: captain picks start"),
        ("red.captain", lambda: Room.of(at_sea()), "Sail: key N E S W or push"),
        ("red.engineer", lambda: Room.of(at_sea()), "Wait: captain sails"),
        ("red.captain", lambda: Room.of(acting()), "Use a system or end turn"),
        ("red.captain", lambda: Room.of(acting().put("red", gauges=(0,) * 5, mines="")), "Nothing ready: end turn"),
        ("blue.captain", lambda: Room.of(acting()), "The enemy moves: listen"),
        ("red.xo", lambda: Room.of(at_sea().put("red", mines="")).give("red.captain course south"), "Fill one box"),
        ("red.engineer", lambda: Room.of(at_sea()).give("red.captain course south"), "Cross one: turn, then OK"),
        ("red.captain", lambda: room("red.captain stop"), "Use a system, or resume"),
        ("blue.xo", lambda: room("red.captain stop"), "Enemy STOP: wait"),
        ("red.engineer", lambda: room("red.captain stop"), "Our STOP: captain chooses"),
    ],
)
def test_the_next_step(seat: str, made: object, says: str) -> None:
    assert callable(made)
    assert next_step(made().scene(seat)).startswith(says)


@pytest.mark.parametrize("seat", ["red.captain", "red.xo"])
def test_what_is_broken_is_struck_out_for_whom_the_coach_minds_or_who_is_the_engineer_too(seat: str) -> None:
    made = Room.of(acting("torpedo").put("red", crossed="n2"))
    plain = made.scene(seat)
    assert broken_systems(plain) == (), "a captain listens to the engineer"
    for knowing in (replace(plain, coached=True), replace(plain, seats=("red.captain", "red.engineer"))):
        assert broken_systems(knowing) == ("mine", "torpedo")


@story
async def test_a_captain_with_the_coach_reads_that_a_torpedo_is_broken_before_ordering_it() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course south", "red.engineer break s3")
        for coached in (False, True):
            play.console.stations["red-1"].coached = coached
            play.console.stations["red-1"].draw()
            assert ("broken down: mine, torpedo" in play.panel("red.captain").lines) is coached


def test_the_choice_of_an_order_is_coached_step_by_step() -> None:
    made = Room.of(acting()).choose("red.captain", "silence", "east")
    assert next_step(made.scene("red.captain")) == "Turn: which way. Push"
    made.drafts["red.captain"].take()
    assert next_step(made.scene("red.captain")) == "Turn: how far. OK: go"


def test_a_verdict_on_a_hull_is_coached_where_the_cursor_is_on_it() -> None:
    seat, make = STILLS["live-inspect-slips"]
    assert next_step(make().scene(seat)) == "A slip: reject it? OK"
    assert "slip" not in next_step(make().choose(seat, "confirm").scene(seat))


def test_what_is_barred_says_how_to_learn_why() -> None:
    made = Room.of(acting("torpedo"))
    made.scene("red.captain").draft.point("volcano")
    scene = made.scene("red.captain")
    scene.draft.cursor = len(scene.draft.choices) - 1
    assert next_step(scene) == "Not now. Push: why not?"


def test_a_line_of_the_coach_fits() -> None:
    lines = {message: text for message, text in WORDS.items() if message.startswith("coach.")}
    assert len(lines) > 100
    assert [message for message, text in lines.items() if LABEL.measure(text) > 128 - BAR - 1] == []


STAGES = {message.split(".")[2] for message in WORDS if message.startswith("stage.sonar.")} - {"over"}


@pytest.mark.parametrize("stage", sorted(STAGES))
def test_every_stage_has_a_line_for_the_captain_and_one_for_who_waits(stage: str) -> None:
    assert WORDS[f"coach.sonar.captain.{stage}"]
    assert WORDS[f"coach.sonar.wait.{stage}"]


STEAM = {message.split(".")[2] for message in WORDS if message.startswith("stage.steam.")} - {"over"}


@pytest.mark.parametrize("stage", sorted(STEAM))
def test_every_stage_of_steam_torpedo_has_a_line(stage: str) -> None:
    assert WORDS[f"coach.steam.{stage}"]


def test_every_state_of_a_table_has_a_line() -> None:
    assert {f"coach.{state}" for state in (*STANDING_STILL, "over")} <= {*WORDS}


@pytest.mark.parametrize("options", [{}, {"xo_commands": "yes"}, {"shy_xo": "all", "help": "log"}, {"undo": "yes"}])
def test_every_stage_of_a_game_has_a_line_of_its_own_and_it_is_made_of_the_view_alone(options: dict[str, str]) -> None:
    dice, room_ = random.Random(str(options)), Room(set_up("alpha-2", "7", **options))
    for _ in range(150):
        for seat in PLAYERS:
            scene = room_.scene(seat)
            said = next_step(scene)
            assert said
            assert said != coach.general(scene) or scene.outcome, f"{seat} has nothing but the general line"
            assert said == next_step(replace(scene, heard=(), outcome=None, now=99, plot=None))
        if not room_.wander(dice):
            break


# At a station


@story
async def test_the_coach_is_off_until_it_is_switched_on_at_a_station() -> None:
    async with at_the_console(first="red") as play:
        assert "Turn: pick a point, OK" not in play.panel("red.captain").text
        await play.menu("red.captain", "switch the coach")
        assert "Coach on" in play.panel("red.captain").text
        await play.press("red.captain", "back")
        assert "Turn: pick a point, OK" in play.panel("red.captain").text
        assert "Wait: captain picks start" not in play.panel("red.xo").text, "each station has its own"
        await play.menu("red.captain", "switch the coach")
        await play.press("red.captain", "back")
        assert "Turn: pick a point, OK" not in play.panel("red.captain").text


@story
async def test_the_lobby_switches_the_coach_of_all_stations() -> None:
    async with at_the_console(begin=False) as play:
        assert "coach on there" in play.panel("red-2").text
        while "> Coach" not in play.panel("red-1").text:
            await play.turn("red-1", 1)
        assert "> Coach off" in play.panel("red-1").text
        await play.press("red-1", "push")
        assert "> Coach on" in play.panel("red-1").text
        await play.press("red-1", "ok")
        assert "> Coach off" in play.panel("red-1").text, "OK and push are the same here"
        await play.press("red-1", "push", "back", "ok")
        await play.run(3)
        assert "Turn: pick a point, OK" in play.panel("red.captain").text
        assert "Wait: captain picks start" in play.panel("red.engineer").text


@story
async def test_the_coach_speaks_while_the_table_stands_still_and_after_the_end() -> None:
    async with at_the_console(first="red") as play:
        play.console.applied_settings.coach_all(on=True)
        await play.play_orders(*SPLIT_START)
        await play.menu("red.captain", "stop the game")
        assert "PAUSED. OK: go on" in play.panel("red.xo").text
        await play.press("red.captain", "ok")
        await play.run(0.5)
        assert "Get ready: it goes on" in play.panel("red.xo").text
        await play.run(5)
        await play.menu("red.captain", "give up the game")
        await play.run(5)
        assert "Game over. OK: debrief" in play.panel("red.xo").text
        assert "Turn: debrief or rematch" in play.panel("red.captain").text


@story
async def test_a_station_of_several_seats_is_sent_to_the_one_that_has_to_act() -> None:
    async with at_the_console(crews="one none", first="red") as play:
        play.console.applied_settings.coach_all(on=True)
        await play.press("red-1", "back", "back")
        assert "Another seat's turn: OK" in play.panel("red-1").text


@story
async def test_any_game_has_a_coach() -> None:
    async with at_the_console(game="steam") as play:
        play.console.applied_settings.coach_all(on=True)
        await play.run(3)
        assert any(WORDS[message] in play.panel("red-1").text for message in WORDS if message.startswith("coach."))


@story
async def test_a_hull_is_traced_with_the_coach_but_not_while_the_pen_runs() -> None:
    async with at_the_console(mode="realtime", override="yes", trace="recorded") as play:
        play.console.applied_settings.coach_all(on=True)
        await play.play_orders(
            "red.captain start A1", "blue.captain start O15", "red.captain dive", "blue.captain dive"
        )
        await play.give("red.captain surface")
        assert "Turn: a section. OK: run" in play.panel("red.engineer").text
        assert "Up: engineer traces first" in play.panel("red.xo").text
        await play.press("red.engineer", "ok")
        assert "Turn: a section. OK: run" not in play.panel("red.engineer").text


def test_what_the_first_game_quotes_is_what_panels_say() -> None:
    page = (Path(__file__).parents[2] / "docs" / "first-game.md").read_text("utf-8")
    quoted = {said for said in re.findall(r"`([^`]+)`", page) if not said.startswith("make ")}
    assert len(quoted) > 10
    lines = [text.lower() for text in WORDS.values()]
    assert {said for said in quoted if not any(said.lower() in line for line in lines)} == set()
