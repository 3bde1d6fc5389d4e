"""The child process over its pipes, with a fake table at the other end."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import pytest

from klaxon.crew.child import main, run
from klaxon.crew.crew_session import CrewSession
from tests.crew.kit.fake_table import SESAME, FakeTable

SONAR = tuple(f"{boat}.{role}" for boat in ("red", "blue") for role in ("captain", "xo", "engineer", "radio"))
WRONG = "close sesame"
SEATS = {"sonar": SONAR, "steam": ("red.captain", "blue.captain")}


@contextmanager
def child(*arguments: str, token: str | None = SESAME) -> Iterator[subprocess.Popen[str]]:
    """Start a child; it must be gone soon after its input has ended."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KLAXON_")}
    if token is not None:
        environment["KLAXON_TOKEN"] = token
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "klaxon.crew", *arguments]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        try:
            yield process
            _, errors = process.communicate(timeout=20)
            assert errors == ""
        finally:
            process.kill()


def stream(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def carry(table: FakeTable, process: subprocess.Popen[str]) -> None:
    """Carry down all that waits."""
    text = "".join(json.dumps(message) + "\n" for message in table.carry())
    stream(process.stdin).write(text)
    stream(process.stdin).flush()


def hear(table: FakeTable, process: subprocess.Popen[str]) -> None:
    """Carry one message up."""
    line = stream(process.stdout).readline()
    assert line, "the child has gone"
    table.receive(json.loads(line))


@pytest.mark.parametrize("name", SEATS)
def test_a_child_plays_a_whole_game_and_leaves_when_the_table_closes(name: str) -> None:
    table = FakeTable(name, "4")
    with child("--pace", "0", "--seed", "1", *SEATS[name]) as process:
        while not table.over():
            hear(table, process)
            carry(table, process)
    assert process.returncode == 0
    assert table.refusals == []
    assert table.again == 0
    assert table.numbers == list(range(1, len(table.numbers) + 1))


def test_two_children_play_against_each_other() -> None:
    """Each sees only its own boat; the fake has one session, so the lines go through two of them in turn."""
    tables = [FakeTable("steam", "4"), FakeTable("steam", "4")]
    with child("--pace", "0", "red.captain") as red, child("--pace", "0", "blue.captain") as blue:
        pairs = list(zip(tables, (red, blue), strict=True))
        for table, process in pairs:
            hear(table, process)
            carry(table, process)
        while not tables[0].over():
            actor = tables[0].game.actors(tables[0].state)[0]
            here, there = (0, 1) if actor.startswith("red") else (1, 0)
            table, process = pairs[here]
            hear(table, process)
            tables[there].force(table.orders[-1])
            for other, listening in pairs:
                carry(other, listening)
    assert [table.refusals for table in tables] == [[], []]


def test_a_child_sleeps_until_it_has_something_to_read_or_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    (down, to_child), (from_child, up) = os.pipe(), os.pipe()
    table, sleeps, real = FakeTable("sonar"), list[float | None](), select.select

    def sleep(reading: list[int], _w: list[int], _x: list[int], timeout: float | None) -> Any:
        sleeps.append(timeout)
        if len(sleeps) == 1:
            table.receive(json.loads(os.read(from_child, 4096)))
            os.write(to_child, "".join(json.dumps(message) + "\n" for message in table.carry()).encode())
        elif len(sleeps) == 3:
            os.close(to_child)
        return ([], [], []) if len(sleeps) == 2 else real(reading, [], [], 10)

    monkeypatch.setattr(select, "select", sleep)
    assert run(CrewSession("understudy", ["red.captain"], "1", (60_000, 60_000)), SESAME, down, up) == 0
    assert sleeps[0] is None, "nothing to say before it is welcome"
    assert all(sleep is not None and 50 < sleep <= 60 for sleep in sleeps[1:]), "and then no sooner than it has thought"
    assert len(sleeps) == 3
    for end in (down, from_child, up):
        os.close(end)


def test_a_child_reads_while_it_thinks() -> None:
    """A table that closes does not wait for a thought to be finished."""
    table = FakeTable("sonar")
    began = time.monotonic()
    with child("--pace", "60000", "red.captain") as process:
        hear(table, process)
        carry(table, process)
    assert process.returncode == 0
    assert time.monotonic() - began < 20


def test_a_child_passes_over_what_it_does_not_understand() -> None:
    table = FakeTable("sonar")
    with child("--pace", "0", "red.captain") as process:
        hear(table, process)
        garbage = 'garbage\n[1]\n"x"\n{"view":3}\n{"heard":{},"seat":"red.captain"}\n'
        garbage += '{"delta":{},"seat":"x","n":1}\n{"new":{"thing":1}}\n\n{"sent":99}\n'
        stream(process.stdin).write(garbage)
        carry(table, process)
        hear(table, process)
    assert len(table.orders) == 1


def test_a_child_that_is_turned_away_says_so_by_its_exit() -> None:
    table = FakeTable("sonar")
    with child("red.captain", token=WRONG) as process:
        hear(table, process)
        carry(table, process)
    assert process.returncode == 1


def test_a_child_without_a_token_says_no_hello() -> None:
    with child("red.captain", token=None) as process:
        pass
    assert process.returncode == 0


def test_a_child_whose_table_is_gone_goes_too() -> None:
    table = FakeTable("sonar")
    with child("--pace", "0", "red.captain") as process:
        hear(table, process)
        stream(process.stdout).close()
        process.stdout = None
        carry(table, process)
        process.wait(timeout=20)
        stream(process.stdin).close()
        process.stdin = None
    assert process.returncode == 0


@pytest.mark.parametrize("pace", ["x", "5..2", "-1"])
def test_a_pace_that_is_none_is_misuse(pace: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([f"--pace={pace}", "red.captain"])
    assert caught.value.code == 2
    assert "--pace" in capsys.readouterr().err


def test_a_child_imports_little() -> None:
    code = "import sys, klaxon.crew.sonar, klaxon.crew.steam, klaxon.crew.child; print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(answer.stdout.split())
    assert not loaded & {"asyncio", "sqlite3", "logging", "socket", "klaxon.table", "klaxon.data", "klaxon.console"}
