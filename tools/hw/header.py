"""The picture of the header: forty pins from above, each with the colour of its wire and what it goes to."""

from __future__ import annotations

from klaxon.console.profile.board import HEADER, RESERVED, HeaderPin
from tools.hw.parts import PI, Circuit, Wire
from tools.hw.svg import GREY, HUES, INK, PALE, Sheet, measure
from tools.hw.words import Words

PITCH, TOP, SIZE = 8.0, 34.0, 3.4
MIDDLE_GAP, PIN_SIZE = 9.0, 5.4
NAME_ROOM, STUB, ABOUT_ROOM = 19.0, 12.0, 24.0


def header(made: Circuit, words: Words) -> str:
    """Return the picture of the header."""
    labels = {pin.number: _label(made, pin, words) for pin in HEADER}
    left_side, right_side = (_side(labels, odd=odd) for odd in (True, False))
    title = words("header.title", name=made.profile.name)
    sheet = Sheet(left_side + right_side, TOP + 20 * PITCH + 8, title)
    side = left_side
    sheet.text(side, 11, title, 5.5, text_anchor="middle", font_weight="bold")
    sheet.text(side, 19, words("header.about"), SIZE, text_anchor="middle", fill="#555c63")
    left, top = side - MIDDLE_GAP, TOP - PITCH / 2 - 1
    sheet.rect(left, top, 2 * MIDDLE_GAP, 20 * PITCH + 2, rx=1.5, fill="#22272d", stroke="none")
    for pin in HEADER:
        _draw(made, sheet, pin, side, labels[pin.number])
    return str(sheet)


def _side(labels: dict[int, str], *, odd: bool) -> float:
    """Return how much room the pins of one side need."""
    widest = max(measure(label, SIZE) for number, label in labels.items() if number % 2 == odd)
    return max(widest, ABOUT_ROOM) + NAME_ROOM + STUB + MIDDLE_GAP + 8


def _wires(made: Circuit, pin: HeaderPin) -> list[Wire]:
    return [wire for number, _, wire in made.at(PI) if number == str(pin.number)]


def _label(made: Circuit, pin: HeaderPin, words: Words) -> str:
    if pin.line in RESERVED:
        return words("wiring.reserved")
    if any(use.line.number == pin.line and not use.line.chip for use in made.idle):
        return words("wiring.idle")
    return ", ".join(words.end(made, made.end_of(wire)) for wire in _wires(made, pin))


def _draw(made: Circuit, sheet: Sheet, pin: HeaderPin, middle: float, label: str) -> None:
    row, is_right = (pin.number - 1) // 2, pin.number % 2 == 0
    way, y = (1 if is_right else -1), TOP + row * PITCH
    x, anchor = middle + way * MIDDLE_GAP / 2, "start" if is_right else "end"
    wires = _wires(made, pin)
    hue = HUES[wires[0].colour[:2]] if wires else GREY
    corner = 0.4 if pin.number == 1 else PIN_SIZE / 2  # pin 1 is the square one
    sheet.rect(x - PIN_SIZE / 2, y - PIN_SIZE / 2, PIN_SIZE, PIN_SIZE, rx=corner, fill="#c9a227", stroke="none")
    sheet.text(x, y + 1, str(pin.number), 2.6, text_anchor="middle")
    begin, end = middle + way * MIDDLE_GAP, middle + way * (MIDDLE_GAP + STUB)
    if wires:
        sheet.line((begin, y), (end, y), stroke=INK, stroke_width=1.9)
        sheet.line((begin, y), (end, y), stroke=hue, stroke_width=1.4)
        if tracer := wires[0].colour[2:]:
            sheet.line((begin, y), (end, y), stroke=HUES[tracer], stroke_width=1.4, stroke_dasharray="1.5 2")
    else:
        sheet.line((begin, y), (begin + way * 3, y), stroke=PALE, stroke_width=1)
    name = pin.supply if pin.line is None else f"GPIO {pin.line}"
    ink = INK if wires else GREY
    sheet.text(end + way * 2, y + 1.2, name, SIZE, text_anchor=anchor, fill=ink, font_weight="bold")
    sheet.text(end + way * (2 + NAME_ROOM), y + 1.2, label, SIZE, text_anchor=anchor, fill=ink)
