"""Setting up U-BOOT in the lobby: what a mission takes and what the level of a role changes stand under the line."""

from __future__ import annotations

import pytest

from klaxon import data
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.games import option_note_of
from klaxon.console.language.catalogue import languages
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_page import LobbyPage
from klaxon.console.station.list_page import NOTE_LINES
from klaxon.rules.games import game_named
from klaxon.rules.uboot.words import LEVELS, ROLES
from klaxon.table.setup import complete_options

PANEL = 128


def note(option: str, language: str = "en", **chosen: str) -> str:
    """Return what the lobby says of the chosen value of an option."""
    return option_note_of("uboot", Phrases("uboot", language), option, complete_options(game_named("uboot"), chosen))


class Form:
    """The form of the lobby, with U-BOOT chosen."""

    def __init__(self) -> None:
        self.page = LobbyPage((), lambda _: None, GamePlan(game="uboot"))

    @property
    def words(self) -> list[str]:
        return [word for place in self.page.places(PANEL, 64) for word in place.part.words()]

    def point_at(self, label: str) -> None:
        self.page.cursor = next(place for place, row in enumerate(self.page.rows()) if row.text == label)


def test_a_line_says_what_the_level_of_its_role_means_while_the_dial_changes_it() -> None:
    form = Form()
    form.point_at("Captain")
    assert "6 orders come back each watch, 4 cards. A lapsed order comes back." in " ".join(form.words)
    form.page.push()
    form.page.turn(0, 2)
    assert "5 orders come back each watch, 3 cards. A lapsed order is lost." in " ".join(form.words)
    form.page.back()
    assert "6 orders come back each watch" in " ".join(form.words)


def test_lines_without_a_note_leave_the_panel_to_the_form() -> None:
    form = Form()
    assert len(form.page.places(PANEL, 64)) == 2, "the game has none"
    form.point_at("Captain")
    title, rows, told = form.page.places(PANEL, 64)
    assert title.area.height + rows.area.height + told.area.height == 56
    assert rows.area.height >= 20, "two lines of the form stay"


def test_in_large_letters_the_note_takes_the_place_of_the_title() -> None:
    form = Form()
    form.page.large = True
    form.point_at("Engineer")
    rows, told = form.page.places(PANEL, 64)
    assert rows.area.height >= 20, "the line under the cursor is two lines high"
    assert told.area.y == rows.area.height


def test_a_mission_says_how_long_it_lasts_at_sea_and_where_it_was_measured_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(data, "sittings", lambda _: {"m05": {"few": 40, "many": 75}})
    assert note("mission", mission="m05") == "At most 48 h at sea, some 40 to 75 min at the table."
    assert note("mission", mission="m12") == "At most 96 h at sea."


def test_what_was_measured_is_of_missions_that_are_there() -> None:
    measured = data.sittings("uboot")
    assert set(measured) <= set(data.names("missions"))
    assert all(0 < sitting["few"] <= sitting["many"] for sitting in measured.values())


def test_somebodys_own_file_has_no_note() -> None:
    assert note("mission", mission="./own.json") == ""
    assert note("captain", box="./own.json") == ""


def test_other_options_have_no_note() -> None:
    assert note("duds") == ""
    assert option_note_of("sonar", Phrases("sonar"), "limit", {"limit": "0"}) == ""


def test_whether_a_lapsed_order_comes_back_is_as_the_option_says() -> None:
    assert "comes back" in note("captain", captain="high", refund_impossible="yes")
    assert "is lost" in note("captain", captain="low", refund_impossible="no")


def test_notes_fit_under_the_form_in_every_language() -> None:
    for language in languages():
        told = [note(role, language, **{role: level}) for role in ROLES for level in LEVELS]
        told += [note("mission", language, mission=mission) for mission in data.names("missions")]
        told += [note("mode", language, mode=mode) for mode in ("single", "linked", "campaign")]
        sitting = {"hours": 96, "few": 100, "many": 150}
        told += [Phrases("uboot", language).say("note.uboot.sitting", **sitting)]
        for each in told:
            assert each
            assert len(LABEL.wrap(each, PANEL)) <= NOTE_LINES, (language, LABEL.wrap(each, PANEL))


def test_no_two_levels_of_a_role_say_the_same() -> None:
    for role in ROLES:
        assert len({note(role, **{role: level}) for level in LEVELS}) == len(LEVELS)
