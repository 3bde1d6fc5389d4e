"""An orderly stop in the middle of a game: its journal is finished, and the game can be gone on with."""

from __future__ import annotations

import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from klaxon.cli import main
from tests.cli.kit.daemons import PATIENCE, daemon
from tests.console.kit.veterans import settle_in

GRAVE = 1.0
"""Seconds that OK is held: long enough for a grave order too."""


def _until(opened: ClientConnection, word: str) -> None:
    while True:
        message = opened.recv(timeout=PATIENCE)
        if isinstance(message, str) and word in json.loads(message).get("words", ["", []])[1]:
            return


def _hold_ok(opened: ClientConnection) -> None:
    opened.send(json.dumps({"down": ["red-1", "ok"]}))
    sleep(GRAVE)
    opened.send(json.dumps({"up": ["red-1", "ok"]}))


def test_a_stop_in_mid_game_leaves_one_finished_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settle_in(tmp_path)
    with daemon(tmp_path, "--json", "--port", "0") as (process, line):
        address, _, token = json.loads(line)["page"].partition("/#")
        with connect(f"ws{address.removeprefix('http')}/ws", origin=Origin(address)) as opened:
            opened.send(json.dumps({"hello": 1, "token": token}))
            _until(opened, "begin the game")
            _hold_ok(opened)
            _until(opened, "start at A1")
            _hold_ok(opened)
            _until(opened, "we start at A1")
            assert list(tmp_path.glob("*.klaxon-wal")), "the journal is open"
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
    (journal,) = tmp_path.glob("*.klaxon*")
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as kept:
        lines = [row[0] for row in kept.execute("SELECT line FROM rows ORDER BY n")]
    assert any("start A1" in each for each in lines)
    assert main(["games", "--folder", str(tmp_path), "list", "--json"]) == 0
    (game,) = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert game["standing"] == "open", game
