"""Records of linked play: the missions of the log so far, and the log itself once the mission is over."""

from __future__ import annotations

from typing import NamedTuple


class PastMission(NamedTuple):
    """A mission of the log: what it was, and how it ended."""

    mission: str
    title: str
    chain: str
    date: str
    needs: str
    """`primary` where the next mission of its chain asks for its primary objective."""
    reason: str
    lost: bool
    """Whether the boat was lost."""
    primary: bool
    """Whether its primary objective was met."""
    grade: str
    glory: int
    ratio: int
    """Glory in percent of par."""
    grt: int
    ships: int

    @property
    def patrol(self) -> str:
        """The patrol that it belongs to: its chain, or itself where it has none (UBT-12.22c)."""
        return self.chain or self.mission


class LinkedPlay(NamedTuple):
    """What linked play keeps with a boat."""

    past: tuple[PastMission, ...] = ()
    """The missions before this one."""
    log: str = ""
    """The log as JSON, after the end; before it nothing."""
