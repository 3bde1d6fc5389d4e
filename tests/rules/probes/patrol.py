"""A probe: a sea that is looked at. A raider patrols on legs that nobody hears of; within sight it can be fired at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Event, Header, Ms, Offer, Order, Outcome, Refusal, Seat, Sight, Step
from klaxon.rules.walks import judge
from tests.rules.probes.base import RED, Probe, Verb, View

LEG, LEGS, SIGHT, FAR, FASTEST = 4000, 16, 350, 700, 120


class Waters(NamedTuple):
    key: str
    now: int = 0
    since: int = 0  # when the leg began
    place: int = 600  # metres off, then
    speed: int = -40  # metres a second
    leg: int = 0
    seen: bool = False
    sunk: bool = False

    def range_at(self, moment: int) -> int:
        return self.place + self.speed * (moment - self.since) // 1000


class Patrol(Probe):
    """At the end of a leg the raider turns in silence; it is told of when it comes within sight, or leaves it."""

    name = "patrol"
    seats = (RED,)
    verbs = (Verb("fire", ("captain",)),)
    made: ClassVar[Any] = Waters

    def setup(self, header: Header) -> Waters:
        return Waters(key_of(header.seed))

    def apply(self, state: Waters, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        return settled if isinstance(settled, Refusal) else self._told(state._replace(sunk=True), "sunk")

    def advance(self, state: Waters, until: Ms) -> Step:
        due = self.due(state)
        if due is None or until < due:
            return super().advance(state, until)
        here = state.range_at(due)
        later = state._replace(now=due, seen=here <= SIGHT)
        if due == state.since + LEG:
            fast = draw(state.key, "speed", state.leg, 2 * FASTEST) - FASTEST
            later = later._replace(since=due, place=min(FAR, max(0, here)), speed=fast, leg=state.leg + 1)
        return self._told(later, "gone" if self.outcome(later) else "" if later.seen == state.seen else "sight")

    def _told(self, state: Waters, kind: str) -> Step:
        return Step(state, (Event(kind, {}, frozenset({RED})),) if kind else ())

    def due(self, state: Waters) -> Ms | None:
        return None if self.outcome(state) else _first(state, lambda metres: (metres <= SIGHT) != state.seen)

    def outcome(self, state: Waters) -> Outcome | None:
        return Outcome("red", "sunk") if state.sunk else Outcome("draw", "gone") if state.leg == LEGS else None

    def sight(self, state: Waters, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view = {"seat": seat, "seen": state.seen and not self.outcome(state)}
        if "bearing" not in lens or not view["seen"]:
            return Sight(view)
        here = state.range_at(state.now) // 10
        return Sight({**view, "range": here}, _first(state, lambda metres: metres // 10 != here))

    def offers(self, view: View) -> Sequence[Offer]:
        return (Offer("fire", None if view["seen"] else Refusal("not-seen")),) if view["seat"] == RED else ()


def _first(state: Waters, changed: Callable[[int], bool]) -> Ms:
    """Return the first moment of this leg at which something has changed with the range, else its end."""
    ahead = range(state.now + 1, state.since + LEG)
    return Ms(state.now + 1 + bisect_left(ahead, True, key=lambda moment: changed(state.range_at(moment))))
