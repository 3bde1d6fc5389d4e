"""A random voyage: a mission with random happenings, options and orders, all of it by one seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from klaxon.rules.contract import SPECTATOR, UMPIRE, Ms, Order, Refusal, Seat, Step
from klaxon.rules.uboot.sea.news import HAPPENINGS
from klaxon.rules.uboot.setting import OPTIONS
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.verbs.menu import find_offer
from klaxon.rules.uboot.words import FAULT_LEVELS, FIGURES, KINDS
from klaxon.rules.walks import bare, finish_at_random
from tests.rules.uboot.kit.boat import GAME, HOUR, header_of, mission
from tests.rules.uboot.kit.invariants import breaches, breaches_between

HOURS = 60
LOOK_EVERY = 20
"""After every so many steps the views are compared with views of which nothing was kept."""
FREE_OPTIONS = ("box", "mission", "mode")
WEIGHT = {
    **dict.fromkeys(("assign", "done", "ready", "begin", "dish", "treat", "puzzle", "choose", "post"), 9.0),
    **dict.fromkeys(("repair_fault", "repair_emergency", "first_aid", "cook", "card"), 5.0),
    **dict.fromkeys(("change_positions", "watch", "join", "smoke"), 2.0),
    **dict.fromkeys(("time", "stow", "pack", "address", "kit"), 0.3),
    "belay": 0.05,
    "repair_breach": 50.0,
    "dive": 1.0,
    "surface": 6.0,
}
"""Verb -> how likely it is said beside others that weigh 1: something should come of most orders."""


class Voyage(NamedTuple):
    """What became of a voyage."""

    state: State
    said: Counter[str]
    """Verb -> how often it was said."""
    heard: Counter[str]
    """Event -> how often it came."""
    digest: str


def _happening(dice: Random, do: str, place: int, state: State, rooms: list[int]) -> dict[str, Any] | None:
    """Return the facts of a happening at random, in one of some rooms."""
    room = dice.choice([room for room in rooms if room < 7] or [4])
    wounds = [card.id for card in state.box.cards.values() if card.deck in ("burn", "shock", "poison", "gunshot")]
    events = state.box.decks["events"]
    facts: dict[str, dict[str, Any]] = {
        "emergency": {"kind": dice.choice(KINDS), "room": room},
        "fault": {"device": dice.choice(sorted(state.box.devices)), "level": dice.choice(FAULT_LEVELS)},
        "breach": {"room": room},
        "event": {"card": dice.choice(events)},
        "morale": {"n": dice.choice((-4, -2, -1, 2, 4))},
        "gunfire": {},
        "contact": {"id": f"c{place + 90}", "by": "lookout", "klass": "merchant", "bearing": 9, "range": 9000},
        "detected": {"on": dice.random() < 0.5},
        "weather": {"state": "rain", "sea": dice.randint(1, 8)},
        "wound": {"man": dice.choice(FIGURES), "card": dice.choice(wounds)},
    }
    return facts.get(do)


def _script(dice: Random, state: State, rooms: list[int]) -> list[dict[str, Any]]:
    """Return happenings at random times, those that the rules play; on some voyages trouble alone."""
    kinds = sorted(HAPPENINGS) if dice.random() < 0.6 else ["breach", "emergency", "fault", "morale"]
    lines = []
    moments = sorted(dice.randrange(60, HOURS * 3600) for _ in range(dice.randint(2, 24)))
    for place, second in enumerate(moments):
        do = dice.choice(kinds)
        facts = _happening(dice, do, place, state, rooms)
        if facts is not None and (do != "breach" or dice.random() < 0.4):
            at = f"{second // 3600}:{second // 60 % 60:02}:{second % 60:02}"
            lines.append({"at": at, "do": do, **facts})
    return lines


def _options(dice: Random) -> dict[str, str]:
    found = {}
    for option in OPTIONS:
        values = getattr(option.domain, "values", ())
        if option.name not in FREE_OPTIONS and values and dice.random() < 0.4:
            found[option.name] = str(dice.choice(values))
    found["patience"] = dice.choice(("0", "10", "90"))
    found["kits"] = dice.choice(("0", "2"))
    return found


def header_for(seed: str) -> Any:
    """Return the header of the voyage of a seed."""
    dice = Random(f"mission {seed}")
    plain = GAME.setup(header_of())
    assert isinstance(plain, State)
    setup: dict[str, Any] = {"order": dice.choice((8, 8, 2)), "morale": dice.choice((11, 11, 6, 2))}
    rooms = list(range(1, 9))
    if dice.random() < 0.3:
        setup |= {"surfaced": False, "depth": 30}
        rooms = rooms[:6]
    if dice.random() < 0.4:  # a crowd in few rooms has men for any repair there
        rooms = dice.sample(rooms, 2)
    if dice.random() < 0.6:
        setup["figures"] = {figure: dice.choice(rooms) for figure in FIGURES}
    date = dice.choice(("1940-06-01T05:00", "1940-06-01T08:00"))
    return header_of(mission(_script(dice, plain, rooms), HOURS=HOURS, DATE=date, **setup), seed, **_options(dice))


def _say_something(state: State, dice: Random) -> Order | None:
    """Return a random legal order of a random seat, from the menus of all."""
    views = {seat: GAME.view(state, seat) for seat in GAME.seats}
    offers = [(seat, offer) for seat, view in views.items() for offer in GAME.offers(view)]
    open_verbs = [(seat, offer.verb) for seat, offer in offers if offer.barred is None and not offer.ends]
    if not open_verbs:
        return None
    weights = [WEIGHT.get(verb, 1.0) for _, verb in open_verbs]
    ((seat, verb),) = dice.choices(open_verbs, weights)
    return finish_at_random(GAME, views[seat], bare(Seat(seat), verb), dice.randrange)


def _step(state: State, dice: Random) -> tuple[Order | Ms, Step]:
    """Let somebody say something, or time pass: to what comes next, or a moment."""
    order = _say_something(state, dice) if dice.random() < 0.75 else None
    if order is not None:
        found = GAME.apply(state, order)
        assert isinstance(found, Step), f"{order}: the menu offered what is refused: {found}"
        return order, found
    until = Ms(state.now + (12 * HOUR if dice.random() < 0.8 else dice.randrange(1, 2 * HOUR)))
    step = GAME.advance(state, until)
    return step.state.now, step


def sail(seed: str, steps: int) -> Voyage:
    """Play the voyage of a seed and check every step of it; then play it again to the same digest."""
    header, dice = header_for(seed), Random(f"voyage {seed}")
    state = GAME.setup(header)
    assert not isinstance(state, Refusal), f"seed {seed}: {state}"
    entries: list[Order | Ms] = []
    said: Counter[str] = Counter()
    heard: Counter[str] = Counter()
    closed: set[str] = set()
    asked: set[str] = set()
    for number in range(steps):
        if GAME.outcome(state) is not None:
            break
        try:
            entry, step = _step(state, dice)
        except Exception as error:
            raise AssertionError(f"seed {seed}, step {number}: {error!r}; after {entries[-6:]}") from error
        wrong = [*breaches(step.state), *breaches_between(state, step.state, step.events)]
        now_asked = {prompt.key for prompt in GAME.prompts(step.state)}
        wrong += [f"UBT-12.14c {key} is asked again" for key in now_asked & closed]
        closed |= asked - now_asked
        asked = now_asked
        if not number % LOOK_EVERY:
            wrong += [*stale_data(step.state), *stale_step(state, entry, step)]
        assert not wrong, f"seed {seed}, step {number}: {wrong} after {entry}; before it {entries[-6:]}"
        entries.append(entry)
        said.update([entry.verb] if isinstance(entry, Order) else ["(time)"])
        heard.update(event.type for event in step.events)
        state = step.state
    digest = _digest(state)
    assert _digest(_play_again(header, entries)) == digest, f"seed {seed}: it does not replay to its digest"
    assert GAME.encode(GAME.decode(GAME.encode(state))) == GAME.encode(state), f"seed {seed}: not what was written"
    return Voyage(state, said, heard, digest)


def stale_data(state: State) -> list[str]:
    """Return what seats are shown or offered otherwise than of the same state with nothing kept from steps before."""
    fresh = GAME.decode(GAME.encode(state))
    wrong = []
    for seat in (*GAME.seats, SPECTATOR, UMPIRE):
        kept, made = GAME.view(state, seat), GAME.view(fresh, seat)
        shown, anew = GAME.show(kept), GAME.show(made)
        wrong += [f"{seat}: {key} is stale" for key in anew if shown.get(key) != anew[key]]
        one_by_one = [find_offer(kept, verb) for verb in dict.fromkeys(verb.name for verb in GAME.verbs)]
        if list(shown) != list(anew) or GAME.offers(kept) != GAME.offers(made):
            wrong.append(f"{seat}: keys or offers are stale")
        if sorted(GAME.offers(kept), key=str) != sorted(filter(None, one_by_one), key=str):
            wrong.append(f"{seat}: a single offer is not that of the menu")
    return wrong if GAME.due(state) == GAME.due(fresh) else [*wrong, "due is stale"]


def stale_step(state: State, entry: Order | Ms, step: Step) -> list[str]:
    """Return whether an entry comes to something else in the same state with nothing kept from steps before."""
    fresh = GAME.decode(GAME.encode(state))
    again = GAME.apply(fresh, entry) if isinstance(entry, Order) else GAME.advance(fresh, entry)
    if isinstance(again, Refusal) or again.events != step.events:
        return ["the events of a step are stale"]
    return [] if GAME.encode(again.state) == GAME.encode(step.state) else ["a step is stale"]


def _play_again(header: Any, entries: list[Order | Ms]) -> State:
    state = GAME.setup(header)
    assert isinstance(state, State)
    for entry in entries:
        step = GAME.apply(state, entry) if isinstance(entry, Order) else GAME.advance(state, entry)
        assert isinstance(step, Step), entry
        state = step.state
    return state


def _digest(state: State) -> str:
    return hashlib.sha256(GAME.encode(state)).hexdigest()
