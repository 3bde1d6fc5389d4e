"""The golden playthroughs are played again, line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rules.golden.kit.scripts import answers, scripts


@pytest.mark.parametrize("script", scripts(), ids=lambda path: str(path.stem))
def test_a_game_is_played_as_it_was(script: Path) -> None:
    said = script.read_text("utf-8").splitlines()
    golden = script.with_suffix(".answers").read_text("utf-8").splitlines()
    given = list(answers(script))
    assert len(said) == len(golden) == len(given)
    for number, line in enumerate(said):
        assert json.loads(given[number]) == json.loads(golden[number]), f"{script.name}:{number + 1}: {line}"
    assert given == golden


@pytest.mark.parametrize(
    ("name", "winner", "reason"),
    [
        ("hunt-by-torpedo", "red", "sunk"),
        ("surfacing-and-blackout", "draw", "limit"),
        ("sudden-death-by-mine", "red", "sunk"),
        ("charlie-2-second", "blue", "sunk"),
        ("delta-2-second", "red", "sunk"),
        ("delta-2-second-ua", "blue", "sunk"),
        ("echo-2-second", "blue", "sunk"),
        ("echo-2-second-ua", "blue", "sunk"),
        ("realtime-second", "draw", "limit"),
        ("realtime-second-ua", "red", "sunk"),
        ("realtime-wolfpack", "blue", "limit"),
        ("realtime-charlie-2-second", "blue", "sunk"),
        ("realtime-charlie-2-second-ua", "blue", "limit"),
        ("realtime-delta-2-second", "red", "sunk"),
        ("realtime-delta-2-second-ua", "red", "sunk"),
        ("realtime-delta-2-wolfpack", "red", "sunk"),
        ("realtime-echo-2-second", "red", "sunk"),
        ("realtime-echo-2-second-ua", "red", "sunk"),
        ("realtime-echo-2-wolfpack", "red", "sunk"),
        ("cards", "uboot", "time"),
        ("first-watch", "uboot", "time"),
        ("hunted", "uboot", "time"),
        ("gun-action", "uboot", "time"),
        ("air-attack", "uboot", "time"),
        ("split", "uboot", "time"),
        ("homeward", "uboot", "returned"),
    ],
)
def test_each_game_comes_to_its_end(name: str, winner: str | None, reason: str) -> None:
    (script,) = [each for each in scripts() if each.stem == name]
    told = [json.loads(answer) for answer in answers(script)]
    assert [(each["winner"], each["reason"]) for each in told if each.get("over")] == [(winner, reason)]
