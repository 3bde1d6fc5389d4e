"""The conversation of two consoles over one stream: greetings, a code where they are new, sealed messages. No I/O.

Both greet: which release, which console, host or guest. Consoles that were paired take the key they share, and go on
in sealed messages; others need the code that the host shows. The keys of a conversation follow from that key and from
what both drew for this one alone, so nothing that was recorded can be said again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from typing import Any, Protocol

from klaxon.console.linked.pairing import Paired, PairingFailed, PairingSide, pair_as_guest, pair_as_host
from klaxon.link.messages.sealing import Forged, MessageReader, MessageWriter, PlainBlock
from klaxon.table.foreign_json import read_json

PROTOCOL = 2
"""What two consoles must have in common beside the frames of a line."""
_LENGTH = 2
_LONGEST_CLEAR = 1024
HOST, GUEST = "host", "guest"
REFUSALS = (b"no-code", b"wrong-code", b"not-paired")
"""What either end may say in clear instead of going on."""
TOLD_REFUSALS = ("two-guests", "forged")
"""The same among those who are paired."""


class Phase(Enum):
    """How far a conversation is."""

    GREETING = "greeting"
    PAIRING = "pairing"
    TALKING = "talking"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a console says of itself when it greets."""

    number: str
    """Which console it is: drawn once, and kept."""
    name: str
    role: str
    release: str
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Ends:
    """What a conversation reports. Nothing is called after `on_end`."""

    on_talk: Callable[[], None]
    """Both have proved that they know the key."""
    on_message: Callable[[Mapping[str, Any]], None]
    on_block: Callable[[bytes], None]
    on_paired: Callable[[Introduction, bytes, str], None]
    """(the other console, the key, the digest of its certificate)"""
    on_end: Callable[[str], None]
    """Why it ended: the end of a message `link.trouble.*`."""


class KnownKeys(Protocol):
    """What this console knows of others."""

    certificate: str
    """The digest of its own certificate."""

    def key_of(self, number: str) -> bytes | None:
        """Return the key that is shared with a console; None where they were never paired."""

    def take_code(self) -> str:
        """Return the code that is shown (host) or was entered (guest), and use it up; '' where there is none."""


