"""`klaxon hands`: hand movements at the stations beside the moves of the printed game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon.cli import MISUSED, main
from klaxon.cli.uboot.printed import APP, HOW_COUNTED, MOVES, printed_moves
from klaxon.rules.contract import UMPIRE, Event
from tests.rules.uboot.kit.boat import mission

HEARD = frozenset((UMPIRE,))
REACHED = 52
"""Movements at the stations for a hundred moves in print, in the short patrol."""


def moves_of(kind: str, **facts: object) -> dict[str, int]:
    """Return the moves that one thing takes in print."""
    return dict(printed_moves([Event(kind, facts, HEARD)], {"singed": 2}))


def test_every_piece_that_the_printed_game_moves_is_counted() -> None:
    events = [
        Event("order-track", {"value": 7}, HEARD),
        Event("activated", {"man": "captain.circle", "tokens": 2}, HEARD),
        Event("moved", {"man": "captain.circle", "room": 3, "carried": "pump"}, HEARD),
        Event("moved", {"man": "captain.square", "room": 3, "carried": ""}, HEARD),
        Event("watch-changed", {"shift": 2}, HEARD),
        Event("draw", {"tokens": ["captain.circle", "captain.square"], "hit": []}, HEARD),
        Event("card", {"deck": "burn", "card": "singed", "hand": False, "man": "captain.circle"}, HEARD),
        Event(
            "malady", {"card": "singed", "placed": {"wound": 1, "fatigue": 0, "act": 1}, "pushed": {"act": 1}}, HEARD
        ),
        Event("treated", {"card": "singed"}, HEARD),
        Event("repair", {"state": "finished"}, HEARD),
        Event("done", {"order": "dive"}, HEARD),
        Event("diving", {"metres": 20}, HEARD),
        Event("time", {"mode": "transit", "why": "order"}, HEARD),
        Event("time", {"mode": "real", "why": "feed"}, HEARD),
    ]
    assert printed_moves(events, {"singed": 2}) == {
        "track markers": 1,
        "tokens on men": 2 + 3,
        "figures": 2,
        "things carried": 1,
        "boards turned": 4,
        "tokens of the bag": 2 + 1,
        "cards": 2,
        "medicines": 2,
        "markers on the boat": 1,
        "telegraph and gauge": 1,
        APP: 3 + 1,
    }


def test_a_token_that_changes_hands_or_colour_is_counted_each_time_it_is_touched() -> None:
    assert moves_of("handed-over", extra=1) == {"tokens on men": 2}
    assert moves_of("handed-over", extra=0) == {"tokens on men": 1}
    assert moves_of("smoked", men=["captain.circle", "captain.square"]) == {"tokens on men": 2, "cigarettes": 1}
    assert moves_of("worsened", level="red") == {"markers on the boat": 2, APP: 1}
    assert moves_of("flooded", lost=["wires"]) == {"markers on the boat": 2}
    assert moves_of("cooked", tokens=["fish"], lemon=True) == {"food": 2}
    assert moves_of("sealed", room=4) == {"pieces of the puzzle": 13, APP: 1}


def test_the_app_is_told_of_a_repair_and_tells_its_end_by_itself() -> None:
    assert moves_of("repair", state="started") == {APP: 4}
    assert moves_of("repair", state="paused") == {APP: 3}
    assert moves_of("repair", state="finished") == {"markers on the boat": 1}
    assert moves_of("done", order="first_aid") == {}, "an order without the app"


def test_a_card_of_a_random_man_draws_his_token() -> None:
    card = Event("card", {"deck": "morale1", "card": "nerves", "hand": False}, HEARD)
    malady = Event("malady", {"card": "nerves", "placed": {"fatigue": 1}, "pushed": {}}, HEARD)
    assert printed_moves([card, malady], {})["tokens of the bag"] == 2
    dealt = Event("card", {**card.facts, "man": "captain.circle"}, HEARD)
    assert printed_moves([dealt, malady], {})["tokens of the bag"] == 0, "he was drawn before"
    assert moves_of("card", deck="events", card="letter", hand=True) == {"cards": 1}


def test_a_short_patrol_is_played_by_hand_and_takes_about_half_the_movements(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = [{"at": "0:20:00", "do": "emergency", "kind": "fire", "room": 4}]
    (tmp_path / "patrol.json").write_text(mission(script, HOURS=2), "utf-8")
    assert main(["hands", f"mission={tmp_path / 'patrol.json'}", "wear=off", "events=off", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["watches"] == 1
    assert found["orders"]["new_speed"] == found["orders"]["repair_emergency"] == 1
    worked = {name.split()[0] for name in found["hands"]}
    assert worked == {"red-1", "red-2", "red-3", "red-4"}, "all four stations are worked"
    assert 100 * sum(found["hands"].values()) <= REACHED * sum(found["printed"].values())


def test_what_no_game_begins_with_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hands", "wear"]) == MISUSED
    assert "OPTION=VALUE" in capsys.readouterr().err
    assert main(["hands", "mission=/nowhere"]) == MISUSED
    assert "no game begins with mission=/nowhere" in capsys.readouterr().err


def test_the_help_says_how_print_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["hands", "--help"])
    told = capsys.readouterr().out
    assert all(line in told for line in HOW_COUNTED.splitlines())
    assert {"watch-changed", "cooked", "repair", "draw"} <= set(MOVES)
