"""Recipes: how a controller is initialised, learned from luma's device for it.

luma's device is built once, on an interface that only takes notes. So a panel that comes back is initialised by sending
the notes again: nothing of luma's runs in the worker, and no half-dead object is reused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from klaxon.hal.panel_runs import ADDRESSING, COMMAND, DATA, LONGEST

PAGED = ("ssd1306", "ssd1309", "sh1106")
"""Controllers that are written by pages. All others of luma's are sent whole frames."""
_OFF, _COLUMNS, _PAGE = 0xAE, 0x21, 0xB0
_UPRIGHT, _UPSIDE_DOWN = b"\xa1\xc8", b"\xa0\xc0"
"""The order of segments and lines: in luma's set-up, and reversed."""


class RecipeNotes:
    """An interface for luma's devices that only records transactions, none longer than a page."""

    def __init__(self) -> None:
        """Begin with no notes."""
        self.taken: list[bytes] = []

    def command(self, *commands: int) -> None:
        """Record commands."""
        self.taken.append(COMMAND + bytes(commands))

    def data(self, data: Sequence[int]) -> None:
        """Record data, cut so that the bus is never taken for long."""
        for start in range(0, len(data), LONGEST):
            self.taken.append(DATA + bytes(data[start : start + LONGEST]))

    def cleanup(self) -> None:
        """Do nothing."""

    def tear_off(self) -> tuple[bytes, ...]:
        """Return all notes, and clear them."""
        taken, self.taken = tuple(self.taken), []
        return taken


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a controller that is written by pages is initialised."""

    setup: tuple[bytes, ...]
    """Init commands. They leave the display off and the memory as it is."""
    touch_up: tuple[bytes, ...]
    """The same for a lit panel: every register, without a blink."""
    offset: int
    """The first visible column."""


def build(controller: str, width: int, height: int, *, turned: bool) -> tuple[Any, RecipeNotes, tuple[bytes, ...]]:
    """Return luma's device for a controller, its notes, and its init commands.

    What luma does at the end of a set-up (fill the memory, choose a contrast, switch on) is left out. A controller or
    a size that luma does not have is a ValueError.
    """
    import luma.core.error  # noqa: PLC0415 - only where there is a panel
    import luma.oled.device as devices  # noqa: PLC0415 - slow, and only where there is a panel
    from luma.core.framebuffer import full_frame  # noqa: PLC0415 - only where there is a panel

    if controller not in devices.__all__:
        raise ValueError(f"luma has no controller {controller!r}; it has: {', '.join(sorted(devices.__all__))}")
    notes, made = RecipeNotes(), getattr(devices, controller)
    quiet = type(controller, (made,), dict.fromkeys(("clear", "show", "contrast"), lambda *_: None))
    try:
        device = quiet(notes, width=width, height=height, rotate=2 if turned else 0, mode="1", framebuffer=full_frame())
    except luma.core.error.DeviceDisplayModeError as error:
        raise ValueError(f"luma's {controller} cannot be {width}x{height}") from error
    device.persist = True  # luma would clear it when the program ends, after our last words
    device.__class__ = made
    return device, notes, notes.tear_off()


def learn(controller: str, width: int, height: int, *, turned: bool) -> Recipe:
    """Return how a controller of the family is initialised: luma's sequence, then page addressing and its mounting.

    The first column is where luma itself begins to write.
    """
    device, notes, setup = build(controller, width, height, turned=False)
    device.clear()
    if turned:
        setup = _turn(setup)
    extra: list[bytes] = []
    first = notes.tear_off()[0]
    if first[1] == _COLUMNS:
        extra.append(ADDRESSING)
        offset = first[2]
    elif first[1] == _PAGE:
        offset = first[2] | (first[3] & 0x0F) << 4
    else:
        raise ValueError(f"luma writes to {controller!r} in a way that is not known here")
    lit = [part if part[1] != _OFF else COMMAND + part[2:] for part in setup if part != COMMAND + bytes((_OFF,))]
    return Recipe((*setup, *extra), (*lit, *extra), offset)


def _turn(setup: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Return the init commands for a panel that is mounted upside down. No byte changes that could be a parameter."""
    for upright, turned in zip(_UPRIGHT, _UPSIDE_DOWN, strict=True):
        if b"".join(setup).count(upright) != 1:
            return (*setup, COMMAND + _UPSIDE_DOWN)
        setup = tuple(part.replace(bytes((upright,)), bytes((turned,))) for part in setup)
    return setup


def image(bits: bytes, width: int, height: int) -> Any:
    """Return a picture as a Pillow image: a byte is eight pixels from top to bottom."""
    from PIL import Image  # noqa: PLC0415 - only where there is such a panel

    whole = Image.new("1", (width, height))
    for page in range(height // 8):
        row = bits[page * width : (page + 1) * width]
        upright = Image.frombytes("1", (8, width), row, "raw", "1;R")
        whole.paste(upright.transpose(Image.Transpose.TRANSPOSE), (0, page * 8))
    return whole
