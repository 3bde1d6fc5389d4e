"""A station: one panel with its dial and keys. It has a stack of pages, draws the top one, and passes input to it.

Nothing new must appear under a finger that is already moving. A page says what OK acts on (`Page.at_hand`).
If that changes without input at this station, keys are ignored for a moment, and the bottom
line says so (`settle`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from klaxon.console.devices import Fitting, Panels
from klaxon.console.drawing.parts import Banner, BottomLine
from klaxon.console.drawing.screen import BOTTOM, Area, Part, Place, Screen
from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.station.gestures import GestureReader, Later, Timer
from klaxon.console.station.overlays import BellBanner, FaultMark, Notice, Watched
from klaxon.console.station.page import Page, TextPage

BANNER, GLANCE = 2.5, 1.2
"""Seconds a banner is shown, unless a key is pressed: an urgent one, and any other."""
SOFT = 8
"""The edge of the small sign in the corner: a page of the panel."""
LARGE_BOTTOM = 16
"""The rows of the bottom line in large letters."""
FRAME = 0.016
"""Least seconds between two pictures: changes in between share the next."""
NOTICE, LONG_NOTICE = 4.0, 8.0
"""Least seconds a notice is shown: in a game, where it is soon outdated, and elsewhere."""
READING = 15
"""Letters that a person reads in a second: a long notice is shown until it can have been read."""
SETTLE = 1.0
"""Seconds in which keys are ignored after a page opened that nobody at this station asked for."""


class Station:
    """A panel and the hand at it."""

    def __init__(
        self,
        fitting: Fitting,
        panels: Panels,
        later: Later,
        open_menu: Callable[[Station], None] = lambda _: None,
        open_service: Callable[[Station], None] = lambda _: None,
        language: str = ENGLISH,
    ) -> None:
        """Begin with an empty stack."""
        self.language = language
        """Its language. Pages compute their texts at every draw."""
        self.coached = self.large = False
        """Whether the coach is shown, and whether its letters are large."""
        self.fitting, self._panels, self._later = fitting, panels, later
        self._open_menu, self._open_service = open_menu, open_service
        self.hand = GestureReader(self, later, fitting.keys)
        self.pile: list[Page] = [Page()]
        self.followers: tuple[Station, ...] = ()
        """Stations that show something of this one, and are redrawn with it."""
        self.fault = ""
        """The dead devices of the console, in words; a small sign in the corner shows that there are some."""
        self.has_page_open: Callable[[], bool] = lambda: False
        """Whether a page shows the station: its chart, and that it is due, are made for pages alone."""
        self.watched: Watched | None = None
        """The onlookers of this station, shown by signs in the corner."""
        self._held = 0
        """How far the hold bar is filled."""
        self._poised = False
        """Whether the dial is held down, and means BACK when it comes up."""
        self._rule: Page | None = None
        """The rule that is being explained."""
        self._begun = ""
        """The held order, in the words of the bottom line."""
        self._over: Part | None = None
        """The temporary overlay of the page."""
        self._where = Area(0, 0, 0, 0)
        self._timer: Timer | None = None
        self._frame: Timer | None = None
        """Runs until the next picture may be shown; None while nothing changes."""
        self._changed = False
        """Whether the latest picture is out of date."""
        self._moving = False
        """Whether input at this station is the cause of what is drawn."""
        self._dark = True
        """Whether nothing was shown yet."""
        self._at_hand: object = None
        """What OK acted on at the last draw."""
        self._settling: Timer | None = None
        """Runs while keys are ignored."""
        self._settle_seconds = 0.0

    @property
    def page(self) -> Page:
        """The page on top."""
        return self.pile[-1]

    def base(self, page: Page) -> None:
        """Begin a new stack."""
        self.pile = [page]
        self._at_hand = None
        self._clear()
        self.draw()

    def rebase(self, page: Page) -> None:
        """Replace the bottom page; the pages above it stay."""
        self.pile[0] = page
        self.draw()

    def lay(self, page: Page) -> None:
        """Open a page on top of the others."""
        self.pile.append(page)
        self.draw()

    def drop(self, page: Page) -> None:
        """Remove a page, wherever it is in the stack; the lowest stays."""
        if page in self.pile[1:]:
            self.pile.remove(page)
        self.draw()

    def announce(self, banner: Banner, *, urgent: bool) -> None:
        """Show a bell call: a banner if it is urgent, else a small bell. A notice stays on top."""
        width, height = self.fitting.width, self.fitting.height
        if urgent and not self._is_notice():
            self._show_overlay(banner, Area(0, 0, width, banner.height(width)), BANNER)
        elif self._over is None:
            self._show_overlay(
                BellBanner(" ".join(filter(None, banner.words()))),
                Area(width - SOFT, height - SOFT, SOFT, SOFT),
                GLANCE,
            )

    def notice(self, text: str, seconds: float = NOTICE) -> None:
        """Show a notice to read: why something is refused, and what to do."""
        width, height = self.fitting.width, self.fitting.height
        self._show_overlay(Notice(text), Area(0, 0, width, height - self._foot), max(seconds, len(text) / READING))

    def make_way(self) -> None:
        """Remove a notice: something more urgent came."""
        if isinstance(self._over, Notice):
            self._clear()
            self.draw()

    def interrupt(self, page: Page) -> None:
        """Open a page on top that nobody at this station asked for."""
        self._clear()
        self.pile.append(page)
        self.settle()

    @property
    def is_settling(self) -> bool:
        """Whether keys and dials are ignored for a moment."""
        return self._settling is not None

    def settle(self, seconds: float = SETTLE) -> None:
        """Ignore keys for a moment: what is shown was not there when a finger began to move."""
        if self._settling is not None:
            self._settling.cancel()
            seconds = max(seconds, self._settle_seconds)
        self._settle_seconds = seconds
        self._settling = self._later(seconds, self._on_settled)
        self.hand.rest()
        self._at_hand = self._under_finger()
        self.draw()

    @property
    def settling(self) -> bool:
        """Whether keys are ignored."""
        return self._settling is not None

    def _on_settled(self) -> None:
        self._settling = None
        self.draw()

    def draw(self) -> None:
        """Show the top page in the next iteration of the loop, or at the end of a frame that has begun.

        So all changes by one input are one picture, and fast input costs no more than slow. Whether input is the
        cause is known now, and not when the picture is made. What nobody here asked for waits for a frame: news that
        others follow at once, as the plan of an order that is carried out at once, does not flash by. A dark panel
        does not wait.
        """
        if self.page.ready() or self._over is not None:
            before, self._at_hand = self._at_hand, self._under_finger()
            if not self._moving and before is not None and self._at_hand not in (None, before):
                self.settle()
                return
        self._changed = True
        if self._frame is None:
            self._frame = self._later(0 if self._moving or self._dark else FRAME, self._end_frame)

    def draw_now(self) -> None:
        """Show the top page before this returns, for callers that check the path to the panel."""
        self.draw()
        if self._frame is not None:
            self._frame.cancel()
            self._end_frame()

    def _end_frame(self) -> None:
        if not self._changed:
            self._frame = None
            return
        self._changed = False
        self._frame = self._later(FRAME, self._end_frame)
        self._show()

    def _show(self) -> None:
        """Show the top page as it is now; one that is not ready keeps the last picture."""
        page, width, height = self.page, self.fitting.width, self.fitting.height
        if not page.ready() and self._over is None:
            return
        page.large, page.coached, foot = self.large, self.coached, self._foot
        places = [*page.places(width, height if page.full else height + BOTTOM - foot)]
        if not page.full:
            edge = width - SOFT if self.fault else width
            signs = self.watched.width if self.watched else 0
            line = edge - signs
            if self.watched:
                places.append(Place(Area(line, height - foot, signs, foot), self.watched))
            places.append(Place(Area(0, height - foot, line, foot), self._bottom()))
            if self.fault:
                places.append(Place(Area(width - SOFT, height - SOFT, SOFT, SOFT), FaultMark(self.fault)))
        if self._over is not None:
            places.append(Place(self._where, self._over))
        picture = Screen(tuple(places), self._spoken(places)).picture(width, height, large=self.large)
        if self.has_page_open():
            picture = picture._replace(chart=self._chart(), is_due=self.pile[0].is_due())
        self._panels.show(self.fitting.name, picture)
        self._dark = False
        for follower in self.followers:
            follower.draw()

    def _spoken(self, places: Sequence[Place]) -> tuple[Part, ...]:
        """Return what is read out, in order: news first, what OK does last."""
        news: list[Part] = []
        parts: list[Part] = []
        last: list[Part] = []
        for _, part in places:
            (last if isinstance(part, BottomLine) else news if part is self._over else parts).append(part)
        return (*news, *parts, *last)

    def _chart(self) -> Mapping[str, Any] | None:
        """Return the chart of the topmost page that has one: a menu over a page of play does not take it away."""
        return next((chart for page in reversed(self.pile) if (chart := page.chart()) is not None), None)

    @property
    def _foot(self) -> int:
        """The rows of the bottom line."""
        return LARGE_BOTTOM if self.large else BOTTOM

    def _under_finger(self) -> object:
        """Return what OK acts on, None if it does nothing."""
        return self._over if self._is_notice() else self.page.at_hand()

    def _is_notice(self) -> bool:
        return isinstance(self._over, Notice)

    def _bottom(self) -> BottomLine:
        if self._poised:
            return BottomLine(say("bottom.let-go", {}, self.language), "idle")
        if self.settling:
            return BottomLine(say("bottom.settle", {}, self.language), "waiting")
        bottom = BottomLine(say("bottom.read", {}, self.language)) if self._is_notice() else self.page.bottom()
        return replace(bottom, fill=self._held) if self._held else bottom

    # What a person means

    @contextmanager
    def _by_hand(self) -> Iterator[None]:
        """Handle an input here, and show its effect: whatever changes meanwhile was asked for."""
        before, self._moving = self._moving, True
        try:
            yield
            self.draw()
        finally:
            self._moving = before

    def turn(self, dial: int, steps: int) -> None:
        """A dial was turned."""
        with self._by_hand():
            self._clear()
            self.page.turn(dial, steps)

    def push(self) -> None:
        """Take the choice under the cursor."""
        with self._by_hand():
            if self._clear_overlays():
                self.page.push()

    def back(self) -> None:
        """Go one step back: close the overlay, then the page's own steps, then the page."""
        with self._by_hand():
            if self._clear_overlays() and self.page.back() and len(self.pile) > 1:
                self.pile.pop()

    def set_poised(self, *, on: bool) -> None:
        """Show what the held dial will do."""
        with self._by_hand():
            self._poised = on

    def explain(self, *, on: bool) -> None:
        """Open the rule of the choice under the cursor, or close it; without a rule, how the controls work."""
        with self._by_hand():
            if on:
                self._clear()
                self._rule = self.page.rule() or self._controls()
                self.lay(self._rule)
            elif self._rule is not None:
                rule, self._rule = self._rule, None
                self.drop(rule)

    def _controls(self) -> TextPage:
        title, text, hint = (say(each, {}, self.language) for each in ("menu.help", "help.general", "bottom.close"))
        return TextPage(title, text.split("\n"), hint)

    def bare(self) -> None:
        """Remove every page but the lowest, which stays as it is."""
        del self.pile[1:]
        self.draw()

    def home(self) -> None:
        """Go back to the start."""
        with self._by_hand():
            self._clear()
            del self.pile[1:]
            self.page.home()

    def needs_hold(self) -> bool:
        """Return whether OK has to be held for the current order; during a hold, whether it is still the same one."""
        needs_hold = not self._is_notice() and self.page.needs_hold()
        return needs_hold and (not self._held or self.page.bottom().text == self._begun)

    def ok(self) -> None:
        """Do what the bottom line says."""
        with self._by_hand():
            self._held = 0
            if self._clear_overlays():
                self.page.ok()

    def holding(self, permille: int) -> None:
        """Fill the hold bar."""
        if permille != self._held:
            self._begun = self._begun if self._held else self.page.bottom().text
            with self._by_hand():
                self._held = permille

    def on_short_press(self) -> None:
        """Show that OK has to be held for this order, so that nobody thinks the key is dead."""
        width, height, foot = self.fitting.width, self.fitting.height, self._foot
        line = BottomLine(say("bottom.hold", {}, self.language), "grave")
        with self._by_hand():
            self._show_overlay(line, Area(0, height - foot, width, foot), BANNER)

    def menu(self) -> None:
        """OK and BACK together: open the menu, which the console provides."""
        with self._by_hand():
            self._clear()
            self._open_menu(self)

    def service(self) -> None:
        """The menu keys held on: enter service mode, which the console provides, and close the menu."""
        with self._by_hand():
            self._clear()
            self._open_service(self)

    def course(self, direction: str) -> None:
        """A course key."""
        with self._by_hand():
            self._clear()
            self.page.course(direction)

    def stop(self) -> None:
        """The STOP key."""
        with self._by_hand():
            self._clear()
            self.page.stop()

    def aim(self, words: tuple[str, ...]) -> None:
        """Somebody pointed at a place on the chart. A menu that is open has to be closed first."""
        with self._by_hand():
            self._clear()
            self.page.aim(words)

    # What stands over the page

    def _show_overlay(self, over: Part, where: Area, seconds: float) -> None:
        self._clear()
        self._over, self._where = over, where
        self._timer = self._later(seconds, self._fade)
        self.draw()

    def _fade(self) -> None:
        self._timer = None
        self._over = None
        self.draw()

    def _clear_overlays(self) -> bool:
        """Clear the overlay; return whether the key is for the page. A notice consumes the key as 'read'."""
        read = self._is_notice()
        self._clear()
        return not read

    def _clear(self) -> None:
        self._over = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
