"""A probe: a contact that drifts, seen only by who looks where it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.contract import SPECTATOR, Event, Field, Ms, Offer, Order, Outcome, Refusal, Seat, Sight, Step
from klaxon.rules.domains import Span
from klaxon.rules.laws import seats_of
from klaxon.rules.walks import judge
from tests.rules.probes.base import BLUE, RED, Probe, Verb, View

EDGE, FIELD, SHOTS = 90_000, 5, 3


class Sea(NamedTuple):
    now: int = 0
    bearing: int = 10_000
    """Where the contact was when it last changed its speed, in millidegrees."""
    since: int = 0
    speed: int = 0
    """Millidegrees a second."""
    shots: int = SHOTS
    hit: bool = False

    def bears(self) -> int:
        return self.bearing + self.speed * (self.now - self.since) // 1000

    def reaches(self, bearing: int) -> int:
        """Return the first moment at which the contact bears so far."""
        return self.since + -(-1000 * (bearing - self.bearing) // self.speed)


class Drift(Probe):
    """Blue drifts towards the edge of the sea at a speed that only blue knows; red looks for it through a lens."""

    name = "drift"
    verbs = (Verb("speed", ("captain",), "MILLIDEGREES"), Verb("fire", ("captain",), "BEARING"))
    made: ClassVar[Any] = Sea

    def apply(self, state: Sea, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return settled
        number = int(str(settled.args[0]))
        if order.verb == "speed":
            told = Event("speed", {"speed": number}, frozenset({BLUE}))
            return Step(state._replace(bearing=state.bears(), since=state.now, speed=number), (told,))
        hit = number == state.bears() // 1000
        told = Event("shot", {"bearing": number, "hit": hit}, frozenset(seats_of(self)))
        return Step(state._replace(shots=state.shots - 1, hit=hit), (told,))

    def advance(self, state: Sea, until: Ms) -> Step:
        due = self.due(state)
        if due is None or until < due:
            return super().advance(state, until)
        return Step(state._replace(now=due), (Event("gone", {}, frozenset(seats_of(self))),))

    def due(self, state: Sea) -> Ms | None:
        return Ms(state.reaches(EDGE)) if state.speed and not self.outcome(state) else None

    def outcome(self, state: Sea) -> Outcome | None:
        if state.hit:
            return Outcome("red", "hit")
        return Outcome("blue", "gone") if state.bears() >= EDGE or not state.shots else None

    def sight(self, state: Sea, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        seen, looks = state.bears() // 1000, lens.get("bearing", "")
        inside = looks.isdecimal() and abs(int(looks) - seen) <= FIELD and seat != SPECTATOR
        view = {"seat": seat, "over": self.outcome(state) is not None, "contact": seen if inside else None}
        return Sight(view, Ms(state.reaches(1000 * (seen + 1))) if state.speed and looks else None)

    def offers(self, view: View) -> Sequence[Offer]:
        verbs = {RED: ("fire",), BLUE: ("speed",)}.get(view["seat"], ())
        return tuple(Offer(verb, Refusal("game-over") if view["over"] else None, verb == "fire") for verb in verbs)

    def field(self, view: View, draft: Order) -> Field | None:
        domain = Span(0, 89, wraps=True, unit="°") if draft.verb == "fire" else Span(500, 3000, 500)
        return None if draft.args else Field(draft.verb, domain)
