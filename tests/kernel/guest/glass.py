"""Glass: what a person sees on the panels of bus 1, from nothing but the bytes that went over its wires."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import FONTS
from klaxon.console.drawing.screen import Area
from klaxon.console.profile import PanelSpec, Profile
from klaxon.console.station.overlays import FaultMark
from klaxon.console.station.station import SOFT
from klaxon.hal.panel_runs import DATA
from tests.hal.kit.chips import SH1106, SSD1306, SSD1309, Chip
from tests.hal.kit.rig import REVERSED
from tests.kernel.guest.trace import SENT, Happened

ROOT, MUX = 1, 0x70
"""The bus that all panels hang on, and the mux before most of them."""
BOTTOM = 54
"""The first row of the bottom line."""
_TURNED = str.maketrans("01", "10")
_CHIPS: Mapping[str, type[Chip]] = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}


class Glass:
    """Models of the panels' chips, behind a model of their mux."""

    def __init__(self, profile: Profile) -> None:
        """Fit a chip for every panel on the bus; what it shows at first is noise."""
        self.panels: dict[str, PanelSpec] = {}
        self.chips: dict[str, Chip] = {}
        for station in profile.stations:
            if station.panel and profile.bus(station.panel.bus).number == ROOT:
                self.panels[station.name] = station.panel
                self.chips[station.name] = _CHIPS[station.panel.controller](seed=len(self.chips))
        self.bytes_sent = self.data_sent = 0
        """All that panels were sent, with addresses; bytes of pictures alone."""
        self._open = 0
        """The channels that the mux lets through, a bit each."""

    def take(self, event: Happened) -> str:
        """Let the chips hear what was sent on their bus; return the station whose picture may be another now.

        The channels of the mux are told too, and that is the same once more.
        """
        if event.event != SENT or event.numbers["adapter_nr"] != ROOT or not event.data:
            return ""
        address, message = event.numbers["addr"], event.data
        if address == MUX:
            self._open = message[-1]
            return ""
        heard = ""
        for station, panel in self.panels.items():
            if panel.address == address and (panel.channel is None or self._open >> panel.channel & 1):
                self.chips[station].write(message)
                self.bytes_sent += 1 + len(message)
                self.data_sent += len(message) - 1 if message[:1] == DATA else 0
                heard = station
        return heard

    def picture(self, station: str) -> bytes:
        """Return the pixels that can be seen on a panel, as who sits before it sees them."""
        shown = self.chips[station].picture()
        return shown[::-1].translate(REVERSED) if self.panels[station].rotation else shown

    def level(self, station: str) -> int:
        """Return how bright a panel is."""
        chip = self.chips[station]
        return chip.contrast if chip.on else 0

    def says(self, station: str, words: str, top: int = 0) -> bool:
        """Tell whether words stand on a panel, below its top, in any font, light on dark or dark on light."""
        return _says(self.picture(station), words, top)

    def offers(self, station: str, words: str) -> bool:
        """Tell whether words stand on the bottom line of a panel, which says what OK will do."""
        return self.says(station, words, BOTTOM)

    def is_marked(self, station: str) -> bool:
        """Tell whether the sign stands in the corner of a panel that some device is dead."""
        sign = Canvas(SOFT, SOFT)
        FaultMark("").draw(sign, Area(0, 0, SOFT, SOFT))
        return [row[-SOFT:] for row in _rows(self.picture(station))[-SOFT:]] == _rows(bytes(sign.bits), SOFT)

    def drawn(self, station: str) -> str:
        """Return what a panel shows in letters, for a person who looks for the cause of a failure."""
        rows = _rows(self.picture(station))
        return "\n".join(
            "".join(" ▀▄█"[int(b + a, 2)] for a, b in zip(*pair, strict=True))
            for pair in zip(rows[::2], rows[1::2], strict=True)
        )


def _rows(bits: bytes, width: int = 128) -> list[str]:
    """Return the rows of a picture, a letter a pixel."""
    pages = [bits[start : start + width] for start in range(0, len(bits), width)]
    return ["".join("01"[byte >> y & 1] for byte in page) for page in pages for y in range(8)]


@lru_cache(maxsize=256)
def _says(bits: bytes, words: str, top: int) -> bool:
    shown = _rows(bits)[top:]
    return any(_stands(pattern, shown) for pattern in _patterns(words))


@lru_cache(maxsize=64)
def _patterns(words: str) -> list[list[str]]:
    """Return how a line of text may be drawn, without the dark rows around it."""
    found = []
    for font in FONTS:
        canvas = Canvas(font.measure(words), (font.height + 7) // 8 * 8)
        canvas.text(0, 0, words, font)
        rows = [row[:-1] for row in _rows(bytes(canvas.bits), canvas.width)]  # the last column is the next letter's
        lit = [y for y, row in enumerate(rows) if "1" in row]
        light = rows[lit[0] : lit[-1] + 1]
        found += [light, [row.translate(_TURNED) for row in light]]
    return found


def _stands(pattern: list[str], shown: list[str]) -> bool:
    # Sought by a row with much in it: an empty one is found everywhere.
    most = max(range(len(pattern)), key=lambda n: len(set(pattern[n])) * pattern[n].count("1"))
    for top in range(len(shown) - len(pattern) + 1):
        x = shown[top + most].find(pattern[most])
        while x >= 0:
            if all(shown[top + n].startswith(row, x) for n, row in enumerate(pattern)):
                return True
            x = shown[top + most].find(pattern[most], x + 1)
    return False
