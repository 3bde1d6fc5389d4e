"""The picture of the boards that a panel comes on: four pins, or seven that have to be told to speak I2C."""

from __future__ import annotations

from collections.abc import Sequence

from tools.hw.circuit import RESET_NANO, RESET_OHMS
from tools.hw.svg import GREY, HUES, Sheet, number
from tools.hw.words import Words

WIDE, HIGH, LEFT, TOP = 78.0, 52.0, 14.0, 44.0
PITCH = 9.0
SECOND = 128.0
"""Where the second board begins."""
Ends = Sequence[tuple[str, str, str]]
"""Pins of a board: name, message that says where it goes, colour of the wire."""
FOUR: Ends = (("GND", "gnd", "BK"), ("VCC", "vcc", "PK"), ("SCL", "scl", "YE"), ("SDA", "sda", "BU"))
SEVEN: Ends = (*FOUR, ("RES", "res", "OG"), ("DC", "dc", "BK"), ("CS", "cs", "BK"))


def panel_boards(words: Words) -> str:
    """Return the picture: both boards from behind, each pin with what it is wired to."""
    sheet = Sheet(SECOND + LEFT + WIDE + 60, TOP + HIGH + 7 * PITCH + 26, words("panels.title"))
    sheet.text(LEFT, 12, words("panels.title"), 5.5, font_weight="bold")
    sheet.text(LEFT, 20, words("panels.about"), 3.4, fill="#555c63")
    sheet.text(LEFT, 26, words("panels.names"), 3.4, fill="#555c63")
    for x, kind, pins in ((LEFT, "four", FOUR), (SECOND, "seven", SEVEN)):
        sheet.text(x, TOP - 5, words(f"panels.{kind}"), 4, font_weight="bold")
        _board(sheet, x, pins)
        _ends(sheet, x, pins, words)
    _jumpers(sheet, SECOND)
    below = TOP + HIGH + 7 * PITCH + 14
    ohms = number(RESET_OHMS / 1000)
    sheet.text(LEFT, below, words("panels.jumpers"), 3.2)
    sheet.text(LEFT, below + 5.5, words("panels.no-line", kilo=ohms, nano=RESET_NANO), 3.2)
    return str(sheet)


def _board(sheet: Sheet, x: float, pins: Ends) -> None:
    sheet.rect(x, TOP, WIDE, HIGH, rx=2, fill="#1e3f66", stroke="none")
    sheet.rect(x + 5, TOP + 3, WIDE - 10, HIGH - 20, rx=1, fill="#0d1420", stroke="none")
    for across in (3.5, WIDE - 3.5):
        for down in (3.5, HIGH - 3.5):
            sheet.circle(x + across, TOP + down, 1.6, fill="#ffffff", stroke=GREY)
    for place, (name, _, _) in enumerate(pins):
        pin = _pin_x(x, place, len(pins))
        sheet.rect(pin - 1.6, TOP + HIGH - 6, 3.2, 3.2, rx=1.6 if place else 0.3, fill="#c9a227", stroke="none")
        sheet.text(pin, TOP + HIGH - 8, name, 2.8, text_anchor="middle", fill="#ffffff")


def _pin_x(x: float, place: int, count: int) -> float:
    return x + WIDE / 2 + (place - (count - 1) / 2) * PITCH


def _ends(sheet: Sheet, x: float, pins: Ends, words: Words) -> None:
    """Draw each wire down to a line of its own, the last pin's first, so that no two cross."""
    for place, (name, message, colour) in enumerate(pins):
        pin, y = _pin_x(x, place, len(pins)), TOP + HIGH + 6 + (len(pins) - place) * PITCH
        end = x + WIDE - 6
        sheet.line((pin, TOP + HIGH - 3), (pin, y), (end, y), stroke=HUES[colour], stroke_width=1.1)
        sheet.text(end + 2, y + 1.1, words(f"panels.{message}", pin=name), 3.2)


def _jumpers(sheet: Sheet, x: float) -> None:
    """Draw the resistors that choose the bus, on the board of seven pins."""
    for place, (name, there) in enumerate((("R3", False), ("R4", True))):
        left, y = x + 22 + place * 22, TOP + HIGH - 14.5
        sheet.text(left - 1, y + 1.8, name, 2.4, text_anchor="end", fill="#ffffff")
        for pad in (left, left + 5):
            sheet.rect(pad, y, 2, 2.4, fill="#c9a227", stroke="none")
        if there:
            sheet.rect(left + 0.8, y - 0.2, 5.4, 2.8, fill="#e9ecef", stroke="none")
