"""The records of a patrol: its objectives, the ships that were seen or heard to sink, the reports that were sent.

All of it is what the crew knows. What is true beside it (a ship that sank unseen, a stretch that runs) is the sea's.
"""

from __future__ import annotations

from typing import NamedTuple

UNKNOWN, KNOWN, MET, FAILED = "unknown", "known", "met", "failed"
"""States of an objective: not decoded yet, and so told to nobody; known and open; met; not met at the end."""
PRIMARY = "primary"


class Objective(NamedTuple):
    """An objective of the mission (UBT-7.11)."""

    name: str
    """`primary`, `second-1`, `second-2`, ..."""
    kind: str
    wants: tuple[tuple[str, int | str], ...] = ()
    """What the mission file asks for: `n`, `cell`, `hours`, ..."""
    state: str = UNKNOWN
    have: int = 0
    """Tons, ships or reports that count for it, as far as the crew knows."""
    since: int = -1
    """Game time since which its stretch runs, as far as the crew knows; -1: it does not."""

    def number(self, key: str) -> int:
        """Return a number that it asks for, 0 where it asks for none."""
        return int(dict(self.wants).get(key, 0))

    def word(self, key: str) -> str:
        """Return a word that it asks for, '' where it asks for none."""
        return str(dict(self.wants).get(key, ""))


class SunkShip(NamedTuple):
    """A ship that sank, as it was perceived (UBT-5#60)."""

    contact: str
    """'' where it was none."""
    type: str
    """'' where nobody knows what it was."""
    tons: int
    """GRT, of an escort its displacement; 0 where nobody knows."""
    klass: str = ""
    """`merchant`, `escort` or `small`; '' where nobody knows."""
    in_convoy: bool = False
    game: int = 0
    cell: str = ""
    """Of the boat, by reckoning."""
    is_staged: bool = False
    """The script of the mission sank it: the sea knows nothing of it."""


class SentReport(NamedTuple):
    """A message that was sent and counts for objectives: `weather` or `convoy`."""

    kind: str
    game: int
    cell: str
    """Of the boat, by reckoning: what the message says."""


class Patrol(NamedTuple):
    """What the crew knows of its patrol. Objectives that are not decoded stand in it too; no view shows them."""

    objectives: tuple[Objective, ...] = ()
    sunk: tuple[SunkShip, ...] = ()
    reports: tuple[SentReport, ...] = ()
    flooded: int = 0
    dead: int = 0
    """Rooms flooded and men dead when it began: what a patrol before has left."""

    def objective(self, name: str) -> Objective:
        """Return an objective by its name."""
        return next(each for each in self.objectives if each.name == name)

    def with_objective(self, changed: Objective) -> Patrol:
        """Return the patrol with one objective in another condition."""
        return self._replace(
            objectives=tuple(changed if each.name == changed.name else each for each in self.objectives)
        )
