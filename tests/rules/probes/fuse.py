"""A probe: a countdown. It rings every ten seconds; at the end the mine goes up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.chance import draw, key_of, next_key
from klaxon.rules.contract import Event, Field, Header, Ms, Offer, Order, Outcome, Refusal, Seat, Sight, Step
from klaxon.rules.domains import Keyed, OneOf, Span
from klaxon.rules.laws import seats_of
from klaxon.rules.walks import judge
from tests.rules.probes.base import RED, Probe, Verb, View

RING, WIRES = 10_000, ("red", "green", "black")


class Mine(NamedTuple):
    now: int = 0
    ends: int = 45_000
    delays: int = 3
    cut: tuple[str, ...] = ()
    key: str = ""


class Fuse(Probe):
    """One of three wires stops the fuse; which one, chance decides when the first is cut."""

    name = "fuse"
    seats = (RED,)
    verbs = (Verb("delay", ("captain",), "[seconds=1..20]"), Verb("cut", ("captain",), "WIRE"))
    made: ClassVar[Any] = Mine

    def setup(self, header: Header) -> Mine:
        return Mine(key=key_of(header.seed))

    def apply(self, state: Mine, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return settled
        if order.verb == "delay":
            seconds = int(settled.argument("seconds") or 5)
            return self._told(state._replace(ends=state.ends + seconds * 1000, delays=state.delays - 1), "delayed")
        return self._told(state._replace(cut=(*state.cut, str(settled.args[0]))), "cut")

    def advance(self, state: Mine, until: Ms) -> Step:
        due = self.due(state)
        if due is None or until < due:
            return super().advance(state, until)
        return self._told(state._replace(now=due), "boom" if due == state.ends else "rings")

    def _told(self, state: Mine, kind: str) -> Step:
        return Step(state, (Event(kind, {"ends": state.ends, "cut": state.cut}, frozenset(seats_of(self))),))

    def due(self, state: Mine) -> Ms | None:
        return None if self.outcome(state) else Ms(state.ends - (state.ends - state.now - 1) // RING * RING)

    def outcome(self, state: Mine) -> Outcome | None:
        if WIRES[draw(state.key, "wire", 0, len(WIRES))] in state.cut:
            return Outcome("red", "cut")
        return Outcome("draw", "boom") if state.now >= state.ends else None

    def sight(self, state: Mine, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        told = {"seat": seat, "over": self.outcome(state) is not None, "ends": state.ends, "delays": state.delays}
        return Sight(told | {"wires": [wire for wire in WIRES if wire not in state.cut]})

    def offers(self, view: View) -> Sequence[Offer]:
        over = Refusal("game-over") if view["over"] else None
        delay = over or (None if view["delays"] else Refusal("no-delay"))
        return (Offer("delay", delay), Offer("cut", over, needs_hold=True)) if view["seat"] == RED else ()

    def field(self, view: View, draft: Order) -> Field | None:
        if draft.verb == "delay":
            return None if draft.args else Field("seconds", Keyed("seconds", Span(1, 20)), optional=True)
        return None if draft.args else Field("wire", OneOf(tuple(view["wires"])))

    def rekey(self, state: Mine, salt: str) -> Mine:
        return state._replace(key=next_key(state.key, salt))
