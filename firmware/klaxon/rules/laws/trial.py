"""All laws that need no more than a header, checked on a game that is played at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from klaxon.rules.contract import Header, Prompt, Seat
from klaxon.rules.laws.basics import (
    HORIZON,
    PLAIN,
    AnyGame,
    Entry,
    LawBroken,
    Lens,
    Pick,
    begin,
    digest,
    enter,
    open_verbs,
    seats_of,
)
from klaxon.rules.laws.bending import some, some_orders
from klaxon.rules.laws.menus import equal_views_equal_refusals, menus_are_made_of_what_is_shown, orders_are_walks
from klaxon.rules.laws.moments import due_is_honest, time_may_be_cut
from klaxon.rules.laws.replay import replays, the_same_twice
from klaxon.rules.laws.states import a_state_is_its_bytes, no_dead_end
from klaxon.rules.laws.steadiness import old_states_stay
from klaxon.rules.laws.texts import events_are_sound, offers_are_sound, orders_are_text, prompts_agree
from klaxon.rules.laws.words import as_json
from klaxon.rules.walks import random_walk


def obey(
    game: AnyGame, header: Header, pick: Pick, *, steps: int = 200, every: int = 1, lenses: Sequence[Lens] = PLAIN
) -> list[Entry]:
    """Play a game at random and hold it to all laws but the seventh; return the entries.

    It ends with the game or after so many steps. Dead ends, prompts and events are checked on every step, the
    rest on one step in `every`.
    """
    state = begin(game, header)
    entries: list[Entry] = []
    played = [digest(game, state)]
    keys: dict[str, bool] = {}
    seen: dict[tuple[Seat, str], Any] = {}
    for place in range(steps):
        no_dead_end(game, state)
        prompts_agree(game, state)
        _keys_are_new(game.prompts(state), keys)
        over = game.outcome(state) is not None
        if over or place % every == 0:
            look(game, state, pick, seen, lenses)
        if over:
            break
        entry = _any_entry(game, state, pick)
        step = enter(game, state, entry, 4)
        events_are_sound(game, step.events)
        entries.append(entry)
        state = step.state
        played.append(digest(game, state))
    replays(game, header, entries, played)
    return entries


def look(
    game: AnyGame, state: Any, pick: Pick, seen: dict[tuple[Seat, str], Any], lenses: Sequence[Lens] = PLAIN
) -> None:
    """Check one state against the laws. `seen` keeps what was shown to whom in which state, from call to call."""
    orders = some_orders(game, state, pick)
    few = [orders[0], *some(orders[1:], 7, pick)]
    actors = game.actors(state)
    seats = [*actors, *some([seat for seat in seats_of(game) if seat not in actors], 3, pick)]
    orders_are_text(game, state, pick, orders)
    orders = list(dict.fromkeys(orders))  # many a bent order is one that was tried already
    old_states_stay(game, state, pick, orders, lenses)
    the_same_twice(game, state, few)
    a_state_is_its_bytes(game, state, few)
    time_may_be_cut(game, state, pick)
    due_is_honest(game, state, pick, lenses)
    menus_are_made_of_what_is_shown(game, state, pick, seats, lenses)
    for seat in seats:
        shown = as_json(game.show(game.view(state, seat)), 5)
        before = seen.setdefault((seat, shown), state)
        if before is not state:
            equal_views_equal_refusals(game, seat, before, state, orders)
    orders_are_walks(game, state, pick, orders, lenses)
    offers_are_sound(game, state)


def _any_entry(game: AnyGame, state: Any, pick: Pick) -> Entry:
    able = [seat for seat in game.actors(state) if open_verbs(game, state, seat)]
    now, due = game.now(state), game.due(state)
    if pick(12) == 0 and (remarks := [seat for seat in game.seats if _may_remark(game, state, seat)]):
        able = remarks
    elif not able or pick(4 if due is not None else 20) == 0:
        moments = [now + 1 + pick(HORIZON)] if due is None else [due, due, due + pick(HORIZON), max(now + 1, due - 1)]
        return moments[pick(len(moments))]
    seat = able[pick(len(able))]
    order = random_walk(game, seat, game.view(state, seat), pick)
    if order is None:
        raise LawBroken(4, f"{seat} has an open offer that no walk begins with")
    return order


def _may_remark(game: AnyGame, state: Any, seat: Seat) -> bool:
    return any(offer.remark and offer.barred is None for offer in game.offers(game.view(state, seat)))


def _keys_are_new(prompts: Iterable[Prompt], keys: dict[str, bool]) -> None:
    """Law 10: a key that was closed is never used again. `keys`: every key so far, and whether it is open."""
    now = {prompt.key for prompt in prompts}
    for key in sorted(now):
        if keys.get(key) is False:
            raise LawBroken(10, f"the key {key} is used again")
    keys.update(dict.fromkeys([key for key in keys if key not in now], False) | dict.fromkeys(now, True))
