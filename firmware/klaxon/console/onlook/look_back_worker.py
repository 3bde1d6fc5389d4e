"""The worker that looks back: a niced process that plays a finished game again once, then answers for any moment.

A thread waits for it, so the loop does not. Both ends are ours, so they speak pickle, one value after another.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from threading import Lock
from typing import Any

from klaxon.console.onlook.debrief_worker import NICE, DebriefWorkerError
from klaxon.console.onlook.past_moments import PastMoment, ReplayedGame
from klaxon.table.debrief import FinishedGame


class LookBackWorker:
    """A process that has a finished game at hand."""

    def __init__(self, finished: FinishedGame) -> None:
        """Nothing is started before the first question."""
        self._finished = finished
        self._child: subprocess.Popen[bytes] | None = None
        self._turn = Lock()

    def ask(self, at: int, seat: str, lens: Mapping[str, str]) -> PastMoment:
        """Return what a seat saw at a moment; it blocks. DebriefWorkerError if the process cannot answer."""
        with self._turn:
            try:
                return self._answer((at, seat, dict(lens)))
            except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
                self._end()
                raise DebriefWorkerError(str(error)) from error

    def _answer(self, question: tuple[int, str, dict[str, str]]) -> PastMoment:
        child = self._child or self._start()
        if child.stdin is None or child.stdout is None:
            raise EOFError
        pickle.dump(question, child.stdin)
        child.stdin.flush()
        answer: PastMoment = pickle.load(child.stdout)  # noqa: S301 - our own child wrote it
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", __name__]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        if self._child.stdin is not None:
            pickle.dump(self._finished, self._child.stdin)
        return self._child

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._turn:
            self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()


def main() -> None:
    """Read a finished game, then answer question after question, until nobody asks any more."""
    os.nice(NICE)
    read: Any = sys.stdin.buffer
    game = ReplayedGame(pickle.load(read))  # noqa: S301 - the console wrote it
    while True:
        try:
            at, seat, lens = pickle.load(read)  # noqa: S301
        except EOFError:
            return
        pickle.dump(game.look(at, seat, lens), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
