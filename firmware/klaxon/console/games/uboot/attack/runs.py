"""Torpedoes that run, as far as the crew knows: launched, due at a time that was computed, and what was perceived.

Nothing of it comes from the sea: it is what everybody heard (UBT-8.5k).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klaxon.console.games.uboot.feed import feed_times
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.clock import reading

SECOND = 1000
SHOWN = 20_000
"""Milliseconds of table time for which results are shown after the last of them."""
OVERDUE = 60 * SECOND
"""Game time after the computed hit from which on a run is over, whatever was heard of it."""
RUNNING = ""
"""The result of a torpedo of which nothing was perceived yet."""


class TorpedoRun(NamedTuple):
    """A torpedo that was launched."""

    tube: int
    start: int
    """Game time at which it left."""
    due: int
    """Game time of the computed hit."""
    course: int
    """Tenths of a degree."""
    metres: int
    """How far it was computed to run."""
    track: int
    """Degrees between its course and that of the target."""
    result: str = RUNNING
    """hit, dud or miss."""
    told: int = 0
    """Table time of the result."""
    contact: str = ""
    """What it struck, where that is known."""


def runs_of(scene: Scene) -> tuple[TorpedoRun, ...]:
    """Return the torpedoes that run, with those whose result is still shown, in the order in which they left."""
    found = _known_runs(scene)
    if not found:
        return ()
    game = reading(scene.view.board.clock, scene.now)
    running = [run for run in found if run.result == RUNNING and game < run.due + OVERDUE]
    first = min((run.start for run in running), default=game)
    return tuple(
        run for run in found if run in running or (run.result and (scene.now - run.told < SHOWN or run.start >= first))
    )


def last_launch(scene: Scene) -> int:
    """Return when the last torpedo left that the station remembers, 0 if none did; what came of it does not count."""
    return max((run.start for run in _known_runs(scene)), default=0)


def _known_runs(scene: Scene) -> tuple[TorpedoRun, ...]:
    """Return every torpedo that the station remembers; asked many times for one picture, read once."""
    if not scene.heard:
        return ()
    key = (scene.heard[-1].n, len(scene.heard))
    return scene.view.board.keep("torpedo-runs", key, lambda _: _all_runs(scene))


def _all_runs(scene: Scene) -> tuple[TorpedoRun, ...]:
    """Return every torpedo that was launched as far back as the station remembers."""
    found: list[TorpedoRun] = []
    times = feed_times(scene)
    for heard in scene.heard:
        if heard.type == "launched":
            found.append(_launched(heard.facts, times.game(heard.at)))
        elif heard.type == "torpedo":
            place = _whose(found, int(heard.facts["tube"]))
            if place is not None:
                contact = str(heard.facts.get("contact", ""))
                found[place] = found[place]._replace(result=heard.facts["result"], told=heard.at, contact=contact)
    return tuple(found)


def _launched(facts: Mapping[str, Any], start: int) -> TorpedoRun:
    due = start + SECOND * int(facts["run_s"])
    return TorpedoRun(int(facts["tube"]), start, due, int(facts["course"]), int(facts["run_m"]), int(facts["track"]))


def _whose(found: list[TorpedoRun], tube: int) -> int | None:
    """Return which run a result is of: the first of its tube without one, else the last, which struck later."""
    of_tube = [place for place, run in enumerate(found) if run.tube == tube]
    open_ones = [place for place in of_tube if found[place].result == RUNNING]
    return next(iter(open_ones), of_tube[-1] if of_tube else None)


def is_shown(scene: Scene) -> bool:
    """Return whether there is a torpedo to watch, or a result to read."""
    return bool(runs_of(scene))


def seconds_left(scene: Scene, run: TorpedoRun) -> int:
    """Return the seconds to the computed hit, 0 when it is past."""
    return max(0, -((reading(scene.view.board.clock, scene.now) - run.due) // SECOND))
