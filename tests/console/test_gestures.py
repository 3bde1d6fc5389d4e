"""Hands: what keys mean, at exact moments of made-up time."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaxon.console.devices import COURSE_KEYS, KEYS
from klaxon.console.station.gestures import CHORD, EXPLAIN, HOLD, HOLD_STEPS, SERVICE, GestureReader
from tests.console.kit.clock import Clock

HELD = round(HOLD * 1000)


@dataclass
class Station:
    """A station that writes down what its hand means. `grave` is what OK would do now."""

    clock: Clock = field(default_factory=Clock)
    grave: str = ""
    """The grave order on the bottom line, '' where the order is no grave one."""
    meant: list[str] = field(default_factory=list)
    bar: list[int] = field(default_factory=list)
    """How the bar of a grave order filled."""
    taps: int = 0
    """How often it was said that OK has to be held."""
    poised: list[bool] = field(default_factory=list)
    """When it was said that the dial held down will be BACK, and when not any more."""
    fitted: tuple[str, ...] = KEYS
    settling: bool = False
    """Whether what is shown came by itself a moment ago."""
    _begun: str = ""

    def __post_init__(self) -> None:
        self.hand = GestureReader(self, self.clock.later, self.fitted)

    def turn(self, dial: int, steps: int) -> None:
        self.meant.append(f"turn {steps}")

    def aim(self, words: tuple[str, ...]) -> None:
        self.meant.append(f"aim {' '.join(words)}")

    def push(self) -> None:
        self.meant.append("push")

    def back(self) -> None:
        self.meant.append("back")

    def home(self) -> None:
        self.meant.append("home")

    def set_poised(self, *, on: bool) -> None:
        self.poised.append(on)

    def explain(self, *, on: bool) -> None:
        self.meant.append("explain" if on else "explained")

    def needs_hold(self) -> bool:
        return bool(self.grave) and self._begun in ("", self.grave)

    def ok(self) -> None:
        self.meant.append(f"ok {self.grave}".strip())
        self._begun = ""
        if self.bar:
            self.bar.append(0)  # a station empties it when the order is given

    def on_short_press(self) -> None:
        self.taps += 1

    def holding(self, permille: int) -> None:
        self._begun = self.grave if permille else ""
        self.bar.append(permille)

    def menu(self) -> None:
        self.meant.append("menu")

    def service(self) -> None:
        self.meant.append("service")

    def course(self, direction: str) -> None:
        self.meant.append(direction)

    def stop(self) -> None:
        self.meant.append("stop")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hand.on_press(key)

    def release(self, *keys: str) -> None:
        for key in keys:
            self.hand.on_release(key)

    def tap(self, key: str, ms: int = 100) -> None:
        self.press(key)
        self.clock.run(ms)
        self.release(key)


@pytest.mark.parametrize("key", ["push", "ok", "back"])
def test_a_tap_acts_when_the_key_comes_up(key: str) -> None:
    station = Station()
    station.press(key)
    station.clock.run(300)
    assert station.meant == []
    station.release(key)
    assert station.meant == [key]
    station.clock.run(5000)
    assert station.meant == [key]


def test_back_becomes_a_hold_after_exactly_seven_tenths_of_a_second() -> None:
    short, long = Station(), Station()
    short.tap("back", 699)
    assert short.meant == ["back"]
    long.press("back")
    long.clock.run(699)
    assert long.meant == []
    long.clock.run(1)
    assert long.meant == ["home"]
    long.clock.run(5000)
    long.release("back")
    assert long.meant == ["home"]
    assert not long.clock.waiting


@pytest.mark.parametrize("fitted", [KEYS, ("push", "ok")])
def test_the_dial_held_down_is_back_when_it_comes_up_and_says_so_before(fitted: tuple[str, ...]) -> None:
    short, long = Station(fitted=fitted), Station(fitted=fitted)
    short.tap("push", 699)
    assert (short.meant, short.poised) == (["push"], [])
    long.press("push")
    long.clock.run(700)
    assert (long.meant, long.poised) == ([], [True])
    long.clock.run(899)
    long.release("push")
    assert (long.meant, long.poised) == (["back"], [True, False])
    assert not long.clock.waiting


@pytest.mark.parametrize("fitted", [KEYS, ("push", "ok")])
def test_the_dial_held_on_explains_until_it_comes_up_and_does_nothing_else(fitted: tuple[str, ...]) -> None:
    station = Station(fitted=fitted)
    station.press("push")
    station.clock.run(round(EXPLAIN * 1000) - 1)
    assert station.meant == []
    station.clock.run(1)
    assert (station.meant, station.poised) == (["explain"], [True, False])
    station.clock.run(60_000)
    station.hand.on_turn(0, 1)
    assert station.meant == ["explain", "turn 1"], "a long text is scrolled"
    station.release("push")
    assert station.meant == ["explain", "turn 1", "explained"]
    station.tap("push")
    assert station.meant[-1] == "push"


@pytest.mark.parametrize("held", [700, 1600])
def test_ok_pressed_while_the_dial_is_held_opens_the_menu_where_no_back_is_fitted(held: int) -> None:
    station = Station(fitted=("push", "ok"))
    station.press("push")
    station.clock.run(held)
    station.press("ok")
    station.release("push", "ok")
    assert station.meant[-1] == "menu"
    assert "back" not in station.meant
    assert station.poised[-1] is False
    assert station.meant.count("explain") <= station.meant.count("explained")


def test_ok_held_long_is_still_one_ok_where_nothing_is_grave() -> None:
    station = Station()
    station.tap("ok", 3000)
    assert station.meant == ["ok"]


def test_a_dial_turns_at_once() -> None:
    station = Station()
    station.hand.on_turn(0, -3)
    assert station.meant == ["turn -3"]


# Grave orders


def test_a_grave_order_is_given_after_the_hold_and_not_before() -> None:
    station = Station(grave="torpedo")
    station.press("ok")
    station.clock.run(699)
    assert station.meant == []
    station.clock.run(1)
    assert station.meant == ["ok torpedo"]
    station.release("ok")
    station.clock.run(5000)
    assert station.meant == ["ok torpedo"]


def test_the_bar_of_a_grave_order_fills_in_even_steps() -> None:
    station = Station(grave="torpedo")
    station.press("ok")
    filled = [(station.clock.now, list(station.bar))]
    for _ in range(HOLD_STEPS - 1):
        station.clock.run(70)
        filled.append((station.clock.now, list(station.bar)))
    assert filled == [(70 * step, [100 * n for n in range(1, step + 2)]) for step in range(HOLD_STEPS)]


def test_a_bar_that_takes_long_to_draw_makes_no_hold_longer() -> None:
    class Slow(Station):
        def holding(self, permille: int) -> None:
            super().holding(permille)
            self.clock.now += 30

    station = Slow(grave="torpedo")
    station.press("ok")
    station.clock.run(HELD - station.clock.now)
    assert station.meant == ["ok torpedo"]


def test_letting_go_empties_the_bar_and_gives_nothing() -> None:
    station = Station(grave="torpedo")
    station.tap("ok", 699)
    assert station.meant == []
    assert station.taps == 1, "and it is said that it has to be held"
    assert station.bar[-1] == 0
    station.clock.run(5000)
    assert station.meant == []
    assert not station.clock.waiting


def test_a_grave_order_begun_anew_has_to_be_held_anew() -> None:
    station = Station(grave="torpedo")
    station.tap("ok", 400)
    station.tap("ok", 400)
    assert station.meant == []
    station.tap("ok", 700)
    assert station.meant == ["ok torpedo"]


@pytest.mark.parametrize("becomes", ["", "surface"])
def test_a_hold_never_gives_another_order_than_the_one_it_began_with(becomes: str) -> None:
    station = Station(grave="torpedo")
    station.press("ok")
    station.clock.run(500)
    station.grave = becomes
    station.clock.run(5000)
    station.release("ok")
    assert station.meant == []
    assert station.bar[-1] == 0


def test_turning_the_dial_calls_a_grave_order_off() -> None:
    station = Station(grave="torpedo")
    station.press("ok")
    station.clock.run(500)
    station.hand.on_turn(0, 1)
    station.clock.run(5000)
    station.release("ok")
    assert station.meant == ["turn 1"]
    assert station.bar[-1] == 0


def test_a_tap_gives_nothing_that_became_grave_under_the_finger() -> None:
    station = Station()
    station.press("ok")
    station.grave = "torpedo"
    station.clock.run(100)
    station.release("ok")
    assert station.meant == []


# OK and BACK together


@pytest.mark.parametrize("pressed", [("ok", "back"), ("back", "ok")])
@pytest.mark.parametrize("released", [("ok", "back"), ("back", "ok")])
@pytest.mark.parametrize("between", [0, 300])
def test_ok_and_back_together_are_the_menu_and_nothing_else(
    pressed: tuple[str, ...], released: tuple[str, ...], between: int
) -> None:
    station = Station()
    station.press(pressed[0])
    station.clock.run(between)
    station.press(pressed[1])
    assert station.meant == ["menu"]
    station.clock.run(between)
    station.release(released[0])
    station.clock.run(5000)
    station.release(released[1])
    assert station.meant == ["menu"]


@pytest.mark.parametrize("first", ["ok", "back"])
def test_the_menu_opens_during_a_grave_hold_and_calls_it_off(first: str) -> None:
    station = Station(grave="torpedo")
    second = "back" if first == "ok" else "ok"
    station.press(first)
    station.clock.run(650)
    station.press(second)
    station.clock.run(2000)
    station.release("ok", "back")
    station.clock.run(5000)
    assert station.meant == ["menu"]
    assert not any(station.bar[-1:])


def test_another_key_beside_both_opens_no_second_menu() -> None:
    station = Station()
    station.press("ok", "back", "push")
    station.release("push", "ok", "back")
    assert station.meant == ["menu", "push"]


def test_after_the_menu_both_keys_mean_what_they_did() -> None:
    station = Station()
    station.press("ok", "back")
    station.release("back", "ok")
    station.tap("ok")
    station.tap("back")
    assert station.meant == ["menu", "ok", "back"]


@pytest.mark.parametrize("pressed", [("ok", "push"), ("push", "ok")])
def test_where_no_back_is_fitted_the_dial_pushed_down_opens_the_menu_with_ok(pressed: tuple[str, str]) -> None:
    station = Station(fitted=("push", "ok"), grave="torpedo")
    station.press(pressed[0])
    station.clock.run(300)
    station.press(pressed[1])
    assert station.meant == ["menu"]
    station.clock.run(1000)
    station.release(*pressed)
    station.clock.run(5000)
    assert station.meant == ["menu"]
    assert not any(station.bar[-1:])
    station.tap("push")
    station.tap("push", 700)
    assert station.meant == ["menu", "push", "back"]


def test_where_back_is_fitted_the_dial_pushed_down_with_ok_is_no_menu() -> None:
    station = Station()
    station.press("ok", "push")
    station.clock.run(100)
    station.release("push", "ok")
    assert station.meant == ["push", "ok"]


# The keys of the menu held on


@pytest.mark.parametrize("fitted", [("push", "ok", "back"), ("push", "ok")])
def test_the_keys_of_the_menu_held_for_three_seconds_are_service_mode_once(fitted: tuple[str, ...]) -> None:
    station = Station(fitted=fitted)
    station.press("ok")
    station.clock.run(500)
    station.press(fitted[-1] if "back" in fitted else "push")
    station.clock.run(2999)
    assert station.meant == ["menu"]
    station.clock.run(1)
    assert station.meant == ["menu", "service"]
    station.clock.run(10_000)
    station.release(*fitted)
    station.clock.run(5000)
    assert station.meant == ["menu", "service"]
    assert not station.clock.waiting


@pytest.mark.parametrize("first", ["ok", "back"])
def test_a_key_of_the_menu_let_go_before_means_no_service_mode_also_when_it_comes_down_again(first: str) -> None:
    station = Station()
    station.press("ok", "back")
    station.clock.run(2900)
    station.release(first)
    station.clock.run(50)
    station.press(first)
    station.clock.run(2999)
    assert station.meant == ["menu", "menu"]
    station.clock.run(1)
    assert station.meant == ["menu", "menu", "service"]


def test_another_key_and_the_dial_do_not_disturb_the_keys_of_the_menu() -> None:
    station = Station()
    station.press("ok", "back")
    station.clock.run(1000)
    station.tap("stop")
    station.hand.on_turn(0, 1)
    station.clock.run(2000)
    assert station.meant == ["menu", "stop", "turn 1", "service"]


# Course keys


@pytest.mark.parametrize("key", COURSE_KEYS)
def test_a_course_key_steers_after_a_moment_even_if_it_is_up_again(key: str) -> None:
    station = Station()
    station.tap(key, 10)
    station.clock.run(69)
    assert station.meant == []
    station.clock.run(1)
    assert station.meant == [key]


def test_a_held_course_key_does_not_repeat() -> None:
    station = Station()
    station.press("north")
    station.clock.run(10_000)
    station.press("north")
    station.clock.run(10_000)
    station.release("north")
    assert station.meant == ["north"]


@pytest.mark.parametrize(("apart", "meant"), [(0, []), (79, []), (81, ["north", "east"])])
def test_two_course_keys_within_eighty_milliseconds_are_none(apart: int, meant: list[str]) -> None:
    station = Station()
    station.press("north")
    station.clock.run(apart)
    station.press("east")
    station.clock.run(1000)
    station.release("north", "east")
    station.clock.run(1000)
    assert station.meant == meant


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_palm_on_the_course_keys_steers_nowhere(count: int) -> None:
    station = Station()
    for key in COURSE_KEYS[:count]:
        station.press(key)
        station.clock.run(20)
    station.clock.run(1000)
    station.release(*COURSE_KEYS)
    assert station.meant == []
    station.tap("west")
    assert station.meant == ["west"]


def test_stop_acts_the_moment_it_goes_down_and_once() -> None:
    station = Station()
    station.press("stop")
    assert station.meant == ["stop"]
    station.clock.run(5000)
    station.release("stop")
    assert station.meant == ["stop"]


# Keys that were down before anybody looked, and keys that never were


@pytest.mark.parametrize("key", KEYS)
def test_a_release_without_a_press_means_nothing(key: str) -> None:
    station = Station(grave="torpedo")
    station.release(key)
    station.clock.run(5000)
    assert station.meant == []
    assert station.bar == []


def test_a_key_that_is_told_twice_is_one_press() -> None:
    station = Station()
    station.press("back")
    station.clock.run(400)
    station.press("back")
    station.clock.run(299)
    assert station.meant == []
    station.clock.run(1)
    assert station.meant == ["home"]


MOVES = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(KEYS)),
    st.tuples(st.just("release"), st.sampled_from(KEYS)),
    st.tuples(st.just("turn"), st.sampled_from((-1, 1))),
    st.tuples(st.just("run"), st.sampled_from((1, 40, 79, 80, 81, 350, 699, 700, 2000, 3000))),
    st.tuples(st.just("grave"), st.sampled_from(("", "torpedo", "surface"))),
)


@pytest.mark.parametrize("out", ["back", "push"])
@settings(max_examples=400, deadline=None)
@given(moves=st.lists(MOVES, max_size=40))
def test_whatever_hands_do_no_press_acts_twice_and_all_comes_to_rest(out: str, moves: list[tuple[str, object]]) -> None:
    station = Station(fitted=tuple(key for key in KEYS if key != "back" or out == "back"))
    moves = [move for move in moves if move[1] in station.fitted or move[0] not in ("press", "release")]
    presses, down, longest = dict.fromkeys(KEYS, 0), set[str](), 0
    held_since = 0
    for move, value in moves:
        match move, value:
            case "press", str(key):
                presses[key] += key not in down
                held_since = station.clock.now if key == "ok" and "ok" not in down else held_since
                down.add(key)
                station.press(key)
            case "release", str(key):
                down.discard(key)
                station.release(key)
            case "turn", int(steps):
                station.hand.on_turn(0, steps)
            case "run", int(ms):
                before = station.meant.count("ok torpedo")
                station.clock.run(ms)
                if station.meant.count("ok torpedo") > before:
                    longest = station.clock.now - held_since
                    assert longest >= 700
            case "grave", str(grave):
                station.grave = grave
    station.release(*KEYS)
    station.clock.run(5000)
    meant = station.meant
    assert not station.clock.waiting
    assert not any(station.bar[-1:])
    assert sum(word.startswith("ok") for word in meant) <= presses["ok"]
    assert meant.count("menu") <= presses["ok"] + presses[out] - 1 or not meant.count("menu")
    assert meant.count("service") <= meant.count("menu")
    assert meant.count("back") + meant.count("push") + meant.count("home") <= presses["back"] + presses["push"]
    assert meant.count("stop") == presses["stop"]
    for key in COURSE_KEYS:
        assert meant.count(key) <= presses[key]


def test_the_moments_are_those_of_the_grammar() -> None:
    assert (HOLD, CHORD, SERVICE) == (0.7, 0.08, 3.0)


def test_pointing_at_a_place_calls_off_a_hold_and_waits_while_the_station_settles() -> None:
    station = Station(grave="torpedo D3")
    station.hand.on_press("ok")
    station.clock.run(HELD // 2)
    station.hand.on_aim(("D4",))
    station.clock.run(HELD)
    assert station.meant == ["aim D4"], "the order that was held was another one"
    station.settling = True
    station.hand.on_aim(("D5",))
    assert station.meant == ["aim D4"]
