"""Dials: the steps of the last one turned, in both directions, and its errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.devices import Fitting
from klaxon.console.devices.health import DialHealth
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY, LABEL, LARGE
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.page import HEAD

CLOCKWISE = parse_sprite("""
...####...#
..#....#.##
.#......###
#......####
#..........
#.........#
#.........#
#.........#
.#.......#.
..##...##..
....###....
""")
ANTICLOCKWISE = parse_sprite("""
#...####...
##.#....#..
###......#.
####......#
..........#
#.........#
#.........#
#.........#
.#.......#.
..##...##..
....###....
""")


@dataclass(frozen=True, slots=True)
class Turns:
    """Steps of a dial in both directions, in large digits."""

    clockwise: int
    anticlockwise: int

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a half for each direction."""
        half = area.width // 2
        for x, sign, count in ((0, CLOCKWISE, self.clockwise), (half, ANTICLOCKWISE, self.anticlockwise)):
            pane = canvas.pane((area.x + x, area.y, half, area.height))
            room, text = half - sign.width - 6, str(count)
            font = LARGE if LARGE.measure(text) <= room else BODY
            pane.sprite(2, (area.height - sign.height) // 2, sign)
            pane.text(sign.width + 6, (area.height - font.height) // 2, font.fit(text, room), font)

    def words(self) -> Iterable[str]:
        """Return both counts."""
        return (f"+{self.clockwise} -{self.anticlockwise}",)


class DialsPage(ServicePage):
    """Counts from the moment it is opened. Turning only counts; the dial that moves is shown."""

    beat = 0.25

    def __init__(self, context: ServiceContext) -> None:
        """Begin at 0, with this station's dial."""
        self._context = context
        self._focus = (context.fitting.name, 0)
        self._steps: dict[tuple[str, int], tuple[int, int]] = {}
        """Steps that the console received, in both directions."""
        self._before: dict[tuple[str, int], DialHealth] = {}
        self._edges: dict[tuple[str, int], int] = {}
        self._begin()

    def _begin(self) -> None:
        self._steps.clear()
        self._before = self._health()
        self._edges = {dial: health.edges for dial, health in self._before.items()}

    def _health(self) -> dict[tuple[str, int], DialHealth]:
        device_health = self._context.device_health
        return {(dial.station, dial.dial): dial for dial in device_health.inputs().dials} if device_health else {}

    # Hands

    def on_turn(self, station: str, dial: int, steps: int) -> bool:
        """Count steps."""
        self._focus = (station, dial)
        right, left = self._steps.get(self._focus, (0, 0))
        self._steps[self._focus] = (right + max(steps, 0), left + max(-steps, 0))
        return True

    def tick(self) -> None:
        """Show the dial whose contacts move, even if they make no step."""
        edges = {dial: health.edges for dial, health in self._health().items()}
        moved = [dial for dial, count in edges.items() if count != self._edges.get(dial)]
        if moved and self._focus not in moved:
            self._focus = moved[0]
        self._edges = edges

    def ok(self) -> None:
        """Begin at 0 again."""
        self._begin()

    # What is shown

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the last dial turned."""
        fitting = next(fitting for fitting in self._context.fittings if fitting.name == self._focus[0])
        now, before = self._health().get(self._focus), self._before.get(self._focus)
        right, left = self._steps.get(self._focus, (0, 0))
        if now is not None and before is not None:
            right, left = now.clockwise - before.clockwise, now.anticlockwise - before.anticlockwise
        below = height - BOTTOM - 2 * LABEL.height
        return (
            Place(
                Area(0, 0, width, HEAD),
                Title(self._context.say("service.dials"), self._context.dial_name(fitting, self._focus[1])),
            ),
            Place(Area(0, HEAD, width, below - HEAD), Turns(right, left)),
            Place(Area(0, below, width, 2 * LABEL.height), Text(self._errors(now, before), LABEL)),
        )

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        return BottomLine(self._context.say("service.dials.reset"))

    def elsewhere(self, fitting: Fitting) -> str:
        """Ask people there to turn dials."""
        return "service.elsewhere.dials"

    def _errors(self, now: DialHealth | None, before: DialHealth | None) -> tuple[str, ...]:
        if self._context.device_health is None:
            return (self._context.say("service.dials.unknown"),)
        if now is None or before is None:
            return ()
        if now.dead:
            return (self._context.say("service.dials.dead", phase=now.dead.upper()),)
        steps = now.clockwise - before.clockwise + now.anticlockwise - before.anticlockwise
        lost = now.lost + now.repaired - before.lost - before.repaired
        rates = {"jumps": now.jumps - before.jumps, "noise": now.noise - before.noise, "lost": lost}
        counted = {name: rate(count, steps) for name, count in rates.items()}
        return self._context.say("service.dials.per"), self._context.say("service.dials.rates", **counted)


def rate(count: int, steps: int) -> str:
    """Return how many of something come in a hundred steps; without steps, how many there are."""
    if not steps:
        return str(count) if count else "-"
    tenths = (1000 * count + steps // 2) // steps
    return str(tenths // 10) if tenths % 10 == 0 or tenths >= 1000 else f"{tenths // 10}.{tenths % 10}"


def open_page(context: ServiceContext) -> None:
    """Open the page."""
    context.service_station.lay(DialsPage(context))
