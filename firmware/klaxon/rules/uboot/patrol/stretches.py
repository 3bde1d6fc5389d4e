"""Stretches as a part of the sea: when one begins, is broken off, is long enough (UBT-7.11a, b, e, f).

What a stretch asks for is judged where the boat, the light, a convoy or a hunter has changed, and at the instants that
are known beforehand: its end, the hour in which the periscope was not raised, the range of a convoy left or entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from klaxon.rules.uboot.patrol.records import SentReport
from klaxon.rules.uboot.patrol.truth import HOUR, NEVER, PatrolTruth, Stretch
from klaxon.rules.uboot.sea.air.records import PASSING
from klaxon.rules.uboot.sea.chart import cell_at
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.legs import Relative, crossing, relative
from klaxon.rules.uboot.sea.motion import SHALLOW, depth_at
from klaxon.rules.uboot.sea.own_boat.way import heading_at
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.records import ShipGroup
from klaxon.rules.uboot.sea.ships.sailing import group_leg
from klaxon.rules.uboot.sea.ships.templates import is_convoy

NIGHT = ("moon", "dark")
LEAST_PAUSE = 1000
"""Between two looks at the range of a convoy, as between all pairs (UBT-8.0b)."""
Condition = Callable[[SeaWork, Stretch, str, int], bool]
"""Whether a stretch holds, for the cell in which the boat is or believes to be, at a game time."""


# -- what a stretch asks for -----------------------------------------------------------------------------------------


def _is_there(_work: SeaWork, stretch: Stretch, cell: str, _game: int) -> bool:
    return cell == stretch.cell


def _is_stopped_there(work: SeaWork, stretch: Stretch, cell: str, game: int) -> bool:
    if cell != stretch.cell or not work.boat.surfaced or heading_at(work.boat, game).knots:
        return False
    return not stretch.by_night or work.sky.light in NIGHT


def _is_at_periscope_depth(work: SeaWork, stretch: Stretch, cell: str, game: int) -> bool:
    return cell == stretch.cell and not work.boat.surfaced and depth_at(work.boat, game) <= SHALLOW


def _is_near_convoy(work: SeaWork, stretch: Stretch, _cell: str, game: int) -> bool:
    return any(seen.square <= stretch.reach**2 for seen in _convoys(work, game))


def _is_undetected(work: SeaWork, _stretch: Stretch, _cell: str, _game: int) -> bool:
    """In truth: no escort has left its station for the boat, and no aircraft has seen it (UBT-8.8a)."""
    return not (work.hunt.hunts or work.patrol.is_detected or any(craft.state != PASSING for craft in work.air.craft))


HOLDS: Mapping[str, Condition] = {
    "patrol": _is_there,
    "return": _is_there,
    "rescue": _is_stopped_there,
    "land_party": _is_stopped_there,
    "recon": _is_at_periscope_depth,
    "shadow": _is_near_convoy,
    "avoid_detection": _is_undetected,
}


def _convoys(work: SeaWork, game: int) -> Iterator[Relative]:
    """Yield where the centres of the convoys are that still sail."""
    own = work.leg(game)
    for group in work.traffic.groups:
        if is_convoy(work.mission, group) and _is_afloat(work, group):
            yield relative(own, group_leg(work.traffic, group, game), game)


def _is_afloat(work: SeaWork, group: ShipGroup) -> bool:
    return not all(is_lost(ship) for ship in work.traffic.ships[group.first : group.first + group.size])


# -- instants ----------------------------------------------------------------------------------------------------------


def stretches_due(work: SeaWork) -> int | None:
    """Return when something about a stretch is to be looked at."""
    due = min((stretch.due for stretch in work.patrol.stretches), default=NEVER)
    return None if due >= NEVER else due


def look_at_stretches(work: SeaWork, game: int) -> None:
    """Look at the stretches whose instant it is."""
    for stretch in work.patrol.stretches:
        if stretch.due <= game:
            _judge(work, stretch, game)


def review_stretches(work: SeaWork, game: int) -> None:
    """Look at the stretches for which something may have changed."""
    if not work.patrol.stretches:
        return
    is_elsewhere = work.boat.cell != work.patrol.cell
    if is_elsewhere:
        work.patrol = work.patrol._replace(cell=work.boat.cell)
    for stretch in work.patrol.stretches:
        if not stretch.is_done and (is_elsewhere or _concerns(work, stretch)):
            _judge(work, stretch, game)


def _concerns(work: SeaWork, stretch: Stretch) -> bool:
    if stretch.kind == "avoid_detection":
        return (stretch.since >= 0) != _is_undetected(work, stretch, "", 0)
    return bool(work.moved) if stretch.kind == "shadow" else OWN in work.moved


def _judge(work: SeaWork, stretch: Stretch, game: int) -> None:
    """Begin, break off or end a stretch as things are at a game time."""
    if stretch.known < 0 and stretch.kind != "avoid_detection":
        return
    now = _looking(work, stretch, game)
    cell = cell_at(work.chart, *work.leg(game).place(game)) or ""
    since, believed = _since(work, now, now.since, cell, game), _since(work, now, now.believed, work.boat.cell, game)
    best = now.best if since == now.since or now.since < 0 else max(now.best, game - now.since)
    now = now._replace(since=since, believed=believed, best=best)
    if _is_long_enough(work.patrol, now, game):
        now = now._replace(is_done=True, best=now.length)
        if now.kind != "avoid_detection":  # a word of it would tell what the enemy knows (UBT-7.11f)
            work.bring(game, "stretch", objective=now.name)
    _put(work, now._replace(due=_due(work, now, game)))


def _looking(work: SeaWork, stretch: Stretch, game: int) -> Stretch:
    """Return a stretch with the time at which the periscope was up last."""
    if stretch.kind != "recon":
        return stretch
    if work.aboard.periscope:
        return stretch._replace(looked=NEVER)
    return stretch._replace(looked=game) if stretch.looked == NEVER else stretch


def _since(work: SeaWork, stretch: Stretch, begun: int, cell: str, game: int) -> int:
    """Return since when a stretch runs that began then, for a boat in a cell: it goes on, begins anew, or does not."""
    if not HOLDS[stretch.kind](work, stretch, cell, game):
        return -1
    return begun if begun >= 0 and game < look_due(stretch, begun) else game


def look_due(stretch: Stretch, begun: int) -> int:
    """Return when a stretch that began then begins anew unless somebody looks through the periscope before."""
    if stretch.kind != "recon" or begun < 0 or stretch.looked == NEVER:
        return NEVER
    return max(begun, stretch.looked) + HOUR


def _is_long_enough(truth: PatrolTruth, stretch: Stretch, game: int) -> bool:
    return 0 <= stretch.since <= game - stretch.length and _is_reported(truth, stretch)


def _is_reported(truth: PatrolTruth, stretch: Stretch) -> bool:
    """Return whether so many reports of the convoy were sent in the stretch (UBT-7.11b)."""
    sent = sum(each.kind == "convoy" and each.game >= stretch.since for each in truth.reports)
    return sent >= stretch.reports


def _due(work: SeaWork, stretch: Stretch, game: int) -> int:
    if stretch.is_done:
        return NEVER
    times = [look_due(stretch, begun) for begun in (stretch.since, stretch.believed)]
    if stretch.since >= 0 and game < stretch.since + stretch.length:
        times.append(stretch.since + stretch.length)
    if stretch.kind == "shadow":
        crossings = (crossing(seen, stretch.reach) for seen in _convoys(work, game))
        times += [game + max(LEAST_PAUSE, after) for after in crossings if after is not None]
    return min(times)


def _put(work: SeaWork, stretch: Stretch) -> None:
    others = tuple(stretch if each.name == stretch.name else each for each in work.patrol.stretches)
    work.patrol = work.patrol._replace(stretches=others)


# -- from aboard -------------------------------------------------------------------------------------------------------


def begin_stretch(work: SeaWork, name: str, game: int) -> None:
    """Let the stretch of an objective count from now on: it has become known (UBT-7.11g)."""
    stretch = work.patrol.of(name)
    if stretch is not None:
        _judge(work, stretch._replace(known=game), game)


def send_report(work: SeaWork, kind: str, game: int) -> None:
    """Note a report with the cell from which it is really sent."""
    cell = cell_at(work.chart, *work.leg(game).place(game)) or ""
    work.patrol = work.patrol._replace(reports=(*work.patrol.reports, SentReport(kind, game, cell)))
    for stretch in work.patrol.stretches:
        if stretch.kind == "shadow" and not stretch.is_done:
            _judge(work, stretch, game)
