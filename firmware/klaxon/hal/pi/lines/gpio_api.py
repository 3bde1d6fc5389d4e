"""A way to the lines of a chip: what a library has to do for us. Whatever goes wrong is an OSError."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from klaxon.hal.pi.lines.plan import LinePlan


class Change(NamedTuple):
    """A line of a chip changed its level."""

    at: int
    """Nanoseconds, by CLOCK_MONOTONIC."""
    offset: int
    level: int


class LineLevels(NamedTuple):
    """The levels of all inputs of a chip."""

    levels: dict[int, int]
    sure: bool = True
    """The chip is known to be set up as it should be; where it is not, a change without an edge is suspicious."""


class Forgotten(OSError):
    """A chip answers, and has lost how it was set up."""


class Chip(Protocol):
    """A chip whose lines are ours. `look`, `set` and `close` may wait for a bus; the rest does not."""

    def fileno(self) -> int | None:
        """Return the file that can be read when something changed; none if the way wakes the loop itself."""

    def take(self) -> tuple[list[Change], int]:
        """Return all changes that wait, and how many edges were lost before them. Called in the loop."""

    def look(self) -> LineLevels:
        """Read the levels of all inputs."""

    def set(self, levels: Mapping[int, int]) -> None:
        """Set the levels of outputs."""

    def close(self) -> None:
        """Let all lines go; it never raises."""


class GpioApi(Protocol):
    """How chips are opened."""

    def open(self, plan: LinePlan, outputs: Mapping[int, int], wake: Callable[[], object]) -> Chip:
        """Take the lines of a chip. It may wait for a bus. `wake` may be called by any thread when something waits."""


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Let whatever a library raises be an OSError: gpiod makes other kinds of some, lgpio has only words for all."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:  # a chip that fails in an unknown way is a chip that failed
        code = errno.EBUSY if "busy" in str(error).lower() else errno.EIO
        raise OSError(code, f"{type(error).__name__}: {error}") from error
