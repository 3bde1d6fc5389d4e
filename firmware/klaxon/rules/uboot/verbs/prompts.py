"""The decisions the game waits for, role by role: places of an order, positions, posts, choices (UBT-12.14c)."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.contract import Ms, Order, Prompt
from klaxon.rules.uboot.cards.choices import key_of_choice, usual_words
from klaxon.rules.uboot.cards.records import OpenChoice
from klaxon.rules.uboot.crew.bell import usual_post
from klaxon.rules.uboot.crew.men import figures_of
from klaxon.rules.uboot.orders.giving import row_of
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import SEAT
from klaxon.rules.uboot.trouble.tools import WITH_CARDS
from klaxon.rules.uboot.words import ROLES, SHAPES


class OpenPrompt(NamedTuple):
    """A prompt as the view of its role has it."""

    key: str
    verbs: tuple[str, ...]
    due: int
    figure: int = -1
    """Whose post is asked for."""
    choice: OpenChoice | None = None


_ANSWERS = {
    "filled": ("assign",),
    "done": ("assign", "done"),
    "dish": ("assign", "swap", "replace", "dish"),
    "treat": ("assign", "treat"),
}
"""How an order ends -> the verbs that answer its prompt."""


def asked_of(board: OpenBoard, role: str) -> list[OpenPrompt]:
    """Return what a role is asked."""
    found: list[OpenPrompt] = []
    place = ROLES.index(role)
    pending, change = board.pending, board.positions
    if pending is not None:
        row = row_of(board, pending)
        if role in row.owners:
            cards = ("card",) if row.id in WITH_CARDS else ()
            found.append(OpenPrompt(f"order-{pending.number + place}", (*_ANSWERS[row.ends], *cards), pending.due))
    if change is not None and change.numbers[place]:
        found.append(OpenPrompt(f"positions-{change.numbers[place]}", ("move", "ready"), change.due))
    if role == "engineer":
        asked = [breach for breach in board.trouble.breaches if breach.number]
        found += [OpenPrompt(f"puzzle-{breach.number}", ("puzzle",), breach.due) for breach in asked]
    if role == "first_officer":
        found += [OpenPrompt(f"key-{asked.number}", ("key",), asked.due) for asked in board.radio.asked]
    posts = [post for post in board.posts if post.figure in figures_of(role)]
    found += [OpenPrompt(f"post-{post.number}", ("post",), post.due, post.figure) for post in posts]
    choices = [choice for choice in board.cards.choices if choice.role == role]
    return [*found, *(OpenPrompt(key_of_choice(each), ("choose",), each.due, choice=each) for each in choices)]


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return every open prompt, with what the rule answers when its time is up; an order then lapses."""
    return tuple(_prompt(state, role, asked) for role in ROLES for asked in asked_of(state.board, role))


def _prompt(state: State, role: str, asked: OpenPrompt) -> Prompt:
    seat, default = SEAT[role], None
    if asked.due and "ready" in asked.verbs:
        default = Order(seat, "ready")
    elif asked.due and asked.figure >= 0:
        default = Order(seat, "post", (SHAPES[asked.figure % 4], str(usual_post(state, asked.figure))))
    elif asked.due and asked.choice is not None and (words := usual_words(state.board, asked.choice)):
        default = Order(seat, "choose", words, asked.key)
    return Prompt(asked.key, seat, asked.verbs, frozenset(), Ms(asked.due) if asked.due else None, default)


def with_new_numbers(board: OpenBoard, jump: int) -> OpenBoard:
    """Return the board with its open prompts under other numbers, after an undo."""
    later = board.copy()
    later.serial += jump
    if later.pending is not None:
        later.pending = later.pending._replace(number=later.pending.number + jump)
    if later.positions is not None:
        numbers = tuple(number + jump if number else 0 for number in later.positions.numbers)
        later.positions = later.positions._replace(numbers=numbers)
    breaches = tuple(
        breach._replace(number=breach.number + jump) if breach.number else breach for breach in later.trouble.breaches
    )
    later.trouble = later.trouble._replace(breaches=breaches)
    asked_keys = tuple(asked._replace(number=asked.number + jump) for asked in later.radio.asked)
    later.radio = later.radio._replace(asked=asked_keys) if asked_keys else later.radio
    later.posts = tuple(post._replace(number=post.number + jump) for post in later.posts)
    choices = tuple(choice._replace(number=choice.number + jump) for choice in later.cards.choices)
    later.cards = later.cards._replace(choices=choices) if choices else later.cards
    return later
