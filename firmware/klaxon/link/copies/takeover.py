"""Taking a game over: a copy, its code, and the game is on the shelf of this console."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from klaxon.console.linked.other_console import CopyOffer
from klaxon.link.copies.copy_code import read_code
from klaxon.link.copies.kept_copies import FORMAT, CopyAbout, KeptCopies, KeptCopy, about_of
from klaxon.link.copies.opened_copy import CopyError, fits, open_copy
from klaxon.table.disk.errors import JournalError
from klaxon.table.disk.shelf import Shelf

_PIECE = 24_000
"""Bytes of a copy in one message."""


class Takeover:
    """The copies from which this console could go on: its own, and those of the guest that is here."""

    def __init__(
        self,
        kept: KeptCopies,
        shelf: Shelf | None,
        say: Callable[[Mapping[str, Any]], None],
        on_news: Callable[[str], None],
    ) -> None:
        """`on_news` is called with what is to be shown: the end of a message `link.copy.*`."""
        self._kept, self._shelf, self._say, self._on_news = kept, shelf, say, on_news
        self._of_guest: dict[str, CopyAbout] = {}
        self._fetched: dict[str, bytearray] = {}
        self._wanted = ("", "")
        self.name = ""
        """What the game that was taken over last is called here."""

    def offers(self, own: str) -> tuple[CopyOffer, ...]:
        """Return the games that can be taken over; those that this console, `own`, has played are here already."""
        found = {about.id: about for about in (*self._kept.all(), *self._of_guest.values())}
        return tuple(CopyOffer(each.id, each.game, each.host) for each in found.values() if each.number != own)

    def take_over(self, name: str, typed: str) -> None:
        """Take a game over, with the code of its copy."""
        code, copy = read_code(typed), self._kept.find(name)
        about = copy.about if copy is not None else self._of_guest.get(name)
        if about is None:
            self._on_news("gone")
        elif self._shelf is None:
            self._on_news("no-shelf")
        elif not code or not fits(about, code):
            self._on_news("wrong-code")
        elif copy is not None:
            self._open(copy, code)
        else:
            self._wanted, self._fetched[name] = (name, code), bytearray()
            self._say({"fetch": name})
            self._on_news("fetching")

    def _open(self, copy: KeptCopy, code: str) -> None:
        shelf = self._shelf
        if shelf is None:
            return
        work = asyncio.get_running_loop().run_in_executor(None, adopt, shelf, copy.about, bytes(copy.records), code)
        work.add_done_callback(lambda done: self._on_opened(copy.about.id, done))

    def _on_opened(self, name: str, done: asyncio.Future[str]) -> None:
        error = done.exception()
        if error is None:
            self.name = done.result()
            self._kept.drop(name)
            self._of_guest.pop(name, None)
            self._on_news("taken")
        elif isinstance(error, CopyError):
            self._on_news(str(error))
        elif isinstance(error, JournalError):
            self._on_news("unwritten")
        else:
            raise error

    # From console to console

    def tell_copies(self) -> None:
        """Tell the host which games could go on from here."""
        self._say({"copies": [{"klaxon-copy": FORMAT, **asdict(about), "header": ""} for about in self._kept.all()]})

    def take(self, message: Mapping[str, Any]) -> None:
        """Take a message about copies."""
        match message:
            case {"copies": list(found)}:
                read = [about for each in found if (about := about_of(each)) is not None]
                self._of_guest = {about.id: about for about in read}
            case {"fetch": str(name)} if (copy := self._kept.find(name)) is not None:
                self._hand_over(copy)
            case {"copied": str(name), "content": str(content)} if name in self._fetched:
                self._fetched[name] += b64decode(content)
            case {"copied": str(name), "about": dict(found)} if name in self._fetched:
                about, records = about_of(found), bytes(self._fetched.pop(name))
                if about is not None and self._wanted[0] == about.id == name:
                    self._open(KeptCopy(about, None, records), self._wanted[1])

    def _hand_over(self, copy: KeptCopy) -> None:
        name, records = copy.about.id, copy.records
        for place in range(0, len(records), _PIECE):
            self._say({"copied": name, "content": b64encode(records[place : place + _PIECE]).decode()})
        self._say({"copied": name, "about": {"klaxon-copy": FORMAT, **asdict(copy.about)}})


def adopt(shelf: Shelf, about: CopyAbout, records: bytes, code: str) -> str:
    """Put the game of a copy on a shelf; return its name there. It waits for the disk: call it in a thread."""
    opened = open_copy(about, records, code)
    return shelf.adopt(opened.header, opened.rows)
