"""The coach: one line that tells a seat its next step in plain words, above the bottom line.

It is made of what the station shows anyway, the view and the order that is being made, so it can betray nothing. The
screen above gives it one page of rows; what stood there (news, hints) the coach says itself or the station menu tells.
"""

from __future__ import annotations

from typing import Any

from klaxon.console.drawing.parts import CoachLine
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.play.bottom_line import STANDING_STILL
from klaxon.console.play.play_state import PlayState
from klaxon.console.play.seat_screen import Scene

HIGH = 8
"""The rows of the line."""
LEAST = 64
"""The rows of a panel on which there is room for it: with large letters there is not."""


def coach_line(now: PlayState, width: int, height: int) -> Place | None:
    """Return the line of the coach at the foot of a page of play; None if there is no room or nothing to say."""
    text = next_step(now) if height >= LEAST else ""
    return Place(Area(0, height - BOTTOM - HIGH, width, HIGH), CoachLine(text)) if text else None


def next_step(now: PlayState) -> str:
    """Return what the seat that is shown does next; '' where there is nothing to say."""
    say, scene = now.phrases.say, now.scene
    if not scene.view:
        return ""
    if now.table == "over":
        return say("coach.over.captain" if now.is_captain else "coach.over")
    if now.table in STANDING_STILL:
        return say(f"coach.{now.table}")
    if now.drill is not None:
        return now.drill.coach()
    if now.elsewhere is not None and now.remark() is None and now.line() is None:
        return say("coach.elsewhere")
    if now.is_looking:
        return now.screen.coach(scene)
    return barred_hint(scene) or now.screen.coach(scene) or general(scene)


def barred_hint(scene: Scene[Any]) -> str:
    """Say how to learn why something under the cursor cannot be, where something else can."""
    choice = scene.draft.choice_at_cursor
    stuck = scene.draft.open and choice is not None and choice.barred is not None
    return scene.phrases.say("coach.barred") if stuck else ""


def general(scene: Scene[Any]) -> str:
    """Return the next step in any game, from the order that is being made alone."""
    say, draft = scene.phrases.say, scene.draft
    if not draft.verb and not draft.open:
        return say("coach.wait")
    if draft.order is not None:
        return say("coach.hold" if draft.needs_hold else "coach.give")
    return say("coach.choose")
