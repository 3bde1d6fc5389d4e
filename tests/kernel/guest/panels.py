"""Panels on real buses of the kernel: behind its mux, beside it, and where nothing answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from klaxon.console.devices import Picture
from klaxon.console.devices.health import DeviceState
from klaxon.console.profile import Profile, fittings
from klaxon.hal.pi.panels.bus import I2CLink, root_of
from klaxon.hal.pi.panels.mounting import card, mountings
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.scan import scan
from tests.kernel.guest.eyes import Eyes
from tests.kernel.guest.sim import until
from tests.kernel.guest.trace import SENT, Trace

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

ALIVE, DEAD = ("red-1", "red-2", "red-3"), "red-4"
"""Behind two channels of the mux; on the bus itself, upside down, another chip; on a bus without an answer."""


class Stood:
    """Panels as the profile has them, and what was told of them."""

    def __init__(self, profile: Profile) -> None:
        self.states: list[tuple[str, DeviceState]] = []
        hello = {fitting.name: card(fitting, "hello") for fitting in fittings(profile)}
        self.panels = PiPanels(
            fittings(profile),
            mountings(profile),
            in_loop=lambda act, *told: act(*told),
            on_report=lambda station, state: self.states.append((station, state)),
            hello=hello,
        )
        self.panels.start()

    def state(self, station: str) -> DeviceState:
        return self.panels.reports()[station].state


@pytest.fixture
def stood(profile: Profile, eyes: Eyes) -> Iterator[Stood]:
    stood = Stood(profile)
    yield stood
    stood.panels.close()


def test_a_link_sends_the_bytes_it_is_given() -> None:
    trace, link = Trace(SENT), I2CLink(1, 0x3D)
    sent = [b"\x00\xe3", b"\x40" + bytes(range(128)), b"\x00\xb0\x00\x10"]
    for message in sent:
        link.write(message)
    assert link.read() == 0, "the sim answers every question with zeros"
    link.close()
    found = [(event.numbers["adapter_nr"], event.numbers["addr"], event.data) for event in trace.read()]
    trace.close()
    assert found == [(1, 0x3D, message) for message in sent]


def test_an_address_without_an_answer_is_an_error() -> None:
    link = I2CLink(21, 0x3C)
    with pytest.raises(OSError, match=os.strerror(6)):
        link.write(b"\x00\xe3")
    link.close()


def test_an_address_that_a_driver_has_taken_cannot_be_opened() -> None:
    with pytest.raises(OSError, match=os.strerror(16)):
        I2CLink(1, 0x70)


def test_channels_of_the_mux_hang_on_its_root() -> None:
    buses = sorted(int(path.name.removeprefix("i2c-")) for path in Path("/dev").glob("i2c-*"))
    assert [root_of(bus) for bus in buses] == ["i2c-1", "i2c-21", "i2c-23", *["i2c-1"] * 8]


def test_a_scan_finds_what_answers_and_names_drivers() -> None:
    assert scan(21) == ()
    found = {answer.address: answer.driver for answer in scan(1)}
    assert len(found) == 0x70, "on the sim's bus every address answers"
    assert found[0x70] == "pca954x"
    assert found[0x3C] == ""


def test_panels_show_what_they_are_shown(stood: Stood, eyes: Eyes) -> None:
    for station in ALIVE:
        eyes.until_says(station, "hello")
    chance = Random(6)
    for _ in range(5):
        pictures = {station: chance.randbytes(1024) for station in ALIVE}
        for station, bits in pictures.items():
            stood.panels.show(station, Picture(128, 64, bits))
        for station, bits in pictures.items():
            eyes.until_shows(station, bits)
    until(lambda: all(stood.state(station) == DeviceState.READY for station in ALIVE), "all panels are ready")
    assert all(stood.panels.reports()[station].errors == 0 for station in ALIVE)


def test_only_what_changed_goes_over_the_bus(stood: Stood, eyes: Eyes) -> None:
    picture = bytearray(1024)
    stood.panels.show("red-1", Picture(128, 64, bytes(picture)))
    for station in ALIVE[1:]:
        eyes.until_says(station, "hello")
    eyes.until_shows("red-1", bytes(picture))
    before, picture[300:303] = eyes.glass.bytes_sent, b"abc"
    stood.panels.show("red-1", Picture(128, 64, bytes(picture)))
    eyes.until_shows("red-1", bytes(picture))
    assert eyes.glass.bytes_sent - before == 7 + 3


def test_a_panel_that_does_not_answer_is_absent_and_holds_nobody_up(stood: Stood, eyes: Eyes) -> None:
    until(lambda: (DEAD, DeviceState.ABSENT) in stood.states, "the dead panel is called absent")
    stood.panels.show(DEAD, Picture(128, 64, b"\xff" * 1024))
    stood.panels.light(DEAD, 9)
    stood.panels.show("red-1", Picture(128, 64, b"\x55" * 1024))
    eyes.until_shows("red-1", b"\x55" * 1024)
    before = eyes.dead

    def tried_again() -> bool:
        eyes.look()
        return eyes.dead > before

    until(tried_again, "the dead panel is tried again")
    assert stood.state(DEAD) == DeviceState.ABSENT
    assert stood.panels.reports()[DEAD].last_error == f"[Errno 6] {os.strerror(6)}"


def test_light_and_last_words(stood: Stood, eyes: Eyes, profile: Profile) -> None:
    stood.panels.light("red-2", 7)
    until(lambda: eyes.look().level("red-2") == 7, "the panel has the brightness")
    last = {fitting.name: card(fitting, "good night") for fitting in fittings(profile)[:2]}
    stood.panels.close(last)
    for station in ALIVE[:2]:
        eyes.until_says(station, "good night")
    assert eyes.look().level("red-2") == 7, "last words are no brighter than the panel was"
    assert eyes.glass.level("red-3") == 0, "a panel without last words goes dark"
