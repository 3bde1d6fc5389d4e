"""The boat in trouble as a captain meets it: what he is told, what his dial and keys offer, a game that is cut off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.words import FIGURES
from klaxon.table.disk.shelf import Shelf
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, Room
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, Boat, mission

BREACH = [{"at": "0:00:10", "do": "breach", "room": 4}]


def after(boat: Boat, milliseconds: int) -> Room:
    """Return the stations of a boat after some table time, with what was heard in it."""
    boat.wait(milliseconds)
    return Room.at(boat=boat)


def feed(room: Room) -> str:
    """Return the feed as one line."""
    return " ".join(room.page(FIRST, "feed").words(FIRST).replace("* ", "").split())


# The five stories


def test_a_man_is_hurt_in_mid_order_and_told_in_one_line() -> None:
    decks = {"morale3": ["accident"], "shock": ["unconscious"]}
    boat = Boat(order=0, morale=3, decks=decks, bag=["first_officer.triangle"])
    room = Room.at("captain new_course 90", boat=boat)
    assert boat.state.board.pending is not None
    told = feed(room)
    assert "F triangle gets Unconscious. 1 wound, 2 fatigue." in told
    assert told.count("Unconscious") == 1, "his malady is not told once more"
    assert "A random man gets a card of electric shock" in told


def test_a_repair_team_that_loses_a_man_stops_and_the_captain_sees_it_among_what_is_wrong() -> None:
    hurt = [{"at": "0:10:00", "do": "wound", "man": "engineer.square", "card": "unconscious"}]
    boat = Boat(hurt, faults={"rudder-control": "red"}, figures={"engineer.triangle": 3})
    boat.play("captain repair_fault rudder-control", "engineer assign circle square triangle", "engineer done")
    room = after(boat, 600_000)
    told = feed(room)
    assert "repair paused" in told
    assert "stops: repair (paused)" not in told, "nobody else stops of his own"
    assert "paused 6%" in room.page(CAPTAIN, "trouble").words(CAPTAIN)
    assert "! 3 Rudder paused 6%" in room.page(CAPTAIN, "tracks").words(CAPTAIN)


def test_a_room_is_cut_off_and_what_was_lost_in_it_is_told() -> None:
    boat = Boat([{"at": "0:00:10", "do": "flood", "room": 2}])
    room = after(boat, 10_000)
    assert "Room 2 is FLOODED; lost: wires, toolbox A" in feed(room)
    assert room.scene(CAPTAIN).view.board.room(2).flooded


def test_a_forgotten_meal_is_announced_before_it_is_missed() -> None:
    boat = Boat(DATE="1940-06-01T05:30")
    room = after(boat, 5 * HOUR)
    assert "bell 12:00: no dinner yet" in room.page(CAPTAIN, "tracks").words(CAPTAIN)
    room = after(boat, 2 * HOUR)
    assert "next bell 18:00" in room.page(CAPTAIN, "tracks").words(CAPTAIN)
    assert "NO DINNER was cooked (morale -2)" in feed(room)
    fed = after(Boat(DATE="1940-06-01T05:30", ration=["fish"]), 7 * HOUR)
    assert "Dinner: fish (morale -1)" in feed(fed)


@asynccontextmanager
async def resumed(folder: Path, sits: dict[str, Any]) -> AsyncIterator[Playing]:
    """Sit at a console whose daemon was killed, and go on with its game: OK in the lobby, OK for the count-in."""
    async with at_the_console(Shelf(folder), begin=False, **sits) as play:
        first = play.console.seating.fittings[0].name
        await play.press(first, "ok")
        await play.run(30)
        await play.press(first, "ok")
        await play.run(COUNT_IN + 2)
        yield play


def staged(folder: Path, text: str) -> dict[str, Any]:
    """Return how one sits down to a mission."""
    (folder / "mission.json").write_text(text, "utf-8")
    return {"game": "uboot", "crews": "all", "mission": str(folder / "mission.json"), "wear": "off", "events": "off"}


@story
async def test_a_breach_goes_on_where_it_was_after_a_kill(tmp_path: Path) -> None:
    sits = staged(tmp_path, mission(BREACH))
    async with at_the_console(Shelf(tmp_path / "games"), **sits) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.run(40)
        assert "≈150 s" in play.panel(CAPTAIN).text, "the captain, who has to order it, sees the time too"
        assert "> seal a breach" in play.panel(CAPTAIN).text
        copytree(tmp_path / "games", tmp_path / "killed")
    async with resumed(tmp_path / "killed", sits) as play:
        (breach,) = play.table.play.state.board.trouble.breaches
        left = (breach.due - play.table.play.now) // 1000
        assert 130 < left <= 150, "time stood still while nobody was there"


def places(play: Playing) -> list[str]:
    """Return the places of the order as the first officer sees them."""
    return [line for line in play.panel(FIRST).text.splitlines() if "helm in 3" in line]


@story
async def test_a_man_is_hurt_in_mid_order_and_after_a_kill_another_takes_his_place(tmp_path: Path) -> None:
    decks = {"morale3": ["accident"], "shock": ["unconscious"]}
    hurt = "first_officer.triangle"
    sits = staged(tmp_path, mission(order=0, morale=3, decks=decks, bag=[hurt]))
    async with at_the_console(Shelf(tmp_path / "games"), **sits) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.give("uboot.captain new_course 90")
        await play.run(1)
        assert play.table.play.state.board.pending is not None
        asked = places(play)
        assert asked
        assert not any("F triangle" in place for place in asked), "he can fill no place"
        copytree(tmp_path / "games", tmp_path / "killed")
    async with resumed(tmp_path / "killed", sits) as play:
        board = play.table.play.state.board
        assert board.pending is not None, "the order is still to be manned"
        assert places(play) == asked, "and the same men are proposed"
        await play.ok(FIRST)
        await play.run(1)
        assert "wait for: ENG" in play.panel(CAPTAIN).text, "who has a man for the other place"
        assert "wait for: ENG" in play.panel(FIRST).text
        await play.ok(ENGINEER)
        await play.run(1)
        board = play.table.play.state.board
        assert (board.pending, board.boat.course) == (None, 90)
        assert not board.man(FIGURES.index(hurt)).act, "he lies unconscious"


@story
async def test_a_forgotten_meal_is_still_forgotten_after_a_kill_and_then_missed(tmp_path: Path) -> None:
    sits = staged(tmp_path, mission(DATE="1940-06-01T05:30", figures=dict.fromkeys(WATCHERS, 8), speed="slow"))
    async with at_the_console(Shelf(tmp_path / "games"), **sits) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        for seconds in (10, 80):  # to the bell at six, and on until eleven
            await play.give("uboot.first_officer time transit")
            await play.run(seconds)
        await play.give("uboot.captain time real")
        await play.run(2)
        copytree(tmp_path / "games", tmp_path / "killed")
    async with resumed(tmp_path / "killed", sits) as play:
        assert "> ✗ cook" in play.panel(CAPTAIN).text or "> cook" in play.panel(CAPTAIN).text, "the dial begins there"
        morale = play.table.play.state.board.morale
        await play.give("uboot.first_officer time transit")
        await play.run(20)
        assert "NO DINNER was" in play.panel(FIRST).text
        assert play.table.play.state.board.morale == morale - 2


# Fewer movements


def test_ok_on_an_order_that_lacks_men_sends_them_and_comes_back_to_it() -> None:
    room = Room.at(boat=Boat()).choose(CAPTAIN, "new_speed")
    screen, scene = room.uboot_screen(CAPTAIN), room.scene(CAPTAIN)
    barred = scene.draft.choice_at_cursor
    assert barred is not None
    assert screen.instead(scene, barred) == Order(Seat(CAPTAIN), "change_positions", (("for", "new_speed"),))
    room = room.choose(CAPTAIN, "new_depth")
    scene = room.scene(CAPTAIN)
    submerged = scene.draft.choice_at_cursor
    assert submerged is not None
    assert screen.instead(scene, submerged) is None, "no man helps a boat that is surfaced"


@story
async def test_men_are_sent_by_ok_and_the_dial_points_at_the_order_again() -> None:
    async with at_the_console(game="uboot", crews="all") as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.run(1)
        assert "> ✗ post lookouts" in play.panel(CAPTAIN).text, "what is due first"
        await play.press(CAPTAIN, "west")
        await play.run(1)
        assert "> ✗ new speed" in play.panel(CAPTAIN).text, "the category before it by one key"
        await play.press(CAPTAIN, "ok")
        await play.run(1)
        for role in ("captain", "first_officer", "navigator", "engineer"):
            await play.ok(f"uboot.{role}")
            await play.run(0.2)
        assert play.table.play.state.board.positions is None
        assert "> new speed" in play.panel(CAPTAIN).text
        await play.press(CAPTAIN, "west", "west")
        await play.run(1)
        assert "> change posts" in play.panel(CAPTAIN).text


def test_course_keys_point_to_courses_and_depths() -> None:
    room = Room.at(boat=Boat()).choose(CAPTAIN, "new_course")
    room.scene(CAPTAIN).draft.take()
    screen = room.uboot_screen(CAPTAIN)
    assert screen.key_word(room.scene(CAPTAIN), "west") == "270"
    dives = Boat(figures={"engineer.triangle": 5, "engineer.hexagon": 6, "navigator.circle": 8, "captain.circle": 7})
    room = Room.at(boat=dives).choose(CAPTAIN, "dive")
    room.scene(CAPTAIN).draft.take()
    words = {way: screen.key_word(room.scene(CAPTAIN), way) for way in ("north", "south", "east", "west")}
    assert words == {"north": "10", "south": "30", "east": "70", "west": "5"}
    assert "2 men outside will DIE" in room.words(CAPTAIN)


def test_the_dial_begins_at_what_is_wrong_and_ok_gives_it_where_there_is_one_thing() -> None:
    fire = {"3": {"emergencies": ["fire"], "devices": ["extinguisher"]}, "5": {"devices": ["pump"]}}
    room = Room.at(boat=Boat(rooms=fire, faults={"radio-set": "green"}))
    assert "> emergency" in room.words(CAPTAIN)
    screen, scene = room.uboot_screen(CAPTAIN), room.scene(CAPTAIN)
    assert screen.usual_order(scene, "repair_emergency") == Order(Seat(CAPTAIN), "repair_emergency", ("fire", "3"))
    room = Room.at(boat=Boat(faults={"radio-set": "green", "hydrophone-amplifier": "green"}))
    scene = room.scene(CAPTAIN)
    assert "> repair" in room.words(CAPTAIN)
    assert screen.usual_order(scene, "repair_fault") is None, "which of the two is for him to say"


def test_danger_whose_device_lies_elsewhere_says_so_and_ok_sends_men_with_it() -> None:
    room = Room.at(boat=Boat(rooms={"6": {"emergencies": ["leak"]}}))
    words = room.words(CAPTAIN)
    assert "> ✗ emergency" in words
    assert "pump" in words, "what is missing"
    assert room.panel(CAPTAIN).words[-1] == "change posts"


ON = Order(Seat(FIRST), "time", ("transit",))


def interrupted(*script: dict[str, Any]) -> Room:
    """Return a boat whose time ran fast until something happened after an hour."""
    boat = Boat([{"at": "1:00:00", **each} for each in script])
    room = Room(boat.state).hear([*boat.give("captain time transit"), *boat.wait(HOUR // 240)])
    assert boat.state.board.clock.mode == "real"
    return room.page(FIRST, "feed")


def test_the_first_officer_reads_the_news_and_lets_time_run_on_by_one_ok() -> None:
    room = interrupted({"do": "fault", "device": "radio-set", "level": "green"})
    screen, scene = room.uboot_screen(FIRST), room.scene(FIRST)
    assert "* 08:00 FAULT in 2: Radio" in room.words(FIRST)
    assert screen.order(scene) == ON
    lens = screen.after_order(scene)
    assert lens is not None
    room.lenses[FIRST] = dict(lens)
    assert "*" not in room.words(FIRST), "and nothing is unread"
    assert screen.after_order(room.scene(FIRST)) is None


def test_danger_and_more_news_than_a_glance_are_read_first() -> None:
    room = interrupted({"do": "emergency", "kind": "leak", "room": 2})
    screen = room.uboot_screen(FIRST)
    assert screen.order(room.scene(FIRST)) is None, "danger aboard"
    assert screen.order(room.press(FIRST, "ok").scene(FIRST)) == ON
    devices = ("radio-set", "trim-pump", "galley-stove", "rudder-control", "hydrophone-amplifier", "gyro-compass")
    room = interrupted(*({"do": "fault", "device": device, "level": "green"} for device in devices))
    assert screen.order(room.scene(FIRST)) is None, "more than the panel shows"
    assert screen.order(room.press(FIRST, "ok").scene(FIRST)) == ON
