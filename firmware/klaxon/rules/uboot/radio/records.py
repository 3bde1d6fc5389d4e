"""The records of the radio: messages as the crew has them, keys that are asked for, and what is yet to come."""

from __future__ import annotations

from typing import NamedTuple

IN, OUT = "in", "out"
WAITING, READ, SENT, GARBLED = "waiting", "read", "sent", "garbled"
"""States of a message (UBT-7.10a). One that was garbled waits on."""
TO_DO = (WAITING, GARBLED)
PLAIN, KEY, INDICATOR = "plain", "key", "indicator"
"""What the first officer's level asks for: nothing, the key of the day, that key shifted by the indicator."""
COMMAND, BOAT = "command", "boat"
"""Who sends."""
Facts = tuple[tuple[str, int | str], ...]


class RadioMessage(NamedTuple):
    """A message as the crew has it. Its text is empty until it was decoded, or worked out to be sent."""

    name: str
    """`in1`, `out-weather`, ..."""
    direction: str
    at: int
    """Game time at which it came, may be sent, or was sent."""
    sender: str = COMMAND
    groups: tuple[str, ...] = ()
    indicator: str = ""
    text: str = ""
    state: str = WAITING
    about: Facts = ()
    """What the text says, for whoever writes it in another language: an objective, a convoy, the weather."""
    free: int = 0
    """Game time before which a message of this name is not sent again; 0: no such time is left."""


class AskedKey(NamedTuple):
    """A message on the Enigma: its key is asked for."""

    message: str
    number: int
    """That of the prompt."""
    due: int = 0
    """Table time at which it is garbled; 0: never."""


class Radio(NamedTuple):
    """What lies open in the radio room."""

    enigma: str = PLAIN
    messages: tuple[RadioMessage, ...] = ()
    asked: tuple[AskedKey, ...] = ()
    reported: tuple[str, ...] = ()
    """The objectives that were reported as met."""

    def find(self, name: str) -> RadioMessage | None:
        """Return a message by its name."""
        return next((message for message in self.messages if message.name == name), None)

    def is_asked(self, name: str) -> bool:
        """Return whether a message is on the Enigma."""
        return any(asked.message == name for asked in self.asked)

    def holding(self, message: RadioMessage) -> Radio:
        """Return the radio with a message, in place of one of the same name."""
        if self.find(message.name) is None:
            return self._replace(messages=(*self.messages, message))
        changed = tuple(message if each.name == message.name else each for each in self.messages)
        return self._replace(messages=changed)

    def without(self, name: str) -> Radio:
        """Return the radio without a message."""
        return self._replace(messages=tuple(each for each in self.messages if each.name != name))


class SealedText(NamedTuple):
    """The text of a message that is not decoded yet, and what it says. Hidden."""

    message: str
    text: str
    about: Facts = ()


class DueMessage(NamedTuple):
    """A message that is yet to come. Hidden."""

    game: int
    text: str
    about: Facts = ()


class Signals(NamedTuple):
    """What the crew does not know of the radio: messages to come, and the texts of those that wait."""

    due: tuple[DueMessage, ...] = ()
    """The next one first."""
    sealed: tuple[SealedText, ...] = ()
