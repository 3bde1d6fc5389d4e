"""The understudy of Steam Torpedo: it carries each order out in its head and takes the one that leaves it most."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from klaxon.crew.steam import ways
from klaxon.crew.steam.worth import layout, worth, worth_of
from klaxon.crew.understudy import Heard, Pick, Shown, addressed, open_verbs
from klaxon.rules.contract import Order
from klaxon.rules.games import game_named
from klaxon.rules.steam.grid import INDEX, NAMES, POST
from klaxon.rules.steam.step import replaced
from klaxon.rules.steam.views import View

WHIM = 4
"""How much chance weighs: two games between the same crews should differ."""
THRIFT = 2
"""What an order must gain to be better than to do nothing more."""


class SteamUnderstudy:
    """Plays either captain of Steam Torpedo, plainly. The board lies open: what was heard adds nothing."""

    def __init__(self) -> None:
        """Know the rules."""
        self._game = game_named("steam")

    def begin(self, shown: Shown) -> None:
        """Take no notes."""

    def hear(self, notes: None, heard: Heard) -> None:
        """Take no notes."""

    def order(self, shown: Shown, _notes: None, pick: Pick) -> Order | None:
        """Return what the captain says now: the best order of the first stage of play that is open."""
        view: View = self._game.read_view(shown)
        verbs = open_verbs(self._game, view)
        stage = next((stage for stage in _STAGES if stage in verbs), None)
        return addressed(_STAGES[stage](self._game, view, verbs, pick), shown) if stage else None

    def unhurried(self, _order: Order) -> bool:
        """There is nobody else aboard to wait for."""
        return False


def _pick(game: ways.Steam, view: View, _verbs: tuple[str, ...], pick: Pick) -> Order:
    """Pick the best card of the hand."""
    draft, deck = Order(view.seat, "pick"), view.board.deck
    cards = [str(token) for token in ways.choices(game, view, draft)[0]]
    return draft.plus(max(cards, key=lambda card: worth_of(deck.cards[deck.index[card]]) + pick(WHIM)))


def _swap(_game: ways.Steam, view: View, _verbs: tuple[str, ...], _pick: Pick) -> Order:
    """Swap the two compartments that gain most by it, if any."""
    cards = view.board.boats[view.me].cards
    best, order = layout(view.board, cards) + THRIFT, Order(view.seat, "keep")
    cells = [cell for cell in range(len(cards)) if cell != POST]
    for a, b in ((a, b) for a in cells for b in cells if a < b):
        value = layout(view.board, replaced(replaced(cards, a, cards[b]), b, cards[a]))
        if value > best:
            best, order = value, Order(view.seat, "swap", (NAMES[a], NAMES[b]))
    return order


def _oxygen(game: ways.Steam, view: View, _verbs: tuple[str, ...], pick: Pick) -> Order:
    """Breathe where the next hits are likely to take the oxygen anyway."""
    draft, hull = Order(view.seat, "oxygen"), view.board.boats[view.me]
    cells = [str(token) for token in ways.choices(game, view, draft)[0]]
    return draft.plus(min(cells, key=lambda cell: WHIM * hull.points(INDEX[cell]) + pick(WHIM)))


def _ready(_game: ways.Steam, view: View, _verbs: tuple[str, ...], _pick: Pick) -> Order:
    """Ready everybody: a man who may act is worth more than one who may not."""
    return Order(view.seat, "ready")


def _act(game: ways.Steam, view: View, verbs: tuple[str, ...], pick: Pick) -> Order:
    """Do what gains most, or end the turn."""
    orders: list[Order] = []
    if "manoeuvre" in verbs:
        orders += ways.manoeuvres(game, view)
    if "activate" in verbs:
        orders += ways.uses(game, view, "activate")
    if "move" in verbs:
        orders += ways.moves(game, view)
    return _best(view, orders, Order(view.seat, "end"), pick)


def _react(game: ways.Steam, view: View, verbs: tuple[str, ...], pick: Pick) -> Order:
    """React where that gains something, or pass."""
    orders = ways.uses(game, view, "react") if "react" in verbs else ()
    return _best(view, orders, Order(view.seat, "pass"), pick)


def _best(view: View, orders: Iterable[Order], otherwise: Order, pick: Pick) -> Order:
    board, me = view.board, view.me
    best, found = worth(board, me) + THRIFT, otherwise
    for order in orders:
        value = worth(ways.after(board, order), me) + pick(WHIM)
        if value > best:
            best, found = value, order
    return found


def _suffer(game: ways.Steam, view: View, verbs: tuple[str, ...], pick: Pick) -> Order:
    """Place damage where it costs least, or take it on the Central Post."""
    me = view.me
    orders = [Order(view.seat, "redirect")] if "redirect" in verbs else []
    orders += ways.damages(game, view)
    return max(orders, key=lambda order: worth(ways.placed(ways.after(view.board, order), me), me) + pick(WHIM))


_STAGES: dict[str, Callable[[ways.Steam, View, tuple[str, ...], Pick], Order]] = {
    "pick": _pick,
    "keep": _swap,
    "damage": _suffer,
    "pass": _react,
    "oxygen": _oxygen,
    "ready": _ready,
    "end": _act,
}
"""A verb that is always open in a stage of play -> what the captain does there."""
