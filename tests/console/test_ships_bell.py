"""The ship's bell, quiet hours, volume, and a room that both crews share: what sounds, and what is only shown."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pytest

from klaxon.console.devices import Call
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.play.seat_client import Heard
from klaxon.console.settings.console_settings import (
    AHEAD,
    DEFAULTS,
    OFFERED,
    OWN,
    PAUSE,
    SEPARATE,
    SHARED,
    STORE,
    VOLUMES,
    ConsoleSettings,
)
from klaxon.console.sound.bells import BoatBells
from klaxon.console.sound.quiet import are_hours, is_quiet, local_hour
from klaxon.console.sound.score import Score
from klaxon.console.sound.ships_bell import HALF_HOUR
from klaxon.rules.contract import SPECTATOR, Header, Order, Seat
from klaxon.table.session import PROTOCOL, Session
from tests.console.kit.bells import BOTH, Bells
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story
from tests.console.kit.secrecy import MARK, TURN, OrderlyLoop, silent_twins
from tests.rules.laws.kit.headers import sonar_header
from tests.rules.laws.kit.sonar_secrets import BURNT
from tests.table.kit.travel import pass_seconds, travel
from tests.table.kit.turns import split_turns

MINUTES = 60.0
TURN_RED = Heard(1, 1000, "turn", {"boat": "red"})
SECRET = Heard(2, 1000, "charged", {"boat": "red", "system": "mine", "full": True})
OWN_SILENCE = Heard(3, 1000, "silence", {"boat": "red", "dir": "north", "length": 2})
TOLD_SILENCE = Heard(2, 1000, "silence", {"boat": "red"})


def bells_of(play: Playing) -> list[tuple[str, str]]:
    return [(boat, name) for boat, name in play.bell if name.startswith("bells-")]


# The watch


@story
async def test_the_ships_bell_is_struck_every_half_hour_of_play() -> None:
    async with at_the_console(first="red", crews="all none") as play:
        await play.play_orders("red.captain start A1")
        await play.run(30 * MINUTES)
        assert bells_of(play) == [("red", "bells-1")]
        await play.run(90 * MINUTES)
        assert [name for _, name in bells_of(play)] == ["bells-1", "bells-2", "bells-3", "bells-4"]


@story
async def test_it_stands_still_with_the_game() -> None:
    async with at_the_console(first="red") as play:
        await play.run(20 * MINUTES)
        await play.menu("red.captain", "stop the game")
        await play.run(60 * MINUTES)
        assert bells_of(play) == []
        await play.press("red.captain", "ok")
        await play.run(9 * MINUTES)
        assert bells_of(play) == []
        await play.run(2 * MINUTES)
        assert bells_of(play) == [("red", "bells-1"), ("blue", "bells-1")]


@story
async def test_its_twin_is_shown_at_every_station_of_who_plays() -> None:
    async with at_the_console(crews="all none") as play:
        await play.run(30 * MINUTES)
        assert all("One bell" in play.panel(f"red-{n}").text for n in (1, 2, 3, 4))
        assert "One bell" not in play.panel("blue-1").text


@story
async def test_an_undo_moves_the_half_hour_too() -> None:
    async with at_the_console(first="red") as play:
        await play.run(10 * MINUTES)
        await play.play_orders(*SPLIT_START)
        await play.run(10 * MINUTES)
        await play.menu("red.captain", "ask to take back")
        await play.turn("blue.captain", 1)
        await play.hold("blue.captain", "ok")
        await play.run(1)
        before = play.table.clock.now()
        assert before < 12 * 60_000, "the time since the order is taken back with it"
        await play.run((HALF_HOUR - before) / 1000 - 5)
        assert bells_of(play) == []
        await play.run(10)
        assert bells_of(play) == [("red", "bells-1"), ("blue", "bells-1")]


def test_the_strokes_are_struck_in_pairs_from_one_to_eight_and_anew() -> None:
    score = Score.read("sonar")
    cues = [score.call_for_watch(half_hours) for half_hours in range(18)]
    assert cues[0] is None, "nothing is struck when a game begins"
    strokes = [sum(note.pitch > 0 for note in cue.call.notes) for cue in cues if cue]
    assert strokes == [*range(1, 9), *range(1, 9), 1]
    eight = score.calls["bells-8"].notes
    rests = [note.ms for note in eight if not note.pitch]
    within, between = rests[::2], rests[1::2]
    assert max(within) * 2 < min(between), "a pair is heard as a pair"


def test_the_ships_bell_gives_way_to_every_other_call() -> None:
    score = Score.read("sonar")
    strikes = {score.calls[name].priority for name in score.watch}
    others = {call.priority for name, call in score.calls.items() if name not in score.watch}
    assert max(strikes) < min(others)
    assert score.urgent.isdisjoint(score.watch)


@story
async def test_it_waits_until_an_urgent_call_is_over() -> None:
    bells = Bells(("red",))
    made = BoatBells(bells, asyncio.get_running_loop())
    made.begin("sonar", {"red": "red", "blue": "blue"})
    made.on_seat_event("red", ("red",), Heard(1, 0, "dived", {"boat": "red"}))
    await pass_seconds()
    made.strike(2, ("red",))
    await pass_seconds(1)
    assert bells.rung == [("red", "dive")]
    await pass_seconds(3)
    assert bells.rung == [("red", "dive"), ("red", "bells-2")]


# Quiet hours and volume


@pytest.mark.parametrize(
    ("hours", "quiet"),
    [
        ("22-07", {22, 23, 0, 1, 2, 3, 4, 5, 6}),
        ("13-15", {13, 14}),
        ("00-00", set()),
        ("off", set()),
        ("7-22", set()),
    ],
)
def test_hours_are_quiet_from_the_first_until_the_second(hours: str, quiet: set[int]) -> None:
    assert {hour for hour in range(24) if is_quiet(hours, hour)} == quiet
    assert not is_quiet(hours, None)


def test_what_hours_are() -> None:
    assert all(are_hours(hours) for hours in (*OFFERED["quiet"], "05-06"))
    assert not any(are_hours(hours) for hours in ("", "22", "24-07", "22-7", "on", "22-07 "))


@story
async def test_in_quiet_hours_it_is_shown_and_not_rung() -> None:
    wall = [21]
    bells = Bells(("red",))
    made = BoatBells(bells, asyncio.get_running_loop(), ConsoleSettings({"quiet": "22-07"}), lambda: wall[0])
    made.begin("sonar", {"red": "red", "blue": "blue"})
    for hour, rung in [(21, 1), (22, 1), (3, 1), (7, 2)]:
        wall[0] = hour
        assert made.on_seat_event("red", ("red",), TURN_RED._replace(at=hour)) is not None
        await pass_seconds(3)
        assert len(bells.rung) == rung, hour
    wall[0] = 23
    assert made.strike(1, ("red",)) is not None
    assert made.stands("stuck", ("red",)) is not None
    await pass_seconds(3)
    assert len(bells.rung) == 2


@story
async def test_calls_are_as_loud_as_the_console_is_used_to() -> None:
    found: list[Call] = []

    class Loud:
        has_volume = True

        def ring(self, call: Call) -> None:
            found.append(call)

        def hush(self) -> None: ...

    settings = ConsoleSettings()
    made = BoatBells({("red",): Loud()}, asyncio.get_running_loop(), settings)
    made.begin("sonar", {"red": "red", "blue": "blue"})
    for volume in (*VOLUMES, "low"):
        settings.choose("volume", volume)
        made.on_seat_event("red", ("red",), TURN_RED._replace(at=len(found)))
        await pass_seconds(3)
    assert [call.volume for call in found] == [30, 55, 100, 30]
    assert made.have_volume


@story
async def test_quiet_hours_and_volume_stand_in_the_station_menu() -> None:
    async with at_the_console(crews="all none") as play:
        await play.menu("red.captain")
        await play.turn("red-1", 9)
        assert any(line == "> Volume high" for line in play.panel("red-1").lines), play.panel("red-1").text
        await play.press("red-1", "ok")
        await play.turn("red-1", -1)
        assert play.console.settings.of("volume") == "high", "it is not taken yet"
        await play.press("red-1", "ok")
        assert play.console.settings.of("volume") == "medium"
        await play.turn("red-1", 1)
        await play.press("red-1", "ok")
        for wanted in OFFERED["quiet"][1:]:
            await play.turn("red-1", 1)
            assert f"> Quiet hours ‹{wanted}›" in play.panel("red-1").lines
        await play.press("red-1", "back")
        assert "> Quiet hours off" in play.panel("red-1").lines, "BACK leaves the line as it was"


def test_without_a_volume_there_is_no_such_line() -> None:
    async def story() -> None:
        async with at_the_console(crews="all none") as play:
            for ringer in play.console.bells._bells.values():
                mock.patch.object(type(ringer), "has_volume", False).start()
            await play.menu("red.captain")
            assert not any("Volume" in line for line in play.panel("red-1").lines)
            assert any("Quiet hours" in line for line in play.panel("red-1").lines)

    try:
        travel(story)
    finally:
        mock.patch.stopall()


# A room for both crews


def rung(room: str, *heard: tuple[str, Heard], crews: Sequence[str] = BOTH, manned: Sequence[str] = BOTH) -> Bells:
    """Return what bells rang for what was heard."""
    bells = Bells(*((boat,) for boat in manned))

    async def story() -> None:
        made = BoatBells(bells, asyncio.get_running_loop(), ConsoleSettings({"room": room}))
        made.crews = lambda: crews
        made.begin("sonar", {"red": "red", "blue": "blue"})
        for who, what in heard:
            if who == SPECTATOR:
                made.on_public_event(what)
            else:
                assert made.on_seat_event(who, manned, what) is not None, "it is shown, whatever rings"
        await pass_seconds(5)

    travel(story)
    return bells


def test_in_a_shared_room_nothing_rings_that_one_crew_alone_heard() -> None:
    assert rung(SHARED, ("red", SECRET)).rung == []
    assert rung(SEPARATE, ("red", SECRET)).rung == [("red", "charged")]


def test_what_all_may_know_rings_from_each_side() -> None:
    heard = [("red", TURN_RED), ("blue", TURN_RED), (SPECTATOR, TURN_RED)]
    for room in (SHARED, SEPARATE):
        assert rung(room, *heard).rung == [("red", "your-turn"), ("blue", "their-turn")]


def test_of_something_that_is_told_in_two_versions_the_public_one_rings() -> None:
    heard = [("red", OWN_SILENCE), ("blue", TOLD_SILENCE), (SPECTATOR, TOLD_SILENCE)]
    for room in (SHARED, SEPARATE):
        assert rung(room, *heard).rung == [("red", "silence"), ("blue", "silence-enemy")], "once at each bell"


def test_a_crew_that_has_the_room_for_itself_hears_everything() -> None:
    assert rung(SHARED, ("red", SECRET), crews=("red",), manned=("red",)).rung == [("red", "charged")]


def test_a_crew_at_another_console_is_in_the_room_too() -> None:
    assert rung(SHARED, ("red", SECRET), crews=BOTH, manned=("red",)).rung == []
    assert rung(SEPARATE, ("red", SECRET), crews=BOTH, manned=("red",)).rung == [("red", "charged")]


@story
async def test_crews_are_the_boats_that_people_sit_at_wherever_they_do() -> None:
    async with at_the_console(crews="all none") as play:
        assert play.console.seating.crews() == ("red",), "understudies are no crew"
        session = Session(asyncio.get_running_loop().time, lambda: None)
        play.table.open_session(session)
        keys = play.console.match.tokens
        assert keys is not None
        hello = {"hello": PROTOCOL, "token": keys.token_of["blue"], "name": "other", "seats": ["blue.captain"]}
        play.table._hello(session, hello)
        assert set(play.console.seating.crews()) == {"red", "blue"}
    async with at_the_console() as play:
        for seat in ("captain", "xo", "engineer", "radio"):
            play.console.seating.give(Seat(f"blue.{seat}"), "")
        await play.run(1)
        assert set(play.console.seating.crews()) == {"red", "blue"}, "who lets understudies play is still in the room"


def heard_in_a_room(room: str, header: Header, orders: Sequence[Order]) -> list[tuple[float, str, str]]:
    """Play a history; return what all bells sounded, with the moments."""
    found: list[tuple[float, str, str]] = []

    async def story() -> None:
        async with at_the_console(begin=False, settings=ConsoleSettings({"room": room})) as play:
            crews = {"blue": "one", "red": "one"}  # bells are of boats: a panel each is enough to draw
            play.console.lobby.begin(GamePlan("sonar", "", crews, dict(header.options)), header.seed)
            await play.run(1)
            for turn in split_turns(orders):
                begun = asyncio.get_running_loop().time()
                for place, order in enumerate(turn):
                    if place == len(turn) - 1:
                        await pass_seconds(begun + TURN - asyncio.get_running_loop().time())
                    page = play.page(order.seat)
                    prompts = page.client.seen[order.seat].view["prompts"]
                    key = next((str(p["key"]) for p in prompts if order.verb in p["verbs"]), None)
                    page.client.order(order._replace(answers=key))
                    await pass_seconds(MARK)
            await pass_seconds(5)
            calls = [(at, whose, what) for at, whose, what in play.heard.noted if isinstance(what, Call)]
            found.extend((at, whose, call.name) for at, whose, call in calls)

    with mock.patch("klaxon.table.fake_time.TravelLoop", OrderlyLoop):
        travel(story)
    return found


def test_twins_sound_alike_at_all_bells_of_a_shared_room() -> None:
    """Both crews hear both bells: what differs in the secrets of one boat is not heard at either."""
    header, one, other = silent_twins()
    shared = heard_in_a_room(SHARED, header, one)
    assert {whose for _, whose, _ in shared} == {"red bell", "blue bell"}
    assert len(shared) > 20
    assert shared == heard_in_a_room(SHARED, header, other)


def test_a_crew_in_a_room_of_its_own_hears_what_is_not_heard_in_a_shared_one() -> None:
    """Radiation that nobody announces: in a shared room twins sound alike, in two rooms they need not."""
    header = sonar_header(first="blue", chart="bravo-2", announce_breakdown="none")
    whole, burnt = ([Order.read(line) for line in lines] for lines in BURNT)
    assert heard_in_a_room(SHARED, header, whole) == heard_in_a_room(SHARED, header, burnt)
    assert heard_in_a_room(SEPARATE, header, whole) != heard_in_a_room(SEPARATE, header, burnt)


# What is kept


def test_a_console_begins_with_a_shared_room() -> None:
    assert DEFAULTS["room"] == SHARED
    assert ConsoleSettings().of("room") == SHARED


def test_habits_are_kept_and_found_again(tmp_path: Path) -> None:
    folder = tmp_path
    assert STORE.read(folder) == ({}, "")
    kept: list[str] = []
    settings = ConsoleSettings(keep=lambda chosen: kept.append(STORE.write(folder, chosen)))
    settings.choose("room", SEPARATE)
    settings.choose("quiet", "05-06")
    settings.choose("quiet", "05-06")
    settings.choose("launch", "3")
    assert kept == ["", "", ""], "what is the same is not written again"
    again = ConsoleSettings(STORE.read(folder).chosen)
    assert [again.of(name) for name in OFFERED] == ["05-06", "high", SEPARATE, OWN, PAUSE, AHEAD]
    assert again.crews() == {"launch": "3"}, "of any boat"
    assert "05-06" in again.values("quiet")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": 2, "habits": {}}',
        '{"format": 1, "habits": {"room": "secret"}}',
        '{"format": 1, "habits": {"quiet": "22-99"}}',
        '{"format": 1, "habits": {"volume": 3}}',
        '{"format": 1, "habits": {"blue": "everybody"}}',
        '{"format": 1, "habits": {"colour": "red"}}',
        "[" * 9999,
    ],
)
def test_a_file_that_no_console_wrote_is_set_aside(tmp_path: Path, text: str) -> None:
    folder = tmp_path
    (folder / "habits.json").write_text(text)
    remembered = STORE.read(folder)
    assert remembered.chosen == {}
    assert "habits.json" in remembered.trouble
    assert not (folder / "habits.json").exists()
    assert (folder / "habits.json.broken-1").read_text() == text


def test_what_is_no_habit_cannot_be_chosen() -> None:
    for setting, value in [("room", "garden"), ("quiet", "noon"), ("volume", "11")]:
        with pytest.raises(ValueError, match=value):
            ConsoleSettings().choose(setting, value)


@pytest.mark.parametrize(
    ("there", "known"),
    [
        ((), True),  # no Pi: its clock is trusted
        (("proc/device-tree/model",), False),
        (("proc/device-tree/model", "run/systemd/timesync/synchronized"), True),
        (("proc/device-tree/model", "dev/rtc0"), True),
    ],
)
def test_a_pi_that_nobody_told_the_time_has_no_quiet_hours(there: tuple[str, ...], known: bool, tmp_path: Path) -> None:
    for name in there:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert (local_hour(tmp_path) is not None) is known
