"""The evening on a breadboard, walked through on made-up pins: every check passes or fails as its page says."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from unittest import mock

import pytest

from klaxon.cli.soak.stage import Stage
from klaxon.console.profile import Profile
from klaxon.console.profile.board import HEADER
from klaxon.console.profile.boot import boot_lines
from klaxon.console.profile.wiring import wiring
from klaxon.console.service.menu import PAGES
from klaxon.console.service.sounds import SCALE
from klaxon.hal.pi.panels.mounting import mountings
from klaxon.table.fake_time import PatientLoop, travel
from tests.hal.kit.pins import Bench
from tests.hw.kit.firmware import boot
from tests.hw.kit.tree_faults import tree_faults
from tools.hw import breadboard, files
from tools.hw.breadboard import CLICKS, Seen, Step

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
PROFILE = files.profile(breadboard.PROFILE)
STEPS = breadboard.steps(PROFILE)
CHECKED = [number for number, step in enumerate(STEPS) if step.control]
CYCLE = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Levels of A and B from one click to the next, clockwise."""


def work(profile: Profile, wired: Iterable[int], control: str, folder: Path, moved: Profile | None = None) -> Seen:
    """Work a control whose wires are connected so far, where `moved` has it; return what the lines made of it."""
    lines, found = set(wired), [0, 0]

    async def story() -> None:
        bench = Bench(profile, folder)
        bench.lines.start()
        await bench.run(0.1)
        for line, level in _moves(moved or profile, control):
            if line in lines:
                await bench.move(line, level)
            await bench.run(0.05)
        await bench.run(1)
        for what, _, _, count in bench.told:
            found[0] += what == "pressed"
            found[1] += int(count) if what == "turned" else 0
        bench.lines.close()
        bench.inputs.close()

    travel(story)
    return Seen(*found)


def _moves(profile: Profile, control: str) -> list[tuple[int, int]]:
    (station,) = profile.stations
    if control == "dial":
        (dial,) = station.dials
        pairs = [(dial.a.number, dial.b.number)] * len(CYCLE) * CLICKS
        return [
            move for pair, levels in zip(pairs, CYCLE * CLICKS, strict=True) for move in zip(pair, levels, strict=True)
        ]
    line = next(key.line.number for key in station.keys if key.name == control)
    return [(line, 0), (line, 1)]


def evening(folder: Path, story: Callable[[Stage], Awaitable[None]]) -> None:
    """Run the console of the breadboard on models of its panel and its bell, in made-up time."""

    async def whole() -> None:
        stage = Stage(PROFILE, folder, "1")
        async with stage.run_console():
            await asyncio.sleep(3)
            await story(stage)

    travel(whole, PatientLoop())


