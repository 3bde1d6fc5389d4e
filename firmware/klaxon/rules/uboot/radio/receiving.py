"""A message is received: its cipher is taken down, its text stays sealed until it is decoded (UBT-7.10a)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.chance import draw
from klaxon.rules.uboot.radio.cipher import LETTERS, encipher
from klaxon.rules.uboot.radio.keys import key_of
from klaxon.rules.uboot.radio.records import IN, Facts, Radio, RadioMessage, SealedText
from klaxon.rules.uboot.step import Working


def receive(work: Working, wished: str, text: str, about: Facts, game: int) -> None:
    """Receive a message: its cipher is taken down, and a feed line tells of it (UBT-7.10a).

    It has the name that is wished for, where no other has it, else the next number: so no name tells what is to come.
    """
    radio = work.board.radio
    name = wished if wished and radio.find(wished) is None else _next_name(radio)
    indicator = LETTERS[draw(work.state.key, f"radio.{name}", 0, len(LETTERS))]
    message = RadioMessage(name, IN, game, indicator=indicator)
    message = message._replace(groups=encipher(text, key_of(work.board, message)))
    work.board.radio = work.board.radio.holding(message)
    sealed = (*work.state.signals.sealed, SealedText(name, text, about))
    work.state.signals = work.state.signals._replace(sealed=sealed)
    work.tell("message", message=name, dir=IN)


def _next_name(radio: Radio) -> str:
    names = (f"in{number}" for number in range(1, len(radio.messages) + 2))
    return next(name for name in names if radio.find(name) is None)


def receive_by_script(work: Working, facts: Mapping[str, Any]) -> None:
    """Receive a message that the script sends."""
    receive(work, facts["id"], facts["text"], (), work.game)
