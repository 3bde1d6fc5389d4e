"""Every back-end obeys the laws of the devices; and the laws find what is wrong."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from klaxon.console.devices.health import DialLesson
from klaxon.hal import laws
from klaxon.hal.laws import LAWS, HalLawBroken, Law, dead_devices_never_raise, obey
from klaxon.hal.virtual import VirtualConsole
from tests.hal.kit.pi_stand import PiStand
from tests.hal.kit.stands import FAULTS, NullStand, VirtualStand

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


@pytest.fixture(autouse=True)
def _quiet_pages(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "klaxon.hal.virtual")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_virtual_console_obeys(law: Law) -> None:
    obey(VirtualStand, [law])


@pytest.fixture
def pi_stand(tmp_path: Path) -> Iterator[PiStand]:
    stand = PiStand(tmp_path)
    yield stand
    stand.close()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_pi_obeys(law: Law, pi_stand: PiStand) -> None:
    obey(lambda: pi_stand, [law])


@pytest.fixture
def gpiod_stand(tmp_path: Path) -> Iterator[PiStand]:
    stand = PiStand(tmp_path, "gpiod")
    yield stand
    stand.close()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_pi_obeys_with_all_lines_by_gpiod(law: Law, gpiod_stand: PiStand) -> None:
    obey(lambda: gpiod_stand, [law])
    assert gpiod_stand.own_chip.opened == 1, "and the Pi's own lines were gpiod's"
    assert gpiod_stand.own.pins.pins == {}


def _swap_a_dial(stand: PiStand) -> None:
    stand.console.teach("red-1", 0, DialLesson(4, reversed=True, rest=3))


def _deafen_the_expander(stand: PiStand) -> None:
    stand.expander.deaf = True


def _pull_a_panel(stand: PiStand) -> None:
    stand.sockets["blue-1"].pull()


def _cut_the_lamps(stand: PiStand) -> None:
    stand.own.dead = True


def _stop_the_pwm(stand: PiStand) -> None:
    stand.kernel.faults["duty_cycle"] = errno.EIO


@pytest.mark.parametrize(
    ("harm", "law"),
    [
        (_swap_a_dial, laws.dials_turn_as_they_are_turned),
        (_deafen_the_expander, laws.keys_are_told_in_order),
        (_pull_a_panel, laws.panels_show_their_pictures),
        (_cut_the_lamps, laws.lamps_are_lit_one_by_one),
        (_stop_the_pwm, laws.bells_ring_what_they_are_told),
    ],
)
def test_the_stand_of_the_pi_sees_what_is_wrong(harm: Callable[[PiStand], None], law: Law, pi_stand: PiStand) -> None:
    harm(pi_stand)
    with pytest.raises(HalLawBroken) as found:
        obey(lambda: pi_stand, [law])
    assert found.value.law == law.__name__


def test_devices_that_are_not_there_swallow_everything() -> None:
    obey(NullStand, [dead_devices_never_raise])


@pytest.mark.parametrize(("made", "law"), FAULTS.items(), ids=lambda it: it.__name__)
def test_a_planted_fault_is_found_by_its_law(made: type[VirtualConsole], law: Law) -> None:
    with pytest.raises(HalLawBroken) as found:
        obey(lambda: VirtualStand(made))
    assert found.value.law == law.__name__
    assert str(found.value).startswith(law.__name__.replace("_", " "))


def test_every_law_finds_something() -> None:
    assert set(FAULTS.values()) == set(LAWS)
