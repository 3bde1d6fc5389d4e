"""The umpire at a table: who is waited for, and who is spoken for in their absence."""

from __future__ import annotations

from itertools import islice
from typing import Any

from klaxon.rules.contract import UMPIRE, Game, Order, Prompt, Seat
from klaxon.rules.text import UnreadableError
from klaxon.rules.walks import walks
from klaxon.table.play import Play
from klaxon.table.session import Message, Session

MOST = 64
"""Most orders that are listed for one prompt: a longer list helps nobody."""


def waiting(game: Game[Any, Any], state: Any) -> list[Message]:
    """Return every open prompt: whose, its key, when it falls due, and the orders that answer it."""
    if game.outcome(state) is not None:
        return []
    return [
        {"seat": prompt.seat, "key": prompt.key, "due": prompt.due, "lines": _answers(game, state, prompt)}
        for prompt in game.prompts(state)
    ]


def _answers(game: Game[Any, Any], state: Any, prompt: Prompt) -> list[str]:
    """Return the orders that answer a prompt, one-word orders first, since they change the least."""
    seat, view = prompt.seat, game.view(state, prompt.seat)
    orders = [order for verb in prompt.verbs for order in islice(walks(game, seat, view, verb), MOST)]
    orders.sort(key=lambda order: bool(order.args))
    return [str(order._replace(answers=prompt.key)).removeprefix(f"{seat} ") for order in orders[:MOST]]


def speaks_for(play: Play, session: Session, seat: Seat, message: Message) -> bool:
    """Return whether the umpire may give this order for a seat: it may be absent, and the game waits for it."""
    number, line = message.get("order"), message.get("line")
    if UMPIRE not in session.watches or type(number) is not int or not isinstance(line, str):
        return False
    try:
        key = Order.read(f"{seat} {line}").answers
    except UnreadableError:
        return False
    return any(prompt.key == key and prompt.seat == seat for prompt in play.game.prompts(play.state))
