"""A sitting: what it says, to whom, and what it does when something is lost."""

from __future__ import annotations

from itertools import pairwise

from klaxon.crew.crew_session import BREATH, PATIENCE
from klaxon.rules.contract import Seat
from tests.crew.kit.evening import BLUE, PACE, RED, Evening
from tests.crew.kit.fake_table import FakeTable


def test_a_whole_crew_against_a_whole_crew() -> None:
    for name, seats in (("sonar", (*RED, *BLUE)), ("steam", ("red.captain", "blue.captain"))):
        evening = Evening(FakeTable(name, "3"), seats)
        evening.run(1)
        assert evening.table.over()
        assert evening.table.refusals == []
        assert evening.table.again == 0
        assert evening.table.numbers == list(range(1, len(evening.table.numbers) + 1))


def test_nothing_is_refused_when_every_announcement_waits_for_the_disk() -> None:
    table = FakeTable("sonar", "5", lags=True, limit="20")
    evening = Evening(table, (*RED, *BLUE))
    for _ in range(1000):
        evening.run(1)
        if table.over():
            break
        table.commit(1)
        evening.listen()
    assert table.over()
    assert table.refusals == []
    assert len(set(table.numbers)) == len(table.numbers)


def test_thinking_takes_as_long_as_the_pace_says_and_differs() -> None:
    evening = Evening(FakeTable("sonar", "3", limit="20"), (*RED, *BLUE), PACE)
    evening.run(10_000_000)
    assert evening.table.over()
    moments = [now for now, _ in evening.said]
    gaps = [later - sooner for sooner, later in pairwise(moments)]
    assert max(gaps) <= 2 * PACE[1]
    assert len(set(gaps)) > len(gaps) // 2
    starts = [now - 1_000_000 for now, message in evening.said if message.get("line", "").startswith("start")]
    assert all(PACE[0] <= start <= PACE[1] for start in starts)


def test_the_time_does_not_depend_on_the_thought() -> None:
    """The same prompts under other views are answered at the same moments: the draw knows only seat and prompt."""
    times = []
    for point in ("A1", "F5"):
        table = FakeTable("sonar", "3", first="red")
        for line in (f"red.captain start {point}", "red.captain dive", "blue.captain start J10", "blue.captain dive"):
            table.force(line)
        evening = Evening(table, ("red.xo", "red.engineer"), PACE)
        table.force("red.captain course east")
        evening.listen()
        evening.run(10_000)
        times.append([now for now, _ in evening.said])
    assert times[0] == times[1]
    assert len(times[0]) == 2


def test_another_seed_thinks_at_other_moments() -> None:
    first = [Evening(FakeTable("sonar"), ("red.captain",), PACE, seed) for seed in ("a", "b", "a")]
    for evening in first:
        evening.run(PACE[1])
    assert first[0].said[0] != first[1].said[0]
    assert first[0].said == first[2].said


def test_a_view_that_changes_meanwhile_does_not_start_the_thinking_again() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ("red.captain",), (1000, 1000))
    evening.run(600)
    table.nudge()
    evening.listen()
    evening.run(399)
    assert evening.said == []
    evening.run(1)
    assert [message["order"] for message in evening.orders()] == [1]


def test_nobody_thinks_while_the_table_stands_still() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ("red.captain",), (1000, 1000))
    evening.run(400)
    table.hold("paused")
    evening.listen()
    evening.run(50_000)
    assert evening.said == []
    table.hold("running")
    evening.listen()
    evening.run(599)
    assert evening.said == []
    evening.run(1)
    assert len(evening.said) == 1


def test_after_a_refusal_it_waits_for_something_new() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ("red.captain",))
    table.status = "paused"  # and nobody was told
    evening.run(60_000)
    assert len(evening.orders()) == len(table.refusals) == 1
    table.hold("paused")
    table.hold("running")
    evening.listen()
    evening.run(1)
    assert [message["order"] for message in evening.orders()] == [1, 2, 3]
    assert len(table.orders) == 2


def test_a_refusal_that_crosses_a_new_view_does_not_silence_the_seat() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ("red.captain",))
    (order,) = evening.sitting.speak(evening.now)
    table.nudge()  # the captain is shown something new while his order is on its way
    evening.listen()
    evening.sitting.take({"refused": order["order"], "code": "frozen", "facts": {}}, evening.now)
    assert [again["order"] for again in evening.sitting.speak(evening.now)] == [order["order"] + 1]


