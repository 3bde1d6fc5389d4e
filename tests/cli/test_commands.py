"""The commands, as a person or a program calls them."""

from __future__ import annotations

import io
import json
import os
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from klaxon import cli, data
from klaxon.cli.bench.interpreter import find_interpreter
from klaxon.cli.script import read_lines
from klaxon.table.script import LONGEST_LINE
from tests.cli.kit.commands import run

GAME = """\
new sonar chart=alpha-2 first=red seed=7
red.captain start D3
blue.captain start G10
red.captain dive
blue.captain dive
red.captain course north
"""


def typed(monkeypatch: pytest.MonkeyPatch, lines: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--help"], ["help"]):
        status, told, _ = run(capsys, *arguments)
        assert status == 0
        assert all(f"  {name}" in told for name in cli.commands())


@pytest.mark.parametrize("name", sorted(cli.commands()))
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, told, _ = run(capsys, name, "--help")
    assert status == 0
    assert told.startswith(f"usage: klaxon {name}")


def test_an_unknown_command_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, complaint = run(capsys, "dive")
    assert status == 2
    assert "no command 'dive'" in complaint


def test_an_internal_error_is_a_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object) -> str:
        raise ZeroDivisionError("boiler")

    monkeypatch.setattr(data, "names", burst)
    monkeypatch.delenv("KLAXON_DEBUG", raising=False)
    status, _, complaint = run(capsys, "chart")
    assert status == 70
    assert "internal error (ZeroDivisionError: boiler)" in complaint
    assert "Traceback" not in complaint
    monkeypatch.setenv("KLAXON_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["chart"])


def test_the_script_answers_line_by_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, GAME.encode() + b"red.captain course east\n\xff\nstate")
    status, told, _ = run(capsys, "script")
    answers = [json.loads(line) for line in told.splitlines()]
    assert status == 0
    assert [answer["ok"] for answer in answers] == [True] * 6 + [False, False, True]
    assert answers[6]["refusal"] == "waiting-for-xo"
    assert answers[6]["text"] == "The first officer has to mark a box first. Try: charge SYSTEM"
    assert answers[7]["refusal"] == "syntax"


def test_the_installed_command_answers_random_bytes_and_a_closed_pipe() -> None:
    """The one test through a real process: every line one answer, no traceback, no complaint when the reader leaves."""
    noise = bytes(byte for number in range(4000) for byte in ((number * 7919) % 256, 10 if number % 17 == 0 else 65))
    command = [sys.executable, "-m", "klaxon.cli", "script"]
    done = subprocess.run(command, input=noise, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = noise.split(b"\n")
    assert len(done.stdout.splitlines()) == len(lines) - (lines[-1] == b"")
    assert all(json.loads(line)["ok"] in (True, False) for line in done.stdout.splitlines())
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        try:
            process.stdin.write(b"state\n" * 20000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""


@pytest.mark.parametrize("given", [[], ["run", "--help"]])
def test_help_whose_reader_leaves_makes_no_complaint(given: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "klaxon.cli", *given]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writer)
    assert done.stderr == b""


def test_a_line_that_is_too_long_is_one_line() -> None:
    lengths = {b"a": LONGEST_LINE * 3, b"n": 4, b"b": LONGEST_LINE, b"c": LONGEST_LINE + 1}
    lines = list(read_lines(io.BytesIO(b"\n".join(letter * length for letter, length in lengths.items()))))
    assert [line[:1] for line in lines] == [b"a", b"n", b"b", b"c"]
    assert [len(line) > LONGEST_LINE for line in lines] == [True, False, False, True]


def test_orders_lists_verbs_options_and_presets(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys, "orders", "sonar")
    assert status == 0
    assert "  xo         charge SYSTEM\n" in told
    assert "victory=hunt" in told
    assert "rules=wolfpack means:" in told
    status, told, _ = run(capsys, "orders", "sonar", "--json")
    listed = json.loads(told)
    assert {"verb": "break", "roles": ["engineer"], "args": "SYMBOL"} in listed["verbs"]
    assert {"option": "victory", "default": "hunt", "values": "hunt|sudden-death"} in listed["options"]
    assert listed["presets"]["rules"]["second"]["mine_chain"] == "torpedo"
    assert run(capsys, "orders", "chess")[0] == 2


def test_replay_shows_where_a_script_ends(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.script"
    path.write_text(GAME)
    status, told, _ = run(capsys, "replay", str(path))
    assert status == 0
    assert told.startswith("6 lines, 0 refused; not over; digest ")
    again = run(capsys, "replay", str(path), "--json")
    assert json.loads(again[1])["state"]["digest"] in told
    path.write_text(GAME + "red.captain course east\n")
    status, told, _ = run(capsys, "replay", str(path), "--answers")
    assert status == 1
    assert f"{path}:7: waiting-for-xo: The first officer has to mark a box first. Try: charge SYSTEM" in told
    assert told.count('"ok":true') == 6


def test_replay_says_what_is_wrong_with_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, complaint = run(capsys, "replay", str(tmp_path / "none"))
    assert status == 2
    assert "No such file" in complaint
    (tmp_path / "empty").write_text("# nothing\n")
    status, _, complaint = run(capsys, "replay", str(tmp_path / "empty"))
    assert status == 1
    assert "no line begins a game" in complaint


def test_chart_draws_a_shipped_chart_in_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys, "chart", "alpha-2")
    assert status == 0
    assert "Alpha-2: 15 x 15, 9 sectors" in told
    assert "Alpha-2: 10 x 10, 4 sectors" in told
    assert "    A B C D E   F G H I J\n 1  . . . . . | . . . . .\n" in told
    assert "    ----------+----------\n" in told


def test_chart_lists_what_is_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys, "chart")
    assert status == 0
    assert "alpha-2 turns\n" in told
    assert "classic-charlie realtime\n" in told


