"""Reports: what can be reported about a tracked boat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CourseReport:
    """It sailed one point."""

    direction: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """It took that course back."""

    direction: str


@dataclass(frozen=True, slots=True)
class Silence:
    """It went 0 to 4 points in a line."""


@dataclass(frozen=True, slots=True)
class Surfaced:
    """It surfaced in a sector; its route is erased."""

    points: int


@dataclass(frozen=True, slots=True)
class Among:
    """It is on one of these points."""

    points: int


@dataclass(frozen=True, slots=True)
class Laid:
    """It laid a mine on a neighbour of its point."""

    fresh: bool
    """Whether it cannot be set off before the boat's next turn."""


@dataclass(frozen=True, slots=True)
class Armed:
    """All mines laid so far can be set off from now on."""


@dataclass(frozen=True, slots=True)
class Swept:
    """A blast: a mine on `gone` is destroyed silently; mines on `near` exploded, or there were none."""

    gone: int
    near: int


@dataclass(frozen=True, slots=True)
class Exploded:
    """One of its mines exploded on a point, set off by its crew or by another blast."""

    at: int
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Shot:
    """It caused a blast on a point and did not announce what that did to itself."""

    at: int


@dataclass(frozen=True, slots=True)
class Hurt:
    """It took damage that everybody heard of."""

    amount: int


@dataclass(frozen=True, slots=True)
class Silted:
    """These points are no longer sea, and the mines on them are gone."""

    points: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A chain of blasts is over."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Anything may have happened meanwhile."""


Report = (
    CourseReport
    | Withdrawn
    | Silence
    | Surfaced
    | Among
    | Laid
    | Armed
    | Swept
    | Exploded
    | Shot
    | Hurt
    | Silted
    | Settled
    | Lost
)
