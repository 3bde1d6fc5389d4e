"""Play: rows, time, undo, pause, and the digest of a game."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.contract import Ms, Order, Outcome, Refusal
from klaxon.table.play import MARK_EVERY, JournalRow, Play
from tests.table.kit.plays import give, new_play


def refused(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.code


def sail_on(play: Play, count: int) -> None:
    """Give that many accepted orders: red and blue surface in turn, for ever."""
    for _ in range(count):
        boat = play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view)
        seat = f"{boat['turn']}.captain"
        if isinstance(play.order(Order.read(f"{seat} surface")), Refusal):
            give(play, f"{seat} end")


def test_accepted_orders_become_rows_and_refused_ones_do_not() -> None:
    play = new_play()
    assert len(play.take_pages()) == 4
    assert refused(play.order(Order.read("red.captain course north"))) == "off-chart"
    assert play.take_pages() == []
    play.pass_time(Ms(1500))
    step = give(play, "red.captain course east")
    (page,) = play.take_pages()
    assert page.row == JournalRow(Ms(1500), "order", "red.captain course east")
    assert (page.events, page.state) == (step.events, step.state)


def test_silent_time_makes_no_row_and_never_goes_back() -> None:
    play = new_play()
    rows = play.count
    assert play.pass_time(Ms(9000)) == []
    assert play.now == 9000
    assert play.count == rows
    assert refused(play.pass_time(Ms(8999))) == "time-backwards"
    assert play.pass_time(Ms(9000)) == []


def test_an_undo_restores_the_state_and_is_a_row_itself() -> None:
    play = new_play()
    before = play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view)
    give(play, "red.captain course east")
    give(play, "red.xo charge mine")
    rows = play.count
    assert play.undo(2) is None
    assert play.count == rows + 1
    page = play.take_pages()[-1]
    assert (page.row.line, page.events[0].type, page.events[0].facts) == ("umpire undo 2", "undone", {"orders": 2})
    assert play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view) == before
    give(play, "red.captain course south")


def test_an_answer_from_before_an_undo_fits_no_prompt_after_it() -> None:
    play = new_play()
    give(play, "red.captain course east")
    (old,) = [prompt.key for prompt in play.game.prompts(play.state) if prompt.seat == "red.xo"]
    give(play, f"red.xo charge mine @{old}")
    assert play.undo(1) is None
    (new,) = [prompt.key for prompt in play.game.prompts(play.state) if prompt.seat == "red.xo"]
    assert refused(play.order(Order.read(f"red.xo charge mine @{old}"))) == "late"
    give(play, f"red.xo charge mine @{new}")


def test_time_goes_back_with_an_undo() -> None:
    play = new_play()
    play.pass_time(Ms(500))
    give(play, "red.captain course east")
    play.pass_time(Ms(5000))
    assert play.undo(1) is None
    assert play.now == 500
    assert play.pass_time(Ms(600)) == []


def test_chance_goes_on_differently_after_an_undo() -> None:
    firsts = set()
    play = new_play(first="random")
    for _ in range(24):
        assert play.undo(1) is None
        events = give(play, "blue.captain dive").events
        firsts.add(str(events[-1].facts["boat"]))
    assert firsts == {"red", "blue"}


def test_only_what_was_ordered_can_be_undone() -> None:
    play = new_play()
    assert refused(play.undo(5)) == "nothing-to-undo"
    assert refused(play.undo(0)) == "nothing-to-undo"
    assert play.undo(4) is None
    assert refused(play.undo(1)) == "nothing-to-undo"


def test_an_undo_across_kept_states_gives_the_state_of_that_moment() -> None:
    play = new_play()
    digests = []
    views = []
    for _ in range(2 * MARK_EVERY + 50):
        views.append(play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view))
        digests.append(play.digest())
        sail_on(play, 1)
    assert play.undo(MARK_EVERY + 70) is None
    left = len(views) - MARK_EVERY - 70
    assert play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view) == views[left]
    assert play.digest() != digests[left]  # chance was re-keyed
    sail_on(play, 3 * MARK_EVERY)
    assert play.undo(MARK_EVERY + 20) is None
    assert play.undo(MARK_EVERY) is None


def test_a_pause_holds_orders_and_time() -> None:
    play = new_play()
    play.pause()
    assert refused(play.order(Order.read("red.captain course east"))) == "paused"
    assert refused(play.pass_time(Ms(10))) == "paused"
    play.resume()
    give(play, "red.captain course east")
    acts = [page for page in play.take_pages() if page.row.kind == "table"]
    assert [(page.row.line, page.events[0].type) for page in acts] == [
        ("umpire pause", "paused"),
        ("umpire resume", "resumed"),
    ]
    assert len(acts[0].events[0].to) == len(play.game.seats) + 2


def test_the_umpire_ends_a_game_and_an_undo_takes_it_up_again() -> None:
    play = new_play()
    play.end()
    assert play.outcome == Outcome("", "umpire")
    assert refused(play.order(Order.read("red.captain course east"))) == "game-over"
    assert play.undo(1) is None
    assert play.outcome is None


def test_the_digest_is_keyed_by_the_seed() -> None:
    assert new_play().digest() == new_play().digest()
    assert new_play("7").digest() != new_play("8").digest()


def recorded() -> tuple[Play, list[JournalRow]]:
    """Play with everything in it: orders, time, undo, pause, a note."""
    play = new_play()
    play.note("name red Nautilus")
    sail_on(play, 30)
    play.pass_time(Ms(4000))
    sail_on(play, 1)
    assert play.undo(7) is None
    play.pause()
    play.resume()
    sail_on(play, 25)
    assert play.undo(3) is None
    sail_on(play, 5)
    return play, [page.row for page in play.take_pages()]


def test_repeating_every_row_gives_the_same_game() -> None:
    play, rows = recorded()
    again = Play(play.game, play.header, play.game.setup(play.header))
    assert all(again.repeat(row) for row in rows)
    assert again.digest() == play.digest()
    assert [page.row for page in again.take_pages()] == rows


def test_the_silent_time_before_an_act_is_repeated_too() -> None:
    play = new_play(clock="60")
    kept: list[JournalRow] = []
    acts: list[Callable[[], object]] = [play.pause, play.resume, lambda: play.undo(1), play.end]
    for number, act in enumerate(acts, 1):
        play.pass_time(Ms(play.now + 700 * number))
        act()
        kept += [page.row for page in play.take_pages()]
        again = Play(play.game, play.header, play.game.setup(play.header))
        assert all(again.repeat(row) for row in kept)
        assert (again.now, again.digest()) == (play.now, play.digest())


def test_a_history_is_taken_up_at_any_snapshot() -> None:
    play, rows = recorded()
    whole = Play(play.game, play.header, play.game.setup(play.header))
    states = {}
    for number, row in enumerate(rows, start=1):
        assert whole.repeat(row)
        states[number] = whole.state
    for cut in range(1, len(rows) + 1):
        again = Play(play.game, play.header, play.game.setup(play.header))
        again.restore(rows[:cut], {n: states[n] for n in (cut, cut // 2) if n})
        assert all(again.repeat(row) for row in rows[cut:])
        assert again.digest() == play.digest()
        assert again.count == len(rows)


def test_a_row_that_cannot_be_repeated_is_noticed() -> None:
    play = new_play()
    assert not play.repeat(JournalRow(Ms(0), "order", "red.captain course north"))
    play.end("red", "conceded", "blue.captain")
    assert play.outcome == Outcome("red", "conceded")
    assert not play.repeat(JournalRow(Ms(0), "order", "red.captain course east"))
