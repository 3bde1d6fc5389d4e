"""`klaxon bench link`: a game a line in made-up time, and a line by the clock that is really as slow as it says."""

from __future__ import annotations

import json
import os
import select
import time

import pytest

from klaxon.cli import main
from klaxon.cli.bench import link as link_bench
from klaxon.cli.bench.link import played, ppp_guest
from klaxon.link.modelled.noise import LOSSY
from klaxon.link.modelled.pty_line import CHUNK, pty_line


def test_orders_of_a_guest_are_measured_on_three_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played, "OPTIONS", {"mode": "realtime", "limit": "1"})
    monkeypatch.setattr(link_bench, "beside_ppp", lambda _sizes, orders: {"lacking": f"{orders} orders, no kernel"})
    assert main(["bench", "link", "--rounds", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["played"]) == {"clean", "errors", "lossy"}
    for each in found["played"].values():
        assert each["orders"] > 10
        assert 0 < each["effect"]["p50"] <= each["effect"]["p99"] <= each["aim"]
        assert 0 < each["share"]["guest"] < each["share"]["host"] < link_bench.SHARE
    assert "not measured. 5 orders" in link_bench.table(found)


def test_what_was_measured_beside_ppp_is_shown() -> None:
    measured = {"delays": [0.02, 0.03, 0.01], "unanswered": 1, "carried": 99}
    figures = ppp_guest._figures(measured)
    assert figures == {
        "orders": 3,
        "p50": 20.0,
        "p99": 30.0,
        "longest": 30.0,
        "unanswered": 1,
        "bytes": 99,
        "error": "",
    }
    dead = ppp_guest._figures({"delays": [], "unanswered": 1, "carried": 99})
    found = {"games": 1, "played": {}, "by the clock": {"lines": {"lossy": {"ours": figures, "ppp": dead}}}}
    shown = link_bench.table(found).splitlines()
    assert shown[-2].split() == ["lossy", "ours", "3", "20.0", "30.0", "30.0", "1", "99"]
    assert shown[-1].split() == ["lossy", "TCP", "over", "PPP", "0", "-", "-", "-", "1", "99"]


def test_without_a_checkout_it_says_what_is_lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppp_guest, "TOOLS", ppp_guest.TOOLS / "nowhere")
    assert "needs a checkout" in ppp_guest.beside_ppp({"up": [1], "down": [1]}, orders=1)["lacking"]


def read_all(port: int, count: int) -> bytes:
    found = b""
    while len(found) < count and select.select([port], [], [], 30)[0]:
        found += os.read(port, 4096)
    return found


def test_a_line_by_the_clock_is_never_quicker_than_its_speed() -> None:
    sent = bytes(range(256)) * 2
    with pty_line() as line:
        first, second = (os.open(port, os.O_RDWR | os.O_NOCTTY) for port in line.ports)
        begun = time.monotonic()
        os.write(first, sent)
        assert read_all(second, len(sent)) == sent
        assert time.monotonic() - begun >= (len(sent) - CHUNK) * 10 / 115_200
        line.plugged = False
        os.write(first, b"lost")
        while line.carried[0] < len(sent) + 4:
            time.sleep(0.001)
        line.plugged, line.noise = True, LOSSY
        os.write(second, sent * 4)
        assert len(sent) * 3 < len(read_all(first, len(sent) * 3)) < len(sent) * 4
        os.close(first)
        os.close(second)
