"""The bottom line of a page of play: what OK will do, or what is waited for."""

from __future__ import annotations

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.play.play_state import PlayState
from klaxon.rules.contract import role_of

STANDING_STILL = ("paused", "away", "count-in", "saving", "stuck")


def bottom_line(now: PlayState) -> BottomLine:
    """Return the bottom line."""
    if now.table == "over":
        text = f"‹{now.phrases.say(f'bottom.{now.afterwards}')}›"
        return BottomLine(text, "grave" if now.needs_hold() else "ready")
    if now.table in STANDING_STILL:
        asks = now.table in ("paused", "stuck")
        return BottomLine(now.phrases.say(f"bottom.{now.table}"), "ready" if asks else "waiting")
    return now.drill.bottom() if now.drill is not None else _of_order(now)


def _of_order(now: PlayState) -> BottomLine:
    """Return the bottom line while there is an order to give, or could be."""
    phrases, draft = now.phrases, now.draft
    order = now.order or now.remark()
    if now.under_way:  # the text stays, only its sign changes: few bytes travel, and nothing flickers
        return BottomLine(now.screen.order_text(now.scene, order) if order else phrases.say("bottom.sent"), "sent")
    if order is not None:
        text = now.screen.order_text(now.scene, order)
        return BottomLine(text, "grave" if now.needs_hold() else "ready")
    if (line := now.line()) is not None:
        return BottomLine(line, "grave" if now.line_needs_hold() else "ready")
    if now.elsewhere is not None:
        return BottomLine(phrases.say("bottom.seat", role=phrases.role(role_of(now.elsewhere))), "ready")
    choice = None if now.is_looking else draft.choice_at_cursor
    if choice is None or not (draft.verb or draft.open):
        return BottomLine(phrases.say("bottom.wait"), "waiting")
    if choice.barred is not None:
        return BottomLine(phrases.short_reason(choice.barred) or phrases.say("bottom.barred"), "idle")
    return BottomLine(phrases.say("bottom.push"), "idle")
