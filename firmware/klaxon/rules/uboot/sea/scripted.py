"""The seam to the sea: when it brings something, what that is, and what the crew perceives of it.

The rules aboard know the sea by these three alone, so that what moves it can be another: a script now (UBT-12.20c),
ships that sail by themselves later. A sea is a value, and knows game time only.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, Self

from klaxon.rules.uboot.content.mission import Happening, Mission
from klaxon.rules.uboot.records import Contact, OwnBoat, Waters
from klaxon.rules.uboot.sea.contacts import report_of


class SeaModel(Protocol):
    """What a sea must say of itself."""

    @property
    def waters(self) -> Waters:
        """What the crew perceives."""

    def due(self) -> int | None:
        """Return the game time up to which the sea brings nothing; None: it never will."""

    @property
    def names(self) -> int:
        """The highest number of a contact that the sea itself names."""

    def with_contact(self, contact: Contact) -> Self:
        """Return the sea with a contact more, by a card."""

    def without_contact(self, name: str) -> Self:
        """Return the sea with a contact less."""

    def advance(self, game: int, boat: OwnBoat, level: str) -> tuple[Self, tuple[Happening, ...]]:
        """Return the sea at that game time, never past `due`, and what it brings to the boat there.

        `level` is the navigator's: it says how much a report holds.
        """


class ScriptedSea(NamedTuple):
    """A sea that only the script of a mission moves."""

    mission: Mission
    waters: Waters
    place: int = 0
    """How many happenings of the script are over."""

    def due(self) -> int | None:
        """Return when the next line of the script is due."""
        script = self.mission.script
        return script[self.place].at if self.place < len(script) else None

    @property
    def names(self) -> int:
        """The highest number of a contact that the script names."""
        told = (str(line.facts.get("id", "")) for line in self.mission.script)
        return max((int(name[1:]) for name in told if name[:1] == "c" and name[1:].isdecimal()), default=0)

    def with_contact(self, contact: Contact) -> ScriptedSea:
        """Return the sea with a contact more, by a card."""
        return self._replace(waters=self.waters._replace(contacts=(*self.waters.contacts, contact)))

    def without_contact(self, name: str) -> ScriptedSea:
        """Return the sea with a contact less."""
        left = tuple(contact for contact in self.waters.contacts if contact.name != name)
        return self._replace(waters=self.waters._replace(contacts=left))

    def advance(self, game: int, boat: OwnBoat, level: str) -> tuple[ScriptedSea, tuple[Happening, ...]]:
        """Take the next line of the script, if it is due by then."""
        due = self.due()
        if due is None or due > game:
            return self, ()
        line = self.mission.script[self.place]
        return ScriptedSea(self.mission, _perceived(self.waters, line, boat, level), self.place + 1), (line,)


def _perceived(waters: Waters, line: Happening, boat: OwnBoat, level: str) -> Waters:
    """Return what the crew perceives after a line of the script."""
    facts = line.facts
    others = tuple(contact for contact in waters.contacts if contact.name != facts.get("id"))
    if line.do == "contact":
        return waters._replace(contacts=(*others, report_of(facts, boat, level, line.at)))
    if line.do in ("contact-lost", "sunk"):
        return waters._replace(contacts=others)
    if line.do == "weather":
        return waters._replace(weather=facts["state"], sea=facts["sea"])
    if line.do == "detected":
        return waters._replace(detected=bool(facts["on"]))
    return waters
