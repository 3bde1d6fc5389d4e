"""The Enigma order carried out: messages are read or sent, or garbled by a wrong key (UBT-3.11f, UBT-7.10b)."""

from __future__ import annotations

from klaxon.rules.uboot.patrol.objectives import make_known
from klaxon.rules.uboot.radio.cipher import decipher, encipher
from klaxon.rules.uboot.radio.keys import key_of
from klaxon.rules.uboot.radio.outgoing import send, write_out
from klaxon.rules.uboot.radio.records import GARBLED, IN, OUT, PLAIN, READ, AskedKey, RadioMessage
from klaxon.rules.uboot.step import Working


def work_enigma(work: Working, args: tuple[str, ...]) -> None:
    """Decode or send messages: at once on low, else when the first officer has set the key of each."""
    for name in args:
        message = work.board.radio.find(name)
        if message is None:
            continue
        if message.direction == OUT:
            message = write_out(work, message)
            message = message._replace(groups=encipher(message.text, key_of(work.board, message)))
            work.board.radio = work.board.radio.holding(message)
        if work.board.radio.enigma == PLAIN:
            _succeed(work, message)
        else:
            asked = AskedKey(name, work.numbers(1), work.patience_ends())
            work.board.radio = work.board.radio._replace(asked=(*work.board.radio.asked, asked))


def set_key(work: Working, name: str, key: str) -> None:
    """Judge the key that the first officer sets: the message is read or sent, or garbled."""
    message = _taken_off(work, name)
    if message is None:
        return
    right = key_of(work.board, message)
    if key == right:
        _succeed(work, message)
    else:
        cipher = message.groups if message.direction == IN else encipher(message.text, key)
        _garble(work, message, decipher(cipher, key if message.direction == IN else right))


def garble_in_time(work: Working, asked: AskedKey) -> None:
    """Let a message be garbled whose key nobody has set (UBT-12.14c)."""
    message = _taken_off(work, asked.message)
    if message is not None:
        _garble(work, message, "")


def _taken_off(work: Working, name: str) -> RadioMessage | None:
    """Take a message off the Enigma and return it."""
    radio = work.board.radio
    work.board.radio = radio._replace(asked=tuple(asked for asked in radio.asked if asked.message != name))
    return radio.find(name)


def _garble(work: Working, message: RadioMessage, text: str) -> None:
    """Tell what a wrong key has made of a message; it waits on, and a new order is needed (UBT-7.10b)."""
    kept = message._replace(state=GARBLED)
    if message.direction == OUT:  # nothing of it was sent, and it is write_out anew next time
        kept = kept._replace(groups=(), text="", about=(), indicator="")
    work.board.radio = work.board.radio.holding(kept)
    work.tell("garbled", message=message.name, text=text)


def _succeed(work: Working, message: RadioMessage) -> None:
    if message.direction == OUT:
        send(work, message)
    else:
        _decode(work, message)


def _decode(work: Working, message: RadioMessage) -> None:
    """Read a message: its text is told, and what it brings comes with it (UBT-7.10a)."""
    signals = work.state.signals
    seal = next(each for each in signals.sealed if each.message == message.name)
    work.state.signals = signals._replace(sealed=tuple(each for each in signals.sealed if each is not seal))
    work.board.radio = work.board.radio.holding(message._replace(state=READ, text=seal.text, about=seal.about))
    work.tell("decoded", message=message.name, text=seal.text)
    objective = dict(seal.about).get("objective")
    if objective:
        make_known(work, str(objective), work.game)
