"""Steam Torpedo at consoles: one for both boats, one each, one panel alone; and the one secret it has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from unittest import mock

import pytest

from klaxon.console.devices import Fitting, Picture
from klaxon.console.games import panes_of
from klaxon.console.language.catalogue import ENGLISH, catalogue, languages
from klaxon.console.lobby.manning import is_shared, man, spread, unmanned_crews
from klaxon.console.lobby.sides import Sides, assign_sides
from klaxon.console.profile import virtual
from klaxon.console.station.panes import PanePage
from klaxon.rules.contract import Outcome
from klaxon.rules.games import game_named
from tests.console.kit.cuts import cuts
from tests.console.kit.lobbies import begin, change, row
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.secrecy import Noted, OrderlyLoop, same
from tests.console.kit.speaking import language, speaking
from tests.console.kit.whole_games import THOUGHT, Newcomer, debriefed, ended, orders, play_to_the_end
from tests.table.kit.travel import travel

STEAM = game_named("steam")
RED, BLUE = STEAM.seats
KEYS = ("push", "ok", "back", "stop")
FOUR = tuple(Fitting(f"red-{place}", "red", keys=KEYS) for place in range(1, 5))
"""A console of four stations, which is all there is."""
MINI = (Fitting("mini", "red"),)
BOTH = {"red": "all", "blue": "all"}


def laid(fittings: Sequence[Fitting]) -> Sides:
    """Return a console with red and blue on its sides."""
    return assign_sides(fittings, tuple(BOTH))


# Who works what


def test_a_console_of_four_stations_serves_both_boats() -> None:
    manning = man(laid(FOUR), STEAM, BOTH)
    assert manning == {"red-1": (RED,), "red-4": (BLUE,)}
    assert spread(laid(FOUR), manning, panes_of("steam")) == {"red-2": "sea", "red-3": "actions"}
    assert is_shared(laid(FOUR), manning)
    assert unmanned_crews(STEAM.seats, manning) == []


def test_a_boat_with_stations_of_its_own_shows_the_enemy_too() -> None:
    manning = man(laid(virtual()), STEAM, BOTH)
    assert manning == {"red-1": (RED,), "blue-1": (BLUE,)}
    assert not is_shared(laid(virtual()), manning)
    spare = spread(laid(virtual()), manning, panes_of("steam"))
    assert [spare[f"{boat}-{n}"] for boat in BOTH for n in (2, 3, 4)] == ["sea", "actions", "enemy"] * 2


@pytest.mark.parametrize(
    ("stations", "manned"),
    [(1, {"red-1": (RED, BLUE)}), (2, {"red-1": (RED,), "red-2": (BLUE,)}), (3, {"red-1": (RED,), "red-3": (BLUE,)})],
)
def test_fewer_stations_serve_both_boats_as_well(stations: int, manned: dict[str, object]) -> None:
    assert man(laid(FOUR[:stations]), STEAM, BOTH) == manned


def test_an_understudy_needs_no_station() -> None:
    assert man(laid(FOUR), STEAM, {"red": "all", "blue": "none"}) == {"red-1": (RED,)}
    assert man(laid(FOUR), STEAM, {"red": "none", "blue": "all"}) == {"red-1": (BLUE,)}


def test_games_of_several_seats_have_no_guests() -> None:
    assert is_shared(laid(FOUR), man(laid(FOUR), game_named("sonar"), BOTH)) is False
    assert panes_of("sonar") == ()


# Whole games


@story
async def test_a_whole_game_at_one_console_of_four_stations() -> None:
    async with at_the_console(game="steam", fittings=FOUR) as play:
        panes = {name: station.page for name, station in play.console.stations.items()}
        assert {name: page.name for name, page in panes.items() if isinstance(page, PanePage)} == {
            "red-2": "sea",
            "red-3": "actions",
        }
        assert play.console.labels() == {
            "red-1": "captain",
            "red-2": "the sea",
            "red-3": "actions",
            "red-4": "captain",
        }
        assert play.console.seating.idle() == []
        outcome = await play_to_the_end(play, "four")
        debriefed(play, outcome)
        assert {"their-turn", "fire"} <= {call for _, call in play.bell}, "one bell for both boats"


@story
async def test_from_the_lobby_to_the_debrief_at_one_console() -> None:
    """Red has the first dial and Blue the last, from the choice of the game to the truth about it; then the lobby."""
    async with at_the_console(begin=False, fittings=FOUR) as play:
        for label, steps, value in (
            ("Game", 1, "Steam Torpedo"),
            ("Boats", 2, "draft"),
            ("Blue", -9, "all screens"),
        ):
            await change(play, label, steps)
            assert row(play, label) == value
        with mock.patch("secrets.token_hex", return_value="7"):
            await begin(play)
        await play.run(1)
        assert play.console.seating.manning == {"red-1": (RED,), "red-4": (BLUE,)}
        assert play.console.seating.panes == {"red-2": "sea", "red-3": "actions"}
        debriefed(play, await conceded(play))
        assert {play.panel(pane).bottom for pane in ("red-2", "red-3")} == {"game over"}
        for station in play.console.seating.manning:
            assert play.panel(station).bottom == "‹debrief›"
            await play.press(station, "ok")
            assert "Before the first order." in play.panel(station).text
        await play.press("red-1", "back", "back")
        await play.ok("red-1")
        await play.run(5)
        assert play.panel("red-1").bottom == "begin the game"
        assert row(play, "Game") == "Steam Torpedo"


@story
async def test_a_captain_who_wants_one_panel_has_all_pages_on_it() -> None:
    async with at_the_console(game="steam", crews="one all", first="red") as play:
        assert play.console.seating.panes == {"blue-2": "sea", "blue-3": "actions", "blue-4": "enemy"}
        assert play.console.seating.idle() == ["red-2", "red-3", "red-4"]
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.press("red-1", "ok")
        await play.run(1)
        assert "> manoeuvre" in play.panel("red-1").text
        await play.press("red-1", "push")
        assert "Red in sector 4, Blue in sector 3" in play.panel("red-1").text
        assert play.panel("red-2").text == ""
        debriefed(play, await conceded(play))


async def conceded(play: Playing) -> Outcome:
    """Have red give up; return how the game ended. Whole games are played above and below."""
    play.page(RED).client.act("concede", seat=RED)
    await play.run(5)
    outcome = ended(play)
    assert outcome is not None
    return outcome


@story
async def test_a_game_at_the_stations_of_both_boats() -> None:
    async with at_the_console(game="steam", crews="all all") as play:
        await until(play, lambda: all(orders(play, f"{boat}.captain end") for boat in BOTH))
        assert {"red", "blue"} <= {boat for boat, _ in play.bell}
        debriefed(play, await conceded(play))


@story
async def test_a_whole_game_at_one_panel() -> None:
    async with at_the_console(game="steam", fittings=MINI, setup="draft") as play:
        assert play.console.seating.manning == {"mini": (RED, BLUE)}
        await play_to_the_end(play, "draft")


async def coached_game() -> None:
    """Let newcomers play a whole game with the coach, in the language that is spoken."""
    async with at_the_console(game="steam", fittings=FOUR, setup="draft") as play:
        play.console.applied_settings.coach_all(on=True)
        debriefed(play, await play_to_the_end(play, "coached"))
        lines = {text for message, text in catalogue(language()).items() if message.startswith("coach.steam.")}
        said = {word for _, picture in play.heard.frames for word in picture.words}
        assert len(lines & said) >= 6, "the coach told them most of it"


@pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH])
def test_nothing_is_cut_in_a_whole_game_with_the_coach_in_another_language(code: str) -> None:
    with cuts() as found, speaking(code):
        travel(coached_game)
    assert not found, "\n".join(map(str, found))


@story
async def test_a_captain_against_an_understudy_has_all_panes() -> None:
    async with at_the_console(game="steam", crews="all none", fittings=FOUR) as play:
        assert [play.console.seating.panes[f"red-{n}"] for n in (2, 3, 4)] == ["sea", "actions", "enemy"]
        outcome = await play_to_the_end(play, "alone")
        debriefed(play, outcome)


# Panes


@story
async def test_panes_follow_whoever_is_asked() -> None:
    async with at_the_console(game="steam", fittings=FOUR, first="red") as play:
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.run(3)
        assert "Red: use air" in play.panel("red-3").text
        assert play.panel("red-3").bottom == "Red decides"
        await play.press("red-1", "ok")
        await play.run(3)
        assert "Red: act" in play.panel("red-3").text
        await play.turn("red-1", 1)
        assert "> move a man" in play.panel("red-3").text, "the dial of red moves the pane with it"
        before = play.panel("red-3").picture
        await play.turn("red-4", 1)
        await play.turn("red-3", 5)
        await play.press("red-3", "push", "ok")
        assert play.panel("red-3").picture == before, "neither blue's dial nor the pane's own does"
        await play.give("red.captain end")
        await play.run(3)
        assert "Blue: use air" in play.panel("red-3").text
        assert play.panel("red-3").bottom == "Blue decides"


@story
async def test_the_sea_shows_a_manoeuvre_while_it_is_made() -> None:
    async with at_the_console(game="steam", fittings=FOUR, first="red") as play:
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.run(3)
        await play.press("red-1", "ok")
        await play.run(3)
        await play.press("red-1", "push")
        assert "Red in sector 4, Blue in sector 3" in play.panel("red-2").text
        await play.press("red-1", "back")
        assert "Red in sector 3, Blue in sector 3" in play.panel("red-2").text


@story
async def test_seats_can_be_handed_over_at_a_shared_console() -> None:
    async with at_the_console(game="steam", fittings=FOUR, first="red") as play:
        await play.play_orders("red.captain keep", "blue.captain keep")
        await play.menu("red-4", "hand it over")
        await play.turn("red-4", 1)
        await play.press("red-4", "ok")
        assert play.console.seating.manning == {"red-1": (RED, BLUE)}
        assert [play.console.seating.panes[f"red-{n}"] for n in (2, 3, 4)] == ["sea", "actions", "enemy"]
        await play.press("red-1", "ok")  # the briefing is read
        await play.run(3)
        assert play.panel("red-1").bottom == "use air of a1"
        play.console.seating.give(BLUE, "red-4")
        await play.run(1)
        assert play.console.seating.manning == {"red-1": (RED,), "red-4": (BLUE,)}
        play.console.seating.give(BLUE, "")
        await play.run(1)
        assert BLUE in play.console.seating.unclaimed_seats(play.console.stations["red-4"])


@story
async def test_a_window_rings_at_a_shared_console_and_its_clock_runs_on_all_panels_that_show_it() -> None:
    async with at_the_console(game="steam", fittings=FOUR, first="red") as play:
        await until(play, lambda: play.table.play.state.board.window is not None)
        boat = play.table.play.state.board.window.boat
        station = ("red-1", "red-4")[boat]
        shown = []
        for _ in range(3):
            shown.append([next(w for w in play.panel(name).lines if w.endswith(" s")) for name in (station, "red-3")])
            await play.run(1)
        assert all(own == pane for own, pane in shown)
        seconds = [int(own.removesuffix(" s")) for own, _ in shown]
        assert seconds == [seconds[0] - n for n in range(3)]
        assert "react" in {call for _, call in play.bell}


async def until(play: Playing, holds: Callable[[], bool]) -> None:
    """Let newcomers play until something is so."""
    dice = Random("1")
    hands = [Newcomer(play, station, dice) for station in play.console.seating.manning]
    for _ in range(3000):
        busy = [hand for hand in hands if hand.bottom.doing not in ("waiting", "sent")]
        if busy:
            await dice.choice(busy).act()
        if holds():
            return
        await play.run(THOUGHT / 4)
    raise AssertionError("it never was so")


# The draft, which is unseen


def hand_of(play: Playing, boat: str) -> list[str]:
    return list(play.page(f"{boat}.captain").client.seen[STEAM.seats[boat == "blue"]].view["hands"][boat])


@story
async def test_a_shared_console_draws_a_curtain_before_a_pick() -> None:
    async with at_the_console(game="steam", fittings=FOUR, setup="draft") as play:
        for station, enemy in (("red-1", "Blue"), ("red-4", "Red")):
            assert f"{enemy} looks away now." in play.panel(station).text
            assert play.panel(station).bottom == "show my cards"
        closed = play.panel("red-1").picture
        await play.turn("red-1", 3)
        await play.press("red-1", "push")
        assert play.panel("red-1").picture == closed, "nothing moves behind it"
        await play.press("red-1", "ok")
        assert "1/10" in play.panel("red-1").text
        assert play.panel("red-1").bottom == "take this card"
        assert "looks away" in play.panel("red-4").text
        await play.press("red-1", "ok")
        await play.run(1)
        assert "Red has picked" in play.panel("red-1").text
        await play.press("red-4", "ok", "ok")
        await play.run(1)
        assert "looks away" in play.panel("red-1").text, "it is closed again for the next pick"


@story
async def test_a_pause_does_not_open_the_curtain() -> None:
    async with at_the_console(game="steam", fittings=FOUR, setup="draft") as play:
        await play.press("red-4", "stop")
        await play.run(1)
        assert "looks away" in play.panel("red-1").text
        assert play.panel("red-1").bottom == "go on"


@story
async def test_one_panel_is_closed_between_two_picks() -> None:
    async with at_the_console(game="steam", fittings=MINI, setup="draft") as play:
        assert "Blue looks away" in play.panel("mini").text
        await play.press("mini", "ok", "ok")
        await play.run(1)
        assert "Red looks away" in play.panel("mini").text
        await play.press("mini", "ok")
        assert "1/10" in play.panel("mini").text


@story
async def test_captains_with_consoles_of_their_own_need_no_curtain() -> None:
    async with at_the_console(game="steam", setup="draft") as play:
        assert "1/10" in play.panel("red-1").text
        assert "Both captains pick a card" in play.panel("red-3").text


@pytest.mark.parametrize("fittings", [FOUR, virtual()], ids=["shared", "two consoles"])
@pytest.mark.parametrize("hidden", ["red", "blue"])
def test_a_pick_is_seen_by_nobody_else(hidden: str, fittings: tuple[Fitting, ...]) -> None:
    """Twins that pick another card: nothing but the picker's own panel tells them apart, until both are in."""
    first, second = (drafted(hidden, place, fittings) for place in (0, 4))
    same(*(others(noted, hidden, fittings) for noted in (first, second)))
    with pytest.raises(AssertionError):
        same(first, second)


