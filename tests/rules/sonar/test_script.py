"""The script: every line one answer, whatever the line is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon import data
from klaxon.table.script import LATEST, LONGEST_LINE, Script
from tests.rules.sonar.kit.boats import GAME

NEW = "new sonar chart=bravo-2 first=red seed=7"
START = [NEW, "red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive"]
TURN = ["red.captain course east", "red.xo charge mine", "red.engineer break e1", "red.captain end"]
RED = ["red.captain", "red.engineer", "red.radio", "red.xo", "umpire"]
BLUE = ["blue.captain", "blue.engineer", "blue.radio", "blue.xo", "spectator"]


def played(*lines: str) -> Script:
    """Return a script in which every line was accepted."""
    script = Script(data.read)
    for line in lines:
        assert script.answer(line.encode())["ok"], line
    return script


def ask(script: Script, line: str) -> dict[str, Any]:
    """Return the answer as a reader of JSON gets it."""
    told: dict[str, Any] = json.loads(json.dumps(script.answer(line.encode())))
    return told


def refusal(script: Script, line: str) -> str:
    answer = ask(script, line)
    assert answer["ok"] is False, line
    assert set(answer) <= {"ok", "refusal", "facts", "all"}
    return str(answer["refusal"])


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "   # red.captain course east", "\r"])
def test_a_blank_line_or_a_comment_is_answered(line: str) -> None:
    assert ask(Script(data.read), line) == {"ok": True}
    assert ask(played(*START), line) == {"ok": True}


def test_a_new_game_is_told_with_all_its_options() -> None:
    answer = ask(Script(data.read), NEW)
    assert (answer["ok"], answer["game"]) == (True, "sonar")
    expected = {"chart": "bravo-2", "first": "red", "seed": "7", "mode": "turns", "rules": "second", "limit": "0"}
    assert expected.items() <= answer["options"].items()
    assert answer["options"].keys() == {option.name for option in GAME.options} | {"seed"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("new", "unknown-game"),
        ("new chess", "unknown-game"),
        ("new game=sonar", "unknown-game"),
        ("new sonar alpha-2", "stray-word"),
        ("new sonar first=red first=blue", "key-twice"),
        ("new sonar victory=points", "bad-option"),
        ("new sonar victori=hunt", "unknown-option"),
        ("new sonar chart=zulu", "no-content"),
        ("new sonar chart=classic-bravo", "no-layout"),
        ("new sonar chart=./missing.txt", "no-file"),
        ('new sonar chart=""', "bad-option"),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_the_old_one_goes_on(line: str, code: str) -> None:
    assert refusal(Script(data.read), line) == code
    script = played(*START)
    before = ask(script, "state")
    assert refusal(script, line) == code
    assert ask(script, "state") == before


def test_every_wrong_option_is_told() -> None:
    answer = ask(Script(data.read), "new sonar limit=x victori=hunt undo=maybe")
    assert {each["refusal"] for each in answer["all"]} == {"unknown-option", "bad-option"}
    assert len(answer["all"]) == 3
    assert answer["refusal"] == answer["all"][0]["refusal"]


def test_a_faulty_chart_is_refused_with_its_lines(tmp_path: Path) -> None:
    chart = tmp_path / "mine.txt"
    chart.write_text("name: Mine\ngrid:\n.....\n..\n", "utf-8")
    answer = ask(Script(data.read), f"new sonar chart={json.dumps(str(chart))}")
    assert answer["refusal"] == "bad-content"
    assert answer["facts"]["name"] == str(chart)
    assert [(fault["line"], fault["code"]) for fault in answer["facts"]["faults"]] == [
        (3, "chart-size"),
        (4, "chart-row-length"),
    ]


@pytest.mark.parametrize(
    "line", ["red.captain start A1", "state", "view red.captain", "orders red.xo", "at 5", "umpire undo"]
)
def test_without_a_game_there_is_nothing_to_answer(line: str) -> None:
    assert ask(Script(data.read), line) == {"ok": False, "refusal": "no-game", "facts": {}}


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"red.captain course \xc3",
        b"red.captain",
        b"captain=red course",
        b"red.captain course=east",
        b"red.captain course (east)",
        b'red.captain course "east',
        b'red.captain course "\\ud800"',
        b"red.captain course east;",
        b"x" * (LONGEST_LINE + 1),
        b"# " + b"x" * LONGEST_LINE,
    ],
)
def test_what_is_no_line_is_a_syntax_error(line: bytes) -> None:
    answer = played(*START).answer(line)
    assert (answer["ok"], answer["refusal"]) == (False, "syntax")
    assert len(answer["facts"]["near"]) <= 60


def test_the_longest_line_is_still_read() -> None:
    assert played(*START).answer(b"# " + b"x" * (LONGEST_LINE - 2)) == {"ok": True}


def test_an_accepted_order_is_answered_with_its_events() -> None:
    assert ask(played(*START), "red.captain course east") == {
        "ok": True,
        "events": [{"type": "course", "boat": "red", "dir": "east", "to": ["*"]}],
    }
    assert ask(played(*START, TURN[0]), "red.xo charge mine  # the first") == {
        "ok": True,
        "events": [
            {"type": "charged", "boat": "red", "system": "mine", "filled": 1, "boxes": 3, "full": False, "to": RED}
        ],
    }
    assert ask(played(NEW), "red.captain start B3")["events"] == [
        {"type": "started", "boat": "red", "at": "B3", "to": RED},
        {"type": "started", "boat": "red", "to": BLUE},
    ]


def test_a_refused_order_is_answered_with_code_and_facts() -> None:
    assert ask(played(*START), "red.captain course west") == {
        "ok": False,
        "refusal": "off-chart",
        "facts": {"verb": "course", "token": "west"},
    }
    assert refusal(played(*START), "red.captain sing") == "unknown-verb"
    assert refusal(played(*START), "red.captain break e1") == "not-your-role"
    assert refusal(played(*START), "green.captain course east") == "unknown-seat"
    assert refusal(played(*START), "red.captain course east @nothing") == "late"


def test_a_view_is_shown_with_and_without_a_lens() -> None:
    script = played(NEW + " help=clash", *START[1:], *TURN)
    plain = ask(script, "view blue.radio")
    assert (plain["ok"], set(plain)) == (True, {"ok", "view"})
    assert plain["view"]["calls"] == "E"
    assert ask(script, "view blue.radio lens at=A1")["view"]["clash"] == ["off"]
    assert ask(script, "view blue.radio at=A1")["view"]["clash"] == ["off"]
    assert ask(script, "view umpire")["view"]["boats"]["red"]["at"] == "B1"
    assert "at" not in ask(script, "view spectator")["view"]["boats"]["red"]
    for line in ("view", "view green.captain", "view seat=red", "orders", "orders nobody"):
        assert refusal(script, line) == "unknown-seat"
    assert refusal(script, "view blue.radio at A1") == "stray-word"


def test_orders_are_listed_as_they_are_given() -> None:
    script = played(*START)
    assert ask(script, "orders red.captain") == {"ok": True, "orders": ["course east", "course south", "surface"]}
    for seat in ("red.xo", "red.engineer", "blue.captain", "umpire", "spectator"):
        assert ask(script, f"orders {seat}") == {"ok": True, "orders": []}
    assert ask(script, "red.captain course east")["ok"]
    for seat in ("red.xo", "red.engineer"):
        for order in ask(script, f"orders {seat}")["orders"]:
            assert ask(played(*START, TURN[0]), f"{seat} {order}")["ok"]


def test_time_passes_by_lines_alone() -> None:
    script = played(*START)
    assert ask(script, "at 12500") == {"ok": True, "events": [], "now": 12500}
    assert ask(script, "at 12500") == {"ok": True, "events": [], "now": 12500}
    assert refusal(script, "at 12499") == "time-backwards"
    assert ask(script, "state")["now"] == 12500
    assert ask(script, f"at {LATEST}")["now"] == LATEST


@pytest.mark.parametrize(
    "word",
    [
        "",
        "soon",
        "-1",
        "1.5",
        str(LATEST + 1),
        "1 2",
        "ms=1",
        "9" * 30,
        "0" * 20 + "9" * 5000,
    ],
)
def test_a_moment_that_is_none_is_refused(word: str) -> None:
    assert refusal(played(*START), f"at {word}") == "bad-moment"


def test_the_state_is_told_with_its_digest() -> None:
    answer = ask(played(*START), "state")
    digest = answer.pop("digest")
    assert answer == {"ok": True, "over": False, "winner": None, "reason": None, "now": 0, "paused": False}
    assert len(digest) == 32
    assert ask(played(*START), "state")["digest"] == digest
    assert ask(played(*START, *TURN), "state")["digest"] == ask(played(*START, *TURN), "state")["digest"] != digest
    other = [NEW.replace("seed=7", "seed=8"), *START[1:]]
    assert ask(played(*other), "state")["digest"] != digest


def test_the_digest_is_of_the_state_not_of_the_lines() -> None:
    one = played(NEW, "red.captain start A1", "blue.captain start J10")
    other = played(
        NEW, "blue.captain start J10", "# hello", "red.captain start B1", "red.captain start A1", "view umpire"
    )
    assert ask(one, "state") == ask(other, "state")


def test_the_end_of_a_game_is_told() -> None:
    script = played(NEW + " limit=1", *START[1:], *TURN)
    answer = ask(script, "state")
    assert (answer["over"], answer["winner"], answer["reason"]) == (True, "draw", "limit")
    assert refusal(script, "blue.captain course west") == "game-over"


def test_the_umpire_pauses_and_resumes() -> None:
    script = played(*START)
    digest = ask(script, "state")["digest"]
    assert ask(script, "umpire pause") == {"ok": True, "events": [{"type": "paused", "to": ["*"]}]}
    assert ask(script, "state")["paused"] is True
    assert refusal(script, "red.captain course east") == "paused"
    assert refusal(script, "at 100") == "paused"
    assert ask(script, "umpire resume") == {"ok": True, "events": [{"type": "resumed", "to": ["*"]}]}
    assert (ask(script, "state")["paused"], ask(script, "state")["digest"]) == (False, digest)
    assert ask(script, "red.captain course east")["ok"]


def test_the_umpire_ends_a_game_without_a_winner() -> None:
    script = played(*START)
    over = {"type": "over", "winner": "", "reason": "umpire", "to": ["*"]}
    assert ask(script, "umpire end") == {"ok": True, "events": [over]}
    answer = ask(script, "state")
    assert (answer["over"], answer["winner"], answer["reason"]) == (True, None, "umpire")
    assert refusal(script, "red.captain course east") == "game-over"


def test_the_umpire_takes_orders_back() -> None:
    script = played(*START, *TURN)
    assert ask(script, "umpire undo")["events"] == [{"type": "undone", "orders": 1, "to": ["*"]}]
    assert ask(script, "view umpire")["view"]["turn"] == "red"
    assert ask(script, "umpire undo 3")["events"] == [{"type": "undone", "orders": 3, "to": ["*"]}]
    assert ask(script, "orders red.captain")["orders"] == ["course east", "course south", "surface"]
    assert ask(script, "umpire undo 4")["ok"]
    assert ask(script, "view umpire")["view"]["phase"] == "start"
    for line in ("umpire undo", "umpire undo 0", "umpire undo 1"):
        assert refusal(script, line) == "nothing-to-undo"


@pytest.mark.parametrize("rest", ["undo 0", "undo 99", "undo -1", "undo x", "undo 99999999999999999999", "undo n=1"])
def test_an_undo_that_cannot_be_is_refused(rest: str) -> None:
    script = played(*START)
    before = ask(script, "state")
    assert refusal(script, f"umpire {rest}") == "nothing-to-undo"
    assert ask(script, "state") == before


@pytest.mark.parametrize("rest", ["", "sing", "undo 1 2", "pause now", "end 1", "course east"])
def test_an_act_that_is_none_is_refused(rest: str) -> None:
    assert refusal(played(*START), f"umpire {rest}") == "unknown-act"


WORDS = st.sampled_from(
    """new sonar state view orders at umpire undo pause resume end red.captain red.xo red.engineer blue.captain start
    A1 J10 dive course east north charge mine break e1 torpedo silence stay surface answer row=1 column=A sector=4 drone
    detonate lens at=A1 chart=bravo-2 limit=3 0 1 4 99 @red-charge-1 # " = 12""".split()  # noqa: SIM905 - a list of words reads best so
)


@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=12))
def test_any_words_get_an_answer(lines: list[str]) -> None:
    script = played(*START)
    for line in lines:
        answer = ask(script, line)
        assert isinstance(answer["ok"], bool)
        assert answer["ok"] or answer["refusal"]


@given(st.lists(st.binary(max_size=40), max_size=8), st.lists(st.text(max_size=40), max_size=8))
def test_any_bytes_get_an_answer(raw: list[bytes], text: list[str]) -> None:
    for script in (Script(data.read), played(*START)):
        for line in [*raw, *(each.encode() for each in text)]:
            assert isinstance(json.loads(json.dumps(script.answer(line)))["ok"], bool)
