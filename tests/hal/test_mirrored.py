"""A console and its twin on a page: worked at both, seen at both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from klaxon.console.devices import Call, Picture
from klaxon.hal.laws import LAWS, Law, obey
from klaxon.hal.mirrored import mirror
from klaxon.hal.virtual import VirtualConsole
from tests.hal.kit.stands import FITTINGS, LAMPS, Page, VirtualStand

PICTURE = Picture(128, 64, bytes(range(128)) * 8, ("words",))


class TwinStand(VirtualStand):
    """Hands at the real side; eyes and ears there too."""

    def __init__(self) -> None:
        super().__init__()
        self.page_side = VirtualConsole(FITTINGS, LAMPS)
        self.devices = mirror(self.console.devices(), self.page_side)


class Log:
    """Hands that write down what they are told."""

    def __init__(self) -> None:
        self.moves: list[str] = []

    def on_press(self, station: str, key: str) -> None:
        self.moves.append(f"{key} down")

    def on_release(self, station: str, key: str) -> None:
        self.moves.append(f"{key} up")

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.moves.append(f"{dial} {steps:+d}")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_twin_obeys(law: Law) -> None:
    obey(TwinStand, [law])


def test_a_phone_works_the_station_too() -> None:
    stand, log = TwinStand(), Log()
    stand.devices.keys.attach(log)
    stand.devices.dials.attach(log)
    phone = stand.page_side.grip()
    phone.turn("red-1", 0, -3)
    phone.press("red-1", "ok")
    stand.press("red-1", "ok")
    phone.release("red-1", "ok")
    assert log.moves == ["0 -3", "ok down"]
    stand.release("red-1", "ok")
    assert log.moves[2:] == ["ok up"]


def test_both_sides_show_and_ring_the_same() -> None:
    stand, page = TwinStand(), Page()
    stand.page_side.watch(page)
    stand.devices.panels.show("red-1", PICTURE)
    stand.devices.panels.light("red-1", 40)
    stand.devices.lamps.set("red", lit=True)
    stand.devices.bells["red",].ring(Call("ping", ()))
    stand.devices.bells["red",].hush()
    assert page.told == stand.page.told
    assert [what for what, *_ in page.told] == ["panel", "light", "lamp", "bell", "bell"]


def test_a_bell_that_both_boats_hear_rings_beside_those_of_the_pages() -> None:
    real, page = VirtualConsole(FITTINGS, LAMPS), VirtualConsole(FITTINGS, LAMPS)
    one = replace(real.devices(), bells={("red", "blue"): real.devices().bells["red",]})
    assert set(mirror(one, page).bells) == {("red", "blue"), ("red",), ("blue",)}