@pytest.mark.parametrize("hidden", ["red", "blue"])
def test_what_a_shared_console_heard_does_not_tell_a_pick(hidden: str) -> None:
    assert told(hidden, 0) == told(hidden, 4)


def drafted(hidden: str, place: int, fittings: tuple[Fitting, ...]) -> Noted:
    """Return all that a console showed and sounded while one captain picked a card."""
    found: Noted = []

    async def story() -> None:
        async with at_the_console(game="steam", fittings=fittings, setup="draft") as play:
            await pick(play, hidden, place)
            await play.run(30)
            found.extend(play.heard.noted)

    with mock.patch("klaxon.table.fake_time.TravelLoop", OrderlyLoop):
        travel(story)
    return found


async def pick(play: Playing, boat: str, place: int) -> None:
    """Pick a card, in a time that does not tell which."""
    where = f"{boat}.captain"
    if play.panel(where).bottom == "show my cards":
        await play.press(where, "ok")
    begun = asyncio.get_running_loop().time()
    await play.turn(where, place)
    await play.run(begun + 5 - asyncio.get_running_loop().time())
    await play.press(where, "ok")


def others(noted: Noted, hidden: str, fittings: tuple[Fitting, ...]) -> Noted:
    """Leave out the panel of who picks, as far as his own hand made it change."""
    own = next(name for name, seats in man(laid(fittings), STEAM, BOTH).items() if seats == (f"{hidden}.captain",))
    kept = [entry for entry in noted if entry[1] != own]
    last = [what for _, whose, what in noted if whose == own and isinstance(what, Picture)][-1]
    return [*kept, (0.0, own, last)]


def told(hidden: str, place: int) -> list[str]:
    found: list[str] = []

    async def story() -> None:
        async with at_the_console(game="steam", fittings=FOUR, setup="draft") as play:
            await pick(play, hidden, place)
            await play.run(1)
            for page in play.console.seating.pages.values():
                found.extend(page.log())

    travel(story)
    return found
