"""U-BOOT's first patrol, walked by what the panels say and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from klaxon.console.guide.conditions import GuideFacts
from klaxon.console.guide.seat_guides import SeatGuides
from klaxon.console.language.catalogue import ENGLISH, words_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.station.page import Page
from klaxon.rules.contract import SPECTATOR, Seat
from klaxon.table.disk.shelf import Shelf
from klaxon.table.running_game import COUNT_IN
from tests.console.kit.first_patrol_walk import MINUTE, SEATS, Row, cards, play_through, printed
from tests.console.kit.newcomer import Newcomer
from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.servicing import built
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST

PATROL: dict[str, Any] = {"game": "uboot", "mission": "first-patrol", "seed": "8"}
PAGE = Path(__file__).parents[2] / "docs" / "first-patrol.md"
ON_PAGE = re.findall(r"^\| \d+\.\d \| .+ \|$", PAGE.read_text("utf-8"), re.MULTILINE)
"""The table of what was read, screen by screen."""


async def walk(play: Playing, hands: Sequence[Newcomer], until: str, minutes: int) -> None:
    """Let newcomers do what they are told, one after another, until one of them has read something."""
    while not any(until in text for hand in hands for text in hand.told[-2:]):
        assert play.table.play.now < minutes * MINUTE, f"nobody read {until!r}: {[hand.told[-3:] for hand in hands]}"
        acted = [await hand.act() for hand in hands]
        await play.run(1 if any(acted) else 6)


@story
async def test_four_newcomers_who_cannot_see_sight_attack_and_come_away() -> None:
    async with at_the_console(crews="all", fittings=built("console-4"), **PATROL) as play:
        rows = list[Row]()
        await play_through(play, rows)
        assert play.table.play.outcome is not None, "the captain brings the boat home"
        captain = " ".join(text for _, seat, text in rows if seat == CAPTAIN)
        for said in ("A ship!", "Torpedoes away", "HIT!", "They hunt us", "Away!"):
            assert said in captain, said
        for seat in SEATS:
            assert len([each for _, each, _ in rows if each == seat]) >= 6, f"{seat} learns its own work"
        assert play.table.play.now > 10 * MINUTE
        assert printed(rows) == ON_PAGE, "print it anew: python -m tests.console.kit.first_patrol_walk 8"
        await play.run(3)
        for seat in SEATS:
            assert "First patrol" not in play.panel(seat).text, "no card lies over the result"


@story
async def test_one_person_works_all_roles_at_one_panel() -> None:
    async with at_the_console(crews="all", fittings=built("mini"), **PATROL) as play:
        await play.run(5)
        await walk(play, [Newcomer(play, seat) for seat in SEATS], "It comes nearer", 4)


@story
async def test_one_person_with_three_understudies_gets_under_water() -> None:
    async with at_the_console(crews="captain", fittings=built("console-4"), **PATROL) as play:
        await play.run(5)
        captain = Newcomer(play, CAPTAIN)
        await walk(play, [captain], "The boat goes to 10 m", 6)
        assert "The bridge is clear" in " ".join(cards(captain))


# Out of line


@story
async def test_a_guided_game_goes_on_in_the_middle_after_a_kill(tmp_path: Path) -> None:
    async with at_the_console(Shelf(tmp_path / "games"), crews="all", **PATROL) as play:
        await play.run(5)
        hands = [Newcomer(play, seat) for seat in SEATS]
        await walk(play, hands, "Wait for the lookouts", 3)
        copytree(tmp_path / "games", tmp_path / "killed")
    async with at_the_console(Shelf(tmp_path / "killed"), begin=False, **PATROL) as play:
        first = play.console.seating.fittings[0].name
        await play.press(first, "ok")
        await play.run(30)
        assert "Wait for the lookouts" in " ".join(play.panel(CAPTAIN).lines), "the step is found by the view alone"
        await play.press(first, "ok")
        await play.press(first, "ok")
        await play.run(COUNT_IN + 2)
        assert "Wait: lookouts search" in play.panel(CAPTAIN).text


@story
async def test_somebody_who_runs_ahead_is_met_where_he_is() -> None:
    async with at_the_console(crews="all", **PATROL) as play:
        await play.run(5)
        for seat in SEATS:
            await play.ok(seat)
        await play.give(f"{FIRST} begin")
        await play.run(1)
        await play.press(CAPTAIN, "ok")
        await play.give(f"{CAPTAIN} dive 10")
        await play.run(1)
        assert "nothing was found yet" in " ".join(play.panel(CAPTAIN).lines)


@story
async def test_the_card_can_be_read_again_from_the_menu_and_in_another_language() -> None:
    async with at_the_console(crews="all", **PATROL) as play:
        await play.run(5)
        assert "First patrol 1/" in play.panel(CAPTAIN).text
        await play.press(CAPTAIN, "ok")
        assert "First patrol 1/" not in play.panel(CAPTAIN).text
        await play.menu(CAPTAIN, "show the step")
        station = play.console.stations[play.station(CAPTAIN)]
        play.console.speak(station, "de")
        await play.run(2)
        assert "Erste Fahrt 1/" in play.panel(CAPTAIN).text


@story
async def test_another_mission_has_no_guide() -> None:
    async with at_the_console(game="uboot", crews="all", mission="drill") as play:
        await play.run(5)
        assert all(play.page(seat).guides.of(Seat(seat)) is None for seat in SEATS)


# Whom it speaks to


class Panelist:
    """A station that writes down what a guide asks of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, object]] = []

    def notice(self, text: str) -> None:
        self.asked.append(("notice", text))

    def interrupt(self, page: Page) -> None:
        self.asked.append(("interrupt", page))

    def drop(self, page: Page) -> None:
        self.asked.append(("drop", page))


def test_a_guide_speaks_to_its_own_station_alone_and_to_no_spectator() -> None:
    host = Panelist()
    guides = SeatGuides("uboot", host, lambda: Phrases("uboot"))
    view = {"mission": {"id": "first-patrol"}, "phase": "setup"}
    guides.begin(SPECTATOR, view)
    assert guides.of(SPECTATOR) is None, "the seat of someone who has no seat"
    guides.begin(Seat(CAPTAIN), view)
    guides.on_read = lambda _: None
    guides.lay_card(Seat(CAPTAIN))
    assert [what for what, _ in host.asked] == ["interrupt"]
    guides.take(Seat(CAPTAIN), GuideFacts({**view, "phase": "sea"}, order="dive", answer="accepted"), is_seen=False)
    assert [what for what, _ in host.asked] == ["interrupt", "drop"], "the card of a step that is over"


@pytest.mark.parametrize("language", ["en", "de", "ru", "uk"])
def test_the_title_of_a_card_says_where_one_is(language: str) -> None:
    host = Panelist()
    guides = SeatGuides("uboot", host, lambda: Phrases("uboot", language))
    guides.begin(Seat(ENGINEER), {"mission": {"id": "first-patrol"}})
    guided = guides.of(Seat(ENGINEER))
    assert guided is not None
    assert guided.card(Phrases("uboot", language)).title.endswith(f" 1/{len(guided.steps)}")


# The page that tells of it


def test_each_card_on_the_page_is_one_that_stations_show() -> None:
    shown = {row.split(" | ")[2].removesuffix(" |") for row in ON_PAGE}
    assert len(ON_PAGE) > 40
    assert shown <= set(words_of("uboot", ENGLISH).values())
