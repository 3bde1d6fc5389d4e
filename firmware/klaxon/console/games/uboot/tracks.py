"""The two tracks of the captain: orders and morale, the watch, and the cards he holds."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.parts.gauges import Gauge, Gauges
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.boat import troubles
from klaxon.console.games.uboot.heading import heading, instruments
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, first_bell, reading, time_of_day
from klaxon.rules.uboot.galley.dishes import ingredients
from klaxon.rules.uboot.galley.meal import is_meal_time
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS

LINE = LABEL.height
TRACKS = 16
"""Rows of both tracks."""


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the tracks, and under them when the bell rings, the state of the boat, and the cards in hand."""
    board, phrases = scene.view.board, scene.phrases
    title = heading(scene, phrases.say("page.uboot.tracks", shift=board.shift), area.width)
    gauges = (
        Gauge(phrases.say("track.uboot.orders"), board.order, MOST_ORDERS),
        Gauge(phrases.say("track.uboot.morale"), board.morale, MOST_MORALE),
    )
    bell, is_hungry = _next_bell(scene)
    lines = [phrases.say("track.uboot.no-dinner" if is_hungry else "track.uboot.bell", time=bell), instruments(scene)]
    wrong = list(troubles.lines_of(scene))
    if wrong:
        more = f" +{len(wrong) - 1}" if len(wrong) > 1 else ""
        lines.insert(0, " ".join((f"! {wrong[0][0]}", wrong[0][1])).rstrip() + more)
    if board.is_exhausted:
        lines.insert(0, phrases.say("track.uboot.exhausted"))
    lines += [phrases.say("track.uboot.card", card=phrases.value(card)) for card in board.stores.hand]
    top = area.y + HEAD + TRACKS
    below = Area(area.x, top, area.width, area.height - HEAD - TRACKS)
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, TRACKS), Gauges(gauges)),
        Place(below, Text(tuple(lines[: below.height // LINE]), LABEL)),
    )


def _next_bell(scene: Scene) -> tuple[str, bool]:
    """Return when the bell rings next, `12:00`; and whether it calls to a meal for which nothing is cooked."""
    board = scene.view.board
    first, watch = first_bell(board.briefing.date), WATCH_HOURS * HOUR
    game = reading(board.clock, scene.now)
    bell = first + max(0, (game - first) // watch + 1) * watch
    is_hungry = is_meal_time(board.briefing.date, bell) and not ingredients(board)
    return time_of_day(board.briefing.date, bell), is_hungry
