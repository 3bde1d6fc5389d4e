"""A season drawn as a plain SVG: how long the games were and who won them, and what did the damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

COLOURS = {"red": "#c0392b", "blue": "#2c5f9e", "draw": "#888888", "": "#222222"}
WIDTH, HEIGHT, MARGIN, BINS = 720, 260, 50, 24


def drawing(told: Mapping[str, Any]) -> str:
    """Return a season as an SVG document."""
    crews = ", ".join(f"{name} {skill}" for name, skill in told["crews"].items())
    title = f"{told['games']} games of {told['game']}: {crews}"
    causes = [(boat, cause, much) for boat, causes in told["damage"].items() for cause, much in causes.items()]
    height = HEIGHT + 2 * MARGIN + 22 * len(causes) + (MARGIN if causes else 0)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        _text(MARGIN, 24, title, 15),
        *_lengths(told["each"]),
        *_damages(causes, told["games"]),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _lengths(each: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a histogram of orders a game, a colour for each winner."""
    longest = max(game["orders"] for game in each) + 1
    counts = Counter((game["orders"] * BINS // longest, game["winner"]) for game in each)
    highest = max(sum(counts[place, winner] for winner in COLOURS) for place in range(BINS))
    wide = (WIDTH - 2 * MARGIN) / BINS
    for place in range(BINS):
        below = 0
        for winner, colour in COLOURS.items():
            count = counts[place, winner]
            if count:
                high = count * HEIGHT / highest
                y = MARGIN + HEIGHT - below * HEIGHT / highest - high
                x = MARGIN + place * wide
                yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide - 2:.1f}" height="{high:.1f}" fill="{colour}"/>'
            below += count
    base = MARGIN + HEIGHT
    yield f'<line x1="{MARGIN}" y1="{base}" x2="{WIDTH - MARGIN}" y2="{base}" stroke="black"/>'
    yield _text(MARGIN, base + 18, "0", 12)
    yield _text(WIDTH - MARGIN - 90, base + 18, f"{longest - 1} orders", 12)
    yield _text(4, MARGIN + 6, f"{highest}", 12)


def _damages(causes: Sequence[tuple[str, str, int]], games: int) -> Iterator[str]:
    """Yield a bar for every cause of damage of every boat."""
    most = max((much for _, _, much in causes), default=0) or 1
    for number, (boat, cause, much) in enumerate(causes):
        y = HEIGHT + 2 * MARGIN + 22 * number
        wide = much * (WIDTH - 4 * MARGIN - 100) / most
        yield _text(MARGIN, y + 13, f"{boat}: {cause}", 12)
        yield f'<rect x="{MARGIN + 130}" y="{y}" width="{wide:.1f}" height="16" fill="{COLOURS[boat]}"/>'
        yield _text(MARGIN + 136 + wide, y + 13, f"{much / games:.2f} a game", 12)


def _text(x: float, y: float, words: str, size: int) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}">{escape(words)}</text>'
