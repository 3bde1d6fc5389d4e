"""Every back-end obeys the laws of the devices; and the laws find what is wrong."""

from __future__ import annotations

import logging

import pytest

from klaxon.hal.laws import LAWS, Law, LawBroken, dead_devices_never_raise, obey
from klaxon.hal.virtual import VirtualConsole
from tests.hal.stands import FAULTS, NullStand, VirtualStand


@pytest.fixture(autouse=True)
def _quiet_pages(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "klaxon.hal.virtual")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_virtual_console_obeys(law: Law) -> None:
    obey(VirtualStand, [law])


def test_devices_that_are_not_there_swallow_everything() -> None:
    obey(NullStand, [dead_devices_never_raise])


@pytest.mark.parametrize(("made", "law"), FAULTS.items(), ids=lambda it: it.__name__)
def test_a_planted_fault_is_found_by_its_law(made: type[VirtualConsole], law: Law) -> None:
    with pytest.raises(LawBroken) as found:
        obey(lambda: VirtualStand(made))
    assert found.value.law == law.__name__
    assert str(found.value).startswith(law.__name__.replace("_", " "))


def test_every_law_finds_something() -> None:
    assert set(FAULTS.values()) == set(LAWS)
