"""The end of a mission: how it ended, why, and the state of the boat."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import tracks_text
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.play.outcome import CLEAR, verdict_of
from klaxon.rules.uboot.patrol.scoring import RETURNED, TIME


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the outcome."""
    how, reason = verdict_of(scene)
    phrases, board = scene.phrases, scene.view.board
    if how == "lost" and reason in (TIME, RETURNED):
        how = "failed"
    grade = str(board.outcome.facts.get("grade", "")) if board.outcome else ""
    facts = (
        phrases.say("over.uboot.grade", grade=grade) if grade else "",
        phrases.say("over.uboot.men", men=sum(not man.dead for man in board.crew), of=len(board.crew)),
        phrases.say("over.uboot.tracks", tracks=tracks_text(scene)),
    )
    top = area.y + CLEAR + LARGE.height
    below = Area(area.x, top, area.width, area.y + area.height - top)
    why = LABEL.wrap(phrases.reason(reason), area.width)
    lines = (*why, *filter(None, facts))[: below.height // LABEL.height]
    verdict = Text((phrases.say(f"over.uboot.{how}"),), LARGE, "centre")
    return (
        Place(Area(area.x, area.y + CLEAR, area.width, LARGE.height), verdict),
        Place(below, Text(tuple(lines), LABEL, "centre")),
    )
