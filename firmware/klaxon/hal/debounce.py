"""Debounce: turns a bouncing line into a stable level. Pure; time comes with the edges.

A level counts when it has held for D. Every earlier edge restarts the wait, so neither bounces nor noise shorter than D
are ever a press.

    contact  ____|~|_|~~|_|~~~~~~~~~~~~~~~~~~~
    waits        .   .    .------ D ------>
    level    _____________________________|~~~
"""

from __future__ import annotations

NEVER = 1 << 63
"""A moment that never comes."""


class Debounce:
    """One line. Its owner calls `settle` when `due` has come, and before any later edge."""

    __slots__ = ("due", "edges", "hold", "last", "late", "level", "lost", "noise", "raw", "repaired", "reread")

    def __init__(self, hold: int, level: int) -> None:
        """Begin at a stable level; `hold` is D in nanoseconds."""
        self.hold = hold
        self.level = self.raw = level
        """The accepted level, and the level seen last."""
        self.due, self.last = NEVER, 0
        """When the level seen last is accepted; up to when the line has been judged."""
        self.reread = False
        """The level seen last comes from a re-read: its edge is lost, or on its way."""
        self.edges = self.noise = 0
        """All edges; levels that went away before they were accepted."""
        self.lost = self.repaired = self.late = 0
        """Edges that must have been lost; levels found only by a re-read; edges older than the last accepted level."""

    def edge(self, at: int, level: int) -> None:
        """Take an edge and the level after it."""
        self.edges += 1
        if at < self.last:
            self.late += 1
            at = self.last
        self.last = at
        if self.reread:
            self.reread = False  # the edge was on its way, and its own time is the better one
        elif level == self.raw:
            self.lost += 1
        self.see(at, level)

    def look(self, now: int, level: int) -> None:
        """Take a level that was re-read at a moment. It means nothing if an edge came since."""
        if now < self.last:
            return
        if self.reread and level == self.raw:
            self._repair()
        elif level != self.raw:
            self.reread = True
            self.see(now, level)

    def place(self, level: int) -> None:
        """Reset to a level."""
        self.level = self.raw = level
        self.due, self.reread = NEVER, False

    def settle(self) -> bool:
        """Accept the level that has held; return whether edges showed it, not only a re-read."""
        told = not self.reread
        if not told:
            self._repair()
        self.level, self.last, self.due = self.raw, max(self.last, self.due), NEVER
        return told

    def see(self, at: int, level: int) -> None:
        """Set the level seen last: the one before did not hold, and this one has to."""
        self.raw = level
        if level != self.level:
            self.due = at + self.hold
        elif self.due != NEVER:
            self.due = NEVER
            self.noise += 1

    def _repair(self) -> None:
        self.repaired += 1
        self.reread = False
