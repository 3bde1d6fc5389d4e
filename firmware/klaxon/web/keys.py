"""Keys: the secrets that open stations. They travel behind the # of a link, so that no server and no log sees them."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

SECRET_BYTES = 16
LONGEST_TOKEN = 64


def _secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Keyring:
    """A token that opens all stations, one for each, and those of the pages that look on."""

    console: str
    of_station: Mapping[str, str]
    spectator: str = field(default_factory=_secret)
    umpire: str = field(default_factory=_secret, compare=False)
    """Never kept: whoever was umpire shows the PIN again after a restart."""

    @classmethod
    def cut(cls, stations: Iterable[str]) -> Keyring:
        """Make new keys."""
        return cls(_secret(), {station: _secret() for station in stations})

    def opens(self, token: str) -> tuple[str, ...]:
        """Return the stations a token opens; none where it is wrong.

        Every key is compared, each in a time that does not tell how much of it was right.
        """
        given, found = token.encode("utf-8", "replace"), []
        whole = hmac.compare_digest(given, self.console.encode())
        for station, secret in self.of_station.items():
            if hmac.compare_digest(given, secret.encode()) or whole:
                found.append(station)
        return tuple(found)

    def looks_on(self, role: str, token: str) -> bool:
        """Tell whether a token opens the page of a role without a station."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), getattr(self, role).encode())

    def is_whole(self, token: str) -> bool:
        """Tell whether a token is that of the whole console."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.console.encode())


def kept_keyring(path: Path, stations: Iterable[str]) -> Keyring:
    """Return the keys kept in a file, cut anew where there is none: a page finds its console again after a restart."""
    wanted = tuple(stations)
    try:
        kept = json.loads(path.read_text("utf-8"))
        stations = {station: str(kept["stations"][station]) for station in wanted}
        ring = Keyring(str(kept["console"]), stations, str(kept.get("spectator", _secret())))
        good = all(len(secret) >= SECRET_BYTES for secret in (ring.console, ring.spectator, *stations.values()))
        if good and "spectator" in kept:
            return ring
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        good = False
    if not good:
        ring = Keyring.cut(wanted)
    _keep(path, {"console": ring.console, "spectator": ring.spectator, "stations": dict(ring.of_station)})
    return ring


def _keep(path: Path, kept: Mapping[str, object]) -> None:
    """Write the file so that nobody else can read it at any moment; without a disk the keys live as long as we do."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(kept, file)
        fresh.replace(path)
    except OSError:
        return
