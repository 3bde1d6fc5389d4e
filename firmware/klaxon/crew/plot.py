"""The plotting process: a child process that computes what follows from views, so that the console's loop never waits.

It gets the views and events of a seat, one JSON line each, and answers with what follows from them:
`{"seat": "red.radio", "view": {...}}` begins a seat, `{"seat": "red.radio", "heard": {"type": "course", ...}}` goes on,
and `{"seat": "red.radio", "plot": {...}}` comes back, once for all that could be read together.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from klaxon.crew import CREWS, crew_of, plotter_of
from klaxon.crew.understudy import Plotter

Message = dict[str, Any]
CHUNK = 1 << 16


class Plotting:
    """The plots of some seats of one game, without any input or output."""

    def __init__(self, game: str) -> None:
        """Begin without seats."""
        self._game = game
        self._plotters: dict[str, Plotter] = {}
        self._due: dict[str, None] = {}
        """Seats whose plot has to be sent."""

    def take(self, message: Message) -> None:
        """Take a message."""
        match message:
            case {"seat": str(seat), "view": dict(view)}:
                self._plotters[seat] = plotter_of(self._game, view)
            case {"seat": str(seat), "heard": dict(heard)} if seat in self._plotters:
                self._plotters[seat].hear(heard)
            case _:
                return
        self._due[seat] = None

    def tell(self) -> list[Message]:
        """Return the messages to send."""
        due, self._due = self._due, {}
        return [{"seat": seat, "plot": self._plotters[seat].plot()} for seat in due]


def main(arguments: list[str]) -> int:
    """Plot until standard input ends."""
    games = [game for game in CREWS if crew_of(game).plotter]
    if len(arguments) != 1 or arguments[0] not in games:
        sys.stderr.write(f"usage: python -m klaxon.crew.plot {'|'.join(games)}\n")
        return 2
    plotting, rest = Plotting(arguments[0]), b""
    try:
        while data := os.read(0, CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                plotting.take(json.loads(line))
            text = "".join(json.dumps(message, separators=(",", ":")) + "\n" for message in plotting.tell())
            sys.stdout.write(text)
            sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):  # the console has gone, or goes with us
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
