"""`klaxon hands`: hand movements at the stations beside the moves of the printed game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon.cli import MISUSED, main
from klaxon.cli.uboot import hands
from klaxon.rules.contract import UMPIRE, Event
from tests.rules.uboot.kit.boat import mission

HEARD = frozenset((UMPIRE,))


def test_every_piece_that_the_printed_game_moves_is_counted() -> None:
    events = [
        Event("order-track", {"value": 7}, HEARD),
        Event("activated", {"man": "captain.circle", "tokens": 2}, HEARD),
        Event("moved", {"man": "captain.circle", "room": 3, "carried": "pump"}, HEARD),
        Event("moved", {"man": "captain.square", "room": 3, "carried": ""}, HEARD),
        Event("watch-changed", {"shift": 2}, HEARD),
        Event("draw", {"tokens": ["captain.circle", "captain.square"], "hit": []}, HEARD),
        Event("card", {"deck": "burn", "card": "singed", "hand": False}, HEARD),
        Event("malady", {"placed": {"wound": 1, "fatigue": 0, "act": 1}, "pushed": {"act": 1}}, HEARD),
        Event("repair", {"state": "finished"}, HEARD),
        Event("done", {"order": "dive"}, HEARD),
        Event("time", {"mode": "transit", "why": "order"}, HEARD),
        Event("time", {"mode": "real", "why": "news"}, HEARD),
        Event("speed", {"setting": "half"}, HEARD),
    ]
    assert hands.printed_moves(events) == {
        "track markers": 1,
        "tokens on men": 2 + 3,
        "figures": 2,
        "things carried": 1,
        "boards turned": 4,
        "tokens of the bag": 4,
        "cards": 2,
        "markers on the boat": 1,
        hands.APP: 2 + 3 + 2,
    }


def test_a_short_patrol_is_played_by_hand_and_takes_fewer_movements_than_moves(
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
    assert sum(found["hands"].values()) < sum(found["printed"].values())
    assert main(["hands", "wear"]) == MISUSED
    assert "OPTION=VALUE" in capsys.readouterr().err
