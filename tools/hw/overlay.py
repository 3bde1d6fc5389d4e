"""The front panel at its true size: where to drill and cut, and what stands beside every control."""

from __future__ import annotations

from klaxon.console.profile import Profile
from tools.hw import geometry
from tools.hw.geometry import BAY_LENGTH, BAY_WIDTH, MIDDLE, WINDOW_AT, Bay, Hole
from tools.hw.svg import GREY, PALE, Sheet, wrap
from tools.hw.words import Words

EDGE, BETWEEN, FOOT = 8.0, 10.0, 14.0
"""Round the panels, between the rows of two boats, and below for the scale."""
BOAT_HUES = {"red": "#c0392b", "blue": "#2463a8"}
CUT = {"stroke": "#c2185b", "stroke_width": 0.15}
SMALL, USUAL, LARGE = 2.6, 3.4, 5.0
BESIDE_PANEL = 25.0
"""Millimetres between the bezel of a panel and the edge of its bay, as far as a text may go."""
SCALE = 100
"""Millimetres of the bar by which a print is measured."""


def overlay(profile: Profile, words: Words) -> str:
    """Return the whole front panel."""
    return _sheet(profile, geometry.rows(geometry.bays(profile)), words)


def pages(profile: Profile, words: Words, across: int = 2) -> list[str]:
    """Return the front panel in pieces that a sheet of A4 holds, two bays each."""
    found = [
        row[at : at + across] for row in geometry.rows(geometry.bays(profile)) for at in range(0, len(row), across)
    ]
    return [_sheet(profile, [piece], words) for piece in found]


def _sheet(profile: Profile, rows: list[list[Bay]], words: Words) -> str:
    wide = max(max(len(row) for row in rows) * BAY_WIDTH, SCALE) + 2 * EDGE
    high = EDGE + len(rows) * (BAY_LENGTH + BETWEEN) - BETWEEN + FOOT
    sheet = Sheet(wide, high, words("overlay.title", name=profile.name))
    for number, row in enumerate(rows):
        for place, bay in enumerate(row):
            _bay(sheet, bay, EDGE + place * BAY_WIDTH, EDGE + number * (BAY_LENGTH + BETWEEN), words)
    left, y = EDGE, high - 5
    sheet.line((left, y - 1.5), (left, y + 1.5))
    sheet.line((left, y), (left + SCALE, y))
    sheet.line((left + SCALE, y - 1.5), (left + SCALE, y + 1.5))
    sheet.text(left + SCALE / 2, y - 1.2, words("overlay.scale", mm=SCALE), SMALL, text_anchor="middle")
    return str(sheet)


def _bay(sheet: Sheet, bay: Bay, left: float, top: float, words: Words) -> None:
    sheet.rect(left, top, BAY_WIDTH, BAY_LENGTH, **CUT)
    hue = BOAT_HUES.get(bay.boat, GREY)
    sheet.rect(left + 0.5, top + 0.5, BAY_WIDTH - 1, 2.2, fill=hue, stroke="none")
    name = words("overlay.station", boat=words.boat(bay.boat), number=bay.number)
    sheet.text(left + MIDDLE, top + 14, name, LARGE, text_anchor="middle", font_weight="bold", fill=hue)
    for window in bay.windows:
        x, y = left + window.x - window.width / 2, top + BAY_LENGTH - window.y - window.height / 2
        sheet.rect(x - 2, y - 2, window.width + 4, window.height + 4, rx=2, stroke=PALE, stroke_width=1.2)
        sheet.rect(x, y, window.width, window.height, data_window=bay.station, **CUT)
    has_back = any(hole.what == "back" for hole in bay.holes)
    for hole in bay.holes:
        _hole(sheet, bay, hole, left + hole.x, top + BAY_LENGTH - hole.y)
        _label(sheet, hole, left + hole.x, top + BAY_LENGTH - hole.y, words)
    hints = [words("overlay.dial"), *([] if has_back else [words("overlay.dial.back")])]
    foot = top + BAY_LENGTH - WINDOW_AT[1] + 15.25 + 6
    for number, hint in enumerate(hints):
        sheet.text(left + MIDDLE, foot + 3.4 * number, hint, SMALL, text_anchor="middle")


def _hole(sheet: Sheet, bay: Bay, hole: Hole, x: float, y: float) -> None:
    if hole.what not in ("screw", "bell"):
        stroke = {"stop": "#d62728", "lamp": BOAT_HUES.get(hole.name, GREY)}.get(hole.what, PALE)
        sheet.circle(x, y, hole.rim / 2 + 0.8, stroke=stroke, stroke_width=1.2)
    sheet.circle(x, y, hole.drill / 2, data_hole=f"{bay.station}/{hole.part}", **CUT)
    sheet.cross(x, y, min(hole.drill / 2 - 0.4, 2), **CUT)


def _label(sheet: Sheet, hole: Hole, x: float, y: float, words: Words) -> None:
    below, above = y + hole.rim / 2 + 5, y - hole.rim / 2 - 2.6
    middle = {"text_anchor": "middle"}
    match hole.what:
        case "ok" | "back":
            sheet.text(x, below, words.key(hole.what), USUAL, font_weight="bold", **middle)
            sheet.text(x, below + 3.8, words(f"overlay.{hole.what}"), SMALL, **middle)
        case "stop":
            sheet.text(x, above, words.key("stop"), USUAL, font_weight="bold", fill="#d62728", **middle)
        case "power":
            sheet.text(x, below, words("overlay.power"), USUAL, font_weight="bold", **middle)
            for number, line in enumerate(wrap(words("overlay.power.hold"), SMALL, BESIDE_PANEL)):
                sheet.text(x, below + 3.8 + 3.4 * number, line, SMALL, **middle)
        case "lamp":
            sheet.text(x, above + 0.6, words.boat(hole.name), SMALL, **middle)
        case "dial" if hole.name != "1":
            sheet.text(x, below, words("overlay.second"), SMALL, **middle)
        case "course":
            east, north = geometry.TOWARDS[hole.name]
            near = hole.rim / 2 + 3
            sheet.text(
                x - east * near, y + north * near + 1.3, words.letter(hole.name), USUAL, font_weight="bold", **middle
            )
