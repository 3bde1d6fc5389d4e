"""Edges: what lines do becomes what hands did, within the limits of limits.md exactly, and outside them countably."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.hal import contacts, input_lines, inputs
from klaxon.hal.contacts import DEAD
from klaxon.hal.debounce import NEVER, Debounce
from klaxon.hal.input_lines import DIAL_MS, KEY_MS, DialLines, Edge, KeyLine, Wiring
from klaxon.hal.inputs import STUCK, Inputs
from klaxon.hal.quadrature import QUICK, Quadrature, accelerated_steps
from tests.hal.kit import soak
from tests.hal.kit.faults import (
    BOUNCE,
    CHATTER,
    FAULTS,
    KEY,
    MS,
    PAUSE,
    PHASE,
    PRESS,
    SLIDE,
    SLIDE_FROM,
    SLOW_CHATTER,
    SLOW_PHASE,
    SLOW_SLIDE_FROM,
    TURN_BACK,
    WAY,
    A,
    B,
    Fault,
    Hand,
    Rig,
    dead,
    levels_after,
    missed,
    one_dial,
    one_key,
    overflow,
    press,
    stuck,
    swapped,
    telegraph,
    train,
)

D = 12 * MS
DIAL_D = 3 * MS
DOWN, UP = ("pressed", "red-1", "ok", 0), ("released", "red-1", "ok", 0)
OTHER = 6
CLOCKWISE = [Edge(A, 10 * MS, 0), Edge(B, 20 * MS, 0), Edge(A, 30 * MS, 1), Edge(B, 40 * MS, 1)]


def backwards(edges: Sequence[Edge]) -> list[Edge]:
    """Return a turn the other way: the phases change places."""
    return swapped(Random(0), edges)


# One million trains in the soak; here some of them


@pytest.mark.parametrize("seed", range(6))
def test_within_the_limits_no_press_and_no_step_is_wrong(seed: int) -> None:
    for tally in (soak.keys(seed, 1700), soak.dials(seed, 1700)):
        assert tally.done > 300
        assert (tally.false, tally.lost, tally.counted) == (0, 0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_a_dial_that_is_turned_slowly_may_chatter_longer(seed: int) -> None:
    tally = soak.dials(seed, 1000, chatter=SLOW_CHATTER, phase=SLOW_PHASE, slide_from=SLOW_SLIDE_FROM)
    assert tally.done > 100
    assert (tally.false, tally.lost, tally.counted) == (0, 0, 0)


@pytest.mark.parametrize("name", ["key bounce 30 ms", "key noise up to 15 ms", "dial slide noise 6.0 ms"])
def test_the_soak_finds_what_is_wrong_outside_the_limits(name: str) -> None:
    tally = soak.OUTSIDE_THE_LIMITS[name](0)
    assert tally.false + tally.lost > 0


@pytest.mark.parametrize("name", ["keys, edges missed 10 %", "dials, edges missed 10 %", "dials, 16 edges dropped"])
def test_lost_edges_are_counted(name: str) -> None:
    assert soak.OUTSIDE_THE_LIMITS[name](0).counted > 0


# Debounce, at exact moments


def test_a_level_counts_when_it_has_held_and_not_before() -> None:
    rig = Rig(one_key())
    rig.play([Edge(KEY, 5, 0)])
    rig.run(5 + D - 1)
    assert rig.heard() == []
    rig.run(5 + D)
    assert rig.heard() == [DOWN]
    rig.rest()
    assert rig.heard() == []
    rig.play([Edge(KEY, rig.now, 1)])
    rig.run(rig.now + D - 1)
    assert rig.heard() == []
    rig.rest()
    assert rig.heard() == [UP]


@pytest.mark.parametrize(("held", "told"), [(D - 1, []), (D, [DOWN, UP])])
@pytest.mark.parametrize("at_once", [True, False])
def test_no_press_is_shorter_than_d_and_none_of_d_is_lost(held: int, told: object, at_once: bool) -> None:
    rig = Rig(one_key())
    (rig.bundle if at_once else rig.play)([Edge(KEY, 0, 0), Edge(KEY, held, 1)])
    rig.rest()
    assert rig.heard() == told


def test_every_bounce_begins_the_wait_anew() -> None:
    rig = Rig(one_key())
    bounces = [Edge(KEY, number * (D - 1), number % 2) for number in range(41)]
    rig.play(bounces)
    rig.run(bounces[-1].at + D - 1)
    assert rig.heard() == []
    rig.run(bounces[-1].at + D)
    assert rig.heard() == [DOWN]
    assert rig.inputs.health().keys[0].noise == 20


def test_a_key_may_be_active_high_and_have_its_own_d() -> None:
    rig = Rig(one_key(active_low=False, debounce_ms=5))
    rig.play([Edge(KEY, 0, 1)])
    rig.run(5 * MS - 1)
    assert rig.heard() == []
    rig.run(5 * MS)
    assert rig.heard() == [DOWN]
    rig.play([Edge(KEY, rig.now, 0)])
    rig.rest()
    assert rig.heard() == [UP]


def test_what_a_busy_loop_finds_at_once_is_what_happened() -> None:
    rng = Random(3)
    edges, at = [], 0
    for _ in range(40):
        more, at = press(rng, KEY, at)
        edges += more
    rig = Rig(one_key())
    rig.bundle(edges)
    rig.rest()
    assert rig.heard() == [DOWN, UP] * 40


@given(st.lists(st.tuples(st.integers(1, 30 * MS), st.booleans()), max_size=40))
def test_any_train_ends_where_the_line_does(steps: list[tuple[int, bool]]) -> None:
    """Whatever a line does, downs and ups take turns and the last is what the line says; one timer is enough."""
    rig, at, edges = Rig(one_key()), 0, []
    for gap, level in steps:
        at += gap
        edges.append(Edge(KEY, at, int(level)))
        rig.play(edges[-1:])
        assert rig.waiting <= 1
    rig.rest()
    told = rig.heard()
    assert told == [DOWN, UP] * (len(told) // 2) + [DOWN] * (len(told) % 2)
    assert (len(told) % 2 == 1) == (levels_after(edges, {KEY: 1})[KEY] == 0)
    assert rig.waiting == 0


def test_noise_is_never_a_press_and_never_lets_one_go() -> None:
    rig, rng = Rig(one_key()), Random(1)
    rig.play(telegraph(rng, KEY, 0, 1, D, 500))
    rig.rest()
    assert rig.heard() == []
    rig.play([Edge(KEY, rig.now, 0)])
    rig.rest()
    rig.play(telegraph(rng, KEY, rig.now, 0, D, 500))
    rig.rest()
    assert rig.heard() == [DOWN]
    health = rig.inputs.health()
    assert health.errors == 0
    assert health.keys[0].noise == 1000


def test_keys_are_told_in_the_order_in_which_they_count() -> None:
    quick, slow = KeyLine("red-1", "back", OTHER, debounce_ms=4), KeyLine("red-1", "ok", KEY, debounce_ms=12)
    rig = Rig(Wiring(keys=(slow, quick)))
    rig.play([Edge(KEY, 0, 0), Edge(OTHER, 1 * MS, 0)])
    rig.run(5 * MS)
    assert rig.heard() == [("pressed", "red-1", "back", 0)]  # its timer is asked for, though a later one waits
    rig.run(11 * MS)
    assert rig.heard() == []
    rig.run(12 * MS)
    assert rig.heard() == [DOWN]
    at = rig.now
    rig.bundle([Edge(OTHER, at, 1), Edge(KEY, at + MS, 1)])
    rig.rest()
    assert [key for _, _, key, _ in rig.heard()] == ["back", "ok"]


def test_a_bouncing_line_asks_for_few_timers() -> None:
    rig = Rig(one_key())
    rig.play([Edge(KEY, number * 1000, number % 2) for number in range(1001)])
    rig.rest()
    assert rig.heard() == [DOWN]
    assert rig.asked <= 3


def test_closed_inputs_tell_nothing_more() -> None:
    rig = Rig(one_key())
    rig.play([Edge(KEY, 0, 0)])
    rig.inputs.close()
    assert rig.waiting == 0
    rig.rest()
    assert rig.heard() == []
    rig.inputs.close()
    rig.inputs.edge(KEY, rig.now, 1)
    assert rig.heard() == []


def test_hands_that_fail_stop_no_other_key() -> None:
    class Clumsy(Rig):
        def on_press(self, station: str, key: str) -> None:
            super().on_press(station, key)
            if key == "back":
                raise ZeroDivisionError

    rig = Clumsy(Wiring(keys=(KeyLine("red-1", "back", OTHER), KeyLine("red-1", "ok", KEY))))
    rig.play([Edge(OTHER, 0, 0), Edge(KEY, 1, 0)])
    with pytest.raises(ZeroDivisionError):
        rig.rest()
    rig.rest()
    assert [key for _, _, key, _ in rig.heard()] == ["back", "ok"]


# Edges that cannot be right


def test_a_level_that_is_told_twice_is_a_lost_edge_and_waits_anew() -> None:
    rig = Rig(one_key())
    rig.play([Edge(KEY, 0, 0), Edge(KEY, 8 * MS, 0)])
    rig.run(8 * MS + D - 1)
    assert rig.heard() == []
    rig.run(8 * MS + D)
    assert rig.heard() == [DOWN]
    assert rig.inputs.health().keys[0].lost == 1
    assert rig.inputs.health().errors == 1


def test_an_edge_from_before_the_judgement_is_late() -> None:
    rig = Rig(one_key())
    rig.play([Edge(KEY, 0, 0)])
    rig.run(D)
    rig.inputs.edge(KEY, D - 1, 1)
    rig.run(2 * D - 1)
    assert rig.heard() == [DOWN]
    rig.rest()
    assert rig.heard() == [UP]
    health = rig.inputs.health().keys[0]
    assert (health.late, health.lost, health.edges, health.presses, health.down) == (1, 0, 2, 1, False)
    assert rig.inputs.health().errors == 1


def test_edges_of_two_chips_may_come_out_of_order() -> None:
    rig = Rig(Wiring(keys=(KeyLine("red-1", "ok", KEY), KeyLine("red-1", "back", OTHER))))
    rig.now = 900 * MS
    rig.inputs.edge(KEY, 900 * MS, 0)
    rig.inputs.edge(OTHER, 100 * MS, 0)
    rig.run(rig.now + D)
    assert {key for _, _, key, _ in rig.heard()} == {"back"}
    rig.run(rig.now + D)
    assert {key for _, _, key, _ in rig.heard()} == {"ok"}  # and not 800 ms later
    assert rig.inputs.health().errors == 0


def test_lines_that_nobody_knows_and_dropped_edges_are_counted() -> None:
    rig = Rig(one_key())
    rig.inputs.edge("nowhere", 0, 1)
    rig.inputs.drop(16, 0)
    rig.sync({"nowhere": 1})
    health = rig.inputs.health()
    assert (health.stray, health.dropped, health.errors) == (1, 16, 17)


def test_a_stuck_key_whose_line_comes_back_is_not_pressed_anew() -> None:
    """Not even where its contact chatters; it counts again when it has come up and gone down."""
    rig = Rig(one_key())
    rig.play([Edge(KEY, 0, 0)])
    rig.rest()
    assert rig.heard() == [DOWN]
    rig.inputs.lose([KEY, "nowhere"], rig.now)
    rig.inputs.lose([KEY], rig.now)
    assert rig.heard() == [UP]
    rig.sync({KEY: 0})
    rig.play([Edge(KEY, rig.now + MS, 1), Edge(KEY, rig.now + 2 * MS, 0)])
    rig.rest()
    assert rig.heard() == []
    assert (rig.inputs.health().keys[0].presses, rig.inputs.health().keys[0].down) == (1, True)
    rig.play([Edge(KEY, rig.now + MS, 1), Edge(KEY, rig.now + MS + 2 * D, 0)])
    rig.rest()
    assert rig.heard() == [DOWN]


def test_a_press_that_had_not_held_when_its_line_was_lost_counts_if_it_holds_afterwards() -> None:
    rig = Rig(one_key())
    rig.play([Edge(KEY, 0, 0)])
    rig.inputs.lose([KEY], rig.now)
    rig.rest()
    assert rig.heard() == []
    rig.sync({KEY: 0})
    rig.rest()
    assert rig.heard() == [DOWN]


# Re-reading levels


def test_a_key_that_is_down_at_the_start_is_told() -> None:
    rig = Rig(one_key())
    rig.sync({KEY: 0})
    rig.run(D - 1)
    assert rig.heard() == []
    rig.run(D)
    assert rig.heard() == [DOWN]
    assert rig.inputs.health().errors == 0


def test_a_lost_press_and_a_lost_release_are_made_good() -> None:
    rig = Rig(one_key())
    rig.sync({KEY: 1})
    rig.rest()
    rig.sync({KEY: 0})
    rig.run(rig.now + D - 1)
    assert rig.heard() == []
    rig.rest()
    assert rig.heard() == [DOWN]
    rig.sync({KEY: 1})
    rig.rest()
    assert rig.heard() == [UP]
    assert rig.inputs.health().keys[0].repaired == 2
    assert rig.inputs.health().errors == 2
    rig.sync({KEY: 1})
    rig.rest()
    assert (rig.heard(), rig.inputs.health().errors) == ([], 2)


def test_an_edge_on_its_way_is_not_lost() -> None:
    """The level is read before the edge is delivered: the edge counts, with its own time."""
    rig = Rig(one_key())
    rig.sync({KEY: 1})
    rig.now = 20 * MS
    rig.sync({KEY: 0})
    rig.inputs.edge(KEY, 19 * MS, 0)
    rig.run(19 * MS + D - 1)
    assert rig.heard() == []
    rig.rest()
    assert rig.heard() == [DOWN]
    assert rig.inputs.health().errors == 0


def test_a_level_that_is_older_than_the_last_edge_says_nothing() -> None:
    rig = Rig(one_key())
    rig.sync({KEY: 1})
    rig.play([Edge(KEY, 20 * MS, 0)])
    rig.inputs.sync({KEY: 1}, 20 * MS - 1)
    rig.rest()
    assert rig.heard() == [DOWN]
    assert rig.inputs.health().errors == 0


@pytest.mark.parametrize(("held", "told"), [(D - 1, []), (D, [DOWN, UP]), (40 * MS, [DOWN, UP])])
def test_a_press_that_held_is_told_though_the_level_is_back(held: int, told: object) -> None:
    rig = Rig(one_key())
    rig.sync({KEY: 1})
    rig.inputs.edge(KEY, 1 * MS, 0)
    rig.now = 1 * MS + held  # the loop was busy, and no timer rang
    rig.sync({KEY: 1})
    rig.rest()
    assert rig.heard() == told


def test_a_bounce_whose_last_edge_was_lost_is_no_press() -> None:
    rig = Rig(one_key())
    rig.sync({KEY: 1})
    rig.play([Edge(KEY, 1 * MS, 0)])
    rig.run(5 * MS)
    rig.sync({KEY: 1})
    rig.rest()
    rig.sync({KEY: 1})
    assert rig.heard() == []
    assert rig.inputs.health().keys[0].repaired == 1


@pytest.mark.parametrize("fault", [missed(0.3), overflow(7)], ids=["missed", "overflow"])
@pytest.mark.parametrize("seed", range(20))
def test_a_key_is_right_after_a_reread(fault: Fault, seed: int) -> None:
    rng, rig = Random(seed), Rig(one_key())
    rig.sync({KEY: 1})
    edges, at = [], 0
    for _ in range(5):
        more, at = press(rng, KEY, at)
        edges += more
    down = train(rng, KEY, at, 0, BOUNCE)
    rig.play(fault(rng, [*edges, *down]))
    rig.rest()
    rig.sync({KEY: 0})
    rig.rest()
    assert rig.heard()[-1] == DOWN
    assert rig.inputs.health().keys[0].down


def test_a_stuck_key_is_shown_and_no_other_suffers() -> None:
    rig, rng = Rig(Wiring(keys=(KeyLine("red-1", "ok", KEY), KeyLine("red-1", "back", OTHER)))), Random(2)
    rig.sync({KEY: 1, OTHER: 1})
    began = 5000 * MS
    edges, _ = press(rng, KEY, began)
    rig.play(stuck(KEY)(rng, edges))
    rig.run(began + STUCK - 1)
    rig.sync({KEY: 0, OTHER: 1})
    assert not rig.inputs.health().keys[0].stuck
    rig.run(began + STUCK)
    rig.sync({KEY: 0, OTHER: 1})
    assert [key.stuck for key in rig.inputs.health().keys] == [True, False]
    others, _ = press(rng, OTHER, rig.now)
    rig.play(others)
    rig.rest()
    assert [told[:3:2] for told in rig.heard()] == [("pressed", "ok"), ("pressed", "back"), ("released", "back")]
    rig.play([Edge(KEY, rig.now, 1)])
    rig.rest()
    assert not rig.inputs.health().keys[0].stuck
    rig.run(rig.now + 2 * STUCK)
    rig.sync({KEY: 1, OTHER: 1})
    assert not rig.inputs.health().keys[0].stuck
    assert rig.inputs.health().errors == 0


# Quadrature


@pytest.mark.parametrize(("need", "steps"), [(4, 3), (2, 6), (1, 12)])
@pytest.mark.parametrize("rest", range(4))
@pytest.mark.parametrize("way", [1, -1])
def test_every_detent_is_a_step(need: int, steps: int, rest: int, way: int) -> None:
    decoder, start = Quadrature(need, rest, rest), WAY.index(rest)
    told = [decoder.move(WAY[(start + way * place) % 4]) for place in range(1, 13)]
    assert told == ([0] * (need - 1) + [way]) * steps
    assert decoder.jumps == 0


@pytest.mark.parametrize("need", [2, 4])
def test_a_hand_that_trembles_tells_nothing(need: int) -> None:
    decoder = Quadrature(need)
    for place in (*range(need), *range(need - 2, -need, -1), *range(-need + 2, 1)):
        assert decoder.move(WAY[place % 4]) == 0


@pytest.mark.parametrize("need", [1, 2, 4])
def test_a_jump_is_counted_and_no_step(need: int) -> None:
    decoder = Quadrature(need)
    assert decoder.move(0b00) == 0
    assert decoder.jumps == 1
    assert decoder.move(0b00) == 0
    told = [decoder.move(WAY[place % 4]) for place in (3, 4)]
    assert sum(told) == {1: 2, 2: 1, 4: 0}[need]  # what came after the jump was seen; half a detent is none
    assert sum(decoder.move(WAY[place % 4]) for place in range(5, 9)) == 4 // need
    assert decoder.jumps == 1


def test_half_a_way_before_a_jump_does_not_count() -> None:
    decoder = Quadrature(4)
    decoder.move(0b01)
    decoder.move(0b10)  # a jump
    assert decoder.move(0b11) == 0
    assert [decoder.move(state) for state in (0b01, 0b00, 0b10, 0b11)] == [0, 0, 0, 1]
    decoder.move(0b01)
    decoder.move(0b00)
    decoder.move(0b11)  # a jump into the detent
    assert [decoder.move(state) for state in (0b01, 0b00, 0b10, 0b11)] == [0, 0, 0, 1]


def test_phases_that_change_at_the_same_moment_are_a_jump() -> None:
    rig = Rig(one_dial(2))
    rig.play([Edge(A, 5, 0), Edge(B, 5, 0)])
    rig.rest()
    assert rig.heard() == []
    dial = rig.inputs.health().dials[0]
    assert (dial.jumps, dial.state) == (1, 0b00)
    assert rig.inputs.health().errors == 1


@pytest.mark.parametrize(("gap", "told"), [(DIAL_D - 1, []), (DIAL_D, [1])])
def test_a_phase_counts_when_it_has_held(gap: int, told: list[int]) -> None:
    rig = Rig(one_dial(1))
    rig.play([Edge(A, 0, 0)])
    rig.run(gap)
    assert rig.steps() == told


@pytest.mark.parametrize("need", [1, 2, 4])
def test_slide_noise_while_the_other_phase_switches_is_harmless(need: int) -> None:
    """What a decoder without the wait gets wrong by a whole turn: A opens for a moment, and B closes in it."""
    rig = Rig(one_dial(need))
    noise = [Edge(A, 19 * MS, 1), Edge(A, 20 * MS + 1, 0), Edge(A, 39 * MS, 0), Edge(A, 40 * MS + 1, 1)]
    rig.play(sorted([*CLOCKWISE, *noise], key=lambda edge: edge.at))
    rig.rest()
    assert rig.steps() == [1] * (4 // need)


def test_a_dial_turns_both_ways_and_may_be_reversed() -> None:
    for fitted, way in ((one_dial(), 1), (one_dial(reversed=True), -1)):
        rig = Rig(fitted)
        rig.play(CLOCKWISE)
        rig.rest()
        assert rig.heard() == [("turned", "red-1", 0, way)]
        for _ in range(2):
            rig.play([edge._replace(at=edge.at + rig.now) for edge in backwards(CLOCKWISE)])
            rig.rest()
            assert rig.heard() == [("turned", "red-1", 0, -way)]
        dial = rig.inputs.health().dials[0]
        assert (dial.clockwise, dial.anticlockwise) == ((1, 2) if way > 0 else (2, 1))
        assert dial.edges == 12


def test_the_errors_of_a_dial_are_those_of_both_phases() -> None:
    rig = Rig(one_dial())
    for line, count in ((A, 3), (B, 2)):
        for _ in range(count):
            at = rig.now
            rig.play([Edge(line, at, 0), Edge(line, at + 1, 1), Edge(line, at + 2, 1)])  # noise, then a lost edge
            rig.inputs.edge(line, at, 1)  # late, and lost again
            rig.rest()
    dial = rig.inputs.health().dials[0]
    assert (dial.edges, dial.noise, dial.lost, dial.late, dial.repaired) == (20, 5, 10, 5, 0)
    assert rig.inputs.health().errors == 15


def test_a_phase_that_only_a_reread_saw_makes_no_jump() -> None:
    rig = Rig(one_dial(2))
    rig.sync({A: 1, B: 1})
    rig.play([Edge(A, 20 * MS, 0)])
    rig.sync({A: 0, B: 0})
    rig.rest()
    dial = rig.inputs.health().dials[0]
    assert (rig.steps(), dial.state, dial.jumps, dial.repaired) == ([], 0b00, 0, 1)
    assert rig.inputs.health().errors == 1


def test_swapped_phases_are_the_same_steps_the_other_way() -> None:
    edges = [edge for turn in (3, -5, 2) for edge in _turned(turn, Random(4))]
    told = []
    for wiring, played in ((one_dial(), edges), (one_dial(reversed=True), swapped(Random(0), edges))):
        rig = Rig(wiring)
        rig.play(played)
        rig.rest()
        told.append(rig.steps())
    assert told[0] == told[1]
    rig = Rig(one_dial())
    rig.play(swapped(Random(0), edges))
    rig.rest()
    assert rig.steps() == [-step for step in told[0]]


def _turned(detents: int, rng: Random) -> list[Edge]:
    """Return one turn of a hand; every one begins later than the last."""
    hand = Hand(rng)
    hand.at = {3: 10, -5: 2000, 2: 4000}[detents] * MS
    return hand.turn(1 if detents > 0 else -1, 4 * abs(detents))


@pytest.mark.parametrize("need", [2, 4])
@pytest.mark.parametrize(("line", "name"), [(A, "a"), (B, "b")])
def test_a_dead_phase_tells_no_steps_and_is_shown(need: int, line: int, name: str) -> None:
    rig, rng = Rig(one_dial(need)), Random(5)
    hand = Hand(rng, need)
    rig.play(dead(line)(rng, hand.turn(1, 2 * (DEAD - 1))))
    rig.rest()
    assert rig.inputs.health().dials[0].dead == ""
    hand.at = rig.now
    rig.play(dead(line)(rng, hand.turn(1, 2)))
    rig.rest()
    assert rig.heard() == []
    assert rig.inputs.health().dials[0].dead == name
    hand.at = rig.now
    rig.play(hand.turn(1, 4))
    rig.rest()
    assert rig.inputs.health().dials[0].dead == ""


def test_a_dial_lies_where_the_first_reading_finds_it() -> None:
    rig = Rig(one_dial())
    rig.sync({A: 0, B: 0})
    rig.rest()
    rig.play([Edge(A, rig.now, 1), Edge(B, rig.now + 10 * MS, 1)])
    rig.rest()
    assert rig.steps() == []  # only the second half of the way was seen
    dial = rig.inputs.health().dials[0]
    assert (dial.state, dial.jumps, dial.lost, dial.repaired) == (0b11, 0, 0, 0)
    rig.play([edge._replace(at=edge.at + rig.now) for edge in CLOCKWISE])
    rig.rest()
    assert rig.steps() == [1]


@pytest.mark.parametrize("first", [True, False])
def test_the_way_from_where_a_dial_lies_is_seen(first: bool) -> None:
    rig = Rig(one_dial(1))
    rig.sync({A: 0, B: 0} if first else {A: 1, B: 1})
    rig.rest()
    rig.sync({A: 0, B: 0})
    rig.rest()
    rig.play([Edge(A, rig.now, 1)])
    rig.rest()
    assert rig.steps() == [1]
    dial = rig.inputs.health().dials[0]
    assert (dial.jumps, dial.repaired) == (0, 0 if first else 2)


def test_what_moved_before_the_first_reading_is_no_step() -> None:
    rig = Rig(one_dial(1))
    rig.play([Edge(A, 0, 0)])
    rig.run(1 * MS)
    rig.sync({A: 0, B: 1})
    rig.rest()
    assert rig.steps() == []


@pytest.mark.parametrize("need", [1, 2, 4])
def test_a_reread_invents_no_step(need: int) -> None:
    rig = Rig(one_dial(need))
    rig.sync({A: 1, B: 1})
    for a, b in ((0, 1), (0, 0), (1, 0), (1, 1), (0, 0), (1, 1)):
        rig.run(rig.now + 1000 * MS)
        rig.sync({A: a, B: b})
        rig.rest()
        dial = rig.inputs.health().dials[0]
        assert (rig.steps(), dial.state) == ([], a << 1 | b)
    assert (dial.repaired, dial.jumps) == (8, 0)


def test_a_reread_in_the_middle_of_a_turn_loses_no_step() -> None:
    """Levels are read while edges are on their way, at every moment of a turn."""
    for number in range(len(CLOCKWISE)):
        rig = Rig(one_dial())
        rig.sync({A: 1, B: 1})
        rig.play(CLOCKWISE[:number])
        coming = CLOCKWISE[number]
        rig.run(coming.at + 1)
        rig.sync(levels_after(CLOCKWISE[: number + 1], {A: 1, B: 1}))
        rig.inputs.edge(*coming)
        rig.play(CLOCKWISE[number + 1 :])
        rig.rest()
        assert rig.steps() == [1], number
        assert rig.inputs.health().errors == 0


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_of_the_model_is_stood(name: str) -> None:
    """No fault raises, and afterwards keys and dials work as if nothing had been."""
    rng = Random(8)
    wiring = Wiring(one_key().keys, one_dial().dials)
    rig, hand = Rig(wiring), Hand(rng)
    rig.sync({KEY: 1, A: 1, B: 1})
    pressed, _ = press(rng, KEY, 0)
    rig.play(FAULTS[name](rng, sorted([*pressed, *hand.turn(1, 24)], key=lambda edge: edge.at)))
    rig.rest()
    rig.sync({KEY: 1, A: 1, B: 1})
    rig.rest()
    rig.heard()
    hand.at = rig.now
    made = len(hand.steps)
    again, at = press(rng, KEY, rig.now)
    rig.play(again)
    rig.rest()
    hand.at = max(at, rig.now)
    rig.play(hand.turn(-1, 8))
    rig.rest()
    assert rig.heard() == [DOWN, UP, *(("turned", "red-1", 0, step) for step in hand.steps[made:])]


# Acceleration


@pytest.mark.parametrize(
    ("gaps", "most", "factor"),
    [
        ([], 8, 1),
        ([1], 8, 1),
        ([QUICK, QUICK], 8, 1),
        ([QUICK // 2 + 1, QUICK // 2 + 1], 8, 1),
        ([QUICK // 2, QUICK // 2], 8, 2),
        ([QUICK // 4, QUICK // 4], 8, 4),
        ([QUICK // 4, QUICK // 4], 3, 3),
        ([QUICK // 4, QUICK // 4], 1, 1),
        ([QUICK, 1], 8, 1),
        ([1, QUICK], 8, 1),
        ([QUICK, 1, 1], 8, 8),
        ([0, 0], 8, 8),
    ],
)
def test_quick_turning_counts_more(gaps: list[int], most: int, factor: int) -> None:
    times = [1000]
    for gap in gaps:
        times.append(times[-1] + gap)
    assert accelerated_steps(times, most) == factor


@given(st.lists(st.integers(0, 2 * QUICK), max_size=6), st.integers(1, 16))
def test_acceleration_is_bounded(gaps: list[int], most: int) -> None:
    times = [sum(gaps[:count]) for count in range(len(gaps) + 1)]
    assert 1 <= accelerated_steps(times, most) <= most


def test_a_dial_accelerates_only_where_it_is_fitted_so_and_one_way() -> None:
    def turn(way: int, count: int, start: int) -> list[Edge]:
        phases = CLOCKWISE if way > 0 else backwards(CLOCKWISE)
        return [Edge(e.line, start + n * 16 * MS + e.at * 2 // 5, e.level) for n in range(count) for e in phases]

    for most, told in ((1, [1] * 5 + [-1] * 3), (3, [1, 1, 3, 3, 3, -1, -1, -3])):
        rig = Rig(one_dial(acceleration=most))
        rig.play(turn(1, 5, 0))
        rig.play(turn(-1, 3, 5 * 16 * MS + 8 * MS))
        rig.rest()
        assert rig.steps() == told


# What is fitted


def test_the_numbers_are_those_of_the_limits() -> None:
    assert (KEY_MS, DIAL_MS, STUCK, DEAD) == (12, 3, 60_000 * MS, 8)
    assert BOUNCE < KEY_MS * MS <= min(PRESS, PAUSE)
    assert SLIDE < DIAL_MS * MS
    assert CHATTER < PHASE
    assert min(SLIDE_FROM, TURN_BACK, 2 * PHASE) >= CHATTER + DIAL_MS * MS


def test_the_bounds_of_what_is_fitted() -> None:
    for right in (1, 100):
        assert KeyLine("red-1", "ok", 1, debounce_ms=right).debounce_ms == right
    for right in (1, 16):
        assert DialLines("red-1", 0, 1, 2, acceleration=right).acceleration == right
    for wrong in (0, 101):
        with pytest.raises(ValueError, match=f"debounce_ms is from 1 to 100, not {wrong}"):
            KeyLine("red-1", "ok", 1, debounce_ms=wrong)
        with pytest.raises(ValueError, match="debounce_ms"):
            DialLines("red-1", 0, 1, 2, debounce_ms=wrong)
    with pytest.raises(ValueError, match="steps_per_detent is 1, 2 or 4, not 3"):
        DialLines("red-1", 0, 1, 2, 3)
    with pytest.raises(ValueError, match="rest is from 0 to 3, not 4"):
        DialLines("red-1", 0, 1, 2, rest=4)
    for wrong in (0, 17):
        with pytest.raises(ValueError, match=f"acceleration is from 1 to 16, not {wrong}"):
            DialLines("red-1", 0, 1, 2, acceleration=wrong)
    with pytest.raises(ValueError, match="used twice: line 2"):
        Wiring((KeyLine("red-1", "ok", 2),), (DialLines("red-1", 0, 1, 2),))
    with pytest.raises(ValueError, match="used twice: line 7"):
        Wiring(dials=(DialLines("red-1", 0, 7, 7),))
    assert Wiring((KeyLine("r", "ok", 2),), (DialLines("r", 0, 3, "x.1"),)).lines == (2, 3, "x.1")


def test_two_dials_are_two_dials() -> None:
    wiring = Wiring(dials=(DialLines("red-1", 0, A, B), DialLines("red-4", 1, 1, 2, 2, rest=0b00)))
    rig = Rig(wiring)
    rig.play([Edge(1, 0, 1), Edge(A, 4 * MS, 0), Edge(2, 8 * MS, 1)])
    rig.rest()
    assert rig.heard() == [("turned", "red-4", 1, 1)]
    assert [dial.clockwise for dial in rig.inputs.health().dials] == [0, 1]


def test_a_line_that_rests_is_due_never() -> None:
    line = Debounce(D, 1)
    line.edge(5, 0)
    assert line.due == 5 + D
    line.edge(6, 1)
    assert (line.due, line.noise, line.level) == (NEVER, 1, 1)


def test_inputs_need_no_clock() -> None:
    """They ask for nothing but timers."""
    for module in (contacts, input_lines, inputs):
        assert not {"time", "asyncio", "threading"} & set(vars(module))
    assert Inputs(Wiring(), Rig(Wiring()), Rig(Wiring()).later).health().errors == 0


# A back-end that hands edges over late


def test_a_timer_lets_nothing_count_before_the_edges_that_wait() -> None:
    rig, late = Rig(one_key()), [Edge(KEY, D - 1, 1), Edge(KEY, D + 1, 0)]

    def drain() -> None:
        while late and late[0].at <= rig.now:
            rig.inputs.edge(*late.pop(0))

    rig.inputs.drain = drain
    rig.play([Edge(KEY, 0, 0)])
    rig.run(D)
    assert (rig.heard(), rig.waiting) == ([], 0)
    rig.now = D + 1
    drain()
    rig.run(2 * D)
    assert rig.heard() == []
    rig.run(2 * D + 1)
    assert rig.heard() == [DOWN]


def test_an_edge_that_waited_may_ask_for_an_earlier_timer() -> None:
    """Another chip hands over, at the last moment, the edge of a dial that counts before the key does."""
    rig = Rig(Wiring(one_key().keys, one_dial().dials))
    waiting = [Edge(A, D - 4 * MS, 0)]

    def drain() -> None:
        while waiting:
            rig.inputs.edge(*waiting.pop())

    rig.inputs.drain = drain
    rig.play([Edge(KEY, 0, 0)])
    alarm = rig._alarms[0]
    rig.now = D
    alarm.then()
    assert (rig.heard(), waiting, rig.waiting) == ([], [], 1)
    rig.rest()
    assert rig.heard() == [DOWN]
    assert rig.inputs.health().dials[0].state == 0b01


def test_inputs_that_are_closed_while_edges_wait_tell_nothing_more() -> None:
    rig = Rig(one_key())
    rig.inputs.drain = rig.inputs.close
    rig.play([Edge(KEY, 0, 0)])
    rig._alarms[0].then()
    assert (rig.heard(), rig.waiting) == ([], 0)


def test_chips_that_come_one_after_the_other_are_no_errors() -> None:
    """The first level of a line is where it lies, also where other lines were seen long before."""
    rig = Rig(Wiring(one_key().keys, one_dial().dials))
    rig.sync({KEY: 0})
    rig.rest()
    rig.sync({KEY: 0, A: 0, B: 0})
    rig.rest()
    health = rig.inputs.health()
    assert (rig.heard(), health.errors, health.dials[0].state) == ([DOWN], 0, 0)
