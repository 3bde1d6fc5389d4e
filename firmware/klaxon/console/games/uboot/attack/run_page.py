"""Torpedoes that run, on every panel: the seconds to the computed hit, then HIT, DUD or MISS as it was perceived.

Under the time stands how far the torpedo runs that is waited for, and at what angle it meets its target.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, largest
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.console.games.uboot.attack.runs import RUNNING, SECOND, SHOWN, TorpedoRun, is_shown, runs_of, seconds_left
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import reading

EEL = parse_sprite("#...... .#####. ####### .#####. #......")
SHIP = parse_sprite(
    "........#................#........ ........#......###.......#........ ........#......###.......#........"
    " ........#....#######.....#........ ##......#....#######.....#.....### #####################.############"
    " .################################. ..###############################."
)
LINE = LABEL.height
COUNT = 60
"""Columns of the time that is left."""
SETTINGS = 2
"""Lines of what was computed, under it."""
SCENE_ROWS = 16
SOONEST = 250
"""Milliseconds between two pictures, however fast time runs."""
SPRAY = 14
"""Rows of the column of water where a torpedo struck."""


@dataclass(frozen=True, slots=True)
class RunPicture:
    """A torpedo on its way to a ship, and what came of those before it."""

    done: int | None
    """How far of its way the next one is, in thousandths; None: none runs."""
    has_hit: bool

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the track behind the torpedo, the ship before it, and the spray of a hit."""
        pane, water = canvas.pane(area), area.height - 2
        left = area.width - SHIP.width - 4
        pane.sprite(left, water - SHIP.height, SHIP)
        pane.hline(0, water, area.width)
        if self.has_hit:
            _spray(pane, left + SHIP.width // 3, water)
        if self.done is not None:
            at = (left - EEL.width) * self.done // 1000
            for x in range(0, at - 1, 4):
                pane.dot(x, water - 5)
            pane.sprite(at, water - 7, EEL)

    def words(self) -> Iterable[str]:
        """Return nothing: the times and results say it."""
        return ()


def _spray(pane: Canvas, at: int, water: int) -> None:
    """Draw a column of water and smoke that leans with the wind, wider at the top."""
    for y in range(SPRAY):
        wide, lean = 1 + y // 5, y // 4
        pane.fill(at + lean - wide - 1, water - 1 - y, 2 * wide + 3, 1, on=False)
        for x in range(-wide, wide + 1):
            is_thin = y >= SPRAY * 2 // 3 and (x + y) % 2
            pane.dot(at + lean + x, water - 1 - y, on=(x * 13 + y * 7) % 5 > 0 and not is_thin)


@dataclass(frozen=True, slots=True)
class RunRows:
    """A line for each torpedo: its tube in a box, and what is known of it."""

    rows: tuple[tuple[int, str, str], ...]
    """Tube, what is known of it, and the same in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many as fit."""
        pane, wide = canvas.pane(area), LABEL.width + 3
        for place, (tube, text, _) in enumerate(self.rows[: area.height // LINE]):
            pane.fill(0, place * LINE, wide, LINE - 1)
            pane.text(2, place * LINE, str(tube), LABEL, on=False)
            pane.text(wide + 2, place * LINE, LABEL.fit(text, area.width - wide - 2), LABEL)

    def words(self) -> Iterable[str]:
        """Return all of them."""
        return [said for _, _, said in self.rows]


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the time to the next computed hit, every torpedo of the salvo, and the run."""
    say, runs = scene.phrases.say, runs_of(scene)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    high = body.height - SCENE_ROWS
    rows = tuple(_row(scene, run) for run in runs)
    count = _count_text(scene, runs)
    beside = Area(area.x + COUNT, body.y, area.width - COUNT, high)
    under = Area(area.x, body.y + high - SETTINGS * LINE, COUNT, SETTINGS * LINE)
    return (
        Place(area._replace(height=HEAD), heading(scene, say("run.uboot", count=len(runs)), area.width)),
        Place(Area(area.x, body.y, COUNT, high - under.height), Text((count,), largest(count, COUNT), middle=True)),
        Place(under, Text(_settings_text(scene, runs), LABEL)),
        Place(beside, RunRows(rows)),
        Place(Area(area.x, body.y + high, area.width, SCENE_ROWS), _picture(scene, runs)),
    )


def _row(scene: Scene, run: TorpedoRun) -> tuple[int, str, str]:
    text = state_text(scene, run)
    return run.tube, text, scene.phrases.say("run.uboot.tube", tube=run.tube, state=text)


def _next_run(runs: tuple[TorpedoRun, ...]) -> TorpedoRun | None:
    """Return the torpedo that is waited for; else the one whose result came last."""
    running = [run for run in runs if run.result == RUNNING]
    return min(running, key=lambda run: run.due) if running else max(runs, key=lambda run: run.told, default=None)


def _count_text(scene: Scene, runs: tuple[TorpedoRun, ...]) -> str:
    """Return the time to the next computed hit, `0:58`; else the last result."""
    run = _next_run(runs)
    if run is None or run.result:
        return scene.phrases.say(f"run.uboot.{run.result}") if run else ""
    left = seconds_left(scene, run)
    return f"{left // 60}:{left % 60:02}"


def _settings_text(scene: Scene, runs: tuple[TorpedoRun, ...]) -> tuple[str, ...]:
    """Return how far that torpedo was computed to run, and the angle between its course and its target's."""
    run, say = _next_run(runs), scene.phrases.say
    if run is None:
        return ()
    return say("run.uboot.metres", metres=run.metres), say("run.uboot.track", track=run.track)


def state_text(scene: Scene, run: TorpedoRun) -> str:
    """Return what is known of a torpedo: how long it runs, that its time is up, or what was perceived."""
    say = scene.phrases.say
    if run.result:
        return " ".join([say(f"run.uboot.{run.result}"), run.contact]).rstrip()
    left = seconds_left(scene, run)
    return f"{left // 60}:{left % 60:02}" if left else say("run.uboot.listen")


def _picture(scene: Scene, runs: tuple[TorpedoRun, ...]) -> RunPicture:
    """Return the picture: of the torpedo that is waited for, else of a dud, which lies at the hull that it struck."""
    run, has_hit = _next_run(runs), any(each.result == "hit" for each in runs)
    if run is None or run.result in ("hit", "miss"):
        return RunPicture(None, has_hit)
    gone = reading(scene.view.board.clock, scene.now) - run.start
    done = 1000 if run.result else min(1000, 1000 * gone // max(1, run.due - run.start))
    return RunPicture(done, has_hit)


def tick(scene: Scene) -> int | None:
    """Return when a second is over, or the last result is no longer shown."""
    clock, runs = scene.view.board.clock, runs_of(scene)
    running = [run for run in runs if run.result == RUNNING]
    if running and clock.factor:
        left = (min(run.due for run in running) - reading(clock, scene.now)) % SECOND or SECOND
        return scene.now + max(SOONEST, -(-left // clock.factor))
    return max((run.told for run in runs if run.result), default=scene.now) + SHOWN if runs else None


PAGE = RolePage(draw, is_there=is_shown, tick=tick)
"""The run, for every role."""
