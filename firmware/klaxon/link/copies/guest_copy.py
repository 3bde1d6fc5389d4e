"""The guest's end of the copy: blocks are kept as they come; when the game is over it is opened and verified."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from klaxon.console.linked.other_console import FarGame
from klaxon.link.copies.block import BLOCK, read_rows
from klaxon.link.copies.copy_code import id_of, keys_of
from klaxon.link.copies.kept_copies import CopyAbout, KeptCopies, KeptCopy
from klaxon.link.copies.opened_copy import CopyError, OpenedCopy, open_copy
from klaxon.link.copies.sent_copy import SESSION, nonce_of
from klaxon.rules.games import GAMES
from klaxon.table.disk.database import read_header
from klaxon.table.fair_play.proof import GameProof
from klaxon.table.fair_play.verdict import Committed, Evidence, GameVerdict, verify
from klaxon.table.naming import names_in

MOST_BLOCKS = 1 << 31
"""Blocks of one start of a host: one a second for longer than anybody plays."""
_LONGEST = 1 << 24
"""Characters of a whole game."""


class HandedGame(NamedTuple):
    """A game that is over, as its host handed it over, and what came of verifying it."""

    id: str
    verdict: GameVerdict
    game: FarGame | None
    """The game, where the rules lead to its end."""


class GuestCopy:
    """What this guest has of the game of its host."""

    def __init__(
        self,
        kept: KeptCopies,
        say: Callable[[Mapping[str, Any]], None],
        evidence: Callable[[], Evidence],
        on_game: Callable[[HandedGame], None],
    ) -> None:
        """`evidence` returns what this console noted itself; `on_game` gets a game that is over and was verified."""
        self._kept, self._say, self._evidence, self._on_game = kept, say, evidence, on_game
        self._about: CopyAbout | None = None
        self._copy: KeptCopy | None = None
        self._session, self._number = b"", 0
        self._slices = bytearray()
        self._opened: dict[str, Any] = {}
        self._game: list[str] = []
        self._verifying: asyncio.Future[HandedGame | None] | None = None

    def take(self, message: Mapping[str, Any], host: str, number: str) -> None:
        """Take a message about the copy; `host` and `number` are who sends it."""
        match message:
            case {
                "copy": {
                    "id": str(name),
                    "game": str(game),
                    "session": str(session),
                    "next": int(following),
                    "check": str(check),
                }
            } if name.isalnum() and game in GAMES and 0 <= following < MOST_BLOCKS:
                self._begin(CopyAbout(name, game, host, number, check, ""))
                self._session, self._number = _session_of(session), following
            case {"copy-header": str(name), "sealed": str(sealed)} if self._about and name == self._about.id:
                self._copy = self._kept.begin(replace(self._about, header=sealed))
            case {"opened": str(name), "code": str(_), "name": str(_), "length": int(length)} if (
                self._about and name == self._about.id and length <= _LONGEST
            ):
                self._opened, self._game = dict(message), []
            case {"game": str(piece), "id": str(name)} if name == self._opened.get("opened"):
                self._game.append(piece)
                if sum(map(len, self._game)) >= self._opened["length"]:
                    self._verify(self._opened, "".join(self._game))
                    self._opened = {}

    def _begin(self, about: CopyAbout) -> None:
        self._about, self._slices = about, bytearray()
        found = self._kept.find(about.id)
        self._copy = found if found is not None and found.about.check == about.check else None
        last = self._copy.last.hex() if self._copy is not None else ""
        self._say({"have": {"id": about.id, "last": last, "header": self._copy is not None}})

    def drop(self) -> None:
        """Delete the copy: its game is over, and here."""
        if self._about is not None:
            self._kept.drop(self._about.id)
            self._copy = None

    def take_slice(self, part: bytes) -> None:
        """Take a slice of a block."""
        self._slices += part
        if len(self._slices) < BLOCK:
            return
        block, self._slices = bytes(self._slices[:BLOCK]), bytearray()
        if self._copy is not None and self._session:
            self._copy.add(nonce_of(self._session, self._number) + block)
        self._number += 1

    def _verify(self, opened: Mapping[str, Any], text: str) -> None:
        """Verify a game that was handed over, in a thread."""
        copy, evidence = self._copy, self._evidence()
        if copy is None:
            return
        work = (copy.about, bytes(copy.records), opened["code"], opened["name"], text, evidence)
        self._verifying = asyncio.get_running_loop().run_in_executor(None, _verified, *work)
        self._verifying.add_done_callback(self._on_verified)

    def end(self) -> None:
        """The program ends: what is being verified is not waited for."""
        if self._verifying is not None:
            self._verifying.cancel()

    def _on_verified(self, done: asyncio.Future[HandedGame | None]) -> None:
        if not done.cancelled() and (game := done.result()) is not None:
            self._say({"verdict": {"id": game.id, **game.verdict._asdict()}})
            self._on_game(game)


def _session_of(text: str) -> bytes:
    try:
        session = bytes.fromhex(text)
    except ValueError:
        return b""
    return session if len(session) == SESSION else b""


def _verified(
    about: CopyAbout, records: bytes, code: str, name: str, text: str, evidence: Evidence
) -> HandedGame | None:
    """Read a game that was handed over, and verify it by the copy; None where it is none of this copy's."""
    head, _, log = text.partition("\n")
    try:
        header, rows = read_header(head), tuple(read_rows(log.encode()))
    except (ValueError, TypeError):
        return None
    keys, check = keys_of(code), bytes.fromhex(about.check)
    try:
        copied = open_copy(about, records, code)
    except CopyError:
        copied = OpenedCopy(header, [], [], 0)
    if id_of(header) != about.id:
        return None
    committed = Committed(keys.chain, check, copied.commitments)
    verdict, play = verify(header, rows, committed, copied=copied.rows, evidence=evidence)
    proof = GameProof(about.host, keys.chain, check, tuple(copied.commitments))
    return HandedGame(about.id, verdict, FarGame(name, play, names_in(rows), proof) if play is not None else None)
