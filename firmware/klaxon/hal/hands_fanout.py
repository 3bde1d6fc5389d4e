"""The audience: all hands that a back-end tells of its keys and dials."""

from __future__ import annotations

from klaxon.console.devices import Hands


class HandsFanout:
    """Hands that pass on what they are told; its `keys` and `dials` are the devices of the back-end."""

    def __init__(self) -> None:
        """Begin with nobody, and no key down."""
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
        """Tell these hands from now on, and at once of every key that is down."""
        if hands not in self.hands:
            self.hands.append(hands)
            for station, key in tuple(self.down):
                hands.on_press(station, key)


class _Dials:
    """The dials as a console sees them."""

    def __init__(self) -> None:
        self.hands: list[Hands] = []

    def attach(self, hands: Hands) -> None:
        """Tell these hands from now on."""
        if hands not in self.hands:
            self.hands.append(hands)
