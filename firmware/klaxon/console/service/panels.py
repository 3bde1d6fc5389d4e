"""Panels: patterns that reveal dead pixels, and the contrast, on one panel or all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from klaxon.console.devices import Fitting
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY
from klaxon.console.drawing.parts import BottomLine, Number, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.list_page import ListPage, MenuItem
from klaxon.console.station.page import HEAD

PATTERNS = ("on", "off", "checks", "border", "line")
WALK = 0.1
"""Seconds between two positions of the moving line."""
BRIGHTEST, CONTRAST_STEP = 255, 10
LEVELS = range(5, BRIGHTEST + 1, CONTRAST_STEP)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A picture of which every pixel is known."""

    name: str
    """One of PATTERNS."""
    step: int = 0
    """How far the line has moved: over all columns, then over all rows."""
    said: str = ""
    """Its name in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw it over everything."""
        pane, (_, _, width, height) = canvas.pane(area), area
        pane.clear()
        if self.name == "on":
            pane.fill(0, 0, width, height)
        elif self.name == "checks":
            pane.shade(0, 0, width, height)
        elif self.name == "border":
            pane.box(0, 0, width, height)
        elif self.name == "line":
            place = self.step % (width + height)
            if place < width:
                pane.vline(place, 0, height)
            else:
                pane.hline(0, place - width, width)

    def words(self) -> Iterable[str]:
        """Return what pattern it is."""
        return (self.said,)


class _Targets:
    """The panels under test: all, or one of them."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._names = ["", *(fitting.name for fitting in context.fittings)]
        self.chosen = ""

    def go_on(self) -> None:
        """Choose the next."""
        self.chosen = self._names[(self._names.index(self.chosen) + 1) % len(self._names)]

    @property
    def text(self) -> str:
        """The name of the choice."""
        return self.chosen or self._context.say("service.panels.all")

    def __iter__(self) -> Iterator[str]:
        return iter([self.chosen] if self.chosen else self._names[1:])

    def __contains__(self, station: str) -> bool:
        return self.chosen in ("", station)


class PatternPage(ServicePage):
    """A pattern on the chosen panels; the dial selects the next pattern, every key ends the test."""

    def __init__(self, context: ServiceContext, targets: _Targets, pattern: str) -> None:
        """Begin with a pattern."""
        self._context, self._targets = context, targets
        self._place, self._step = PATTERNS.index(pattern), 0
        self.full = context.fitting.name in targets
        self.beat = WALK

    @property
    def _pattern(self) -> Pattern:
        name = PATTERNS[self._place]
        return Pattern(name, self._step if name == "line" else 0, self._context.say(f"service.pixels.{name}"))

    def tick(self) -> None:
        """Move the line."""
        self._step += 1

    def turn(self, dial: int, steps: int) -> None:
        """Select another pattern; after the last comes the first."""
        self._place, self._step = (self._place + steps) % len(PATTERNS), 0

    def push(self) -> None:
        """End the test."""
        self.ok()

    def ok(self) -> None:
        """End the test."""
        self._context.service_station.drop(self)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the pattern, or where it is shown."""
        if self.full:
            return (Place(Area(0, 0, width, height), self._pattern),)
        text = self._context.say("service.pixels.there", station=self._targets.text)
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.pixels"), *self._pattern.words())),
            Place(Area(0, HEAD, width, height - HEAD - BOTTOM), Text((text,), BODY, wrap=True, middle=True)),
        )

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        return BottomLine(self._context.say("service.pixels.end"))

    def card(self, fitting: Fitting) -> tuple[Place, ...]:
        """Show the pattern on chosen panels."""
        wanted = fitting.name in self._targets
        return (Place(Area(0, 0, fitting.width, fitting.height), self._pattern),) if wanted else ()


class ContrastPage(ServicePage):
    """Sets the brightness of panels with the dial; it is restored when the page is left."""

    def __init__(self, context: ServiceContext) -> None:
        """Begin with all panels at medium brightness."""
        self._context, self._targets = context, _Targets(context)
        self._level = LEVELS[len(LEVELS) // 2]

    def on_enter(self) -> None:
        """Set the brightness."""
        for station in self._targets:
            self._context.panels_behind.try_light(station, self._level)

    def on_leave(self) -> None:
        """Restore the brightness."""
        self._context.panels_behind.restore_light()

    def turn(self, dial: int, steps: int) -> None:
        """Make it brighter or darker."""
        place = LEVELS.index(self._level) + steps
        self._level = LEVELS[max(0, min(len(LEVELS) - 1, place))]
        self.on_enter()

    def push(self) -> None:
        """Select the next panel."""
        self.ok()

    def ok(self) -> None:
        """Select the next panel."""
        self._targets.go_on()
        self.on_leave()
        self.on_enter()

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show which panel, and how bright."""
        label = self._context.say("service.contrast.level")
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.contrast"), self._targets.text)),
            Place(
                Area(0, HEAD + 2, width, height - HEAD - BOTTOM - 4), Number(label, self._level, LEVELS[0], BRIGHTEST)
            ),
        )

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        return BottomLine(self._context.say("service.panels.next"))

    def card(self, fitting: Fitting) -> tuple[Place, ...]:
        """Show the same on the panels under test."""
        return self.places(fitting.width, fitting.height) if fitting.name in self._targets else ()


def open_pixels(context: ServiceContext) -> None:
    """Open the list of patterns."""
    targets = _Targets(context)

    def items() -> list[MenuItem]:
        panel = MenuItem(context.say("service.panels"), context.say("service.panels.next"), targets.go_on, targets.text)
        return [panel, *(item(name) for name in PATTERNS)]

    def item(name: str) -> MenuItem:
        show = partial(_show, context, targets, name)
        return MenuItem(context.say(f"service.pixels.{name}"), context.say("service.pixels.show"), show)

    context.service_station.lay(ListPage(context.say("service.pixels"), items))


def _show(context: ServiceContext, targets: _Targets, name: str) -> None:
    context.service_station.lay(PatternPage(context, targets, name))


def open_contrast(context: ServiceContext) -> None:
    """Open the page."""
    context.service_station.lay(ContrastPage(context))
