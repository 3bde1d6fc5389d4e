"""A malady card comes to a man: its tokens find their slots, or push others out (UBT-3.8h to k)."""

from __future__ import annotations

from collections import Counter

from klaxon.rules.uboot.cards.decks import discard_maladies
from klaxon.rules.uboot.content.box import DeckCard
from klaxon.rules.uboot.crew.losses import kill
from klaxon.rules.uboot.crew.men import CrewMan, Malady
from klaxon.rules.uboot.crew.tasks import drop_task, lookouts, note_lookouts
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES

DEADLY = 2
"""So many wounds kill a man, whatever his slots (UBT-3.8k)."""


def fall_ill(work: Working, figure: int, card: DeckCard, *, copy: bool = False) -> None:
    """Give a card, or a copy of it, to a man on duty: wounds first, then fatigue, then ACT (UBT-3.8i)."""
    man = work.board.man(figure)
    wounds = card.wound + sum(malady.wound for malady in man.maladies)
    placed: Counter[str] = Counter()
    pushed: Counter[str] = Counter()
    fresh = Malady(card.id, treat=card.treat, bars=card.bars, special=card.special, copy=copy)
    for kind, count in (("wound", card.wound), ("fatigue", card.fatigue)):
        for _ in range(count):
            man, room_made = _make_room(work, figure, man, fresh, kind, pushed)
            if room_made:
                fresh = fresh.more(kind)
                placed[kind] += 1
    man = man if fresh.is_empty else man._replace(maladies=(*man.maladies, fresh))
    placed["act"] = min(card.act, man.free)
    work.put_man(figure, man._replace(act=man.act + placed["act"]))
    data = {name: placed[name] for name in ("wound", "fatigue", "act")}
    taken = {name: pushed[name] for name in ("act", "task", "fatigue")}
    work.tell("malady", man=FIGURES[figure], card=card.id, placed=data, pushed=taken)
    if fresh.is_empty:
        discard_maladies(work, [fresh])
    if card.wound and wounds >= DEADLY:
        kill(work, [figure], "wounds")


def _make_room(
    work: Working, figure: int, man: CrewMan, fresh: Malady, kind: str, pushed: Counter[str]
) -> tuple[CrewMan, bool]:
    """Return the man with a free slot beside the new card: an ACT goes, else a task, for a wound else a fatigue."""
    if man.free > fresh.wound + fresh.fatigue:
        return man, True
    if man.act:
        pushed["act"] += 1
        return man._replace(act=man.act - 1), True
    if man.task:
        pushed["task"] += 1
        before = len(lookouts(work.board))
        drop_task(work, figure, "pushed")
        note_lookouts(work, before)
        return man._replace(task=""), True
    tired = [place for place, malady in enumerate(man.maladies) if malady.fatigue] if kind == "wound" else []
    if not tired:
        return man, False
    pushed["fatigue"] += 1
    man, left = man.without_token(tired[0], "fatigue")
    if left is not None:
        discard_maladies(work, [left])
    return man, True
