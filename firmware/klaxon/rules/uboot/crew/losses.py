"""Death and the loss of the boat (UBT-3.1f, UBT-3.8k, UBT-3.8l)."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.uboot.cards.decks import discard_maladies
from klaxon.rules.uboot.crew.men import DEAD
from klaxon.rules.uboot.crew.tasks import lookouts, note_lookouts
from klaxon.rules.uboot.orders.tracks import change_morale
from klaxon.rules.uboot.records import NOWHERE
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES

MORALE_OF_A_DEATH = 2
MOST_MORALE_OF_A_DIVE = 6


def kill(work: Working, figures: Iterable[int], why: str, most: int | None = None) -> None:
    """Let men on duty die; morale falls by 2 for each, for all together by `most` where that is less."""
    dead = list(figures)
    before = len(lookouts(work.board))
    for figure in dead:
        leave_boat(work, figure)
        discard_maladies(work, work.board.man(figure).maladies)
        work.put_man(figure, DEAD)
        work.tell("died", man=FIGURES[figure], why=why)
    if dead:
        note_lookouts(work, before)
        fall = MORALE_OF_A_DEATH * len(dead)
        change_morale(work, -(fall if most is None else min(fall, most)), "death")
        test_crew(work)


def leave_boat(work: Working, figure: int) -> None:
    """Take a figure off the boat; where it stood is remembered for the relief (UBT-3.6l)."""
    state, room = work.state, work.board.at[figure]
    if room != NOWHERE:
        state.last = (*state.last[:figure], room, *state.last[figure + 1 :])
        work.put_figure(figure, NOWHERE)


def test_crew(work: Working) -> None:
    """Lose the boat when all 32 men are dead; while a relief lives play goes on to the bell (UBT-3.1f)."""
    if all(man.dead for man in work.board.crew):
        work.end("crew")


def test_exhausted(work: Working) -> None:
    """Lose the boat when an emergency or a breach meets an exhausted crew (UBT-3.9f)."""
    if work.board.is_exhausted:
        work.end("exhausted")
