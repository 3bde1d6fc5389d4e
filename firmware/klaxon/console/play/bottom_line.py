"""The promise of a page of play: its bottom line says what OK will do, or what is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from klaxon.console.drawing.parts import BottomLine

if TYPE_CHECKING:
    from klaxon.console.play.play_page import PlayPage

STANDING_STILL = ("paused", "count-in", "saving", "stuck")


def promise(page: PlayPage) -> BottomLine:
    """Return the bottom line."""
    say, state = page.phrases.say, page.state
    if state == "over":
        return BottomLine(f"‹{say(f'bottom.{page.afterwards}')}›", "grave" if page.grave() else "ready")
    if state in STANDING_STILL:
        return BottomLine(say(f"bottom.{state}"), "ready" if state in ("paused", "stuck") else "waiting")
    return page.drill.bottom() if page.drill is not None else _of_order(page)


def _of_order(page: PlayPage) -> BottomLine:
    """Return the bottom line while there is something to say, or could be."""
    phrases, draft = page.phrases, page.draft
    order = draft.order or page.remark()
    if page.under_way:  # the text stays, only its sign changes: few bytes travel, and nothing flickers
        return BottomLine(phrases.order(order) if order else phrases.say("bottom.sent"), "sent")
    if order is not None:
        return BottomLine(phrases.order(order), "grave" if draft.grave else "ready")
    if (line := page.line()) is not None:
        return BottomLine(line, "grave" if page.line_needs_hold() else "ready")
    if (other := page.elsewhere()) is not None:
        return BottomLine(phrases.say("bottom.seat", role=phrases.role(other.rpartition(".")[2])), "ready")
    choice = draft.pointed
    if choice is None or not (draft.verb or draft.open):
        return BottomLine(phrases.say("bottom.wait"), "waiting")
    if choice.barred is not None:
        return BottomLine(phrases.short_reason(choice.barred) or phrases.say("bottom.barred"), "idle")
    return BottomLine(phrases.say("bottom.push"), "idle")
