"""Play: rows, time, undo, pause, and the digest of a game."""

from __future__ import annotations

from klaxon import data
from klaxon.rules.contract import Header, Ms, Order, Outcome, Refusal, Step
from klaxon.rules.games import game_named
from klaxon.table.play import MARK_EVERY, Play
from klaxon.table.setup import make_header


def new_play(seed: str = "7", **options: str) -> Play:
    game = game_named("sonar")
    header = make_header(game, {"first": "red", **options}, data.read, seed)
    assert isinstance(header, Header)
    play = Play(game, header, game.setup(header))
    for line in ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive"):
        give(play, line)
    return play


def give(play: Play, line: str) -> Step:
    step = play.order(Order.read(line))
    assert isinstance(step, Step), step
    return step


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
    rows = len(play.rows)
    assert refused(play.order(Order.read("red.captain course north"))) == "off-chart"
    assert len(play.rows) == rows
    play.pass_time(Ms(1500))
    give(play, "red.captain course east")
    assert (play.rows[-1].at, play.rows[-1].kind, play.rows[-1].line) == (1500, "order", "red.captain course east")


def test_silent_time_makes_no_row_and_never_goes_back() -> None:
    play = new_play()
    rows = len(play.rows)
    assert play.pass_time(Ms(9000)) == []
    assert play.now == 9000
    assert len(play.rows) == rows
    assert refused(play.pass_time(Ms(8999))) == "time-backwards"
    assert play.pass_time(Ms(9000)) == []


def test_an_undo_restores_the_state_and_is_a_row_itself() -> None:
    play = new_play()
    before = play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view)
    give(play, "red.captain course east")
    give(play, "red.xo charge mine")
    rows = len(play.rows)
    assert play.undo(2) is None
    assert len(play.rows) == rows + 1
    assert play.rows[-1].line == "umpire undo 2"
    assert play.game.show(play.game.sight(play.state, play.game.seats[0], {}).view) == before
    give(play, "red.captain course south")


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
    assert [row.line for row in play.rows if row.kind == "table"] == ["umpire pause", "umpire resume"]


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
