"""A real console on models of its hardware: all of it fares well, dies, and comes back by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from klaxon.console.devices import Call, Note, Picture
from klaxon.console.devices.health import DEAD, DeviceState
from klaxon.hal.pi.power import WARY
from tests.hal.kit.pi_stand import PROFILE, PiStand

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
NAMES = [
    *(("panel", fitting) for fitting in ("red-1", "red-4", "blue-1", "blue-2")),
    *(("bell", "red"), ("bell", "blue"), ("lamp", "red"), ("lamp", "blue"), ("lines", ""), ("lines", "keys")),
]
LONG = Call("grave", (Note(440, 600_000),))


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[PiStand]:
    made = PiStand(tmp_path)
    yield made
    made.close()


def states(stand: PiStand) -> set[DeviceState]:
    return {standing.state for standing in stand.console.reports()}


def pass_time(stand: PiStand, seconds: float) -> None:
    until = stand.loop.time() + seconds
    while stand.loop.time() < until:
        stand.settle()


def show_all(stand: PiStand, seed: int) -> dict[str, bytes]:
    """Show, light and ring something everywhere; return the pixels."""
    wanted = {}
    for fitting in stand.fittings:
        wanted[fitting.name] = bytes((seed * place) % 251 for place in range(fitting.width * fitting.height // 8))
        stand.devices.panels.show(fitting.name, Picture(fitting.width, fitting.height, wanted[fitting.name]))
    for lamp in stand.lamps:
        stand.devices.lamps.set(lamp, lit=True)
    for bell in stand.devices.bells.values():
        bell.ring(LONG)
    return wanted


def test_every_device_is_ready_and_was_told_of_once(stand: PiStand) -> None:
    assert [(standing.kind, standing.name) for standing in stand.console.reports()] == NAMES
    assert states(stand) == {DeviceState.READY}
    ready = [(told.kind, told.name) for told in stand.told if told.state is DeviceState.READY]
    assert sorted(ready) == sorted(NAMES)


def test_close_leaves_nothing_lit_and_nothing_sounding(stand: PiStand) -> None:
    show_all(stand, 7)
    stand.settle()
    assert all(stand.is_lit(lamp) for lamp in stand.lamps)
    assert [stand.bell_calls(boats)[-1] for boats in stand.devices.bells] == ["grave", "grave"]
    stand.console.close()
    assert not any(stand.is_lit(lamp) for lamp in stand.lamps)
    assert [stand.bell_calls(boats)[-1] for boats in stand.devices.bells] == ["", ""]
    assert [stand.level(fitting.name) for fitting in stand.fittings] == [0, 0, 0, 0]


def test_last_words_stay_on_the_panels(stand: PiStand) -> None:
    words = {
        fitting.name: Picture(fitting.width, fitting.height, b"\x81" * (fitting.width * fitting.height // 8))
        for fitting in stand.fittings
    }
    stand.console.close(lambda fitting: words[fitting.name])
    for fitting in stand.fittings:
        assert stand.pixels(fitting.name) == words[fitting.name].bits
        assert stand.level(fitting.name) > 0


def test_all_that_died_is_told_dead_and_comes_back_with_what_it_was_told_meanwhile(stand: PiStand) -> None:
    show_all(stand, 3)
    stand.settle()
    stand.break_down()
    show_all(stand, 5)
    pass_time(stand, 20)
    assert states(stand) <= DEAD
    wanted = show_all(stand, 11)
    stand.mend()
    pass_time(stand, 20)
    assert states(stand) == {DeviceState.READY}
    assert {fitting.name: stand.pixels(fitting.name) for fitting in stand.fittings} == wanted
    assert all(stand.is_lit(lamp) for lamp in stand.lamps)
    assert [stand.bell_calls(boats)[-1] for boats in stand.devices.bells] == ["grave", "grave"]


def test_the_power_key_held_shuts_down_once_and_no_hands_are_told_of_it(stand: PiStand) -> None:
    pass_time(stand, WARY)
    assert PROFILE.power
    stand.press("", "power")
    pass_time(stand, PROFILE.power.hold_ms / 1000 - 0.5)
    assert stand.switched_off == 0
    pass_time(stand, 5)
    stand.release("", "power")
    stand.settle()
    assert stand.switched_off == 1
