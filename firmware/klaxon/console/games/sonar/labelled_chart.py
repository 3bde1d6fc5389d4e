"""Captain Sonar beside the panel: the labelled chart and the engineer's board, as data for a page.

They are made from a scene, like the panel itself, so they hold what the seat knows and nothing else. `aims` are the
places that may be pointed at, each with the words that take the cursor there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from klaxon.console.drawing.parts.scale import Point
from klaxon.console.drawing.parts.symbols import Group, SymbolPicture
from klaxon.console.games.sonar import layout
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.games.sonar.sea import is_sea, name_of, point_of, run, ways
from klaxon.console.play.seat_client import Heard
from klaxon.rules.sonar.chart import STEPS
from klaxon.rules.sonar.setting import LOST_AT

BLASTS = 3
"""How many blasts are still drawn."""
ANYWHERE = "*"
"""The place that stands for every point of the sea."""

Aims = Mapping[str, list[str]]
Data = Mapping[str, Any]


def sea_chart(scene: Scene, **layers: Any) -> Data:
    """Return the chart with everything the seat knows, where it may point, and further layers."""
    view = scene.view
    blasts = [heard for heard in scene.heard if heard.type == "blast"]
    own = {"at": view.at, "route": list(view.route), "mines": list(view.mines)}
    return {
        "kind": "chart",
        "rows": list(view.rows),
        "edge": view.edge,
        "columns": scene.phrases.columns,
        "boats": {view.boat: own},
        "names": {view.boat: scene.phrases.boat(view.boat)},
        "guess": view.guess,
        "blasts": [heard.facts["at"] for heard in blasts[-BLASTS:]],
        "fired": sum(_is_own_torpedo(scene, heard) for heard in blasts),
        "level": [view.damage, LOST_AT, scene.phrases.say("damage.sonar.own")],
        "cursor": _cursor(scene),
        "aims": aims(scene),
        "spoken": " ".join(layout.chart_sentences(scene)),
        **layers,
    }


def _is_own_torpedo(scene: Scene, heard: Heard) -> bool:
    return (heard.facts["by"], heard.facts["weapon"]) == (scene.boat, "torpedo")


def _cursor(scene: Scene) -> str:
    """Return the place under the cursor: a point, a sector (`#3`), the end of a way; '' if it is at none."""
    draft, choice = scene.draft, scene.draft.choice_at_cursor
    if choice is None or not scene.view.rows:
        return ""
    if draft.verb == "course" and choice.word in STEPS and scene.view.at:
        return name_of(_next(scene, choice.word))
    found = [place for place, words in aims(scene).items() if words[-1] == choice.word]
    return found[0] if draft.verb and found else ""


def aims(scene: Scene) -> Aims:
    """Return where the seat may point now."""
    draft, view = scene.draft, scene.view
    field = draft.field.name if draft.field else ""
    words = [choice.word for choice in draft.choices]
    if not draft.verb:
        return _courses(scene) if "course" in draft.open_verbs and view.at else {}
    if draft.verb == "silence" and view.at:
        return _silent_ways(scene, words) if field == "direction" else _lengths(scene, words)
    if draft.verb == "course" and view.at:
        return {name_of(_next(scene, word)): [word] for word in words if word in STEPS}
    if field == "sector":
        return {f"#{word}": [word] for word in words}
    return {word: [word] for word in words if _is_point(word)}


def _courses(scene: Scene) -> Aims:
    return {name_of(_next(scene, way)): ["course", way] for way in ways(scene.view)}


def _next(scene: Scene, way: str) -> Point:
    south, east = STEPS[way]
    column, row = point_of(scene.view.at)
    return column + east, row + south


def _silent_ways(scene: Scene, words: Iterable[str]) -> Aims:
    """Return every point that a silent boat may reach: its direction, and how far."""
    passed = [(word, run(scene.view, word)) for word in words if word in STEPS]
    return {name_of(point): [way, str(n)] for way, points in passed for n, point in enumerate(points, 1)}


def _lengths(scene: Scene, words: Iterable[str]) -> Aims:
    points = run(scene.view, str(scene.draft.tokens[0]))
    return {name_of(points[int(word) - 1]): [word] for word in words if word.isdigit() and 0 < int(word) <= len(points)}


def _is_point(word: str) -> bool:
    return word[:1].isalpha() and word[1:].isdigit()


def track_chart(scene: Scene, track: Iterable[Point], clashes: Iterable[Point], places: Iterable[Point]) -> Data:
    """Return the radio operator's chart: the track where it was laid, what it crosses, and where the enemy may be."""
    laid = [list(point) for point in track]
    return sea_chart(
        scene,
        track=laid,
        clashes=[name_of(point) for point in clashes if _is_on_chart(scene, point)],
        marked=sorted(name_of(point) for point in places),
        aims={ANYWHERE: []},
    )


def _is_on_chart(scene: Scene, point: Point) -> bool:
    rows = scene.view.rows
    return 0 <= point[1] < len(rows) and 0 <= point[0] < len(rows[0])


def pointed_sea(scene: Scene, words: tuple[str, ...]) -> Point | None:
    """Return the point of the sea that words name, None if they name none."""
    word = words[0] if len(words) == 1 else ""
    if not (_is_point(word) and word.isascii() and len(word) <= 3):
        return None
    point = point_of(word)
    return point if is_sea(scene.view, point) else None


def board(scene: Scene, groups: Iterable[Group], cursor: str) -> Data:
    """Return the engineer's board: the symbols by section, which of them are crossed, and which may be."""
    draft = scene.draft
    free = [choice.word for choice in draft.choices] if draft.verb == "break" else []
    return {
        "kind": "board",
        "groups": [
            {"name": group.name, "lit": group.lit, "symbols": [_symbol(scene, each) for each in group.symbols]}
            for group in groups
        ],
        "cursor": cursor,
        "aims": {name: [name] for name in free},
    }


def _symbol(scene: Scene, symbol: SymbolPicture) -> Data:
    return {
        "name": symbol.name,
        "kind": symbol.kind,
        "circuit": symbol.circuit,
        "crossed": symbol.crossed,
        "spoken": scene.phrases.value(symbol.name),
    }
