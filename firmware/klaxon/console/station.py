"""A station: one panel with its dial and keys. It keeps a pile of pages, draws the top one, and moves it by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from klaxon.console.devices import Fitting, Panels
from klaxon.console.hands import Hand, Later, Timer
from klaxon.console.notice import Chime, Fault, Notice, Watched
from klaxon.console.page import Page, TextPage
from klaxon.console.parts import Banner, BottomLine
from klaxon.console.scene import BOTTOM
from klaxon.console.screen import Area, Part, Place, Screen
from klaxon.console.words import ENGLISH, say

BANNER, GLANCE = 2.5, 1.2
"""Seconds a banner stands, unless a hand moves: one that is urgent, and any other."""
SOFT = 8
"""The edge of the small sign in the corner: a page of the panel."""
LARGE_BOTTOM = 16
"""The rows of the bottom line in large letters."""
FRAME = 0.016
"""Seconds from one picture to the next, at least: what changes in between shares the next."""
NOTICE = 8.0
"""Seconds a notice stands: it is there to be read."""


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
        """Begin with an empty pile."""
        self.language = language
        """What it speaks: its pages make their words anew each time they are drawn."""
        self.coached = self.large = False
        """Whether it says what to do next, and whether its letters are large."""
        self.fitting, self._panels, self._later = fitting, panels, later
        self._open_menu, self._open_service = open_menu, open_service
        self.hand = Hand(self, later, fitting.keys)
        self.pile: list[Page] = [Page()]
        self.followers: tuple[Station, ...] = ()
        """Stations that show something of this one, and are drawn with it."""
        self.fault = ""
        """What of the console is dead, in words; a small sign stands in the corner meanwhile."""
        self.watched: Watched | None = None
        """Who else looks at it: signs in the corner say so."""
        self._held = 0
        """How far the bar of a grave order is filled."""
        self._poised = False
        """Whether the dial is held down, and means BACK when it comes up."""
        self._rule: Page | None = None
        """The rule that is being explained."""
        self._begun = ""
        """The grave order that is being held, in the words of the bottom line."""
        self._over: Part | None = None
        """What stands over the page for a while."""
        self._where = Area(0, 0, 0, 0)
        self._timer: Timer | None = None
        self._frame: Timer | None = None
        """Runs until the next picture may be shown; None while nothing changes."""
        self._changed = False
        """Whether the latest picture is out of date."""

    @property
    def page(self) -> Page:
        """The page on top."""
        return self.pile[-1]

    def base(self, page: Page) -> None:
        """Begin a new pile."""
        self.pile = [page]
        self._clear()
        self.draw()

    def lay(self, page: Page) -> None:
        """Lay a page on top of the others."""
        self.pile.append(page)
        self.draw()

    def drop(self, page: Page) -> None:
        """Take a page away, wherever it lies; the lowest stays."""
        if page in self.pile[1:]:
            self.pile.remove(page)
        self.draw()

    def announce(self, banner: Banner, *, urgent: bool) -> None:
        """Show the visual twin of a call: a banner where it is urgent, else a small bell. A notice stays on top."""
        width, height = self.fitting.width, self.fitting.height
        if urgent and not isinstance(self._over, Notice):
            self._put(banner, Area(0, 0, width, banner.height(width)), BANNER)
        elif self._over is None:
            self._put(Chime(" ".join(banner.words())), Area(width - SOFT, height - SOFT, SOFT, SOFT), GLANCE)

    def notice(self, text: str) -> None:
        """Show what a person should read: why something is refused, and what to do."""
        width, height = self.fitting.width, self.fitting.height
        self._put(Notice(text), Area(0, 0, width, height - self._foot), NOTICE)

    def draw(self) -> None:
        """Show the top page in the next turn of the loop, or at the end of a frame that has begun.

        So what one movement changes is one picture, and quick hands cost no more than slow ones.
        """
        self._changed = True
        if self._frame is None:
            self._frame = self._later(0, self._end_frame)

    def draw_now(self) -> None:
        """Show the top page before this returns: whoever asks wants to know that it came through."""
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
        """Show the top page as it is now; one that is not ready leaves what is there."""
        if not self.page.ready() and self._over is None:
            return
        width, height = self.fitting.width, self.fitting.height
        self.page.large, self.page.coached, foot = self.large, self.coached, self._foot
        places = [*self.page.places(width, height if self.page.full else height + BOTTOM - foot)]
        if not self.page.full:
            edge = width - SOFT if self.fault else width
            signs = self.watched.width if self.watched else 0
            line = edge - signs if signs else width
            if self.watched:  # before the bottom line, which whoever listens hears last
                places.append(Place(Area(line, height - foot, signs, foot), self.watched))
            places.append(Place(Area(0, height - foot, line, foot), self._bottom()))
            if self.fault:
                places.append(Place(Area(width - SOFT, height - SOFT, SOFT, SOFT), Fault(self.fault)))
        if self._over is not None:
            places.append(Place(self._where, self._over))
        self._panels.show(self.fitting.name, Screen(tuple(places)).picture(width, height, large=self.large))
        for follower in self.followers:
            follower.draw()

    @property
    def _foot(self) -> int:
        """The rows of the bottom line."""
        return LARGE_BOTTOM if self.large else BOTTOM

    def _bottom(self) -> BottomLine:
        if self._poised:
            return BottomLine(say("bottom.let-go", {}, self.language), "idle")
        bottom = (
            BottomLine(say("bottom.read", {}, self.language)) if isinstance(self._over, Notice) else self.page.bottom()
        )
        return replace(bottom, fill=self._held) if self._held else bottom

    # What a person means

    def turn(self, dial: int, steps: int) -> None:
        """A dial was turned."""
        self._clear()
        self.page.turn(dial, steps)
        self.draw()

    def push(self) -> None:
        """Take what the dial points at."""
        if self._acted():
            self.page.push()
        self.draw()

    def back(self) -> None:
        """One step out: what stands over the page, then the page's own steps, then the page."""
        if self._acted() and self.page.back() and len(self.pile) > 1:
            self.pile.pop()
        self.draw()

    def poise(self, *, on: bool) -> None:
        """Say what the dial that is held down will do."""
        self._poised = on
        self.draw()

    def explain(self, *, on: bool) -> None:
        """Lay the rule of what the dial points at on top, or take it away; without a rule, how the controls work."""
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
        """Take every page away but the lowest, which stays as it is."""
        del self.pile[1:]
        self.draw()

    def home(self) -> None:
        """All the way out."""
        self._clear()
        del self.pile[1:]
        self.page.home()
        self.draw()

    def needs_hold(self) -> bool:
        """Tell whether the order OK would give now is grave; during a hold, whether it is still the same one."""
        grave = not isinstance(self._over, Notice) and self.page.grave()
        return grave and (not self._held or self.page.bottom().text == self._begun)

    def ok(self) -> None:
        """Do what the bottom line says."""
        self._held = 0
        if self._acted():
            self.page.ok()
        self.draw()

    def holding(self, permille: int) -> None:
        """Fill the bar of a grave order."""
        if permille != self._held:
            self._begun = self._begun if self._held else self.page.bottom().text
            self._held = permille
            self.draw()

    def tapped(self) -> None:
        """Say that a grave order needs OK held: who does not know it would think that nothing happens."""
        width, height, foot = self.fitting.width, self.fitting.height, self._foot
        told = BottomLine(say("bottom.hold", {}, self.language), "grave")
        self._put(told, Area(0, height - foot, width, foot), BANNER)

    def menu(self) -> None:
        """OK and BACK together: the console knows what the menu of a station holds."""
        self._clear()
        self._open_menu(self)
        self.draw()

    def service(self) -> None:
        """The keys of the menu held on: the console knows what service mode is, and closes the menu."""
        self._clear()
        self._open_service(self)
        self.draw()

    def course(self, direction: str) -> None:
        """A course key."""
        self._clear()
        self.page.course(direction)
        self.draw()

    def stop(self) -> None:
        """The STOP key."""
        self._clear()
        self.page.stop()
        self.draw()

    # What stands over the page

    def _put(self, over: Part, where: Area, seconds: float) -> None:
        self._clear()
        self._over, self._where = over, where
        self._timer = self._later(seconds, self._fade)
        self.draw()

    def _fade(self) -> None:
        self._timer = None
        self._over = None
        self.draw()

    def _acted(self) -> bool:
        """Clear what stands over the page; tell whether the key is for the page. A notice takes the key as 'read'."""
        read = isinstance(self._over, Notice)
        self._clear()
        return not read

    def _clear(self) -> None:
        self._over = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
