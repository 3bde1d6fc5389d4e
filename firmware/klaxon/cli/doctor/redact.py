"""Redaction: a bundle contains no secret of a game, no person and no home folder.

Known secrets and names are replaced everywhere. Of a log, which may contain anything, a word is kept only if
Klaxon's own source or a system error contains it too; a line that mentions a seat or a point of the chart is
removed completely.
"""

from __future__ import annotations

import base64
import errno
import json
import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import klaxon
from klaxon.cli.daemon.console_page import PAGE_KEYS
from klaxon.cli.doctor.check import HIDDEN
from klaxon.cli.doctor.world import World
from klaxon.console.profile import shipped_names
from klaxon.rules.games import GAMES, game_named

COMMON = ("", "root", "pi", "klaxon", "user", "debian", "ubuntu", "raspberrypi", "localhost")
"""Names that identify nobody."""
_HOMES = re.compile(r"(?:/home|/Users)/[^/\s:\"']+|/root\b")
_TOKEN = re.compile(r"(?=[A-Za-z_=+-]*\d)[A-Za-z0-9_=+-]{22,}|\b[0-9A-Fa-f]{12,}\b")
_GAME = re.compile(rf"\d{{5,}}-(?:{'|'.join(sorted(GAMES))})")
_SHIPPED = re.compile(r"(?:red|blue)-\d+|red|blue|both|main|keys")
"""Names of stations, buses and expanders in the shipped profiles."""
_NAMED = re.compile(r"\b(seed|token|key|secret|password|name|player)(\W+)\w[^\s,;)}\]]*", re.IGNORECASE)
_TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,6})?")
_DEVICE = re.compile(r"(?:i2c|spi|gpiochip|pwmchip|tty[A-Z]{1,4})\d{0,3}|0x[0-9A-Fa-f]{1,4}|\d{1,5}")


@cache
def _of_a_game() -> re.Pattern[str]:
    """Return a pattern for the course of a game: the seats of every game, and points of a chart."""
    boats = dict.fromkeys(boat for name in GAMES for boat in game_named(name).boats)
    return re.compile(rf"\b(?:{'|'.join(boats)})\.\w+|\b[A-Z]\d{{1,2}}\b")


class Redactor:
    """Removes from texts what nobody else should read."""

    def __init__(self, world: World) -> None:
        """Collect what must not get out."""
        known = dict.fromkeys(_secrets(world.folder), HIDDEN)
        known |= {str(path): name for path, name in _paths(world).items()}
        names = {name: HIDDEN for name in world.host.people if name.lower() not in COMMON}
        names |= _own_names(world)
        self._known = sorted(known.items(), key=lambda pair: -len(pair[0]))
        self._names = [
            (re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE), instead)
            for name, instead in sorted(names.items(), key=lambda pair: -len(pair[0]))
        ]

    def text(self, text: str) -> str:
        """Return a text without secrets, names and home folders."""
        for secret, instead in self._known:
            text = text.replace(secret, instead)
        for pattern, instead in self._names:
            text = pattern.sub(lambda _, instead=instead: str(instead), text)  # type: ignore[misc]  # a bound default
        return _TOKEN.sub(HIDDEN, _HOMES.sub("~", text))

    def plain(self, value: Any) -> Any:
        """Return JSON in which every text is redacted; keys are kept, since they are ours."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {key: self.plain(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.plain(each) for each in value]
        return value

    def log_line(self, line: str, vocabulary: frozenset[str]) -> str:
        """Return a line of a log: its time, and those of its words that are Klaxon's own."""
        time = _TIME.match(line)
        rest = line[time.end() :] if time else line
        if _of_a_game().search(rest):
            rest = f" {HIDDEN}"
        rest = _NAMED.sub(rf"\1\2{HIDDEN}", self.text(rest))
        kept = re.sub(r"\w+", lambda word: word[0] if _is_ours(word[0], vocabulary) else HIDDEN, rest)
        return f"{time[0] if time else ''}{kept}"


def vocabulary() -> frozenset[str]:
    """Return every word of Klaxon's own source, of system errors and of log levels, in lower case."""
    texts = [path.read_text("utf-8") for path in Path(klaxon.__file__).parent.rglob("*.py")]
    texts += [*map(os.strerror, errno.errorcode), *errno.errorcode.values(), *logging.getLevelNamesMapping()]
    return frozenset(word.lower() for text in texts for word in re.findall(r"[A-Za-z]+", text))


def _is_ours(word: str, words: frozenset[str]) -> bool:
    if _DEVICE.fullmatch(word):
        return True
    parts = [part for part in word.split("_") if part]
    return all(part.isascii() and part.isalpha() and part.lower() in words for part in parts)


def _secrets(folder: Path) -> Iterator[str]:
    """Yield the keys of the page and of the shelf, in every form in which they could appear."""
    with suppress(OSError, ValueError):
        yield from _texts(json.loads((folder / PAGE_KEYS).read_text("utf-8")))
    try:
        key = (folder / "key").read_bytes()
    except OSError:
        return
    if key:
        yield from (key.hex(), key.hex().upper(), repr(key), repr(key)[2:-1])
        yield from (base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)


def _paths(world: World) -> dict[Path | str, str]:
    """Return the paths that identify people, and their replacements."""
    found: dict[Path | str, str] = {}
    if len(world.host.home.parts) > 1:
        found[world.host.home] = "~"
    found |= {world.working: "<working>"} if len(world.working.parts) > 1 else {}
    found |= {world.folder.absolute(): "<state>", world.folder: "<state>"}
    if "/" in world.asked:
        found[world.asked] = "<profile>"
    return found


def _own_names(world: World) -> dict[str, str]:
    """Return names that people gave: to files on the shelf, to the console and its parts."""
    files = [path.name.partition(".")[0] for path in world.folder.glob("*.klaxon")]
    found = {name: HIDDEN for name in files if name and not _GAME.fullmatch(name)}
    profile = world.profile
    if profile:
        stations, buses = [each.name for each in profile.stations], [each.name for each in profile.buses]
        parts = {"station": stations, "bus": buses, "expander": [each.name for each in profile.expanders]}
        for kind, names in parts.items():
            numbered = {name: f"{kind}-{n}" for n, name in enumerate(names, start=1)}
            found |= {name: other for name, other in numbered.items() if not _SHIPPED.fullmatch(name)}
        if profile.name not in shipped_names():
            found[profile.name] = "<profile>"
    return found
