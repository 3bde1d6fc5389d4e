"""Crews check in by phone: a name, confirmed as it will be spelled, and a ticket that tells them where they play."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from klaxon.club.desk.hall import Hall
from klaxon.club.desk.people import CheckIn
from klaxon.club.tournament import acts
from klaxon.club.tournament.deeds import plain_name
from klaxon.club.tournament.tournament import ActError, Crew

MOST_TICKETS = 2000


class CheckingIn:
    """The door of the tournament."""

    def __init__(self, hall: Hall) -> None:
        """Check crews of a hall in."""
        self._hall = hall

    def spell(self, name: str) -> Mapping[str, Any]:
        """Return how a name will be spelled, and the crew of that name where it is known already."""
        self._need_open()
        plain = plain_name(name)
        crew = self._crew_named(plain)
        return {"name": crew.name if crew else plain, "crew": crew.number if crew else None}

    def check_in(self, name: str, now: float) -> str:
        """Check a crew in, a new one or one that the organiser entered; return the ticket of this phone."""
        self._need_open()
        if len(self._hall.check_ins) >= MOST_TICKETS:
            raise ActError("hall-full", most=MOST_TICKETS)
        crew = self._crew_named(plain_name(name))
        if crew is None:
            self._hall.do(acts.Enter(name))
            crew = self._hall.need_tournament().crews[-1]
        elif not crew.here:
            self._hall.do(acts.Return(crew.number))
        ticket = secrets.token_urlsafe(9)
        self._hall.keep_check_in(CheckIn(ticket, crew.number, now))
        return ticket

    def crew_of(self, ticket: str) -> int | None:
        """Return the crew of a ticket."""
        found = self._hall.check_ins.get(ticket)
        tournament = self._hall.tournament
        known = found is not None and tournament is not None and found.crew <= len(tournament.crews)
        return found.crew if known and found is not None else None

    def _need_open(self) -> None:
        self._hall.need_tournament()
        if not self._hall.settings.checks_in:
            raise ActError("check-in-closed")

    def _crew_named(self, plain: str) -> Crew | None:
        for crew in self._hall.need_tournament().crews:
            if crew.name.casefold() == plain.casefold():
                return crew
        return None
