"""Seasons, missions, soaks and seas drawn as plain SVG.

A season: how long the games were, who won them, and what did the damage. A soak: what was sampled, over time. A sea:
what it costs with more and more ships.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any
from xml.sax.saxutils import escape

COLOURS = {"red": "#c0392b", "blue": "#2c5f9e", "draw": "#888888", "": "#222222"}
OTHER = "#2e7d5b"
WIDTH, HEIGHT, MARGIN, BINS = 720, 260, 50, 24
STRIP, APART = 84, 46
"""The height of a strip of a soak, and the gap between two."""
ROOM, PEAK = 1.15, 8
"""The height of a strip relative to its highest point; and to its median, where single peaks are cut off."""

LEGIBLE = 7
"""Hundredths of a bar that have room for their grade."""

Points = Sequence[tuple[float, float]]
"""Hours and values."""


def drawing(data: Mapping[str, Any]) -> str:
    """Return a season as an SVG document."""
    crews = ", ".join(f"{name} {skill}" for name, skill in data["crews"].items())
    title = f"{data['games']} games of {data['game']}: {crews}"
    causes = [
        (boat, cause, much)
        for boat, causes in (data["damage"] or data["counts"]).items()
        for cause, much in causes.items()
    ]
    height = HEIGHT + 2 * MARGIN + 22 * len(causes) + (MARGIN if causes else 0)
    return _document(height, title, [*_lengths(data["each"]), *_damages(causes, data["games"])])


def soak_drawing(data: Mapping[str, Any]) -> str:
    """Return a soak as an SVG document: a strip for each figure, and below them when something went wrong."""
    samples, hours = data["samples"], data["hours"]
    lobbies = [one for one in samples if one["state"] == "lobby" and one["calm"]]
    strips: list[tuple[str, dict[str, Points]]] = [
        ("resident memory, MB", {COLOURS["blue"]: _points(samples, "resident")}),
        ("live objects after a game, thousands", {COLOURS["blue"]: _points(lobbies, "objects", 1e-3)}),
        ("threads", {COLOURS["blue"]: _points(samples, "threads")}),
        ("descriptors", {COLOURS["blue"]: _points(samples, "descriptors")}),
        ("journals of all games, MB", {COLOURS["blue"]: _points(samples, "journal", 1e-6)}),
        ("CPU time from a touch to its picture, ms: p50 blue, p99 red", _quantiles(samples, "picture")),
        ("from a touch to the first byte on the bus, ms: p50 blue, p99 red", _quantiles(samples, "bus")),
    ]
    lines = [line for place, strip in enumerate(strips) for line in _strip(_top(place), hours, *strip)]
    below = _top(len(strips))
    lines += _faults(below, hours, data["faults"])
    title = f"{hours:g} hours on {data['profile']} by the {data['clock']} clock, {sum(data['games'].values())} games"
    return _document(below + MARGIN, title, lines)


def growth_drawing(seas: Sequence[tuple[int, float, float]], hours: int) -> str:
    """Return how the cost of a sea grows, as an SVG document: ships, seconds of the sea, and of a plain loop."""
    most = max(ships for ships, _, _ in seas)
    blue, grey, red = COLOURS["blue"], COLOURS["draw"], COLOURS["red"]
    of_sea: Points = [(ships, sea) for ships, sea, _ in seas]
    of_loop: Points = [(ships, loop) for ships, _, loop in seas]
    strips: list[tuple[str, dict[str, Points]]] = [
        ("seconds of CPU: the sea", {blue: of_sea}),
        ("seconds of CPU: the sea blue, a loop of 1 s steps grey", {blue: of_sea, grey: of_loop}),
        ("how many times as long the loop takes", {red: [(ships, loop / sea) for ships, sea, loop in seas]}),
    ]
    lines = [line for place, strip in enumerate(strips) for line in _strip(_top(place), most, *strip)]
    below = _top(len(strips))
    lines += [_text(MARGIN + n * (WIDTH - 3 * MARGIN) / most - 8, below - 18, f"{n}", 11) for n, _, _ in seas]
    return _document(below + MARGIN // 2, f"{hours} hours of sea, by ships in contact", lines)


def club_drawing(halls: Sequence[Mapping[str, Any]]) -> str:
    """Return how a hall grows, as an SVG document: messages, the desk's answers, its share of a core."""
    blue, red = COLOURS["blue"], COLOURS["red"]
    most = max(one["tables"] for one in halls)

    def of(name: str, scale: float = 1.0) -> Points:
        return [(one["tables"], (one[name] or 0) * scale) for one in halls]

    strips: list[tuple[str, dict[str, Points]]] = [
        ("messages a second, from tables", {blue: of("messages_a_second")}),
        ("from a report to the desk's disk and back, ms: median and p99", {blue: of("p50", 1e3), red: of("p99", 1e3)}),
        ("the desk, hundredths of a core", {blue: of("desk_cpu_percent")}),
        ("seconds until all are back after the broker was killed", {blue: of("back_seconds")}),
    ]
    drawn = [line for place, (name, series) in enumerate(strips) for line in _strip(_top(place), most, name, series)]
    return _document(_top(len(strips)), f"A hall of {halls[0]['tables']} to {most} tables", drawn)


