"""This console as a host: the table whose seats it lends, and the copy of its game that the guest keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from klaxon.console.linked.other_console import LentFrom, LentSeats
from klaxon.link.copies.host_copy import HostCopy
from klaxon.link.copies.sent_copy import SentCopy
from klaxon.link.host_sessions import ROOM, HostSessions
from klaxon.link.speaker import Speaker
from klaxon.table.fair_play.verdict import WRONGS, GameVerdict
from klaxon.table.host import Tokens
from klaxon.table.table import Table


class HostSide:
    """What this console has of its guest."""

    def __init__(self, speaker: Speaker) -> None:
        """Begin without a table."""
        self._speaker = speaker
        self._sessions: HostSessions | None = None
        self._copy: HostCopy | None = None
        self._opened: SentCopy | None = None
        """The game that was handed over last."""
        self.verdict: GameVerdict | None = None
        """Whether both consoles found that game fair."""
        self.has_other_table = False
        """Whether the guest plays at the table of another host."""

    @property
    def copy_code(self) -> str:
        """The code of the copy that the guest keeps; '' where no seats are lent."""
        return self._copy.sent.code if self._copy is not None else ""

    def lend(self, table: Table, tokens: Tokens, lent: LentSeats, game: LentFrom, secret: bytes) -> None:
        """Let the guest work seats of a table."""
        speaker, self.verdict = self._speaker, None
        self._sessions = HostSessions(table, tokens, lent, game, speaker.say_text)
        self._copy = HostCopy(
            table, secret, speaker.say, speaker.say_block, lambda: speaker.waiting <= ROOM, self._on_open
        )
        self.offer()

    def end_lending(self) -> None:
        """Take the seats back: the table is left."""
        if self._copy is not None:
            self._copy.end()
        if self._sessions is not None:
            self._sessions.end()
        self._sessions = self._copy = None
        self.offer()

    def offer(self) -> None:
        """Tell the guest at which table its stations are wanted."""
        peer, self.has_other_table = self._speaker.peer, False
        if peer is None:
            return
        if self._sessions is None or self._copy is None:
            self._speaker.say({"lobby": True})
            return
        self._sessions.begin(peer.name, lambda: self._speaker.waiting)
        self._copy.begin()

    def follow(self, *, is_away: bool) -> None:
        """Pause the table for a guest that is silent; it may go on when that is back."""
        if self._sessions is not None and self._sessions.table.is_console_away != is_away:
            self._sessions.table.set_console_away(away=is_away)

    def flush(self) -> None:
        """There is room to send more."""
        if self._sessions is not None:
            self._sessions.flush()

    def open_debrief(self) -> None:
        """Hand a game that is over to the guest, with what it needs to verify it."""
        if self._copy is not None:
            self._copy.open()

    def take(self, message: Mapping[str, Any]) -> None:
        """Take a message of the guest."""
        match message:
            case {"have": dict(have)} if self._copy is not None:
                self._copy.take(have)
            case {"ask": "debrief"}:
                self.open_debrief()
            case {"other-table": bool(is_other)}:
                self.has_other_table = is_other
                self.follow(is_away=is_other)
                self._speaker.on_side_news()
            case {"verdict": dict(said)} if self._opened is not None and said.get("id") == self._opened.id:
                self._verify(self._opened, said)
            case _ if self._sessions is not None:
                self._sessions.take(message)

    def _on_open(self, sent: SentCopy) -> None:
        self._opened = sent

    def _verify(self, sent: SentCopy, said: Mapping[str, Any]) -> None:
        """The guest has verified a game: do the same, and show what came of both."""
        theirs = _read_verdict(said)
        if theirs is None:
            return

        def show(done: asyncio.Future[GameVerdict]) -> None:
            if not done.cancelled():
                own = done.result()
                self.verdict = own if own.wrong else theirs
                self._speaker.on_side_news()

        asyncio.get_running_loop().run_in_executor(None, sent.verify).add_done_callback(show)


def _read_verdict(said: Mapping[str, Any]) -> GameVerdict | None:
    match said:
        case {
            "rows": int(rows),
            "commitments": int(commitments),
            "wrong": str(wrong),
            "first": int(first),
            "last": int(last),
        } if wrong in WRONGS:
            return GameVerdict(rows, commitments, wrong, first, last)
    return None
