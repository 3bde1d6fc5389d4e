"""Bells that write down what they ring."""

from __future__ import annotations

from klaxon.console.devices import Bell, Call

BOTH = ("red", "blue")


class Bells(dict[tuple[str, ...], Bell]):
    """Bells that write down what they ring."""

    def __init__(self, *earshots: tuple[str, ...]) -> None:
        self.rung: list[tuple[str, str]] = []
        super().__init__({earshot: _Bell(self, "+".join(earshot)) for earshot in earshots})


class _Bell:
    has_volume = True

    def __init__(self, bells: Bells, name: str) -> None:
        self._bells, self._name = bells, name

    def ring(self, call: Call) -> None:
        self._bells.rung.append((self._name, call.name))

    def hush(self) -> None:
        self._bells.rung.append((self._name, "hush"))
