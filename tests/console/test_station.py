"""Stations: a pile of pages under one hand, and what stands over it for a while."""

from __future__ import annotations

from functools import partial

import pytest

from klaxon.console.devices import Fitting, Picture
from klaxon.console.devices.brightness import DIM_AFTER, DIMMED, SLEEP_AFTER
from klaxon.console.drawing.parts import Banner, BottomLine
from klaxon.console.station.list_page import ListPage, MenuItem
from klaxon.console.station.page import Page, TextPage
from klaxon.console.station.station import BANNER, FRAME, GLANCE, NOTICE, READING, SETTLE, SOFT, Station
from klaxon.hal.virtual import VirtualConsole
from tests.console.kit.clock import Clock
from tests.console.kit.playing import SPLIT_START, at_the_console, end_frame, story


class Desk:
    """A station with its panel on the desk, and a clock beside it."""

    def __init__(self, *keys: str) -> None:
        self.clock, self.shown = Clock(), list[Picture]()
        self.menus = 0
        self.services: list[Station] = []
        fitting = Fitting("desk", "red", keys=keys or ("push", "ok", "back"))
        self.station = Station(fitting, self, self.clock.later, self._menu, self.services.append)
        self.done: list[str] = []
        self.grave = False

    def show(self, station: str, picture: Picture) -> None:
        self.shown.append(picture)

    def light(self, station: str, level: int) -> None:
        pass

    def prioritise(self, station: str) -> None:
        pass

    def _menu(self, station: Station) -> None:
        self.menus += 1

    @property
    def picture(self) -> Picture:
        end_frame(self.station)
        return self.shown[-1]

    @property
    def text(self) -> str:
        return "\n".join(self.picture.words)

    def items(self, *names: str) -> ListPage:
        def item(name: str) -> MenuItem:
            return MenuItem(name, f"do {name}", lambda: self.done.append(name), needs_hold=self.grave)

        return ListPage("things", lambda: [item(name) for name in names])

    def look(self) -> None:
        """Look at what came by itself, until the keys mean something again."""
        self.clock.run(round(SETTLE * 1000))

    def tap(self, *keys: str, ms: int = 100) -> None:
        for key in keys:
            self.station.hand.on_press(key)
            self.clock.run(ms)
            self.station.hand.on_release(key)


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.station.base(desk.items("one", "two"))
    return desk


def test_the_bottom_line_says_what_ok_does_and_ok_does_it(desk: Desk) -> None:
    assert "do one" in desk.text
    desk.station.hand.on_turn(0, 1)
    assert "do two" in desk.text
    desk.tap("ok")
    assert desk.done == ["two"]


def test_the_sign_of_a_fault_covers_no_letter_of_the_bottom_line(desk: Desk) -> None:
    def corner(name: str) -> bytes:
        desk.station.base(desk.items(name))
        return desk.picture.bits[-SOFT:]  # the last page of a panel ends with it

    empty = corner("x")
    assert corner("on section 1234") != empty, "such a line goes to the very edge"
    desk.station.fault = "panel blue-1 is dead"
    assert corner("on section 1234") == corner("x") != empty


def test_the_dial_stops_at_the_ends_of_a_list(desk: Desk) -> None:
    desk.station.hand.on_turn(0, 40)
    assert "do two" in desk.text
    desk.station.hand.on_turn(0, -40)
    assert "do one" in desk.text


def test_a_station_is_drawn_once_a_frame_however_many_steps_come(desk: Desk) -> None:
    desk.station.base(desk.items(*map(str, range(400))))
    desk.clock.run(1000)
    desk.shown.clear()
    for _ in range(100):
        desk.station.hand.on_turn(0, 1)
        desk.station.hand.on_press("push")
        desk.station.hand.on_release("push")
        desk.clock.run(1)
    desk.clock.run(1000)
    assert 0 < len(desk.shown) <= 2 + 100 // (1000 * FRAME)
    assert "do 100" in desk.shown[-1].words


def test_the_first_step_is_shown_at_once_and_the_last_when_its_frame_ends(desk: Desk) -> None:
    desk.station.base(desk.items(*map(str, range(9))))
    desk.clock.run(1000)
    desk.station.hand.on_turn(0, 1)
    desk.clock.run(0)
    assert "do 1" in desk.shown[-1].words
    desk.clock.run(5)
    desk.station.hand.on_turn(0, 1)
    desk.station.hand.on_turn(0, 1)
    desk.clock.run(5)
    assert "do 1" in desk.shown[-1].words
    desk.clock.run(6)
    assert "do 3" in desk.shown[-1].words


