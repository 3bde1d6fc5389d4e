"""The virtual console: several pages at the same controls, and what they are told."""

from __future__ import annotations

import logging

import pytest

from klaxon.console.devices import Call, Note, Picture
from klaxon.hal.virtual import MOST_STEPS, VirtualConsole
from tests.hal.kit.stands import Page, Torn, console

PING = Call("ping", (Note(1200, 80),))


class Ears:
    """Hands that remember what they were told."""

    def __init__(self, console: VirtualConsole) -> None:
        self.told: list[str] = []
        console.devices().keys.attach(self)
        console.devices().dials.attach(self)

    def on_press(self, station: str, key: str) -> None:
        self.told.append(f"{station} {key} down")

    def on_release(self, station: str, key: str) -> None:
        self.told.append(f"{station} {key} up")

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(f"{station} dial {dial} {steps:+d}")


def picture(*words: str, byte: int = 0) -> Picture:
    return Picture(128, 64, bytes((byte,)) * 1024, words)


def test_a_key_held_by_two_pages_comes_up_with_the_last_of_them() -> None:
    room = console()
    ears, one, other = Ears(room), room.grip(), room.grip()
    one.press("red-1", "ok")
    other.press("red-1", "ok")
    one.release("red-1", "ok")
    assert ears.told == ["red-1 ok down"]
    other.release("red-1", "ok")
    assert ears.told == ["red-1 ok down", "red-1 ok up"]


def test_a_page_that_vanishes_lets_its_keys_go() -> None:
    room = console()
    ears, page, other = Ears(room), room.grip(), room.grip()
    page.press("red-1", "ok")
    page.press("red-1", "back")
    other.press("red-1", "back")
    page.close()
    assert ears.told == ["red-1 ok down", "red-1 back down", "red-1 ok up"]
    page.press("red-1", "north")
    page.turn("red-1", 0, 1)
    page.close()
    other.close()
    assert ears.told[3:] == ["red-1 back up"]


def test_a_page_presses_once_and_releases_only_what_it_holds() -> None:
    room = console()
    ears, page, other = Ears(room), room.grip(), room.grip()
    page.press("red-1", "stop")
    page.press("red-1", "stop")
    other.release("red-1", "stop")
    assert ears.told == ["red-1 stop down"]
    page.release("red-1", "stop")
    page.release("red-1", "stop")
    assert ears.told == ["red-1 stop down", "red-1 stop up"]


def test_controls_that_are_not_there_are_named() -> None:
    room = console()
    ears = Ears(room)
    with pytest.raises(ValueError, match="no station 'green-1'; the stations are: red-1, red-4"):
        room.press("green-1", "ok")
    with pytest.raises(ValueError, match="'red-4' has no key 'stop'; its keys are: push, ok, back"):
        room.press("red-4", "stop")
    with pytest.raises(ValueError, match="'red-4' has no key 'stop'"):
        room.release("red-4", "stop")
    with pytest.raises(ValueError, match="'red-1' has no dial 1, only 1 from 0 on"):
        room.turn("red-1", 1, 1)
    with pytest.raises(ValueError, match="no dial -1"):
        room.turn("red-1", -1, 1)
    with pytest.raises(ValueError, match=f"at most {MOST_STEPS}"):
        room.turn("red-1", 0, -MOST_STEPS - 1)
    room.turn("red-1", 0, 0)
    assert ears.told == []
    room.turn("red-4", 1, -MOST_STEPS)
    assert ears.told == ["red-4 dial 1 -64"]


def test_a_page_that_comes_later_asks_what_is_there() -> None:
    room = console()
    devices = room.devices()
    assert room.picture("red-1") == picture()
    assert room.level("red-1") == 255
    devices.panels.show("red-1", picture("Course?", byte=1))
    devices.panels.light("red-1", 40)
    devices.lamps.set("red", lit=True)
    assert room.picture("red-1").words == ("Course?",)
    assert room.level("red-1") == 40
    assert room.lamps == {"red": True, "blue": False}


def test_watchers_are_told_of_changes_only() -> None:
    room, page = console(), Page()
    devices = room.devices()
    room.watch(page)
    for _ in range(2):
        devices.panels.show("red-1", picture("Dive?"))
        devices.panels.light("red-1", 9)
        devices.lamps.set("blue", lit=True)
        devices.bells["red",].ring(PING)
    devices.panels.show("red-1", picture("Dive!"))
    devices.bells["blue",].hush()
    assert page.told == [
        ("panel", "red-1", ("Dive?",)),
        ("light", "red-1", 9),
        ("lamp", "blue", True),
        ("bell", "red", "ping"),
        ("bell", "red", "ping"),
        ("panel", "red-1", ("Dive!",)),
        ("bell", "blue", ""),
    ]
    room.unwatch(page)
    room.unwatch(page)
    devices.lamps.set("blue", lit=False)
    assert len(page.told) == 7


def test_a_page_that_fails_is_told_nothing_more_and_the_others_are(caplog: pytest.LogCaptureFixture) -> None:
    room, torn, page = console(), Torn(), Page()
    room.watch(torn)
    room.watch(page)
    with caplog.at_level(logging.ERROR):
        room.devices().lamps.set("red", lit=True)
        room.devices().lamps.set("red", lit=False)
    assert page.told == [("lamp", "red", True), ("lamp", "red", False)]
    assert [record.message for record in caplog.records] == [
        "a watcher of the virtual console failed and is told nothing more"
    ]
