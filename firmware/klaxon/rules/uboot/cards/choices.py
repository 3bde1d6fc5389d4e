"""Choices that cards leave: what may be named, what the rule chooses, what comes of it (UBT-7.8h to l)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.uboot.cards.decks import discard_maladies
from klaxon.rules.uboot.cards.effects import add_effect
from klaxon.rules.uboot.cards.records import LastingEffect, OpenChoice
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.crew.tasks import activate
from klaxon.rules.uboot.records import OrderPlace
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.tools import bring_back, discard_card, held_cards, is_blocked
from klaxon.rules.uboot.words import FIGURES, ROOMS, TOOLBOXES

Words = tuple[str, ...]
ACT, FATIGUE = "act", "fatigue"
USUAL_ORDER = "new_course"
"""The order whose surcharge the rule waives where nobody says which."""


def ask(work: Working, role: str, of: str, card: str, most: int, n: int) -> None:
    """Ask a role for a choice; where nothing could be named, the card has no effect."""
    choice = OpenChoice(role, of, card, most, n, work.numbers(1), work.patience_ends())
    if next_words(work.board, choice, ()):
        cards = work.board.cards
        work.board.cards = cards._replace(choices=(*cards.choices, choice))


def asked_choice(board: OpenBoard, role: str, key: str | None = None) -> OpenChoice | None:
    """Return the choice of a role that an answer is for: the one with the key of its prompt, else the oldest."""
    own = [choice for choice in board.cards.choices if choice.role == role]
    return next((choice for choice in own if key in (None, key_of_choice(choice))), None)


def key_of_choice(choice: OpenChoice) -> str:
    """Return the key of its prompt."""
    return f"choice-{choice.number}"


def drop_idle_choices(work: Working) -> None:
    """Take back the choices of which nothing can be named any more."""
    board = work.board
    left = tuple(choice for choice in board.cards.choices if next_words(board, choice, ()))
    if len(left) < len(board.cards.choices):
        board.cards = board.cards._replace(choices=left)


def answer(work: Working, choice: OpenChoice, words: Words, *, by_rule: bool = False) -> None:
    """Carry out what was chosen."""
    cards = work.board.cards
    work.board.cards = cards._replace(choices=tuple(each for each in cards.choices if each != choice))
    work.tell("chosen", role=choice.role, card=choice.card, of=choice.of, choice=list(words), by_rule=by_rule)
    if words:
        _DEEDS[choice.of](work, choice, words)


def answer_by_rule(work: Working, choice: OpenChoice) -> None:
    """Choose for somebody who says nothing (UBT-7.8l)."""
    answer(work, choice, usual_words(work.board, choice), by_rule=True)


# -- what may be named ---------------------------------------------------------------------------------------------


def next_words(board: OpenBoard, choice: OpenChoice, so_far: Words) -> Words:
    """Return what may be named next; nothing where the choice is complete."""
    return _WORDS[choice.of](board, choice, so_far)


def needs_more(choice: OpenChoice, so_far: Words) -> bool:
    """Return whether an answer is too short yet."""
    return len(so_far) < _LEAST[choice.of]


_LEAST = {"men": 1, "tired": 1, "room": 1, "order": 1, "pass": 3, "tool": 1, "back": 2}


def _active(board: OpenBoard) -> list[int]:
    return [figure for figure in range(CREW) if board.man(figure).act]


def _men(board: OpenBoard, choice: OpenChoice, so_far: Words) -> Words:
    if len(so_far) >= choice.most:
        return ()
    return tuple(FIGURES[figure] for figure in _active(board) if FIGURES[figure] not in so_far)


def _fatigue(board: OpenBoard, figure: int) -> int:
    return sum(malady.fatigue for malady in board.man(figure).maladies)


def _tired(board: OpenBoard, choice: OpenChoice, so_far: Words) -> Words:
    if len(so_far) >= choice.most:
        return ()
    return tuple(name for figure, name in enumerate(FIGURES) if _fatigue(board, figure) and name not in so_far)


def _rooms(board: OpenBoard, _choice: OpenChoice, so_far: Words) -> Words:
    active = _active(board)
    return () if so_far else tuple(str(room) for room in ROOMS if any(board.at[figure] == room for figure in active))


def _orders(board: OpenBoard, _choice: OpenChoice, so_far: Words) -> Words:
    return () if so_far else tuple(order for order, row in board.handbook.orders.items() if row.places)


def _pass(board: OpenBoard, choice: OpenChoice, so_far: Words) -> Words:
    """Return who gives ACT, who takes it, and how many."""
    if not so_far:
        return tuple(FIGURES[figure] for figure in _active(board) if _takers(board, figure))
    giver = FIGURES.index(so_far[0])
    if len(so_far) == 1:
        return tuple(FIGURES[figure] for figure in _takers(board, giver))
    if len(so_far) > 2:
        return ()
    taker = FIGURES.index(so_far[1])
    most = min(choice.n, board.man(giver).act, board.man(taker).free)
    return tuple(str(tokens) for tokens in range(1, most + 1))


def _takers(board: OpenBoard, giver: int) -> list[int]:
    """Return who in the room of a man could take ACT from him."""
    if not board.at[giver]:
        return []
    return [figure for figure in board.men_in(board.at[giver]) if figure != giver and board.man(figure).free]


def _tools(board: OpenBoard, _choice: OpenChoice, so_far: Words) -> Words:
    """Return the engineer's cards that no repair uses."""
    return () if so_far else tuple(card for card in held_cards(board) if not is_blocked(board, card))


