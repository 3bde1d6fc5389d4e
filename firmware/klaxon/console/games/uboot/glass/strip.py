"""The sea through a glass as 128 columns: horizon, ships, smoke, wakes, the sea before them and the sky behind.

Every column is one integer, its lowest bit in the top row; whatever is drawn is or-ed into it, and the pages of the
panel are written once. Ships are lit on black. At night they are a checkerboard fixed on the panel.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.games.uboot.glass.picture import COLUMNS, GlassPicture, SeenShip

SKY = 8
"""The first row of the sky: the tape is above it."""
LEAST_SHADED, LEAST_WAVE = 24, 16
"""Columns of a ship from which on it is shaded at night, and from which on its wave is seen."""
LEAST_MAST = 10
"""Columns from which on masts are drawn."""
FRAYED = 0x5555555555555555
"""Every second row."""
STAR = 40
"""Tenths of a degree, one star for each."""
ROUGH = 6
"""The sea from which on the horizon jumps."""
EIGHTHS, STEEP = 8, 14
"""Into how many steps sinking is divided; a ship that sinks lies a row lower for so many columns towards its bow."""
SPRAY = 30
"""Rows of the column of water and smoke over a ship that is hit."""


def paint(picture: GlassPicture, horizon: int, bottom: int, bearing: int = 0, beat: int = 0) -> list[int]:
    """Return the columns of a picture: the horizon is in one row, the sea ends before another.

    `bearing` moves the stars (tenths of a degree), `beat` counts quarter seconds: it moves what shakes and burns.
    """
    shift = _shake(picture, beat)
    horizon += _roll(picture.sea, beat)
    columns = [0] * COLUMNS
    if picture.is_night:
        _stars(columns, bearing, picture.field, horizon)
    for place, ship in enumerate(picture.ships):
        if ship.shape:
            _ship(columns, picture, ship, horizon, shift, beat + place)
    for at, kind in picture.flashes:
        _flash(columns, at + shift, kind, horizon, beat)
    line = 1 << horizon
    for x in range(0, COLUMNS, 4 if picture.is_night else 1):
        columns[x] |= line
    _sea(columns, picture, horizon, bottom)
    for first, end in picture.wakes:
        for x in range(max(first + shift, 0), min(end + shift, COLUMNS), 2):
            columns[x] |= 1 << horizon + 2
    return columns


def _shake(picture: GlassPicture, beat: int) -> int:
    """Return by how many columns the picture is moved: one at 6x, two at 12x, each quarter second the other way."""
    if not picture.is_shaking:
        return 0
    far = 2 if picture.field < 90 else 1 if picture.field < 360 else 0
    return far if beat % 2 else 0


def _roll(sea: int, beat: int) -> int:
    """Return how far the horizon is up or down in a rough sea; it jumps once a second."""
    if sea < ROUGH:
        return 0
    return ((0, -1, 1) if sea == ROUGH else (0, -2, 1, 2, -1))[beat // 4 % (3 if sea == ROUGH else 5)]


# -- ships -------------------------------------------------------------------------------------------------------------


def _ship(columns: list[int], picture: GlassPicture, ship: SeenShip, horizon: int, shift: int, beat: int) -> None:
    first, end = ship.first, ship.end
    shaded = picture.is_night and end - first >= LEAST_SHADED
    own: dict[int, int] = {}
    for start, after, rows in ship.shape:
        block = _above(horizon, rows)
        for x in range(max(start + shift, 0), min(after + shift, COLUMNS)):
            own[x] = own.get(x, 0) | (_above(horizon, rows - _trim(ship, x - shift)) if ship.settled else block)
    for x, column in own.items():
        columns[x] |= column & (FRAYED << (x & 1)) if shaded else column
    if end - first >= LEAST_MAST or end - first < max(rows for _, rows in ship.masts or ((0, 0),)):
        for at, rows in ship.masts:
            if 0 <= at + shift < COLUMNS:
                mast = _above(horizon, rows)
                columns[at + shift] |= mast & FRAYED if shaded else mast
    if end - first >= LEAST_WAVE:
        _wave(columns, ship, horizon, shift)
    if ship.has_smoke and not picture.is_night:
        _smoke(columns, ship, horizon, shift)
    if ship.is_burning:
        _fire(columns, ship, horizon, shift, beat)


def _trim(ship: SeenShip, x: int) -> int:
    """Return by how many rows a sinking ship lies lower in a column: nothing at the stern, most at the bow."""
    along = x - ship.first + 1 if ship.bow_right else ship.end - x
    return ship.settled * along // (EIGHTHS * STEEP)


def _above(horizon: int, rows: int) -> int:
    """Return so many rows above the horizon, as far as there is sky."""
    rows = min(max(rows, 0), horizon - SKY)
    return (1 << rows) - 1 << horizon - rows


def _wave(columns: list[int], ship: SeenShip, horizon: int, shift: int) -> None:
    """Draw a bow wave as three dots before the stem, or a wake as dots behind the stern on the row below."""
    stem, stern, ahead = (ship.end, ship.first - 1, 1) if ship.bow_right else (ship.first - 1, ship.end, -1)
    dots: list[tuple[int, int]] = []
    if ship.wave == "bow":
        dots = [(stem, horizon - 1), (stem, horizon - 2), (stem + ahead, horizon - 1)]
    elif ship.wave == "wake":
        dots = [(stern - ahead * n, horizon + 1) for n in range(0, 12, 2)]
    _light(columns, dots, shift)


def _smoke(columns: list[int], ship: SeenShip, horizon: int, shift: int) -> None:
    """Draw smoke that trails astern from the highest box, one row up every fourth dot; some are left out."""
    start, after, rows = max(ship.shape, key=lambda box: (box[2], box[0]))
    number = sum(map(ord, ship.contact))
    astern = -1 if ship.bow_right else 1
    top, at = horizon - rows - 1, (start + after) // 2
    dots = [(at + astern * n, top - n // 4) for n in range(10 + number % 7) if (n * 7 + number) % 5]
    _light(columns, [(x, y) for x, y in dots if y >= SKY], shift)


def _fire(columns: list[int], ship: SeenShip, horizon: int, shift: int, beat: int) -> None:
    """Draw flames over the middle third, which flicker."""
    wide = ship.end - ship.first
    low = min(box[2] for box in ship.shape)
    for n in range(ship.first + wide // 3, ship.end - wide // 3):
        high = (n * 5 + beat * 3) % 7
        _light(columns, [(n, horizon - low - 1 - y) for y in range(high) if (n + y + beat) % 3], shift)


def _flash(columns: list[int], at: int, kind: str, horizon: int, beat: int) -> None:
    """Draw a column of spray and smoke where something exploded, or the flash of a gun."""
    if kind == "gun":
        _light(columns, [(at, horizon - y) for y in (2, 4)] + [(at + x, horizon - 3) for x in (-1, 0, 1)], 0)
        return
    for y in range(min(SPRAY, horizon - SKY)):
        wide, lean = 1 + y // 7, y // 5
        for x in range(-wide, wide + 1):
            if (x * 13 + y * 7 + beat) % 5 and (y < SPRAY * 2 // 3 or (x + y + beat) % 2):
                _light(columns, [(at + lean + x, horizon - 1 - y)], 0)


def _light(columns: list[int], dots: list[tuple[int, int]], shift: int) -> None:
    for x, y in dots:
        if 0 <= x + shift < COLUMNS and y >= 0:
            columns[x + shift] |= 1 << y


# -- what is round them ------------------------------------------------------------------------------------------------


def _stars(columns: list[int], bearing: int, field: int, horizon: int) -> None:
    """Draw the few stars that stand in the field; each has its bearing and its height."""
    left = bearing - field // 2
    for n in range(left // STAR, (left + field) // STAR + 1):
        at = n * STAR + n * 37 % STAR - left
        x, y = at * COLUMNS // field, SKY + 4 + (n * n * 29 + n * 11) % max(horizon - SKY - 12, 1)
        if 0 <= x < COLUMNS:
            columns[x] |= 1 << y


def _sea(columns: list[int], picture: GlassPicture, horizon: int, bottom: int) -> None:
    """Draw dashes in the rows before the horizon, fixed on the panel: more and longer ones in a higher sea."""
    if picture.is_night:
        return
    for x, y, length in _dashes(picture.sea, horizon, bottom):
        for dot in range(x, min(x + length, COLUMNS)):
            columns[dot] |= 1 << y


def _dashes(sea: int, horizon: int, bottom: int) -> Iterator[tuple[int, int, int]]:
    count = 1 + min(sea, 8) // 2
    for row, y in enumerate(range(horizon + 2, bottom - 2, 2)):
        for n in range(count):
            x = (row * 53 + n * COLUMNS // count + (row * 31 + n * 17) % 19) % COLUMNS
            yield x, y, 1 + row + min(sea, 8) // 3
