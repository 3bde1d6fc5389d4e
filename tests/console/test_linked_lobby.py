"""The lobby goes on with a patrol: it offers the next mission of a finished one, from what Klaxon has kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_page import LobbyPage
from klaxon.console.lobby.resumable import OFFERED, ResumableGames
from klaxon.rules.contract import Sequel
from klaxon.rules.uboot.linked.course import planned_kits
from klaxon.rules.uboot.state import State
from klaxon.table.disk.shelf import KeptGame, Shelf
from klaxon.table.following_games import sequel_of
from klaxon.table.play import Play
from tests.console.kit.lobbies import SETS_UP, row
from tests.console.kit.patrols import finished_play
from tests.console.kit.playing import at_the_console, story


def keep(shelf: Shelf, play: Play) -> str:
    """Put a game on a shelf as a console leaves it."""
    name, journal = shelf.begin(play.header)
    journal.append(list(play.line))
    journal.finish()
    journal.close()
    return name


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def found(shelf: Shelf) -> list[KeptGame]:
    return ResumableGames(shelf)._find(shelf)


def test_a_finished_mission_of_a_patrol_is_offered_with_the_next_one(shelf: Shelf) -> None:
    name = keep(shelf, finished_play())
    (kept,) = found(shelf)
    assert (kept.name, kept.standing) == (name, "over")
    assert kept.sequel is not None
    assert kept.sequel.options["mission"] == "m06"
    assert kept.sequel.options["patrol"] == name
    assert kept.sequel.options["engineer"] == finished_play().header.options["engineer"]


def test_one_mission_alone_is_not_offered_again(shelf: Shelf) -> None:
    keep(shelf, finished_play("single"))
    assert found(shelf) == []


def test_what_was_gone_on_with_is_offered_no_more_and_weeks_of_other_games_do_not_hide_it() -> None:
    games = ResumableGames(None)
    sequel = Sequel({"mission": "m06", "patrol": "00001-uboot"}, {"patrol": "{}"})
    first = KeptGame("00001-uboot", "uboot", "over", 9, sequel=sequel)
    others = [KeptGame(f"{number:05d}-sonar", "sonar", "over", 9) for number in range(2, 2 + 2 * OFFERED)]
    assert _names(games, [first, *others]) == ["00001-uboot"]
    second = KeptGame("00099-uboot", "uboot", "open", 3, options={"patrol": "00001-uboot"})
    assert _names(games, [first, *others, second]) == ["00099-uboot"]
    failed = KeptGame("00099-uboot", "uboot", "over", 3, options={"patrol": "00001-uboot"}, sequel=sequel)
    assert _names(games, [first, *others, failed]) == ["00099-uboot"], "again, from the same log"


def _names(games: ResumableGames, kept: list[KeptGame]) -> list[str]:
    class Given(Shelf):
        def __init__(self) -> None:
            self.folder = Path("/nowhere")

        def names(self) -> list[str]:
            return sorted(game.name for game in kept)

        def look(self, name: str) -> KeptGame:
            return next(game for game in kept if game.name == name)

    return [game.name for game in games._find(Given())]


def test_the_form_begins_the_next_mission_with_what_was_kept(shelf: Shelf) -> None:
    name = keep(shelf, finished_play())
    begun: list[GamePlan] = []
    page = LobbyPage(found(shelf), begun.append, GamePlan())
    labels = {row.text: row.value for row in page.rows()}
    assert labels["Game"] == "next, after game 1"
    assert not next(row for row in page.rows() if row.text == "Mission").choice, "it is not chosen"
    page.ok()
    (plan,) = begun
    assert (plan.game, plan.after, plan.resume) == ("uboot", name, "")
    assert (plan.options["mission"], plan.options["mode"], plan.options["patrol"]) == ("m06", "linked", name)
    assert plan.contents["patrol"] == finished_play().state.board.linked.log


def test_who_turns_to_another_game_leaves_the_patrol_behind(shelf: Shelf) -> None:
    keep(shelf, finished_play())
    page = LobbyPage(found(shelf), lambda _: None, GamePlan())
    page.turn(0, 1)
    page.push()
    page.turn(0, 1)
    assert (page.plan.after, page.plan.contents, page.plan.options) == ("", {}, {})
    page.turn(0, -1)
    assert page.plan.options["mission"] == "m06"
    again = LobbyPage((), lambda _: None, page.plan)
    assert (again.plan.after, again.plan.options) == ("", {}), "it is not there any more"


def test_kits_are_those_of_the_first_mission_and_no_option_of_the_next(shelf: Shelf) -> None:
    state = finished_play().state
    assert isinstance(state, State)
    assert planned_kits(state.box, state.mission) == 2
    keep(shelf, finished_play())
    (kept,) = found(shelf)
    assert kept.sequel is not None
    assert "kits" not in kept.sequel.options


@story
async def test_a_patrol_goes_on_at_the_console_and_is_resumed_in_the_middle(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    keep(shelf, finished_play())
    async with at_the_console(shelf, begin=False) as play:
        await play.run(1)
        assert row(play, "Game").startswith("next, after game 1")
        await play.press(SETS_UP, "ok")
        await play.run(1)
        state = play.table.play.state
        assert (state.mission.id, [past.mission for past in state.board.linked.past]) == ("m06", ["m05"])
        assert state.board.setting.mode == "linked"
    assert [kept.standing for kept in found(shelf)] == ["open"], "the first is gone on with"
    async with at_the_console(shelf, begin=False) as play:
        await play.run(1)
        assert row(play, "Game").startswith("go on, game 2")
        await play.press(SETS_UP, "ok")
        await play.run(1)
        assert [past.mission for past in play.table.play.state.board.linked.past] == ["m05"]


@pytest.mark.parametrize(("crew", "people"), [("one", 1), ("2", 2), ("3", 3), ("all", 4)])
@story
async def test_one_to_four_people_go_on_with_a_patrol_and_hand_over_in_the_middle(
    crew: str, people: int, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path)
    keep(shelf, finished_play())
    async with at_the_console(shelf, begin=False) as play:
        await play.run(1)
        play.console.lobby.plan.crews["uboot"] = crew
        await play.press(SETS_UP, "ok")
        await play.run(1)
        assert len(play.console.seating.manning) == people
        assert sorted(seat for seats in play.console.seating.manning.values() for seat in seats) == sorted(
            play.table.play.game.seats
        )
        await play.play_orders("uboot.first_officer begin")
        before = play.console.seating.manning
        captain = next(name for name, seats in before.items() if "uboot.captain" in seats)
        await play.menu("uboot.captain", "hand it over")
        await play.press(captain, "ok")
        await play.run(1)
        holders = [name for name, seats in play.console.seating.manning.items() if "uboot.captain" in seats]
        assert holders == [], "an understudy has it"
        if people == 1:  # else the station shows a page of the boat meanwhile, and its menu takes the seat back
            assert "take over" in play.panel(captain).bottom
            await play.press(captain, "ok")
            await play.run(1)
            assert "uboot.captain" in play.console.seating.manning[captain], "he takes it back"
        assert [past.mission for past in play.table.play.state.board.linked.past] == ["m05"]


@story
async def test_the_first_choice_at_the_end_of_a_mission_is_the_next_one_at_the_same_table(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    keep(shelf, finished_play())
    async with at_the_console(shelf, begin=False) as play:
        await play.run(1)
        await play.press(SETS_UP, "ok")
        await play.run(1)
        await play.play_orders("uboot.first_officer begin")
        before, table = play.console.seating.manning, play.table
        await play.play_orders("uboot.captain return_to_base")
        await play.run(1)
        ended = table.play.state
        assert table.about()["sequel"]
        assert play.panel("uboot.captain").bottom == "‹the next mission›"
        await play.ok("uboot.captain")
        await play.run(1)
        state = play.table.play.state
        assert (play.table, table.name) == (table, "00003-uboot"), "the same people at the same table"
        assert play.console.seating.manning == before
        assert state.mission.id == "m07"
        assert [past.mission for past in state.board.linked.past] == ["m05", "m06"]
        assert table.play.header.contents["patrol"] == ended.board.linked.log
        assert (state.board.morale, state.board.arms.shells) == (ended.board.morale, ended.board.arms.shells)
    assert [(kept.name, kept.standing) for kept in found(shelf)] == [("00003-uboot", "open")]


def test_one_mission_alone_and_one_that_is_not_passed_are_played_again_by_the_choice_for_that() -> None:
    assert sequel_of(finished_play("single")) is None
    log = finished_play("campaign", name="m01").state.board.linked.log
    failed = finished_play("campaign", log, "m02", sinks=False)
    assert failed.outcome is not None
    assert failed.game.sequel(failed.header, failed.state) is not None
    assert sequel_of(failed) is None, "that would be the same mission from the same log"
