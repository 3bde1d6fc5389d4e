"""Pictures for people without a panel: as text, and as a contact sheet in PNG."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence

from klaxon.console.devices import Picture
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY

_HALVES = " ▀▄█"
"""Two pixels, one above the other: the upper counts 1, the lower 2."""
_HALF_OF = dict(enumerate(_HALVES))
_PAIR_OF = {ord(half): pair for pair, half in _HALF_OF.items()}
_TABLE, _DARK, _LIT, _CAPTION = range(4)
_PALETTE = ((38, 40, 44), (8, 9, 12), (255, 190, 80), (190, 194, 200))
_MARGIN = 4
"""Pixels between the panels of a sheet."""


_PIXEL = [bytes(byte >> y & 1 for byte in range(256)) for y in range(8)]
"""Row of a page -> the table with which bytes.translate() keeps its pixels."""
_PAIR = [bytes(byte >> y & 3 for byte in range(256)) for y in range(0, 8, 2)]
"""The same for two rows, as counted in _HALVES."""


def rows(picture: Picture) -> list[bytes]:
    """Return the rows of a picture from the top, a byte a pixel: 1 if lit."""
    return [page.translate(row) for page in _pages(picture) for row in _PIXEL]


def as_text(picture: Picture) -> str:
    """Return a picture in characters, each two pixels high, without trailing blanks."""
    pairs = [page.translate(pair).decode("latin-1") for page in _pages(picture) for pair in _PAIR]
    return "".join(pair.translate(_HALF_OF).rstrip() + "\n" for pair in pairs)


def from_text(text: str, width: int) -> Picture:
    """Return the picture of a text that `as_text` made."""
    if not set(text) <= {*_HALVES, "\n"}:
        raise ValueError(f"no picture: {text}")
    lines = text.splitlines()
    canvas = Canvas(width, 2 * len(lines))
    pairs = [int.from_bytes(line.translate(_PAIR_OF).encode()[:width].ljust(width, b"\0")) for line in lines]
    for page, start in enumerate(range(0, len(lines), 4)):
        column = sum(pair << 2 * place for place, pair in enumerate(pairs[start : start + 4]))
        canvas.bits[page * width : (page + 1) * width] = column.to_bytes(width)
    return Picture(width, canvas.height, bytes(canvas.bits))


def _pages(picture: Picture) -> list[bytes]:
    width, bits = picture.width, picture.bits
    return [bits[start : start + width] for start in range(0, len(bits), width)]


def sheet(pictures: Mapping[str, Picture], scale: int = 4, columns: int = 3) -> bytes:
    """Return a PNG of all pictures with their names under them."""
    cells = list(pictures.items())
    wide = max((picture.width for picture in pictures.values()), default=1)
    lines: list[bytes] = []
    for start in range(0, len(cells), columns):
        lines += _shelf(cells[start : start + columns], wide, columns)
    edge = bytes((_TABLE,)) * (columns * (wide + _MARGIN) + _MARGIN)
    return png([edge] * _MARGIN + lines, _PALETTE, scale)


def _shelf(cells: Sequence[tuple[str, Picture]], wide: int, columns: int) -> Iterator[bytes]:
    """Yield the rows of one line of panels, and of the captions under it."""
    high = max(picture.height for _, picture in cells)
    blocks = []
    for name, picture in cells:
        caption = Canvas(wide, 16)
        caption.text(0, 2, BODY.fit(name, wide), BODY)
        panel = [row.translate(_colours(_DARK, _LIT)) for row in rows(picture)]
        panel += [b""] * (high - len(panel))
        names = [row.translate(_colours(_TABLE, _CAPTION)) for row in rows(_take_picture(caption))]
        blocks.append([row.ljust(wide + _MARGIN, bytes((_TABLE,))) for row in panel + names])
    blocks += [[bytes((_TABLE,)) * (wide + _MARGIN)] * (high + 16)] * (columns - len(blocks))
    for parts in zip(*blocks, strict=True):
        yield bytes((_TABLE,)) * _MARGIN + b"".join(parts)


def _take_picture(canvas: Canvas) -> Picture:
    return Picture(canvas.width, canvas.height, bytes(canvas.bits))


def _colours(dark: int, lit: int) -> bytes:
    return bytes((dark, lit)) + bytes(254)


def png(lines: Sequence[bytes], palette: Sequence[tuple[int, int, int]], scale: int = 1) -> bytes:
    """Return a PNG of rows of equal length, a byte a pixel with the index of its colour."""
    large = [b"".join(bytes((colour,)) * scale for colour in line) for line in lines]
    data = b"".join((b"\0" + line) * scale for line in large)
    head = struct.pack(">2I5B", len(large[0]), len(large) * scale, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", bytes(sum(palette, ()))), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    packed = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)
