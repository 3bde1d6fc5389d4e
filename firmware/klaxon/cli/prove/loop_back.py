"""The PWM heard by the Pi itself: a wire leads from the bell's line to a free one, whose edges are counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise

from klaxon.cli.prove.part import ProofPart, judge_part, leave_untried
from klaxon.cli.soak.played import PlayedConsole
from klaxon.console.devices import Call, Note
from klaxon.console.devices.health import LineName
from klaxon.console.language.catalogue import say
from klaxon.hal.input_lines import SECOND, KeyLine, Taker, Wiring
from klaxon.hal.pi.lines.gpio_api import GpioApi
from klaxon.hal.pi.sources import open_source

Watch = Callable[[int, Taker], Callable[[], None]]
"""Passes the edges of a line to a taker; returns what ends that."""
PITCHES = (250, 440, 1000)
"""Hertz; a kernel keeps 1,024 edges, and the loop takes them long before."""
NOTE_MS, LISTEN = 500, 0.55
TOLERANCE = 0.02
"""Of a pitch, and what it may be off."""


class Falls:
    """The moments at which a line fell."""

    def __init__(self) -> None:
        """Begin with none."""
        self.at: list[int] = []

    def edge(self, line: LineName, at: int, level: int) -> None:  # noqa: ARG002 - there is one line
        """Take an edge."""
        if not level:
            self.at.append(at)

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Ignore levels: a tone is made of edges."""

    def drop(self, count: int, now: int) -> None:
        """Ignore what was dropped: it shows in the pitch."""

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Ignore that the line was lost: it shows in the pitch."""

    def pitch(self) -> float:
        """Return the pitch of the last note in hertz: by the middle gap between two falls; 0 if there was none."""
        gaps = sorted(later - before for before, later in pairwise(self.at))
        return SECOND / gaps[len(gaps) // 2] if gaps and gaps[len(gaps) // 2] else 0.0


def watch_line(line: int, taker: Taker, way: str | GpioApi = "gpiod") -> Callable[[], None]:
    """Watch a line of the Pi; an OSError says why it cannot be."""
    return open_source(way, Wiring((KeyLine("loop", "push", line),)), taker).close


async def try_loop_back(console: PlayedConsole, line: int | None, watch: Watch) -> ProofPart:
    """Ring some pitches, and compare them with what comes back."""
    bells = list(console.hardware.bells.values())
    if line is None:
        return leave_untried("loop-back", "no-wire")
    if not bells:
        return leave_untried("loop-back", "no-bell")
    falls = Falls()
    try:
        close = watch(line, falls)
    except OSError as error:
        return judge_part("loop-back", [f"{line}: {error.strerror or error}"], "loop-back", {})
    heard: dict[int, float] = {}
    try:
        for pitch in PITCHES:
            falls.at.clear()
            bells[0].ring(Call("loop", (Note(pitch, NOTE_MS),)))
            await asyncio.sleep(LISTEN)
            heard[pitch] = round(falls.pitch(), 1)
    finally:
        close()
    wrong = [
        say("prove.wrong.pitch", {"pitch": pitch, "heard": found})
        for pitch, found in heard.items()
        if abs(found - pitch) > TOLERANCE * pitch
    ]
    figures = {"line": line, "heard_hz": {str(pitch): found for pitch, found in heard.items()}}
    return judge_part("loop-back", wrong, "loop-back", figures, heard=", ".join(f"{each:g}" for each in heard.values()))
