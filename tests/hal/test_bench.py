"""`klaxon bench panels`: the same frames, counted by the same rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from klaxon.cli.bench import main, panels
from klaxon.cli.bench.panels import PEER, Bus, Frame, LumaPanel, OurPanel, compare, distinct
from klaxon.cli.bench.rounds import Rounds
from klaxon.console.devices import Picture
from klaxon.hal.pages import runs, wire_bytes

ONE = Rounds(1, 0.001)


class Whole(OurPanel):
    """A peer that sends every frame whole, as luma does."""

    def show(self, picture: Picture) -> None:
        self._bus.command(0x21, 0, 127, 0x22, 0, 7)
        self._bus.data(list(picture.bits))


class Blank(Whole):
    def show(self, picture: Picture) -> None:
        self._bus.data(bytes(len(picture.bits)))


def frames() -> Iterator[Frame]:
    """A cursor that moves on two panels, told twice each time."""
    for place in (0, 0, 40, 300, 300, 301):
        for station in ("red-1", "red-2"):
            yield station, Picture(128, 64, bytes(place) + b"\xff" * 6 + bytes(1018 - place))


def test_only_frames_that_differ_count() -> None:
    assert [station for station, _ in distinct(frames())] == ["red-1", "red-2"] * 4


def test_both_are_counted_by_one_rule() -> None:
    report = compare(frames(), ONE, {"klaxon": OurPanel, PEER: Whole})
    bits = [picture.bits for station, picture in distinct(frames()) if station == "red-1"]
    ours = sum(wire_bytes(runs(before, after, 128)) for before, after in zip([None, *bits], bits, strict=False))
    assert (report["frames"], report["stations"]) == (8, 2)
    assert report["bytes"] == {"klaxon": 2 * ours, PEER: 8 * 1034}
    assert report["ratios"]["bytes"] == round(2 * ours / (8 * 1034), 4)
    assert set(report["ms_a_frame"]) == {"klaxon", PEER}


def test_a_peer_that_shows_something_else_is_no_peer() -> None:
    with pytest.raises(RuntimeError, match="red-1 is another picture"):
        compare(frames(), ONE, {"klaxon": OurPanel, PEER: Blank})


def test_the_command_measures_without_its_peer_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panels, "recorded", frames)
    monkeypatch.setattr(panels, "makers", lambda: {"klaxon": OurPanel})
    assert main(["panels", "--rounds", "1", "--slice", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "8 distinct frames of 2 stations"
    assert told[1].startswith("klaxon ")
    assert told[2] == "luma.oled is not installed beside Klaxon; `make bench` installs it and runs both."


def test_the_command_prints_the_ratios(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "recorded", frames)
    monkeypatch.setattr(panels, "makers", lambda: {"klaxon": OurPanel, PEER: Whole})
    assert main(["panels", "--rounds", "1", "--slice", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert main(["panels", "--rounds", "1", "--slice", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[3].startswith("bytes, klaxon/luma.oled ssd1309 ")
    assert told[3].endswith(f" {report['ratios']['bytes']:.4f} times")
    assert main(["panels", "--rounds", "0"]) == 2


@pytest.mark.skipif(not find_spec("luma"), reason="luma.oled is a peer of the bench, installed by `make bench`")
@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
def test_luma_sends_every_frame_whole() -> None:
    bus = Bus()
    panel, (_, picture) = LumaPanel(bus), next(frames())
    image = panel.prepare(picture)
    panel.show(image)
    assert bus.bytes == 1034
    assert bytes(bus.last) == picture.bits
