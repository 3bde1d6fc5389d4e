"""Writers: what to send to one panel next. A writer knows what its panel shows and what it should show.

A writer goes through the picture in passes, from the first byte to the last, and takes the newest picture at every
step. So what was wanted when a pass began is shown when it ends, however often the picture changed meanwhile.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

from klaxon.hal.panel_runs import COMMAND, Run, lay, runs, transactions
from klaxon.hal.pi.panels import recipe
from klaxon.hal.pi.panels.recipe import PAGED, Recipe

ORBIT = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
"""Columns and rows by which the picture is shifted, in turn, so that no edge burns in."""
_CONTRAST, _ON, _OFF = 0x81, b"\xaf", b"\xae"
_LEFT = [bytes((byte << rows) & 0xFF for byte in range(256)) for rows in range(8)]
_RIGHT = [bytes(byte >> (8 - rows) for byte in range(256)) for rows in range(8)]


class Writer(Protocol):
    """How one panel is written. Nothing here uses a bus: it only says what to send."""

    @property
    def setup(self) -> tuple[bytes, ...]:
        """Init commands. They leave the display off and its memory undefined."""

    @property
    def touch_up(self) -> tuple[bytes, ...]:
        """Commands that rewrite every register of a lit panel; at most it goes dark until it is lit again."""

    @property
    def nothing(self) -> tuple[bytes, ...]:
        """A transaction without effect, to see whether the panel answers."""

    def light(self, level: int, *, lit: bool) -> tuple[bytes, ...]:
        """Return what sets a brightness; 0 switches off. A lit panel is not switched on again."""

    def chunk(self, wanted: bytes) -> tuple[bytes, ...]:
        """Return what to send next, at most a page; nothing at the end of a pass."""

    def on_written(self) -> None:
        """Handle that the last chunk was sent."""

    def shows(self, wanted: bytes) -> bool:
        """Return whether the panel shows this picture."""

    def forget(self) -> None:
        """Forget what the panel shows."""


def writer(controller: str, width: int, height: int, *, turned: bool = False) -> Writer:
    """Return the writer for a controller. Imports luma; an unknown controller is a ValueError."""
    if controller in PAGED:
        return PageWriter(recipe.learn(controller, width, height, turned=turned), width, height)
    return FrameWriter(controller, width, height, turned=turned)


class PageWriter:
    """Sends runs of changed bytes, each within a page."""

    nothing: tuple[bytes, ...] = (COMMAND + b"\xe3",)

    def __init__(self, how: Recipe, width: int, height: int) -> None:
        """Start with a panel of unknown content."""
        self.setup, self.touch_up, self._offset = how.setup, how.touch_up, how.offset
        self._width, self._pages = width, height // 8
        self._known: list[bytes | None] = [None] * self._pages
        self._page = self._column = 0
        """The progress of this pass."""
        self._at: int | None = None
        """The panel's current page. Every pass sets it first, so a panel that lost it recovers soon."""
        self._sent: Run | None = None

    def light(self, level: int, *, lit: bool) -> tuple[bytes, ...]:
        """Return what sets a brightness; 0 switches off."""
        if not level:
            return (COMMAND + _OFF,)
        return (COMMAND + bytes((_CONTRAST, level)) + (b"" if lit else _ON),)

    def chunk(self, wanted: bytes) -> tuple[bytes, ...]:
        """Return the next run of this pass."""
        for page in range(self._page, self._pages):
            row = wanted[page * self._width : (page + 1) * self._width]
            for run in runs(self._known[page], row, self._width):
                if page > self._page or run.column >= self._column:
                    self._sent = Run(page, run.column, run.data)
                    return transactions(self._sent, self._offset, self._at)
        self._begin()
        return ()

    def on_written(self) -> None:
        """Handle that the last run was sent: continue after it."""
        run = self._sent
        if run:
            known = self._known[run.page]
            self._known[run.page] = run.data if known is None else lay(known, [run._replace(page=0)], self._width, 8)
            self._page, self._column = run.page, run.column + len(run.data)
            self._at, self._sent = run.page, None

    def shows(self, wanted: bytes) -> bool:
        """Return whether all pages match this picture."""
        return None not in self._known and b"".join(filter(None, self._known)) == wanted

    def forget(self) -> None:
        """Start over: every page has to be sent."""
        self._known = [None] * self._pages
        self._begin()
        self._sent = None

    def _begin(self) -> None:
        """Begin a pass."""
        self._page = self._column = 0
        self._at = None


class FrameWriter:
    """Sends whole frames, as luma's device for the controller makes them, a page's worth at a time."""

    nothing: tuple[bytes, ...] = ()

    def __init__(self, controller: str, width: int, height: int, *, turned: bool = False) -> None:
        """Build luma's device on an interface that only takes notes."""
        self._device, self._notes, self.touch_up = recipe.build(controller, width, height, turned=turned)
        self._size = (width, height)
        self._known: bytes | None = None
        self._frame: bytes | None = None
        """The frame that is being sent."""
        self._left: deque[bytes] = deque()
        self.setup = (*self.touch_up, *self.light(0, lit=True))

    def light(self, level: int, *, lit: bool) -> tuple[bytes, ...]:
        """Return what sets a brightness; 0 switches off."""
        if not level:
            self._device.hide()
        else:
            self._device.contrast(level)
            if not lit:
                self._device.show()
        return self._notes.tear_off()

    def chunk(self, wanted: bytes) -> tuple[bytes, ...]:
        """Return the next part of the frame: a frame that was begun is always finished."""
        if self._frame is None and self._known != wanted:
            self._frame = wanted
            self._device.display(recipe.image(wanted, *self._size))
            self._left = deque(self._notes.tear_off())
        if not self._left:
            self._known, self._frame = self._frame or self._known, None
            return ()
        sent = [self._left[0]]
        while sent[-1][:1] == COMMAND and len(sent) < len(self._left):
            sent.append(self._left[len(sent)])
        return tuple(sent)

    def on_written(self) -> None:
        """Handle that the last part was sent."""
        while self._left and self._left.popleft()[:1] == COMMAND:
            pass

    def shows(self, wanted: bytes) -> bool:
        """Return whether the last whole frame is this picture."""
        return self._frame is None and self._known == wanted

    def forget(self) -> None:
        """Start over."""
        self._known = self._frame = None


def shift(bits: bytes, width: int, right: int, down: int) -> bytes:
    """Return a picture shifted by some columns and less than eight rows; what leaves the edge is cut off."""
    if not right and not down:
        return bits
    pages, above = [], bytes(width)
    for start in range(0, len(bits), width):
        row = bytes(right) + bits[start : start + width - right]
        kept = int.from_bytes(row.translate(_LEFT[down]), "big")
        pages.append((kept | int.from_bytes(above.translate(_RIGHT[down]), "big")).to_bytes(width, "big"))
        above = row
    return b"".join(pages)
