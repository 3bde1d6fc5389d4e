"""What systemd hears of the daemon: every word as a datagram, and silence where nobody listens."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from klaxon.cli.daemon.notify import Notify, systemd_notify


@contextmanager
def ear(address: str) -> Iterator[socket.socket]:
    """A socket like systemd's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        door.setblocking(False)
        yield door


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_every_word_arrives(tmp_path: Path, kind: str) -> None:
    address = str(tmp_path / "notify") if kind == "path" else f"@klaxon-test-{os.getpid()}"
    with ear(address) as heard:
        notify = systemd_notify({"NOTIFY_SOCKET": address})
        notify.ready("running")
        notify.alive()
        notify.status("a game")
        notify.stopping("the end")
        words = [heard.recv(4096).decode() for _ in range(4)]
    assert words == ["READY=1\nSTATUS=running", "WATCHDOG=1", "STATUS=a game", "STOPPING=1\nSTATUS=the end"]


def test_without_systemd_nobody_is_told() -> None:
    assert systemd_notify({}) == Notify("", 0.0)
    systemd_notify({}).alive()


def test_a_socket_that_is_gone_or_full_ends_no_game(tmp_path: Path) -> None:
    Notify(str(tmp_path / "nobody")).alive()
    with ear(str(tmp_path / "full")) as heard:
        for _ in range(2000):
            Notify(str(tmp_path / "full")).alive()
        assert heard.recv(64) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    ("environment", "watchdog"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, 0.0),
        ({"WATCHDOG_USEC": "soon"}, 0.0),
        ({}, 0.0),
    ],
)
def test_the_watchdog_is_ours_or_none(environment: dict[str, str], watchdog: float) -> None:
    assert systemd_notify({"NOTIFY_SOCKET": "/run/notify", **environment}, process=7).watchdog == watchdog


def test_a_name_that_is_no_socket_is_not_used() -> None:
    assert systemd_notify({"NOTIFY_SOCKET": "vsock:2:1", "WATCHDOG_USEC": "1"}).address == ""
