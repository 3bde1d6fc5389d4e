"""Laws 2 and 3: time may be cut anywhere, and due is honest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from klaxon.rules.contract import Ms, Seat
from klaxon.rules.laws.basics import HORIZON, PLAIN, AnyGame, LawBroken, Lens, Pick, seats_of, stops
from klaxon.rules.laws.words import as_data, first_difference, told_event


def time_may_be_cut(game: AnyGame, state: Any, pick: Pick) -> None:
    """Law 2: advancing to a and then to b gives the same state and events as advancing to b, for every a."""
    now, due = game.now(state), game.due(state)
    until = (due or now) + 1 + pick(HORIZON)
    cuts = {now + 1 + pick(until - now) for _ in range(3)} | {until, now, now - 1}
    if due is not None:
        cuts |= {due - 1, due, due + 1}
    whole, whole_events = _time_events(game, state, [until])
    parts, part_events = _time_events(game, state, sorted(cut for cut in cuts if cut <= until))
    if part_events != whole_events:
        one, other = first_difference(part_events, whole_events)
        raise LawBroken(2, f"from {now} to {until} by way of {sorted(cuts)} brings {one}, in one go {other}")
    if game.encode(parts) != game.encode(whole):
        raise LawBroken(2, f"from {now} to {until} by way of {sorted(cuts)} leads to another state than in one go")


def _time_events(game: AnyGame, state: Any, moments: Iterable[int]) -> tuple[Any, list[str]]:
    """Return the state after some moments, and each event on the way with its time."""
    events: list[str] = []
    for moment in moments:
        if moment <= game.now(state):
            step = game.advance(state, Ms(moment))
            if step.events or game.encode(step.state) != game.encode(state):
                raise LawBroken(2, f"advance to {moment} changed a state of {game.now(state)}")
        for step in stops(game, state, moment):
            state = step.state
            events += [f"{game.now(state)} {told_event(event)}" for event in step.events]
    return state, events


def due_is_honest(game: AnyGame, state: Any, pick: Pick, lenses: Sequence[Lens] = PLAIN) -> None:
    """Law 3: time brings no event before `due` and at least one at it; a sight does not change before it is stale."""
    now, due = game.now(state), game.due(state)
    if due is not None and due <= now:
        raise LawBroken(3, f"at {now} the next event is said to be due at {due}")
    calm = now + HORIZON if due is None else due - 1
    for moment in {calm, now + pick(calm - now + 1)} - {now}:
        step = game.advance(state, Ms(moment))
        if step.events:
            what, when = step.events[0].type, game.now(step.state)
            raise LawBroken(3, f"due is {due}, but time alone brings {what!r} at {when}")
        if game.due(step.state) != due:
            raise LawBroken(3, f"due is {due} at {now}, but {game.due(step.state)} at {moment}")
    if due is not None:
        _something_at(game, state, due)
    for seat in seats_of(game):
        for lens in lenses:
            _stale_is_honest(game, state, seat, lens, calm, pick)


def _something_at(game: AnyGame, state: Any, due: Ms) -> None:
    step = game.advance(state, due)
    if not step.events or game.now(step.state) != due:
        raise LawBroken(3, f"at {game.now(state)} something is due at {due}, but nothing happens then")
    open_still = {(prompt.key, prompt.due) for prompt in game.prompts(step.state)}
    for prompt in game.prompts(state):
        if prompt.due is not None and (prompt.due < due or (prompt.key, due) in open_still):
            raise LawBroken(3, f"the prompt {prompt.key} stays open after it is due at {prompt.due}")


def _stale_is_honest(game: AnyGame, state: Any, seat: Seat, lens: Lens, calm: int, pick: Pick) -> None:
    now = game.now(state)
    view, stale = game.sight(state, seat, lens)
    if stale is not None and stale <= now:
        raise LawBroken(3, f"at {now} the sight of {seat} is stale since {stale}")
    last = calm if stale is None else min(calm, stale - 1)
    shown = as_data(game.show(view), 5)
    for moment in {last, now + pick(last - now + 1)} - {now}:
        later = game.sight(game.advance(state, Ms(moment)).state, seat, lens).view
        if as_data(game.show(later), 5) != shown:
            raise LawBroken(3, f"the sight of {seat} at {now} is fresh until {stale}, but at {moment} it is another")
