"""The bag of 16 crew tokens: who is drawn (UBT-3.2d, UBT-3.2e)."""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES


def draw_tokens(work: Working, count: int) -> list[int]:
    """Draw so many tokens together, at most all 16, and put them back: the bag is always full again.

    First come the tokens that a mission has fixed; one that is already out in this draw is kept for the next.
    """
    state = work.state
    out: list[int] = []
    later: list[str] = []
    for place, name in enumerate(state.bag):
        if len(out) == min(count, CREW):
            later += state.bag[place:]
            break
        if FIGURES.index(name) in out:
            later.append(name)
        else:
            out.append(FIGURES.index(name))
    state.bag = tuple(later)
    while len(out) < min(count, CREW):
        left = [figure for figure in range(CREW) if figure not in out]
        out.append(left[draw(state.key, "bag", state.drawn, len(left))])
        state.drawn += 1
    return out
