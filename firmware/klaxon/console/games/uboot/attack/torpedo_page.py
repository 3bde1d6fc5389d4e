"""Torpedoes that run, on all panels: seconds to the computed hit, tubes and track angle; then HIT, DUD, or silence.

Nothing here is known but what was told: when each torpedo left and how long it should run, and what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.console.games.uboot.attack.tdc_page import track_angle
from klaxon.console.games.uboot.feed import feed_times
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene, clock_text
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import reading

SECOND = 1000
SHOWN = 12 * SECOND
"""Table milliseconds for which a result stays on the panels."""
EEL = parse_sprite("#..#####... .#########. ########### .#########. #..#####...")
SHIP = parse_sprite(
    "......##.......... ......##.....#.... ..#..####....#.... ..#..####...##.... ###.#####..####.. "
    "################## .################."
)
LINE = LABEL.height


class RunningTorpedo(NamedTuple):
    """A torpedo that left a tube: when it should hit (game time), and what came of it ('' while it runs)."""

    tube: int
    launched: int
    due: int
    result: str
    told: int
    """Table time of the result; 0 while there is none."""


def torpedoes(scene: Scene) -> tuple[RunningTorpedo, ...]:
    """Return the torpedoes that run, or whose result was told a moment ago, in the order in which they left."""
    times, found = feed_times(scene), dict[int, RunningTorpedo]()
    for heard in scene.heard:
        if heard.type == "launched":
            left = times.game(heard.at)
            tube = int(heard.facts["tube"])
            found[tube] = RunningTorpedo(tube, left, left + SECOND * int(heard.facts["run_s"]), "", 0)
        elif heard.type == "torpedo" and int(heard.facts["tube"]) in found:
            tube = int(heard.facts["tube"])
            found[tube] = found[tube]._replace(result=str(heard.facts["result"]), told=heard.at)
    return tuple(each for each in found.values() if not each.result or scene.now - each.told < SHOWN)


def is_running(scene: Scene) -> bool:
    """Return whether there is a torpedo to watch."""
    return scene.outcome is None and bool(torpedoes(scene))


def salvo_key(scene: Scene) -> str:
    """Return what tells one salvo from another: when its first torpedo left; '' if none runs."""
    running = torpedoes(scene) if scene.outcome is None else ()
    return str(running[0].launched) if running else ""


@dataclass(frozen=True, slots=True)
class TorpedoTrack:
    """A torpedo on its way to a ship, as far as it should have come."""

    share: int
    """Thousandths of the way."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the way as dots, the torpedo, and the ship at its end."""
        pane = canvas.pane(area)
        end = area.width - SHIP.width - EEL.width - 2
        x = end * min(self.share, 1000) // 1000
        middle = area.height - 3 - EEL.height // 2
        for dot in range(0, x, 3):
            pane.dot(dot, middle)
        pane.sprite(x, middle - EEL.height // 2, EEL)
        pane.sprite(area.width - SHIP.width, area.height - SHIP.height - 1, SHIP)
        pane.hline(0, area.height - 1, area.width)

    def words(self) -> Iterable[str]:
        """Return nothing: the time says it."""
        return ()


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the time to the next computed hit, or the last result; and every torpedo of the salvo."""
    running, game, say = torpedoes(scene), reading(scene.view.board.clock, scene.now), scene.phrases.say
    last = max((each for each in running if each.result), key=lambda each: each.told, default=None)
    waiting = [each for each in running if not each.result]
    ahead = min((each for each in waiting), key=lambda each: each.due, default=None)
    title = Title(say("run.uboot", count=len(running)), clock_text(scene))
    large = Area(area.x, area.y + HEAD, area.width // 2, LARGE.height)
    beside = Area(area.x + area.width // 2 + 4, area.y + HEAD, area.width - area.width // 2 - 4, 3 * LINE)
    track = Area(area.x, area.y + HEAD + 24, area.width, area.height - HEAD - 24)
    rows = tuple(_rows(scene, running, game))[: beside.height // LINE]
    head = Place(area._replace(height=HEAD), title)
    share = _share(ahead, game) if ahead else 1000
    if last is not None and (ahead is None or scene.now - last.told < SHOWN // 3):
        word = Text((say(f"run.uboot.{last.result}"),), LARGE)
        return head, Place(large._replace(width=area.width), word), Place(track, TorpedoTrack(1000))
    return (
        head,
        Place(large, Text((_time(scene, ahead, game),), LARGE)),
        Place(beside, Text(rows, LABEL)),
        Place(track, TorpedoTrack(share)),
    )


def _time(scene: Scene, ahead: RunningTorpedo | None, game: int) -> str:
    """Return the seconds to the computed hit; after it, that everybody listens."""
    if ahead is None or game >= ahead.due:
        return scene.phrases.say("run.uboot.listen")
    seconds = -(-(ahead.due - game) // SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


def _share(ahead: RunningTorpedo, game: int) -> int:
    return 1000 * (game - ahead.launched) // max(ahead.due - ahead.launched, 1)


def _rows(scene: Scene, running: tuple[RunningTorpedo, ...], game: int) -> Iterator[str]:
    for each in running:
        left = -(-max(each.due - game, 0) // SECOND)
        state = (
            scene.phrases.say(f"run.uboot.{each.result}")
            if each.result
            else scene.phrases.say("measure.uboot.seconds", time=left)
        )
        yield scene.phrases.say("run.uboot.tube", tube=each.tube, state=state)
    solution = scene.view.board.arms.solution
    if solution is not None and solution.valid:
        yield scene.phrases.say("run.uboot.track", track=track_angle(solution.aim, solution))


def tick(scene: Scene) -> int | None:
    """Return when the seconds read otherwise, or a result has been seen long enough."""
    clock = scene.view.board.clock
    return scene.now + SECOND - reading(clock, scene.now) % SECOND if clock.factor else None


PAGE = RolePage(draw, is_there=is_running, tick=tick)
"""Torpedoes that run."""
