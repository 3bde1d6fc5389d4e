"""A meeting: one carrier and the conversation over it. Each new stream begins a new conversation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from klaxon.link.carrier import Carrier, CarrierEvents
from klaxon.link.conversation import Conversation, Ends, Introduction, Phase
from klaxon.link.identity import LinkIdentity


class MeetingOwner(Protocol):
    """Who meets."""

    @property
    def identity(self) -> LinkIdentity:
        """Who this console is to others."""

    def on_talk(self, meeting: Meeting) -> None:
        """Both have proved who they are."""

    def on_message(self, meeting: Meeting, message: Mapping[str, Any]) -> None:
        """Take a message."""

    def on_block(self, meeting: Meeting, block: bytes) -> None:
        """Take a block."""

    def on_change(self, meeting: Meeting) -> None:
        """The way has changed: somebody came or went, or there is room to send more."""

    def on_end(self, meeting: Meeting, why: str) -> None:
        """The conversation ended."""


class Meeting:
    """One way to the other console, and what is said on it."""

    def __init__(self, carrier: Carrier, owner: MeetingOwner) -> None:
        """Take the way; `open` begins."""
        self.carrier, self._owner = carrier, owner
        self.conversation: Conversation | None = None
        self.is_closed = False

    @property
    def is_talking(self) -> bool:
        """Whether messages can be sent."""
        return self.conversation is not None and self.conversation.phase is Phase.TALKING

    @property
    def peer(self) -> Introduction | None:
        """Who is there, as far as that was said."""
        return self.conversation.peer if self.conversation is not None else None

    def open(self) -> None:
        """Begin to look for the other console."""
        self.carrier.open(CarrierEvents(self._on_stream, self._on_bytes, self._on_presence))

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        if self.conversation is not None:
            self.conversation.say(message)

    def say_text(self, text: str) -> None:
        """Send a message that is written already."""
        if self.conversation is not None:
            self.conversation.say_text(text)

    def say_block(self, block: bytes) -> None:
        """Send bytes as they are."""
        if self.conversation is not None:
            self.conversation.say_block(block)

    def close(self) -> None:
        """End it, and let go of the way."""
        self.is_closed = True
        self.carrier.close()

    def _while_open(self, tell: Callable[[], None]) -> None:
        if not self.is_closed:
            tell()

    def _on_stream(self) -> None:
        owner = self._owner
        self.conversation = None
        owner.on_change(self)
        ends = Ends(
            lambda: owner.on_talk(self),
            lambda message: owner.on_message(self, message),
            lambda block: owner.on_block(self, block),
            self._on_paired,
            lambda why: self._while_open(lambda: owner.on_end(self, why)),
        )
        carrier = self.carrier
        identity = owner.identity
        self.conversation = Conversation(
            identity.introduction(), carrier.write, ends, identity, pressed=carrier.is_pressed
        )
        self.conversation.begin()

    def _on_paired(self, peer: Introduction, key: bytes, certificate: str) -> None:
        shown = self.carrier.certificate
        if shown and certificate != shown and self.conversation is not None and self.conversation.own.role == "guest":
            self.conversation.end("wrong-code")  # somebody stands between the consoles
            return
        self._owner.identity.keep_console(peer, key, certificate)

    def _on_bytes(self, data: bytes) -> None:
        if self.conversation is not None:
            self.conversation.receive(data)

    def _on_presence(self) -> None:
        self._while_open(lambda: self._owner.on_change(self))
