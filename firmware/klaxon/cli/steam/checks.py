"""The checks of `klaxon doctor` for Steam Torpedo."""

from __future__ import annotations

from klaxon.cli.doctor.program import ContentCheck
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.cards.check import read_deck


class Cards(ContentCheck):
    """The shipped cards."""

    code = "DOC-113"
    pattern = "cards/*.json"

    def is_sound(self, text: str) -> bool:
        """Read a deck."""
        return isinstance(read_deck(text), Deck)
