"""Players: people who joined with a nickname, and the station that each of them works."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.console.language.names import clean


class Players:
    """The nicknames at the stations of a console."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        """Begin with nobody. `on_change` is called when somebody came or left."""
        self._names: dict[str, str] = {}
        self._away: set[str] = set()
        self._on_change = on_change

    @property
    def names(self) -> Mapping[str, str]:
        """Station -> who works it."""
        return self._names

    def name_at(self, station: str) -> str:
        """Return who works a station, '' if nobody joined there."""
        return self._names.get(station, "")

    def is_present(self, station: str) -> bool:
        """Return whether somebody joined there and is not away."""
        return station in self._names and station not in self._away

    def find(self, nickname: str) -> str:
        """Return the station of a nickname, '' if nobody is called that; capitals do not matter."""
        return next((at for at, name in self._names.items() if name.casefold() == nickname.casefold()), "")

    def restore(self, names: Mapping[str, str]) -> None:
        """Take over who was there before a restart. Until their pages are back, they are away."""
        self._names = {station: clean(name) for station, name in names.items() if clean(name)}
        self._away = set(self._names)

    def sit(self, station: str, nickname: str) -> None:
        """Write down who works a station from now on, in place of whoever did."""
        self._names[station] = nickname
        self._away.discard(station)
        self._on_change()

    def leave(self, station: str) -> None:
        """Forget who worked a station."""
        if self._names.pop(station, ""):
            self._away.discard(station)
            self._on_change()

    def mark_away(self, station: str, *, away: bool) -> None:
        """Write down that nobody has had the page of a player open for a while, or that it is back."""
        if station in self._names and away != (station in self._away):
            (self._away.add if away else self._away.discard)(station)
            self._on_change()