def grades_drawing(shares: Mapping[str, Sequence[float]], grades: Sequence[str]) -> str:
    """Return how often missions ended with each grade, as an SVG document: a bar of hundredths for each mission."""
    wide, lines = WIDTH - 4 * MARGIN, list[str]()
    for number, (name, of_grades) in enumerate(shares.items()):
        x, y = 2.5 * MARGIN, MARGIN + 26 * number
        lines.append(_text(MARGIN / 2, y + 14, name, 12))
        for grade, share in zip(grades, of_grades, strict=True):
            part = share * wide / 100
            lines.append(f'<rect x="{x:.1f}" y="{y}" width="{part:.1f}" height="20" fill="{_shade(grades, grade)}"/>')
            lines += [_text(x + 3, y + 14, f"{grade} {share:.0f}", 11)] if share >= LEGIBLE else []
            x += part
    base, middle = MARGIN + 26 * len(shares), 2.5 * MARGIN + wide / 2
    lines.append(f'<line x1="{middle}" y1="{MARGIN - 6}" x2="{middle}" y2="{base}" stroke="#222222"/>')
    lines.append(_text(middle - 8, base + 16, "50", 11))
    return _document(base + MARGIN, "grades of 100 games, by mission (games)", lines)


def _shade(grades: Sequence[str], grade: str) -> str:
    """Return the colour of a grade: the better the bluer, the last one grey."""
    place = list(grades).index(grade)
    blue = 110 + 120 * place // max(1, len(grades) - 1)
    return "#d0d0d0" if place == len(grades) - 1 else f"rgb({blue},{blue + 15},235)"


def _document(height: int, title: str, drawn: Sequence[str]) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        _text(MARGIN, 24, title, 15),
        *drawn,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _top(place: int) -> int:
    return MARGIN + APART // 2 + place * (STRIP + APART)


def _points(samples: Sequence[Mapping[str, Any]], name: str, scale: float = 1.0) -> Points:
    return [(one["at"] / 3600, one[name] * scale) for one in samples]


def _quantiles(samples: Sequence[Mapping[str, Any]], name: str) -> dict[str, Points]:
    known = [one for one in samples if one[name]]
    return {
        COLOURS[colour]: [(one["at"] / 3600, one[name][quantile]) for one in known]
        for colour, quantile in (("red", "p99"), ("blue", "p50"))
    }


def _strip(top: int, hours: float, title: str, series: Mapping[str, Points]) -> Iterator[str]:
    """Yield one strip. It begins at 0, so that flat curves look flat and others do not."""
    peak = max((value for points in series.values() for _, value in points), default=0)
    usual = max((median(value for _, value in points) for points in series.values() if points), default=0)
    highest = min(peak, PEAK * usual or peak) * ROOM or 1
    base, wide = top + STRIP, WIDTH - 3 * MARGIN
    yield _text(MARGIN, top - 6, f"{title} (peaks up to {peak:.3g} are cut off)" if peak > highest else title, 12)
    for y in (top, base):
        yield f'<line x1="{MARGIN}" y1="{y}" x2="{MARGIN + wide}" y2="{y}" stroke="#cccccc"/>'
    yield _text(4, base, "0", 11)
    yield _text(4, top + 10, f"{highest:.3g}", 11)
    for number, (colour, points) in enumerate(series.items()):
        placed = " ".join(
            f"{MARGIN + at * wide / hours:.1f},{base - min(value, highest) * STRIP / highest:.1f}"
            for at, value in points
        )
        yield f'<polyline points="{placed}" fill="none" stroke="{colour}" stroke-width="1.2"/>'
        if points:
            words = f"{points[0][1]:.3g} to {points[-1][1]:.3g}"
            yield _text(MARGIN + wide + 6, base - 6 - 16 * (len(series) - 1 - number), words, 11)


def _faults(top: int, hours: float, faults: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield an axis of hours, and a mark for everything that went wrong."""
    wide = WIDTH - 3 * MARGIN
    yield _text(MARGIN, top - 14, f"{len(faults)} faults, and hours", 12)
    for fault in faults:
        x = MARGIN + fault["at"] / 3600 * wide / hours
        yield f'<line x1="{x:.1f}" y1="{top - 8}" x2="{x:.1f}" y2="{top + 4}" stroke="{COLOURS["draw"]}"/>'
    for quarter in range(5):
        x = MARGIN + quarter * wide / 4
        yield _text(x, top + 20, f"{quarter * hours / 4:.3g}", 11)


def _lengths(each: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a histogram of orders a game, a colour for each winner."""
    longest = max(game["orders"] for game in each) + 1
    counts = Counter((game["orders"] * BINS // longest, game["winner"]) for game in each)
    winners = dict.fromkeys([*COLOURS, *(game["winner"] for game in each)])
    highest = max(sum(counts[place, winner] for winner in winners) for place in range(BINS))
    wide = (WIDTH - 2 * MARGIN) / BINS
    for place in range(BINS):
        below = 0
        for winner in winners:
            count = counts[place, winner]
            if count:
                high = count * HEIGHT / highest
                y = MARGIN + HEIGHT - below * HEIGHT / highest - high
                x, colour = MARGIN + place * wide, _colour(winner)
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
        yield f'<rect x="{MARGIN + 130}" y="{y}" width="{wide:.1f}" height="16" fill="{_colour(boat)}"/>'
        yield _text(MARGIN + 136 + wide, y + 13, f"{much / games:.2f} a game", 12)


def _colour(boat: str) -> str:
    """Return the colour of a boat; boats that are not named after a colour share one."""
    return COLOURS.get(boat, OTHER)


def _text(x: float, y: float, words: str, size: int) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}">{escape(words)}</text>'
