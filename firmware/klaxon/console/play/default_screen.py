"""The screen for any seat of any game: its menu, made from offers and fields alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.drawing.parts import List, ListItem, Number, Text, Title
from klaxon.console.drawing.screen import Area, Part, Place
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.console.station.page import HEAD, LARGE_HEAD
from klaxon.rules.domains import Span

Chart = Mapping[str, Any]
"""A labelled chart, as data."""

_log = logging.getLogger(__name__)


def draw_guarded(scene: Scene[Any], draw_own: Callable[[Scene[Any]], tuple[Place, ...]]) -> tuple[Place, ...]:
    """Show a game's own screen; if it fails, the general one."""
    if not scene.view:
        return ()
    try:
        return draw_own(scene)
    except Exception:  # noqa: BLE001 - no output can stop a game; from the general screen it goes on
        _log.exception("the screen of %s failed", scene.role)
        return draw(scene)


def chart_guarded(scene: Scene[Any], chart: Callable[[Scene[Any]], Chart | None]) -> Chart | None:
    """Return the labelled chart of a game's own screen; none if it fails."""
    try:
        return chart(scene)
    except Exception:  # noqa: BLE001 - as above; the panel shows the same
        _log.exception("the chart of %s failed", scene.role)
        return None


def draw(scene: Scene[Any]) -> tuple[Place, ...]:
    """Show the verbs of the seat, or the values of the next argument."""
    room, head = scene.room, LARGE_HEAD if scene.large else HEAD
    return (
        Place(Area(0, 0, room.width, head), title(scene)),
        Place(Area(0, head, room.width, room.height - head), menu(scene)),
    )


def title(scene: Scene[Any]) -> Title:
    """Return the role of this seat, and what is being chosen."""
    phrases, draft = scene.phrases, scene.draft
    seat = phrases.say("seat", boat=phrases.boat(scene.boat), role=phrases.role(scene.role))
    if draft.verb:
        return Title(phrases.verb(draft.verb), phrases.field(draft.field.name) if draft.field else "")
    return Title(seat, phrases.say("title.turn", boat=phrases.boat(scene.turn)) if scene.turn else "")


def menu(scene: Scene[Any]) -> Part:
    """Return the choices as a list or a number dial; if there are none, the last events."""
    draft, phrases = scene.draft, scene.phrases
    if scene.outcome is not None:
        return Text((outcome(scene),), wrap=True, middle=True, align="centre")
    if not draft.choices:
        return Text((scene.last_heard(),), wrap=True, middle=True)
    domain = draft.field.domain if draft.field else None
    if isinstance(domain, Span) and draft.choice_at_cursor is not None and draft.choice_at_cursor.word:
        name = phrases.field(draft.field.name) if draft.field else ""
        return Number(name, int(draft.choice_at_cursor.word), domain.low, domain.high, domain.unit, domain.wraps)
    if draft.verb:
        field = draft.field.name if draft.field else ""
        items = tuple(
            ListItem(phrases.choice(field, choice.word) if choice.word else phrases.say("value.end"))
            for choice in draft.choices
        )
    else:
        items = tuple(ListItem(phrases.verb(choice.word), barred=choice.barred is not None) for choice in draft.choices)
    return List(items, draft.cursor_place)


def outcome(scene: Scene[Any]) -> str:
    """Return how the game ended, from this crew's point of view."""
    if scene.outcome is None:
        return ""
    winner = scene.outcome["winner"]
    how = "won" if winner == scene.boat else "draw" if winner in ("draw", "") else "lost"
    return scene.phrases.result(how, scene.outcome)


class DefaultScreen(SeatScreen[Mapping[str, Any]]):
    """The screen of a role that has none of its own."""

    def read(self, data: Mapping[str, Any], view: Any) -> Mapping[str, Any]:
        """Return the view unchanged: this screen needs only the draft."""
        return data

    def draw(self, scene: Scene[Mapping[str, Any]]) -> tuple[Place, ...]:
        """Show the menu."""
        return draw(scene)