class Conversation:
    """One end of a conversation."""

    def __init__(
        self,
        own: Introduction,
        send: Callable[[bytes], None],
        ends: Ends,
        known: KnownKeys,
        *,
        pressed: bool = True,
    ) -> None:
        """Take what we are, what we know of others, and whether messages are pressed; `begin` greets."""
        self.own, self.phase, self._is_pressed = own, Phase.GREETING, pressed
        self.peer: Introduction | None = None
        self._send, self._ends, self._known = send, ends, known
        self._part = bytearray()
        self._reader: MessageReader | None = None
        self._writer: MessageWriter | None = None
        self._pairing: PairingSide | None = None
        self._is_proved = False
        self._nonce = secrets.token_hex(16)
        self._greetings: dict[str, bytes] = {}

    def begin(self) -> None:
        """Greet the other end."""
        greeting = {
            "protocol": self.own.protocol,
            "release": self.own.release,
            "number": self.own.number,
            "name": self.own.name,
            "role": self.own.role,
            "nonce": self._nonce,
        }
        text = json.dumps({"klaxon": greeting}).encode()
        self._greetings[self.own.role] = text
        self._say_clear(text)

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a message; only while it talks."""
        self.say_text(json.dumps(message, separators=(",", ":")))

    def say_text(self, text: str) -> None:
        """Send a message that is written already."""
        if self._writer is not None and self.phase is Phase.TALKING:
            self._send(self._writer.write(text))

    def say_block(self, block: bytes) -> None:
        """Send bytes as they are: their length on the line is always the same."""
        if self._writer is not None and self.phase is Phase.TALKING:
            self._send(self._writer.write_block(block))

    def refuse(self, why: str) -> None:
        """End the conversation, and tell the other end why."""
        if self.phase is Phase.TALKING:
            self.say({"refused": why})
        else:
            self._say_clear(why.encode())
        self.end(why)

    def end(self, why: str) -> None:
        """End the conversation."""
        if self.phase is not Phase.ENDED:
            self.phase = Phase.ENDED
            self._ends.on_end(why)

    # What comes

    def receive(self, data: bytes) -> None:
        """Take bytes of the stream."""
        if self._reader is not None:
            self._read_sealed(data)
            return
        self._part += data
        while self._is_clear() and len(self._part) >= _LENGTH:
            length = int.from_bytes(self._part[:_LENGTH], "little")
            if length > _LONGEST_CLEAR:
                self.end("foreign")
                return
            if len(self._part) < _LENGTH + length:
                return
            content = bytes(self._part[_LENGTH : _LENGTH + length])
            del self._part[: _LENGTH + length]
            self._take_clear(content)
        if self._part:
            rest = bytes(self._part)
            if not self._is_clear():
                self._part.clear()
                self._read_sealed(rest)

    def _is_clear(self) -> bool:
        """Return whether what comes is not sealed yet."""
        return self.phase is not Phase.ENDED and self._reader is None

    def _read_sealed(self, data: bytes) -> None:
        if self._reader is None:
            return
        try:
            messages = self._reader.read(data)
        except Forged:
            if self._is_proved:
                self.refuse("forged")
            self.end("not-paired")
            return
        for message in messages:
            if self.phase is Phase.ENDED:
                return
            self._take_sealed(message)

    def _take_sealed(self, message: Any) -> None:
        if not self._is_proved:
            self._is_proved = True
            self._ends.on_talk()
        if isinstance(message, PlainBlock):
            self._ends.on_block(message)
        elif not isinstance(message, dict):
            self.refuse("forged")
        elif message.get("refused") in TOLD_REFUSALS:
            self.end(message["refused"])
        else:
            self._ends.on_message(message)

    def _take_clear(self, content: bytes) -> None:
        if content in REFUSALS:
            self.end(content.decode())
        elif self._pairing is not None:
            self._pair(content)
        elif self.peer is None:
            self._meet(content)
        else:
            self._agree(content)

    def _meet(self, content: bytes) -> None:
        """Take the greeting of the other console."""
        peer, nonce = _read_greeting(content)
        if peer is None or not nonce:
            self.end("foreign")
            return
        self.peer = peer
        if peer.protocol != self.own.protocol:
            self.end("other-version")
        elif peer.role == self.own.role or peer.role not in (HOST, GUEST):
            self.end(f"two-{self.own.role}s")
        else:
            self._greetings[peer.role] = content
            if self.own.role == GUEST:
                self._propose(peer)

    def _propose(self, peer: Introduction) -> None:
        """Say as a guest how to go on: by the code that people entered, else by the key of an earlier evening."""
        if code := self._known.take_code():
            self.phase = Phase.PAIRING
            self._say_clear(b"pair")
            self._pairing = PairingSide(pair_as_guest(code, self._about()))
            self._say_clear(self._pairing.first)
        elif (key := self._known.key_of(peer.number)) is not None:
            self._say_clear(b"talk")
            self._talk(key)
        else:
            self.refuse("not-paired")

    def _agree(self, content: bytes) -> None:
        """Take as a host how the guest wants to go on."""
        key = self._known.key_of(self.peer.number) if self.peer is not None else None
        if content == b"pair" and (code := self._known.take_code()):
            self.phase = Phase.PAIRING
            self._pairing = PairingSide(pair_as_host(code, self._about()))
        elif content == b"pair":
            self.refuse("no-code")
        elif content == b"talk" and key is not None:
            self._talk(key)
        else:
            self.refuse("not-paired")

    def _about(self) -> bytes:
        return json.dumps([self.own.number, self._known.certificate]).encode()

    def _pair(self, content: bytes) -> None:
        pairing, peer = self._pairing, self.peer
        if pairing is None or peer is None:
            return
        try:
            answer = pairing.receive(content)
        except PairingFailed:
            self.refuse("wrong-code")
            return
        if pairing.paired is None:
            self._say_clear(answer)
            return
        if self.own.role == GUEST:
            self._say_clear(answer)
        self._keep(pairing.paired, peer)

    def _keep(self, paired: Paired, peer: Introduction) -> None:
        """Keep what both share now, and go on in sealed messages."""
        number, certificate = _read_about(paired.about)
        if number != peer.number:
            self.end("wrong-code")
            return
        self._pairing = None
        self._ends.on_paired(peer, paired.key, certificate)
        if self.phase is not Phase.ENDED:  # what was paired may not be what is at the other end of the way
            self._talk(paired.key)

    def _talk(self, key: bytes) -> None:
        """Derive the keys of both ways; the first sealed message proves that its sender has them."""
        said = [self._greetings[role] for role in (HOST, GUEST)]
        ways = {role: _derive(key, role, said) for role in (HOST, GUEST)}
        other = HOST if self.own.role == GUEST else GUEST
        self._writer = MessageWriter(ways[self.own.role], pressed=self._is_pressed)
        self._reader = MessageReader(ways[other], pressed=self._is_pressed)
        self.phase = Phase.TALKING
        self.say({"ready": self.own.number})

    def _say_clear(self, content: bytes) -> None:
        self._send(len(content).to_bytes(_LENGTH, "little") + content)


def _derive(key: bytes, role: str, said: list[bytes]) -> bytes:
    parts = b"".join(len(part).to_bytes(4, "little") + part for part in said)
    return blake2b(parts, key=key, digest_size=32, person=f"klaxon {role}".encode()).digest()


def _read_about(about: bytes) -> tuple[str, str]:
    """Return the number and the certificate that a console says are its own; '' where it says nothing of the kind."""
    try:
        found = read_json(about)
    except ValueError:
        return "", ""
    match found:
        case [str(number), str(certificate)]:
            return number, certificate
    return "", ""


def _read_greeting(content: bytes) -> tuple[Introduction | None, str]:
    try:
        found = read_json(content)
    except ValueError:
        return None, ""
    match found:
        case {
            "klaxon": {
                "protocol": int(protocol),
                "release": str(release),
                "number": str(number),
                "name": str(name),
                "role": str(role),
                "nonce": str(nonce),
            }
        } if name.isprintable():
            return Introduction(number, name[:40], role, release[:40], protocol), nonce
    return None, ""
