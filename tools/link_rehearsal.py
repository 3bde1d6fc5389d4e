"""What is taken for said already on a pressed way (klaxon.link.messages.pressing): `python -m tools.link_rehearsal`.

Games between two consoles are played, and of what they say every message is kept that does not press well after those
before it. A new rehearsal is another protocol: raise PROTOCOL in klaxon.link.conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest import mock

from klaxon.cli.bench.link.played import OPTIONS, play
from klaxon.link.messages.pressing import Presser
from klaxon.link.messages.sealing import MessageWriter
from klaxon.link.modelled.noise import CLEAN

PAGE = Path(__file__).resolve().parents[1] / "firmware" / "klaxon" / "data" / "link" / "rehearsal.txt"
GAMES: Sequence[tuple[str, Mapping[str, str], float, int]] = (
    ("steam", {}, 90.0, 90),
    ("uboot", {}, 400.0, 120),
    ("sonar", OPTIONS, 400.0, 75),
    ("sonar", OPTIONS, 400.0, 75),
)
"""Game, options, seconds of play, and how many bytes a message has to take to be kept."""
LONGEST = 1_000
"""Characters of a message that is kept: whole views are seldom."""
SEED = 1_000
"""The bench plays with lower ones."""


def said(seed: int, game: str, options: Mapping[str, str], seconds: float) -> list[str]:
    """Play, and return what both consoles said."""
    texts: list[str] = []
    write = MessageWriter.write

    def note(writer: MessageWriter, text: str) -> bytes:
        texts.append(text)
        return write(writer, text)

    with mock.patch.object(MessageWriter, "write", note):
        play(seed, CLEAN, game, options, seconds)
    return texts


def rehearsal() -> list[str]:
    """Return what is worth rehearsing."""
    kept, presser = list[str](), Presser()
    for number, (game, options, seconds, few) in enumerate(GAMES):
        for text in said(SEED + number, game, options, seconds):
            tried, is_play = presser.copy(), text.startswith(('{"down"', '{"up"'))
            if is_play and len(text) <= LONGEST and len(tried.press(text)) > few:
                kept.append(text)
                presser = tried
    return kept


if __name__ == "__main__":
    PAGE.write_text("".join(f"{text}\n" for text in rehearsal()), "utf-8")
