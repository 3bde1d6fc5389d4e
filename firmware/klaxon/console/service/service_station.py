"""A bench: a station in service mode. Its pages know when they are on top, and see every control of the console."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.devices import Fitting, Panels
from klaxon.console.drawing.screen import Place
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.station.gestures import Later, Timer
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station


class ServicePage(Page):
    """A page of service mode that shows nothing and does nothing."""

    beat = 0.0
    """Seconds after which it is looked at again while it is on top; 0: only a hand changes it."""

    def on_enter(self) -> None:
        """It is on top now."""

    def on_leave(self) -> None:
        """It is not on top any more: whatever it tried is to be as it was."""

    def tick(self) -> None:
        """A beat has passed."""

    def on_press(self, station: str, key: str) -> bool:
        """A key of any station went down; True if it is to do nothing else."""
        return False

    def on_release(self, station: str, key: str) -> None:
        """A key of any station came up."""

    def on_turn(self, station: str, dial: int, steps: int) -> bool:
        """A dial of any station was turned; True if it is to do nothing else."""
        return False

    def elsewhere(self, fitting: Fitting) -> str:
        """Return what people may do at another station meanwhile, as a message id; '' where there is nothing to do."""
        return ""

    def card(self, fitting: Fitting) -> tuple[Place, ...]:
        """Return what another station shows in place of all else; nothing if it is not needed."""
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
        """Start empty. `take` is called when this station is to enter service mode, `drawn` after every change."""
        super().__init__(fitting, panels, later, open_service=lambda _: take(fitting.name), language=language)
        self._soon, self._drawn = later, drawn
        self._top: Page | None = None
        self._beat: Timer | None = None
        self._closed = False

    def draw(self) -> None:
        """Show the top page, and tell pages of their coming and going."""
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
        """Show nothing any more once it is closed: the panel is another's, and a frame may have begun before."""
        if not self._closed:
            super()._show()

    def explain(self, *, on: bool) -> None:
        """Step out: there is no rule to tell here, and whoever leaves a page may hold the dial as long as he likes."""
        if on:
            self.back()

    def close(self) -> None:
        """Show nothing and do nothing any more, whatever is still to come of keys that are down."""
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
        self._arm(page)
        self.draw()
