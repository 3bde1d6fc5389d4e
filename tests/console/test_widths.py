"""Widths: in every language every text fits its box, wherever the console shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from string import Formatter

import pytest

from klaxon import data
from klaxon.console.devices import Picture
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import fitting
from klaxon.console.drawing.parts import Banner, BottomLine
from klaxon.console.drawing.screen import BOTTOM, Area, Part, Place, Screen
from klaxon.console.language.catalogue import catalogue, languages, say
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_page import LobbyPage
from klaxon.console.lobby.lobby_rows import ConsoleRows
from klaxon.console.onlook.debrief import DebriefPage
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.sound.score import Score
from klaxon.console.station.overlays import Notice
from klaxon.console.station.page import Page
from klaxon.rules.games import GAMES, game_named
from klaxon.rules.sonar.circuits import SYMBOLS
from klaxon.rules.sonar.setting import ROLES, SYSTEMS
from klaxon.rules.steam.grid import NAMES
from tests.console.kit import sonar_stills, steam_stills
from tests.console.kit.cuts import Cut, cuts
from tests.console.kit.eased import coached, large
from tests.console.kit.frames import check
from tests.console.kit.live_stills import LIVE_STILLS, TRACES
from tests.console.kit.pseudo import quoted, spoken
from tests.console.kit.refusing import cases
from tests.console.kit.scenes import Room, Stills
from tests.console.kit.sonar_seats import ONE_LINE
from tests.console.kit.speaking import speaking
from tests.console.kit.steam_hands import fiddle
from tests.console.kit.steam_stills import BLUE, RED
from tests.console.kit.stories import golden, told
from tests.effort import effort

WIDE, HIGH = 128, 64
MOST = 20
"""Values of a row of the lobby that are all looked at; of more, which are numbers, the first and the last."""
Draw = Callable[[Room, str], Picture]
"""Room, seat -> what its panel shows."""
in_every_language = pytest.mark.parametrize("language", languages())


def seen(part: Part, width: int = WIDE, height: int = HIGH) -> None:
    """Draw a part alone."""
    part.draw(Canvas(width, HIGH), Area(0, 0, width, height))


def leafed(page: Page, width: int = WIDE) -> None:
    """Draw a page and its bottom line."""
    line = Place(Area(0, HIGH - BOTTOM, width, BOTTOM), page.bottom())
    Screen((*page.places(width, HIGH), line)).picture(width, HIGH)


def listed(found: Iterable[Cut]) -> str:
    """Return cuts for people to read."""
    return "\n".join(sorted(map(str, found)))


# The screens of a seat


@cache
def rooms() -> dict[str, tuple[str, Room]]:
    """Return every still, made once: only the words differ."""
    folders: dict[str, Stills] = {"sonar": sonar_stills.STILLS, "live": LIVE_STILLS, "steam": steam_stills.STILLS}
    return {
        f"{folder}/{name}": (seat, make()) for folder, made in folders.items() for name, (seat, make) in made.items()
    }


@in_every_language
def test_nothing_is_cut_on_the_screens_of_a_seat(language: str) -> None:
    with cuts() as found, speaking(language):
        for name, (seat, room) in rooms().items():
            check(name, room.speak(language).panel(seat))
            room.panel(seat, 2 * WIDE)
    assert not found, listed(found)


@in_every_language
def test_nothing_is_cut_on_the_panes_of_a_seat(language: str) -> None:
    with cuts() as found, speaking(language):
        for name, (seat, pane, make) in steam_stills.PANES.items():
            check(f"steam/{name}", make().speak(language).panel(seat, pane=pane))
    assert not found, listed(found)


@in_every_language
@pytest.mark.parametrize("draw", [coached, large])
def test_nothing_is_cut_at_an_eased_station(language: str, draw: Callable[[Room, str, int], Picture]) -> None:
    with cuts() as found:
        for seat, room in rooms().values():
            for width in (WIDE, 2 * WIDE):
                draw(room.speak(language), seat, width)
    short = [cut for cut in found if cut.how != "whole"]  # a message gives way to the coach as a whole
    assert not short, listed(short)


def plain(room: Room, seat: str) -> Picture:
    """Return the panel of a seat."""
    return room.panel(seat)


@in_every_language
@pytest.mark.parametrize("draw", [plain, coached, large])
def test_nothing_of_a_card_is_cut_where_it_is_picked_and_where_it_lies(language: str, draw: Draw) -> None:
    with cuts() as found:
        picking = steam_stills.set_out("free").speak(language)
        for _ in picking.scene(BLUE).draft.choices:
            draw(picking, BLUE)
            picking.turn(BLUE, 1)
        for page in (0, 2):
            boat = steam_stills.room().speak(language).turn(BLUE, page).press(BLUE, "push")
            for _ in NAMES:
                draw(boat, BLUE)
                boat.turn(BLUE, 1)
    assert not found, listed(found)


@in_every_language
def test_nothing_is_cut_while_steam_torpedo_is_played_by_chance(language: str) -> None:
    """Captains who turn and push as it comes, at stations of their own and beside panes."""
    for setup in ("draft", "ready"):
        dice, room = Random(f"{language} {setup}"), steam_stills.set_out(setup).speak(language)
        for _ in range(effort(40, 80)):
            seat = dice.choice((RED, BLUE))
            with cuts() as found:
                fiddle(room, seat, dice)
                dice.choice((plain, coached, large))(room, seat)
            assert not found, f"{listed(found)}\n{room.words(seat)}"
            if not room.wander(dice):
                break


@in_every_language
def test_nothing_is_cut_while_a_hull_is_traced(language: str) -> None:
    with cuts() as found, speaking(language):
        for name, make in TRACES.items():
            tracer = make()
            tracer.room.speak(language)
            check(f"live/trace-{name}", tracer.panel())
    assert not found, listed(found)


# The pages of a console


class NoCoach:
    """Coaches nobody."""

    def everywhere(self) -> bool:
        return False

    def coach_all(self, *, on: bool) -> None:
        """Do nothing."""


@in_every_language
def test_nothing_is_cut_in_the_lobby(language: str) -> None:
    with cuts() as found:
        for game in GAMES:
            house = ConsoleRows(ConsoleSettings(), lambda _: None, NoCoach(), volume=True)
            page = LobbyPage((), lambda _: None, GamePlan(game), lambda: language, house)
            leafed(page)
            page.unfolded = True
            for place, row in enumerate(page.rows()):
                page.home()
                page.turn(0, place)
                leafed(page)
                about = row.about() if row.about is not None else None
                assert about is not None, f"nobody explains {row.text}"
                leafed(about)
                if row.choice is None or row.choice.is_switch:
                    continue
                page.push()
                values = row.choice.values
                for value in values if len(values) <= MOST else values[:: len(values) - 1]:
                    row.choice.set(value)
                    leafed(page)
                page.back()
    assert not found, listed(found)


@in_every_language
@pytest.mark.parametrize("name", ["sonar/hunt-by-torpedo", "steam/draft-and-oxygen"])
def test_nothing_is_cut_in_a_debrief(language: str, name: str) -> None:
    page = DebriefPage(told(played(name), language=language))
    with cuts() as found:
        for _ in range(len(page._moments)):
            leafed(page)
            leafed(page, 2 * WIDE)
            page.turn(0, 1)
    assert not found, listed(found)


played = cache(golden)


# Sentences with the widest facts


def longest(words: Iterable[str]) -> str:
    return max(words, key=len)


@cache
def widest(language: str) -> dict[str, str]:
    """Return the longest that a fact can be, in the words of a language."""
    phrases = Phrases("sonar", language)
    systems = longest(map(phrases.value, (*SYSTEMS, "scenario")))
    ways = longest(map(phrases.value, ("north", "east", "south", "west")))
    point = max((phrases.point(f"{column}15") for column in "ABCDEFGHIJKLMNO"), key=len)
    brief = [phrases.say(f"brief.sonar.{role}") for role in ROLES]
    return {
        "boat": longest(map(phrases.boat, ("red", "blue"))),
        "role": longest(map(phrases.role, ROLES)),
        "roles": ", ".join(brief[:3]),
        "system": systems,
        "dir": ways,
        "a0": point,
        "a1": point,
        "at": point,
        "token": point,
        "mines": point,
        "symbol": longest(phrases.value(symbol.name) for symbol in SYMBOLS),
        "cause": longest(map(phrases.value, ("torpedo", "mine", "section", "radiation"))),
        "verb": longest(phrases.verb(verb.name) for verb in game_named("sonar").verbs),
        "field": longest(phrases.field(name) for name in ("point", "direction", "statement")),
        "event": longest(map(phrases.value, ("smoke", "lava"))),
        "answer": longest(map(phrases.value, ("yes", "no"))),
        "statements": f"{phrases.choice('statement', 'column A')}, {phrases.choice('statement', 'sector 9')}",
        "time": phrases.say("time.seconds", count=99),
        "way": longest(phrases.say(f"call.sonar.{way}") for way in ("north", "east", "south", "west")),
        "initials": "WWW",
        **dict.fromkeys(("damage", "amount", "left", "circuit", "sector", "section", "length"), "9"),
    }


NUMBER = "18"
OPEN = {"path", "reason", "names", "name", "near", "language", "games", "options", "sets", "seats", "acts", "values"}
"""Facts that have no end: a message with one of them may need more lines than a panel has."""


NUMBERED = ("order.sonar.drone", "order.sonar.trace")
"""Orders whose argument is the number of a sector or a section."""
BRIEF = ("hold.sonar.", "stage.sonar.")
"""Headlines in which a boat is named briefly where its whole name does not fit."""


def facts_of(message: str, language: str) -> dict[str, str]:
    names = {name for _, name, _, _ in Formatter().parse(catalogue("en")[message]) if name}
    if message in NUMBERED:
        return dict.fromkeys(names, "9")
    told = {name: widest(language).get(name, NUMBER) for name in names}
    if message.startswith(BRIEF) and "boat" in told:
        told["boat"] = longest(map(Phrases("sonar", language).brief_boat, ("red", "blue")))
    return told


def sentences(prefix: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the messages that begin so, with facts as long as they can be."""
    for message in catalogue("en"):
        if message.startswith(prefix) and not OPEN & (facts := facts_of(message, language)).keys():
            yield message, say(message, facts, language)


