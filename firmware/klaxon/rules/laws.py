"""The laws of the contract: a conformance suite, as functions that any game is run through.

`obey` plays a game at random and holds it to every law that needs no more than a header. Two laws need histories
that only somebody who knows the game can name: `secrets_are_kept` (7) and `histories_meet` (9). What breaks a law
raises LawBroken, which names it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from klaxon.rules.contract import SPECTATOR, UMPIRE, Event, Game, Header, Ms, Order, Prompt, Refusal, Seat, Step
from klaxon.rules.domains import Domain, PerKey, Token, fillings, fits
from klaxon.rules.text import WORD, UnreadableError
from klaxon.rules.walks import stroll, walks

LAWS = {
    1: "the same entries bring the same states",
    2: "time may be cut anywhere",
    3: "due is honest",
    4: "the orders are the walks",
    5: "menus are made of what is shown",
    6: "a state never changes",
    7: "secrets are kept",
    8: "no dead end",
    9: "a state is its bytes",
    10: "orders, prompts and events are well formed",
}

AnyGame: TypeAlias = Game[Any, Any]
Pick: TypeAlias = Callable[[int], int]
"""Chance: a number from 0 to below n. The rules own none, so the caller brings it."""
Entry: TypeAlias = Order | int
"""What changes a game: an order, or the moment up to which time passes."""
Lens: TypeAlias = Mapping[str, str]

PLAIN: tuple[Lens, ...] = ({},)
HORIZON = 60_000
"""How far ahead, in milliseconds, the laws of time look where a game names no moment."""
MOST_WALKS = 60
"""So many walks of a seat are tried; where there are more (sixteen men, nine rooms each) the rest is left to chance."""


class LawBroken(AssertionError):
    """A game broke a law; `law` is its number."""

    def __init__(self, law: int, told: str) -> None:
        """Name the law, then tell what was found."""
        super().__init__(f"law {law}, {LAWS[law]}: {told}")
        self.law = law


# -- playing -------------------------------------------------------------------------------------------------


def seats_of(game: AnyGame) -> tuple[Seat, ...]:
    """Return every seat of a game: those of the boats, the umpire's and the spectator's."""
    return (*game.seats, UMPIRE, SPECTATOR)


def begin(game: AnyGame, header: Header) -> Any:
    """Return the state a header sets up."""
    state = game.setup(header)
    if isinstance(state, Refusal):
        raise LawBroken(1, f"the header cannot be played: {state.code} {dict(state.facts)}")
    return state


def stops(game: AnyGame, state: Any, until: int) -> Iterator[Step]:
    """Yield the steps of time up to a moment: one at every instant that has events, and the last one."""
    now = game.now(state)
    while now < until:
        step = game.advance(state, Ms(until))
        before, now, state = now, game.now(step.state), step.state
        if not before < now <= until:
            raise LawBroken(3, f"advance from {before} to {until} came to {now}")
        if now < until and not step.events:
            raise LawBroken(3, f"advance from {before} to {until} stopped at {now}, where nothing happened")
        yield step


def enter(game: AnyGame, state: Any, entry: Entry, law: int = 1) -> Step:
    """Return the state after an entry, and all events on the way. A refused order breaks `law`."""
    if isinstance(entry, Order):
        step = game.apply(state, entry)
        if isinstance(step, Refusal):
            raise LawBroken(law, f"{entry} was refused: {step.code} {dict(step.facts)}")
        return step
    events: list[Event] = []
    for step in stops(game, state, entry):
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def digest(game: AnyGame, state: Any) -> str:
    """Return a digest of a state."""
    return blake2b(game.encode(state), digest_size=16).hexdigest()


def digests(game: AnyGame, header: Header, entries: Iterable[Entry], every: int = 1) -> list[str]:
    """Return a digest at the start, after every so many entries, and at the end."""
    state = begin(game, header)
    found, place = [digest(game, state)], 0
    for place, entry in enumerate(entries, start=1):
        state = enter(game, state, entry).state
        if place % every == 0:
            found.append(digest(game, state))
    return found if place % every == 0 else [*found, digest(game, state)]


# -- law 1 ---------------------------------------------------------------------------------------------------


def replays(game: AnyGame, header: Header, entries: Sequence[Entry], told: Sequence[str] | None = None) -> None:
    """Law 1: the same header and entries bring the same states. `told`: the digests of another process."""
    found = digests(game, header, entries)
    expected = digests(game, header, entries) if told is None else told
    if len(found) != len(expected):
        raise LawBroken(1, f"{len(found)} digests here, {len(expected)} there")
    for place, (here, there) in enumerate(zip(found, expected, strict=True)):
        if here != there:
            after = f"entry {place}, {entries[place - 1]}" if place else "the setup"
            raise LawBroken(1, f"after {after} the states differ")


def the_same_twice(game: AnyGame, state: Any, orders: Iterable[Order]) -> None:
    """Law 1 on one state: an order brings the same step whenever it is given; nothing beside the state counts."""
    for order in orders:
        if _told_result(game, game.apply(state, order)) != _told_result(game, game.apply(state, order)):
            raise LawBroken(1, f"{order}, given twice in the same state, has two effects")


# -- laws 2 and 3 --------------------------------------------------------------------------------------------


def time_may_be_cut(game: AnyGame, state: Any, pick: Pick) -> None:
    """Law 2: to advance to a and then to b is to advance to b, in state and events, for any cut."""
    now, due = game.now(state), game.due(state)
    until = (due or now) + 1 + pick(HORIZON)
    cuts = {now + 1 + pick(until - now) for _ in range(3)} | {until, now, now - 1}
    if due is not None:
        cuts |= {due - 1, due, due + 1}
    whole, whole_events = _timed(game, state, [until])
    parts, part_events = _timed(game, state, sorted(cut for cut in cuts if cut <= until))
    if part_events != whole_events:
        one, other = _first_difference(part_events, whole_events)
        raise LawBroken(2, f"from {now} to {until} by way of {sorted(cuts)} brings {one}, in one go {other}")
    if game.encode(parts) != game.encode(whole):
        raise LawBroken(2, f"from {now} to {until} by way of {sorted(cuts)} leads to another state than in one go")


def _timed(game: AnyGame, state: Any, moments: Iterable[int]) -> tuple[Any, list[str]]:
    """Return the state after some moments, and each event on the way with its time."""
    events: list[str] = []
    for moment in moments:
        if moment <= game.now(state):
            step = game.advance(state, Ms(moment))
            if step.events or game.encode(step.state) != game.encode(state):
                raise LawBroken(2, f"advance to {moment} changed a state of {game.now(state)}")
        for step in stops(game, state, moment):
            state = step.state
            events += [f"{game.now(state)} {_told_event(event)}" for event in step.events]
    return state, events


def due_is_honest(game: AnyGame, state: Any, pick: Pick, lenses: Sequence[Lens] = PLAIN) -> None:
    """Law 3: time brings nothing before `due` and something at it; a sight is fresh until it is stale."""
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
    shown = _data(game.show(view), 5)
    for moment in {last, now + pick(last - now + 1)} - {now}:
        later = game.sight(game.advance(state, Ms(moment)).state, seat, lens).view
        if _data(game.show(later), 5) != shown:
            raise LawBroken(3, f"the sight of {seat} at {now} is fresh until {stale}, but at {moment} it is another")


# -- law 4 ---------------------------------------------------------------------------------------------------


def orders_are_walks(
    game: AnyGame, state: Any, pick: Pick, orders: Iterable[Order] = (), lenses: Sequence[Lens] = PLAIN
) -> None:
    """Law 4: every complete walk is accepted, and what is no walk is refused: all of `orders` are judged so."""
    walked: dict[Order | None, None] = {}
    for seat in seats_of(game):
        for lens in lenses:
            view = game.sight(state, seat, lens).view
            walked |= dict.fromkeys(islice(walks(game, seat, view), MOST_WALKS))
            walked |= dict.fromkeys(stroll(game, seat, view, pick) for _ in range(2))
            for offer in game.offers(view):
                _barred_as_shown(game, state, Order(seat, offer.verb), offer.barred)
    for order in walked:
        if order is not None:
            _accepted(game, state, order)
    for order in orders:
        _judged(game, state, order)


def _accepted(game: AnyGame, state: Any, order: Order) -> None:
    found = game.apply(state, order)
    if isinstance(found, Refusal):
        raise LawBroken(4, f"{order} is a walk, but it is refused: {found.code} {dict(found.facts)}")
    if game.now(found.state) != game.now(state):
        raise LawBroken(2, f"{order} moved the time from {game.now(state)} to {game.now(found.state)}")
    events_are_sound(game, found.events)


def _barred_as_shown(game: AnyGame, state: Any, order: Order, barred: Refusal | None) -> None:
    found = game.apply(state, order) if barred else barred
    if found != barred:
        raise LawBroken(4, f"{order} is shown as barred by {barred}, but giving it brings {found}")


def _judged(game: AnyGame, state: Any, order: Order) -> None:
    known = order.seat in seats_of(game)
    legal = known and is_walk(game, game.view(state, order.seat), order)
    found = game.apply(state, order)
    if legal and isinstance(found, Refusal):
        raise LawBroken(4, f"{order} is a walk, but it is refused: {found.code} {dict(found.facts)}")
    if not legal and not isinstance(found, Refusal):
        raise LawBroken(4, f"{order} is no walk, but it is accepted")


def is_walk(game: AnyGame, view: Any, order: Order) -> bool:
    """Tell whether some walk makes this order. Slow and thorough, where `walks.settle` is quick."""
    if order.answers is not None and order.answers not in game.open_prompts(view):
        return False
    if not any(offer.verb == order.verb and offer.barred is None for offer in game.offers(view)):
        return False
    return _fills(game, view, Order(order.seat, order.verb, (), order.answers), order.args)


def _fills(game: AnyGame, view: Any, draft: Order, rest: tuple[Token, ...]) -> bool:
    field = game.field(view, draft)
    if field is None or not rest:
        return not rest and (field is None or field.optional)
    return any(_fills(game, view, draft.plus(*taken), left) for taken, left in _ways(field.domain, rest))


def _ways(domain: Domain, rest: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """Yield each way to fill an argument, with what is left: words in their order, pairs from anywhere."""
    if isinstance(domain, PerKey):
        taken = tuple(token for token in rest if isinstance(token, tuple) and token[0] in domain.domains)
        once = len(taken) == len(domain.domains) == len({token[0] for token in taken})
        if once and all(fits(domain, token) for token in taken):
            yield taken, tuple(token for token in rest if token not in taken)
        return
    first_word = next((place for place, token in enumerate(rest) if isinstance(token, str)), -1)
    for place, token in enumerate(rest):
        if (place == first_word or isinstance(token, tuple)) and fits(domain, token):
            yield (token,), (*rest[:place], *rest[place + 1 :])


# -- law 5 ---------------------------------------------------------------------------------------------------


def menus_are_made_of_what_is_shown(
    game: AnyGame, state: Any, pick: Pick, seats: Iterable[Seat], lenses: Sequence[Lens] = PLAIN
) -> None:
    """Law 5: the view that is read from the shown data has the menus of the view itself, by which orders are judged."""
    for seat in seats:
        plain, unaided = game.view(state, seat), game.sight(state, seat, {}).view
        if _json(game.show(plain), 5) != _json(game.show(unaided), 5):
            raise LawBroken(5, f"the view of {seat} is not what it sees through no lens")
        for lens in lenses:
            view = game.sight(state, seat, lens).view
            again = game.read_view(json.loads(_json(game.show(view), 5)))
            _same_menu(game, seat, view, again, pick)


def _same_menu(game: AnyGame, seat: Seat, view: Any, again: Any, pick: Pick) -> None:
    _alike(f"the prompts of {seat}", list(game.open_prompts(view)), list(game.open_prompts(again)))
    _alike(f"the offers of {seat}", _told_offers(game, view), _told_offers(game, again))
    for offer in game.offers(view):
        if offer.barred is None:
            _same_fields(game, Order(seat, offer.verb), (), view, again, pick)
    for _ in range(2):
        order = stroll(game, seat, view, pick)
        if order is not None:
            _same_fields(game, Order(seat, order.verb), order.args, view, again, pick)


def _same_fields(game: AnyGame, draft: Order, rest: tuple[Token, ...], view: Any, again: Any, pick: Pick) -> None:
    """Walk down an order on both views at once, as far as its arguments go."""
    while True:
        _alike(f"the next argument of {draft}", _told_field(game, view, draft), _told_field(game, again, draft))
        field = game.field(view, draft)
        if field is None:
            return
        for token in ("nonsense", "", "-1", ("key", "value"), *_bent_tokens(next(fillings(field.domain), ()), pick)):
            if not fits(field.domain, token):
                why, why_again = game.why(view, draft, token), game.why(again, draft, token)
                _alike(f"the reason against {token!r} after {draft}", _told(why, 5), _told(why_again, 5))
        if not rest:
            return
        taken, rest = next(_ways(field.domain, rest))
        draft = draft.plus(*taken)


def _alike(what: str, of_view: object, of_data: object) -> None:
    if of_view != of_data:
        raise LawBroken(5, f"{what}: {of_view} by the view, {of_data} by what it shows")


def equal_views_equal_refusals(game: AnyGame, seat: Seat, one: Any, other: Any, orders: Iterable[Order]) -> None:
    """Law 5: two states that show a seat the same refuse it the same orders, with the same words."""
    for order in orders:
        here, there = (_answer(game, state, order._replace(seat=seat)) for state in (one, other))
        if here != there:
            raise LawBroken(5, f"{seat} sees the same, but {order._replace(seat=seat)} brings {here} or {there}")


# -- law 6 ---------------------------------------------------------------------------------------------------


def old_states_stay(
    game: AnyGame, state: Any, pick: Pick, orders: Iterable[Order], lenses: Sequence[Lens] = PLAIN
) -> None:
    """Law 6: refusals change nothing; and what comes of a state, by order, time or a look, leaves it as it was."""
    before = game.encode(state)

    def untouched(what: str) -> None:
        if game.encode(state) != before:
            raise LawBroken(6, f"{what} changed the state it was given")

    shown: list[tuple[Seat, Any, str]] = []
    for seat in seats_of(game):
        for lens in lenses:
            view = game.sight(state, seat, lens).view
            data = game.show(view)
            shown.append((seat, data, _json(data, 5)))
            game.offers(view)
    game.prompts(state), game.actors(state), game.outcome(state), game.decode(before)
    untouched("looking at it")
    for order in orders:
        found = game.apply(state, order)
        untouched(f"the {'refused' if isinstance(found, Refusal) else 'accepted'} order {order}")
    for moment in {game.due(state), Ms(game.now(state) + 1 + pick(HORIZON))} - {None}:
        later = game.advance(state, moment)  # type: ignore[arg-type]  # None was taken out
        untouched(f"advance to {moment}")
        for seat in seats_of(game):
            game.show(game.view(later.state, seat))
    game.rekey(state, "salt")
    untouched("rekey")
    for seat, data, text in shown:
        if _json(data, 5) != text:
            raise LawBroken(6, f"what was shown to {seat} has changed since")


# -- law 7 ---------------------------------------------------------------------------------------------------


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
            here, there = _first_difference(one[seat], other[seat])
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
    last: dict[tuple[Seat, str], str] = {}
    heard = dict.fromkeys(twins.seats, 0)

    def note(step: Step) -> None:
        now = game.now(step.state)
        for seat in twins.seats:
            for event in step.events:
                if seat in event.to:
                    heard[seat] += 1
                    lines[seat].append(f"{now} hears {heard[seat]}: {event.type} {event.facts}")
            for what, seen in _perceived(game, step.state, seat, twins.lenses, probes):
                if last.get((seat, what)) != seen:
                    last[seat, what] = seen
                    lines[seat].append(f"{now} {what}: {seen}")

    note(Step(state, ()))
    for entry in entries:
        for step in [enter(game, state, entry, 7)] if isinstance(entry, Order) else _watched(game, state, entry, twins):
            state = step.state
            note(step)
    return lines


def _probes(game: AnyGame, entries: Iterable[Entry]) -> list[Order]:
    """Return orders for a seat to try and not to give: each verb bare, and as somebody gave it."""
    given = {entry.verb: entry.args for entry in entries if isinstance(entry, Order)}
    bare = [Order(UMPIRE, verb.name) for verb in game.verbs]
    return bare + [order._replace(args=given[order.verb]) for order in bare if given.get(order.verb)]


def _watched(game: AnyGame, state: Any, until: int, twins: Twins) -> Iterator[Step]:
    """Yield the steps of time up to a moment, with a stop whenever a watched sight goes stale."""
    while (now := game.now(state)) < until:
        sights = [game.sight(state, seat, lens) for seat in twins.seats for lens in twins.lenses]
        wake = min([until, *(sight.stale for sight in sights if sight.stale is not None and sight.stale > now)])
        for step in stops(game, state, wake):
            yield step
            state = step.state


def _perceived(
    game: AnyGame, state: Any, seat: Seat, lenses: Sequence[Lens], probes: Sequence[Order]
) -> Iterator[tuple[str, str]]:
    for lens in lenses:
        view = game.sight(state, seat, lens).view
        through = f" through {dict(lens)}" if lens else ""
        yield f"sees{through}", str(game.show(view))
        menu = [
            (*offer, None if offer[1] else _told_field(game, view, Order(seat, offer[0])))
            for offer in _told_offers(game, view)
        ]
        yield f"may say{through}", str((menu, list(game.open_prompts(view))))
    for probe in probes:
        yield f"tries {probe.verb} {probe.args}", _answer(game, state, probe._replace(seat=seat))


# -- law 8 ---------------------------------------------------------------------------------------------------


def no_dead_end(game: AnyGame, state: Any) -> None:
    """Law 8: a game that is not over has an open offer on some seat or a `due`; only actors have open offers."""
    actors = game.actors(state)
    able = [seat for seat in seats_of(game) if _open_verbs(game, state, seat)]
    for seat in able:
        if seat not in actors:
            raise LawBroken(8, f"{seat} is not among the actors {actors}, but may {_open_verbs(game, state, seat)}")
    if not able and game.due(state) is None and game.outcome(state) is None:
        raise LawBroken(8, f"at {game.now(state)} nobody has an open offer, and nothing is due")


def _open_verbs(game: AnyGame, state: Any, seat: Seat) -> list[str]:
    return [offer.verb for offer in game.offers(game.view(state, seat)) if offer.barred is None]


# -- law 9 ---------------------------------------------------------------------------------------------------


def a_state_is_its_bytes(game: AnyGame, state: Any, orders: Iterable[Order] = ()) -> None:
    """Law 9: what is decoded is the state that was encoded: equal to it, shown alike, and going on alike."""
    data = game.encode(state)
    again = game.decode(data)
    if again != state:
        raise LawBroken(9, f"decode(encode(state)) is another state: {again} for {state}")
    if game.encode(again) != data:
        raise LawBroken(9, "the bytes of the decoded state are others")
    for what in (game.now, game.due, game.prompts, game.outcome, game.actors):
        if what(again) != what(state):
            raise LawBroken(9, f"{what.__name__} of the decoded state is {what(again)}, not {what(state)}")
    for seat in seats_of(game):
        shown, shown_again = (_json(game.show(game.view(each, seat)), 5) for each in (state, again))
        if shown_again != shown:
            raise LawBroken(9, f"the decoded state is shown to {seat} as {shown_again}, not {shown}")
    for order in orders:
        found, found_again = game.apply(state, order), game.apply(again, order)
        if _told_result(game, found) != _told_result(game, found_again):
            raise LawBroken(9, f"{order} has another effect on the decoded state")


def histories_meet(game: AnyGame, header: Header, one: Sequence[Entry], other: Sequence[Entry]) -> None:
    """Law 9: a digest is of the state, not of the way there: histories that lead to one state end in the same bytes."""
    ends = [digests(game, header, entries)[-1] for entries in (one, other)]
    if ends[0] != ends[1]:
        raise LawBroken(9, "two histories that lead to the same state end in different bytes")


# -- law 10 --------------------------------------------------------------------------------------------------


def orders_are_text(game: AnyGame, state: Any, pick: Pick, orders: Iterable[Order]) -> None:
    """Law 10: an order is its line; any line is an order or unreadable; no order makes a game fail."""
    for order in orders:
        line = str(order)
        lines = (line[: pick(len(line) + 1)], _garbled(line, pick), _garbled(_garbled(line, pick), pick))
        for each in (order, *map(_read, lines)):
            if each is not None:
                if _read(str(each)) != each:
                    raise LawBroken(10, f"{each!r} is written as {str(each)!r}, which reads as {_read(str(each))!r}")
                _applied(game, state, each)


def _read(line: str) -> Order | None:
    try:
        return Order.read(line)
    except UnreadableError:
        return None
    except Exception as error:  # this is the law
        raise LawBroken(10, f"reading {line!r} raised {error!r}") from error


def _applied(game: AnyGame, state: Any, order: Order) -> None:
    try:
        game.apply(state, order)
    except Exception as error:  # this is the law
        raise LawBroken(10, f"giving {order!r} raised {error!r}") from error


_NASTY = "\"'\\@#=|;:,.-+/_09azAZ{}[]() \t\n\r\x00\x1f\x7f\x85\xa0\u2028\u202e\ud800\ufeffйІ１𝟙"


def _garbled(line: str, pick: Pick) -> str:
    place, letter = pick(len(line) + 1), _NASTY[pick(len(_NASTY))]
    return line[:place] + letter + line[place + pick(2) :]


def prompts_agree(game: AnyGame, state: Any) -> None:
    """Law 10: a prompt is put to a seat that sees it and can answer it, or it answers itself."""
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
    if not held and not set(prompt.verbs) & set(_open_verbs(game, state, prompt.seat)):
        raise LawBroken(10, f"{prompt.seat} has none of {prompt.verbs} open to answer {prompt.key}")
    default = prompt.default
    if default is None:
        return
    if prompt.due is None or default.seat != prompt.seat or default.verb not in prompt.verbs:
        raise LawBroken(10, f"the default of {prompt.key} is no answer to it: {default}")
    if isinstance(game.apply(state, default), Refusal):
        raise LawBroken(10, f"the default of {prompt.key} would be refused: {default}")


def events_are_sound(game: AnyGame, events: Iterable[Event]) -> None:
    """Law 10: an event is told to seats there are, and its facts are data."""
    for event in events:
        if not event.to <= set(seats_of(game)):
            raise LawBroken(10, f"{event.type!r} is told to nobody there is: {sorted(event.to - set(seats_of(game)))}")
        _json(event.facts, 10)


def offers_are_sound(game: AnyGame, state: Any) -> None:
    """Law 10: a seat has each verb once, and all of them are listed."""
    listed = {verb.name for verb in game.verbs}
    for seat in seats_of(game):
        verbs = [offer.verb for offer in game.offers(game.view(state, seat))]
        if len(set(verbs)) < len(verbs) or not set(verbs) <= listed:
            raise LawBroken(10, f"{seat} has a verb twice, or one that is not listed: {verbs}")


# -- all of them ---------------------------------------------------------------------------------------------


def obey(
    game: AnyGame, header: Header, pick: Pick, *, steps: int = 200, every: int = 1, lenses: Sequence[Lens] = PLAIN
) -> list[Entry]:
    """Play a game at random and hold it to all laws but the seventh; return the entries.

    It ends with the game or after so many steps. Dead ends, prompts and events are looked at on every step, the
    rest on one step in `every`.
    """
    state = begin(game, header)
    entries: list[Entry] = []
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
    replays(game, header, entries)
    return entries


def look(
    game: AnyGame, state: Any, pick: Pick, seen: dict[tuple[Seat, str], Any], lenses: Sequence[Lens] = PLAIN
) -> None:
    """Hold one state to the laws. `seen` keeps what was shown to whom in which state, from look to look."""
    orders = some_orders(game, state, pick)
    few = [orders[0], *_some(orders[1:], 7, pick)]
    actors = game.actors(state)
    seats = [*actors, *_some([seat for seat in seats_of(game) if seat not in actors], 3, pick)]
    orders_are_text(game, state, pick, orders)
    old_states_stay(game, state, pick, orders, lenses)
    the_same_twice(game, state, few)
    a_state_is_its_bytes(game, state, few)
    time_may_be_cut(game, state, pick)
    due_is_honest(game, state, pick, lenses)
    menus_are_made_of_what_is_shown(game, state, pick, seats, lenses)
    for seat in seats:
        shown = _json(game.show(game.view(state, seat)), 5)
        before = seen.setdefault((seat, shown), state)
        if before is not state:
            equal_views_equal_refusals(game, seat, before, state, orders)
    orders_are_walks(game, state, pick, orders, lenses)
    offers_are_sound(game, state)


def some_orders(game: AnyGame, state: Any, pick: Pick) -> list[Order]:
    """Return some walks, and orders that are nearly walks: bent, by other seats, to other prompts."""
    orders: list[Order] = []
    for seat in (*game.actors(state), seats_of(game)[pick(len(seats_of(game)))]):
        view = game.view(state, seat)
        order = stroll(game, seat, view, pick) or Order(seat, game.verbs[pick(len(game.verbs))].name, ("nonsense",))
        orders += [order, *_bent(game, order, pick)]
        orders += [order._replace(answers=key) for key in game.open_prompts(view)]
    return orders


def _bent(game: AnyGame, order: Order, pick: Pick) -> Iterator[Order]:
    args, count = order.args, len(order.args)
    place = pick(count) if count else 0
    yield order._replace(args=args[::-1])
    yield order._replace(args=args[:place] + args[place + 1 :])
    yield order._replace(args=())
    yield order.plus("nonsense")
    yield order.plus(("key", "value"))
    yield order.plus(*args[place : place + 1])
    for token in _bent_tokens(args[place : place + 1], pick):
        yield order._replace(args=(*args[:place], token, *args[place + 1 :]))
    yield order._replace(verb=game.verbs[pick(len(game.verbs))].name)
    yield order._replace(verb="fly")
    yield order._replace(seat=seats_of(game)[pick(len(seats_of(game)))])
    for seat in ("nobody", "", order.seat.upper()):
        yield order._replace(seat=Seat(seat))
    yield order._replace(answers="nothing-0")


def _bent_tokens(tokens: Iterable[Token], pick: Pick) -> Iterator[Token]:
    for token in tokens:
        word = token if isinstance(token, str) else token[1]
        bent = [f"{word}x", word[1:], f"0{word}", f"-{word}", word.swapcase(), f" {word}", str(pick(30))]
        for each in _some(bent, 3, pick):
            yield each if isinstance(token, str) else (token[0], each)
        yield ("key", word) if isinstance(token, str) else word


def _any_entry(game: AnyGame, state: Any, pick: Pick) -> Entry:
    able = [seat for seat in game.actors(state) if _open_verbs(game, state, seat)]
    now, due = game.now(state), game.due(state)
    if not able or pick(4 if due is not None else 20) == 0:
        moments = [now + 1 + pick(HORIZON)] if due is None else [due, due, due + pick(HORIZON), max(now + 1, due - 1)]
        return moments[pick(len(moments))]
    seat = able[pick(len(able))]
    order = stroll(game, seat, game.view(state, seat), pick)
    if order is None:
        raise LawBroken(4, f"{seat} has an open offer that no walk begins with")
    return order


def _keys_are_new(prompts: Iterable[Prompt], keys: dict[str, bool]) -> None:
    """Law 10: a key that was closed is never used again. `keys`: every key so far, and whether it is open."""
    now = {prompt.key for prompt in prompts}
    for key in sorted(now):
        if keys.get(key) is False:
            raise LawBroken(10, f"the key {key} is used again")
    keys.update(dict.fromkeys([key for key in keys if key not in now], False) | dict.fromkeys(now, True))


# -- data and words ------------------------------------------------------------------------------------------


def _data(value: object, law: int) -> Any:
    """Return facts or a view as plain JSON data; what is no such data breaks a law."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _data(inner, law) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_data(inner, law) for inner in value]
    raise LawBroken(law, f"{value!r} is no JSON data without floats")


