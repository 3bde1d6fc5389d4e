"""The mission on a panel: its objectives with how far they are, as the crew knows it, and the briefing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.feed import BAR, NARROW, FeedLines
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.logbook.objective_words import objective_text
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import time_of_day
from klaxon.rules.uboot.patrol.counting import NUMBER
from klaxon.rules.uboot.patrol.records import KNOWN, UNKNOWN, Objective
from klaxon.rules.uboot.state import SETUP

TOP = "mission-top"
"""In the lens: how many lines are above the panel."""


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the objectives, the open ones marked, then the briefing; before `begin` the briefing first."""
    lines = tuple(_lines(scene, area.width))
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    top = min(int(scene.lens.get(TOP, 0)), max(len(lines) - 1, 0))
    title = scene.phrases.say("page.uboot.mission")
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(body, FeedLines(lines, top)),
    )


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Go through the lines."""
    most = max(len(tuple(_lines(scene, scene.width or NARROW))) - 1, 0)
    return {**scene.lens, TOP: str(max(0, min(most, int(scene.lens.get(TOP, 0)) + steps)))}


def _lines(scene: Scene, width: int) -> Iterator[tuple[str, bool]]:
    parts = [_objectives(scene), _briefing(scene)]
    for part in reversed(parts) if scene.view.board.phase == SETUP else parts:
        for text, is_open in part:
            for place, line in enumerate(LABEL.wrap(text, width - BAR)):
                yield line, is_open and not place


def _objectives(scene: Scene) -> list[tuple[str, bool]]:
    known = [each for each in scene.view.board.patrol.objectives if each.state != UNKNOWN]
    return [(_told(scene, each), each.state == KNOWN) for each in known]


def _told(scene: Scene, objective: Objective) -> str:
    phrases = scene.phrases
    told = objective_text(phrases, objective.kind, dict(objective.wants))
    told = phrases.say(f"mission.uboot.{objective.state}", objective=told)
    return ": ".join(filter(None, [told, _progress(scene, objective)]))


def _progress(scene: Scene, objective: Objective) -> str:
    """Return how far an open objective is: so much of its number, or since when its stretch runs."""
    say = scene.phrases.say
    if objective.state == KNOWN and objective.kind in NUMBER:
        return say("mission.uboot.have", have=objective.have, of=objective.number(NUMBER[objective.kind]))
    if objective.state == KNOWN and objective.since >= 0:
        return say("mission.uboot.since", time=time_of_day(scene.view.board.briefing.date, objective.since))
    return ""


def _briefing(scene: Scene) -> list[tuple[str, bool]]:
    told = scene.view.board.briefing
    texts = dict(told.texts)
    text = texts.get(scene.phrases.language) or texts.get(ENGLISH) or next(iter(texts.values()), "")
    return [(scene.phrases.say("mission.uboot.frame", hours=told.hours, cell=told.start), False), (text, False)]


PAGE = RolePage(draw, turn)
