"""Giving an order: it is announced and paid, its men are named, it is carried out or lapses (UBT-3.3)."""

from __future__ import annotations

from klaxon.rules.uboot.cards.resolving import note_carried_out, resolve_cards
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.crew.men import CREW, WATCH, figures_of, role_of_figure
from klaxon.rules.uboot.crew.seating import cheapest, seat, seated_by
from klaxon.rules.uboot.crew.tasks import activate, lookouts, note_lookouts
from klaxon.rules.uboot.orders import tracks
from klaxon.rules.uboot.orders.arms import is_void
from klaxon.rules.uboot.orders.conditions import bar_repair
from klaxon.rules.uboot.orders.deeds import DEEDS
from klaxon.rules.uboot.orders.glass import GLASS_ORDERS, bar_glass
from klaxon.rules.uboot.orders.guns import GUN_ORDERS, bar_gun
from klaxon.rules.uboot.records import Activation, PendingOrder
from klaxon.rules.uboot.smoking import end_break
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.joining import forget_joining
from klaxon.rules.uboot.trouble.targets import REPAIR_BREACH, REPAIRS
from klaxon.rules.uboot.trouble.tools import help_of, spare_unskilled, use_at_once
from klaxon.rules.uboot.words import FIGURES, ROLES

FAULT = "fault"
FOLLOWED = ("dish", "treat")
"""Ends of orders that wait for a choice of their owner when the men are named (UBT-12.14a)."""


def row_of(board: OpenBoard, pending: PendingOrder) -> OrderRow:
    """Return the row of the pending order."""
    return board.handbook.orders[pending.order]


def announce(work: Working, order: str, args: tuple[str, ...]) -> None:
    """Announce an order that may be given, and pay it; with automatic manning it is carried out at once (UBT-3.3r)."""
    board = work.board
    places, least = places_of(board, board.handbook.orders[order], args)
    paid = pay_for(work, order, args, [place._asdict() for place in places])
    number = work.numbers(len(ROLES))
    pending = PendingOrder(order, args, places, least, number, (), paid, work.patience_ends())
    board.pending = pending
    settle(work)
    kept = work.board.pending
    if kept is not None and (board.setting.manning == "auto" or not places):
        named = cheapest(board, row_of(board, kept), places, least, (), range(CREW))
        _name(work, kept, named)
        _carry_out_if_manned(work)


def _carry_out_if_manned(work: Working) -> None:
    """Carry the pending order out, unless its owner has a choice left, or a card must make up for men."""
    board, pending = work.board, work.board.pending
    if pending and row_of(board, pending).ends not in FOLLOWED and is_enough(board, pending):
        carry_out(work)


def pay_for(work: Working, order: str, args: tuple[str, ...], places: list[dict[str, object]]) -> str:
    """Pay for an order and tell that it was given; return what paid it."""
    end_break(work)
    forget_joining(work)
    paid = tracks.payment(work.board, order)
    work.tell("ordered", order=order, args=list(args), paid=paid, places=places)
    tracks.pay(work, order, paid)
    return paid


def assign(work: Working, role: str, named: tuple[int, ...] | None) -> None:
    """Let a role name men in place of those it named before; without any, the cheapest of its own that fit."""
    pending = work.board.pending
    if pending is None:
        return
    others = tuple(figure for figure in pending.named if role_of_figure(figure) != role)
    if named is None:
        named = own_cheapest(work.board, pending, role)
    work.tell("assigned", role=role, men=[FIGURES[figure] for figure in named])
    _name(work, pending, (*others, *named))


def own_cheapest(board: OpenBoard, pending: PendingOrder, role: str) -> tuple[int, ...]:
    """Return the men of a role whom a plain `assign` would name (UBT-3.3i).

    These are its men in the cheapest seating of all hands, so that it leaves to others what they do better; where it
    has none in it, the cheapest of its own.
    """
    made_of = (pending, *seated_by(board))
    return board.keep(f"cheapest of {role}", made_of, lambda _: _find_own_cheapest(board, pending, role))


def _find_own_cheapest(board: OpenBoard, pending: PendingOrder, role: str) -> tuple[int, ...]:
    others = tuple(figure for figure in pending.named if role_of_figure(figure) != role)
    row, own = row_of(board, pending), figures_of(role)
    hands = cheapest(board, row, pending.places, pending.least, others, range(CREW))
    best = tuple(figure for figure in hands if figure in own)
    return best or cheapest(board, row, pending.places, pending.least, others, own)


