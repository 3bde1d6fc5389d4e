"""UBT-3.11h, i and UBT-8.1: table time and game time, four modes, feed lines."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.contract import Ms
from klaxon.rules.laws import digest
from klaxon.rules.uboot.clock import first_bell, instant, reading, time_of_day
from klaxon.rules.uboot.records import Clock
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

CONTACT = {"id": "c1", "by": "lookout", "klass": "merchant", "type": "tanker", "bearing": 40, "course": 70, "speed": 90}
NEAR, FAR = 14_816, 18_520


def contact(at: str = "1:00:00", range_m: int = NEAR) -> dict[str, Any]:
    return {"at": at, "do": "contact", **CONTACT, "range": range_m}


@allows("3.11h")
@allows("8.1a")
@pytest.mark.parametrize(("mode", "factor"), [("real", 1), ("dynamic", 6), ("accelerated", 30), ("transit", 240)])
def test_four_modes(mode: str, factor: int) -> None:
    boat = Boat()
    boat.give(f"captain time {mode}")
    assert told(boat.events) == [f"time mode={mode} factor={factor} why=order"]
    boat.wait(1000)
    clock = boat.view()["clock"]
    assert clock["game_at"] + (boat.state.now - clock["at"]) * clock["factor"] == 1000 * factor
    boat.give("first_officer time dynamic")


@refuses("3.11h")
@refuses("8.1a")
def test_nobody_else_and_nothing_else() -> None:
    boat = Boat()
    assert boat.refused("navigator time real") == "not-your-role"
    assert boat.refused("captain time warp") == "bad-argument"
    assert Boat(begun=False).why("captain time dynamic") == {"code": "setting-up", "verb": "time"}


@allows("8.1b")
def test_a_feed_line_drops_time_to_real_at_its_instant() -> None:
    """One hour of game time in transit is 15,000 ms of table time."""
    boat = Boat([contact(range_m=FAR)])
    boat.give("captain time transit")
    assert boat.wait(14_999) == []
    assert told(boat.wait(1)) == [
        "contact contact=c1 kind=ship group= by=lookout bearing=40 range=18520 course=70 speed=90",
        "time mode=real factor=1 why=feed",
    ]
    assert boat.view()["clock"] == {
        "at": 15_000,
        "game_at": HOUR,
        "date": "1940-06-01T08:00",
        "mode": "real",
        "factor": 1,
    }


@allows("3.11i")
def test_transit_is_allowed_with_a_far_contact_and_after_a_near_one_is_lost() -> None:
    boat = Boat([contact(range_m=FAR), {"at": "1:10:00", "do": "contact-lost", "id": "c1"}])
    boat.wait(HOUR)
    boat.give("captain time transit")
    boat = Boat([contact(), {"at": "1:10:00", "do": "contact-lost", "id": "c1"}])
    boat.wait(70 * MINUTE)
    boat.give("captain time transit")


@refuses("3.11i")
@refuses("8.1b")
@pytest.mark.parametrize("level", ["low", "medium", "high"])
def test_transit_is_refused_with_a_near_contact(level: str) -> None:
    boat = Boat([contact()], rules=f"navigator={level}")
    boat.give("captain time transit")
    boat.wait(15_000)
    if level == "high":
        fields = {"bearing": 40, "range_word": "far", "aspect_word": "stern quarter starboard"}
        assert boat.view()["contacts"]["c1"]["fields"] == fields
        boat.give("captain time transit")
    else:
        assert boat.why("captain time transit") == {"code": "contact-near", "mode": "transit"}
        boat.give("captain time accelerated")


@refuses("8.1b")
@pytest.mark.parametrize(("metres", "word"), [(5_000, "near"), (7_000, "medium")])
def test_by_words_near_and_medium_are_too_near(metres: int, word: str) -> None:
    boat = Boat([contact(range_m=metres)], rules="navigator=high")
    boat.wait(HOUR)
    assert boat.view()["contacts"]["c1"]["fields"]["range_word"] == word
    assert boat.refused("captain time transit") == "contact-near"


@refuses("3.11i")
def test_transit_is_refused_while_hunted() -> None:
    boat = Boat()
    sea = boat.state.sea
    boat.state.sea = sea._replace(waters=sea.waters._replace(hunted=True))
    assert boat.why("first_officer time transit") == {"code": "hunted", "mode": "transit"}


@allows("8.1c")
def test_patience_is_table_time() -> None:
    boat = Boat()
    boat.play("captain time transit", "captain new_course 10")
    assert boat.wait(89_999) == []
    assert told(boat.wait(1), "lapsed") == ["lapsed order=new_course why=patience refunded=True"]


@refuses("8.1c")
def test_bells_are_game_time() -> None:
    boat = Boat()
    boat.give("captain time transit")
    assert told(boat.wait(60_000), "bell") == ["bell time=12:00"]


@pytest.mark.parametrize(
    ("date", "hours"),
    [("1940-06-01T08:00", 4), ("1940-06-01T12:00", 6), ("1940-06-01T23:00", 1), ("1940-06-01T00:00", 6)],
)
def test_the_first_bell(date: str, hours: int) -> None:
    assert first_bell(date) == hours * HOUR
    assert first_bell(f"{date[:14]}25") == hours * HOUR - 25 * MINUTE


@pytest.mark.parametrize(("game", "time"), [(0, "22:25"), (HOUR - 1, "23:24"), (95 * MINUTE, "00:00")])
def test_the_time_aboard(game: int, time: str) -> None:
    assert time_of_day("1940-06-01T22:25", game) == time


@pytest.mark.parametrize("factor", [1, 6, 30, 240])
def test_an_instant_is_the_first_millisecond_that_has_reached_a_game_time(factor: int) -> None:
    clock = Clock(1_000, 5_000, "real", factor)
    for game in (5_000, 5_001, 5_239, 5_240, 5_241, 12_345):
        moment = instant(clock, game)
        assert moment is not None
        assert reading(clock, moment) >= game
        assert moment == clock.at or reading(clock, moment - 1) < game
    assert instant(clock, 2_000) == clock.at
    assert instant(clock._replace(factor=0), 12_345) is None


def test_no_time_brings_nothing() -> None:
    boat = Boat()
    boat.wait(1_000)
    for until in (0, 1_000):
        step = GAME.advance(boat.state, Ms(until))
        assert step.state is boat.state
        assert step.events == ()


def test_cut_anywhere_a_watch_ends_in_one_state() -> None:
    """UBT-12.21, case 36: in one go, and cut at every instant round those at which something comes."""
    script = [contact(), {"at": "1:00:00", "do": "weather", "state": "fog", "sea": 2}]

    def played(cuts: list[int]) -> tuple[str, list[str]]:
        boat = Boat(script, figures={"engineer.triangle": 5, "engineer.hexagon": 6})
        lines = [*boat.play("captain dive 20", "first_officer assign", "engineer assign", "captain time transit")]
        for cut in cuts:
            lines += boat.wait(cut - boat.state.now) if cut > boat.state.now else []
        return digest(GAME, boat.state), told(lines)

    whole = played([80_000])
    edges = [moment + off for moment in (0, 250, 583, 15_000, 60_000) for off in (-1, 0, 1)]
    assert played([*sorted(edges), 80_000]) == whole
    assert played([*range(1, 700, 7), 80_000]) == whole
