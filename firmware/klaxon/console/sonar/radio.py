"""The radio operator: the enemy's calls, and the track they make, laid on the chart with its end where the dials say.

The track stays where it was laid and grows: the lens keeps where it began, and in which leg (between two silences or
surfacings). `at`, the end at the moment of the last turn of a dial, is what the rules know of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from klaxon.console.fonts import LABEL, LINE
from klaxon.console.parts import Point, Text, Title
from klaxon.console.scene import Scene, SeatScreen
from klaxon.console.screen import Area, Place
from klaxon.console.sonar import layout, over
from klaxon.console.sonar.news import laid, news
from klaxon.console.sonar.sea import is_sea, name_of, point_of, rows_of
from klaxon.rules.contract import Order
from klaxon.rules.sonar.arguments import NO_GUESS
from klaxon.rules.sonar.chart import STEPS
from klaxon.rules.sonar.repair import MISSED

STEP = {name[0].upper(): (east, south) for name, (south, east) in STEPS.items()}
NAMES = {name[0].upper(): name for name in STEPS}
SILENCE, UNKNOWN = "~", "?"
SHOWN = ("course", "withdrawn", "silence", "guessed")
"""What the calls tell already, and what the operator has said himself."""
CALL = 8
"""The first row of the last call."""


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the end of the game, or calls and track."""
    if over.is_over(scene):
        return over.draw(scene)
    view, pointed = scene.view, _pointed(scene)
    end = end_of(view, scene.lens)
    track = tuple((end[0] + east, end[1] + south) for east, south in view.get("track", ()))
    clashes = tuple(point for point in track if not is_sea(view, point)) if _sees_clashes(view) else ()
    chart = layout.chart_of(
        scene,
        track=track,
        cursor=pointed or (None if track else end),
        mines=clashes,
        marked=_places(view),
        spoken=(scene.phrases.say("track.sonar", at=name_of(end)), *layout.guessed(scene)),
    )
    place, side, log = layout.beside(scene, chart)
    return (place, *_side(scene, side, end, clashes, logged=bool(log)), *log)


def _pointed(scene: Scene) -> Point | None:
    """Return the point under the cursor, where a guess is being made step by step."""
    word = scene.draft.pointed.word if scene.draft.verb == "guess" and scene.draft.pointed else NO_GUESS
    return None if word == NO_GUESS else point_of(word)


def remark(scene: Scene) -> Order | None:
    """Return what OK tells the crew: that the enemy is where the track ends, or that this is no longer believed."""
    view, end = scene.view, end_of(scene.view, scene.lens)
    free = any(offer.verb == "guess" and offer.barred is None for offer in scene.draft.offers)
    if not free or not scene.lens or not is_sea(view, end):
        return None
    word = NO_GUESS if name_of(end) == view["guess"] else name_of(end)
    return Order(scene.draft.seat, "guess", (word,))


def _side(scene: Scene, side: Area, end: Point, clashes: tuple[Point, ...], *, logged: bool) -> Iterator[Place]:
    """Yield the last call in large letters, the calls before it, how the track lies, and news where no log shows it."""
    view, say = scene.view, scene.phrases.say
    calls = split(view["calls"])
    shown = name_of(end) if is_sea(view, end) else say("track.sonar.off")
    counted = say("calls.sonar.last") if view["rules"]["help"] == "off" else say("calls.sonar", count=len(calls))
    yield Place(side._replace(height=layout.HEAD), Title(counted, shown))
    last = _large(scene, calls[-1]) if calls else ""
    yield Place(Area(side.x, CALL, side.width, LINE.height), Text((last,), LINE))
    strip = _strip(scene, calls, side.width)
    top = CALL + 2 * LINE.height
    yield Place(Area(side.x, top, side.width, side.height - top), Text(strip, LINE))
    room = (side.height - top - len(strip) * LINE.height) // LABEL.height
    messages = (_verdict(scene, clashes), *news(scene, 0 if logged else 1, SHOWN))
    lines = laid(messages, side.width, room)
    yield Place(Area(side.x, side.height - room * LABEL.height, side.width, room * LABEL.height), Text(lines, LABEL))


def _large(scene: Scene, call: str) -> str:
    if call in NAMES:
        return scene.phrases.say(f"call.sonar.{NAMES[call]}")
    if call == SILENCE:
        return scene.phrases.say("call.sonar.silence")
    if call == MISSED:
        return scene.phrases.say("call.sonar.missed")
    return scene.phrases.say("call.sonar.sector", sector=call.strip("()"))


