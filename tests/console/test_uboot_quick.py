"""Few movements at the stations of U-BOOT: the dial begins at what is due, and one OK gives what needs no choice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from klaxon.console.games.uboot.positions.promise import is_promised, promise
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.rules.contract import Order, Seat
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR, Room
from tests.console.kit.uboot_stills import ON_THE_BRIDGE
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, Boat, mission

WATCHED: dict[str, Any] = {
    "figures": dict.fromkeys(WATCHERS, 8),
    "men": {f"{man}.1": {"watch": True} for man in WATCHERS[:2]},
}
"""Two men on watch, and two with them on the bridge."""


def pointed(room: Room, seat: str = CAPTAIN) -> str:
    """Return the choice at which the dial begins."""
    choice = room.scene(seat).draft.choice_at_cursor
    return choice.word if choice is not None else ""


# Where the dial begins


def test_the_dial_of_the_captain_begins_at_what_is_due() -> None:
    assert pointed(Room.at(boat=Boat(speed="half"))) == "watch", "nobody looks out"
    assert pointed(Room.at(boat=Boat(**WATCHED))) == "new_speed", "she lies stopped"
    assert pointed(Room.at(boat=Boat(speed="half", **WATCHED))) == "time", "nothing is due: let it run"
    running = Room.at("captain time transit", boat=Boat(speed="half", **WATCHED))
    assert pointed(running) == "new_course", "it runs"


def test_dinner_is_due_in_the_watch_before_noon_until_it_is_cooked() -> None:
    for hours, ration, order in ((0, [], "new_course"), (1, [], "cook"), (1, ["fish"], "time")):
        boat = Boat(speed="half", DATE="1940-06-01T05:30", ration=ration, **WATCHED)
        boat.play("captain time transit")
        boat.wait(hours * HOUR // 240)
        assert pointed(Room.at(boat=boat)) == order


def test_under_water_the_dial_begins_at_the_depth_and_the_depth_at_the_periscopes() -> None:
    deep = Room.at(boat=Boat(surfaced=False, depth=40))
    assert pointed(deep) == "new_depth"
    deep.scene(CAPTAIN).draft.take()
    assert pointed(deep) == "10"
    shallow = Room.at(boat=Boat(surfaced=False, depth=10))
    assert pointed(shallow) == "surface"
    shallow.choose(CAPTAIN, "new_depth").scene(CAPTAIN).draft.take()
    assert pointed(shallow) == "10", "the present one"


def test_men_are_sent_for_the_order_that_the_dial_would_begin_at() -> None:
    room = Room.at(boat=Boat(surfaced=False, depth=40)).choose(CAPTAIN, "change_positions")
    room.scene(CAPTAIN).draft.take()
    assert pointed(room) == "surface"
    assert room.uboot_screen(CAPTAIN).key_word(room.scene(CAPTAIN), "east") == "watch", "the next category by one key"


def test_a_cursor_that_no_hand_moved_goes_to_what_happened_and_another_stays() -> None:
    script = [{"at": "0:01:00", "do": "fault", "device": "port-diesel", "level": "green"}]
    for hand, order in ((False, "repair_fault"), (True, "dive")):
        boat = Boat(script, speed="half", **WATCHED)
        room = Room.at(boat=boat)
        if hand:
            room.choose(CAPTAIN, "dive")
        boat.wait(60_000)
        room.state = boat.state
        assert pointed(room) == order


# One OK


def test_one_ok_cooks_the_largest_dish_and_says_which() -> None:
    pyramid = ["eggs", "meat", "bread", "fish", "potato", "onion"]
    room = Room.at("captain cook", "navigator assign", boat=Boat(figures={"navigator.circle": 4}, pyramid=pyramid))
    offers = room.scene(NAVIGATOR).draft
    assert pointed(room, NAVIGATOR) == "dish"
    assert room.panel(NAVIGATOR).words[-1].startswith("cook "), "which one"
    usual = room.uboot_screen(NAVIGATOR).usual_order(room.scene(NAVIGATOR), "dish")
    assert usual is not None
    offers.take()
    assert usual.args == offers.choices[0].tokens, "the first of the list"
    assert room.panel(NAVIGATOR).words[-1] == "cook this dish", "the list shows it"


def test_one_ok_gives_cigarettes_to_the_most_tired_four() -> None:
    men = {
        "captain.circle": 3,
        "navigator.circle": 1,
        "navigator.square": 1,
        "engineer.circle": 2,
        "engineer.square": 1,
    }
    boat = Boat(figures=dict.fromkeys(men, 7), men={f"{man}.1": {"act": act} for man, act in men.items()})
    room = Room.at(boat=boat)
    usual = room.uboot_screen(NAVIGATOR).usual_order(room.scene(NAVIGATOR), "smoke")
    tired = ("captain.circle", "engineer.circle", "navigator.circle", "navigator.square")
    assert usual == Order(Seat(NAVIGATOR), "smoke", tired)
    assert room.uboot_screen(NAVIGATOR).usual_order(room.scene(NAVIGATOR), "join") is None, "that is chosen"


def test_one_ok_treats_the_only_patient() -> None:
    sick = {"first_officer.circle.1": {"cards": ["face-burns"]}}
    for men, only in ((sick, True), ({**sick, "first_officer.square.1": {"cards": ["graze"]}}, False)):
        boat = Boat(figures={f"first_officer.{shape}": 3 for shape in ("circle", "square", "triangle")}, men=men)
        room = Room.at("captain first_aid 3", "first_officer assign triangle", boat=boat)
        usual = room.uboot_screen(FIRST).usual_order(room.scene(FIRST), "treat")
        assert (usual is not None) == only


@story
async def test_the_owner_names_men_and_they_begin_by_one_ok(tmp_path: Path) -> None:
    (tmp_path / "bridge.json").write_text(mission(figures=ON_THE_BRIDGE), "utf-8")
    async with at_the_console(game="uboot", crews="all", mission=str(tmp_path / "bridge.json")) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.give("uboot.captain watch")
        await play.run(1)
        assert play.panel(NAVIGATOR).bottom == "name them and begin"
        await play.press(NAVIGATOR, "ok")
        await play.run(1)
        board = play.table.play.state.board
        assert board.pending is None
        assert [man.task for man in board.crew].count("watch") == len(ON_THE_BRIDGE)


@story
async def test_men_who_were_chosen_one_by_one_wait_for_the_word(tmp_path: Path) -> None:
    (tmp_path / "bridge.json").write_text(mission(figures=ON_THE_BRIDGE), "utf-8")
    async with at_the_console(game="uboot", crews="all", mission=str(tmp_path / "bridge.json")) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.give("uboot.captain watch")
        await play.run(1)
        await play.turn(NAVIGATOR, 1)
        assert play.panel(NAVIGATOR).bottom == "name these men"
        await play.press(NAVIGATOR, "ok")
        await play.run(1)
        assert play.table.play.state.board.pending is not None
        assert play.panel(NAVIGATOR).bottom == "carry it out"


@pytest.mark.parametrize("sick", [1, 2])
def test_one_ok_names_the_medic_and_treats_the_only_patient(sick: int) -> None:
    shapes = ("circle", "square", "triangle", "hexagon")
    cards = ("face-burns", "graze")[:sick]
    men = {f"first_officer.{shape}.1": {"cards": [card]} for shape, card in zip(shapes, cards, strict=False)}
    boat = Boat(figures={f"first_officer.{shape}": 3 for shape in shapes}, men=men)
    named = Order(Seat(FIRST), "assign")
    room = Room.at("captain first_aid 3", boat=boat)
    said = room.uboot_screen(FIRST).order_text(room.scene(FIRST), named)
    assert said == ("name them and begin" if sick == 1 else "name these men")
    room = Room.at("first_officer assign", boat=boat)
    treated = room.uboot_screen(FIRST).follow_up(room.scene(FIRST), named)
    assert (treated.verb if treated else "") == ("treat" if sick == 1 else "")


# The OK that sends men for an order


@story
async def test_men_who_were_sent_for_an_order_are_named_for_it_by_the_same_ok(tmp_path: Path) -> None:
    async with sent_for_a_watch(tmp_path) as play:
        await play.give("uboot.captain watch")
        await play.run(1)
        board = play.table.play.state.board
        assert board.pending is None
        assert [man.task for man in board.crew].count("watch") == len(WATCHERS), "and they began"


@story
async def test_after_another_order_men_who_were_sent_for_one_wait_for_ok(tmp_path: Path) -> None:
    async with sent_for_a_watch(tmp_path) as play:
        await play.give("uboot.captain new_course 90")
        await play.run(1)
        await play.give("uboot.captain belay")
        await play.give("uboot.captain watch")
        await play.run(1)
        assert play.panel(NAVIGATOR).bottom == "name them and begin"
        assert play.table.play.state.board.pending is not None


@asynccontextmanager
async def sent_for_a_watch(folder: Path) -> AsyncIterator[Playing]:
    """Play a boat whose navigator has sent his men out for a watch with one OK, and whose other roles are ready."""
    at_helm = {"first_officer.circle": 3, "first_officer.square": 3}
    (folder / "inside.json").write_text(mission(figures=at_helm), "utf-8")
    async with at_the_console(game="uboot", crews="all", mission=str(folder / "inside.json")) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.give("uboot.captain change_positions for=watch")
        await play.run(1)
        assert play.panel(NAVIGATOR).bottom == "send 4 and man it ✓"
        await play.press(NAVIGATOR, "ok")
        for seat in (CAPTAIN, FIRST, ENGINEER):
            await play.give(f"{seat} ready")
        await play.run(1)
        assert play.table.play.state.board.positions is None
        yield play


def test_a_promise_is_kept_once_and_in_its_own_watch() -> None:
    boat, memory = Boat(figures=dict.fromkeys(WATCHERS, 8)), dict[str, str]()
    promise(boat.state.board, "navigator", "watch", memory)
    assert not is_promised(boat.state.board, "navigator", memory), "it is not given yet"
    boat.give("captain watch")
    assert is_promised(boat.state.board, "navigator", memory)
    assert not is_promised(boat.state.board, "navigator", memory), "once"
    memory["promise.navigator"] = "watch 2"
    assert not is_promised(boat.state.board, "navigator", memory), "the other watch said so"


@pytest.mark.parametrize("role", ["engineer", "first_officer"])
def test_men_without_the_training_are_asked_although_they_were_sent(role: str) -> None:
    boat, memory = Boat(figures={"engineer.circle": 8}), dict[str, str]()
    boat.give("captain watch")
    promise(boat.state.board, role, "watch", memory)
    assert not is_promised(boat.state.board, role, memory)


def test_a_team_that_a_card_could_help_is_asked_first() -> None:
    boat = Boat(faults={"radio-set": "green"}, figures={"engineer.circle": 2}, engineer={"a": ["valve-wheel"], "b": []})
    room = Room.at("captain repair_fault radio-set", boat=boat)
    screen, scene = room.uboot_screen(ENGINEER), room.scene(ENGINEER)
    assert screen.order_text(scene, Order(Seat(ENGINEER), "assign")) == "name these men"


# What is said


@pytest.mark.parametrize("language", languages())
def test_a_gun_without_a_target_has_no_blank_behind_it_and_a_real_tube_no_pace(language: str) -> None:
    phrases = Phrases("uboot", language)
    said = phrases.order(Order(Seat(CAPTAIN), "aa20"))
    assert said == said.strip()
    assert "x1" in phrases.value("real")
    assert "x1" not in phrases.option_value("tube", "real")
    assert phrases.option_value("manning", "auto") == phrases.value("auto")
