"""Planted faults: each probe below breaks one law in one place. The suite must find it, and by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.contract import (
    Event,
    Field,
    Header,
    Ms,
    Offer,
    Order,
    Prompt,
    Refusal,
    Seat,
    SharedSight,
    Sight,
    Step,
)
from klaxon.rules.domains import OneOf, Span
from klaxon.rules.laws import seats_of
from tests.rules.probes.base import BLUE, RED, View
from tests.rules.probes.drift import Drift, Sea
from tests.rules.probes.fuse import Fuse, Mine
from tests.rules.probes.pact import Pact, Talks
from tests.rules.probes.patrol import LEG, Patrol, Waters
from tests.rules.probes.watch import MEN, Boat, Watch

# -- law 1 ---------------------------------------------------------------------------------------------------


class CountsOrders(Fuse):
    """The game itself remembers: a delay grows with the number of orders it ever saw."""

    def __init__(self) -> None:
        self.orders = 0

    def apply(self, state: Mine, order: Order) -> Step | Refusal:
        self.orders += 1
        step = super().apply(state, order)
        return (
            step
            if isinstance(step, Refusal)
            else step._replace(state=step.state._replace(ends=step.state.ends + self.orders))
        )


class IteratesASet(Watch):
    """The note lists the men in the order of a set, which is another one in every process."""

    def apply(self, state: Boat, order: Order) -> Step | Refusal:
        step = super().apply(state, order)
        return step if isinstance(step, Refusal) else step._replace(state=step.state._replace(note=" ".join(set(MEN))))


# -- law 2 ---------------------------------------------------------------------------------------------------


class Ticks(Drift):
    """The contact is moved on, and rounded, at every stop of the clock."""

    def advance(self, state: Sea, until: Ms) -> Step:
        step = super().advance(state, until)
        later: Sea = step.state
        return step._replace(state=later._replace(bearing=later.bears(), since=later.now))


class SleepsThroughTheLook(Patrol):
    """The raider turns only where time is stopped to look at it."""

    def advance(self, state: Waters, until: Ms) -> Step:
        due = self.due(state)
        looks = due == state.since + LEG
        return (
            Step(state._replace(now=until), ())
            if looks and until > state.since + LEG
            else super().advance(state, until)
        )


class OrdersTakeTime(Fuse):
    """To cut a wire takes a second."""

    def apply(self, state: Mine, order: Order) -> Step | Refusal:
        step = super().apply(state, order)
        return (
            step if isinstance(step, Refusal) else step._replace(state=step.state._replace(now=step.state.now + 1000))
        )


# -- law 3 ---------------------------------------------------------------------------------------------------


class ForgetsTheBell(Fuse):
    """Only the end is announced as due; the bell rings unannounced."""

    def advance(self, state: Mine, until: Ms) -> Step:
        return Fuse().advance(state, until)

    def due(self, state: Mine) -> Ms | None:
        return None if self.outcome(state) else Ms(state.ends)


class CriesWolf(Fuse):
    """Something is said to be due five times a second."""

    def advance(self, state: Mine, until: Ms) -> Step:
        return Fuse().advance(state, until)

    def due(self, state: Mine) -> Ms | None:
        return None if self.outcome(state) else Ms(state.now // 200 * 200 + 200)


class StopsForNothing(Fuse):
    """Time stands still every second, though nothing happens."""

    def advance(self, state: Mine, until: Ms) -> Step:
        return super().advance(state, Ms(min(until, state.now // 1000 * 1000 + 1000)))


class NeverStale(Drift):
    """A sight of the moving contact is said to be fresh for ever."""

    def sight(self, state: Sea, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        return super().sight(state, seat, lens)._replace(stale=None)


class TicksInSilence(Patrol):
    """The sea is looked at five times a second."""

    def advance(self, state: Waters, until: Ms) -> Step:
        due = self.due(state)
        if due is None or until < due or due == super().due(state):
            return super().advance(state, until)
        return Step(state._replace(now=due), ())

    def due(self, state: Waters) -> Ms | None:
        due = super().due(state)
        return None if due is None else Ms(min(due, state.now // 200 * 200 + 200))


class LooksBack(Patrol):
    """Behind the third leg the next look is one that was."""

    def advance(self, state: Waters, until: Ms) -> Step:
        return Patrol().advance(state, until)

    def due(self, state: Waters) -> Ms | None:
        return Ms(state.since) if state.leg == 3 else super().due(state)


class SightsUnasked(Patrol):
    """Only the next look is announced, not the sighting before it."""

    def advance(self, state: Waters, until: Ms) -> Step:
        return Patrol().advance(state, until)

    def due(self, state: Waters) -> Ms | None:
        return None if self.outcome(state) else Ms(state.since + LEG)


class ShowsTheLook(Patrol):
    """The leg is shown: a view that is said to be fresh changes at a look."""

    def sight(self, state: Waters, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view, stale = super().sight(state, seat, lens)
        return Sight({**view, "leg": state.leg}, stale)


# -- law 4 ---------------------------------------------------------------------------------------------------


class BreaksItsWord(Pact):
    """To fire is offered, and then refused."""

    def apply(self, state: Talks, order: Order) -> Step | Refusal:
        return Refusal("treaty") if order.args == ("fire",) else super().apply(state, order)


class TakesAnything(Fuse):
    """Who delays need not say it right."""

    def apply(self, state: Mine, order: Order) -> Step | Refusal:
        return super().apply(state, Order(RED, "delay") if order[:2] == (RED, "delay") else order)


# -- law 5 ---------------------------------------------------------------------------------------------------


class Knowing(dict[str, Any]):
    """A view that carries the truth along, where `show` does not see it."""

    truth: Sea


class MenuOfTheTruth(Drift):
    """Red may only fire near the contact: the menu tells where it is."""

    def sight(self, state: Sea, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        sight = super().sight(state, seat, lens)
        view = Knowing(sight.view)
        view.truth = state
        return sight._replace(view=view)

    def field(self, view: View, draft: Order) -> Field | None:
        field = super().field(view, draft)
        if field is None or draft.verb == "speed" or not isinstance(view, Knowing):
            return field
        near = view.truth.bears() // 1000
        return replace(field, domain=Span(max(0, near - 9), min(89, near + 9)))


class ShowsFloats(Drift):
    """The contact bears 12.0 degrees."""

    def sight(self, state: Sea, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view, stale = super().sight(state, seat, lens)
        return Sight({**view, "contact": view["contact"] and float(view["contact"])}, stale)


class JudgesByAnotherView(Drift):
    """Orders are judged by a view in which the contact is always seen."""

    def view(self, state: Sea, seat: Seat) -> View:
        return {**super().view(state, seat), "contact": state.bears() // 1000}


class SharesTooMuch(Pact):
    """Both players are told together what one of them has chosen."""

    def shared_sights(self, state: Talks) -> tuple[SharedSight, ...]:
        shared = self.view(state, RED)
        return (SharedSight(shared, {seat: {"prompts": self.view(state, seat)["prompts"]} for seat in (RED, BLUE)}),)


class RefusalTells(Pact):
    """A refusal says whether the other boat has chosen."""

    def apply(self, state: Talks, order: Order) -> Step | Refusal:
        found = super().apply(state, order)
        return Refusal(found.code, {"chosen": sum(map(bool, state.chosen))}) if isinstance(found, Refusal) else found


# -- law 6 ---------------------------------------------------------------------------------------------------


class Diary(NamedTuple):
    """A state with a list in it."""

    now: int = 0
    pages: Any = ()


class WritesInTheOldState(Watch):
    """Every order is written into the list that all states share."""

    made: ClassVar[Any] = Diary
    price = False

    def setup(self, header: Header) -> Diary:
        return Diary(0, [])

    def decode(self, data: bytes) -> Diary:
        made: Diary = super().decode(data)
        return made._replace(pages=list(made.pages))

    def apply(self, state: Any, order: Order) -> Step | Refusal:
        found = super().apply(Boat(state.now), order)
        if self.price == isinstance(found, Refusal):
            state.pages.append(len(state.pages))
        return found if isinstance(found, Refusal) else Step(Diary(state.now, state.pages), found.events)

    def outcome(self, state: Any) -> None:
        return None

    def sight(self, state: Any, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        return super().sight(Boat(state.now), seat, lens)


class RefusalsCost(WritesInTheOldState):
    """Only refused orders are written down."""

    price = True


class ShowsItsOwnList(Drift):
    """What was shown is a list that the next look changes."""

    def __init__(self) -> None:
        self.looks: list[int] = []

    def sight(self, state: Sea, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view, stale = super().sight(state, seat, lens)
        self.looks[:] = [state.now]
        return Sight({**view, "looks": self.looks}, stale)


# -- law 7 ---------------------------------------------------------------------------------------------------


class LeaksByView(Pact):
    """Everybody sees how many have chosen."""

    def sight(self, state: Talks, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view, stale = super().sight(state, seat, lens)
        return Sight({**view, "in": sum(map(bool, state.chosen))}, stale)


class LeaksByEvent(Pact):
    """Everybody hears each choice."""

    def apply(self, state: Talks, order: Order) -> Step | Refusal:
        found = super().apply(state, order)
        if isinstance(found, Refusal):
            return found
        return found._replace(events=tuple(event._replace(to=frozenset(seats_of(self))) for event in found.events))


class LeaksByPrompt(Pact):
    """Prompts are numbered through: the next number tells of the enemy's choice."""

    def prompts(self, state: Talks) -> tuple[Prompt, ...]:
        number = 3 * state.round + sum(map(bool, state.chosen))
        return tuple(
            Prompt(f"{each.seat}-{number}", each.seat, each.verbs, each.freezes, each.due, each.default)
            for each in super().prompts(state)
        )