def _strip(scene: Scene, calls: list[str], width: int) -> tuple[str, ...]:
    """Return the calls before the last one, the newest at the end: a line of them beside a track, else two."""
    if not calls:
        return (scene.phrases.say("calls.sonar.none"),)
    room = width // LINE.width
    letters = "".join(calls[:-1]).replace(SILENCE, UNKNOWN)
    kept = letters[-room if "track" in scene.view else -2 * room :]
    return tuple(filter(None, (kept[:room], kept[room:])))


def _verdict(scene: Scene, clashes: tuple[Point, ...]) -> str:
    """Say how the track lies, as far as the table helps; before it was laid, what to do."""
    say, places = scene.phrases.say, len(_places(scene.view))
    if "track" not in scene.view:
        return ""
    if not scene.lens:
        return say("track.sonar.turn")
    if not _sees_clashes(scene.view):
        return ""
    if clashes:
        return say("track.sonar.clash", count=len(clashes))
    return say("track.sonar.places" if places else "track.sonar.fits", places=places)


def _sees_clashes(view: Mapping[str, Any]) -> bool:
    return view["rules"]["help"] in ("clash", "solve")


# Where the track lies


def split(calls: str) -> list[str]:
    """Return the calls one by one; a sector above 9 stands in parentheses."""
    found: list[str] = []
    within = False
    for letter in calls:
        if within:
            found[-1] += letter
        else:
            found.append(letter)
        within = letter == "(" or (within and letter != ")")
    return found


def legs_of(calls: str) -> list[str]:
    """Return the courses between two silences or surfacings."""
    legs = [""]
    for call in split(calls):
        if call in STEP:
            legs[-1] += call
        else:
            legs.append("")
    return legs


def end_of(view: Mapping[str, Any], lens: Mapping[str, str]) -> Point:
    """Return where the enemy is, if the track lies as it was laid; the middle of the chart before that."""
    rows = rows_of(view["chart"]["grid"])
    column, row = _start(lens) or (len(rows[0]) // 2, len(rows) // 2)
    if "track" not in view:
        return column, row
    for call in "".join(legs_of(view["calls"])[int(lens.get("leg", "0")) :]):
        east, south = STEP[call]
        column, row = column + east, row + south
    return column, row


def _start(lens: Mapping[str, str]) -> Point | None:
    column, comma, row = lens.get("start", "").partition(",")
    return (int(column), int(row)) if comma else None


def look(scene: Scene, dial: int, steps: int) -> Mapping[str, str] | None:
    """Lay the end of the track elsewhere: the second dial goes along a column, the first along all rows."""
    if over.is_over(scene) or scene.draft.verb or scene.draft.open:
        return None
    view = scene.view
    rows = rows_of(view["chart"]["grid"])
    column, row = end_of(view, scene.lens)
    column, row = min(max(column, 0), len(rows[0]) - 1), min(max(row, 0), len(rows) - 1)
    if dial == 0:
        way = [(x, y) for y in range(len(rows)) for x in range(len(rows[0]))]
        here = row * len(rows[0]) + column
    else:
        way, here = [(column, y) for y in range(len(rows))], row
    sea = [place for place, point in enumerate(way) if is_sea(view, point)]
    if not sea:
        return None
    before = sum(place < here for place in sea)
    onward = steps - 1 if steps > 0 and here not in sea else steps
    end = way[sea[(before + onward) % len(sea)]]
    track = view.get("track") or [[0, 0]]
    start = (end[0] + track[0][0], end[1] + track[0][1])
    legs = len(legs_of(view["calls"])) - 1 if "track" in view else 0
    return {"at": name_of(end), "start": f"{start[0]},{start[1]}", "leg": str(legs)}


def _places(view: Mapping[str, Any]) -> frozenset[Point]:
    """Return where the track may end, if the table helps that much."""
    if view["rules"]["help"] != "solve":
        return frozenset()
    return fitting(view["chart"]["grid"], tuple((east, south) for east, south in view["track"]))


@lru_cache(maxsize=32)
def fitting(grid: str, track: tuple[Point, ...]) -> frozenset[Point]:
    """Return the points at which a track may end without leaving the sea."""
    rows = rows_of(grid)
    sea = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "#"}
    return frozenset((x, y) for x, y in sea if all((x + east, y + south) in sea for east, south in track))


SCREEN = SeatScreen(draw, look, remark)
