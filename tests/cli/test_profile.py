"""`klaxon profile`, as a person and a program call it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from klaxon import cli, data
from klaxon.console.profile import shipped_names


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = cli.main(["profile", *arguments])
    told = capsys.readouterr()
    assert told.err == ""
    return status, told.out


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    text = data.read("profiles", "console-4").replace("stop = 22", "stop = 27").replace("speed_hz", "speed")
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_it_lists_what_is_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    status, told = run(capsys, "list")
    assert status == 0
    assert [line.split()[0] for line in told.splitlines()] == list(shipped_names())
    status, told = run(capsys, "list", "--json")
    assert [json.loads(line)["stations"] for line in told.splitlines()] == [1, 4, 4, 8, 1, 2, 4, 8]


@pytest.mark.parametrize("as_json", [False, True])
def test_it_checks_all_that_is_shipped(capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    status, told = run(capsys, "check", *shipped_names(), *(["--json"] if as_json else []))
    assert status == 0
    assert len(told.splitlines()) == len(shipped_names())
    if as_json:
        assert all(json.loads(line)["ok"] for line in told.splitlines())


def test_it_names_every_flaw_with_its_place_and_remedy(capsys: pytest.CaptureFixture[str], faulty: Path) -> None:
    status, told = run(capsys, "check", str(faulty), "mini")
    assert status == 1
    lines = told.splitlines()
    assert [line.split(": ")[1].split()[0] for line in lines[:3]] == ["PRF-005", "PRF-004", "PRF-022"]
    place = faulty.read_text("utf-8").splitlines().index("speed = 400_000") + 1
    assert lines[1].startswith(f"{faulty}:{place}: PRF-004 [bus[1]] speed: ")
    assert lines[1].endswith("Did you mean 'speed_hz'?")
    assert lines[2].endswith("Give one of them another line. Free are: 10, 11, 18, 19, 21, 22.")
    assert lines[3] == "mini: mini, stations: 1; nothing is wrong"


def test_a_program_reads_the_flaws(capsys: pytest.CaptureFixture[str], faulty: Path) -> None:
    status, told = run(capsys, "check", "--json", str(faulty))
    assert status == 1
    answer = json.loads(told)
    assert (answer["file"], answer["ok"]) == (str(faulty), False)
    double = next(fault for fault in answer["faults"] if fault["code"] == "PRF-022")
    assert (double["section"], double["key"]) == ("station[1].keys", "stop")
    assert double["text"] == "Line 27 is in use already, by [station[1].dials[1]] b."
    assert double["remedy"]
    assert faulty.read_text("utf-8").splitlines()[double["line"] - 1] == "stop = 27"


def test_it_draws_the_header(capsys: pytest.CaptureFixture[str]) -> None:
    status, told = run(capsys, "show", "console-4")
    assert status == 0
    assert "red-1 dial 1 A   G17 11 | 12 G18" in told
    assert "Expander keys: mcp23017 at 0x20 on main:" in told


@pytest.mark.parametrize("name", shipped_names())
def test_a_program_reads_a_profile(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, told = run(capsys, "show", name, "--json")
    assert status == 0
    answer = json.loads(told)
    assert (answer["name"], answer["ok"]) == (name, True)
    assert bool(answer["wiring"]) is (name not in ("null", "usb-pads", "virtual"))
    lines = [use["line"] for use in answer["wiring"] if use["what"] == "key"]
    assert lines == [key["line"] for key in _by_line(answer)]


def _by_line(answer: dict[str, object]) -> list[dict[str, object]]:
    stations = answer["stations"]
    assert isinstance(stations, list)
    keys = [key for station in stations for key in station["keys"]]
    return sorted(keys, key=lambda key: _order(key["line"]))


def _order(line: int | str) -> tuple[str, int]:
    chip, _, number = str(line).rpartition(".")
    return chip, int(number)


@pytest.mark.parametrize("act", ["check", "show"])
@pytest.mark.parametrize("name", ["no-such", "/no/such.toml"])
def test_what_cannot_be_had_is_a_sentence(capsys: pytest.CaptureFixture[str], act: str, name: str) -> None:
    status, told = run(capsys, act, name)
    assert status == 1
    assert told.startswith(f"{name}: PRF-001 ")
    assert "Traceback" not in told


def test_a_file_that_is_no_text_or_no_toml_is_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe")
    assert run(capsys, "check", str(path))[1].startswith(f"{path}: PRF-001 ")
    path.write_bytes(b"format = 1\n[[[")
    status, told = run(capsys, "show", str(path))
    assert status == 1
    assert told.startswith(f"{path}:2: PRF-002 ")


def test_it_is_lean() -> None:
    heavy = {"gpiozero", "lgpio", "luma", "smbus2", "PIL"}
    listing = f"import sys; from klaxon.cli import main; main(['profile', 'list']); print({heavy} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "set()"
