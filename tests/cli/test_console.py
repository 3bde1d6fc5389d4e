"""`klaxon run` without a game: the daemon of a console, as its user starts and stops it."""

from __future__ import annotations

import argparse
import json
import signal
import socket
from pathlib import Path

import pytest

from klaxon.cli.run import _minutes
from tests.cli.kit.daemons import PATIENCE, daemon, first_words


def test_a_page_shows_the_start_screen_and_a_signal_ends_it(tmp_path: Path) -> None:
    with daemon(tmp_path, "--json", "--port", "0") as (process, line):
        said = json.loads(line)
        assert said["profile"] == "virtual"
        assert first_words(said["page"], until="> Captain Sonar alone")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")


def test_an_empty_key_is_set_aside_and_said_on_the_panel_too(tmp_path: Path) -> None:
    (tmp_path / "key").touch(0o600)
    with daemon(tmp_path, "--json", "--port", "0") as (process, line):
        words = first_words(json.loads(line)["page"], until="understood")
        assert "was no key" in " ".join(words)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert err.startswith("klaxon run: What was called `key`")
    assert len((tmp_path / "key").read_bytes()) == 32
    assert (tmp_path / "aside" / "key").read_bytes() == b""


def test_the_link_is_the_same_after_a_restart(tmp_path: Path) -> None:
    links = []
    for _ in range(2):
        with daemon(tmp_path, "--json", "--port", "0") as (_, line):
            links.append(json.loads(line)["page"].partition("#")[2])
    assert links[0] == links[1]
    assert (tmp_path / "page-keys.json").stat().st_mode & 0o777 == 0o600


def test_a_person_reads_which_profile_runs_and_where_the_page_is(tmp_path: Path) -> None:
    with daemon(tmp_path, "--port", "0") as (process, line):
        assert line.startswith("Profile virtual:")
        assert process.stdout is not None
        assert process.stdout.readline().strip().startswith("http://127.0.0.1:")


def test_a_console_with_nothing_fitted(tmp_path: Path) -> None:
    with daemon(tmp_path, "--profile", "null", "--keep-nothing") as (process, line):
        assert line.startswith("Profile null:")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_none_is_named(tmp_path: Path) -> None:
    with daemon(tmp_path, "--host", "nowhere") as (process, line):
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, line) == (1, "")
    assert "nowhere" in err
    assert "Traceback" not in err


def test_a_taken_port_gives_way_to_the_next(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with daemon(tmp_path, "--json", "--port", str(port)) as (process, line):
            page = json.loads(line)["page"]
            process.send_signal(signal.SIGTERM)
            _, told = process.communicate(timeout=PATIENCE)
    found = page.partition("/#")[0].rpartition(":")[2]
    assert found != str(port)
    assert told == f"klaxon run: Port {port} is taken: the page is on port {found}.\n"


def test_a_console_that_nobody_comes_to_shows_a_game(tmp_path: Path) -> None:
    with daemon(tmp_path, "--json", "--port", "0", "--attract", "0.005") as (process, line):
        assert "turn a dial: begin" in first_words(json.loads(line)["page"], until="turn a dial: begin")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")
    assert not list(tmp_path.glob("*.klaxon")), "no journal is kept of it"


def test_how_long_a_console_waits_is_said_in_minutes() -> None:
    assert [_minutes(text) for text in ("off", "0", "2.5")] == [0, 0, 2.5]
    for text in ("-1", "99999", "nan"):
        with pytest.raises(argparse.ArgumentTypeError):
            _minutes(text)


def test_habits_that_no_console_wrote_are_told_and_set_aside(tmp_path: Path) -> None:
    (tmp_path / "habits.json").write_text("{")
    with daemon(tmp_path, "--json", "--port", "0") as (process, line):
        assert json.loads(line)["page"]
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert "habits.json.broken-1" in err