def test_news_that_come_one_upon_the_other_are_one_picture(desk: Desk) -> None:
    desk.station.base(desk.items("sail", "wait"))
    desk.clock.run(1000)
    desk.shown.clear()
    for page in (desk.items("name these men"), desk.items("all is done")):
        desk.station.rebase(page)
        desk.clock.run(5)
    desk.clock.run(50)
    assert len(desk.shown) == 1
    assert "> all is done" in desk.shown[-1].words


def test_what_one_movement_changes_is_one_picture(desk: Desk) -> None:
    desk.grave = True
    desk.station.draw()
    desk.station.hand.on_press("ok")
    desk.clock.run(300)
    desk.shown.clear()
    desk.station.hand.on_release("ok")  # the bar is empty, and a line says why
    desk.clock.run(100)
    assert [picture.words[-1] for picture in desk.shown] == ["keep OK held down"]


def test_push_takes_what_is_not_grave_and_nothing_else(desk: Desk) -> None:
    desk.tap("push")
    assert desk.done == ["one"]
    desk.grave = True
    desk.tap("push")
    assert desk.done == ["one"]
    desk.tap("ok", ms=700)
    assert desk.done == ["one", "one"]


def test_back_takes_the_top_page_away_but_never_the_last(desk: Desk) -> None:
    desk.station.lay(desk.items("three"))
    desk.look()
    assert "do three" in desk.text
    desk.tap("back")
    assert "do one" in desk.text
    desk.tap("back", "back")
    assert "do one" in desk.text


def test_home_goes_all_the_way_out(desk: Desk) -> None:
    for name in ("three", "four", "five"):
        desk.station.lay(desk.items(name))
    desk.look()
    desk.tap("back", ms=700)
    assert "do one" in desk.text
    assert len(desk.station.pile) == 1


def test_a_page_is_taken_from_the_middle_of_the_pile(desk: Desk) -> None:
    middle, top = desk.items("three"), desk.items("four")
    desk.station.lay(middle)
    desk.station.lay(top)
    desk.station.drop(middle)
    desk.look()
    assert "do four" in desk.text
    desk.station.drop(desk.station.pile[0])
    desk.station.drop(top)
    desk.look()
    assert "do one" in desk.text


def test_ok_and_back_ask_for_the_menu(desk: Desk) -> None:
    desk.station.hand.on_press("ok")
    desk.station.hand.on_press("back")
    assert desk.menus == 1
    assert desk.done == []


def test_the_keys_of_the_menu_held_on_ask_for_service_mode(desk: Desk) -> None:
    for key in ("ok", "back"):
        desk.station.hand.on_press(key)
    desk.clock.run(3000)
    assert (desk.menus, desk.services) == (1, [desk.station])


def test_a_station_without_back_has_its_menu_by_the_dial() -> None:
    desk = Desk("push", "ok")
    for key in ("ok", "push"):
        desk.station.hand.on_press(key)
    assert desk.menus == 1


def test_a_grave_hold_fills_the_bottom_line_and_letting_go_empties_it(desk: Desk) -> None:
    desk.grave = True
    desk.station.draw()
    empty = desk.picture
    desk.station.hand.on_press("ok")
    lit = []
    for _ in range(9):
        desk.clock.run(70)
        lit.append(sum(byte.bit_count() for byte in desk.picture.bits[-128:]))
    assert len(set(lit)) > 5, "the bar moves"
    desk.station.hand.on_release("ok")
    assert desk.picture.words[-1] == "keep OK held down"
    desk.clock.run(3000)
    assert desk.picture == empty
    assert desk.done == []


def test_a_hold_does_not_reach_a_page_that_comes_in_between(desk: Desk) -> None:
    desk.grave = True
    desk.station.hand.on_press("ok")
    desk.clock.run(400)
    desk.grave = False
    desk.station.lay(desk.items("agree to a draw"))
    desk.clock.run(2000)
    desk.station.hand.on_release("ok")
    assert desk.done == []
    desk.grave = True
    desk.station.base(desk.items("torpedo"))
    desk.station.hand.on_press("ok")
    desk.clock.run(400)
    desk.station.lay(desk.items("give up"))
    desk.clock.run(2000)
    desk.station.hand.on_release("ok")
    assert desk.done == [], "another grave thing has to be held from its own beginning"


# Notices and banners


def test_a_notice_is_read_before_anything_else_happens(desk: Desk) -> None:
    desk.station.notice("an island is there")
    assert "an island is there" in desk.text
    desk.look()
    desk.tap("ok")
    assert desk.done == []
    assert "island" not in desk.text
    desk.tap("ok")
    assert desk.done == ["one"]


@pytest.mark.parametrize("key", ["push", "back"])
def test_push_and_back_too_take_a_notice_away_and_nothing_more(desk: Desk, key: str) -> None:
    desk.station.lay(desk.items("three"))
    desk.station.notice("an island is there")
    desk.look()
    desk.tap(key)
    assert desk.done == []
    assert "do three" in desk.text
    assert "island" not in desk.text


