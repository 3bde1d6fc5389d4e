"""A step in progress: a private copy of the state, and the events so far."""

from __future__ import annotations

from functools import lru_cache

from klaxon.rules.contract import SPECTATOR, UMPIRE, Event, Outcome, Seat, Step
from klaxon.rules.sonar.setting import BOATS, LOST_AT, ROLES
from klaxon.rules.sonar.state import Boat, State

SEAT = {(me, role): Seat(f"{boat}.{role}") for me, boat in enumerate(BOATS) for role in ROLES}
PLACE = {seat: place for place, seat in SEAT.items()}
CREW = tuple(frozenset(SEAT[me, role] for role in ROLES) for me in (0, 1))
"""Boat -> its seats."""
OWN = tuple(crew | {UMPIRE} for crew in CREW)
"""Boat -> who hears what only its crew may know."""
OTHERS = tuple(CREW[1 - boat] | {SPECTATOR} for boat in (0, 1))
"""Boat -> everybody else."""
ALL = CREW[0] | CREW[1] | {UMPIRE, SPECTATOR}


class Working:
    """The copy that an order works on. `boat` is the one that acts; call `hull` to get a boat for changing."""

    __slots__ = ("_enemy_copied", "boat", "events", "me", "state")

    state: State
    me: int
    boat: Boat
    events: list[Event]
    _enemy_copied: bool

    def __init__(self, state: State, me: int) -> None:
        """Copy the state for an order of boat `me`."""
        boats = state.boats
        self.state = later = state.copy()
        self.me = me
        self.boat = boat = boats[me].copy()
        later.boats = (boats[0], boat) if me else (boat, boats[1])
        self.events = []
        self._enemy_copied = False

    @property
    def enemy(self) -> Boat:
        """The other boat, for reading only."""
        return self.state.boats[1 - self.me]

    def hull(self, boat: int) -> Boat:
        """Return a boat to change."""
        if boat != self.me and not self._enemy_copied:
            self._enemy_copied = True
            copy = self.state.boats[boat].copy()
            self.state.boats = (self.boat, copy) if boat else (copy, self.boat)
        return self.state.boats[boat]

    def finish(self) -> Step:
        """Return the finished step."""
        return Step(self.state, tuple(self.events))

    def tell_simply(self, kind: str, boat: int, direction: str = "") -> None:
        """Announce to everyone an event whose only facts are the boat, and perhaps a direction."""
        self.events.append(_simple(kind, boat, direction))

    def tell_all(self, kind: str, **facts: object) -> None:
        """Announce to everyone."""
        self.events.append(Event(kind, facts, ALL))

    def tell_own(self, kind: str, boat: int, **facts: object) -> None:
        """Announce to one boat's crew only."""
        self.events.append(Event(kind, {"boat": BOATS[boat], **facts}, OWN[boat]))

    def tell_others(self, kind: str, boat: int, **facts: object) -> None:
        """Announce to everyone but that boat's crew."""
        self.events.append(Event(kind, {"boat": BOATS[boat], **facts}, OTHERS[boat]))

    def hurt(self, boat: int, amount: int, cause: str, *, announced: bool) -> None:
        """Damage a boat. If it is not announced, only its own crew hears of it."""
        hull = self.hull(boat)
        hull.damage = min(LOST_AT, hull.damage + amount)
        to = OWN[boat]
        if announced:
            hull.shown_damage = min(LOST_AT, hull.shown_damage + amount)
            to = ALL
        self.events.append(Event("damage", {"boat": BOATS[boat], "amount": amount, "cause": cause}, to))

    def test_outcome(self) -> bool:
        """End the game if one boat is lost, or both; return whether it is over."""
        lethal = self.state.setting.lethal
        lost = [boat for boat in (0, 1) if self.state.boats[boat].damage >= lethal]
        if lost and self.state.outcome is None:
            for boat in lost:
                self.tell_all("sunk", boat=BOATS[boat])
            self.end("draw" if len(lost) > 1 else BOATS[1 - lost[0]], "sunk")
        return bool(lost)

    def end(self, winner: str, reason: str) -> None:
        """End the game."""
        self.state.outcome = Outcome(winner, reason)
        self.tell_all("over", winner=winner, reason=reason)


@lru_cache(maxsize=64)
def _simple(kind: str, boat: int, direction: str) -> Event:
    facts = {"boat": BOATS[boat]}
    return Event(kind, {**facts, "dir": direction} if direction else facts, ALL)
