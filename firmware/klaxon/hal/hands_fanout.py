"""Passes key and dial events of a back-end on to all attached hands."""

from __future__ import annotations

from klaxon.console.devices import Hands


class HandsFanout:
    """Hands that pass every event on to others; `keys` and `dials` are the devices of the back-end."""

    def __init__(self) -> None:
        """Start without hands, and with no key down."""
        self.keys, self.dials = _Keys(), _Dials()

    def on_press(self, station: str, key: str) -> None:
        """A key went down."""
        self.keys.down[station, key] = None
        for hands in tuple(self.keys.hands):
            hands.on_press(station, key)

    def on_release(self, station: str, key: str) -> None:
        """A key came up."""
        self.keys.down.pop((station, key), None)
        for hands in tuple(self.keys.hands):
            hands.on_release(station, key)

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned."""
        for hands in tuple(self.dials.hands):
            hands.on_turn(station, dial, steps)


class _Keys:
    """The keys as a console sees them."""

    def __init__(self) -> None:
        self.hands: list[Hands] = []
        self.down: dict[tuple[str, str], None] = {}

    def attach(self, hands: Hands) -> None:
        """Attach hands; they get an event for every key that is down now."""
        if hands not in self.hands:
            self.hands.append(hands)
            for station, key in tuple(self.down):
                hands.on_press(station, key)


class _Dials:
    """The dials as a console sees them."""

    def __init__(self) -> None:
        self.hands: list[Hands] = []

    def attach(self, hands: Hands) -> None:
        """Attach hands."""
        if hands not in self.hands:
            self.hands.append(hands)
