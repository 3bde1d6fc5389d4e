"""The copy at the host: what leaves for the guest, slice by slice at fixed times. No I/O.

A block is made of what clients were told by then, and leaves whether or not there is anything new in it.
"""

from __future__ import annotations

import secrets
import zlib
from typing import Any

from klaxon.link.copies.block import (
    BLOCK,
    NONCE,
    SLICE,
    BrokenBlock,
    OpenedBlock,
    open_block,
    press,
    seal,
    seal_block,
    unpress,
    write_rows,
)
from klaxon.link.copies.copy_code import code_of, id_of, keys_of
from klaxon.table.disk.database import write_header
from klaxon.table.fair_play.chain import RowChain
from klaxon.table.fair_play.verdict import Commitment, Committed, GameVerdict, verify
from klaxon.table.play import Play

SESSION = 8
"""Bytes that a host draws for each start of a copy: with a number they make its nonces."""
RECORD = NONCE + BLOCK
"""Bytes of a block as a guest keeps it."""


def nonce_of(session: bytes, number: int) -> bytes:
    """Return the nonce of a block."""
    return session + number.to_bytes(NONCE - SESSION, "little")


class SentCopy:
    """The copy of one game for one guest."""

    def __init__(self, play: Play, secret: bytes) -> None:
        """Begin with a game, new or taken up; nothing leaves before the guest says what it has."""
        self.play, self.id = play, id_of(play.header)
        self.code = code_of(secret, play.header)
        self.commitments: list[Commitment] = []
        """Those that were made since this console started."""
        self._keys = keys_of(self.code)
        self._chain = RowChain(self._keys.chain, play.header)
        self._log = bytearray()
        self._place = 0
        self._session, self._number = secrets.token_bytes(SESSION), 0
        self._slices: list[bytes] = []
        self.is_wanted = False
        """Whether the guest has said what it has."""

    def about(self) -> dict[str, Any]:
        """Return what the guest is told of it."""
        session = {"session": self._session.hex(), "next": self._number}
        return {"id": self.id, "game": self.play.game.name, "check": self._keys.check.hex(), **session}

    def sealed_header(self) -> str:
        """Return what the game starts from, sealed."""
        nonce = secrets.token_bytes(NONCE)
        return (nonce + seal(self._keys, nonce, zlib.compress(write_header(self.play.header).encode(), 9))).hex()

    def take_up(self, last: str, told_rows: int) -> None:
        """Go on behind the last block that the guest has; from the beginning where that does not fit this game."""
        self._follow(told_rows)
        self._slices, self._place, self.is_wanted = [], 0, True
        try:
            record = bytes.fromhex(last)
            said, place, piece = open_block(self._keys, record[:NONCE], record[NONCE:])
            if said.rows <= self._chain.count and self._chain.commitment(said.rows, said.place) == said.value:
                self._place = place + len(unpress(self._log[:place], piece))
        except (ValueError, BrokenBlock):
            return

    def next_slice(self, told_rows: int) -> bytes:
        """Return the slice that leaves now."""
        if not self._slices:
            block = self._next_block(told_rows)
            self._slices = [block[place : place + SLICE] for place in range(0, BLOCK, SLICE)]
        return self._slices.pop(0)

    def _next_block(self, told_rows: int) -> bytes:
        self._follow(told_rows)
        nonce = nonce_of(self._session, self._number)
        self._number += 1
        made = Commitment(told_rows, nonce, self._chain.commitment(told_rows, nonce))
        self.commitments.append(made)
        piece, end = press(self._log, self._place)
        block = seal_block(self._keys, nonce, OpenedBlock(made, self._place, piece))
        self._place = end
        return block

    def _follow(self, told_rows: int) -> None:
        new = self.play.rows[self._chain.count : told_rows]
        self._log += write_rows(new)
        for row in new:
            self._chain.add(row)

    def open(self) -> str:
        """Return the whole game as it stands here, for the guest: only when it is over."""
        return write_header(self.play.header) + "\n" + write_rows(self.play.rows).decode()

    def verify(self) -> GameVerdict:
        """Verify the game as it stands here. It takes long: call it in a thread."""
        keys, play = self._keys, self.play
        committed = Committed(keys.chain, keys.check, self.commitments, in_time=None)
        return verify(play.header, tuple(play.rows), committed).verdict
