"""The interface to a GPIO library: what it has to do for us. Every failure is an OSError."""

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
    """Whether the chip is known to be configured correctly; if not, a change without an edge is suspicious."""


class Forgotten(OSError):
    """A chip answers, but has lost its configuration."""


class Chip(Protocol):
    """An open chip. `look`, `set` and `close` may wait for a bus; the rest does not."""

    def fileno(self) -> int | None:
        """Return the file that becomes readable when something changed; None if the library wakes the loop itself."""

    def take(self) -> tuple[list[Change], int]:
        """Return all pending changes, and how many edges were lost before them. Called in the loop."""

    def look(self) -> LineLevels:
        """Read the levels of all inputs."""

    def set(self, levels: Mapping[int, int]) -> None:
        """Set the levels of outputs."""

    def close(self) -> None:
        """Release all lines; it never raises."""


class GpioApi(Protocol):
    """How chips are opened."""

    def open(self, plan: LinePlan, outputs: Mapping[int, int], wake: Callable[[], object]) -> Chip:
        """Open the lines of a chip. It may wait for a bus. Any thread may call `wake` when something changed."""


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Turn whatever a library raises into an OSError: gpiod raises other types too, lgpio only messages."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:  # a chip that fails in an unknown way is a chip that failed
        code = errno.EBUSY if "busy" in str(error).lower() else errno.EIO
        raise OSError(code, f"{type(error).__name__}: {error}") from error
