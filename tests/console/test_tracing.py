"""The hull trace by hand: what the drill records is what the rules judge, and its pictures cost a bus little."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from klaxon.console.games.sonar.surfaced.count_in import COUNTS, SECOND
from klaxon.console.games.sonar.surfaced.tracing import CHOOSE, FRAME, GRACE, RUN, SIGN, SLIPPED, TRIED, Tracing
from klaxon.console.play.seat_client import Heard
from klaxon.hal.panel_runs import runs, wire_bytes
from klaxon.rules.contract import Order, Step
from klaxon.rules.sonar.realtime import trace
from tests.console.kit.live_stills import MIDDLE, TRACED, Tracer, room, slipped, up
from tests.effort import effort
from tests.rules.sonar.kit.boats import GAME

SPEEDS = tuple(trace.SPEEDS)


def through(speed: str = "steady") -> int:
    return trace.run_time(speed) + 100


def heard(kind: str, **facts: object) -> Heard:
    return Heard(1, 0, kind, {"boat": "red", **facts})


# Who traces what


def test_the_engineer_traces_first_then_everybody_else_a_section_of_his_own() -> None:
    made = up()
    assert [role for role in ("captain", "xo", "engineer", "radio") if Tracing.due(made.scene(f"red.{role}").view)] == [
        "engineer"
    ]
    assert Tracer(made).drill.section == "1"
    made.give(TRACED[0])
    assert not Tracing.due(made.scene("red.engineer").view)
    offered = [Tracer(made, f"red.{role}").drill.section for role in ("captain", "xo", "radio")]
    assert offered == ["2", "3", "4"]


def test_nobody_traces_before_or_after() -> None:
    assert not Tracing.due(room().scene("red.engineer").view)
    assert not Tracing.due(up(*TRACED).scene("red.engineer").view)


def test_the_dial_chooses_a_section_that_is_left() -> None:
    made = Tracer(up(TRACED[0]), "red.captain")
    made.drill.turn(0, -9)
    assert made.drill.section == "2"
    made.drill.turn(0, 9)
    assert made.drill.section == "4"


def test_a_section_that_another_has_signed_meanwhile_is_left() -> None:
    made = Tracer(up(TRACED[0]), "red.xo")
    made.run(500)
    made.room.give("red.captain trace 3")
    made.see()
    assert (made.drill.phase, made.drill.section) == (CHOOSE, "2")
    assert not made.drill.busy


# The pen


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("section", trace.SECTIONS)
def test_a_steady_hand_comes_through_and_its_order_is_accepted(section: str, speed: str) -> None:
    made = Tracer(up(at=MIDDLE, trace="recorded", trace_speed=speed))
    made.drill.turn(0, int(section) - 1)
    made.steered(through(speed))
    assert made.drill.phase == SIGN
    made.drill.ok()
    (order,) = made.given
    assert order.args[2] == ("initials", "AAA")
    step = GAME.apply(made.room.state, order)
    assert isinstance(step, Step)
    assert [event.type for event in step.events] == ["traced"]


def test_a_hand_that_does_nothing_slips_and_has_to_own_up() -> None:
    made = Tracer(up(trace="recorded")).run(3000)
    assert made.drill.phase == SLIPPED
    assert "the pen has slipped" in made.panel().words
    made.drill.ok()
    assert made.given == [], "not before a pen can be through"
    assert made.drill.bottom().doing == "waiting"
    made.room.take(GAME.advance(made.room.state, GAME.now(made.room.state) + 4000))  # type: ignore[arg-type]
    made.see()
    made.drill.ok()
    assert made.given == [Order.read('red.engineer trace 1 ""')]
    step = GAME.apply(made.room.state, made.given[0])
    assert isinstance(step, Step)
    assert [event.type for event in step.events] == ["slipped"]


def test_a_slip_is_seen_with_the_step_that_makes_it() -> None:
    made = Tracer(up()).run(100)
    for _ in range(3):
        made.drill.turn(0, 1)
    made.clock.pass_to(made.clock.now + 2 * FRAME)
    assert made.drill.phase == SLIPPED


@pytest.mark.parametrize("seed", range(effort(20, 40)))
def test_the_station_and_the_rules_always_agree(seed: int) -> None:
    """Whatever a hand does: the recording is possible, and it is clean where the station saw no slip."""
    dice = Random(seed)
    speed = dice.choice(SPEEDS)
    made = Tracer(up(at=MIDDLE, trace="recorded", trace_speed=speed))
    made.drill.turn(0, dice.randrange(4))
    section, steps = made.drill.section, trace.read(trace.faultless(made.drill.section, speed))
    made.start()
    begun = made.clock.now
    for step in steps:
        late = step.at / 1000 + dice.choice((0, 0, 0.02, 0.05)) * dice.random()
        made.clock.pass_to(max(made.clock.now, begun + late))
        made.drill.turn(0, -step.way)
        if dice.random() < 0.03:
            made.drill.turn(0, dice.choice((-3, -1, 1, 3)))
    made.clock.pass_to(begun + through(speed) / 1000)
    assert made.drill.phase in (SIGN, SLIPPED)
    recording = trace.write(made.drill.steps)
    assert trace.possible(speed, recording)
    assert trace.clean(section, speed, made.drill.steps) is (made.drill.phase == SIGN)
    made.drill.ok()
    step_taken = GAME.apply(made.room.state, made.given[0])
    assert isinstance(step_taken, Step)
    assert [event.type for event in step_taken.events] == ["traced" if made.drill.phase == SIGN else "slipped"]


def test_a_whirled_dial_makes_steps_that_a_hand_can_make() -> None:
    made = Tracer(up()).run(100)
    made.drill.turn(0, 64)
    made.drill.turn(0, -640)
    assert len(made.drill.steps) <= trace.MOST_STEPS
    assert trace.possible("steady", trace.write(made.drill.steps))


# The count, and a run without anything at stake


def test_the_pen_runs_after_three_two_one() -> None:
    made = Tracer(up())
    made.drill.ok()
    told = []
    for _ in range(COUNTS):
        told.append(made.drill.bottom().text)
        made.drill.turn(0, 9)
        assert made.drill.steps == (), "the dial counts for nothing yet"
        assert made.drill.at == 0
        made.clock.pass_to(made.clock.now + SECOND)
    assert told == ["the pen runs in 3", "the pen runs in 2", "the pen runs in 1"]
    made.clock.pass_to(made.clock.now + 0.1)
    assert made.drill.at == 100


def test_back_stops_the_count_and_a_hold_of_the_table_does_too() -> None:
    made = Tracer(up())
    made.drill.ok()
    assert made.drill.busy
    assert not made.drill.back()
    assert made.drill.phase == CHOOSE
    made.clock.pass_to(made.clock.now + 10)
    assert (made.drill.phase, made.drill.at) == (CHOOSE, 0)
    made.drill.ok()
    made.see(running=False)
    made.clock.pass_to(made.clock.now + 10)
    assert (made.drill.phase, made.drill.at) == (RUN, 0)
    made.see()
    assert made.drill.bottom().text == "let the pen go on"


@pytest.mark.parametrize(("steady", "told"), [(True, "clean!"), (False, "SLIP!")])
def test_one_practice_run_is_offered_and_the_table_never_hears_of_it(*, steady: bool, told: str) -> None:
    made = Tracer(up(at=MIDDLE))
    assert "turn left: practise once" in made.panel().words
    made.drill.turn(0, -1)
    assert made.drill.bottom().text == "practise once"
    if steady:
        made.steered(through())
    else:
        made.run(through())
    assert made.drill.phase == TRIED
    assert f"practice {told}" in " ".join(made.panel().words)
    made.drill.ok()
    assert (made.drill.phase, made.drill.section, made.given) == (CHOOSE, "1", [])
    made.drill.turn(0, -1)
    assert made.drill.bottom().text == "start on section 1", "once"
    assert "turn left: practise once" not in made.panel().words
    made.steered(through())
    assert made.drill.phase == SIGN


def test_a_practice_run_that_was_broken_off_can_be_made_again() -> None:
    made = Tracer(up())
    made.drill.turn(0, -1)
    made.run(500)
    made.drill.on_event(heard("rejected"))
    made.drill.turn(0, -1)
    assert made.drill.practising


# The table


def test_the_pen_stands_still_while_the_table_is_held_and_goes_on_by_hand() -> None:
    made = Tracer(up()).steered(1000)
    made.room.give("blue.captain stop")
    made.see()
    assert not made.drill.free
    assert not made.drill.busy
    at = made.drill.at
    made.clock.pass_to(made.clock.now + 10)
    assert made.drill.at == at
    made.room.give("blue.captain resume")
    made.see()
    assert "let the pen go on" in made.panel().words
    made.drill.turn(0, 5)
    assert made.drill.at == at, "nothing is steered while the pen stands"
    made.start()
    made.clock.pass_to(made.clock.now + 0.1)
    assert made.drill.phase == RUN
    assert made.drill.at == at + 100


def test_a_pause_holds_the_pen_too() -> None:
    made = Tracer(up()).steered(1000)
    made.see(running=False)
    assert not made.drill.busy
    assert made.drill.phase == RUN


@pytest.mark.parametrize("code", ["frozen", "too-soon"])
def test_what_is_refused_for_now_is_kept(code: str) -> None:
    made = Tracer(up(at=MIDDLE)).steered(through())
    made.drill.ok()
    assert made.drill.bottom().doing == "sent"
    made.drill.ok()
    assert len(made.given) == 1
    made.drill.on_refusal(code)
    made.drill.ok()
    assert made.given[0] == made.given[1]


@pytest.mark.parametrize("code", ["already-traced", "bad-recording"])
def test_what_can_never_be_taken_is_begun_again(code: str) -> None:
    made = Tracer(up(at=MIDDLE)).steered(through())
    made.drill.ok()
    made.drill.on_refusal(code)
    assert (made.drill.phase, made.drill.steps) == (CHOOSE, ())


def test_a_slip_that_was_judged_begins_the_section_again() -> None:
    made = Tracer(slipped())
    made.drill.on_event(heard("slipped", role="engineer", section=1))
    assert made.drill.phase == CHOOSE
    assert "again: slips so far 1" in made.panel().words


def test_where_a_slip_costs_everything_that_of_another_counts_too() -> None:
    for costs, phase in (("section", RUN), ("all", CHOOSE)):
        made = Tracer(up(TRACED[0], trace_slip=costs), "red.xo").steered(500)
        made.drill.on_event(heard("slipped", role="captain", section=2))
        assert made.drill.phase == phase
        made.drill.on_event(heard("rejected"))
        assert made.drill.phase == CHOOSE


# Hands


def test_a_running_pen_is_not_left_and_everything_else_is() -> None:
    made = Tracer(up(at=MIDDLE))
    assert made.drill.back()
    made.run(100)
    assert not made.drill.back()
    made.drill.push()
    made.drill.ok()
    assert made.drill.phase == RUN
    made.drill.close()
    assert not made.drill.busy


def test_initials_are_chosen_letter_by_letter_and_remembered() -> None:
    made = Tracer(up(at=MIDDLE)).steered(through())
    made.drill.turn(0, 7)
    assert made.drill.initials == "AAA", "a hand that still steers chooses nothing"
    made.clock.pass_to(made.clock.now + GRACE)
    made.drill.turn(0, -1)
    made.drill.push()
    made.drill.turn(0, 3)
    made.drill.push()
    made.drill.turn(0, 28)
    assert not made.drill.back(), "one letter back"
    assert "signed ZDC" in made.panel().words
    assert Tracing(made.drill.bench).initials == "ZDC", "at this station"
    assert made.drill.back() is False
    assert made.drill.back() is True


def test_course_keys_steer_too() -> None:
    made = Tracer(up()).run(50)
    made.drill.course("north")
    assert [step.way for step in made.drill.steps] == [1], "north is up"


# What it costs


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("section", trace.SECTIONS)
def test_the_pen_costs_a_bus_little(section: str, speed: str) -> None:
    """At most fifteen pictures a second, and a picture is a few bytes: the pen, and the line behind it."""
    made = Tracer(up(trace_speed=speed))
    made.drill.turn(0, int(section) - 1)
    made.steered(trace.run_time(speed) - 50)
    pictures = made.frames[COUNTS:]
    assert len(pictures) <= 15 * trace.run_time(speed) / 1000
    costs = [wire_bytes(runs(before.bits, after.bits, 128)) for before, after in pairwise(pictures)]
    assert max(costs) <= 48
    assert sum(costs) / len(costs) <= 24


def test_words_for_who_cannot_see_change_seldom() -> None:
    made = Tracer(up()).steered(3900)
    told = [picture.words for picture in made.frames]
    assert {"steer up", "straight on"} <= {word for words in told for word in words}
    assert sum(before != after for before, after in pairwise(told)) < len(told) / 2
