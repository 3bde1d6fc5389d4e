"""Comforts of a station: kept over restarts, and panels that are turned at every back-end without a byte more."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from klaxon.console.devices import Fitting, Picture
from klaxon.console.drawing.picture_export import rows
from klaxon.console.settings.station_settings import (
    COMFORTS,
    STORE,
    TURNED,
    Chosen,
    StationSettings,
    TurnablePanels,
    rotate_picture,
)
from klaxon.hal.panel_runs import runs, wire_bytes
from klaxon.hal.virtual import VirtualConsole
from tests.console.kit.frames import FRAMES, read
from tests.console.kit.playing import SPLIT_START, at_the_console, story
from tests.hal.kit.rig import Rig, row

FOUND = [read(path) for path in sorted((FRAMES / "sonar").glob("*.txt"))]


def test_a_picture_upside_down_is_the_same_from_the_other_side() -> None:
    for picture in FOUND:
        assert rows(rotate_picture(picture)) == [line[::-1] for line in rows(picture)[::-1]]
        assert rotate_picture(rotate_picture(picture)) == picture
        assert rotate_picture(picture).words == picture.words


def test_nothing_is_switched_on_at_first() -> None:
    assert not any(StationSettings().has("red-1", setting) for setting in COMFORTS)


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    settings, told = StationSettings(), list[str]()

    def keep(chosen: Chosen) -> None:
        told.append(STORE.write(tmp_path, chosen))

    settings.begin(STORE.read(tmp_path).chosen, keep)
    for setting in COMFORTS:
        settings.switch("red-1", setting, on=True)
    settings.switch("red-2", TURNED, on=True)
    settings.switch("red-2", TURNED, on=False)
    again = StationSettings()
    again.begin(STORE.read(tmp_path).chosen, keep)
    assert [again.has("red-1", setting) for setting in COMFORTS] == [True] * len(COMFORTS)
    assert not any(again.has(name, setting) for name in ("red-2", "red-3") for setting in COMFORTS)
    assert set(told) == {""}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"format": 2, "stations": {}}', '{"format": 1, "stations": {"red-1": "coach"}}', "[" * 5000],
)
def test_a_file_that_is_no_good_is_set_aside_and_said(tmp_path: Path, text: str) -> None:
    (tmp_path / STORE.name).write_text(text)
    found = STORE.read(tmp_path)
    assert found.chosen == {}
    assert f"{STORE.name}.broken-1" in found.trouble
    assert (tmp_path / f"{STORE.name}.broken-1").read_text() == text
    assert STORE.read(tmp_path).trouble == ""


def test_a_comfort_of_another_version_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / STORE.name).write_text(json.dumps({"format": 1, "stations": {"red-1": ["coach", "massage"]}}))
    assert STORE.read(tmp_path) == ({"red-1": ("coach",)}, "")


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in STORE.write(tmp_path / "file", {"red-1": ("coach",)})


@story
async def test_what_a_station_had_it_has_again_at_the_next_start() -> None:
    kept: list[Chosen] = []
    async with at_the_console(first="red") as play:
        play.console.applied_settings.begin({"red-1": ("coach", "turned")}, kept.append)
        await play.menu("red-2", "change the letters")
        assert kept[-1] == {"red-1": ("coach", "turned"), "red-2": ("large",)}
        assert [station.large for station in play.console.stations.values()][:2] == [False, True]
        assert play.console.stations["red-1"].coached


# Upside down


@story
async def test_a_panel_is_turned_from_the_menu_and_its_dial_is_not() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        upright = play.panel("red.captain").picture
        await play.menu("red.captain", "turn the panel")
        await play.press("red.captain", "back")
        assert play.panel("red.captain").picture == rotate_picture(upright)
        assert play.panel("red.captain").text == "\n".join(upright.words)
        assert play.panel("red.xo").picture.words, "another station is as it was"
        await play.turn("red.captain", 1)
        assert "> surface" in play.panel("red.captain").text, "clockwise is still onwards"
        await play.turn("red.captain", -1)
        await play.menu("red.captain", "turn the panel")
        await play.press("red.captain", "back")
        assert play.panel("red.captain").picture == upright


@story
async def test_service_mode_is_turned_too() -> None:
    async with at_the_console() as play:
        await play.menu("red-1", "turn the panel")
        plain = play.hardware.picture("red-2")
        play.console.open_service(play.console.stations["red-1"])
        await play.run(0)
        assert rows(play.hardware.picture("red-1"))[-8:] != rows(plain)[-8:]
        lit = sum(map(sum, rows(play.hardware.picture("red-1"))[-8:]))
        assert lit > 64 * 8, "the lit bar of the title is at the foot"


def test_panels_of_a_virtual_console_are_turned() -> None:
    console, settings = VirtualConsole([Fitting("red-1", "red"), Fitting("red-2", "red")]), StationSettings()
    settings.switch("red-1", TURNED, on=True)
    panels = TurnablePanels(console.devices().panels, settings)
    for name in ("red-1", "red-2"):
        panels.show(name, FOUND[0])
    assert console.picture("red-1") == rotate_picture(FOUND[0])
    assert console.picture("red-2") == FOUND[0]


def wired(*, on: bool) -> int:
    """Return how many bytes the frames of a game are on the wires of a real panel, and see that they arrive."""
    pytest.importorskip("luma.oled.device", reason="luma.oled brings the set-up of the panels; the extra `pi` has it")
    rig, settings = Rig(row(1)), StationSettings()
    settings.switch("s0", TURNED, on=on)
    panels = TurnablePanels(rig.panels, settings)
    rig.settle()
    before = rig.wires.bytes
    for picture in (found for found in FOUND if found.width == 128):
        panels.show("s0", picture)
        rig.settle()
        assert rig.seen("s0") == (rotate_picture(picture) if on else picture).bits
    return rig.wires.bytes - before


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
def test_panels_of_a_real_console_are_turned_and_it_costs_no_byte_more() -> None:
    straight, round_ = wired(on=False), wired(on=True)
    assert straight > 0
    assert abs(round_ - straight) * 1000 <= straight, (straight, round_)


def test_a_turned_picture_has_as_many_changes_as_the_same_upright() -> None:
    def cost(pictures: list[Picture]) -> int:
        sent = 0
        for before, after in pairwise(pictures):
            for start in range(0, len(after.bits), after.width):
                end = start + after.width
                sent += wire_bytes(runs(before.bits[start:end], after.bits[start:end], after.width))
        return sent

    small = [picture for picture in FOUND if picture.width == 128]
    assert cost([rotate_picture(picture) for picture in small]) == cost(small) > 0
