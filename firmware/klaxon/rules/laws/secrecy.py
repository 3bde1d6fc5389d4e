"""Law 7: secrets are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from klaxon.rules.contract import UMPIRE, Header, Order, Seat, Step
from klaxon.rules.laws.basics import PLAIN, AnyGame, Entry, LawBroken, Lens, begin, enter, stops
from klaxon.rules.laws.words import answer, first_difference, told_field, told_offers

Trials: TypeAlias = Sequence[tuple[str, Order]]
"""Orders that a seat tries and does not give, each with the words that name it in a line."""


class Twins(NamedTuple):
    """Two histories of one header that some seats must not be able to tell apart, whatever lens they look through."""

    seats: tuple[Seat, ...]
    one: Sequence[Entry]
    other: Sequence[Entry]
    lenses: tuple[Lens, ...] = PLAIN


def secrets_are_kept(game: AnyGame, header: Header, twins: Twins) -> None:
    """Law 7: each seat of the twins perceives the same in both histories.

    That is every sight through every lens, its offers and fields, whether and why each verb would be refused, and
    every event it hears, with its number and time.
    """
    probes = _probes(game, (*twins.one, *twins.other))
    one, other = (witness(game, header, twins, entries, probes) for entries in (twins.one, twins.other))
    for seat in twins.seats:
        if one[seat] != other[seat]:
            here, there = first_difference(one[seat], other[seat])
            raise LawBroken(7, f"{seat} can tell the histories apart:\n  {here}\n  {there}")


def witness(
    game: AnyGame, header: Header, twins: Twins, entries: Sequence[Entry], probes: Sequence[Order] = ()
) -> dict[Seat, list[str]]:
    """Return what each seat of the twins perceives of a history, line by line.

    An entry of which a seat perceives nothing leaves no line: how many orders others gave is not for it to know.
    `stale` leaves none either. It tells the table when to look again, and the table sends what has changed.
    """
    state = begin(game, header)
    lines: dict[Seat, list[str]] = {seat: [] for seat in twins.seats}
    last: dict[Seat, dict[str, str]] = {seat: {} for seat in twins.seats}
    heard = dict.fromkeys(twins.seats, 0)
    # Named once: a history asks them after every entry.
    trials = {seat: [(f"tries {each.verb} {each.args}", each._replace(seat=seat)) for each in probes] for seat in lines}

    def note(step: Step) -> None:
        now = game.now(step.state)
        for seat in twins.seats:
            for event in step.events:
                if seat in event.to:
                    heard[seat] += 1
                    lines[seat].append(f"{now} hears {heard[seat]}: {event.type} {event.facts}")
            known = last[seat]
            for what, seen in _perceptions(game, step.state, seat, twins.lenses, trials[seat]):
                if known.get(what) != seen:
                    known[what] = seen
                    lines[seat].append(f"{now} {what}: {seen}")

    note(Step(state, ()))
    for entry in entries:
        for step in (
            [enter(game, state, entry, 7)] if isinstance(entry, Order) else _watch_steps(game, state, entry, twins)
        ):
            state = step.state
            note(step)
    return lines


def _probes(game: AnyGame, entries: Iterable[Entry]) -> list[Order]:
    """Return orders for a seat to try and not to give: each verb bare, and as somebody gave it."""
    given = {entry.verb: entry.args for entry in entries if isinstance(entry, Order)}
    bare = [Order(UMPIRE, verb.name) for verb in game.verbs]
    return bare + [order._replace(args=given[order.verb]) for order in bare if given.get(order.verb)]


def _watch_steps(game: AnyGame, state: Any, until: int, twins: Twins) -> Iterator[Step]:
    """Yield the steps of time up to a moment, with a stop whenever a watched sight goes stale."""
    while (now := game.now(state)) < until:
        sights = [game.sight(state, seat, lens) for seat in twins.seats for lens in twins.lenses]
        wake = min([until, *(sight.stale for sight in sights if sight.stale is not None and sight.stale > now)])
        for step in stops(game, state, wake):
            yield step
            state = step.state


def _perceptions(
    game: AnyGame, state: Any, seat: Seat, lenses: Sequence[Lens], trials: Trials
) -> Iterator[tuple[str, str]]:
    for lens in lenses:
        view = game.sight(state, seat, lens).view
        through = f" through {dict(lens)}" if lens else ""
        yield f"sees{through}", str(game.show(view))
        menu = [
            (*offer, None if offer[1] else told_field(game, view, Order(seat, offer[0])))
            for offer in told_offers(game, view)
        ]
        yield f"may say{through}", str((menu, list(game.open_prompts(view))))
    for what, order in trials:
        yield what, answer(game, state, order)
