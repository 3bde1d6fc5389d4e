"""The end of a mission: how it ended, why, and how the boat stands."""

from __future__ import annotations

from klaxon.console.drawing.fonts import BODY, LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import tracks_text
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.play.outcome import CLEAR, verdict_of


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the outcome."""
    how, reason = verdict_of(scene)
    phrases, board = scene.phrases, scene.view.board
    men = sum(not man.dead for man in board.crew)
    facts = (
        phrases.say("over.uboot.grade", grade=str(board.outcome.facts.get("grade", ""))) if board.outcome else "",
        phrases.say("over.uboot.men", men=men, of=len(board.crew)),
        phrases.say("over.uboot.tracks", tracks=tracks_text(scene)),
    )
    top = CLEAR + LARGE.height
    rest = Area(area.x, area.y + top + BODY.height, area.width, area.height - top - BODY.height)
    lines = tuple(filter(None, facts))[: max(rest.height // LABEL.height, 0)]
    return (
        Place(Area(area.x, area.y + CLEAR, area.width, LARGE.height), _verdict(phrases.say(f"over.uboot.{how}"))),
        Place(Area(area.x, area.y + top, area.width, BODY.height), Text((phrases.reason(reason),), BODY, "centre")),
        Place(rest, Text(lines, LABEL, "centre")),
    )


def _verdict(text: str) -> Text:
    return Text((text,), LARGE, "centre")
