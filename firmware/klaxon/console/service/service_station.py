"""A station in service mode. Its pages know when they are on top, and see every control of the console."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.devices import Fitting, Panels
from klaxon.console.drawing.screen import Place
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.station.gestures import Later, Timer
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station


class ServicePage(Page):
    """The base of pages in service mode: it shows nothing and does nothing."""

    beat = 0.0
    """Seconds between two ticks while it is on top; 0: only input changes it."""

    def on_enter(self) -> None:
        """Called when it comes on top."""

    def on_leave(self) -> None:
        """Called when it is no longer on top: whatever it tested has to be restored."""

    def tick(self) -> None:
        """Called after every beat."""

    def on_press(self, station: str, key: str) -> bool:
        """A key of any station went down; return True to consume it."""
        return False

    def on_release(self, station: str, key: str) -> None:
        """A key of any station came up."""

    def on_turn(self, station: str, dial: int, steps: int) -> bool:
        """A dial of any station was turned; return True to consume it."""
        return False

    def elsewhere(self, fitting: Fitting) -> str:
        """Return what people can do at another station meanwhile, as a message id; '' if nothing."""
        return ""

    def card(self, fitting: Fitting) -> tuple[Place, ...]:
        """Return what another station shows in place of everything else; empty if it is not needed."""
        return ()


class ServiceStation(Station):
    """One station in service mode."""

    def __init__(
        self,
        fitting: Fitting,
        panels: Panels,
        later: Later,
        take: Callable[[str], None],
        drawn: Callable[[ServiceStation], None],
        language: str = ENGLISH,
    ) -> None:
        """Begin empty. `take` is called when this station is to enter service mode, `drawn` after every change."""
        super().__init__(fitting, panels, later, open_service=lambda _: take(fitting.name), language=language)
        self._soon, self._drawn = later, drawn
        self._top: Page | None = None
        self._beat: Timer | None = None
        self._closed = False

    def draw(self) -> None:
        """Show the top page, and call `on_enter` and `on_leave` of pages."""
        if self._closed:
            return
        if self.page is not self._top:
            self._leave_top()
            self._top = self.page
            if isinstance(self._top, ServicePage):
                self._top.on_enter()
                self._arm(self._top)
        super().draw()
        self._drawn(self)

    def _show(self) -> None:
        """Show nothing once it is closed: the panel belongs to the game again, and a frame may have begun before."""
        if not self._closed:
            super()._show()

    def explain(self, *, on: bool) -> None:
        """Step out: there are no rules here, and whoever leaves a page may hold the dial for long."""
        if on:
            self.back()

    def close(self) -> None:
        """Show nothing and do nothing any more, whatever events of pressed keys still come."""
        self._leave_top()
        self._closed = True
        self.base(Page())

    def _leave_top(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        if isinstance(self._top, ServicePage):
            self._top.on_leave()
        self._top = None

    def _arm(self, page: ServicePage) -> None:
        if page.beat:
            self._beat = self._soon(page.beat, lambda: self._tick(page))

    def _tick(self, page: ServicePage) -> None:
        page.tick()
        if page is self._top:  # it may have closed itself
            self._arm(page)
        self.draw()
