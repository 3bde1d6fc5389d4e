"""One boat that is neither red nor blue, at every console: set up, manned, taken back, given up, resumed, ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree

import pytest

from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.rules.contract import Outcome
from klaxon.table.disk.shelf import Shelf
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.lobbies import SETS_UP, begin, change, go_to, row
from tests.console.kit.playing import Playing, at_the_console, story
from tests.probe.rules import BOAT, ROLES, SIDES, rock_of
from tests.probe.sailing import PROFILES, aboard, sail, sail_home

CREWS = {
    "all": [["captain"], ["helm"], ["lookout"], ["engine"]],
    "3": [["captain"], ["helm", "engine"], ["lookout"]],
    "2": [["captain", "lookout"], ["helm", "engine"]],
    "one": [[*ROLES]],
    "captain": [["captain"]],
    "none": [],
}
"""How the launch is manned -> the roles at its stations."""
HOME = Outcome(BOAT, "harbour", {"grade": "gold", "coal": 5})


def roles(play: Playing) -> list[list[str]]:
    """Return the roles at the stations that people work."""
    return [[seat.rpartition(".")[2] for seat in seats] for seats in play.console.seating.manning.values()]


def orders(play: Playing) -> list[str]:
    """Return the orders that count."""
    return [row.line for row in play.table.play.line if row.kind == "order"]


# Set up


def use_settings(
    play: Playing, chosen: Mapping[str, str], keep: Callable[[Mapping[str, str]], None] = lambda _: None
) -> None:
    """Let the console find other settings than it began with, and hand what is chosen to `keep`."""
    settings = play.console.settings
    settings._chosen, settings._keep = dict(chosen), keep
    play.console.lobby.plan.crews = settings.crews()


@story
async def test_it_is_set_up_in_the_lobby_by_its_own_boat() -> None:
    kept: dict[str, str] = {}
    async with at_the_console(begin=False) as play:
        use_settings(play, {}, kept.update)
        await change(play, "Game", 9)
        assert row(play, "Game") == "The launch"
        assert row(play, "Launch") == "you, all seats"
        assert not [line for line in play.panel(SETS_UP).lines if "Red" in line or "Blue" in line]
        shown = []
        await go_to(play, "Launch")
        await play.press(SETS_UP, "push")
        for _ in range(6):
            shown.append(row(play, "Launch").strip("‹›"))
            await play.turn(SETS_UP, 1)
        assert shown == ["you, all seats", "3 people", "2 people", "you, captain", "one screen", "understudies"]
        await play.turn(SETS_UP, -4)
        await play.press(SETS_UP, "push")
        assert row(play, "Launch") == "3 people"
        await begin(play)
        await play.run(1)
        assert roles(play) == CREWS["3"]
    assert kept == {"launch": "3"}


@story
async def test_the_lobby_remembers_how_the_launch_was_manned() -> None:
    async with at_the_console(begin=False) as play:
        use_settings(play, {"launch": "2", "red": "one"})
        await change(play, "Game", 9)
        assert row(play, "Launch") == "2 people"


# Manned


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("crew", CREWS)
@story
async def test_it_is_manned_and_sailed_home_at_every_console(crew: str, profile: str) -> None:
    async with aboard(crew, profile, legs="1") as play:
        assert roles(play) == (_at_one_station(CREWS[crew]) if profile == "mini" else CREWS[crew])
        if crew in ("captain", "none"):
            await _captain_alone(play) if crew == "captain" else await play.run(120)
            assert play.table.play.outcome is not None
            assert {line.partition(" ")[0] for line in orders(play)} >= {"launch.helm", "launch.lookout"}
            return
        await sail_home(play)
        assert play.table.play.outcome == HOME
        for station in play.console.seating.manning:
            text = play.panel(station).text
            assert "YOU WIN. The harbour is reached. Grade: gold. Coal left: 5." in " ".join(text.split("\n")), text
            assert play.panel(station).bottom == "‹debrief›"


def _at_one_station(crew: list[list[str]]) -> list[list[str]]:
    return [[role for person in crew for role in person]] if crew else []


async def _captain_alone(play: Playing) -> None:
    """Order ahead; understudies do the rest."""
    for _ in range(3):
        if play.table.play.outcome is None and not play.table.play.state.speed:
            await play.give("launch.captain ahead slow")
        await play.run(10)


@story
async def test_stations_that_are_left_show_a_pane_or_are_dark() -> None:
    async with aboard("2") as play:
        assert [*play.console.seating.manning] == ["red-1", "red-2"]
        assert play.console.seating.panes == {"red-3": "chart"}
        assert "leg 0" in play.panel("red-3").text
        assert play.console.labels() == {"red-1": "captain, lookout", "red-2": "helm, engine", "red-3": "chart"}


@story
async def test_it_has_screens_of_its_own_and_no_role_but_the_lookout_sees_the_rock() -> None:
    async with aboard() as play:
        assert play.panel("launch.captain").lines[:2] == ("captain 0/4", "hull 3 coal 6 steam 0")
        assert "rock" in play.page("launch.lookout").client.seen[play.page("launch.lookout").seat].view
        assert "rock" not in play.page("launch.helm").client.seen[play.page("launch.helm").seat].view


@story
async def test_a_seat_is_handed_over_along_the_whole_console() -> None:
    async with aboard("all") as play:
        await play.menu("launch.engine", "hand it over")
        await play.turn("launch.engine", 99)
        await play.ok("launch.engine")
        assert play.station("launch.engine") == "blue-4"
        await play.press("blue-4", "ok")
        await play.give("launch.engine stoke")
        assert orders(play) == ["launch.engine stoke"]


# A prompt and its clock


@story
async def test_the_helm_is_asked_and_its_clock_answers() -> None:
    async with aboard() as play:
        await play.give("launch.captain ahead slow")
        assert play.panel("launch.helm").bottom.startswith("steer")
        assert play.panel("launch.captain").bottom != "ahead"
        await play.run(21)
        assert play.table.play.state.leg == 1


# Taken back, given up, played again


@story
async def test_a_captain_alone_takes_back_without_asking_anybody() -> None:
    async with aboard() as play:
        await sail(play)
        assert len(orders(play)) == 2
        await play.menu("launch.captain", "take back")
        await play.run(1)
        assert len(orders(play)) == 1
        assert play.table.asked is None, "there is nobody to ask"
        assert play.panel("launch.helm").bottom.startswith("steer"), "the helm is asked again"
        await play.menu("launch.captain", "take back")
        await play.menu("launch.captain", "take back")
        await play.run(1)
        assert orders(play) == []
        assert "nothing to take back" in play.panel("launch.captain").text


@story
async def test_taking_back_has_to_be_held_where_nobody_else_is_asked() -> None:
    async with aboard() as play:
        await sail(play)
        await play.chord("launch.captain", "ok", "back")
        await play.choose("launch.captain", "take back the last order")
        await play.press("launch.captain", "ok")
        assert len(orders(play)) == 2, "a tap does nothing"


@story
async def test_no_draw_is_offered_to_nobody() -> None:
    async with aboard("one") as play:
        await play.chord("launch.captain", "ok", "back")
        said = set()
        for _ in range(40):
            said.add(play.panel("launch.captain").bottom)
            await play.turn("launch.captain", 1)
        assert "take back the last order" in said
        assert "give up the game" in said
        assert "offer a draw" not in said
        play.page("launch.captain").client.act("draw", seat="launch.captain")
        await play.run(1)
        assert play.table.asked is None
        assert play.table.play.outcome is None


@pytest.mark.parametrize("role", ROLES[1:])
@story
async def test_nobody_but_the_captain_decides_for_the_boat(role: str) -> None:
    async with aboard() as play:
        await sail(play)
        for act in ("undo", "concede", "rematch"):
            play.page(f"launch.{role}").client.act(act, seat=f"launch.{role}")
        await play.run(1)
        assert len(orders(play)) == 2
        assert play.table.play.outcome is None


@story
async def test_who_gives_up_loses_to_the_sea() -> None:
    async with aboard() as play:
        await play.menu("launch.captain", "give up")
        await play.run(5)
        assert play.table.play.outcome == Outcome("sea", "conceded")
        for role in ROLES:
            assert "The sea wins. The crew gave up." in " ".join(play.panel(f"launch.{role}").lines)
        assert ("red", "defeat") in play.bell


@story
async def test_one_boat_plays_again_without_asking() -> None:
    async with aboard("2", legs="1") as play:
        await sail_home(play)
        await play.turn("launch.captain", 1)
        await play.ok("launch.captain")
        await play.run(1)
        assert play.table.play.outcome is None
        assert orders(play) == []
        await sail(play)


# Killed and resumed


@pytest.mark.parametrize("profile", PROFILES)
@story
async def test_a_game_that_was_killed_goes_on_with_its_crew(profile: str, tmp_path: Path) -> None:
    kept: dict[str, str] = {}
    async with aboard("3", profile, shelf=Shelf(tmp_path / "games"), begin=False) as play:
        use_settings(play, {}, kept.update)
        play.console.lobby.begin(GamePlan("launch", "", {"launch": "3"}))
        await play.run(1)
        await sail(play)
        await play.give("launch.captain ahead slow")
        seats, state = roles(play), play.table.play.state
        copytree(tmp_path / "games", tmp_path / "killed")  # as the disk is at this moment: nothing is ended or closed
    async with aboard("3", profile, shelf=Shelf(tmp_path / "killed"), begin=False) as play:
        use_settings(play, kept)
        first = play.console.seating.fittings[0].name
        assert play.panel(first).bottom == "go on with it"
        await play.press(first, "ok")
        await play.run(1)
        assert roles(play) == seats
        await play.press(first, "ok")
        await play.run(COUNT_IN + 1)
        assert play.table.play.state._replace(now=0) == state._replace(now=0)
        assert play.page("launch.helm").game.prompts(play.table.play.state), "the helm is still asked"
        rock = SIDES.index(rock_of(play.table.play.state))
        await play.give(f"launch.helm steer {SIDES[1 - rock]}")
        await sail_home(play)


# Ended


@story
async def test_a_wreck_is_won_by_the_sea() -> None:
    async with aboard("one") as play:
        while play.table.play.outcome is None:
            await sail(play, safely=False)
        await play.run(5)
        assert play.table.play.outcome == Outcome("sea", "wrecked", {"grade": "none"})
        text = " ".join(play.panel("launch.captain").lines)
        assert "The sea wins. The boat is wrecked. Grade: none." in text


@story
async def test_another_language_says_it_in_its_words() -> None:
    async with aboard("one", station_languages=StationLanguages("de")) as play:
        await sail_home(play)
        text = " ".join(play.panel("launch.captain").lines)
        assert "Der Hafen ist erreicht. Rang: Gold." in text


# Lamps and bells


@story
async def test_every_lamp_shows_the_turn_of_the_only_boat_and_every_bell_rings() -> None:
    async with aboard("2") as play:
        lit = {whose: what for _, whose, what in play.heard.noted if whose.endswith(" lamp")}
        assert lit == {"red lamp": True, "blue lamp": True}
        await sail(play, safely=False)
        await play.run(1)
        assert {whose for whose, call in play.bell if call == "struck"} == {"red", "blue"}
