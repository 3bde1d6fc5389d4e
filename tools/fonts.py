"""Make the tables of klaxon/data/fonts from the fonts of X11, which are in the public domain.

    apt-get download xfonts-base && dpkg -x xfonts-base_*.deb build/x
    .venv/bin/python tools/fonts.py build/x/usr/share/fonts/X11/misc

The glyphs that we draw ourselves stand in tools/fonts.txt: those that X11 lacks, and those it draws like another.
Klaxon never runs this; the tables are kept in the repository.
"""

from __future__ import annotations

import argparse
import gzip
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLES = HERE.parent / "firmware" / "klaxon" / "data" / "fonts"
FONTS = {"5x8": (5, 8), "6x10": (6, 10), "10x20": (10, 20)}
LETTERS = (
    *map(chr, range(0x20, 0x7F)),  # ASCII
    *map(chr, range(0xA0, 0xAD)),  # Latin-1: German, and the names of people; not the hyphen that hides itself
    *map(chr, range(0xAE, 0x100)),
    *map(chr, range(0x400, 0x460)),  # Cyrillic: Russian, Ukrainian
    *"ҐґŒœŠšŽž",
    *"–—‘’‚“”„•…‹›€№™−≈≠≤≥",
    *"←↑→↓↔↕■□▪▫▲▶▼◀◆◇○●✓✗",
)
HEAD = """\
# X11 misc-fixed {name}, in the public domain; made by tools/fonts.py, with the glyphs of tools/fonts.txt put in.
# A line a glyph: its code, itself, and its rows from the top in hexadecimal, the highest bit leftmost.
"""

METRICS, BITMAPS, ENCODINGS = 1 << 2, 1 << 3, 1 << 5
Rows = list[int]


