"""The page of the strategic chart: a ruler from the boat, turned and drawn out by the dial.

Push changes between its course, its length and where it begins; OK tells the captain course and cell. What it gives
comes with the view (UBT-3.17a); until that has arrived the same functions give it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.chart.sea_chart import Grid, SeaChartPart
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.content.charts import SeaChart
from klaxon.rules.uboot.sea.chart import PlottedCourse, place_in_grid, plot
from klaxon.rules.uboot.sea.numbers import DEGREE, bearing, divide, vector

COURSE, LENGTH, START = "ruler.course", "ruler.length", "ruler.start"
"""In the lens: the course of the ruler in degrees, its length in cells, and the cell where it begins."""
MODE, TURNED = "ruler.mode", "ruler.turned"
MODES = ("course", "length", "start")
CIRCLE = 360
SHORTEST, LONGEST, USUAL = 0, 40, 4
FAST, FASTER = 50, 5
WIDE = 85
"""Columns of the chart."""
FINE = 1000
"""Parts of a cell, to turn a ruler between cells."""


def chart_of(scene: Scene) -> SeaChart:
    """Return the chart of the mission."""
    return scene.view.board.handbook.library.chart


def _grid(scene: Scene, cell: str) -> Grid:
    return place_in_grid(chart_of(scene), cell) or (0, 0)


def start_of(scene: Scene) -> str:
    """Return the cell where the ruler begins: that of the boat by reckoning, unless another was chosen."""
    kept = scene.lens.get(START, "")
    return kept if kept and place_in_grid(chart_of(scene), kept) else scene.view.board.boat.cell


def end_of(scene: Scene) -> str:
    """Return the cell where the ruler ends: as far along its course as it is long, as far as there is a chart."""
    column, row = _grid(scene, start_of(scene))
    for length in range(_length(scene), 0, -1):
        east, north = vector(_course(scene) * DEGREE, length * FINE)
        found = chart_of(scene).cells.get((column + divide(east, FINE), row - divide(north, FINE)))
        if found:
            return found[0]
    return start_of(scene)


def _course(scene: Scene) -> int:
    return int(scene.lens.get(COURSE, str(scene.view.heading)))


def _length(scene: Scene) -> int:
    return int(scene.lens.get(LENGTH, str(USUAL)))


def mode_of(scene: Scene) -> str:
    """Return what the dial sets."""
    return scene.lens.get(MODE, MODES[0])


def lens(scene: Scene) -> Mapping[str, str]:
    """Return what the rules have to know: from where to where the ruler lies."""
    return {"from": start_of(scene), "to": end_of(scene)}


def measure(scene: Scene) -> PlottedCourse | None:
    """Return what the ruler gives."""
    start, end = start_of(scene), end_of(scene)
    told = scene.view.ruler
    if told is not None and (told["from"], told["to"]) == (start, end):
        return PlottedCourse(*(told[key] for key in PlottedCourse._fields))
    return plot(chart_of(scene), start, end)


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn the ruler, draw it out, or choose where it begins; fast turning goes farther."""
    mode, last = mode_of(scene), int(scene.lens.get(TURNED, str(-FAST)))
    now = {TURNED: str(scene.now)}
    if mode == "length":
        return {**scene.lens, **now, LENGTH: str(max(SHORTEST, min(LONGEST, _length(scene) + steps)))}
    if mode == "start":
        return {**scene.lens, **now, START: end_of(scene) if steps > 0 else ""}
    if abs(steps) == 1 and 0 < scene.now - last < FAST:
        steps *= FASTER
    return {**scene.lens, **now, COURSE: str((_course(scene) + steps) % CIRCLE)}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push changes what the dial sets; OK tells course and cell."""
    if key == "push":
        return {**scene.lens, MODE: MODES[(MODES.index(mode_of(scene)) + 1) % len(MODES)]}
    found = measure(scene)
    if key != "ok" or found is None:
        return None
    return {**scene.lens, "told.course": str((found.course + 5) // 10 % CIRCLE), "told.cell": end_of(scene)}


def line(scene: Scene) -> str | None:
    """Return what OK tells."""
    found = measure(scene)
    course = f"{(found.course + 5) // 10 % CIRCLE:03}" if found else "-"
    return scene.phrases.say("ruler.uboot.tell", course=course, cell=end_of(scene))


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the chart, and beside it what the ruler gives."""
    chart, found = chart_of(scene), measure(scene)
    boat, start, end = (_grid(scene, cell) for cell in (scene.view.board.boat.cell, start_of(scene), end_of(scene)))
    part = SeaChartPart(chart, boat, start, end, tuple(_say(scene, found)))
    right = Area(area.x + WIDE, area.y, area.width - WIDE, area.height)
    return (
        Place(area._replace(width=WIDE), part),
        Place(right._replace(height=LARGE.height), Text((end_of(scene),), LARGE)),
        Place(
            right._replace(y=area.y + LARGE.height, height=area.height - LARGE.height),
            Text(_figures(scene, found)[: (area.height - LARGE.height) // LABEL.height], LABEL),
        ),
    )


def _figures(scene: Scene, found: PlottedCourse | None) -> tuple[str, ...]:
    """Return course, way and hours in few letters; what the dial sets has a pointer."""
    say, mode = scene.phrases.say, mode_of(scene)
    if found is None:
        return ()
    course = f"{(found.course + 5) // 10 % CIRCLE:03}°"
    way = say("ruler.uboot.miles", miles=(found.nm + 5) // 10)
    return (
        f"{'>' if mode == 'course' else ''}{course}",
        f"{'>' if mode == 'length' else ''}{way}",
        say("ruler.uboot.up", hours=_hours(found.hours_surfaced)),
        say("ruler.uboot.down", hours=_hours(found.hours_submerged)),
    )


def _hours(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}" if tenths < 100 else str((tenths + 5) // 10)


def _say(scene: Scene, found: PlottedCourse | None) -> Iterator[str]:
    """Yield the boat, the ruler, the water at its end, and the nearest land."""
    say, value = scene.phrases.say, scene.phrases.value
    start, end = start_of(scene), end_of(scene)
    yield say("ruler.uboot.boat", cell=scene.view.board.boat.cell)
    water = chart_of(scene).cells[_grid(scene, end)][1]
    yield say("ruler.uboot.laid", start=start, end=end, water=value(water))
    if found is not None:
        yield say("ruler.uboot.cells", cells=f"{found.cells // 10}.{found.cells % 10}")
    near = nearest_land(chart_of(scene), _grid(scene, end))
    if near is not None:
        cell, course, cells = near
        yield say("ruler.uboot.land", cell=cell, course=f"{course:03}", cells=cells)


def nearest_land(chart: SeaChart, here: Grid) -> tuple[str, int, int] | None:
    """Return the nearest land within eight cells: its cell, its bearing in degrees, and how many cells away it is."""
    found = []
    for column in range(here[0] - 8, here[0] + 9):
        for row in range(here[1] - 5, here[1] + 6):
            cell = chart.cells.get((column, row))
            if cell and cell[1] == "land":
                east, south = column - here[0], row - here[1]
                found.append((east * east + south * south, cell[0], east, south))
    if not found:
        return None
    _, name, east, south = min(found)
    return name, divide(bearing(east, -south), DEGREE) % CIRCLE, max(abs(east), abs(south))


PAGE = RolePage(draw, turn, press, line, lens=lens)
"""The strategic chart."""
