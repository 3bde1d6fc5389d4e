"""Lenses: what a seat looks at, as arguments of its view and never as orders (UBT-12.17c).

A lens that names what is not open, or makes no sense, shows nothing. It never changes what may be said.

Ships move all the time, a picture need not: it is sampled as often as the fastest of them crosses a column, at whole
quarters of a second of table time, never more often (`_Sampling`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms
from klaxon.rules.uboot.clock import instant, reading
from klaxon.rules.uboot.records import Waters
from klaxon.rules.uboot.sea.attack.shown import FLASH, flashes_seen, tracks_seen
from klaxon.rules.uboot.sea.chart import plot
from klaxon.rules.uboot.sea.glass.listening import SPANS, sound_of
from klaxon.rules.uboot.sea.glass.open_views import (
    HYDROPHONE,
    PERISCOPE,
    SHAKING_KNOTS,
    TDC,
    open_names,
)
from klaxon.rules.uboot.sea.glass.optics import PointedGlass, column_time, is_near_field, optics_of
from klaxon.rules.uboot.sea.glass.outline import FIELDS, FINE
from klaxon.rules.uboot.sea.glass.perceived import (
    PerceivedSea,
    heard_legs,
    heard_sounds,
    seen_aircraft,
    seen_legs,
    sighted_aircraft,
    sighted_ships,
)
from klaxon.rules.uboot.sea.numbers import DEGREE
from klaxon.rules.uboot.sea.own_boat.way import heading_at, leg_at
from klaxon.rules.uboot.sea.passing import next_instant, reach
from klaxon.rules.uboot.sea.watching.records import SeenLeg
from klaxon.rules.uboot.state import AT_SEA, State

Lens = Mapping[str, str]
VIEWS = ("bridge", PERISCOPE, TDC, "gun88", "aa20")
SAMPLE = 250
PERIODS = (4000, 2000, 1000, 500, SAMPLE)
"""How often a picture is made anew, in table milliseconds, the longest first: each is a part of the one before it."""


TORPEDO_PERIOD = 500
"""As often at least, while there is something to see of torpedoes."""
SECOND = 1_000


class LensSight(NamedTuple):
    """What a lens adds to a view, and until when that does not change by time alone (None: until the next event)."""

    shown: dict[str, Any]
    stale: Ms | None = None


def look(state: State, lens: Lens) -> LensSight:
    """Return what is seen through a lens."""
    sights = [_plot(state, lens)]
    if state.board.phase == AT_SEA:
        sights += [_optics(state, lens), _sound(state, lens)]
    stales = [sight.stale for sight in sights if sight.stale is not None]
    return LensSight({key: value for sight in sights for key, value in sight.shown.items()}, min(stales, default=None))


_NOTHING = LensSight({})


def _plot(state: State, lens: Lens) -> LensSight:
    """Return the course between two cells of the chart of the mission (UBT-3.17a)."""
    start, end = lens.get("from", ""), lens.get("to", "")
    laid = plot(state.box.charts[state.mission.map], start, end)
    return LensSight({"plot": {"from": start, "to": end, **laid._asdict()}}) if laid is not None else _NOTHING


def _number(lens: Lens, key: str, most: int) -> int:
    """Return a number of a lens from 0 on, -1 where there is none."""
    text = lens.get(key, "")
    return (
        int(text) if len(text) <= len(str(most)) and text.isascii() and text.isdecimal() and int(text) <= most else -1
    )


# -- the sea as it is perceived -------------------------------------------------------------------------------------


class _Sampling(NamedTuple):
    """The sea of a state as it is perceived, and when it is looked at."""

    state: State
    sea: PerceivedSea
    """As of the last quarter of a second."""
    waters: Waters
    knots: int
    """Our speed, tenths."""
    changes: int | None
    """Table time up to which nothing at sea decides anything."""

    def at(self, moment: int) -> PerceivedSea:
        """Return the sea as it is perceived at a moment, by the legs of now."""
        clock = self.state.board.clock
        return self.sea._replace(game=reading(clock, max(clock.at, moment)))

    def period(self, field: int, legs: Iterable[SeenLeg]) -> int:
        """Return how often a picture is made anew: as often as the fastest of these crosses a column."""
        times = (column_time(field, leg.x, leg.y, leg.vx, leg.vy) for leg in legs)
        least = min((time for time in times if time is not None), default=None)
        if least is None or not self.state.board.clock.factor:
            return PERIODS[0]
        return next((each for each in PERIODS if each * self.state.board.clock.factor <= least), SAMPLE)

    def stale(self, sampled: int, period: int) -> Ms | None:
        """Return when the picture of a sample changes."""
        if not self.state.board.clock.factor:
            return None
        ends = sampled + period
        return Ms(ends if self.changes is None else max(self.state.now + 1, min(ends, self.changes)))

    @property
    def has_torpedoes(self) -> bool:
        """Whether a torpedo of ours runs, or has exploded a moment ago."""
        attack, game = self.sea.attack, self.sea.game
        return bool(attack.running) or any(at + FLASH + SECOND > game for at, _, _ in attack.flashes)

    def last(self, period: int) -> int:
        """Return the last moment at which a picture was to be made."""
        return self.state.now - self.state.now % period


def _sampling(state: State) -> _Sampling:
    clock = state.board.clock
    game = reading(clock, max(clock.at, state.now - state.now % SAMPLE))
    passage = reach(state, game)
    way, now = heading_at(passage.boat, game), passage.sea
    sea = PerceivedSea(
        state.box, now.traffic, now.watches, way.heading + DEGREE * now.aboard.steer, game, now.attack, now.way, now.air
    )
    comes = next_instant(state, game)
    moment = instant(clock, comes) if comes is not None else None
    changes = None if moment is None else -(-moment // SAMPLE) * SAMPLE
    return _Sampling(state, sea, now.waters, way.knots, changes)


# -- eye ------------------------------------------------------------------------------------------------------------


def _optics(state: State, lens: Lens) -> LensSight:
    """Return what a glass shows, where its view is open (UBT-12.17d)."""
    view, names = lens.get("view", ""), open_names(state.board)
    bearing, zoom = _number(lens, "bearing", 3599), _number(lens, "zoom", 3)
    if view not in VIEWS or view not in names or bearing < 0 or zoom not in FIELDS:
        return _NOTHING
    sampling = _sampling(state)
    is_periscope = view == PERISCOPE or (view == TDC and PERISCOPE in names)
    glass = PointedGlass(
        view,
        bearing,
        zoom,
        sampling.sea.heading,
        sampling.waters.light,
        sampling.waters.sea,
        is_periscope and sampling.knots >= SHAKING_KNOTS,
        is_periscope,
    )
    first = sampling.at(sampling.last(PERIODS[0]))
    seen = [leg for _, _, leg in seen_legs(first)] + [leg for _, leg in seen_aircraft(first)]
    period = sampling.period(glass.field, [leg for leg in seen if is_near_field(glass, leg.x, leg.y)])
    if sampling.has_torpedoes:
        period = min(period, TORPEDO_PERIOD)
    sampled = sampling.last(period)
    sea = sampling.at(sampled)
    own = leg_at(sea.way, sea.game)
    tracks = tracks_seen(sea.attack, own, sampling.waters.light, sea.game)
    flashes = flashes_seen(sea.attack, own, sea.game)
    shown = optics_of(glass, sighted_ships(sea), tracks, flashes, sighted_aircraft(sea))
    return LensSight({"optics": shown}, sampling.stale(sampled, period))


# -- ear ------------------------------------------------------------------------------------------------------------


def _sound(state: State, lens: Lens) -> LensSight:
    """Return what is heard at the wheel of the hydrophone, where it is manned."""
    wheel, span = _number(lens, "listen", 359), lens.get("span", "360")
    if wheel < 0 or span not in SPANS or HYDROPHONE not in open_names(state.board):
        return _NOTHING
    sampling = _sampling(state)
    legs = [leg for _, _, leg in heard_legs(sampling.at(sampling.last(PERIODS[0])))]
    period = sampling.period(FINE * SPANS[span], legs)
    if sampling.has_torpedoes:
        period = min(period, TORPEDO_PERIOD)
    sampled = sampling.last(period)
    return LensSight(
        {"sound": sound_of(wheel, span, heard_sounds(sampling.at(sampled)))}, sampling.stale(sampled, period)
    )