@in_every_language
def test_every_refusal_fits_its_notice(language: str) -> None:
    with cuts() as found:
        for prefix in ("refusal.", "wrong."):
            for _, text in sentences(prefix, language):
                seen(Notice(text), height=HIGH - BOTTOM)
        for case in cases():
            if case.at_panel:
                seen(Notice(case.sentence(language)), height=HIGH - BOTTOM)
    assert not found, listed(found)


@in_every_language
def test_every_call_fits_its_banner(language: str) -> None:
    banners = {score.cue(name).banner for score in map(Score.read, GAMES) for name in score.calls}
    with cuts() as found:
        for message in banners:
            title, _, detail = say(message, facts_of(message, language), language).partition("\n")
            banner = Banner(title, detail)
            seen(banner, height=banner.height(WIDE))
    assert not found, listed(found)


BOTTOM_LINES = (
    *("bottom.", "short.", "order.sonar."),
    *("asked.draw.yes", "asked.undo.yes", "asked.rematch.yes", "asked.no", "lobby.start", "lobby.go-on", "lobby.take"),
)


@in_every_language
def test_every_bottom_line_fits(language: str) -> None:
    lines = [text for prefix in BOTTOM_LINES for _, text in sentences(prefix, language)]
    lines += [text for prefix in ("menu.", "service.") for m, text in sentences(prefix, language) if m.endswith(".ok")]
    with cuts() as found:
        for text in lines:
            seen(BottomLine(text), height=BOTTOM)
    assert len(lines) > 90
    assert not found, listed(found)