def _discarded(board: OpenBoard, _choice: OpenChoice, so_far: Words) -> Words:
    """Return a card of the engineer's discard, then a toolbox that is still aboard."""
    if len(so_far) > 1:
        return ()
    aboard = [toolbox for room in board.rooms for toolbox in room.toolboxes]
    boxes = tuple(toolbox[-1] for toolbox in TOOLBOXES if toolbox in aboard)
    return boxes if so_far or not boxes else board.trouble.discard


_WORDS: Mapping[str, Callable[[OpenBoard, OpenChoice, Words], Words]] = {
    "men": _men,
    "tired": _tired,
    "room": _rooms,
    "order": _orders,
    "pass": _pass,
    "tool": _tools,
    "back": _discarded,
}


# -- what the rule chooses -----------------------------------------------------------------------------------------


def usual_words(board: OpenBoard, choice: OpenChoice) -> Words:
    """Return what the rule chooses (UBT-7.8l): the men or the room with the most tokens, nobody to pass ACT on."""
    words = next_words(board, choice, ())
    match choice.of:
        case "men":
            return _most(words, choice.most, lambda name: board.man(FIGURES.index(name)).act)
        case "tired":
            return _most(words, choice.most, lambda name: _fatigue(board, FIGURES.index(name)))
        case "room":
            return _most(words, 1, lambda room: sum(board.man(figure).act for figure in board.men_in(int(room))))
        case "order":
            return (USUAL_ORDER,)
        case "tool":
            fuller = max((board.stores.box_a, board.stores.box_b), key=len)
            return tuple([card for card in words if card in fuller][-1:]) or words[-1:]
        case "back":
            boxes = next_words(board, choice, words[-1:])
            sizes = {"a": len(board.stores.box_a), "b": len(board.stores.box_b)}
            return (words[-1], min(boxes, key=lambda box: sizes[box]))
    return ()


def _most(words: Words, count: int, weight: Callable[[str], int]) -> Words:
    """Return the heaviest words; of equal ones those that come first."""
    return tuple(sorted(words, key=lambda word: -weight(word))[:count])


# -- what comes of it ----------------------------------------------------------------------------------------------


def _clear_act(work: Working, choice: OpenChoice, words: Words) -> None:
    for name in words:
        _take_act(work, FIGURES.index(name), choice.n)


def _clear_act_in_room(work: Working, choice: OpenChoice, words: Words) -> None:
    for figure in work.board.men_in(int(words[0])):
        _take_act(work, figure, choice.n)


def _take_act(work: Working, figure: int, most: int) -> None:
    man = work.board.man(figure)
    tokens = min(most, man.act)
    work.put_man(figure, man._replace(act=man.act - tokens))
    for _ in range(tokens):
        work.tell("recovered", man=FIGURES[figure], token=ACT)


def _clear_fatigue(work: Working, choice: OpenChoice, words: Words) -> None:
    """Take FATIGUE off men, treated or not, the oldest card first; a card without tokens is discarded (UBT-7.8h)."""
    for figure in map(FIGURES.index, words):
        for _ in range(min(choice.n, _fatigue(work.board, figure))):
            man = work.board.man(figure)
            place = next(place for place, malady in enumerate(man.maladies) if malady.fatigue)
            lighter, left = man.without_token(place, FATIGUE)
            work.put_man(figure, lighter)
            work.tell("recovered", man=FIGURES[figure], token=FATIGUE)
            if left is not None:
                discard_maladies(work, [left])
                work.tell("cured", man=FIGURES[figure], card=left.card)


def _pass_act(work: Working, _choice: OpenChoice, words: Words) -> None:
    giver, taker, tokens = FIGURES.index(words[0]), FIGURES.index(words[1]), int(words[2])
    _take_act(work, giver, tokens)
    activate(work, taker, tokens, OrderPlace("", work.board.at[taker]))


def _waive(work: Working, choice: OpenChoice, words: Words) -> None:
    add_effect(work, LastingEffect("waive_unskilled", choice.card, words[0], bell=True))


def _lose_tool(work: Working, _choice: OpenChoice, words: Words) -> None:
    discard_card(work, words[0])


def _take_tool_back(work: Working, _choice: OpenChoice, words: Words) -> None:
    bring_back(work, *words)


_DEEDS: Mapping[str, Callable[[Working, OpenChoice, Words], None]] = {
    "men": _clear_act,
    "tired": _clear_fatigue,
    "room": _clear_act_in_room,
    "order": _waive,
    "pass": _pass_act,
    "tool": _lose_tool,
    "back": _take_tool_back,
}
