"""The screens of U-BOOT: golden frames, what they say, and a watch aboard by keys and dials alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from klaxon.console.devices import Fitting
from klaxon.console.games import narration_of, onlooker_view_of
from klaxon.console.games.uboot.news import text_of
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.console.station.panes import PanePage
from klaxon.rules.contract import Order, Seat
from tests.console.kit import frames
from tests.console.kit.checked_stills import check_stills
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR, Room
from tests.console.kit.uboot_stills import (
    DIVERS,
    ON_THE_BRIDGE,
    STILLS,
    after_the_bell,
    at_sea,
    dive_announced,
    dive_half_manned,
    in_port,
    in_sight,
    on_patrol,
    sent_in_vain,
    turning,
    worn_out,
)
from tests.rules.uboot.kit.boat import Boat

MINI = (Fitting("mini", "red"),)
SEATS = (CAPTAIN, FIRST, NAVIGATOR, ENGINEER)


# The frames


@cache
def rooms() -> dict[str, tuple[str, Room]]:
    """Return every still, made once: only the words differ."""
    return {name: (seat, make()) for name, (seat, make) in STILLS.items()}


@pytest.mark.parametrize("language", languages())
def test_stills_are_as_they_were_approved_and_nothing_is_cut(language: str) -> None:
    check_stills("uboot", rooms(), language)


@pytest.mark.parametrize("pane", ["crew", "tracks", "log"])
def test_a_pane_is_as_it_was_approved(pane: str) -> None:
    frames.check(f"uboot/pane-{pane}", in_sight().panel(CAPTAIN, pane=pane))


# The mission


def test_the_page_of_the_mission_tells_objectives_with_what_the_crew_knows_of_them() -> None:
    room = on_patrol().page(CAPTAIN, "mission")
    said = " ".join(room.panel(CAPTAIN).words)
    assert "5000 of 8000 so far" in said
    assert "since 08:00" in said
    assert "AM12" in said


def test_before_the_start_the_briefing_comes_first_in_the_language_of_the_station() -> None:
    said = " ".join(in_port().page(FIRST, "mission").panel(FIRST).words)
    assert "48 h, from AM12" in said
    assert said.index("Open sea, nobody near") < said.index("24 h")


# What is said


def test_what_an_order_lacks_is_said() -> None:
    room = at_sea().choose(CAPTAIN, "new_speed")
    words = room.words(CAPTAIN)
    assert "> ✗ new speed 2 engines" in words
    assert "engines in 5: needs 2,\nhas 0 free" in words
    assert room.panel(CAPTAIN).words[-1] == "change posts", "what is missing is sent by OK"


def test_before_men_are_sent_again_it_is_said_that_nobody_went() -> None:
    in_vain, again = sent_in_vain(), "Nobody went last time;\ncost: order VII > VI"
    assert again in in_vain.choose(CAPTAIN, "new_speed").words(CAPTAIN)
    assert again in in_vain.choose(CAPTAIN, "change_positions").words(CAPTAIN)
    assert again not in in_vain.choose(CAPTAIN, "watch").words(CAPTAIN), "nobody was sent for that"
    assert again not in sent_in_vain("engineer move circle 5").choose(CAPTAIN, "new_speed").words(CAPTAIN)
    for language in languages():
        said = sent_in_vain().speak(language).choose(CAPTAIN, "new_speed").panel(CAPTAIN).words
        assert said[-2].replace(" ", "").endswith("VII>VI"), f"{language}: the price is cut off"


def test_an_order_costs_a_step_of_the_order_track_and_then_of_morale() -> None:
    assert "cost: order VIII > VII" in at_sea().choose(CAPTAIN, "flood_tubes").words(CAPTAIN)
    assert "000° 0 kn 0 m" in at_sea().choose(CAPTAIN, "new_course").words(CAPTAIN), "what would be changed"
    assert "cost: morale I > 0" in worn_out().words(CAPTAIN)


def test_the_orders_stand_under_their_categories() -> None:
    room = at_sea()
    assert "SHIP [LOOK] ARMS SAFE CREW MORE" in room.words(CAPTAIN)
    words = room.choose(CAPTAIN, "new_course").words(CAPTAIN)
    assert "[SHIP] LOOK ARMS SAFE CREW MORE" in words
    assert "> new course 2 helm" in words
    assert "post lookouts" not in words


def test_the_dial_goes_through_the_orders_tab_by_tab() -> None:
    room = at_sea()
    rows, choices = room.state.board.handbook.orders, room.scene(CAPTAIN).draft.choices
    categories = [rows[choice.word].category for choice in choices if choice.word in rows]
    assert categories == sorted(categories, key=list(dict.fromkeys(categories)).index)
    assert [choice.word for choice in choices][:3] == ["new_speed", "new_course", "new_depth"]


def test_a_new_course_begins_at_the_present_one() -> None:
    room = in_sight().choose(CAPTAIN, "new_course", "270")
    assert room.drafts[CAPTAIN].choices[room.drafts[CAPTAIN].cursor].word == "270"
    assert "steady" in room.words(CAPTAIN)
    assert "60° starboard" in room.turn(CAPTAIN, 60).words(CAPTAIN)
    assert "c1 bears 315" in room.words(CAPTAIN)


def test_the_places_of_an_order_say_who_fills_them() -> None:
    words = dive_announced().words(FIRST)
    assert "> helm in 3: F triangle" in words
    assert "ballast in 3: free" in words
    assert "cheapest: triangle 1, hexagon 1" in words
    room = dive_half_manned()
    assert "wait for: ENG" in room.words(CAPTAIN), "the captain sees who has still to name men"
    assert "> engines in 6: E hexagon" in room.words(ENGINEER)


def test_a_man_without_the_symbol_pays_two() -> None:
    room = Room.at("captain new_course 10").choose(ENGINEER, "circle")
    assert "tokens: circle 2" in room.words(ENGINEER)


def test_lookouts_who_are_enough_can_be_sent_at_once() -> None:
    room = Room.at("captain watch", boat=Boat(figures=ON_THE_BRIDGE))
    assert room.panel(NAVIGATOR).words[-1] == "name them and begin"
    room.give("uboot.navigator assign")
    assert "tokens: circle 1, square 1" in room.words(NAVIGATOR)
    assert room.panel(NAVIGATOR).words[-1] == "carry it out"


def test_who_names_nobody_is_told_so() -> None:
    assert "nobody is named" in turning().choose(FIRST, "none").words(FIRST)


def test_the_feed_counts_what_nobody_has_read() -> None:
    room = in_sight()
    assert "feed: 2 new" in room.words(FIRST)
    assert "* 08:00 Contact c1 at\n*  045:" in room.words(FIRST)
    assert room.panel(FIRST).words[-1] == "read them all"
    read = room.press(FIRST, "ok").words(FIRST)
    assert "new" not in read
    assert "*" not in read


@pytest.mark.parametrize("language", languages())
def test_bearings_and_courses_have_three_digits_in_every_language(language: str) -> None:
    phrases = Phrases("uboot", language)
    seen = {"contact": "c1", "kind": "ship", "by": "lookout", "bearing": 7}
    assert " 007" in text_of(phrases, "contact", seen)
    assert " 007" in text_of(phrases, "aircraft", {"bearing": 7, "seconds": 40})
    assert " 007°" in text_of(phrases, "course", {"degrees": 7})
    assert " 007°" in phrases.order(Order(Seat(CAPTAIN), "new_course", ("7",)))
    assert " 007," in phrases.say("messages.uboot.traffic", traffic="", cell="AM12", course=7, knots=9)


def test_a_mission_without_a_grade_is_not_graded() -> None:
    phrases, over = Phrases("uboot"), {"winner": "", "reason": "time"}
    assert text_of(phrases, "over", {**over, "grade": ""}) == "The mission is over"
    assert text_of(phrases, "over", {**over, "grade": "gold"}) == "The mission is over: gold"
    assert "rade" not in phrases.result("lost", {**over, "facts": {"grade": ""}})
    assert phrases.result("lost", {**over, "facts": {"grade": "gold"}}).endswith("Grade gold.")


def test_the_feed_turns_to_what_is_older() -> None:
    room = after_the_bell()
    assert room.words(FIRST) != room.turn(FIRST, 3).words(FIRST)
    assert room.lenses[FIRST]["top"] == "3"


def test_the_first_officer_tries_a_course_without_giving_it() -> None:
    room = in_sight().leaf(FIRST).turn(FIRST, -20)
    assert "250°" in room.words(FIRST)
    assert "20° port" in room.words(FIRST)
    assert room.state.board.boat.course == 270


def test_every_man_is_told_in_words() -> None:
    words = worn_out().page(CAPTAIN, "crew").words(CAPTAIN)
    assert "C circle: Commander, 2; periscope, address; slots: activation, activation, activation" in words
    assert words.count("slots:") == 16


def test_a_page_that_was_turned_to_gives_way_to_what_waits_and_comes_back() -> None:
    room = at_sea().leaf(FIRST)
    assert "helm" in room.words(FIRST)
    room.give("uboot.captain new_course 330")
    assert "cheapest: triangle 1, hexagon 1" in room.words(FIRST)
    other = turning().leaf(FIRST)
    assert other.panel(FIRST).words[-1] == "men for: new course", "it says so on the pages between"
    room.give("uboot.first_officer assign")
    assert "30° port" in room.words(FIRST), "the page from before: a boat that lies still does not turn"


def test_the_clock_ticks_by_minutes_and_by_ten_of_them_in_transit() -> None:
    room = at_sea()
    screen, scene = room.screen(CAPTAIN), room.scene(CAPTAIN)
    assert screen.tick(scene) == 60_000
    room.give("uboot.captain time transit")
    assert screen.tick(room.scene(CAPTAIN)) == 2_500
    assert screen.tick(in_port().scene(CAPTAIN)) is None


def test_every_page_has_words_and_no_screen_draws_outside() -> None:
    for make in (in_port, at_sea, turning, in_sight, worn_out, after_the_bell):
        for seat in SEATS:
            room = make()
            for _ in range(6):
                assert room.panel(seat).words
                if room.screen(seat).leaf(room.scene(seat)) is not None:
                    room.leaf(seat)


# For those without a station


def test_onlookers_read_how_the_boat_lies() -> None:
    facts = onlooker_view_of("uboot").facts(Boat(course=270).view("spectator"), "uboot", Phrases("uboot"))
    assert {("Course", "270°"), ("Orders", "VIII"), ("Men alive", "32"), ("Order in hand", "none")} <= set(facts)


def test_the_debrief_leaves_out_what_follows_by_itself() -> None:
    boat = Boat()
    told = [*boat.give("captain new_course 330"), *boat.give("first_officer assign")]
    said = [text for event in told if (text := narration_of("uboot").say(event, Phrases("uboot")))]
    assert said == ["Order: new course 330", "Steering 330°", "Done: new course"]


# A watch aboard


def seen(play: Playing) -> Mapping[str, Any]:
    """Return the boat as the captain's station knows it."""
    return play.page(CAPTAIN).client.seen[Seat(CAPTAIN)].view


