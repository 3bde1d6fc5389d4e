"""A message is received: its cipher is taken down, its text stays sealed until it is decoded (UBT-7.10a)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.chance import draw
from klaxon.rules.uboot.radio.cipher import LETTERS, encipher
from klaxon.rules.uboot.radio.keys import key_of
from klaxon.rules.uboot.radio.records import IN, Facts, RadioMessage, SealedText
from klaxon.rules.uboot.step import Working


def receive(work: Working, name: str, text: str, about: Facts, game: int) -> None:
    """Receive a message: its cipher is taken down, and a feed line tells of it (UBT-7.10a)."""
    indicator = LETTERS[draw(work.state.key, f"radio.{name}", 0, len(LETTERS))]
    message = RadioMessage(name, IN, game, indicator=indicator)
    message = message._replace(groups=encipher(text, key_of(work.board, message)))
    work.board.radio = work.board.radio.holding(message)
    sealed = (*work.state.signals.sealed, SealedText(name, text, about))
    work.state.signals = work.state.signals._replace(sealed=sealed)
    work.tell("message", message=name, dir=IN)


def receive_by_script(work: Working, facts: Mapping[str, Any]) -> None:
    """Receive a message that the script sends."""
    receive(work, facts["id"], facts["text"], (), work.game)
