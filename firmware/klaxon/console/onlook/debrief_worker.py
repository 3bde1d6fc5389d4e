"""The worker of a debrief: a process of its own, niced, that gives its memory back when it is done.

A thread waits for it, so the loop does not. It is the same program: it is handed a function with its arguments, and
answers with what that returns. Both ends are ours, so they speak pickle.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 120
"""Seconds after which a worker hangs; a long game takes a Pi Zero 2 W some ten."""
NICE = 10
"""A game that is played goes first."""


class DebriefWorkerError(Exception):
    """The worker died, hung, or could not be started."""


def call_in_worker(work: Callable[[], T]) -> T:
    """Return what a `partial` returns, worked out by a process of its own; DebriefWorkerError where that fails."""
    task = pickle.dumps(work)
    command = [sys.executable, "-m", __name__]
    try:
        done = subprocess.run(command, input=task, stdout=subprocess.PIPE, timeout=PATIENCE, check=True)  # noqa: S603
        answer: T = pickle.loads(done.stdout)  # noqa: S301 - our own child wrote it
    except (OSError, subprocess.SubprocessError, EOFError, pickle.UnpicklingError) as error:
        raise DebriefWorkerError(str(error)) from error
    return answer


def main() -> None:
    """Do the one task on standard input."""
    os.nice(NICE)
    work = pickle.load(sys.stdin.buffer)  # noqa: S301 - the console wrote it
    sys.stdout.buffer.write(pickle.dumps(work()))


if __name__ == "__main__":
    main()