def _json(value: object, law: int) -> str:
    return json.dumps(_data(value, law))


def _told(refusal: Refusal, law: int) -> str:
    return f"{refusal.code} {_json(refusal.facts, law)}"


def _told_event(event: Event) -> str:
    return f"{event.type} {_json(event.facts, 10)} to {sorted(event.to)}"


def _told_result(game: AnyGame, found: Step | Refusal) -> object:
    if isinstance(found, Refusal):
        return _told(found, 5)
    return game.encode(found.state), [_told_event(event) for event in found.events]


def _answer(game: AnyGame, state: Any, order: Order) -> str:
    found = game.apply(state, order)
    return f"{found.code} {found.facts}" if isinstance(found, Refusal) else "no refusal"


def _told_offers(game: AnyGame, view: Any) -> list[tuple[str, str, bool]]:
    return [
        (offer.verb, "" if offer.barred is None else _told(offer.barred, 5), offer.grave) for offer in game.offers(view)
    ]


def _told_field(game: AnyGame, view: Any, draft: Order) -> str | None:
    field = game.field(view, draft)
    return None if field is None else str(field)


def _some(items: Sequence[Any], count: int, pick: Pick) -> list[Any]:
    """Return some of the items, at most so many, in their order."""
    rest = list(items)
    while len(rest) > count:
        rest.pop(pick(len(rest)))
    return rest


def _first_difference(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    for here, there in zip(one, other, strict=False):
        if here != there:
            return here, there
    short = min(len(one), len(other))
    return (one[short] if len(one) > short else "nothing"), (other[short] if len(other) > short else "nothing")