class LeaksByNumber(Pact):
    """The revelation carries a number that counts the choices too, which not everybody heard."""

    def advance(self, state: Talks, until: Ms) -> Step:
        step = super().advance(state, until)
        number = sum(map(bool, state.chosen))
        return step._replace(events=tuple(Event(e.type, {**e.facts, "number": number}, e.to) for e in step.events))


class LeaksByTime(Pact):
    """Who has chosen waits a little less: the revelation comes sooner."""

    def due(self, state: Talks) -> Ms | None:
        due = super().due(state)
        return None if due is None else Ms(due - 1000 * bool(state.chosen[1]))


class LeaksByOffer(Pact):
    """To choose is grave when the enemy has chosen."""

    def sight(self, state: Talks, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view, stale = super().sight(state, seat, lens)
        knowing = Knowing(view)
        knowing.truth = Sea(hit=bool(state.chosen[1]))
        return Sight(knowing, stale)

    def offers(self, view: View) -> Sequence[Offer]:
        grave = isinstance(view, Knowing) and view.truth.hit
        return tuple(replace(offer, needs_hold=grave) for offer in super().offers(view))


# -- law 8 ---------------------------------------------------------------------------------------------------


class GetsStuck(Watch):
    """In the third watch nobody may do anything, and nothing will happen."""

    def offers(self, view: View) -> Sequence[Offer]:
        offers = super().offers(view)
        return tuple(replace(offer, barred=Refusal("asleep")) for offer in offers) if view["watch"] == 3 else offers


class ForgetsAnActor(Drift):
    """Blue is not listed among those who may act."""

    def actors(self, state: Sea) -> tuple[Seat, ...]:
        return tuple(seat for seat in super().actors(state) if seat != BLUE)


# -- law 9 ---------------------------------------------------------------------------------------------------


class ForgetsTheSpeed(Drift):
    """A decoded contact lies still."""

    def decode(self, data: bytes) -> Sea:
        made: Sea = super().decode(data)
        return made._replace(speed=0)


class KeepsItsHistory(Watch):
    """The state carries all notes that were ever made, though none of them matters any more."""

    def apply(self, state: Boat, order: Order) -> Step | Refusal:
        found = super().apply(state._replace(note=""), order)
        return (
            found
            if isinstance(found, Refusal)
            else found._replace(state=found.state._replace(note=f"{state.note}{order}"))
        )

    def sight(self, state: Boat, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        return super().sight(state._replace(note=""), seat, lens)


# -- law 10 --------------------------------------------------------------------------------------------------


class OneKeyForAll(Pact):
    """The key of a prompt is the seat: a late answer closes the next window."""

    def prompts(self, state: Talks) -> tuple[Prompt, ...]:
        return tuple(
            Prompt(each.seat, each.seat, each.verbs, each.freezes, each.due, each.default)
            for each in super().prompts(state)
        )


class AsksInVain(Pact):
    """The default is none of the choices."""

    def prompts(self, state: Talks) -> tuple[Prompt, ...]:
        return tuple(
            Prompt(each.key, each.seat, each.verbs, each.freezes, each.due, Order(each.seat, "choose", ("pass",)))
            for each in super().prompts(state)
        )


class AsksSilently(Pact):
    """The prompt stands in no view."""

    def open_prompts(self, view: View) -> Sequence[str]:
        return ()


class TellsNobody(Fuse):
    """An event is told to a seat there is not."""

    def _told(self, state: Mine, kind: str) -> Step:
        return Step(state, (Event(kind, {}, frozenset({Seat("red.cook")})),))


class Stumbles(Watch):
    """A note that begins with a digit makes the game fail."""

    def apply(self, state: Boat, order: Order) -> Step | Refusal:
        if order.args[:1] and order.verb == "note" and order.args[0][:1] in tuple("0123456789"):
            message = "a number is no note"
            raise TypeError(message)
        return super().apply(state, order)

    def field(self, view: View, draft: Order) -> Field | None:
        field = super().field(view, draft)
        return Field("word", OneOf(("fog", "calm"))) if field and draft.verb == "note" else field


FAULTS = {
    1: (CountsOrders,),
    2: (Ticks, SleepsThroughTheLook, OrdersTakeTime),
    3: (
        *(ForgetsTheBell, CriesWolf, StopsForNothing, NeverStale),
        *(TicksInSilence, LooksBack, SightsUnasked, ShowsTheLook),
    ),
    4: (BreaksItsWord, TakesAnything),
    5: (MenuOfTheTruth, ShowsFloats, JudgesByAnotherView, SharesTooMuch, RefusalTells),
    6: (WritesInTheOldState, RefusalsCost, ShowsItsOwnList),
    8: (GetsStuck, ForgetsAnActor),
    9: (ForgetsTheSpeed,),
    10: (OneKeyForAll, AsksInVain, AsksSilently, TellsNobody, Stumbles),
}
"""Law -> the probes that break it, which random play must find out."""

LEAKS = (LeaksByView, LeaksByEvent, LeaksByPrompt, LeaksByNumber, LeaksByTime, LeaksByOffer, RefusalTells)
"""The probes that break law 7."""
