"""The debrief at a console: in words, under the dial, on the panel, and for nobody before the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from klaxon.console.devices import Fitting
from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import BOTTOM, Area, Place, Screen
from klaxon.console.games.sonar.debrief import RETELLING
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import Narration, ToldMoment, clock, tell
from klaxon.console.onlook.debrief import DebriefPage, Story
from klaxon.console.profile import virtual
from klaxon.rules.contract import UMPIRE, Event, Ms
from klaxon.table.debrief import Moment, TooEarlyError
from tests.console.kit.frames import check
from tests.console.kit.playing import SPLIT_START, Playing, at_the_console, story
from tests.console.kit.sonar_stills import large
from tests.console.kit.stories import golden, told
from tests.rules.sonar.kit.boats import GAME, Table

TURN = ("red.captain course east", "red.xo charge torpedo", "red.engineer break e1", "red.captain end")


# Words


def test_a_shot_is_told_for_both_crews() -> None:
    sentences = {moment.order: moment.sentences for moment in told(golden("sonar/hunt-by-torpedo")).moments}
    assert sentences["red.captain start D5"] == ("Red starts at D5",)
    assert sentences["red.captain course south"] == ("Red sails south",)
    assert sentences["red.captain torpedo G7"] == ("Red: torpedo to G7", "G7: a hit", "Blue takes 2")
    assert sentences["red.xo charge torpedo @red-charge-5"] == ("Red: torpedo ready",)
    assert sentences["blue.xo drone 4"] == ("Blue: drone, sector 4: yes",)
    assert sentences["red.captain torpedo I6"][-2:] == ("Blue is sunk", "Red wins. The other boat was sunk.")


def test_an_order_without_news_is_told_as_it_was_given_and_only_the_start_is_before_the_first() -> None:
    lines = ("", "uboot.captain time accelerated", "")
    told_of = tell((Moment(Ms(0), line, (), {}) for line in lines), Phrases("uboot"), Narration())
    assert [moment.sentences for moment in told_of] == [
        ("Before the first order.",),
        ("U-boat captain: time fast x30",),
        ("Time passes.",),
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (("blast", {"at": "D4", "by": "red", "results": {"red": "miss", "blue": "miss"}}), "D4: no hit"),
        (("damage", {"boat": "red", "amount": 1, "cause": "section"}), "Red takes 1: a section failed"),
        (("damage", {"boat": "blue", "amount": 1, "cause": "radiation"}), "Blue takes 1: the reactor leaked"),
        (("damage", {"boat": "blue", "amount": 2, "cause": "mine"}), "Blue takes 2"),
        (("charged", {"boat": "red", "system": "mine", "filled": 1, "boxes": 3, "full": False}), "Red: mine 1 of 3"),
        (("sonar", {"boat": "red", "statements": {"row": 3, "sector": 2}}), "Red hears: row 3, sector 2"),
        (("surfaced", {"boat": "blue", "sector": 4}), "Blue surfaces in sector 4"),
        (("detonated", {"boat": "red", "at": "B2"}), "Red: mine B2 goes off"),
    ],
)
def test_events_in_words(event: tuple[str, dict[str, object]], sentence: str) -> None:
    assert RETELLING.say(Event(*event, frozenset({UMPIRE})), Phrases("sonar")) == sentence


@pytest.mark.parametrize(
    ("winner", "reason", "sentence"),
    [
        ("blue", "conceded", "Blue wins. The other boat gave up."),
        ("draw", "agreed", "A draw. Both captains agreed."),
        ("", "umpire", "The umpire ended it."),
    ],
)
def test_how_a_game_ended_by_word_of_mouth(winner: str, reason: str, sentence: str) -> None:
    play = golden("sonar/hunt-by-torpedo")
    play.undo(1)
    play.end(winner, reason)
    assert told(play).moments[-1].sentences == (sentence,)


def test_the_enemys_version_of_an_event_is_not_told_beside_the_true_one() -> None:
    (start,) = [
        moment for moment in told(golden("sonar/hunt-by-torpedo")).moments if moment.order == "red.captain start D5"
    ]
    assert [dict(event.facts) for event in start.events] == [{"boat": "red", "at": "D5"}]


def test_sentences_that_name_the_boat_themselves_do_so_once() -> None:
    moments = told(golden("steam/draft-and-oxygen")).moments
    assert all(moment.sentences for moment in moments)
    said = [sentence for moment in moments for sentence in moment.sentences]
    assert any(sentence.startswith("Red: man ") for sentence in said)
    assert not any("Red: Red" in sentence or "Blue: Blue" in sentence for sentence in said)
    assert moments[-1].sentences[-1] == "Blue wins. The other crew ran out of air."


def test_moments_have_a_clock_a_giver_and_weight() -> None:
    first, *_, last = told(golden("sonar/hunt-by-torpedo")).moments
    assert (first.number, first.by, first.weighty, first.sentences) == (0, "", False, ("Before the first order.",))
    assert (last.by, last.weighty) == ("red.captain", True)
    assert [clock(at) for at in (0, 59_999, 754_000, 3_600_000)] == ["0:00", "0:59", "12:34", "60:00"]


# Under the dial


async def give_up(play: Playing) -> None:
    await play.play_orders(*SPLIT_START, *TURN)
    await play.run(5)
    await play.menu("red.captain", "give up")
    await play.run(5)


@story
async def test_every_station_that_sat_at_the_game_can_open_it() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        for seat in ("red.xo", "red.engineer", "blue.radio"):
            await play.press(seat, "ok")
            assert "Before the first order." in play.panel(seat).text
        for captain in ("red.captain", "blue.captain"):
            assert play.panel(captain).bottom == "‹debrief›"
            await play.turn(captain, 1)
            assert play.panel(captain).bottom == "‹play again›"
            await play.turn(captain, -1)
            await play.press(captain, "ok")
            assert "Before the first order." in play.panel(captain).text
        await play.press("red.xo", "back")
        assert play.panel("red.xo").bottom == "‹debrief›", "the end of the game is still there"


@story
async def test_the_dial_goes_through_the_moments() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        await play.menu("blue.radio", "replay it")
        await play.turn("blue.radio", 5)
        panel = play.panel("blue.radio")
        assert "5/9" in panel.text
        assert "Red sails east" in panel.text
        assert "Red is at B1, sector 1" in panel.text
        await play.turn("blue.radio", -1)
        assert "4/9" in play.panel("blue.radio").text
        await play.turn("blue.radio", 1, dial=1)
        assert "9/9" in play.panel("blue.radio").text
        await play.turn("blue.radio", -1, dial=1)
        assert "0/9" in play.panel("blue.radio").text


@story
async def test_push_and_ok_lead_to_what_turned_the_game() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        await play.press("red.engineer", "ok")
        assert play.panel("red.engineer").bottom == "next turning point"
        await play.press("red.engineer", "push")
        assert "Blue wins. The other boat gave up." in play.panel("red.engineer").text
        assert play.panel("red.engineer").bottom == "from the start"
        await play.press("red.engineer", "ok")
        assert "0/9" in play.panel("red.engineer").text


@story
async def test_home_leaves_it_and_a_second_look_lies_alone() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        station = play.console.stations[play.station("red.xo")]
        for _ in range(3):
            await play.menu("red.xo", "replay it")
        assert sum(isinstance(page, DebriefPage) for page in station.pile) == 1
        await play.hold("red.xo", "back")
        assert len(station.pile) == 1


@story
async def test_a_game_of_the_general_screen_is_told_in_sentences() -> None:
    async with at_the_console(game="steam") as play:
        await play.run(3)
        await play.menu("red.captain", "give up")
        await play.menu("red.captain", "replay it")
        await play.press("red.captain", "ok")
        assert "Blue wins. The other boat gave up." in play.panel("red.captain").text


# For nobody before the end


@story
async def test_nobody_gets_it_while_the_game_goes_on() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        for station in play.console.seating.manning:
            await play.chord(station, "ok", "back")
            assert "Debrief" not in play.panel(station).text
            play.console.debrief(play.console.stations[station])  # a menu that was open when the game went on
            assert not any(isinstance(page, DebriefPage) for page in play.console.stations[station].pile)
        assert not play.console.debriefs.ready
        with pytest.raises(TooEarlyError):
            await play.console.debriefs.story()


@story
async def test_without_a_table_there_is_nothing_to_tell() -> None:
    async with at_the_console(begin=False) as play:
        assert not play.console.debriefs.ready
        with pytest.raises(TooEarlyError):
            await play.console.debriefs.story()


@story
async def test_it_is_gone_when_the_end_is_taken_back() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        await play.press("red.xo", "ok")
        assert play.console.debriefs.ready
        play.table.play.undo(1)
        play.table.turn_pages()
        await play.run(1)
        with pytest.raises(TooEarlyError):
            await play.console.debriefs.story()
        assert "Before the first order." not in play.panel("red.xo").text


@story
async def test_a_rematch_begins_on_the_page_of_play() -> None:
    async with at_the_console(first="red") as play:
        await give_up(play)
        for seat in ("red.xo", "blue.captain"):
            await play.menu(seat, "replay it")
        await play.choose("red.captain", "play again")
        await play.ok("red.captain")
        await play.choose("blue.captain", "play again")
        await play.ok("blue.captain")
        assert play.panel("blue.captain").bottom == "start at A1"
        assert play.panel("red.xo").bottom == "wait"


@story
async def test_whoever_waits_for_the_end_is_told_of_it() -> None:
    async with at_the_console(first="red") as play:
        seen: list[bool] = []
        play.console.seating.changed = lambda: seen.append(play.console.debriefs.ready)
        await give_up(play)
        assert seen[-1]
        await play.press("red.captain", "back")
        await play.ok("red.captain")
        await play.run(1)
        assert seen[-1], "it can be told when the table was left"
        which = play.console.debriefs.which
        await play.press("red-1", "ok")
        await play.run(1)
        assert play.console.match.playing
        assert play.console.debriefs.which == which, "and while another game is played"


# On the panel


RED, BLUE = "C3 C4 D4 D5 E5 F5", "A10 B10 C10 D10 D9 D8 E8 F8 F7 F6 G6 H6 H7"


def shot(chart: str = "alpha-2", red: str = RED, blue: str = BLUE, **guesses: str) -> ToldMoment:
    """Return a moment with everything in it."""
    table = Table(chart, red=red[:2], blue=blue.split(maxsplit=1)[0])
    table.put("red", route=red, mines="D7 G4", damage=1).put("blue", route=blue, mines="I5 J7", damage=2)
    truth = GAME.show(GAME.view(table.state, UMPIRE))
    boats = {name: {**boat, "guess": guesses.get(f"{name}_guess", "")} for name, boat in truth["boats"].items()}
    facts = {"at": "G6", "by": "red", "weapon": "torpedo", "results": {"red": "indirect", "blue": "indirect"}}
    blast = Event("blast", facts, frozenset({UMPIRE}))
    sentences = ("Red: torpedo to G6", "G6: a hit", "Red takes 1", "Blue takes 1")
    return ToldMoment(0, Ms(754_000), "red.captain torpedo G6", sentences, (blast,), ({**truth, "boats": boats},))


def still(name: str, page: DebriefPage, width: int = 128) -> None:
    """Compare a page as a station shows it."""
    bottom: BottomLine = page.bottom()
    places = (*page.places(width, 64), Place(Area(0, 64 - BOTTOM, width, BOTTOM), bottom))
    check(f"debrief/{name}", Screen(places).picture(width, 64))


def one(moment: ToldMoment) -> DebriefPage:
    return DebriefPage(Story("", "sonar", (moment, moment), Phrases("sonar")))


def test_both_boats_mines_guesses_and_a_blast_on_one_chart() -> None:
    still("shot", one(shot()))
    still("guesses", one(shot(red_guess="H3", blue_guess="B6")._replace(events=())))
    still("large", one(shot(large(), "E8 E7 F7 F8 G8 G9", "M13 N13 N12", red_guess="L3", blue_guess="B6")))


def test_both_boats_on_one_point() -> None:
    moment = shot()._replace(events=())
    boats = {name: {**boat, "at": "G7"} for name, boat in moment.truth["boats"].items()}
    still("together", one(moment._replace(truths=({**moment.truth, "boats": boats},))))


@pytest.mark.parametrize("width", [128, 256])
def test_a_game_from_its_beginning_to_its_end(width: int) -> None:
    page = DebriefPage(told(golden("sonar/hunt-by-torpedo")))
    wide = "wide-" if width > 128 else ""
    still(f"{wide}begin", page, width)
    page.push()
    still(f"{wide}hit", page, width)
    page.push()
    still(f"{wide}end", page, width)


def test_any_other_game() -> None:
    page = DebriefPage(told(golden("steam/draft-and-oxygen")))
    page.turn(0, 20)
    still("general", page)


def test_a_chart_that_scrolls_follows_what_happens() -> None:
    sea = "name: Wide\nsectors: 5\ngrid:\n" + "\n".join(["." * 26] * 26)
    table = Table(sea, red="B2", blue="Y25")
    table.put("red", route="B2").put("blue", route="Y25")
    truth = GAME.show(GAME.view(table.state, UMPIRE))
    red = ToldMoment(0, Ms(0), "red.captain course east", ("a",), (), (truth,))
    pictures = [
        Screen(one(moment).places(128, 64)).picture(128, 64)
        for moment in (red, red._replace(order="blue.captain course east"))
    ]
    assert pictures[0].bits != pictures[1].bits


@story
async def test_a_wide_panel_has_it_too() -> None:
    wide = tuple(replace(fitting, width=256) for fitting in virtual())
    assert isinstance(wide[0], Fitting)
    async with at_the_console(first="red", fittings=wide) as play:
        await give_up(play)
        await play.menu("red.radio", "replay it")
        await play.turn("red.radio", 6)
        assert {"before that", "Red sails east", "Red: torpedo 1 of 3"} <= set(play.panel("red.radio").lines)