async def begin(play: Playing) -> None:
    """Put to sea."""
    await play.run(5)
    await play.ok(FIRST)
    await play.run(1)


@story
async def test_a_watch_aboard_by_keys_and_dials_of_four_stations() -> None:
    async with at_the_console(game="uboot", crews="all") as play:
        panes = [station.page.name for station in play.console.stations.values() if isinstance(station.page, PanePage)]
        assert panes == ["crew", "tracks", "log"]
        assert {"all men", "tracks", "log"} <= set(play.console.labels().values())
        await begin(play)
        assert "feed: 1 new" in play.panel(FIRST).text
        await play.give("uboot.captain new_course 30")
        assert "course 030°" in play.panel(FIRST).text, "what is asked comes by itself"
        await play.ok(FIRST)
        await play.run(1)
        assert seen(play)["boat"]["ordered_course"] == 30
        assert "Done: new course" in play.panel(FIRST).text
        await play.turn(CAPTAIN, -20)
        await play.press(CAPTAIN, "push")
        assert "Change posts first" in play.panel(CAPTAIN).text, "a refusal says what to do"
        await play.give("uboot.first_officer time transit")
        await play.run(62)
        assert "12:00 Shift 2 has the\n watch" in play.panel(FIRST).text
        assert "12:0" in play.panel(FIRST).text
        assert play.panel(FIRST).bottom == "time transit x240", "read and on, by one OK"
        await play.press(FIRST, "back")
        assert "030°" in play.panel(FIRST).text, "behind the feed comes the helm"
        await play.turn(FIRST, -60)
        assert "30° port" in play.panel(FIRST).text, "from where the bow points"
        await play.hold(FIRST, "back")
        assert "feed" in play.panel(FIRST).text, "BACK held goes to the first page"


