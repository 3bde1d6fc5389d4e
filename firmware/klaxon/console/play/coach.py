"""The coach: one line that tells a seat its next step in plain words, above the bottom line.

It is made from what the station shows anyway, the view and the draft, so it reveals nothing. The
screen above gives it one page of rows; news or hints that were there are in the coach line or the station menu.
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
"""The rows of a panel from which on it fits: with large letters it does not."""


def foot_line(text: str, width: int, height: int) -> Place | None:
    """Return a line at the foot of a page of play; None if there is no room or nothing to say."""
    is_shown = bool(text) and height >= LEAST
    return Place(Area(0, height - BOTTOM - HIGH, width, HIGH), CoachLine(text)) if is_shown else None


def next_step(now: PlayState) -> str:
    """Return the next step of the seat that is shown; '' if there is none."""
    say, scene = now.phrases.say, now.scene
    if not scene.view:
        return ""
    if now.table == "over":
        return say("coach.over" + (".sequel" if "sequel" in now.ways_on else ".captain" if now.is_captain else ""))
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
    """Return how to learn why the choice under the cursor is barred, if another one is open."""
    choice = scene.draft.choice_at_cursor
    stuck = scene.draft.open and choice is not None and choice.barred is not None
    return scene.phrases.say("coach.barred") if stuck else ""


def general(scene: Scene[Any]) -> str:
    """Return the next step in any game, from the draft alone."""
    say, draft = scene.phrases.say, scene.draft
    if not draft.verb and not draft.open:
        return say("coach.wait")
    if draft.order is not None:
        return say("coach.hold" if draft.needs_hold else "coach.give")
    return say("coach.choose")
