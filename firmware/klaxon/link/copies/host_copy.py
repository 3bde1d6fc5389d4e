"""The host's end of the copy: a timer that sends its slices, and what is opened when the game is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from klaxon.link.copies.sent_copy import SentCopy
from klaxon.table.table import Table

EVERY = 0.25
"""Seconds between two slices."""
_PIECE = 8_000
"""Characters of a message in which a game that is over is handed over."""


class HostCopy:
    """Sends the game of a table to the guest, as long as its stations are lent there."""

    def __init__(
        self,
        table: Table,
        secret: bytes,
        say: Callable[[Mapping[str, Any]], None],
        say_block: Callable[[bytes], None],
        has_room: Callable[[], bool],
        on_open: Callable[[SentCopy], None],
    ) -> None:
        """`has_room` says whether the line could take more now; `on_open` gets a game that was handed over."""
        self._table, self._secret, self._say, self._say_block = table, secret, say, say_block
        self._has_room, self._on_open = has_room, on_open
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._next = self._loop.time()
        self.sent = SentCopy(table.play, secret)

    def begin(self) -> None:
        """A guest is here, for the first time or again."""
        self.sent.is_wanted = False
        self._say({"copy": self.sent.about()})
        if self._timer is None:
            self._next = self._loop.time()
            self._arm()

    def end(self) -> None:
        """The table is left: a game that is over is opened to the guest."""
        self.open()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def take(self, have: Mapping[str, Any]) -> None:
        """The guest says what it has: send the rest."""
        if have.get("id") != self.sent.id:
            return
        if not have.get("header"):
            self._say({"copy-header": self.sent.id, "sealed": self.sent.sealed_header()})
        self.sent.take_up(str(have.get("last")), self._table.told_rows)

    def open(self) -> None:
        """Hand the game over, with the key of its commitments, if it is over."""
        sent, is_here = self.sent, self.sent.play is self._table.play
        if sent.play.outcome is None or (is_here and not self._table.may_debrief):
            return
        self._on_open(sent)
        whole = sent.open()
        self._say({"opened": sent.id, "code": sent.code, "name": self._table.name, "length": len(whole)})
        for place in range(0, len(whole), _PIECE):
            self._say({"game": whole[place : place + _PIECE], "id": sent.id})

    def _arm(self) -> None:
        """Wait for the next time; those that the loop has missed are left out."""
        now = self._loop.time()
        while self._next <= now:
            self._next += EVERY
        self._timer = self._loop.call_at(self._next, self._send)

    def _send(self) -> None:
        self._arm()
        if self._table.play is not self.sent.play:  # it is played once more
            self.open()
            self.sent = SentCopy(self._table.play, self._secret)
            self.begin()
        if self.sent.is_wanted and self._has_room():
            self._say_block(self.sent.next_slice(self._table.told_rows))
