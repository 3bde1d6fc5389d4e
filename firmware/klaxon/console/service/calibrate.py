"""The calibration of a dial: choose it, turn it ten clicks, check what was learned, save it."""

from __future__ import annotations

from functools import partial

from klaxon.console.devices import Fitting
from klaxon.console.devices.health import DeviceHealth, DialHealth, DialLesson
from klaxon.console.drawing.fonts import BODY, LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.dial_detection import CLICKS, Doubt, learn
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.list_page import ListPage, MenuItem
from klaxon.console.station.page import HEAD
from klaxon.console.station.station import LONG_NOTICE


class TurnPage(ServicePage):
    """Asks for ten clicks. Dials do nothing else meanwhile; a push starts over."""

    beat = 0.1

    def __init__(self, context: ServiceContext, device_health: DeviceHealth, fitting: Fitting, dial: int) -> None:
        """Start counting."""
        self._context, self._device_health, self._fitting, self._dial = context, device_health, fitting, dial
        self._before = self._health()

    def _health(self) -> DialHealth | None:
        where = (self._fitting.name, self._dial)
        return next((each for each in self._device_health.inputs().dials if (each.station, each.dial) == where), None)

    def on_turn(self, station: str, dial: int, steps: int) -> bool:
        """Do nothing: the contacts are counted, not the steps."""
        return True

    def push(self) -> None:
        """Start over."""
        self._before = self._health()

    def ok(self) -> None:
        """Show what was learned; if it is implausible, say why and start over."""
        before, after = self._before, self._health()
        if before is None or after is None:
            return
        found = learn(before, after)
        self.push()
        if isinstance(found, Doubt):
            text = self._context.say(
                f"service.doubt.{found.code}", changes=found.changes, phase=found.phase, clicks=CLICKS
            )
            self._context.service_station.notice(text, LONG_NOTICE)
        else:
            page = LessonPage(self._context, self._device_health, (self._fitting, self._dial), found)
            self._context.service_station.drop(self)
            self._context.service_station.lay(page)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show what to do, and the progress."""
        name, below = self._context.dial_name(self._fitting, self._dial), height - BOTTOM - LABEL.height
        ask = self._context.say("service.calibrate.turn", dial=name, clicks=CLICKS)
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.calibrate.title"), name)),
            Place(Area(0, HEAD, width, below - HEAD), Text((ask,), BODY, wrap=True, middle=True)),
            Place(Area(0, below, width, LABEL.height), Text((self._so_far(),), LABEL)),
        )

    def _so_far(self) -> str:
        now = self._health()
        if now is None or self._before is None:
            return self._context.say("service.calibrate.unknown")
        return self._context.say("service.calibrate.so-far", changes=abs(now.travel - self._before.travel))

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        return BottomLine(self._context.say("service.calibrate.done"))


class LessonPage(ServicePage):
    """What was learned; it is applied once it is saved."""

    def __init__(
        self, context: ServiceContext, device_health: DeviceHealth, where: tuple[Fitting, int], detection: DialLesson
    ) -> None:
        """Show a lesson."""
        self._context, self._device_health, self._detection = context, device_health, detection
        self._fitting, self._dial = where

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show it in words."""
        lesson = self._detection
        text = (
            self._context.say("service.lesson.steps", steps=lesson.steps_per_detent),
            self._context.say("service.lesson.reversed" if lesson.reversed else "service.lesson.straight"),
            self._context.say("service.lesson.rest", rest=f"{lesson.rest:02b}"),
        )
        name = self._context.dial_name(self._fitting, self._dial)
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.calibrate.title"), name)),
            Place(Area(0, HEAD, width, height - HEAD - BOTTOM), Text(text, BODY, middle=True, gap=3)),
        )

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        return BottomLine(self._context.say("service.lesson.keep"))

    def ok(self) -> None:
        """Save it: the dial is decoded like this from now on."""
        self._device_health.teach(self._fitting.name, self._dial, self._detection)
        self._context.service_station.drop(self)
        self._context.service_station.notice(
            self._context.say("service.lesson.kept", dial=self._context.dial_name(self._fitting, self._dial)),
            LONG_NOTICE,
        )


def open_page(context: ServiceContext) -> None:
    """Open the list of dials."""
    device_health = context.device_health
    if device_health is None:
        context.lay_words(context.say("service.calibrate"), context.say("service.calibrate.none"))
        return

    def item(fitting: Fitting, dial: int) -> MenuItem:
        return MenuItem(
            context.dial_name(fitting, dial), context.say("service.calibrate.choose"), partial(lay, fitting, dial)
        )

    def lay(fitting: Fitting, dial: int) -> None:
        context.service_station.lay(TurnPage(context, device_health, fitting, dial))

    context.service_station.lay(
        ListPage(context.say("service.calibrate"), lambda: [item(*each) for each in context.dials()])
    )
