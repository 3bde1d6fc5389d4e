"""Layout: what the screens of Captain Sonar have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.parts.chart import ISLAND, ChartPicture
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar import clocks
from klaxon.console.games.sonar.news import label_lines, news
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.games.sonar.sea import is_under_ice, point_of, points_of, rows_of, sector_of, ways
from klaxon.console.games.sonar.signs import Hulls, Sign, Signs
from klaxon.console.station.page import HEAD, LARGE_HEAD
from klaxon.rules.contract import Seat, role_of
from klaxon.rules.sonar.setting import LOST_AT, SCENARIO, SYSTEMS

__all__ = ["HEAD", "beside", "bridge", "chart_of", "chart_sentences", "log", "whole_chart_sentences"]

SIDE = 73
"""The columns beside a chart that a screen needs."""
BROAD = SIDE + 5
"""The columns it has on a wide panel: one more letter."""
GAP = 2
ROOMY = SIDE + 60
"""The columns beside a chart from which on there is room for a log."""


def chart_of(scene: Scene, **layers: Any) -> ChartPicture:
    """Return the chart with everything the seat knows of its own boat, and further layers over it."""
    view = scene.view
    known: dict[str, Any] = {
        "rows": view.rows,
        "sectors": view.edge,
        "route": points_of(view.route),
        "boat": point_of(view.at) if view.at else None,
        "mines": points_of(view.mines),
        "guess": point_of(view.guess) if view.guess else None,
        "columns": scene.phrases.columns,
        "spoken": tuple(chart_sentences(scene)),
    }
    return ChartPicture(**known | layers)


def chart_sentences(scene: Scene) -> Iterator[str]:
    """Return where the boat is, where it may go, and where its mines are, in words."""
    view, phrases = scene.view, scene.phrases
    if view.at:
        yield phrases.say("chart.sonar.boat", at=phrases.point(view.at), sector=sector_of(view, view.at))
        open_ways = ", ".join(phrases.value(way) for way in ways(view))
        yield phrases.say("chart.sonar.ways", ways=open_ways) if open_ways else phrases.say("chart.sonar.ways.none")
        if is_under_ice(view):
            yield phrases.say("chart.sonar.ice")
    found = view.sea
    for number, at in found.volcanoes.items():
        yield phrases.say(
            "chart.sonar.volcano", volcano=number, at=phrases.point(found.names[at]), sector=found.sector[at]
        )
    for system, islands in found.bases.items():
        yield phrases.say("chart.sonar.base", system=phrases.value(system), at=phrases.points(found.name_all(islands)))
    if view.mines:
        yield phrases.say("chart.sonar.mines", mines=phrases.points(view.mines))
    yield from guess_sentences(scene)


def whole_chart_sentences(scene: Scene) -> Iterator[str]:
    """Return the whole chart in words: its size, the islands row by row, the own route, and what a glance tells."""
    view, phrases = scene.view, scene.phrases
    rows = rows_of(view.rows)
    columns = phrases.columns[: len(rows[0])]
    yield phrases.say("chart.sonar.size", first=columns[0], last=columns[-1], rows=len(rows))
    for number, row in enumerate(rows, 1):
        islands = [f"{columns[place]}{number}" for place, cell in enumerate(row) if cell == ISLAND]
        if islands:
            yield phrases.say("chart.sonar.islands", row=number, islands=", ".join(islands))
    yield from chart_sentences(scene)
    if view.route:
        yield phrases.say("chart.sonar.route", route=phrases.points(view.route))


def guess_sentences(scene: Scene) -> Iterator[str]:
    """Return where the radio operator believes the enemy to be, in words."""
    if scene.view.guess:
        yield scene.phrases.say("chart.sonar.guess", at=scene.phrases.point(scene.view.guess))


def beside(scene: Scene, chart: ChartPicture) -> tuple[Place, Area, tuple[Place, ...]]:
    """Return the chart in its place, the area beside it, and what fills the rest of a wide panel."""
    room = scene.room
    wide, high = chart.size(max(room.width - SIDE - GAP, 1), room.height)
    place = Place(Area(0, (room.height - high) // 2, wide, high), chart)
    x = wide + GAP
    if room.width - x < ROOMY:
        return place, Area(x, 0, room.width - x, room.height), ()
    rest = x + BROAD + 2 * GAP
    return place, Area(x, 0, BROAD, room.height), log(scene, Area(rest, 0, room.width - rest, room.height))


def bridge(
    scene: Scene, chart: ChartPicture, title: Title, *, roomy: bool = False
) -> tuple[tuple[Place, ...], Area, bool]:
    """Return what a captain always sees, the area that is left, and whether a log is beside it.

    It is the same whatever happens in that area, so little of a panel changes. If that area needs little room, the
    title has large letters if they are wanted.
    """
    place, side, log_places = beside(scene, chart)
    rule = clocks.rule(scene)
    head = LARGE_HEAD if scene.large and roomy and not rule else HEAD
    places = [place, Place(side._replace(height=head), title), *log_places]
    main = Area(side.x, head, side.width, side.height - head)
    if scene.view.phase == "play":
        places.append(Place(main._replace(height=LABEL.height), systems(scene)))
        places.append(Place(Area(side.x, side.height - 6, side.width, 5), hulls(scene)))
        main = Area(side.x, head + LABEL.height, side.width, main.height - 2 * LABEL.height)
    if rule:
        main = main._replace(height=main.height - LABEL.height)
        places.append(Place(Area(main.x, main.y + main.height, main.width, LABEL.height), Text((rule,), LABEL)))
    return tuple(places), main, bool(log_places)


def log(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Return the last events, the newest on top."""
    room = (area.height - HEAD - 1) // LABEL.height
    lines = label_lines(news(scene, room), area.width - 2, room)
    return (
        Place(area._replace(height=HEAD), Title(scene.phrases.say("log.sonar"))),
        Place(Area(area.x + 2, HEAD + 1, area.width - 2, area.height - HEAD - 1), Text(lines, LABEL)),
    )


def hulls(scene: Scene) -> Hulls:
    """Return the damage of both boats."""
    say = scene.phrases.say
    names = (say("damage.sonar.own"), say("damage.sonar.enemy"))
    return Hulls(scene.view.damage, scene.view.enemy_damage, LOST_AT, names)


def broken_systems(scene: Scene) -> tuple[str, ...]:
    """Return the systems that are struck out: wrecks, and what does not work if the seat is shown that.

    Whoever works the engineer's seat too knows it, and the coach minds it; else a captain listens to the engineer.
    """
    view = scene.view
    knows = scene.coached or any(role_of(Seat(seat)) == "engineer" for seat in scene.seats)
    return *(view.breakdowns if knows else view.broken), *(view.wrecked or ())


def systems(scene: Scene) -> Signs:
    """Return which systems are ready, and which are broken if that is known; wrecks are, and have one more."""
    view, phrases = scene.view, scene.phrases
    ready, broken = view.ready, broken_systems(scene)
    signs = (
        Sign(phrases.say(f"mark.sonar.{system}"), phrases.value(system), system in ready, system in broken)
        for system in (*SYSTEMS, *([SCENARIO] if view.wrecked is not None else ()))
    )
    return Signs(tuple(signs), phrases.say("ready.sonar"), phrases.say("broken.sonar"))
