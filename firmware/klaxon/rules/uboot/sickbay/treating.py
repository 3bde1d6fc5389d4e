"""What the first officer does while `first_aid` is pending: name the patients (UBT-3.11b, UBT-3.11c)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.seating import seat
from klaxon.rules.uboot.orders.giving import carry_out, is_enough, row_of
from klaxon.rules.uboot.records import OrderPlace, PendingOrder
from klaxon.rules.uboot.sickbay.patients import (
    TreatedCard,
    add_patient,
    bar_card,
    bar_room,
    lacking,
    patients_of,
    sick_in,
    untreated_cards,
)
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES

FIRST_AID = "first_aid"


def bar_treat(board: OpenBoard) -> Refusal | None:
    """Return why nobody can be treated now: no `first_aid` is pending, no medic is named, or nothing is to be done."""
    pending = board.pending
    if pending is None or pending.order != FIRST_AID:
        return Refusal("nothing-pending", {"verb": "treat"})
    if not is_enough(board, pending):
        return Refusal("too-few-men", {"need": pending.least, "have": len(pending.named)})
    if patient_words(board, pending, ()):
        return None
    return bar_room(board, room_of(pending))


def room_of(pending: PendingOrder) -> int:
    """Return the room of the patients."""
    return int(pending.args[0])


def chosen_cards(board: OpenBoard, words: tuple[str, ...]) -> tuple[TreatedCard, ...]:
    """Return the cards that a draft has named so far."""
    chosen: tuple[TreatedCard, ...] = ()
    for word in words:
        chosen = add_patient(board, chosen, word)
    return chosen


def patient_words(board: OpenBoard, pending: PendingOrder, words: tuple[str, ...]) -> list[str]:
    """Return who can be named next: a man, or one of his cards where he has several."""
    chosen = chosen_cards(board, words)
    found: list[str] = []
    for figure in sick_in(board, room_of(pending)):
        if FIGURES[figure] in words or not _has_slots(board, pending, chosen, figure):
            continue
        named = [card.malady.card for card in chosen if card.figure == figure]
        able = [
            malady.card
            for malady in untreated_cards(board, figure)
            if malady.card not in named and not lacking(board, malady, chosen)
        ]
        if able and not named:
            found.append(FIGURES[figure])
        if len(untreated_cards(board, figure)) > 1:
            found += [f"{FIGURES[figure]}:{card}" for card in able]
    return found


def single_card_words(board: OpenBoard, words: list[str]) -> tuple[str, ...]:
    """Return MAN:CARD for the men among some words who have one card only: another way to say the same."""
    men = [word for word in words if ":" not in word]
    cards = {name: untreated_cards(board, FIGURES.index(name)) for name in men}
    return tuple(f"{name}:{held[0].card}" for name, held in cards.items() if len(held) == 1)


def bar_patient(board: OpenBoard, pending: PendingOrder, words: tuple[str, ...], word: str) -> Refusal | None:
    """Return why a PATIENT cannot be named next; None where the word is no such thing."""
    name, _, card = word.partition(":")
    if name not in FIGURES:
        return None
    figure, chosen = FIGURES.index(name), chosen_cards(board, words)
    if not board.at[figure]:
        return Refusal("dead", {"man": name})
    if board.at[figure] != room_of(pending):
        return Refusal("not-in-room", {"man": name, "room": room_of(pending)})
    left = [malady for malady in untreated_cards(board, figure) if card in ("", malady.card)]
    if not left or any(TreatedCard(figure, malady) in chosen for malady in left):
        return Refusal("not-sick", {"man": name})
    refusal = bar_card(board, TreatedCard(figure, left[0]), chosen)
    return refusal or _bar_slots(board, pending, chosen)


def _places_for(pending: PendingOrder, count: int) -> tuple[OrderPlace, ...]:
    """Return the places of the order for so many patients: one activation each, and the lamp as before."""
    work = next(place for place in pending.places if place.symbol)
    return (*(work,) * count, *(place for place in pending.places if not place.symbol))


def _has_slots(board: OpenBoard, pending: PendingOrder, chosen: tuple[TreatedCard, ...], figure: int) -> bool:
    """Return whether the medic can be activated for one patient more."""
    patients = patients_of(chosen)
    if figure in patients:
        return True
    places = _places_for(pending, len(patients) + 1)
    return len(seat(board, row_of(board, pending), places, pending.named) or ()) == len(places)


def _bar_slots(board: OpenBoard, pending: PendingOrder, chosen: tuple[TreatedCard, ...]) -> Refusal:
    seated = seat(board, row_of(board, pending), pending.places, pending.named) or ()
    medic = next(each for each in seated if each.place.symbol)
    need = (len(patients_of(chosen)) + 1) * medic.tokens
    return Refusal("no-slots", {"man": FIGURES[medic.figure], "need": need, "free": board.man(medic.figure).free})


def treat(work: Working, words: tuple[str, ...]) -> None:
    """Carry `first_aid` out for the patients named: the medic is activated once for each."""
    board = work.board
    if board.pending is not None:
        places = _places_for(board.pending, len(patients_of(chosen_cards(board, words))))
        args = (board.pending.args[0], *words)
        board.pending = board.pending._replace(args=args, places=places)
        carry_out(work)
