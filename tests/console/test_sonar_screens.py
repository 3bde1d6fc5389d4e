"""The screens of Captain Sonar: golden frames, what they say, and that nothing ever breaks them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import Formatter

import pytest

from klaxon.console.drawing.fonts import BODY, LABEL, Font
from klaxon.console.drawing.screen import Screen
from klaxon.console.games import screens_of
from klaxon.console.games.sonar import GAME as SCREENS
from klaxon.console.games.sonar.plotting import pencil, sheet
from klaxon.console.games.sonar.signs import Kinds
from klaxon.console.language.catalogue import catalogue
from klaxon.rules.contract import Event, Order, Outcome, Seat, Step
from klaxon.rules.domains import OneOf
from klaxon.rules.sonar.circuits import SYMBOLS
from klaxon.rules.sonar.orders import CARRY_OUT
from klaxon.rules.sonar.setting import OPTIONS, ROLES, RULE_SETS, SYSTEMS
from klaxon.rules.walks import walks
from tests.cli.kit.codes import menu_codes
from tests.console.kit import frames
from tests.console.kit.sonar_scenes import PHRASES, Room
from tests.console.kit.sonar_seats import ONE_LINE, PLAYERS
from tests.console.kit.sonar_stills import STILLS, acting, at_sea, at_volcanoes, choosing, large, wreck
from tests.effort import effort
from tests.rules.golden.kit.scripts import answers, scripts
from tests.rules.sonar.kit.boats import GAME, OPEN, Table, everyone, set_up

WORDS = catalogue("en")
OK_LINE = 128 - 18
"""The columns of the bottom line beside the sign of OK."""
"""The columns beside a chart of ten by ten."""
WIDEST = {
    "a0": "J10",
    "a1": "J10",
    "at": "J10",
    "sector": "4",
    "steps": "18",
    "damage": "2",
    "count": "6",
    "circuit": "3",
    "places": "99",
    "amount": "2",
    "dir": "north",
    "length": "4",
    "answer": "yes",
    "system": "torpedo",
    "symbol": "detection 1",
    "cause": "radiation",
    "boat": "Blue",
    "left": "3",
    "time": "99 s",
    "roles": "cap, XO, radio",
    "section": "4",
    "initials": "WWW",
    "way": "NORTH",
}
"""The longest that a fact can be in a message of one line."""


# The frames


@pytest.mark.parametrize("name", STILLS)
def test_a_still_is_as_it_was_approved(name: str) -> None:
    seat, make = STILLS[name]
    frames.check(f"sonar/{name}", make().panel(seat))


@pytest.mark.parametrize("name", ["captain-off-turn", "captain-act", "xo-charge", "engineer-break", "radio-track"])
def test_a_wide_panel_has_a_log_beside(name: str) -> None:
    seat, make = STILLS[name]
    picture = make().panel(seat, 256)
    frames.check(f"sonar/wide-{name}", picture)
    assert "heard" in picture.words


# What the captain sees


def test_the_captain_is_asked_for_a_course_and_told_where_the_boat_is() -> None:
    words = Room.of(at_sea()).words("red.captain")
    assert "sail: NESW" in words
    assert "our boat is at F6, sector 4" in words
    assert "open ways: east, south, west" in words
    assert "F6" in words
    assert "ready: torpedo, drone" in words
    assert "damage 1/4, enemy 0/4" in words


def test_the_captain_reads_the_own_course_as_the_newest_line() -> None:
    room = Room.of(at_sea().put("red", mines="")).give("red.captain course south")
    assert "we sail south" in room.words("red.captain")
    assert "we sail south" not in room.words("red.xo"), "it is no news to those who heard it said"


def test_a_dive_is_old_news_to_the_radio_operator_once_the_enemy_has_called() -> None:
    silent = Room.of(at_sea().put("blue", calls=""))
    assert "the track ends" not in silent.words("red.radio"), "no ring before a call"
    room = Room.of(at_sea().put("blue", calls="N")).hear([everyone("dived", boat="blue")])
    assert "dives" in room.words("red.radio")
    assert "dives" not in room.hear([everyone("course", boat="blue", dir="north")]).words("red.radio")


def test_orders_of_the_start_leave_the_dial_with_the_dive() -> None:
    sailing = [choice.word for choice in Room.of(at_sea()).scene("red.captain").draft.choices]
    assert {"start", "dive"}.isdisjoint(sailing)
    assert {"torpedo", "answer"} <= {*sailing}, "what only waits for its moment stays, with its reason"


def test_the_captain_is_told_who_is_waited_for() -> None:
    room = Room.of(at_sea().put("red", mines="")).give("red.captain course south")
    assert "crew marks" in room.words("red.captain")
    room.give("red.xo charge mine")
    assert "engineer…" in room.words("red.captain")


def test_the_captain_is_told_that_the_first_officer_is_waited_for() -> None:
    room = Room.of(at_sea().put("red", mines="")).give("red.captain course south")
    room.give(f"red.engineer break {room.view('red.engineer')['section'][0]}1")
    assert "XO…" in room.words("red.captain")


def test_a_blast_that_reaches_the_own_boat_is_warned_of() -> None:
    room = Room.of(acting())
    assert "HITS US: 1" in room.choose("red.captain", "torpedo", "G6").words("red.captain")
    assert "we are clear" in room.choose("red.captain", "J6").words("red.captain")


def test_silence_shows_how_far_each_way_leads() -> None:
    words = Room.of(acting()).choose("red.captain", "silence", "east").words("red.captain")
    assert "> east 4" in words
    assert "north 0" in words


def test_the_answer_to_a_sonar_shows_what_is_true() -> None:
    room = Room.of(at_sea().acting("blue", "sonar")).give("blue.xo sonar")
    words = room.words("red.captain")
    assert "SONAR: say 1" in words
    assert "> row 6 true" in words, "the cursor begins at a true one"
    assert "column F true" in words
    assert "sector 4 true" in words
    assert words.count("true") == 3
    assert "SONAR: a lie" in room.choose("red.captain", "row 6", "column A").words("red.captain")


def test_a_boat_that_surfaced_leaves_the_enemy_three_turns() -> None:
    room = Room.of(at_sea()).give("red.captain surface", "red.captain end")
    assert "enemy: 3" in room.words("red.captain")
    assert "turns: 3" in room.words("blue.captain")


# What the others see


def test_the_first_officer_goes_straight_to_the_gauges() -> None:
    room = Room.of(at_sea().put("red", mines="")).give("red.captain course south")
    assert "> mine 0/3" in room.words("red.xo")
    assert "charge mine" in room.words("red.xo")


def test_the_first_officer_points_at_the_system_to_use() -> None:
    words = Room.of(acting("drone", "sonar")).choose("red.xo", "sonar").words("red.xo")
    assert "> sonar 3/3" in words
    assert "send a sonar ping" in words


def test_a_first_officer_in_command_has_the_chart_and_a_menu() -> None:
    room = Room.of(acting(xo_commands="yes"))
    assert "> torpedo" in room.words("red.xo") or "> drone" in room.words("red.xo")
    assert "torpedo to J6" in room.choose("red.xo", "torpedo", "J6").words("red.xo")


@pytest.mark.parametrize(
    ("crossed", "symbol", "says"),
    [
        ("s1 s2 e2", "s3", "circuit 3 mends itself"),
        ("s1 s2 s4 s5 s6", "s3", "SECTION FAILS: 1 damage!"),
        ("w5 w6 n6 e4 e6", "s5", "REACTOR LEAKS: 1 damage!"),
        ("s1 s2 e2 s4 s5 s6", "s3", "circuit 3 mends itself"),
    ],
)
def test_the_engineer_is_told_what_a_cross_does_beside_stopping_a_system(crossed: str, symbol: str, says: str) -> None:
    room = Room.of(at_sea().put("red", mines="", crossed=crossed)).give("red.captain course south")
    assert says in room.choose("red.engineer", symbol).words("red.engineer")


@pytest.mark.parametrize(
    ("crossed", "symbol", "says"),
    [
        ("", "s1", "no drone, sonar"),
        ("", "s2", "no silence"),
        ("", "s3", "no mine, torpedo"),
        ("w1", "s3", "already down"),
        ("w5", "s5", "radiation 2/6"),
        ("w5 w6 n6 e4", "s5", "radiation 5/6; 1 left!"),
        ("s2 s4 s5 s6", "s1", "no drone, sonar; 1 left!"),
        ("s1 s4 s5 s6 w2", "s2", "already down; 1 left!"),
    ],
)
def test_the_engineer_is_told_what_stops_and_how_near_the_danger_is(crossed: str, symbol: str, says: str) -> None:
    room = Room.of(at_sea().put("red", mines="", crossed=crossed)).give("red.captain course south")
    assert says in room.choose("red.engineer", symbol).words("red.engineer").split("\n")


def test_what_a_cross_would_change_is_turned_round_among_the_kinds() -> None:
    def kinds(crossed: str, symbol: str) -> list[bool]:
        room = Room.of(at_sea().put("red", mines="", crossed=crossed)).give("red.captain course south")
        scene = room.choose("red.engineer", symbol).scene("red.engineer")
        (found,) = (part for _, part in screens_of("sonar")("engineer").draw(scene) if isinstance(part, Kinds))
        return [kind.changes for kind in found.kinds]

    assert kinds("", "s1") == [False, True, False], "detection would stop"
    assert kinds("e5", "s1") == [False, False, False], "it is down anyway"
    assert kinds("s1 s2 e2", "s3") == [False, True, True], "a closed circuit brings back what it held"
    assert kinds("s1 s2 e2 n5", "s3") == [False, True, True], "but not what is crossed elsewhere too"
    assert kinds("s1 s2 s4 s5 s6", "s3") == [True, True, True], "a failure mends all, at a price"


def test_every_station_says_whose_turn_it_is() -> None:
    room = Room.of(at_sea())
    for role in ("xo", "engineer", "radio"):
        assert "our turn" in room.words(f"red.{role}")
        assert "enemy turn" in room.words(f"blue.{role}")


def test_the_engineer_sees_what_works() -> None:
    words = Room.of(at_sea().put("red", crossed="w1")).words("red.engineer")
    assert "weapons are down" in words
    assert "silence works" in words


def test_everybody_sees_how_it_ended() -> None:
    _, over = STILLS["captain-over"]
    room = over()
    for seat in PLAYERS:
        words = room.words(seat)
        assert ("VICTORY" if seat.startswith("red") else "DEFEAT") in words
        assert "Blue: damage 4/4" in words


@pytest.mark.parametrize(
    ("winner", "reason", "says"),
    [
        ("red", "conceded", ["VICTORY", "The enemy gave up."]),
        ("blue", "conceded", ["DEFEAT", "We gave up."]),
        ("draw", "agreed", ["A DRAW", "Both captains agreed."]),
        ("", "umpire", ["ENDED", "The umpire ended it."]),
        ("blue", "limit", ["DEFEAT", "Time is up."]),
    ],
)
def test_a_game_may_also_end_by_word_of_mouth(winner: str, reason: str, says: list[str]) -> None:
    for seat in (seat for seat in PLAYERS if seat.startswith("red")):
        scene = replace(Room.of(at_sea()).scene(seat), outcome={"winner": winner, "reason": reason})
        words = Screen(screens_of("sonar")(scene.role).draw(scene)).picture(128, 64).words
        assert [*words[:2]] == says


# The radio operator's track


def heard(calls: str, level: str = "track", chart: str = OPEN) -> Room:
    return Room.of(Table(chart, red="A1", blue="E5", help=level).put("blue", calls=calls))


def end(room: Room) -> str:
    scene = room.scene("red.radio")
    column, row = sheet.end_of(scene.view, scene.lens)
    return f"{chr(65 + column)}{row + 1}"


def test_the_dials_lay_the_end_of_the_track() -> None:
    room = heard("NNE")
    assert end(room) == "G4"
    assert end(room.turn("red.radio", 1)) == "H4"
    assert end(room.turn("red.radio", -2, dial=1)) == "H2"
    assert end(room.turn("red.radio", 3)) == "A2", "round the edge of the chart"


def test_push_lets_the_only_dial_slide_the_other_way() -> None:
    room = heard("NNE")
    room.dials = 1
    assert "→G4" in room.words("red.radio")
    assert end(room.press("red.radio", "push").turn("red.radio", 2)) == "G6"
    assert "↓G6" in room.words("red.radio")
    assert end(room.press("red.radio", "push").turn("red.radio", 1)) == "H6"
    assert end(room.turn("red.radio", 1, dial=1)) == "H7", "a second dial slides along the other axis"


def test_the_dials_pass_over_islands() -> None:
    room = heard("", chart=".#.\n.#.\n...".replace("\n", "..\n") + "..\n.....\n.....")
    room.turn("red.radio", -99, dial=1)
    before = end(room)
    rows = room.view("red.radio")["chart"]["grid"].split("\n")
    for _ in range(30):
        room.turn("red.radio", 1)
        column, row = ord(end(room)[0]) - 65, int(end(room)[1:]) - 1
        assert rows[row][column] == "."
    assert before


def test_a_track_stays_where_it_was_laid_and_grows() -> None:
    room = heard("NNE").turn("red.radio", 1)
    start = room.lenses["red.radio"]["start"]
    for calls, where in (
        ("NNEE", "I4"),
        ("NNEES", "I5"),
        ("NNE", "H4"),
        ("NNE~", "H4"),
        ("NNE~W", "G4"),
        ("NNE~W3N", "G3"),
    ):
        room.state = Table(OPEN, red="A1", blue="E5").put("blue", calls=calls).state
        assert end(room) == where
    assert room.lenses["red.radio"]["start"] == start


@pytest.mark.parametrize(("level", "says"), [("track", ""), ("clash", "clashes: 2"), ("solve", "clashes: 2")])
def test_clashes_are_told_only_where_the_table_helps_so_far(level: str, says: str) -> None:
    chart = ".....\n.....\n..#..\n..#..\n....."
    room = heard("SSE", level, chart)
    room.turn("red.radio", 1).turn("red.radio", -1).turn("red.radio", -1, dial=1)
    assert end(room) == "D4"
    assert ("clash" in room.words("red.radio")) is bool(says)
    assert says in room.words("red.radio")
    assert end(room) == "D4"
    clash = room.view("red.radio").get("clash", [])
    assert len(clash) == (2 if says else 0), "the rules count the same"


def test_a_table_without_help_shows_the_last_call_alone() -> None:
    words = heard("NNESW", "off").words("red.radio")
    assert "WEST" in words
    assert "last call" in words
    assert "NNES" not in words


def test_a_lens_is_what_the_rules_know() -> None:
    room = heard("NNE", "clash").turn("red.radio", 1)
    assert room.lenses["red.radio"]["at"] == "H4"
    assert room.view("red.radio")["clash"] == []


# The radio operator's guess


def said(room: Room) -> str:
    """Return what the pencil tells the crew of red."""
    laid = room.lenses.get("red.radio", {})
    tools = pencil.tools(room.scene("red.radio"))
    place = tools.index(pencil.TELL) if pencil.TELL in tools else 0
    room.lenses["red.radio"] = {**laid, "mode": pencil.MENU, "cursor": str(place)}
    order = pencil.remark(room.scene("red.radio"))
    room.lenses["red.radio"] = laid
    return " ".join(map(str, order.args)) if order else ""


def test_ok_tells_where_the_track_ends() -> None:
    room = heard("NNE")
    assert said(room) == "", "nothing was laid yet"
    assert said(room.turn("red.radio", 1)) == "H4"
    assert "radio's guess" not in room.words("red.captain")
    room.give("red.radio guess H4")
    assert said(room) == "none", "and OK again takes it back"
    assert "radio's guess: H4" in room.words("red.captain")
    assert said(room.turn("red.radio", 1)) == "I4"
    assert "guess" not in room.words("blue.captain")


def test_a_track_that_ends_on_no_sea_is_no_guess() -> None:
    room = heard("", chart=".....\n.....\n..#..\n.....\n.....").turn("red.radio", 1)
    assert said(room) == "D3"
    room.state = room.state.copy()
    for calls, guess in (("W", ""), ("WW", "B3"), ("EE", "")):
        room.state.boats[1].calls = calls
        room.state.views.clear()
        assert said(room) == guess


def test_there_is_no_guess_before_and_after_the_game() -> None:
    before = Room.before(OPEN).turn("red.radio", 1)
    assert said(before) == ""
    room = heard("NNE").turn("red.radio", 1)
    assert said(room) == "H4"
    room.state = room.state.copy()
    room.state.outcome = Outcome("red", "sunk")
    assert said(room) == ""


# Nothing breaks a screen

PRESETS = [
    {"rules": "second"},
    {"rules": "second-ua", "undo": "yes", "help": "clash"},
    {"rules": "wolfpack", "help": "off", "detonate_window": "any"},
    {"rules": "wolfpack", "blunder": "yes", "xo_commands": "yes", "help": "solve"},
    {"rules": "second", "shy_xo": "all", "help": "log", "victory": "sudden-death"},
    {"rules": "second", "limit": "30", "torpedo_path": "plain", "xo_commands": "yes", "detonate_window": "any"},
]


@pytest.mark.parametrize(
    ("place", "chart"),
    [*((place, "alpha-2") for place in range(len(PRESETS))), (0, "large"), (3, "large"), (1, "small"), (3, "huge")],
)
def test_every_view_of_a_random_game_can_be_drawn(place: int, chart: str) -> None:
    dice = random.Random(f"{place} {chart}")
    charts = {"large": large(), "small": "\n".join(["....."] * 5), "huge": "\n".join(["." * 26] * 26)}
    room = Room(set_up(charts.get(chart, chart), str(place), **PRESETS[place]))
    assert set(RULE_SETS) == {preset["rules"] for preset in PRESETS}
    for _ in range(effort(60, 120)):
        for seat in dice.sample(PLAYERS, 3):
            fiddle(room, seat, dice)
        if not room.wander(dice):
            break


def fiddle(room: Room, seat: str, dice: random.Random) -> None:
    """Move the dials and keys of a station at random, and look at its panel."""
    for _ in range(dice.randrange(3)):
        draft = room.scene(seat).draft
        match dice.randrange(4):
            case 0:
                draft.take()
            case 1:
                draft.back()
            case _:
                room.turn(seat, dice.randint(-9, 9), dice.randrange(2))
    picture = room.panel(seat, dice.choice((128, 128, 256)))
    assert picture.words


# Words


def test_every_verb_role_option_and_value_has_words() -> None:
    wanted = {f"role.sonar.{role}" for role in ROLES} | {f"help.sonar.{role}" for role in SCREENS.roles}
    wanted |= {f"{kind}.sonar.{verb.name}" for verb in GAME.verbs for kind in ("verb", "order")}
    wanted |= {f"{kind}.sonar.{verb}" for verb in CARRY_OUT for kind in ("verb", "order")}
    wanted |= {f"option.sonar.{option.name}" for option in OPTIONS}
    values = [str(value) for o in OPTIONS if isinstance(o.domain, OneOf) for value in o.domain.values]
    wanted |= {f"value.sonar.{value}" for value in values if not value.isdigit()}
    wanted |= {f"value.sonar.{word}" for word in (*SYSTEMS, *(symbol.name for symbol in SYMBOLS))}
    assert wanted - set(WORDS) == set()


def test_every_refusal_of_the_menu_has_a_short_form() -> None:
    arguments = {"off-chart", "island", "route", "own-mine", "out-of-range", "full", "no-such-system", "crossed"}
    arguments |= {"wrong-section", "not-radiation", "same-kind", "one-true-one-false", "too-fresh"}
    assert {f"short.{code}" for code in menu_codes() - arguments} - set(WORDS) == set()


def test_every_event_has_words_for_whoever_hears_it() -> None:
    seen: set[str] = set()
    for place, preset in enumerate(PRESETS * 2):
        seen |= said_of_a_game(random.Random(place), Room(set_up("alpha-2", str(place), **preset)))
    shot = GAME.apply(acting("torpedo").state, Order.read("red.captain torpedo D7"))
    assert isinstance(shot, Step)
    seen |= {check_words(event) for event in shot.events}
    for table, lines in (
        (at_volcanoes(0), ("torpedo J5",)),
        (at_volcanoes(1), ("torpedo J5", "volcano 1")),
        (at_volcanoes(2), ("torpedo J5", "volcano 2")),
        (wreck(), ("repair torpedo",)),
        (Table("charlie-2", red="E9", blue="A1"), ("surface",)),
    ):
        told = table.play(*(f"red.captain {line}" for line in lines))
        seen |= {check_words(event) for event in told}
    seen |= {check_words(event) for event in golden_events()}
    kinds = set(re.findall(r"^heard\.sonar\.([a-z-]+)", "\n".join(WORDS), re.MULTILINE))
    assert kinds - seen == {"ready", "undone", "paused", "resumed"}, "the first is ours, the others are the table's"


def golden_events() -> Iterator[Event]:
    """Yield all that happens in the golden playthroughs of real time."""
    for script in scripts():
        if script.stem.startswith("realtime"):
            for answer in map(json.loads, answers(script)):
                for told in answer.get("events", ()):
                    kind, to = told.pop("type"), told.pop("to")
                    yield Event(kind, told, frozenset(map(Seat, PLAYERS if to == ["*"] else to)))


def said_of_a_game(dice: random.Random, room: Room) -> set[str]:
    """Play a game by chance; return the types of events in it, each of which has words."""
    seen: set[str] = set()
    for _ in range(600):
        actors = GAME.actors(room.state)
        if not actors:
            break
        seen |= {check_words(event) for event in room.obey(pick(room, actors, dice)).events}
    return seen


def check_words(event: Event) -> str:
    """Check that both boats can say what happened, as far as they hear it; return the type."""
    for boat in {seat.partition(".")[0] for seat in event.to & set(PLAYERS)}:
        whose = "own" if event.facts.get("boat") == boat else "enemy"
        message = f"heard.sonar.{event.type}"
        assert message in WORDS or f"{message}.{whose}" in WORDS, (event, boat)
        assert "?" not in PHRASES.event_text(event.type, event.facts, boat), event
    return event.type


def pick(room: Room, actors: Sequence[Seat], dice: random.Random) -> Order:
    """Return an order by chance, rather one that does something than the end of a turn."""
    orders = [order for seat in actors for order in walks(GAME, seat, GAME.view(room.state, seat))]
    busy = [order for order in orders if order.verb not in ("end", "surface")]
    return dice.choice(busy or orders)


def lines(prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the messages that begin so, with facts as long as they can be."""
    for message, template in WORDS.items():
        if message.startswith(prefix):
            names = {name for _, name, _, _ in Formatter().parse(template) if name}
            yield message, PHRASES.say(message, **{name: WIDEST.get(name, "") for name in names})


