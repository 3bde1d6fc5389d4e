"""A probe: sixteen men moved by one order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.contract import Event, Field, Offer, Order, Outcome, Refusal, Seat, Sight, Step
from klaxon.rules.domains import FreeText, OneOf, PerKey
from klaxon.rules.laws import seats_of
from klaxon.rules.walks import judge
from tests.rules.probes.base import Probe, Verb, View

MEN = tuple(f"man-{number}" for number in range(1, 17))
ROOMS = ("bow", "bunks", "control", "engine", "stern")
WATCHES = 4


class Boat(NamedTuple):
    now: int = 0
    watch: int = 1
    rooms: tuple[int, ...] = (0, 1, 2, 3, 4) * 3 + (0,)
    note: str = ""


class Watch(Probe):
    """At the change of the watch every man stays or goes to the next room, all of them by one order."""

    name = "watch"
    seats = (Seat("uboot.captain"),)
    verbs = (Verb("change", ("captain",), "MAN=ROOM for each"), Verb("note", ("captain",), "TEXT"))
    made: ClassVar[Any] = Boat

    def apply(self, state: Boat, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return settled
        if order.verb == "note":
            return self._told(state._replace(note=str(settled.args[0])), "noted")
        rooms = tuple(ROOMS.index(settled.argument(man) or "") for man in MEN)
        return self._told(state._replace(rooms=rooms, watch=state.watch + 1, note=""), "changed")

    def _told(self, state: Boat, kind: str) -> Step:
        facts = {"rooms": dict(zip(MEN, self._names(state), strict=True)), "note": state.note}
        return Step(state, (Event(kind, facts, frozenset(seats_of(self))),))

    def _names(self, state: Boat) -> list[str]:
        return [ROOMS[room] for room in state.rooms]

    def outcome(self, state: Boat) -> Outcome | None:
        return Outcome("draw", "relieved") if state.watch > WATCHES else None

    def sight(self, state: Boat, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        return Sight({"seat": seat, "watch": state.watch, "rooms": self._names(state), "note": state.note})

    def offers(self, view: View) -> Sequence[Offer]:
        if view["seat"] not in self.seats:
            return ()
        over = Refusal("game-over") if view["watch"] > WATCHES else None
        return (
            Offer("change", over, needs_hold=True),
            Offer("note", over or (Refusal("noted") if view["note"] else None)),
        )

    def field(self, view: View, draft: Order) -> Field | None:
        if draft.args:
            return None
        return (
            Field("text", FreeText("", 20)) if draft.verb == "note" else Field("men", PerKey(self._ways(view["rooms"])))
        )

    def _ways(self, rooms: Sequence[str]) -> dict[str, OneOf]:
        near = {room: ROOMS[max(0, place - 1) : place + 2] for place, room in enumerate(ROOMS)}
        return {man: OneOf(near[room]) for man, room in zip(MEN, rooms, strict=True)}
