"""The helm: a course chosen on a compass rose, with how far the boat would turn and who would steer it."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.chart.rose import CIRCLE, Rose
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.scene import Scene, bar_of
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Refusal

LINE = LABEL.height
ROSE = 47
"""Columns and rows of a rose on a panel of 64 rows."""
WISH = "wish"
"""In the lens: the course that the first officer would steer."""


def choose(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the course under the cursor, for the seat that gives the order."""
    pointed = scene.draft.choice_at_cursor
    wanted = int(pointed.word) if pointed and pointed.word else scene.view.board.boat.course
    return _page(scene, area, wanted, scene.phrases.verb("new_course"), "")


def look(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the course, and the one that the first officer would steer, to advise the captain."""
    board, phrases = scene.view.board, scene.phrases
    pending = board.pending
    if pending is not None and pending.order == "new_course":
        return _page(scene, area, int(pending.args[0]), phrases.verb("new_course"), phrases.say("helm.uboot.ordered"))
    wanted = int(scene.lens.get(WISH, board.boat.course))
    advice = phrases.say("helm.uboot.advise") if wanted != board.boat.course else ""
    return _page(scene, area, wanted, phrases.say("page.uboot.helm"), advice)


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn the wanted course."""
    course = int(scene.lens.get(WISH, scene.view.board.boat.course))
    return {**scene.lens, WISH: str((course + steps) % CIRCLE)}


def _page(scene: Scene, area: Area, wanted: int, title: str, note: str) -> tuple[Place, ...]:
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    size = min(ROSE, body.height)
    x = area.x + size + 4
    wide = area.width - size - 4
    small = Area(x, body.y + LARGE.height, wide, body.height - LARGE.height)
    shown = LABEL.whole((_turn_text(scene, wanted), note), wide, small.height // LINE)
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(Area(area.x, body.y, size, body.height), _rose(scene, wanted)),
        Place(Area(x, body.y, wide, LARGE.height), Text((f"{wanted:03}°",), LARGE)),
        Place(small, Text(tuple(shown), LABEL)),
    )


def _rose(scene: Scene, wanted: int) -> Rose:
    board, say = scene.view.board, scene.phrases.say
    course = scene.view.heading
    bearings = {
        contact.name: (course + int(dict(contact.fields)["bearing"])) % CIRCLE
        for contact in board.waters.contacts
        if "bearing" in dict(contact.fields)
    }
    said = [say("helm.uboot.course", course=f"{course:03}")]
    said += [say("helm.uboot.contact", name=name, bearing=f"{bearing:03}") for name, bearing in bearings.items()]
    return Rose(course, wanted, tuple(bearings.values()), tuple(say("rose.uboot").split()), tuple(said))


def _turn_text(scene: Scene, wanted: int) -> str:
    """Return how far and which way the boat turns; if nobody could steer it, why."""
    course, say = scene.view.heading, scene.phrases.say
    bar: Refusal | None = bar_of(scene, "new_course")
    if bar is not None:
        return scene.phrases.short_reason(bar)
    by = (wanted - course) % CIRCLE
    if not by:
        return say("helm.uboot.steady")
    side, degrees = ("starboard", by) if by <= CIRCLE // 2 else ("port", CIRCLE - by)
    return say(f"helm.uboot.{side}", degrees=degrees)
