"""Medicines: they are laid on cards, used up with them, lost by cards, and brought back by a kit (UBT-3.11c to e).

What is neither in the box nor on a treated card is discarded, so the discard is never counted by itself.
"""

from __future__ import annotations

from collections import Counter

from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.galley.larder import draw_below
from klaxon.rules.uboot.sickbay.patients import TreatedCard, add_patient
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES


def give_treatment(work: Working, args: tuple[str, ...]) -> None:
    """Carry out `first_aid`: the medicines of each card are laid on it at once (UBT-3.11c)."""
    _room, *words = args
    chosen: tuple[TreatedCard, ...] = ()
    for word in words:
        chosen = add_patient(work.board, chosen, word)
    for card in chosen:
        _lay_medicines(work, card)


def _lay_medicines(work: Working, card: TreatedCard) -> None:
    man = work.board.man(card.figure)
    treated = card.malady._replace(treated=True)
    maladies = tuple(treated if malady == card.malady else malady for malady in man.maladies)
    work.put_man(card.figure, man._replace(maladies=maladies))
    _take_out(work, card.malady.treat)
    work.tell("treated", man=FIGURES[card.figure], card=card.malady.card)


def _take_out(work: Working, kinds: tuple[str, ...]) -> None:
    used = Counter(kinds)
    stores = work.board.stores
    medicine = tuple((kind, count - used[kind]) for kind, count in stores.medicine)
    work.board.stores = stores._replace(medicine=medicine)


def lose_medicine(work: Working, count: int) -> None:
    """Let random tokens of the box be discarded (UBT-7.8e)."""
    for _ in range(count):
        tokens = [kind for kind, lying in work.board.stores.medicine for _ in range(lying)]
        if tokens:
            _take_out(work, (tokens[draw_below(work, len(tokens))],))


def open_kit(work: Working) -> None:
    """Open a kit: all discarded medicines come back into the box (UBT-3.11e)."""
    board = work.board
    on_cards = Counter(
        kind
        for number in range(2 * CREW)
        for malady in board.crew[number].maladies
        if malady.treated
        for kind in malady.treat
    )
    full = work.state.box.medicine
    board.stores = board.stores._replace(medicine=tuple((kind, full[kind] - on_cards[kind]) for kind in full))
    board.provisions = board.provisions._replace(kits=board.provisions.kits - 1)
    work.tell("kit", left=board.provisions.kits)
