"""What both ends of a shared table need of the link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from klaxon.link.conversation import Introduction


class Speaker(Protocol):
    """Speaks with the other console, while it is there."""

    @property
    def peer(self) -> Introduction | None:
        """Who is there; None where nobody is."""

    @property
    def waiting(self) -> int:
        """Bytes that were said and have not arrived."""

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a message."""

    def say_text(self, text: str) -> None:
        """Send a message that is written already."""

    def say_block(self, block: bytes) -> None:
        """Send bytes as they are: their length on the line is always the same."""

    def on_unreadable(self, error: Exception) -> None:
        """What came is nothing that a console of ours says: the conversation ends, and another may begin."""

    def on_side_news(self) -> None:
        """What is to be shown has changed."""