def test_a_gap_asks_for_everything_once_and_mends_the_view() -> None:
    table = FakeTable("sonar", lags=True)
    evening = Evening(table, ("red.captain", "red.xo"))
    table.nudge()
    table.down.clear()
    table.nudge()
    table.nudge()
    evening.listen()
    assert table.again == 1
    assert evening.sitting._chairs["red.xo"].shown == table._shown[Seat("red.xo")]


def test_an_order_whose_answer_is_lost_is_said_again_under_its_number() -> None:
    table = FakeTable("sonar", lags=True)
    evening = Evening(table, ("red.captain",))
    evening.say(evening.sitting.speak(evening.now))
    table.down.clear()  # what piled up is dropped, and made good by a full view
    table.refresh()
    evening.listen()
    assert table.numbers == [1, 1]
    assert len(table.orders) == 1
    table.commit()
    evening.listen()
    evening.run(1)
    assert len(table.orders) == 2


def test_an_order_without_an_answer_is_said_again_after_a_while() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ("red.captain",))
    evening.sitting.speak(evening.now)  # it never arrives
    evening.run(PATIENCE - 1)
    assert table.numbers == []
    evening.run(1)
    assert table.numbers == [1, 2]


def test_an_order_without_consequences_asks_for_the_view() -> None:
    table = FakeTable("sonar", lags=True)
    evening = Evening(table, ("red.captain",))
    evening.run(1)
    table._pages.clear()
    table.state = table._seen  # taken back in the same breath: nothing is shown
    evening.run(PATIENCE)
    assert table.again == 1
    assert table.numbers == [1, 2]


def test_who_speaks_too_fast_speaks_again_later() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ("red.captain",))
    table.deaf = 1
    evening.run(BREATH - 1)
    assert table.orders == []
    evening.run(1)
    assert len(table.orders) == 2


def test_one_order_of_a_boat_at_a_time() -> None:
    table = FakeTable("sonar", "3", lags=True, first="red")
    table.sail()
    evening = Evening(table, ("red.xo", "red.engineer"))
    evening.run(1000)
    assert len(table.orders) == 1
    table.commit()
    evening.listen()
    evening.run(1000)
    assert len(table.orders) == 2
    assert table.refusals == []


def test_a_prompt_is_not_answered_twice_while_its_answer_waits_for_the_disk() -> None:
    table = FakeTable("sonar", "3", lags=True, first="red")
    table.sail()
    evening = Evening(table, ("red.xo",))
    evening.run(1)
    table.nudge()  # what reached the disk before
    evening.listen()
    evening.run(1)
    assert len(table.numbers) == 1
    table.commit()
    evening.listen()
    evening.run(1)
    assert len(table.numbers) == 1
    assert table.refusals == []


def test_a_captain_answers_what_the_other_captain_asks() -> None:
    table = FakeTable("steam")
    evening = Evening(table, ("blue.captain",), (100, 100))
    for what, act in (("draw", "no"), ("undo", "undo"), ("rematch", "rematch")):
        table.acts.clear()
        table.ask(what, "red")
        evening.listen()
        evening.run(99)
        assert table.acts == []
        evening.run(5000)
        assert table.acts == [{"act": act, "seat": "blue.captain"}]
    table.acts.clear()
    table.ask("draw", "blue")
    evening.listen()
    evening.run(5000)
    assert table.acts == []


def test_a_seat_that_is_handed_over_is_played_too() -> None:
    table = FakeTable("sonar")
    evening = Evening(table, ())
    evening.run(1)
    assert evening.said == []
    table.seats.append(Seat("red.captain"))
    table.refresh()
    evening.listen()
    evening.run(1)
    assert [order.split()[0] for order in table.orders] == ["red.captain"] * 2


def test_who_comes_in_mid_game_goes_on_counting_and_plays_on() -> None:
    table = FakeTable("sonar", "3", limit="20")
    Evening(table, (*RED, *BLUE), PACE, seed="one").run(60_000)
    heard = len(table.numbers)
    assert heard > 10
    assert not table.over()
    evening = Evening(table, (*RED, *BLUE), seed="two")
    evening.run(1)
    assert table.over()
    assert table.refusals == []
    assert evening.orders()[0]["order"] == heard + 1
