"""Laws 2 and 3: time may be cut anywhere, and due is honest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms, Seat, Step
from klaxon.rules.laws.basics import HORIZON, LOOKS, PLAIN, AnyGame, LawBroken, Lens, Pick, seats_of, stops
from klaxon.rules.laws.words import as_data, event_text, first_difference


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
            events += [f"{game.now(state)} {event_text(event)}" for event in step.events]
    return state, events


def due_is_honest(game: AnyGame, state: Any, pick: Pick, lenses: Sequence[Lens] = PLAIN) -> None:
    """Law 3: time brings nothing before `due`; a sight does not change before it is stale or something happens.

    At `due` something happens, or the game looks without events and names a later moment, at most `LOOKS` times a
    minute.
    """
    now, due = game.now(state), game.due(state)
    calm = now + HORIZON if due is None else max(now, due - 1)
    for moment in {calm, now + pick(calm - now + 1)} - {now}:
        step = game.advance(state, Ms(moment))
        if step.events:
            what, when = step.events[0].type, game.now(step.state)
            raise LawBroken(3, f"due is {due}, but time alone brings {what!r} at {when}")
        if game.due(step.state) != due:
            raise LawBroken(3, f"due is {due} at {now}, but {game.due(step.state)} at {moment}")
    silence = _silence(game, state)
    for seat in seats_of(game):
        for lens in lenses:
            _stale_is_honest(game, silence, seat, lens, pick)


class _Silence(NamedTuple):
    """A stretch of time in which nothing happens."""

    states: Sequence[Any]
    """The state at its beginning, and at every look."""
    end: int
    """Its last moment."""


def _silence(game: AnyGame, state: Any) -> _Silence:
    """Return how long nothing happens from here, at most a minute where the game only looks."""
    states, looks = [state], 0
    end: int | None = None
    for step in _stops_at_due(game, state, game.now(state) + HORIZON):
        if step.events:
            end = game.now(step.state) - 1 if end is None else end
            if not looks:  # most games never look: theirs is not gone through behind an event
                break
            continue
        looks += 1
        if looks > LOOKS:
            raise LawBroken(3, f"from {game.now(state)} on it looks more than {LOOKS} times a minute: it ticks")
        if end is None:
            states.append(step.state)
    return _Silence(states, max(game.now(state) + HORIZON, game.now(states[-1])) if end is None else end)


def _stops_at_due(game: AnyGame, state: Any, until: int) -> Iterator[Step]:
    """Yield what comes at each `due` up to a moment, and at the first one however late it is."""
    last = None
    while (due := game.due(state)) is not None and (last is None or due <= until):
        now = game.now(state)
        if due <= now:
            raise LawBroken(3, f"at {now} the next event or look is said to be due at {due}")
        step = game.advance(state, due)
        if game.now(step.state) != due:
            raise LawBroken(3, f"at {now} something is due at {due}, but time stops at {game.now(step.state)}")
        _prompts_lapse(game, state, step.state, due)
        yield step
        last, state = due, step.state


def _prompts_lapse(game: AnyGame, before: Any, after: Any, due: Ms) -> None:
    open_still = {(prompt.key, prompt.due) for prompt in game.prompts(after)}
    for prompt in game.prompts(before):
        if prompt.due is not None and (prompt.due < due or (prompt.key, due) in open_still):
            raise LawBroken(3, f"the prompt {prompt.key} stays open after it is due at {prompt.due}")


def _stale_is_honest(game: AnyGame, silence: _Silence, seat: Seat, lens: Lens, pick: Pick) -> None:
    now = game.now(silence.states[0])
    view, stale = game.sight(silence.states[0], seat, lens)
    if stale is not None and stale <= now:
        raise LawBroken(3, f"at {now} the sight of {seat} is stale since {stale}")
    last = silence.end if stale is None else min(silence.end, stale - 1)
    shown = as_data(game.show(view), 5)
    for moment in {last, now + pick(last - now + 1)} - {now}:
        before = [state for state in silence.states if game.now(state) <= moment][-1]
        later = game.sight(game.advance(before, Ms(moment)).state, seat, lens).view
        if as_data(game.show(later), 5) != shown:
            raise LawBroken(3, f"the sight of {seat} at {now} is fresh until {stale}, but at {moment} it is another")