def test_a_long_notice_stands_until_it_was_read(desk: Desk) -> None:
    text = "an island is there " * 6
    desk.station.notice(text)
    desk.clock.run(round(len(text) / READING * 1000) - 1)
    assert "island" in desk.text
    desk.clock.run(2)
    assert "island" not in desk.text


def test_a_notice_fades_by_itself(desk: Desk) -> None:
    desk.station.notice("an island is there")
    desk.clock.run(round(NOTICE * 1000) - 1)
    assert "island" in desk.text
    desk.clock.run(1)
    assert "island" not in desk.text


def test_under_a_notice_nothing_grave_can_be_held(desk: Desk) -> None:
    desk.grave = True
    desk.station.notice("an island is there")
    desk.look()
    desk.tap("ok", ms=699)
    assert desk.done == []
    desk.tap("ok", ms=700)
    assert desk.done == ["one"]


@pytest.mark.parametrize(("urgent", "seconds"), [(True, BANNER), (False, GLANCE)])
def test_a_banner_stands_for_its_time(desk: Desk, urgent: bool, seconds: float) -> None:
    desk.station.announce(Banner("TORPEDO", "D3"), urgent=urgent)
    desk.clock.run(round(seconds * 1000) - 1)
    assert "TORPEDO" in desk.text
    desk.clock.run(1)
    assert "TORPEDO" not in desk.text


def test_a_key_under_a_banner_is_for_the_page(desk: Desk) -> None:
    desk.station.announce(Banner("TORPEDO", "D3"), urgent=True)
    desk.tap("ok")
    assert desk.done == ["one"]
    assert "TORPEDO" not in desk.text


def test_a_banner_does_not_hide_what_must_be_read(desk: Desk) -> None:
    desk.station.notice("an island is there")
    desk.station.announce(Banner("TORPEDO", "D3"), urgent=True)
    assert "island" in desk.text
    assert "TORPEDO" not in desk.text


def test_the_latest_banner_is_the_one_that_shows_for_its_own_time(desk: Desk) -> None:
    desk.station.announce(Banner("TORPEDO", "D3"), urgent=True)
    desk.clock.run(2000)
    desk.station.announce(Banner("BLAST", "D3"), urgent=True)
    desk.clock.run(2000)
    assert "BLAST" in desk.text
    assert "TORPEDO" not in desk.text


# Pages to read


def test_a_text_scrolls_and_stops_at_its_end(desk: Desk) -> None:
    desk.station.lay(TextPage("log", [f"line {n}" for n in range(30)], "BACK: return"))
    assert "line 0" in desk.text
    desk.station.hand.on_turn(0, 1000)
    assert "line 29" in desk.text
    assert "line 0" not in desk.text
    desk.station.hand.on_turn(0, -1)
    assert "line 29" not in desk.text, "one step back is one line, however far the dial was turned"
    desk.tap("back")
    assert "do one" in desk.text


def test_a_text_may_begin_at_its_end(desk: Desk) -> None:
    desk.station.lay(TextPage("log", [f"line {n}" for n in range(30)], "", end=True))
    assert "line 29" in desk.text
    desk.station.hand.on_turn(0, -1)
    assert "line 29" not in desk.text


def test_a_page_that_knows_nothing_does_nothing() -> None:
    desk = Desk()
    desk.station.base(Page())
    for key in ("push", "ok", "back", "north", "stop"):
        desk.tap(key)
        desk.clock.run(1000)
    desk.station.hand.on_turn(0, 3)
    assert desk.text == ""
    assert desk.station.page.bottom() == BottomLine("", "idle")


def test_an_empty_list_has_nothing_to_give(desk: Desk) -> None:
    desk.station.base(desk.items())
    desk.station.hand.on_turn(0, 3)
    desk.tap("ok", "push")
    assert desk.done == []


def test_a_list_that_shrinks_keeps_a_cursor_on_it(desk: Desk) -> None:
    names = ["one", "two", "three"]
    page = ListPage("things", lambda: [MenuItem(name, f"do {name}", partial(desk.done.append, name)) for name in names])
    desk.station.base(page)
    desk.station.hand.on_turn(0, 2)
    del names[1:]
    desk.station.draw()
    desk.look()
    assert "do one" in desk.text
    desk.tap("ok")
    assert desk.done == ["one"]


# Panels that nobody needs


def levels(hardware: VirtualConsole) -> dict[str, set[int]]:
    return {boat: {hardware.level(f"{boat}-{n}") for n in (1, 2, 3, 4)} for boat in ("red", "blue")}


