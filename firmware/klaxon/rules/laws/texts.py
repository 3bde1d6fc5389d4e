"""Law 10: orders, prompts and events are well formed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from klaxon.rules.contract import Event, Order, Prompt, Refusal
from klaxon.rules.laws.basics import AnyGame, LawBroken, Pick, open_verbs, seats_of
from klaxon.rules.laws.words import as_json
from klaxon.rules.text import WORD, UnreadableError


def orders_are_text(game: AnyGame, state: Any, pick: Pick, orders: Iterable[Order]) -> None:
    """Law 10: an order is its line; any line is an order or unreadable; no order makes a game fail."""
    for order in orders:
        line = str(order)
        lines = (line[: pick(len(line) + 1)], _garble(line, pick), _garble(_garble(line, pick), pick))
        for each in (order, *map(_read, lines)):
            if each is not None:
                if _read(str(each)) != each:
                    raise LawBroken(10, f"{each!r} is written as {str(each)!r}, which reads as {_read(str(each))!r}")
                _check_applied(game, state, each)


def _read(line: str) -> Order | None:
    try:
        return Order.read(line)
    except UnreadableError:
        return None
    except Exception as error:  # this is the law
        raise LawBroken(10, f"reading {line!r} raised {error!r}") from error


def _check_applied(game: AnyGame, state: Any, order: Order) -> None:
    try:
        game.apply(state, order)
    except Exception as error:  # this is the law
        raise LawBroken(10, f"giving {order!r} raised {error!r}") from error


_NASTY = "\"'\\@#=|;:,.-+/_09azAZ{}[]() \t\n\r\x00\x1f\x7f\x85\xa0\u2028\u202e\ud800\ufeffйІ１𝟙"


def _garble(line: str, pick: Pick) -> str:
    place, letter = pick(len(line) + 1), _NASTY[pick(len(_NASTY))]
    return line[:place] + letter + line[place + pick(2) :]


def prompts_agree(game: AnyGame, state: Any) -> None:
    """Law 10: a prompt is shown to a seat that can answer it, or the rules answer it."""
    prompts = game.prompts(state)
    keys = [prompt.key for prompt in prompts]
    if len(set(keys)) < len(keys):
        raise LawBroken(10, f"two prompts have one key: {keys}")
    for seat in seats_of(game):
        put = sorted(prompt.key for prompt in prompts if prompt.seat == seat)
        seen = sorted(game.open_prompts(game.view(state, seat)))
        if put != seen:
            raise LawBroken(10, f"the prompts {put} are put to {seat}, but its view has {seen}")
    for prompt in prompts:
        _prompt_is_sound(game, state, prompt)


def _prompt_is_sound(game: AnyGame, state: Any, prompt: Prompt) -> None:
    if prompt.seat not in seats_of(game) or not prompt.freezes <= set(seats_of(game)):
        raise LawBroken(10, f"the prompt {prompt.key} names a seat that is none: {prompt}")
    if WORD.fullmatch(prompt.key) is None:
        raise LawBroken(10, f"the key {prompt.key!r} cannot be written behind an @")
    held = any(prompt.seat in other.freezes for other in game.prompts(state) if other.key != prompt.key)
    lapses = prompt.due is not None and prompt.default is None
    if not held and not lapses and not set(prompt.verbs) & set(open_verbs(game, state, prompt.seat)):
        raise LawBroken(10, f"{prompt.seat} has none of {prompt.verbs} open to answer {prompt.key}")
    default = prompt.default
    if default is None:
        return
    if prompt.due is None or default.seat != prompt.seat or default.verb not in prompt.verbs:
        raise LawBroken(10, f"the default of {prompt.key} is no answer to it: {default}")
    if isinstance(game.apply(state, default), Refusal):
        raise LawBroken(10, f"the default of {prompt.key} would be refused: {default}")


def events_are_sound(game: AnyGame, events: Iterable[Event]) -> None:
    """Law 10: an event goes to existing seats only, and its facts are data."""
    for event in events:
        if not event.to <= set(seats_of(game)):
            raise LawBroken(10, f"{event.type!r} is told to nobody there is: {sorted(event.to - set(seats_of(game)))}")
        as_json(event.facts, 10)


def offers_are_sound(game: AnyGame, state: Any) -> None:
    """Law 10: a seat has each verb once, and all of them are listed."""
    listed = {verb.name for verb in game.verbs}
    for seat in seats_of(game):
        verbs = [offer.verb for offer in game.offers(game.view(state, seat))]
        if len(set(verbs)) < len(verbs) or not set(verbs) <= listed:
            raise LawBroken(10, f"{seat} has a verb twice, or one that is not listed: {verbs}")
