"""The end of a game: who won and why, and the final state of both boats."""

from __future__ import annotations

from klaxon.console.drawing.fonts import BODY, LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam.scene import Scene
from klaxon.console.play.outcome import CLEAR, reason_font, verdict_of
from klaxon.rules.steam.setting import BOATS


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the outcome."""
    how, reason = verdict_of(scene)
    say, find = scene.phrases.say, scene.phrases.find
    why = find(f"reason.steam.{reason}.{how}", find(f"reason.{reason}", say("reason.")))
    boats = tuple(_boat(scene, boat) for boat in BOATS)
    verdict, last = area.y + CLEAR, area.y + area.height - 2 * LABEL.height
    below = min(area.y + 26, last - BODY.height)
    return (
        Place(Area(area.x, verdict, area.width, LARGE.height), Text((say(f"over.steam.{how}"),), LARGE, "centre")),
        Place(Area(area.x, below, area.width, BODY.height), Text((why,), reason_font(why, area.width), "centre")),
        Place(Area(area.x, last, area.width, 2 * LABEL.height), Text(boats, LABEL, "centre")),
    )


def _boat(scene: Scene, boat: str) -> str:
    """Return what is left of a boat: oxygen, men, compartments."""
    known, phrases = scene.view.boats[boat], scene.phrases
    return phrases.say(
        "over.steam.boat",
        boat=phrases.brief_boat(boat),
        air=known.oxygen,
        men=sum(bool(man.at) for man in known.crew.values()),
        lost=sum(cell.destroyed for cell in known.cells.values()),
    )
