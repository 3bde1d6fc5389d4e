"""A line at real ports: two threads, two pseudo-terminals, and pyserial between them."""

from __future__ import annotations

import json
import threading
from contextlib import closing
from pathlib import Path

import pytest

from klaxon.cli.link import main
from klaxon.link import serial_line
from klaxon.link.line_test import Verdict, judge
from klaxon.link.ports import find_port
from klaxon.link.serial_line import SerialLine
from klaxon.link.wire.frames import Greeting, encode_greeting
from klaxon.link.wire.line_end import LineEnd, Peer
from tests.link.kit.cable import cable
from tests.link.kit.line_model import BAUD, ERRORS, LOSSY, SECOND, LineModel, two_ends

FAST = 4_000_000
"""A pseudo-terminal has no speed of its own; the ends need not wait for one."""


def read_until(line: SerialLine, wanted: int, news: threading.Event) -> bytes:
    """Read as many bytes as are wanted; a line that stays silent fails the test."""
    found = b""
    while len(found) < wanted:
        assert news.wait(30), f"only {len(found)} of {wanted} bytes came"
        news.clear()
        found += line.read()
    return found


def test_a_stream_over_two_ports_and_a_pulled_cable() -> None:
    sent = bytes(range(256)) * 40
    with cable() as laid:
        news = threading.Event()
        first = SerialLine(laid.ports[0], FAST, LineEnd(1, baud=FAST), lambda: None)
        second = SerialLine(laid.ports[1], FAST, LineEnd(2, baud=FAST), news.set)
        try:
            first.write(sent)
            assert read_until(second, len(sent), news) == sent
            laid.plugged = False
            first.write(sent)
            laid.plugged = True
            assert read_until(second, len(sent), news) == sent
        finally:
            first.close()
            second.close()


def test_an_adapter_that_comes_back_under_another_name_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_id = tmp_path / "dev/serial/by-id"
    by_id.mkdir(parents=True)
    news = threading.Event()
    monkeypatch.setattr(serial_line, "find_port", lambda named: f"{tmp_path}{find_port(named, tmp_path)}")
    with cable() as before:
        (tmp_path / "dev/ttyUSB0").symlink_to(before.ports[0])
        (tmp_path / "dev/ttyS0").symlink_to(before.ports[1])
        near = SerialLine("/dev/ttyUSB0", FAST, LineEnd(1, baud=FAST), lambda: None)
        far = SerialLine("/dev/ttyS0", FAST, LineEnd(2, baud=FAST), news.set)
        near.write(b"before")
        assert read_until(far, 6, news) == b"before"
    with closing(near), closing(far):
        near.write(b"while it was gone")
        for name in ("ttyUSB0", "ttyS0"):
            (tmp_path / "dev" / name).unlink()
        with cable() as after:
            (tmp_path / "dev/ttyUSB7").symlink_to(after.ports[0])
            (by_id / "usb-adapter").symlink_to("../../ttyUSB7")
            (tmp_path / "dev/ttyS0").symlink_to(after.ports[1])
            assert read_until(far, 17, news) == b"while it was gone"


def test_a_port_that_is_not_there_is_said_and_tried_again(tmp_path: Path) -> None:
    news = threading.Event()
    line = SerialLine(str(tmp_path / "ttyUSB0"), BAUD, LineEnd(1, baud=BAUD), news.set)
    try:
        assert news.wait(30)
        assert line.trouble == "No such file or directory"
    finally:
        line.close()


def test_the_makers_test_of_a_joined_port(capsys: pytest.CaptureFixture[str]) -> None:
    with cable() as laid:
        laid.joined = True
        assert main(["test", "--port", laid.ports[0], "--seconds", "0.3", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "ourselves"
    assert found["received_bytes"] > 0


def test_the_makers_test_of_a_port_with_nobody_at_the_other_end(capsys: pytest.CaptureFixture[str]) -> None:
    with cable() as laid:
        assert main(["test", "--port", laid.ports[0], "--seconds", "0.2"]) == 1
    assert "TXD must go to RXD" in capsys.readouterr().out


def test_the_makers_test_without_a_port(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["test", "--port", str(tmp_path / "none"), "--seconds", "0.2"]) == 1
    assert "No such file" in capsys.readouterr().out
    assert main(["test", "--profile", "console-8"]) == 2
    assert "has no link" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["test"])


def _tested(line: LineModel) -> Verdict:
    for end in line.ends:
        end.write(bytes(20_000))
    line.run(5 * SECOND)
    return judge(line.ends[0], 5 * SECOND, len(line.ends[0].read())).verdict


def test_verdicts_of_lines() -> None:
    assert _tested(LineModel(two_ends())) is Verdict.GOOD
    assert _tested(LineModel(two_ends(), ERRORS, 1)) is Verdict.NOISY
    assert _tested(LineModel(two_ends(), LOSSY, 1)) is Verdict.BAD
    assert _tested(LineModel(two_ends(), cut=True)) is Verdict.SILENCE


def test_verdicts_of_what_is_heard() -> None:
    garbled = LineEnd(1, baud=BAUD)
    garbled.receive(bytes(range(1, 200)) + b"\0", 0)
    assert judge(garbled, SECOND, 0).verdict is Verdict.GARBLED
    foreign = LineEnd(1, baud=BAUD)
    foreign.receive(encode_greeting(Greeting(9, 5, 0, b"")), 0)
    assert foreign.peer is Peer.OTHER_VERSION
    assert judge(foreign, SECOND, 0).verdict is Verdict.OTHER_VERSION
    assert judge(foreign, SECOND, 0, "pulled out").verdict is Verdict.NO_PORT
