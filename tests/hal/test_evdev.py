"""USB devices as hands: they obey the laws, are told apart by their port, learned by OK, and come back."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from klaxon.console.devices import KEYS
from klaxon.console.profile.board import USB_KINDS
from klaxon.hal.evdev.input_events import AGAIN, DOWN, KEY, RECORD, REL, SYN, SYN_DROPPED, SYN_REPORT, UP, usb_devices
from klaxon.hal.evdev.layouts import LAYOUTS, DialTurn
from klaxon.hal.laws import LAWS, Law, obey
from tests.hal.kit.usb_stand import UsbStand

PLUS = 78


class Ears:
    """Hands that keep what they are told."""

    def __init__(self, stand: UsbStand) -> None:
        self.told: list[tuple[str, str, str | int, int]] = []
        stand.devices.keys.attach(self)
        stand.devices.dials.attach(self)

    def on_press(self, station: str, key: str) -> None:
        self.told.append(("down", station, key, 0))

    def on_release(self, station: str, key: str) -> None:
        self.told.append(("up", station, key, 0))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(("turn", station, dial, steps))


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[UsbStand]:
    made = UsbStand(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("layout", USB_KINDS)
def test_usb_devices_obey(law: Law, layout: str, tmp_path: Path) -> None:
    stand = UsbStand(tmp_path, layout=layout)
    try:
        obey(lambda: stand, [law])
    finally:
        stand.close()


def test_every_kind_of_a_profile_has_a_layout_that_works_a_station() -> None:
    assert tuple(LAYOUTS) == USB_KINDS
    for name, layout in LAYOUTS.items():
        assert {control for control in layout.values() if isinstance(control, str)} <= set(KEYS)
        assert {"push", "ok", "back"} <= set(layout.values()), name
        assert {DialTurn(0, 1), DialTurn(0, -1)} <= set(layout.values()), name
    assert set(KEYS) <= set(LAYOUTS["numpad"].values())


def test_a_record_is_that_of_the_kernel() -> None:
    assert RECORD.size == 2 * struct.calcsize("@l") + 8


def test_two_of_a_kind_are_told_apart_by_their_port(stand: UsbStand, tmp_path: Path) -> None:
    assert [device.port for device in usb_devices(tmp_path / "sys")] == ["1-1.1", "1-1.2", "1-1.3", "1-1.4"]
    ears = Ears(stand)
    stand.press("blue-1", "ok")
    stand.release("blue-1", "ok")
    assert ears.told == [("down", "blue-1", "ok", 0), ("up", "blue-1", "ok", 0)]


def test_a_key_that_is_held_turns_on_and_presses_once(stand: UsbStand) -> None:
    ears, plug = Ears(stand), stand.plugs["red-1"]
    for value in (DOWN, AGAIN, AGAIN, UP):
        plug.send(KEY, PLUS, value)
    for value in (DOWN, AGAIN, UP):
        plug.send(KEY, stand.code("ok"), value)
    stand.settle()
    assert ears.told == [("turn", "red-1", 0, 1)] * 3 + [("down", "red-1", "ok", 0), ("up", "red-1", "ok", 0)]


def test_two_caps_of_one_meaning_are_one_key(stand: UsbStand) -> None:
    ears, plug = Ears(stand), stand.plugs["red-1"]
    codes = [code for code, control in stand.layout.items() if control == "ok"]
    assert len(codes) == 2
    for value in (DOWN, UP):
        for code in codes:
            plug.send(KEY, code, value)
    stand.settle()
    assert ears.told == [("down", "red-1", "ok", 0), ("up", "red-1", "ok", 0)]


def test_a_device_that_is_pulled_out_releases_its_keys_and_comes_back(stand: UsbStand) -> None:
    ears = Ears(stand)
    stand.press("red-1", "ok")
    stand.plugs["red-1"].pull_out()
    stand.settle()
    assert ears.told == [("down", "red-1", "ok", 0), ("up", "red-1", "ok", 0)]
    assert list(stand.usb.missing) == ["red-1"]
    stand.plugs["red-1"].plug_in()
    stand.usb.start()
    assert list(stand.usb.missing) == []
    stand.press("red-1", "back")
    assert ears.told[-1] == ("down", "red-1", "back", 0)


def test_events_that_the_kernel_dropped_leave_no_key_down(stand: UsbStand) -> None:
    """After a drop whatever came before the next report is worthless; keys that are up by then are released."""
    ears, plug = Ears(stand), stand.plugs["red-1"]
    stand.press("red-1", "ok")
    plug.send(SYN, SYN_DROPPED, 0)
    stand.settle()
    assert ears.told == [("down", "red-1", "ok", 0), ("up", "red-1", "ok", 0)]
    stand.press("red-1", "ok")
    assert ears.told[-1] == ("down", "red-1", "ok", 0)


def test_stations_learn_their_devices_one_after_the_other_by_ok(tmp_path: Path) -> None:
    stand = UsbStand(tmp_path, ports={})
    ears = Ears(stand)
    try:
        assert len(stand.usb.waiting) == 4
        stand.plugs["blue-2"].send(KEY, stand.code("back"), DOWN)  # it is not OK
        stand.plugs["blue-2"].send(REL, 7, 1)
        stand.press("blue-2", "ok")
        assert stand.learned == [{"red-1": "1-1.4"}]
        stand.release("blue-2", "ok")
        stand.press("blue-2", "ok")
        assert ears.told == [("down", "red-1", "ok", 0)], "it is a hand now, and learned once"
        stand.press("red-1", "ok")
        assert stand.learned[-1] == {"red-1": "1-1.4", "red-4": "1-1.1"}
        assert list(stand.usb.waiting) == ["blue-1", "blue-2"]
    finally:
        stand.close()


def test_a_device_of_nobody_does_nothing(tmp_path: Path) -> None:
    stand = UsbStand(tmp_path, ports={"red-1": "1-1.1", "red-4": "1-1.2", "blue-1": "1-1.3", "blue-2": "1-9"})
    ears = Ears(stand)
    try:
        stand.press("blue-2", "ok")
        assert (ears.told, stand.learned, stand.usb.missing) == ([], [], ("blue-2",))
    finally:
        stand.close()


def test_half_a_record_waits_for_the_rest(stand: UsbStand, tmp_path: Path) -> None:
    ears, plug = Ears(stand), stand.plugs["red-1"]
    record = RECORD.pack(0, 0, KEY, stand.code("ok"), DOWN)
    plug.write(record[:7])
    stand.settle()
    assert ears.told == []
    plug.write(record[7:] + RECORD.pack(0, 0, SYN, SYN_REPORT, 0))
    stand.settle()
    assert ears.told == [("down", "red-1", "ok", 0)]
