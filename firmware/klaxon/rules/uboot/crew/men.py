"""Men: what lies in the three slots of each of the 32, and what it keeps them from (UBT-3.2g, UBT-3.5, UBT-3.8).

A man is a value. His tokens have no order in the slots: what is counted is how many there are of each kind.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.setting import MOST_SLOTS
from klaxon.rules.uboot.words import FIGURES, ROLES

CREW = len(FIGURES)
"""Men of one shift. Man number `(shift - 1) * CREW + figure` is the man of that figure on that shift."""
WATCH = "watch"
"""The task of a lookout; any other task is the id of the device under repair."""
LEG_WOUND = "moving_costs_act"


class Malady(NamedTuple):
    """A card that a man holds, with its tokens in his slots (UBT-3.8h)."""

    card: str
    wound: int = 0
    fatigue: int = 0
    treat: tuple[str, ...] = ()
    treated: bool = False
    bars: tuple[str, ...] = ()
    special: str = ""
    copy: bool = False
    """Whether the card itself is another man's: this one goes under no deck (UBT-7.8c)."""

    @property
    def is_empty(self) -> bool:
        """Whether its last token is gone, so that the card is discarded (UBT-3.6j)."""
        return not self.wound and not self.fatigue

    def more(self, kind: str) -> Malady:
        """Return the card with a token more, of `wound` or `fatigue`."""
        return self._replace(wound=self.wound + 1) if kind == "wound" else self._replace(fatigue=self.fatigue + 1)

    def less(self, kind: str) -> Malady:
        """Return the card with a token less, of `wound` or `fatigue`."""
        return self._replace(wound=self.wound - 1) if kind == "wound" else self._replace(fatigue=self.fatigue - 1)


class CrewMan(NamedTuple):
    """One of the 32: the tokens of his slots."""

    act: int = 0
    task: str = ""
    """'' for none, WATCH, or the device he repairs (a FAULT token)."""
    maladies: tuple[Malady, ...] = ()
    dead: bool = False

    @property
    def tokens(self) -> int:
        """How many tokens he holds."""
        held = self.act + (self.task != "")
        return held + sum(malady.wound + malady.fatigue for malady in self.maladies) if self.maladies else held

    @property
    def free(self) -> int:
        """How many slots are free; none of a dead man is."""
        return 0 if self.dead else MOST_SLOTS - self.tokens

    @property
    def slots(self) -> list[str]:
        """The three slots in words (UBT-12.17e)."""
        if self.dead:
            return ["dead", "free", "free"]
        wounds = sum(malady.wound for malady in self.maladies)
        fatigues = sum(malady.fatigue for malady in self.maladies)
        task = [] if not self.task else ["watch" if self.task == WATCH else "fault"]
        words = ["wound"] * wounds + ["fatigue"] * fatigues + task + ["act"] * self.act
        return words + ["free"] * (MOST_SLOTS - len(words))

    @property
    def is_lame(self) -> bool:
        """Whether moving costs him one ACT (the leg wound of UBT-7.4)."""
        return any(malady.special == LEG_WOUND for malady in self.maladies)

    def barred_by(self, symbol: str) -> str:
        """Return the card that keeps him from places of a symbol, '' for none (UBT-3.3l)."""
        for malady in self.maladies:
            if symbol in malady.bars or "all" in malady.bars:
                return malady.card
        return ""

    def ease(self) -> tuple[CrewMan, str, Malady | None]:
        """Return him without one token of a treated card: wounds first, the oldest card first (UBT-3.6i).

        With it the token, '' where there was none to take, and the card that is discarded with it, None if none is.
        """
        treated = [place for place, malady in enumerate(self.maladies) if malady.treated]
        for kind in ("wound", "fatigue") if treated else ():
            place = next((place for place in treated if getattr(self.maladies[place], kind)), None)
            if place is not None:
                man, left = self.without_token(place, kind)
                return man, kind, left
        return self, "", None

    def without_token(self, place: int, kind: str) -> tuple[CrewMan, Malady | None]:
        """Return him without a token of one of his cards, and the card where that was its last."""
        malady = self.maladies[place]
        lighter = malady.less(kind)
        kept = () if lighter.is_empty else (lighter,)
        maladies = (*self.maladies[:place], *kept, *self.maladies[place + 1 :])
        return self._replace(maladies=maladies), None if kept else malady


FRESH = CrewMan()
DEAD = CrewMan(dead=True)


def role_of_figure(figure: int) -> str:
    """Return the role that a figure belongs to."""
    return ROLES[figure // 4]


_FIGURES_OF = {role: range(4 * place, 4 * place + 4) for place, role in enumerate(ROLES)}


def figures_of(role: str) -> range:
    """Return the four figures of a role."""
    return _FIGURES_OF[role]
