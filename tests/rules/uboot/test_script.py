"""A watch aboard by `klaxon script`: cases of UBT-12.21 staged by a file, with pause, undo and the spectator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from klaxon import data
from klaxon.cli import FOUND, main
from klaxon.table.script import Script
from tests.rules.golden.kit.scripts import scripts
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, mission


@pytest.fixture
def script() -> Script:
    return Script(data.read)


def say(script: Script, *lines: str) -> list[dict[str, Any]]:
    """Say lines that must be accepted; return every event."""
    events = []
    for line in lines:
        answer = script.answer(line.encode())
        assert answer["ok"], (line, answer)
        events += answer.get("events", [])
    return events


def types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def test_a_course_and_a_speed(script: Script) -> None:
    say(script, "new uboot", "uboot.first_officer begin", "uboot.captain new_course 330", "uboot.first_officer assign")
    refused = script.answer(b"uboot.captain new_speed half")
    facts = {"order": "new_speed", "room": 5, "symbol": "engines", "need": 2, "have": 0}
    assert refused == {"ok": False, "refusal": "needs-men", "facts": facts}
    say(script, "uboot.captain change_positions for=new_speed", "uboot.engineer move triangle 5 hexagon 5")
    say(script, *(f"uboot.{role} ready" for role in ("captain", "first_officer", "navigator", "engineer")))
    assert types(say(script, "uboot.captain new_speed half", "uboot.engineer assign"))[-1] == "done"
    view = script.answer(b"view spectator")["view"]
    assert (view["boat"]["setting"], view["boat"]["ordered_course"], view["tracks"]["order"]) == ("half", 330, 5)


def test_a_staged_watch_with_a_bell_a_pause_and_an_undo(script: Script, tmp_path: Path) -> None:
    staged = tmp_path / "watch.json"
    men = {"navigator.circle.1": {"watch": True}, "captain.circle.1": {"act": 2}}
    staged.write_text(mission(figures=dict.fromkeys(WATCHERS, 8), men=men), "utf-8")
    say(script, f"new uboot mission={staged} easy_watch=yes navigator=low", "uboot.first_officer begin")
    say(script, "uboot.navigator join watch square", "umpire undo", "uboot.first_officer time transit", "umpire pause")
    assert script.answer(b"uboot.captain new_course 10")["refusal"] == "paused"
    say(script, "umpire resume")
    events = say(script, "at 60000")
    assert types(events) == [
        *("bell", "time", "handed-over", "recovered", "watch-changed"),
    ]
    shown = script.answer(b"view uboot.navigator")["view"]
    assert (shown["shift"], shown["views"], shown["clock"]["game_at"]) == (2, ["bridge"], 4 * HOUR)


def test_a_faulty_mission_is_refused_with_its_line(script: Script, tmp_path: Path) -> None:
    staged = tmp_path / "faulty.json"
    staged.write_text(mission(rooms={"2": {"flooded": True}}), "utf-8")
    answer = script.answer(f"new uboot mission={staged}".encode())
    assert answer["refusal"] == "bad-content"
    assert {fault["code"] for fault in answer["facts"]["faults"]} == {"mission-man-flooded"}


def test_a_replay_says_refusals_in_the_words_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    played = next(path for path in scripts() if path.stem == "first-watch")
    assert main(["replay", str(played)]) == FOUND
    told = capsys.readouterr().out
    assert "first-watch.script:10: needs-men: new_speed needs men in room 5" in told
    assert ": refusal." not in told
