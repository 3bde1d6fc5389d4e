"""Law 7: secrets are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from klaxon.rules.contract import UMPIRE, Field, Header, Offer, Order, Refusal, Seat, Step
from klaxon.rules.laws.basics import PLAIN, AnyGame, Entry, LawBroken, Lens, begin, enter, stops
from klaxon.rules.laws.words import first_difference, offer_values

Trials: TypeAlias = Sequence[tuple[str, Order]]
"""Orders that a seat tries without giving them, each with the words that name it in a line."""


_NOTHING = object()
"""What a seat has perceived before the first entry."""


class _Menu(NamedTuple):
    """What a seat may order: its offers and their first fields."""

    offers: Sequence[Offer]
    fields: list[Field | None]
    """The first argument of each verb that is open."""
    prompts: list[str]


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
    last: dict[Seat, dict[str, tuple[object, str]]] = {seat: {} for seat in twins.seats}
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
                before, words = known.get(what, (_NOTHING, ""))
                if before == seen:  # as nearly all is: then it has the same words too
                    continue
                known[what] = seen, _in_words(seen)
                if known[what][1] != words:
                    lines[seat].append(f"{now} {what}: {known[what][1]}")

    note(Step(state, ()))
    for entry in entries:
        for step in (
            [enter(game, state, entry, 7)] if isinstance(entry, Order) else _watch_steps(game, state, entry, twins)
        ):
            state = step.state
            note(step)
    return lines


def _probes(game: AnyGame, entries: Iterable[Entry]) -> list[Order]:
    """Return orders for a seat to try without giving them: each verb bare, and as somebody gave it."""
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
) -> Iterator[tuple[str, object]]:
    for lens in lenses:
        view = game.sight(state, seat, lens).view
        through = f" through {dict(lens)}" if lens else ""
        yield f"sees{through}", game.show(view)
        offers = game.offers(view)
        fields = [None if offer.barred else game.field(view, Order(seat, offer.verb)) for offer in offers]
        yield f"may say{through}", _Menu(offers, fields, list(game.open_prompts(view)))
    for what, order in trials:
        found = game.apply(state, order)
        yield what, found if isinstance(found, Refusal) else None


def _in_words(seen: object) -> str:
    """Return what was perceived as text that can be compared."""
    match seen:
        case None:
            return "no refusal"
        case Refusal(code, facts):
            return f"{code} {facts}"
        case _Menu(offers, fields, prompts):
            told = zip(offer_values(offers), fields, strict=True)
            return str(([(*offer, field and str(field)) for offer, field in told], prompts))
        case _:
            return str(seen)
