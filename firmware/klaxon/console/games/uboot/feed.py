"""The feed of the first officer: what happened and when, with the unread lines counted and marked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import DOWN, UP
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.news import is_feed, words_of, worth_telling
from klaxon.console.games.uboot.orders import first_value
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.play.seat_client import Heard
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.clock import reading, time_of_day
from klaxon.rules.uboot.orders.conditions import bar_time
from klaxon.rules.uboot.records import Clock
from klaxon.rules.uboot.state import OpenBoard

LINE = LABEL.height
READ, TOP = "read", "top"
"""In the lens: the number of the last line that was read, and how many lines are above the panel."""
BAR = 4
"""Columns of the bar before an unread line."""
NARROW, GLANCE = 128, 5
"""Columns of the usual panel, and lines of the feed that it shows."""


@dataclass(frozen=True, slots=True)
class FeedLines:
    """Lines, the newest on top, with a bar before unread ones."""

    lines: tuple[tuple[str, bool], ...]
    """Text, and whether it is unread; a continued line has no mark of its own."""
    top: int = 0

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many lines as fit, from `top` on."""
        pane, room = canvas.pane(area), area.height // LINE
        for row, (text, unread) in enumerate(self.lines[self.top : self.top + room]):
            if unread:
                pane.fill(0, row * LINE, 2, LINE - 1)
            pane.text(BAR, row * LINE, LABEL.fit(text, area.width - BAR), LABEL)
        if self.top:
            pane.sprite(area.width - UP.width, 0, UP)
        if self.top + room < len(self.lines):
            pane.sprite(area.width - DOWN.width, area.height - DOWN.height - 1, DOWN)

    def words(self) -> Iterable[str]:
        """Return the lines; unread ones have an asterisk."""
        return [f"* {text}" if unread else text for text, unread in self.lines[self.top :]]


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the feed."""
    count, say = len(unread(scene)), scene.phrases.say
    title = say("feed.uboot.new", count=count) if count else say("feed.uboot")
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    lines = _lines(scene, area.width, {heard.n for heard in unread(scene)})
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width, brief=say("feed.uboot"))),
        Place(body, FeedLines(lines, min(int(scene.lens.get(TOP, 0)), max(len(lines) - 1, 0)))),
    )


def log(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the same for other roles, who need not read it out: nothing is unread."""
    return draw(replace(scene, lens={READ: str(scene.heard[-1].n if scene.heard else 0)}), area)


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Go to older and newer lines."""
    most = max(len(_lines(scene, scene.width or NARROW, set())) - 1, 0)
    return {**scene.lens, TOP: str(max(0, min(most, int(scene.lens.get(TOP, 0)) + steps)))}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """OK on unread lines marks them all as read."""
    return _read_all(scene) if key == "ok" and unread(scene) else None


def line(scene: Scene) -> str | None:
    """Return that OK reads the feed, if it does."""
    return scene.phrases.say("bottom.uboot.read") if unread(scene) else None


def order(scene: Scene) -> Order | None:
    """Return that time runs on as it was ordered, once news made it real and all of it is read.

    What one glance shows need not be read first, as long as the boat is in no danger.
    """
    board = scene.view.board
    is_waiting = scene.draft.waiting or board.pending is not None or "time" not in scene.draft.open_verbs
    is_read = not unread(scene) or (_is_calm(board) and _is_seen_at_a_glance(scene))
    if is_waiting or board.clock.mode != "real" or not is_read:
        return None
    said = (str(each.facts["mode"]) for each in reversed(scene.heard) if _is_ordered_time(each))
    mode = next(said, first_value(board, "time") if _has_forgotten(scene) else "real")
    return Order(Seat(scene.seat), "time", (mode,)) if mode != "real" and not bar_time(board, mode) else None


def _has_forgotten(scene: Scene) -> bool:
    """Return whether the station no longer knows all that was heard."""
    return bool(scene.heard) and scene.heard[0].n > 1


def _is_calm(board: OpenBoard) -> bool:
    """Return whether nothing is in contact, and no danger aboard."""
    is_in_danger = board.trouble.breaches or any(room.emergencies for room in board.rooms)
    return not (is_in_danger or board.waters.contacts)


def _is_seen_at_a_glance(scene: Scene) -> bool:
    """Return whether the panel shows all that is new since time was last ordered: what came before stood there then."""
    new = unread(scene)
    went_on = max((each.n for each in scene.heard if _is_ordered_time(each)), default=0)
    lines = _lines(scene, scene.width or NARROW, {heard.n for heard in new if heard.n > went_on})
    return not int(scene.lens.get(TOP, 0)) and not any(is_new for _, is_new in lines[GLANCE:])


def after_order(scene: Scene) -> Mapping[str, str] | None:
    """With the order the lines above it are read."""
    return _read_all(scene) if unread(scene) else None


def _is_ordered_time(heard: Heard) -> bool:
    return heard.type == "time" and heard.facts["why"] == "order"


def _read_all(scene: Scene) -> Mapping[str, str]:
    """Return the lens in which all lines are read."""
    return {**scene.lens, READ: str(scene.heard[-1].n if scene.heard else 0), TOP: "0"}


def unread(scene: Scene) -> list[Heard]:
    """Return the lines of the feed that nobody has read."""
    read = int(scene.lens.get(READ, 0))
    return [heard for heard in scene.heard if is_feed(heard) and heard.n > read]


def _lines(scene: Scene, width: int, new: Collection[int]) -> tuple[tuple[str, bool], ...]:
    """Return the lines, and of each whether it is of something new."""
    times = feed_times(scene)
    found: list[tuple[str, bool]] = []
    for heard in worth_telling(scene):
        pieces = LABEL.wrap(f"{times.find(heard.at)} {words_of(scene, heard)}".strip(), width - BAR - UP.width - 1)
        found += [(piece if not place else f" {piece}", heard.n in new) for place, piece in enumerate(pieces)]
    return tuple(found)


# The time aboard at which something was heard, from the changes of pace that were heard with it


class FeedTimes(NamedTuple):
    """Clocks that ran one after another, the latest first."""

    date: str
    clocks: tuple[Clock, ...]

    def find(self, at: int) -> str:
        """Return the time aboard at a moment of the table, `12:00`; '' where it was before all that is known."""
        clock = next((clock for clock in self.clocks if clock.at <= at), None)
        return "" if clock is None else time_of_day(self.date, reading(clock, at))

    def game(self, at: int) -> int:
        """Return the game time at a moment of the table; before all that is known, as the oldest clock ran."""
        return reading(next((clock for clock in self.clocks if clock.at <= at), self.clocks[-1]), at)


def feed_times(scene: Scene) -> FeedTimes:
    """Go back from the clock as it runs now: from each change of pace to the next the game went at one factor."""
    board = scene.view.board
    clocks = [board.clock]
    for heard in reversed(scene.heard):
        factor, later = _factor_from(heard), clocks[-1]
        if factor and heard.at < later.at:
            clocks.append(Clock(heard.at, later.game_at - (later.at - heard.at) * factor, later.mode, factor))
    return FeedTimes(board.briefing.date, tuple(clocks))


def _factor_from(heard: Heard) -> int:
    """Return the factor of time from something heard on, 0 where that changed nothing."""
    return int(heard.facts["factor"]) if heard.type == "time" else 1 if heard.type == "begun" else 0