@story
async def test_panels_dim_and_sleep_and_a_hand_wakes_them() -> None:
    async with at_the_console(begin=False) as play:
        await play.run(DIM_AFTER - 1)
        assert levels(play.hardware)["red"] == {255}
        await play.run(1)
        assert levels(play.hardware)["red"] == {DIMMED}
        await play.turn("red-2", 1)
        assert levels(play.hardware)["red"] == {255}, "also while they are only dimmed"
        await play.run(SLEEP_AFTER)
        assert levels(play.hardware)["red"] == {0}
        await play.press("red-4", "push")
        assert levels(play.hardware)["red"] == {255}


@story
async def test_a_hand_at_one_boat_does_not_light_the_panels_of_the_other() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(DIM_AFTER)
        await play.turn("blue.captain", 1)
        assert levels(play.hardware) == {"red": {DIMMED}, "blue": {255}}


@story
async def test_what_happens_lights_the_panels_of_those_who_hear_it() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START, "red.captain course east")
        await play.run(DIM_AFTER)
        await play.give("red.xo charge mine")
        assert levels(play.hardware) == {"red": {255}, "blue": {DIMMED}}
        await play.play_orders("red.engineer break e1", "red.captain end")
        assert levels(play.hardware) == {"red": {255}, "blue": {255}}


# Nothing new is under a finger that was already moving


def test_what_comes_by_itself_cannot_be_tapped_before_it_can_be_read(desk: Desk) -> None:
    desk.station.lay(desk.items("agree"))
    assert "one moment" in desk.text
    desk.tap("ok", "push", "back", ms=300)
    assert (desk.done, len(desk.station.pile)) == ([], 2)
    desk.clock.run(100)
    assert "do agree" in desk.text
    desk.tap("ok")
    assert desk.done == ["agree"]


def test_a_key_that_went_down_before_means_nothing_when_it_comes_up_after(desk: Desk) -> None:
    desk.station.hand.on_press("ok")
    desk.station.lay(desk.items("agree"))
    desk.look()
    desk.station.hand.on_release("ok")
    assert desk.done == []


def test_a_key_that_went_down_meanwhile_means_nothing_when_it_comes_up_after(desk: Desk) -> None:
    desk.station.lay(desk.items("agree"))
    desk.station.hand.on_press("ok")
    desk.look()
    desk.station.hand.on_release("ok")
    assert desk.done == []


def test_what_was_held_before_does_not_go_on_into_what_came(desk: Desk) -> None:
    desk.grave = True
    desk.station.hand.on_press("ok")
    desk.clock.run(600)
    desk.station.lay(desk.items("agree"))
    desk.clock.run(3000)
    desk.station.hand.on_release("ok")
    assert desk.done == []


def test_a_dial_that_was_being_turned_moves_no_cursor_of_what_came(desk: Desk) -> None:
    desk.station.interrupt(desk.items("no", "yes"))
    desk.station.hand.on_turn(0, 1)
    desk.look()
    assert "do no" in desk.text


def test_what_a_hand_asked_for_is_there_at_once(desk: Desk) -> None:
    desk.station.base(
        ListPage("lists", lambda: [MenuItem("open", "open it", lambda: desk.station.lay(desk.items("one")))])
    )
    desk.tap("ok", "ok")
    assert desk.done == ["one"]


def test_stop_means_the_same_whatever_is_shown() -> None:
    desk = Desk("push", "ok", "back", "stop")
    page = Stopping()
    desk.station.base(page)
    desk.station.settle()
    desk.tap("stop")
    assert page.stopped == 1


class Stopping(Page):
    """A page that counts how often STOP was pressed."""

    stopped = 0

    def stop(self) -> None:
        self.stopped += 1


def test_the_keys_stay_dead_for_the_longest_of_what_came(desk: Desk) -> None:
    desk.station.settle(2.0)
    desk.clock.run(500)
    desk.station.settle(1.0)
    desk.clock.run(1500)
    desk.tap("ok")
    assert desk.done == []
    desk.clock.run(500)
    desk.tap("ok")
    assert desk.done == ["one"]


def test_an_old_notice_makes_way_and_ok_for_it_is_no_ok_for_what_is_under_it(desk: Desk) -> None:
    desk.station.notice("It is the other boat's turn.")
    desk.look()
    desk.station.make_way()
    assert "turn" not in desk.text
    desk.tap("ok")
    assert desk.done == []
    desk.look()
    desk.tap("ok")
    assert desk.done == ["one"]


def test_ok_for_a_notice_that_fades_is_no_ok_for_what_is_under_it(desk: Desk) -> None:
    desk.station.notice("It is the other boat's turn.")
    desk.clock.run(round(NOTICE * 1000) - 50)
    desk.tap("ok")
    assert desk.done == []
