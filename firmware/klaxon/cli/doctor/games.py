"""Checks of the stored games."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator
from typing import ClassVar

from klaxon.cli.doctor.check import Check, Finding
from klaxon.cli.doctor.world import World
from klaxon.cli.help.plain import plain
from klaxon.table.disk.key import has_key
from klaxon.table.disk.shelf import ASIDE, DAMAGED, SUFFIX, KeptGame

SOUND = ("open", "over", "in-use")
SHUT = ("journal-keyless", "disk-read-only", "disk-full", "disk-failed", "journal-unopened", "journal-missing")
"""States of a game that may well be valid: the disk, or we, cannot read it."""

ELSEWHERE = ("journal-rules", "journal-differs", "journal-format", "journal-game")
"""States of a game that another release can continue."""


class _OfShelf(Check, ABC):
    """A check that needs the folder."""

    def applies(self, world: World) -> bool:
        """Return whether there is a folder."""
        return world.has_folder


class Journals(_OfShelf):
    """Every journal is valid."""

    code = "DOC-210"
    cases: ClassVar = {
        "ok": "ok",
        "keyless": "fail",
        "corrupt": "fail",
        "shut": "warn",
        "damaged": "fail",
        "had-back": "warn",
        "elsewhere": "warn",
    }

    def look(self, world: World) -> Iterator[Finding]:
        """Read them all."""
        files = list(world.folder.glob(f"*{SUFFIX}"))
        if files and not has_key(world.folder):
            yield self.finding("keyless", count=len(files))
            return
        bad = [game for game in world.games if game.standing not in SOUND or game.about]
        for game in bad:
            yield self._fault(game)
        if not bad:
            yield self.finding("ok", count=len(world.games))

    def _fault(self, game: KeptGame) -> Finding:
        if game.standing in SOUND:
            return self.finding("had-back", name=plain(game.name), rows=game.rows)
        if game.standing == DAMAGED:
            return self.finding("damaged", name=plain(game.name), rows=game.rows, about=game.about)
        case = "shut" if game.standing in SHUT else "elsewhere" if game.standing in ELSEWHERE else "corrupt"
        return self.finding(case, name=plain(game.name), standing=game.standing)


class OpenGames(_OfShelf):
    """Games that were interrupted, or that are being played."""

    code = "DOC-211"
    cases: ClassVar = {"ok": "ok", "open": "info", "in-use": "info"}

    def look(self, world: World) -> Iterator[Finding]:
        """List them."""
        named = {
            case: [plain(game.name) for game in world.games if game.standing == case] for case in ("open", "in-use")
        }
        for case, names in named.items():
            if names:
                yield self.finding(case, count=len(names), names=names)
        if not any(named.values()):
            yield self.finding("ok")


class SetAside(_OfShelf):
    """Journals that were set aside because they could not be used."""

    code = "DOC-212"
    cases: ClassVar = {"ok": "ok", "some": "info"}

    def look(self, world: World) -> Iterator[Finding]:
        """Count them."""
        count = len(list((world.folder / ASIDE).glob(f"*{SUFFIX}")))
        yield self.finding("some" if count else "ok", count=count, folder=str(world.folder / ASIDE))
