"""The coach: one line that tells a seat its next step in plain words, above the bottom line.

It is made of what the station shows anyway, the view and the order that is being made, so it can betray nothing. The
screen above gives it one page of rows; what stood there (news, hints) the coach says itself or the station menu tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from klaxon.console.drawing.parts import CoachLine
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.play.bottom_line import STANDING_STILL
from klaxon.console.play.seat_screen import BOTTOM, Scene, SeatScreen

if TYPE_CHECKING:
    from klaxon.console.play.play_page import PlayPage

HIGH = 8
"""The rows of the line."""
LEAST = 64
"""The rows of a panel on which there is room for it: with large letters there is not."""


def coached(page: PlayPage, screen: SeatScreen, width: int, height: int) -> tuple[int, tuple[Place, ...]]:
    """Return the rows that are left for a page of play, and the line of the coach under them."""
    text = next_step(page, screen) if page.coached and height >= LEAST else ""
    if not text:
        return height, ()
    return height - HIGH, (Place(Area(0, height - BOTTOM - HIGH, width, HIGH), CoachLine(text)),)


def next_step(page: PlayPage, screen: SeatScreen) -> str:
    """Return what the seat that is shown does next; '' where there is nothing to say."""
    say, state, scene = page.phrases.say, page.state, page.scene(0, 0)
    if not scene.view:
        return ""
    if state == "over":
        return say("coach.over.captain" if page.is_captain else "coach.over")
    if state in STANDING_STILL:
        return say(f"coach.{state}")
    if page.drill is not None:
        return page.drill.coach()
    if page.elsewhere() is not None and page.remark() is None and page.line() is None:
        return say("coach.elsewhere")
    return barred(scene) or screen.coach(scene) or general(scene)


def barred(scene: Scene) -> str:
    """Say how to learn why something under the cursor cannot be, where something else can."""
    choice = scene.draft.pointed
    stuck = scene.draft.open and choice is not None and choice.barred is not None
    return scene.phrases.say("coach.barred") if stuck else ""


def general(scene: Scene) -> str:
    """Return the next step in any game, from the order that is being made alone."""
    say, draft = scene.phrases.say, scene.draft
    if not draft.verb and not draft.open:
        return say("coach.wait")
    if draft.order is not None:
        return say("coach.hold" if draft.grave else "coach.give")
    return say("coach.choose")
