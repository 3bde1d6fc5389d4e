"""The daemon's log: lines for journald with the name of the game, and no secrets."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.DEBUG, 7))
"""Log level -> journald's priority."""
LOGGER = "klaxon"


def under_systemd() -> bool:
    """Return whether output goes to the system journal, where others may read it."""
    try:
        place = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM", "") == f"{place.st_dev}:{place.st_ino}"


class PlainFormatter(logging.Formatter):
    """One line for each message, with the game in front.

    Of an exception it logs where and which kind, never its message, which could contain a secret of the game.
    """

    def __init__(self, game: Callable[[], str], *, priorities: bool) -> None:
        """`game` returns the name of the current game, '' between games; `priorities` are for journald."""
        super().__init__()
        self._game, self._priorities = game, priorities

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record, each with its prefix."""
        lines = [record.getMessage()]
        if record.exc_info and record.exc_info[0] is not None:
            lines += trace_lines(record.exc_info[0], record.exc_info[2])
        game = self._game()
        priority = next((number for level, number in PRIORITIES if record.levelno >= level), 7)
        before = f"<{priority}>" if self._priorities else ""
        named = f"[{game}] " if game else ""
        return "\n".join(f"{before}{named}{line}" for line in lines)


def trace_lines(kind: type[BaseException], trace: TracebackType | None) -> list[str]:
    """Return where something failed, frame by frame, and the kind of exception, without its message."""
    frames = traceback.extract_tb(trace)
    return [*(f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames), f"  {kind.__name__}"]


def set_up(game: Callable[[], str], stream: TextIO | None = None) -> logging.Logger:
    """Let all of Klaxon log to standard error; return the daemon's logger."""
    logger = logging.getLogger(LOGGER)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(PlainFormatter(game, priorities=under_systemd()))
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False
    return logger