class Tables:
    """A font of X11 in its compiled form, PCF."""

    def __init__(self, path: Path) -> None:
        self.data = gzip.decompress(path.read_bytes())
        kinds = struct.iter_unpack("<4I", self.data[8 : 8 + 16 * struct.unpack_from("<I", self.data, 4)[0]])
        self.offsets = {kind: offset for kind, _, _, offset in kinds}

    def open(self, kind: int) -> tuple[int, int, str]:
        """Return the format of a table, where it begins behind that, and its order of bytes."""
        offset = self.offsets[kind]
        form: int = struct.unpack_from("<I", self.data, offset)[0]
        return form, offset + 4, ">" if form & 4 else "<"

    def glyph_numbers(self) -> dict[str, int]:
        """Return character -> number of its glyph."""
        _, at, order = self.open(ENCODINGS)
        low, high, first, last, _ = struct.unpack_from(f"{order}5h", self.data, at)
        wide = high - low + 1
        found = struct.unpack_from(f"{order}{wide * (last - first + 1)}H", self.data, at + 10)
        return {
            chr((first + n // wide) << 8 | low + n % wide): glyph for n, glyph in enumerate(found) if glyph != 0xFFFF
        }

    def metrics(self) -> list[tuple[int, int, int, int, int]]:
        """Return of each glyph: left and right bearing, width, ascent, descent."""
        form, at, order = self.open(METRICS)
        if form & 0x100:  # compressed: a byte a number, 128 more than it is
            count = struct.unpack_from(f"{order}H", self.data, at)[0]
            return [
                (a - 128, b - 128, c - 128, d - 128, e - 128)
                for a, b, c, d, e in struct.iter_unpack("5B", self.data[at + 2 : at + 2 + 5 * count])
            ]
        count = struct.unpack_from(f"{order}I", self.data, at)[0]
        return [
            (a, b, c, d, e)
            for a, b, c, d, e, _ in struct.iter_unpack(f"{order}5hH", self.data[at + 4 : at + 4 + 12 * count])
        ]

    def bitmaps(self) -> Iterator[list[int]]:
        """Yield the rows of each glyph, the highest of 32 bits leftmost."""
        form, at, order = self.open(BITMAPS)
        count = struct.unpack_from(f"{order}I", self.data, at)[0]
        offsets = struct.unpack_from(f"{order}{count}I", self.data, at + 4)
        start, pad = at + 4 + 4 * count + 16, 1 << (form & 3)
        if not form & 8 or form >> 4 & 3:
            raise SystemExit("bits in an order that nobody uses: not read")
        for offset, (left, right, _, up, down) in zip(offsets, self.metrics(), strict=True):
            bytes_a_row = -(-(right - left) // (8 * pad)) * pad
            rows = [start + offset + row * bytes_a_row for row in range(up + down)]
            yield [int.from_bytes(self.data[row : row + bytes_a_row].ljust(4, b"\0")[:4], "big") for row in rows]


def read_x11(path: Path, width: int, height: int) -> dict[str, Rows]:
    """Return character -> rows of a font, each glyph placed in its cell."""
    tables = Tables(path)
    bitmaps, metrics, numbers = list(tables.bitmaps()), tables.metrics(), tables.glyph_numbers()
    ascent = max(metrics[numbers[letter]][3] for letter in "Äbdg")
    ascent = max(ascent, height - max(metrics[numbers[letter]][4] for letter in "gjpqyÇ"))
    glyphs = {}
    for letter in LETTERS:
        if letter in numbers:
            left, _, _, up, _ = metrics[numbers[letter]]
            glyphs[letter] = [0] * height
            for row, bits in enumerate(bitmaps[numbers[letter]], start=ascent - up):
                if 0 <= row < height:
                    glyphs[letter][row] = (bits >> left >> (32 - width)) if left >= 0 else bits << -left >> 32 - width
    return glyphs


def read_own(path: Path) -> dict[str, dict[str, Rows]]:
    """Return font -> character -> rows of the glyphs that we draw ourselves."""
    own: dict[str, dict[str, Rows]] = {name: {} for name in FONTS}
    font, letters, rows = "", "", []
    for line in [*path.read_text("utf-8").splitlines(), ""]:
        if line.startswith("font "):
            font = line.removeprefix("font ")
        elif line.startswith("glyph "):
            letters = line.removeprefix("glyph ")
        elif line and set(line) <= {".", "#", " "}:
            rows.append(line.split())
        elif not line and rows:
            for place, letter in enumerate(letters.split()):
                width, height = FONTS[font]
                drawn = [row[place] for row in rows]
                if len(drawn) != height or {len(row) for row in drawn} != {width}:
                    raise SystemExit(f"{path}: {letter} of {font} is not {width}x{height}")
                own[font][letter] = [int(row.replace(".", "0").replace("#", "1"), 2) for row in drawn]
            rows = []
    return own


def write(path: Path, name: str, glyphs: dict[str, Rows], width: int) -> None:
    """Write a table."""
    lines = [HEAD.format(name=name)]
    lines += [f"{ord(c):04X} {c} {hex_rows(glyphs[c], width)}\n" for c in sorted(glyphs)]
    path.write_text("".join(lines), "utf-8")


def hex_rows(rows: Sequence[int], width: int) -> str:
    """Return rows in hexadecimal, filled up on the right to whole digits."""
    digits = -(-width // 4)
    return " ".join(f"{row << digits * 4 - width:0{digits}X}" for row in rows)


def main() -> None:
    """Make all tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where 5x8.pcf.gz and the others are")
    folder = parser.parse_args().folder
    own = read_own(HERE / "fonts.txt")
    for name, (width, height) in FONTS.items():
        glyphs = read_x11(folder / f"{name}.pcf.gz", width, height)
        glyphs |= own[name]
        print(name, len(glyphs), "glyphs; missing:", "".join(c for c in LETTERS if c not in glyphs))
        write(TABLES / f"{name}.txt", name, glyphs, width)


if __name__ == "__main__":
    main()