@in_every_language
def test_what_is_meant_for_one_line_fits(language: str) -> None:
    lines = {text: (font, room) for prefix, font, room in ONE_LINE for _, text in sentences(prefix, language)}
    assert len(lines) > 100
    assert not [text for text, (font, room) in lines.items() if fitting(text, room, font).measure(text) > room]


# That it is noticed


@pytest.mark.parametrize(
    ("message", "text", "name", "how"),
    [
        ("stage.sonar.sail", "Kurs: Nord, Ost, Süd, West", "sonar/captain-sail", "fit"),
        ("verb.sonar.course", "einen Kurs befehlen", "sonar/captain-sail", "fit"),
        ("order.sonar.charge", "das System aufladen: {args}", "sonar/xo-charge", "fit"),
        ("value.sonar.torpedo", "Unterwassertorpedo", "sonar/xo-charge", "fit"),
        ("wait.sonar.dived", " ".join(["warten"] * 14), "sonar/captain-dived", "whole"),
        ("frozen.sonar.why", "Unterseebootskapitänspatent", "live/up-radio", "word"),
        ("mark.sonar.silence", "Schleichfahrt", "sonar/captain-sail", "edge"),
    ],
)
def test_a_text_that_is_too_long_is_found(message: str, text: str, name: str, how: str) -> None:
    seat, room = rooms()[name]
    planted = f'{data.language("de")}\n\nmsgid "{message}"\nmsgstr {quoted(text)}\n'
    with cuts() as found:
        room.speak("de").panel(seat)
    assert not found
    with spoken({"de": planted}), cuts() as found:
        room.panel(seat)
    assert how in {cut.how for cut in found}


def test_lines_that_are_too_many_are_found() -> None:
    with cuts() as found:
        seen(Notice("Wort " * 40), height=HIGH - BOTTOM)
        seen(Banner("ein Titel, der auf keine Zeile passt"), height=BOTTOM)
    assert [cut.how for cut in found] == ["lines", "fit"]
