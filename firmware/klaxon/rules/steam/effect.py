"""An effect in progress: what the operations of a card share while they ask and act (STM-3.8).

A use of a compartment (see use.py) is an effect and the way there: who, steps and retreats.
"""

from __future__ import annotations

from klaxon.rules.domains import Token
from klaxon.rules.steam.state import NONE
from klaxon.rules.steam.step import Working


class Effect:
    """Whose effect it is, by which men and where, and what was chosen for it so far."""

    __slots__ = (
        "bonus", "bonus_cells", "cell", "factor", "man", "mate", "me", "section", "sections", "side", "units", "unsaid",
        "way", "work",
    )  # fmt: skip

    def __init__(self, work: Working, me: int) -> None:
        """Begin with nothing chosen."""
        self.work, self.me = work, me
        self.man = self.mate = self.cell = NONE
        self.sections: tuple[str, ...] = ()
        self.section = self.side = self.way = ""
        self.factor, self.units, self.bonus, self.bonus_cells = 1, 0, 0, 0
        self.unsaid: list[Token] = []
        """The tokens that were implied, because there was no choice."""

    @property
    def men(self) -> int:
        """The men who use the compartment, a bit each."""
        return 1 << self.man | (1 << self.mate if self.mate != NONE else 0)