@pytest.mark.parametrize(("prefix", "font", "room"), ONE_LINE)
def test_what_is_meant_for_one_line_fits(prefix: str, font: Font, room: int) -> None:
    found = dict(lines(prefix))
    assert found
    assert {message: text for message, text in found.items() if font.measure(text) > room} == {}


def test_what_was_heard_fits_the_headline_where_it_is_shown() -> None:
    long = {message for message, text in lines("heard.sonar.") if LABEL.measure(text) > 126}
    assert long <= {"heard.sonar.blast", "heard.sonar.over"}, "these two stand only in the log, which breaks lines"


def test_every_order_fits_the_bottom_line() -> None:
    for chart in ("alpha-2", large()):
        table = Table(chart, red="A1", blue="J10", undo="yes").acting("red").put("red", mines="A2")
        table.put("blue", answer_due=0)
        said = [order for seat in PLAYERS for order in walks(GAME, Seat(seat), GAME.view(table.state, Seat(seat)))]
        before = set_up(chart)
        said += walks(GAME, Seat("red.captain"), GAME.view(before, Seat("red.captain")))
        asked = Room.of(Table(chart, red="A1").acting("blue", "sonar")).give("blue.xo sonar").state
        said += walks(GAME, Seat("red.captain"), GAME.view(asked, Seat("red.captain")))
        for state in (wreck().state, choosing(1).state):
            said += walks(GAME, Seat("red.captain"), GAME.view(state, Seat("red.captain")))
        said += [Order(Seat("red.engineer"), "break", (symbol.name,)) for symbol in SYMBOLS]
        said += [Order(Seat("red.xo"), "charge", (system,)) for system in (*SYSTEMS, "scenario")]
        said += [Order(Seat("red.captain"), verb) for verb in ("dive", "undo", "surface", "end")]
        too_long = {text for text in map(PHRASES.order, said) if BODY.measure(text) > OK_LINE}
        assert too_long == set()
        assert {order.verb for order in said} >= {*CARRY_OUT} - {"course"}
