"""Keys: the secrets that open stations. They come after the # of a link, so that no server and no log sees them.

Keys belong to a table. They survive a restart of the daemon, so that a resumed game finds its pages again; another
game gets new ones.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from klaxon.console.language.catalogue import say
from klaxon.table.disk.durable_files import replace_file

SECRET_BYTES = 16
LONGEST_TOKEN = 64
WHOLE = ""
"""What the key of the whole console opens; the key of a station opens that station."""


def _secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


@dataclass(slots=True)
class StationKeys:
    """The keys of a console: one for all stations, one for each, and those of the onlooker pages."""

    console: str
    of_station: dict[str, str]
    spectator: str = field(default_factory=_secret)
    umpire: str = field(default_factory=_secret, compare=False)
    """Never saved: an umpire enters the PIN again after a restart."""
    table: str = ""
    """The game they were used in; '' before the first."""
    players: dict[str, str] = field(default_factory=dict, compare=False)
    """Station -> the nickname of who joined there by the code of the table."""
    withheld: set[str] = field(default_factory=set, compare=False)
    """Stations that the key of the whole console does not open: they have closed the other pages.

    Never saved: whoever starts the console gets all of it.
    """

    @classmethod
    def create(cls, stations: Iterable[str]) -> StationKeys:
        """Create new keys."""
        return cls(_secret(), {station: _secret() for station in stations})

    def opens(self, token: str) -> tuple[str, ...]:
        """Return the stations a token opens; none if it is wrong.

        Every key is compared, each in constant time.
        """
        whole, found = self.is_whole(token), []
        for station, secret in self.of_station.items():
            if _is_same(token, secret) or (whole and station not in self.withheld):
                found.append(station)
        return tuple(found)

    def looks_on(self, role: str, token: str) -> bool:
        """Return whether a token opens the onlooker page of a role."""
        return _is_same(token, getattr(self, role))

    def is_whole(self, token: str) -> bool:
        """Return whether a token is that of the whole console."""
        return _is_same(token, self.console)

    def of(self, place: str) -> str:
        """Return the key of a station, or of the whole console."""
        return self.of_station[place] if place else self.console

    def renew_station(self, station: str) -> None:
        """Renew the key of one station."""
        self.of_station[station] = _secret()

    def renew_console(self) -> None:
        """Renew the key of the whole console."""
        self.console = _secret()

    def renew_players(self) -> None:
        """Renew all keys of stations; the page of the whole console then opens all of them."""
        self.renew_console()
        for station in self.of_station:
            self.renew_station(station)
        self.withheld.clear()

    def renew_umpire(self) -> None:
        """Renew the key that an umpire got for the PIN."""
        self.umpire = _secret()

    def renew_spectators(self) -> None:
        """Renew the key of the spectators' page."""
        self.spectator = _secret()

    def as_data(self) -> dict[str, object]:
        """Return the keys as plain data, for their file."""
        stations = dict(self.of_station)
        shared = {"console": self.console, "spectator": self.spectator, "table": self.table}
        return {**shared, "stations": stations, "players": dict(self.players)}


def _is_same(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


def kept_keyring(path: Path, stations: Iterable[str]) -> StationKeys:
    """Return the keys saved in a file; create them if there are none. So pages work again after a restart."""
    wanted = tuple(stations)
    try:
        ring = _read(json.loads(path.read_text("utf-8")), wanted)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        ring = StationKeys.create(wanted)
    keep_keyring(path, ring.as_data())
    return ring


def _read(kept: dict[str, object], wanted: tuple[str, ...]) -> StationKeys:
    """Return the keys in a file; missing ones of older versions get the old behaviour."""
    of_station = kept["stations"]
    if not isinstance(of_station, dict):
        raise TypeError
    stations = {station: str(of_station[station]) for station in wanted}
    ring = StationKeys(str(kept["console"]), stations, str(kept.get("spectator") or _secret()))
    ring.table = str(kept.get("table", ""))
    players = kept.get("players", {})
    if isinstance(players, dict):
        ring.players = {station: str(players[station]) for station in wanted if station in players}
    if any(len(secret) < SECRET_BYTES for secret in (ring.console, ring.spectator, *stations.values())):
        raise ValueError
    return ring


def keep_keyring(path: Path, data: dict[str, object]) -> str:
    """Write the file so that nobody else can read it at any moment; return the error, '' on success.

    Without a disk the keys last as long as the daemon. It waits for the disk: call it in a thread.
    """
    try:
        replace_file(path, json.dumps(data).encode(), 0o600)
    except OSError as error:
        return say("run.keys-unkept", {"path": str(path), "reason": error.strerror or ""})
    return ""