@story
async def test_a_dive_from_the_change_of_posts_to_the_depth() -> None:
    async with at_the_console(game="uboot", crews="all") as play:
        await begin(play)
        await play.give("uboot.captain change_positions for=dive")
        await play.run(1)
        while (view := seen(play))["positions"]:
            for seat in SEATS:
                if seat.partition(".")[2] not in view["positions"]["ready"]:
                    await play.ok(seat)
            await play.run(0.5)
        await play.give("uboot.captain dive 40")
        assert "helm in 3: C circle" in play.panel(CAPTAIN).text, "he stands by the periscope and could help"
        await play.run(1)
        named = [place["man"].partition(".")[0] for place in seen(play)["pending"]["places"] if place["man"]]
        assert set(named) == {"engineer"}, "the OK that sent his men named them too; who sent nobody is asked"
        await play.ok(FIRST)
        await play.run(30)
        assert not seen(play)["boat"]["surfaced"]
        assert "0 kn 4>40 m" in play.panel(CAPTAIN).text, "on its way down"
        await play.run(200)
        assert "000° 0 kn 40 m" in play.panel(CAPTAIN).text


@story
async def test_all_roles_on_one_panel() -> None:
    async with at_the_console(game="uboot", crews="all", fittings=MINI) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.run(1)
        await play.give("uboot.captain new_course 30")
        await play.run(1)
        assert play.page("mini").seat == FIRST, "the panel turns to who is asked"
        await play.ok("mini")
        await play.run(1)
        assert seen(play)["boat"]["ordered_course"] == 30
        shown = []
        for _ in range(30):
            shown.append(play.page("mini").seat)
            await play.press("mini", "back")
        assert set(shown) == set(SEATS), "BACK turns pages, and behind the last comes the next role"


def test_a_dive_is_held_and_belay_is_never_under_the_cursor_by_itself() -> None:
    room = Room.at(boat=Boat(figures=DIVERS)).choose(CAPTAIN, "dive", "40")
    assert room.bottom(room.scene(CAPTAIN)).doing == "grave"
    pending = dive_announced().leaf(CAPTAIN)
    assert "belay" not in pending.panel(CAPTAIN).words[-1]
