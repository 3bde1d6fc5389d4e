"""The two tracks of the captain: orders and morale, the watch, and the cards he holds."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.parts.gauges import Gauge, Gauges
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import heading, instruments
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import WATCH_HOURS, first_bell, reading
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS

LINE = LABEL.height
TRACKS = 16
"""Rows of both tracks."""
HOUR = 3_600_000


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the tracks, and under them when the bell rings, the state of the boat, and the cards in hand."""
    board, phrases = scene.view.board, scene.phrases
    title = heading(scene, phrases.say("page.uboot.tracks", shift=board.shift), area.width)
    gauges = (
        Gauge(phrases.say("track.uboot.orders"), board.order, MOST_ORDERS),
        Gauge(phrases.say("track.uboot.morale"), board.morale, MOST_MORALE),
    )
    lines = [phrases.say("track.uboot.bell", time=_next_bell(scene)), instruments(scene)]
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


def _next_bell(scene: Scene) -> str:
    """Return when the bell rings next, `12:00`."""
    board = scene.view.board
    first, watch = first_bell(board.briefing.date), WATCH_HOURS * HOUR
    game = reading(board.clock, scene.now)
    bell = first + max(0, (game - first) // watch + 1) * watch
    hours = (int(board.briefing.date[11:13]) * HOUR + int(board.briefing.date[14:16]) * 60_000 + bell) // HOUR
    return f"{hours % 24:02}:00"