def test_chart_tells_every_fault_with_file_line_and_remedy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bay.chart"
    path.write_text("nam: X\ngrid:\n.....\n..x..\n....\n.....\n.....\n")
    status, told, _ = run(capsys, "chart", str(path))
    assert status == 1
    assert f"{path}:1: there is no key 'nam'; did you mean 'name'?" in told
    assert f"{path}:4: 'x' in column 3 is not a symbol of a chart" in told
    assert f"{path}:5: this row has 4 characters, the first one 5; make all rows equally long" in told
    status, told, _ = run(capsys, "chart", str(path), "--json")
    assert [fault["line"] for fault in json.loads(told)["faults"]] == [1, 1, 4, 5]
    path.write_text("name: Bay\ngrid:\n.....\n.....\n.....\n.....\n.....\n")
    status, told, _ = run(capsys, "chart", str(path), "--json")
    assert (status, json.loads(told)["sea"]) == (0, 25)
    assert run(capsys, "chart", str(tmp_path / "none"))[0] == 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"\xff\xfe", "is not UTF-8 text"), (b"." * 70000, "is larger than 64 KiB")],
)
def test_files_that_are_no_charts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    status, told, _ = run(capsys, "chart", str(path))
    assert status == 1
    assert complaint in told


def test_bench_measures_without_peers_too(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys, "bench", "rules", "--rounds", "1", "--slice", "1", "--json")
    assert status == 0
    assert json.loads(told)["per_second"]["sonar"] > 0
    steps = json.loads(told)["steps"]
    assert steps["sonar"]["times"] == 1.0
    assert all(0 < step["ms"] <= step["ms_p99"] and 0 < step["bytes"] <= step["bytes_p99"] for step in steps.values())
    assert all(step["ms_rules"] > 0 and step["ms_views"] > 0 for step in steps.values())
    assert json.loads(told)["python"]["version"].endswith(platform.python_version())
    assert run(capsys, "bench", "rules", "--rounds", "0")[0] == 2


@pytest.mark.parametrize(
    ("configured", "flags", "told"),
    [
        ("'--enable-optimizations' '--with-lto'", "-g -O2 -O3", "-O3, configured with PGO and LTO"),
        ("'--with-lto=full'", "-O2", "-O2, configured with LTO"),
        (None, None, "-O0, configured without a word of PGO or LTO"),
    ],
)
def test_bench_says_how_the_interpreter_was_built(
    monkeypatch: pytest.MonkeyPatch, configured: str | None, flags: str | None, told: str
) -> None:
    said = {"CONFIG_ARGS": configured, "PY_CFLAGS": flags}
    monkeypatch.setattr(sysconfig, "get_config_var", said.get)
    assert str(find_interpreter()).endswith(told)


def test_chart_tells_what_a_scenario_brings_and_what_it_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, told, _ = run(capsys, "chart", "charlie-2", "delta-2", "echo-2", "grimsvotn")
    assert status == 0
    assert "ice on 104 points, holes: M3, L8, G12, N14" in told
    assert "volcanoes (with their lava points): C3 (7), H8 (7)" in told
    assert "repairs at: mine B2, torpedo E5, drone H3, sonar C8, silence I9" in told
    status, told, _ = run(capsys, "chart", "grimsvotn.turns", "--json")
    assert (status, json.loads(told)["scenario"]) == (0, ["ice", "volcanoes"])
    path = tmp_path / "bay.chart"
    path.write_text("name: Bay\ngrid:\n1....\n.....\n..b..\n.....\n.....\n", "utf-8")
    status, told, _ = run(capsys, "chart", str(path))
    assert status == 1
    assert told.splitlines() == [
        f"{path}:3: the volcano 1 has no lava points; draw some `a` beside it",
        f"{path}:5: there is no volcano 2; draw one `2` and beside it its lava points `b`",
    ]
    path.write_text("name: Bay\ngrid:\n~....\n.....\n.....\n.....\n.....\n", "utf-8")
    assert "ice on 1 points, holes: -" in run(capsys, "chart", str(path))[1]
