"""Devices that are not there: nobody moves them, and they swallow what they are told."""

from __future__ import annotations

from klaxon.console.devices import Call, Devices, Hands, Picture


class NullKeys:
    """No keys: nobody presses any."""

    def attach(self, hands: Hands) -> None:
        """Tell nothing, ever."""


class NullDials:
    """No dials: nobody turns any. Only the pulse comes in here."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._hands: list[Hands] = []

    def attach(self, hands: Hands) -> None:
        """Tell of nothing but the pulse."""
        self._hands.append(hands)

    def probe(self, station: str) -> None:
        """Let a touch that moves nothing in: a dial turned by no step."""
        for hands in self._hands:
            hands.on_turn(station, 0, 0)


class NullPanels:
    """No panels."""

    def show(self, station: str, picture: Picture) -> None:
        """Swallow a picture."""

    def light(self, station: str, level: int) -> None:
        """Swallow a brightness."""

    def prioritise(self, station: str) -> None:
        """Let nothing go first."""


class NullBell:
    """No bell."""

    has_volume = False

    def ring(self, call: Call) -> None:
        """Swallow a call."""

    def hush(self) -> None:
        """Be silent, as ever."""


class NullLamps:
    """No lamps."""

    def set(self, lamp: str, *, lit: bool) -> None:
        """Swallow a lamp."""


def null_devices() -> Devices:
    """Return a console of which nothing is fitted, no bell within anybody's earshot either."""
    return Devices(NullKeys(), NullDials(), NullPanels(), {}, NullLamps())