def test_the_panel_shows_the_lobby_as_its_step_says(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        pane = stage.sockets["red-1"].pane
        assert pane.right
        assert any(pane._shown), "it is not dark"
        assert "begin" in stage.console.stations["red-1"].page.bottom().text
        assert stage.calm

    evening(tmp_path, story)


def test_a_panel_whose_wires_are_changed_over_stays_dark_and_comes_when_they_are_right(tmp_path: Path) -> None:
    """Nothing answers then, and the console plays on; after the mend it needs no start."""

    async def story(stage: Stage) -> None:
        socket = stage.sockets["red-1"]
        socket.pulled = True
        await asyncio.sleep(30)
        assert "panel red-1" in stage.wrong()
        socket.swap()
        await asyncio.sleep(15)
        assert stage.sockets["red-1"].pane.right
        assert stage.wrong() == []

    evening(tmp_path, story)


def test_the_buzzer_plays_a_scale_in_service_mode_as_its_step_says(tmp_path: Path) -> None:
    """OK and the dial held for 3 seconds, then Bell: by contacts alone."""

    async def story(stage: Stage) -> None:
        (bell,) = stage.bells
        with mock.patch.object(bell, "sound", wraps=bell.sound) as sounds:
            for key in ("ok", "push"):
                stage.fingers.on_press("red-1", key)
            await asyncio.sleep(3.2)
            for key in ("ok", "push"):
                stage.fingers.on_release("red-1", key)
            await asyncio.sleep(0.5)
            assert stage.console.service.on
            for _ in range([*PAGES].index("bell")):
                stage.fingers.on_turn("red-1", 0, 1)
                await asyncio.sleep(0.3)
            for _ in range(3):  # the page, its scale, all of it
                await tap(stage, "ok")
            await asyncio.sleep(4)
        pitches = [call.args[0] for call in sounds.mock_calls if call.args[0]]
        assert pitches[0] == 262, "c4"
        assert pitches == sorted({*pitches})
        assert len(pitches) == len(SCALE)

    evening(tmp_path, story)


async def tap(stage: Stage, key: str) -> None:
    """Close a contact, and open it."""
    stage.fingers.on_press("red-1", key)
    await asyncio.sleep(0.2)
    stage.fingers.on_release("red-1", key)
    await asyncio.sleep(0.3)


def test_nothing_moves_while_the_dial_has_its_supply_alone(tmp_path: Path) -> None:
    number = next(place for place, step in enumerate(STEPS) if step.name == "dial-supply")
    for control in ("dial", "push"):
        assert work(PROFILE, lines_of(STEPS[: number + 1]), control, tmp_path / control) == Seen(0, 0)


def test_every_step_of_the_page_is_walked_through() -> None:
    assert {step.name for step in STEPS if not step.control} == {"rails", "panel", "dial-supply", "bell"}


def lines_of(steps: Iterable[Step]) -> set[int]:
    return {wire.line for step in steps for wire in step.wires if wire.line is not None}


@pytest.mark.parametrize("number", CHECKED, ids=[STEPS[number].name for number in CHECKED])
def test_a_step_that_is_done_right_shows_what_the_page_says(number: int, tmp_path: Path) -> None:
    assert work(PROFILE, lines_of(STEPS[: number + 1]), STEPS[number].control, tmp_path) == STEPS[number].seen


@pytest.mark.parametrize("number", [each for each in CHECKED if any(STEPS[each].seen)])
def test_a_step_whose_wire_is_forgotten_does_not(number: int, tmp_path: Path) -> None:
    assert work(PROFILE, lines_of(STEPS[:number]), STEPS[number].control, tmp_path) == Seen(0, 0)


def test_contacts_that_are_changed_over_count_backwards_as_the_page_says(tmp_path: Path) -> None:
    text = (files.ROOT / "hw" / "profiles" / "breadboard.toml").read_text("utf-8")
    (tmp_path / "swapped.toml").write_text(text.replace("a = 17, b = 27", "a = 27, b = 17"), "utf-8")
    other = files.profile(str(tmp_path / "swapped.toml"))
    assert work(other, lines_of(STEPS), "dial", tmp_path, moved=PROFILE) == Seen(0, -CLICKS)
    assert "As many the other way (minus)" in (files.FOLDER / "breadboard.md").read_text("utf-8")


def test_every_line_of_the_profile_is_a_wire_of_one_step() -> None:
    wired = [wire.line for step in STEPS for wire in step.wires if wire.line is not None]
    assert sorted(wired) == sorted(use.line.number for use in wiring(PROFILE))
    pins = {pin.number: pin for pin in HEADER}
    for step in STEPS:
        for wire in step.wires:
            if isinstance(wire.source, int):
                assert pins[wire.source].line == wire.line
    assert {pins[pin].supply for pin in breadboard.SUPPLY.values()} == {"3V3", "GND"}, "never 5 V"


def test_no_hole_has_two_wires() -> None:
    holes = [wire.target for step in STEPS for wire in step.wires]
    assert len(holes) == len(set(holes))


def test_the_page_has_every_wire_and_a_check_for_every_step() -> None:
    page = (files.FOLDER / "breadboard.md").read_text("utf-8")
    assert len(re.findall(r"^## \d+\. ", page, re.MULTILINE)) == page.count("**Check.**") == len(STEPS)
    assert len(re.findall(r"^- ", page, re.MULTILINE)) == sum(len(step.wires) for step in STEPS)


def test_the_bill_of_the_evening_sums_up() -> None:
    page = (files.FOLDER / "breadboard.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE)
    assert [int(count) for _, count, _, _ in rows] == list(breadboard.bought(PROFILE).values())
    assert all(float(cost) == pytest.approx(int(count) * float(each)) for _, count, each, cost in rows)
    costs = [float(cost) for *_, cost in rows]
    assert f"About {round(sum(costs))} EUR, {round(sum(costs[2:]))} of them beside Pi and card" in page
    assert "tact switch | 5 " in page


def test_the_panel_is_where_the_profile_says() -> None:
    (mounting,) = mountings(PROFILE)
    assert mounting.controller == "ssd1306"


@pytest.mark.skipif(not shutil.which("fdtoverlay"), reason="no fdtoverlay here: `tools/setup deploy` installs it")
@pytest.mark.parametrize("board", ["zero-2-w", "5"])
def test_its_boot_lines_bring_every_device(board: str, tmp_path: Path) -> None:
    assert tree_faults(boot(boot_lines(PROFILE), board, tmp_path), PROFILE) == []
