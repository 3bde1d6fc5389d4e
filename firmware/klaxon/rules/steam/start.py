"""Before the first turn: who gets which compartments, how they are laid out, the one swap (STM-3.2)."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.rules.chance import draw, key_of
from klaxon.rules.content.faults import nearest
from klaxon.rules.contract import SPECTATOR, UMPIRE, Event, Header, Refusal
from klaxon.rules.steam import turns
from klaxon.rules.steam.cards.cards import Deck, deck_of
from klaxon.rules.steam.grid import NAMES, POST, SIZE
from klaxon.rules.steam.look import fixed_lateral
from klaxon.rules.steam.setting import ANY_SET, BOATS, CREW, Setting
from klaxon.rules.steam.state import NONE, Board, Hull, State
from klaxon.rules.steam.step import SEATS, Working, replace_at

OF_CHOICE = SIZE - 1
"""How many compartments a boat chooses; the tenth is the Central Post."""
_TURNED = {"right": "left", "left": "right"}


def set_up(header: Header, read: Deck) -> State | Refusal:
    """Return the state before the first order, or why these cards cannot be played."""
    deck, setting, key = deck_of(read.text), Setting.of(header.options), key_of(header.seed)
    first = draw(key, "first", 0, 2) if setting.first == "random" else BOATS.index(setting.first)
    boats = (Hull(setting.heading), Hull(_TURNED[setting.heading]))
    board = Board(setting, deck, boats, first)
    board.lateral = fixed_lateral(board)
    work, state = Working(board), State(key, board)
    state.board = work.board
    if setting.setup == "ready":
        chosen = ready_sets(read.sets, header.options["red"], header.options["blue"])
        if isinstance(chosen, Refusal):
            return chosen
        work.board.chosen = tuple(tuple(deck.index[name] for name in ids) for ids in chosen)  # type: ignore[assignment]
        lay_out(work, key)
        return state
    if len(deck.pool) < 2 * OF_CHOICE:
        return Refusal("too-few-cards", {"has": len(deck.pool), "needs": 2 * OF_CHOICE, "setup": setting.setup})
    work.board.chosen = ((deck.post,), (deck.post,))
    pool = deck.pool if setting.setup == "free" else shuffle(key, "deal", deck.pool)
    half = len(pool) // 2
    if setting.setup == "random":
        work.board.chosen = ((deck.post, *pool[:OF_CHOICE]), (deck.post, *pool[OF_CHOICE : 2 * OF_CHOICE]))
        lay_out(work, key)
    elif setting.setup == "free":
        work.board.hands, work.board.active, work.board.serial = (pool, pool), 1 - first, 1
    else:
        work.board.hands, work.board.serial = (tuple(sorted(pool[:half])), tuple(sorted(pool[half:]))), 1
    return state


def ready_sets(sets: Mapping[str, tuple[str, ...]], red: str, blue: str) -> tuple[tuple[str, ...], ...] | Refusal:
    """Return the cards of both ready boats: the named sets, else the first ones not taken."""
    for name in (red, blue):
        if name not in (ANY_SET, *sets):
            return Refusal("no-set", {"name": name, "nearest": nearest(name, sets), "sets": ", ".join(sets)})
    if len(sets) < len(BOATS) or (red == blue and red != ANY_SET):
        return Refusal("one-set", {"sets": ", ".join(sets)})
    red_set = red if red != ANY_SET else next(name for name in sets if name != blue)
    blue_set = blue if blue != ANY_SET else next(name for name in sets if name != red_set)
    return sets[red_set], sets[blue_set]


def shuffle(key: str, stream: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards in random order, drawn from a stream."""
    pile = list(cards)
    for left in range(len(pile) - 1, 0, -1):
        place = draw(key, stream, left, left + 1)
        pile[left], pile[place] = pile[place], pile[left]
    return tuple(pile)


def lay_out(work: Working, key: str) -> None:
    """Shuffle each boat, lay it out with the Central Post in its place, and ask for the swaps."""
    board, deck = work.board, work.board.deck
    for hull, name, cards in zip(board.boats, BOATS, board.chosen, strict=True):
        laid = shuffle(key, f"{name}.shuffle", tuple(sorted(cards)))
        post = laid.index(deck.post)
        hull.cards = replace_at(replace_at(laid, post, laid[POST]), POST, deck.post)
        hull.plain = tuple(deck.cards[card].hp_plain for card in hull.cards)
        hull.oxygen = tuple(deck.cards[card].hp_oxygen for card in hull.cards)
        hull.place = hull.start = (POST,) * len(CREW)
        hull.ready = (1 << len(CREW)) - 1
        work.tell("laid", boat=name, cards=deck.card_ids(hull.cards))
    board.phase, board.active, board.hands = "swap", NONE, ((), ())
    board.serial += 1


def pick(work: Working, state: State, me: int, name: str) -> None:
    """Pick a card: openly in a free choice, in a draft unseen until both boats have picked (STM-3.2c, STM-3.2d)."""
    board = work.board
    card = board.deck.index[name]
    if board.setting.setup == "free":
        work.tell("picked", boat=BOATS[me], card=name)
        _take(board, me, card)
        left = tuple(other for other in board.hands[0] if other != card)
        board.hands, board.active = (left, left), 1 - me
    else:
        own = frozenset({SEATS[me], UMPIRE})
        work.events.append(Event("picked", {"boat": BOATS[me], "card": name}, own))
        work.events.append(Event("picked", {"boat": BOATS[me]}, frozenset({SEATS[1 - me], SPECTATOR})))
        state.picks = (card, state.picks[1]) if me == 0 else (state.picks[0], card)
        if NONE in state.picks:
            return
        work.tell("revealed", **{boat: board.deck.cards[c].id for boat, c in zip(BOATS, state.picks, strict=True)})
        red, blue = (tuple(c for c in hand if c not in state.picks) for hand in board.hands)
        for boat, picked in enumerate(state.picks):
            _take(board, boat, picked)
        board.hands, state.picks = (blue, red), (NONE, NONE)
    board.serial += 1
    if all(len(chosen) == SIZE for chosen in board.chosen):
        lay_out(work, state.key)


def _take(board: Board, me: int, card: int) -> None:
    red, blue = board.chosen
    board.chosen = ((*red, card), blue) if me == 0 else (red, (*blue, card))


def swap(work: Working, me: int, cells: tuple[int, int] | None) -> None:
    """Swap two compartments, or keep all; when both boats have done so, the game begins."""
    hull = work.board.boats[me]
    hull.swapped = True
    if cells is None:
        work.tell("kept", boat=BOATS[me])
    else:
        a, b = cells
        hull.cards = _swap(hull.cards, a, b)
        hull.plain, hull.oxygen = _swap(hull.plain, a, b), _swap(hull.oxygen, a, b)
        work.tell("swapped", boat=BOATS[me], cells=[NAMES[a], NAMES[b]])
    if all(other.swapped for other in work.board.boats):
        turns.begin_game(work)


def _swap(values: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    return replace_at(replace_at(values, a, values[b]), b, values[a])
