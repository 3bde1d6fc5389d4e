"""The Raspberry Pi as a board: its header and what each of its lines can do. The same on every model with 40 pins."""

from __future__ import annotations

from typing import NamedTuple

LINES = range(28)
"""The lines on the header, by Broadcom's numbers."""
RESERVED = (0, 1)
"""Reserved for the EEPROM of a HAT, which the firmware reads at every start."""
PWM_CHANNEL = {12: 0, 18: 0, 13: 1, 19: 1}
"""Line -> its PWM channel up to the Pi 4: 12 and 18 always sound alike. On a Pi 5 18 and 19 have their own."""
PULLED_UP = (2, 3)
"""Lines with resistors of 1.8 kOhm to 3V3 on the board, always."""
I2C_LINES = {1: (2, 3)}
"""Number of an I2C adapter -> its default lines."""
SPI_LINES = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""Number of an SPI adapter -> its lines, chip selects included."""
SERIAL_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Names of the serial port on the header."""
SERIAL_LINES = (14, 15)
USB_KINDS = ("numpad", "keyboard", "dial")
"""What may be a station's hands on USB."""
EXPANDER_LINES = range(16)
EXPANDERS = ("mcp23017", "pca9555")
OUTPUTS_ONLY = (7, 15)
"""GPA7 and GPB7 of an MCP23017: an input that changes there while it is read can disturb the bus."""
I2C_SPEEDS = (100_000, 400_000, 1_000_000)
SPI_SPEEDS = tuple(1_000_000 * mhz for mhz in (1, 2, 4, 8, 16, 20, 24, 28, 32))
"""The speeds that luma accepts."""
FAST_MODE = 400_000
SLOW_CHIPS = ("mux", "pca9555")
"""What is for 400 kHz at most, beside every panel; an MCP23017 alone may be asked more quickly."""
OVERLAY_BUSES = (0, 1, 3, 4, 5, 6)
"""Adapters on which an overlay can put a mux or an expander."""


class Controller(NamedTuple):
    """The capabilities of a panel controller, as far as a console uses them."""

    buses: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]


CONTROLLERS = {
    "ssd1306": Controller(("i2c", "spi"), ((128, 64),)),
    "ssd1309": Controller(("i2c", "spi"), ((128, 64),)),
    "sh1106": Controller(("i2c", "spi"), ((128, 64),)),
    "ssd1322": Controller(("spi",), ((256, 64),)),
    "ssd1322_nhd": Controller(("spi",), ((128, 64),)),
    "ssd1325": Controller(("spi",), ((128, 64),)),
    "ssd1362": Controller(("i2c", "spi"), ((256, 64),)),
}
"""luma's devices that are large enough for a station. The first three are written by pages, the rest in full."""


class HeaderPin(NamedTuple):
    """A pin of the header: a line of the Pi, or a supply."""

    number: int
    line: int | None
    supply: str = ""


def _pins(*places: int | str) -> tuple[HeaderPin, ...]:
    found = []
    for number, place in enumerate(places, start=1):
        found.append(HeaderPin(number, place) if isinstance(place, int) else HeaderPin(number, None, place))
    return tuple(found)


HEADER = _pins(
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""The 40 pins; odd numbers on the left."""
