"""Null devices: they send no events and ignore all calls."""

from __future__ import annotations

from klaxon.console.devices import Call, Devices, Hands, Picture


class NullKeys:
    """No keys: there are no events."""

    def attach(self, hands: Hands) -> None:
        """Do nothing."""


class NullDials:
    """No dials: the only event is the watchdog probe."""

    def __init__(self) -> None:
        """Start without hands."""
        self._hands: list[Hands] = []

    def attach(self, hands: Hands) -> None:
        """Attach hands; the watchdog probe is their only event."""
        self._hands.append(hands)

    def probe(self, station: str) -> None:
        """Watchdog probe: send a zero-step dial turn."""
        for hands in self._hands:
            hands.on_turn(station, 0, 0)


class NullPanels:
    """No panels."""

    def show(self, station: str, picture: Picture) -> None:
        """Ignore a picture."""

    def light(self, station: str, level: int) -> None:
        """Ignore a brightness."""

    def prioritise(self, station: str) -> None:
        """Do nothing."""


class NullBell:
    """No bell."""

    has_volume = False

    def ring(self, call: Call) -> None:
        """Ignore a call."""

    def hush(self) -> None:
        """Do nothing."""


class NullLamps:
    """No lamps."""

    def set(self, lamp: str, *, lit: bool) -> None:
        """Ignore a lamp."""


def null_devices() -> Devices:
    """Return the devices of a console without any hardware."""
    return Devices(NullKeys(), NullDials(), NullPanels(), {}, NullLamps())
