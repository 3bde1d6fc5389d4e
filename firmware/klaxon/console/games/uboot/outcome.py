"""The end of a mission: how it ended, why, and the state of the boat."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import tracks_text
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.play.outcome import CLEAR, verdict_of
from klaxon.rules.uboot.patrol.records import FAILED, MET
from klaxon.rules.uboot.patrol.scoring import RETURNED, TIME


def _worth(scene: Scene) -> Iterator[str]:
    """Yield what the mission was worth: grade and glory, how many of its known objectives were met, tonnage."""
    board, say = scene.view.board, scene.phrases.say
    facts = board.outcome.facts if board.outcome else {}
    grade = str(facts.get("grade", ""))
    if grade:
        told = facts.get("glory")
        yield say("over.uboot.grade", grade=grade) if told is None else say("over.uboot.worth", grade=grade, glory=told)
    states = [each.state for each in board.patrol.objectives if each.state in (MET, FAILED)]
    if states:
        yield say("over.uboot.objectives", met=states.count(MET), of=len(states))
    if facts.get("grt"):
        yield say("over.uboot.grt", grt=facts["grt"])


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the outcome."""
    how, reason = verdict_of(scene)
    phrases, board = scene.phrases, scene.view.board
    if how == "lost" and reason in (TIME, RETURNED):
        how = "failed"
    facts = (
        *_worth(scene),
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
