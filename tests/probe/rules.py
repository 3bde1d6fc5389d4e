"""A probe: one boat that four people sail together. Its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.chance import draw, key_of, new_numbers, next_key
from klaxon.rules.contract import (
    SEA,
    SPECTATOR,
    UMPIRE,
    Event,
    Field,
    Header,
    Ms,
    Offer,
    Option,
    Order,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    Sight,
    Splits,
    Step,
)
from klaxon.rules.domains import OneOf, Span
from klaxon.rules.walks import judge
from tests.rules.probes.base import Probe, Verb, View

BOAT = "launch"
ROLES = ("captain", "helm", "lookout", "engine")
CAPTAIN, HELM, LOOKOUT, ENGINE = (Seat(f"{BOAT}.{role}") for role in ROLES)
CREW = frozenset({CAPTAIN, HELM, LOOKOUT, ENGINE})
SIDES = ("port", "starboard")
GRADES = ("bronze", "silver", "gold")
"""By what is left of the hull."""


class Crossing(NamedTuple):
    """The boat on its way."""

    key: str
    legs: int
    """Legs to the harbour."""
    seconds: int
    """What the helm has to answer in."""
    now: int = 0
    leg: int = 0
    hull: int = 3
    coal: int = 6
    steam: int = 0
    speed: str = ""
    """What the captain ordered, while the helm is asked where to steer."""
    reported: str = ""
    """The side on which the lookout says that the rock lies."""
    asked: int = 0
    """Number of the prompt."""
    since: int = 0
    """The moment at which the helm was asked."""


class Launch(Probe):
    """Reach the harbour before coal and hull are gone: the lookout sees the rock, the helm steers past it."""

    name = "launch"
    seats = (CAPTAIN, HELM, LOOKOUT, ENGINE)
    boats = (BOAT,)
    splits: Splits = MappingProxyType(
        {3: (("captain",), ("helm", "engine"), ("lookout",)), 2: (("captain", "lookout"), ("helm", "engine"))}
    )
    verbs = (
        Verb("ahead", ("captain",), "SPEED"),
        Verb("steer", ("helm",), "SIDE"),
        Verb("report", ("lookout",), "SIDE"),
        Verb("stoke", ("engine",)),
    )
    options = (
        Option("legs", Span(1, 9), "4"),
        Option("clock", OneOf(("20", "60")), "20"),
    )
    made: ClassVar[Any] = Crossing

    def setup(self, header: Header) -> Crossing:
        return Crossing(key_of(header.seed), int(header.options["legs"]), int(header.options["clock"]))

    def sequel(self, _header: Header, _state: Crossing) -> None:
        return None

    def apply(self, state: Crossing, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return settled
        match settled.verb, settled.args:
            case "stoke", ():
                after = state._replace(coal=state.coal - 1, steam=state.steam + 1)
                return Step(after, (_told("stoked", steam=after.steam),))
            case "report", (str(side),):
                said = Event("reported", {"boat": BOAT, "side": side}, CREW | {UMPIRE})
                return Step(state._replace(reported=side), (said,))
            case "ahead", (str(speed),):
                full = speed == "full"
                left = state._replace(steam=state.steam - full, coal=state.coal - (not full))
                after = left._replace(speed=speed, asked=state.asked + 1, since=state.now)
                return Step(after, (_told("ahead", speed=speed),))
            case _, (str(side),):
                return self._steer(state, side)
        raise AssertionError(settled)

    def _steer(self, state: Crossing, side: str) -> Step:
        struck = side == rock_of(state)
        harm, legs = (2, 2) if state.speed == "full" else (1, 1)
        after = state._replace(speed="", reported="", leg=state.leg + legs, hull=max(0, state.hull - struck * harm))
        events = [_told("struck", hull=after.hull) if struck else _told("passed", side=side)]
        if (outcome := self.outcome(after)) is not None:
            events.append(Event("over", outcome.show(), CREW | {UMPIRE, SPECTATOR}))
        return Step(after, tuple(events))

    def advance(self, state: Crossing, until: Ms) -> Step:
        due = self.due(state)
        if due is None or until < due:
            return super().advance(state, until)
        return self._steer(state._replace(now=max(due, state.now)), SIDES[0])

    def due(self, state: Crossing) -> Ms | None:
        return Ms(state.since + 1000 * state.seconds) if state.speed else None

    def prompts(self, state: Crossing) -> tuple[Prompt, ...]:
        if not state.speed:
            return ()
        return (Prompt(_key(state), HELM, ("steer",), due=self.due(state), default=Order(HELM, "steer", (SIDES[0],))),)

    def outcome(self, state: Crossing) -> Outcome | None:
        if not state.hull:
            return Outcome(SEA, "wrecked", {"grade": "none"})
        if state.leg >= state.legs:
            return Outcome(BOAT, "harbour", {"grade": GRADES[state.hull - 1], "coal": state.coal})
        return None if state.speed or state.coal or state.steam else Outcome(SEA, "adrift", {"grade": "none"})

    def actors(self, state: Crossing) -> tuple[Seat, ...]:
        if self.outcome(state):
            return ()
        return (HELM,) if state.speed else (CAPTAIN, ENGINE)

    def sight(self, state: Crossing, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        outcome = self.outcome(state)
        asked = bool(state.speed) and seat == HELM
        return Sight(
            {
                "seat": seat,
                "turn": "" if outcome else BOAT,
                "boats": {BOAT: {"hull": state.hull, "coal": state.coal, "steam": state.steam, "leg": state.leg}},
                "legs": state.legs,
                "speed": state.speed,
                "due": self.due(state),
                "prompts": [{"key": _key(state), "verbs": ["steer"]}] if asked else [],
                "outcome": outcome.show() if outcome else None,
                **({"reported": state.reported} if seat != SPECTATOR else {}),
                **({"rock": rock_of(state)} if seat in (LOOKOUT, UMPIRE) else {}),
            }
        )

    def open_prompts(self, view: View) -> Sequence[str]:
        return [prompt["key"] for prompt in view["prompts"]]

    def offers(self, view: View) -> Sequence[Offer]:
        over = Refusal("game-over") if view["outcome"] else None
        wait, boat = Refusal("helm-first") if view["speed"] else None, view["boats"][BOAT]
        match view["seat"]:
            case "launch.captain":
                spent = None if boat["coal"] or boat["steam"] else Refusal("no-coal")
                return (Offer("ahead", over or wait or spent),)
            case "launch.helm":
                return (Offer("steer", over or (None if view["speed"] else Refusal("not-asked"))),)
            case "launch.lookout":
                return (Offer("report", over, remark=True),)
            case "launch.engine":
                full = Refusal("steam-full") if boat["steam"] == 2 else None if boat["coal"] else Refusal("no-coal")
                return (Offer("stoke", over or wait or full),)
        return ()

    def field(self, view: View, draft: Order) -> Field | None:
        if draft.args or draft.verb == "stoke":
            return None
        if draft.verb == "ahead":
            boat = view["boats"][BOAT]
            return Field("speed", OneOf((*(["slow"] * bool(boat["coal"])), *(["full"] * bool(boat["steam"])))))
        return Field("side", OneOf(SIDES))

    def rekey(self, state: Crossing, salt: str) -> Crossing:
        key = next_key(state.key, salt)
        return state._replace(key=key, asked=state.asked + new_numbers(key))


def rock_of(state: Crossing) -> str:
    """Return the side on which the next rock lies."""
    return SIDES[draw(state.key, "rock", state.leg, len(SIDES))]


def _key(state: Crossing) -> str:
    return f"steer-{state.asked}"


def _told(kind: str, **facts: object) -> Event:
    return Event(kind, {"boat": BOAT, **facts}, CREW | {UMPIRE, SPECTATOR})
