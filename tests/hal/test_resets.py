"""Reset lines: everything is begun anew at the start and on a bus that is stuck; and a chip that came late is bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from klaxon.console.profile import Line, Profile
from klaxon.hal.pi.binding import DRIVERS, bind_again
from klaxon.hal.pi.panels.bus import Channel, bus_of
from klaxon.hal.pi.resets import HELD, SETTLES, Resets
from klaxon.table.fake_time import BEGINNING, TravelLoop
from tests.hal.kit.pins import console


class Wires:
    """Outputs that note when they were pulled."""

    def __init__(self, profile: Profile) -> None:
        self.loop = TravelLoop()
        self.notes: list[tuple[float, int, bool]] = []
        self.claimed: list[tuple[int, bool]] = []
        self.resets = Resets(profile, self._outlet, self.loop)

    def _outlet(self, line: Line, *, active_low: bool) -> _Wire:
        self.claimed.append((line.number, active_low))
        return _Wire(self, line.number)

    def pass_time(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.loop.stop)
        self.loop.run_forever()

    def told(self) -> list[tuple[float, int, bool]]:
        return [(round(at - BEGINNING, 4), line, lit) for at, line, lit in self.notes]


class _Wire:
    def __init__(self, wires: Wires, line: int) -> None:
        self._wires, self._line = wires, line

    def set(self, *, lit: bool) -> None:
        self._wires.notes.append((self._wires.loop.time(), self._line, lit))


@pytest.fixture
def wires_of() -> Iterator[Callable[[str], Wires]]:
    """Return what makes the wires of a shipped profile; their loops are closed afterwards."""
    made: list[Wires] = []

    def make(name: str) -> Wires:
        made.append(Wires(console(name)))
        return made[-1]

    yield make
    for wires in made:
        wires.loop.close()


def test_one_line_resets_mux_expander_and_panels_at_the_start(wires_of: Callable[[str], Wires]) -> None:
    wires = wires_of("console-4")
    assert wires.claimed == [(4, True)]
    ready: list[float] = []
    wires.resets.hold_all()
    wires.resets.release_all(lambda: ready.append(wires.loop.time() - BEGINNING))
    wires.pass_time(1)
    assert wires.told() == [(0, 4, True), (HELD, 4, False)]
    assert ready == [pytest.approx(HELD + SETTLES)]


def test_a_stuck_bus_is_pulsed_once(wires_of: Callable[[str], Wires]) -> None:
    wires = wires_of("console-8")
    wires.resets.pulse("main")
    wires.pass_time(1)
    assert wires.told() == [(0, 4, True), (HELD, 4, False)]


def test_a_console_that_is_closed_while_it_starts_opens_nothing(wires_of: Callable[[str], Wires]) -> None:
    wires = wires_of("mini")
    ready: list[str] = []
    wires.resets.hold_all()
    wires.resets.release_all(lambda: ready.append("opened"))
    wires.resets.close()
    wires.pass_time(1)
    assert ready == []


def test_a_console_without_reset_lines_claims_none(wires_of: Callable[[str], Wires]) -> None:
    wires = wires_of("console-4-direct")
    assert (wires.claimed, wires.resets.buses) == ([], {})


def kernel(folder: Path, name: str, driver: str, *, bound: bool) -> Path:
    """Lay out a device that the tree names, and the driver's file; return the file."""
    device = folder / "bus/i2c/devices" / name
    device.mkdir(parents=True)
    there = folder / "bus/i2c/drivers" / driver
    there.mkdir(parents=True)
    if bound:
        (device / "driver").symlink_to(there)
    return there / "bind"


@pytest.mark.parametrize("chip", DRIVERS)
def test_a_chip_that_was_not_there_at_the_start_is_offered_to_its_driver(chip: str, tmp_path: Path) -> None:
    bind = kernel(tmp_path, "1-0020", DRIVERS[chip], bound=False)
    assert bind_again(chip, 1, 0x20, tmp_path)
    assert bind.read_text("ascii") == "1-0020"


def test_a_chip_that_has_its_driver_is_left_alone_and_so_is_one_that_no_tree_names(tmp_path: Path) -> None:
    bind = kernel(tmp_path, "1-0020", "mcp230xx", bound=True)
    assert not bind_again("mcp23017", 1, 0x20, tmp_path)
    assert not bind_again("mcp23017", 1, 0x21, tmp_path)
    assert not bind.exists()


def test_whoever_may_not_bind_goes_on_looking(tmp_path: Path) -> None:
    bind = kernel(tmp_path, "1-0020", "mcp230xx", bound=False)
    bind.mkdir()  # it cannot be written, by root either
    assert bind_again("mcp23017", 1, 0x20, tmp_path)


def test_a_mux_without_channels_is_bound_when_a_panel_behind_it_is_opened(tmp_path: Path) -> None:
    bind = kernel(tmp_path, "1-0070", "pca954x", bound=False)
    with pytest.raises(OSError, match="No such file"):
        bus_of(1, Channel(0), tmp_path)
    assert bind.read_text("ascii") == "1-0070"
