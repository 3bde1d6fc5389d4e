"""The orders of Steam Torpedo that are worth a thought, and what the board would be after them.

A board lies open but for the picks of a draft, so an understudy may carry an order out in its head.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.rules.contract import Game, Order
from klaxon.rules.domains import OneOf, Token
from klaxon.rules.steam import attack, shift
from klaxon.rules.steam.orders import carry_out
from klaxon.rules.steam.setting import CAPTAIN, CREW
from klaxon.rules.steam.state import Board, State
from klaxon.rules.steam.step import SEATS
from klaxon.rules.steam.views import View

Steam = Game[State, View]
MOST = 400
"""Orders of one kind that are thought about: cards of other boxes may offer thousands."""


def after(board: Board, order: Order) -> Board:
    """Return the board after a legal order that draws nothing."""
    return carry_out(State("", board), order).board


def choices(game: Steam, view: View, draft: Order) -> tuple[tuple[Token, ...], bool]:
    """Return the next tokens of a draft, and whether it may also end here."""
    field = game.field(view, draft)
    if field is None:
        return (), True
    return field.domain.values if isinstance(field.domain, OneOf) else (), field.optional


def manoeuvres(game: Steam, view: View) -> Iterator[Order]:
    """Yield one manoeuvre for every position that can be reached."""
    drafts, seen = [Order(view.seat, "manoeuvre")], set[tuple[int, int]]()
    for draft in drafts:
        tokens, ends = choices(game, view, draft)
        if ends:
            yield draft
        for token in tokens:
            if isinstance(token, tuple):
                yield draft.plus(token)
            elif (sector := _sectors(view, draft.plus(token))) not in seen:
                seen.add(sector)
                drafts.append(draft.plus(token))


def _sectors(view: View, draft: Order) -> tuple[int, int]:
    sector = view.board.sector
    for token in draft.args:
        sector = shift.stepped(sector, str(token))
    return sector


def moves(game: Steam, view: View) -> Iterator[Order]:
    """Yield the steps of every man; of men who stand together, of one."""
    draft = Order(view.seat, "move")
    for man in _different(view, choices(game, view, draft)[0]):
        for cell in choices(game, view, draft.plus(man))[0]:
            yield draft.plus(man, cell)


def uses(game: Steam, view: View, verb: str) -> Iterator[Order]:
    """Yield the ways to use a compartment, by `activate` or `react`."""
    bare = Order(view.seat, verb)
    drafts = [bare.plus(man) for man in _different(view, choices(game, view, bare)[0])]
    for draft in drafts:
        tokens, ends = choices(game, view, draft)
        if ends:
            yield draft
        if len(drafts) < MOST:
            drafts += [draft.plus(token) for token in tokens]


def damages(game: Steam, view: View) -> Iterator[Order]:
    """Yield the ways to place one marker of damage."""
    draft = Order(view.seat, "damage")
    for cell in choices(game, view, draft)[0]:
        for slot in choices(game, view, draft.plus(cell))[0]:
            yield draft.plus(cell, slot)


def placed(board: Board, me: int) -> Board:
    """Return the board when the rest of a blow has been placed as the rule itself would."""
    while board.blows and board.blows[0].boat == me and not board.blows[0].fresh:
        board = after(board, Order(SEATS[me], "damage", attack.default(board)))
    return board


def _different(view: View, men: tuple[Token, ...]) -> list[Token]:
    """Return the men of whom no two stand alike."""
    hull = view.board.boats[view.me]
    found: dict[tuple[int, ...], Token] = {}
    for name in men:
        man = CREW.index(str(name))
        alike = (man == CAPTAIN, hull.place[man], hull.start[man], hull.ready >> man & 1, hull.acted >> man & 1)
        found.setdefault(alike, name)
    return list(found.values())
