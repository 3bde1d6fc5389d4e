"""Setting up: options asked for, presets, defaults, and everything wrong at once."""

from __future__ import annotations

from klaxon import data
from klaxon.rules.contract import Header
from klaxon.rules.games import game_named
from klaxon.table.setup import complete_options, make_header

SONAR = game_named("sonar")


def test_a_header_holds_everything_by_value() -> None:
    header = make_header(SONAR, {"rules": "second-ua", "mine_chain": "off"}, data.read, "abc")
    assert isinstance(header, Header)
    assert (header.game, header.version, header.seed) == ("sonar", 1, "abc")
    assert set(header.options) == {option.name for option in SONAR.options}
    assert header.contents == {"chart": data.read("charts", "alpha-2", "turns")}


def test_what_was_asked_wins_over_the_preset_and_that_over_the_default() -> None:
    options = complete_options(SONAR, {"rules": "wolfpack", "mine_chain": "full"})
    assert options["mine_chain"] == "full"
    assert options["broken_order"] == "nothing"
    assert options["victory"] == "hunt"


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = make_header(SONAR, {"chrt": "x", "limit": "-1", "victory": "glory", "undo": "yes"}, data.read, "0")
    assert isinstance(wrong, list)
    assert [(refusal.code, refusal.facts["option"]) for refusal in wrong] == [
        ("unknown-option", "chrt"),
        ("bad-option", "limit"),
        ("bad-option", "victory"),
    ]
    assert wrong[0].facts["nearest"] == "chart"
    assert wrong[2].facts["values"] == "hunt|sudden-death"