def _name(work: Working, pending: PendingOrder, figures: tuple[int, ...]) -> None:
    """Write down who is named; a fixed number of places is carried out when the last is filled (UBT-3.3h)."""
    row, pending = row_of(work.board, pending), pending._replace(named=tuple(sorted(figures)))
    work.board.pending = pending
    filled = len(seating(work.board, pending) or ()) if row.can_repeat else len(figures)
    if row.ends == "filled" and filled == len(pending.places):
        carry_out(work)


def is_enough(board: OpenBoard, pending: PendingOrder) -> bool:
    """Return whether the named men do for the order: every place that must be filled is."""
    seated = seating(board, pending) or ()
    dark = sum(not place.symbol for place in pending.places)
    least = max(dark + 1, pending.least - help_of(board, pending))
    return len(seated) >= least and sum(not each.place.symbol for each in seated) == dark


def seating(board: OpenBoard, pending: PendingOrder) -> tuple[Activation, ...] | None:
    """Return who of the named men takes which place (UBT-3.3i)."""
    return seat(board, row_of(board, pending), pending.places, pending.named)


def carry_out(work: Working) -> None:
    """Carry the pending order out: tokens all at once, then its effect, then the report (UBT-3.2j, UBT-12.16a)."""
    board = work.board
    pending = board.pending
    if pending is None:
        return
    row, seated, before = row_of(board, pending), seating(board, pending) or (), len(lookouts(board))
    board.pending = None
    task = WATCH if row.token == WATCH else pending.args[0] if row.token == FAULT else ""
    for figure, place, tokens in spare_unskilled(board, seated):
        activate(work, figure, tokens, place, task if place.symbol else "")
    note_lookouts(work, before)
    if row.id == REPAIR_BREACH:
        use_at_once(work, [each.figure for each in seated if each.place.symbol])
    work.hands = tuple(each for each in seated if each.place.symbol)
    DEEDS[pending.order](work, pending.args)
    note_carried_out(work, pending.order)
    if board.outcome is None:
        work.tell("done", order=pending.order, men=list(dict.fromkeys(FIGURES[each.figure] for each in seated)))


def lapse(work: Working, why: str) -> None:
    """Let the pending order lapse; what it cost may be given back, never after `belay` (UBT-3.3n)."""
    board = work.board
    pending = board.pending
    if pending is None:
        return
    board.pending = None
    board.trouble = board.trouble._replace(card="")
    refunded = why != "belayed" and board.setting.refunds and not is_begun(pending)
    work.tell("lapsed", order=pending.order, why=why, refunded=refunded)
    if refunded:
        tracks.refund(work, pending.order, pending.paid)


def settle(work: Working) -> None:
    """After something happened draw the cards it brought, then look at the pending order."""
    resolve_cards(work)
    review(work)


def is_begun(pending: PendingOrder) -> bool:
    """Return whether something of an order is done already: the pyramid was changed for a dish (UBT-3.17g)."""
    return pending.order == "cook" and sum(bool(place.symbol) for place in pending.places) > 1


def review(work: Working) -> None:
    """Look at the pending order after something happened: men who no longer fit are named no more, or it lapses."""
    board = work.board
    pending = board.pending
    if pending is None:
        return
    row = row_of(board, pending)
    is_shut = (row.id in GLASS_ORDERS and bar_glass(board, row)) or (row.id in GUN_ORDERS and bar_gun(board, row))
    if is_shut or is_void(work, pending):
        lapse(work, "men")
        return
    if not (work.has_moved_men or work.has_other_troubles):
        return
    if row.id in REPAIRS:
        if bar_repair(board, row, pending.args) is not None:
            lapse(work, "men")
            return
        places, least = places_of(board, row, pending.args)
        pending = board.pending = pending._replace(places=places, least=least)
    if row.id not in REPAIRS and bar_places(board, row, pending.places, pending.least) is not None:
        lapse(work, "men")
    elif seating(board, pending) is None:
        kept: tuple[int, ...] = ()
        for figure in pending.named:
            if seat(board, row, pending.places, (*kept, figure)) is not None:
                kept = (*kept, figure)
        board.pending = pending._replace(named=kept)
