"""What a patrol leaves behind: the track of the boat, what happened when, and the last state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from klaxon.rules.contract import Event
from klaxon.rules.uboot import Uboot
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.sea.chart import CELL, place_of
from klaxon.rules.uboot.sea.own_boat.way import leg_at
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.records import SUNK
from klaxon.rules.uboot.state import State
from klaxon.table.debrief import FinishedGame, steps_of

APART = CELL // 100
"""Points of a track lie at least so far apart (mm): about three quarters of a mile."""


class TrackPoint(NamedTuple):
    """Where the boat was at a game time, in millimetres east and north."""

    game: int
    x: int
    y: int


class SunkTarget(NamedTuple):
    """A ship that the patrol sank: its class in the recognition book, and when it went down."""

    book: str
    """Id of its class; '' where only its type is known."""
    type: str
    grt: int
    klass: str
    game: int


class PatrolRecord(NamedTuple):
    """What a patrol leaves behind."""

    state: State
    track: tuple[TrackPoint, ...]
    events: tuple[tuple[int, Event], ...]
    """Game time and event."""
    gone: Mapping[str, int]
    """Ship -> game time at which it was seen to be no more."""

    @property
    def sunk(self) -> tuple[SunkTarget, ...]:
        """The ships it sank, in truth, by the time at which they went down."""
        return tuple(sorted((*self._of_sea(), *_of_script(self.state)), key=lambda ship: ship.game))

    def _of_sea(self) -> list[SunkTarget]:
        """Return the ships of the sea that have sunk; one that is still sinking has its time ahead of it."""
        classes = ship_classes(self.state.box)
        lost = [ship for ship in self.state.sea.traffic.ships if is_lost(ship)]
        return [
            SunkTarget(ship.type, kind.type, kind.tons, kind.klass, self.gone.get(ship.name, ship.sinks))
            for ship, kind in ((ship, classes[ship.type]) for ship in lost)
        ]

    def place_at(self, game: int) -> TrackPoint:
        """Return where the boat was at a game time: the last point of the track by then."""
        return next((point for point in reversed(self.track) if point.game <= game), self.track[0])


def gather(finished: FinishedGame) -> PatrolRecord:
    """Play a finished game again, and return what it leaves behind."""
    game = Uboot()
    track: list[TrackPoint] = []
    events: list[tuple[int, Event]] = []
    gone: dict[str, int] = {}
    for step in steps_of(game, finished):
        state: State = step.state
        _follow(track, state)
        now = reading(state.board.clock, state.now)
        events += [(now, event) for event in step.events]
        for ship in state.sea.traffic.ships:
            if ship.motion == SUNK:
                gone.setdefault(ship.name, now)
    return PatrolRecord(game.decode(finished.last), tuple(track), tuple(events), gone)


def _follow(track: list[TrackPoint], state: State) -> None:
    game = reading(state.board.clock, state.now)
    if state.sea.way:
        x, y = leg_at(state.sea.way, game).place(game)
    else:
        x, y = place_of(state.box.charts[state.mission.map], state.board.boat.cell)
    if not track or max(abs(x - track[-1].x), abs(y - track[-1].y)) >= APART:
        track.append(TrackPoint(game, x, y))


def _of_script(state: State) -> list[SunkTarget]:
    staged = [ship for ship in state.board.patrol.sunk if ship.is_staged]
    return [SunkTarget("", ship.type, ship.tons, ship.klass, ship.game) for ship in staged]
