"""Choosing the arguments of an order with the chart visible: points, directions, lengths, sectors, statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Number, Text, Title
from klaxon.console.drawing.parts.chart import ChartPicture
from klaxon.console.drawing.parts.scale import Point
from klaxon.console.drawing.screen import Area, Part, Place
from klaxon.console.games.sonar import layout
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.games.sonar.sea import blast_on, point_of, points_of, run, sector_of, steps_between
from klaxon.rules.domains import Span
from klaxon.rules.sonar.chart import STEPS
from klaxon.rules.sonar.scenarios import LAVA

BLASTS = ("torpedo", "detonate")


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the chart with the choice on it, and beside it the choice in words."""
    name = scene.draft.field.name if scene.draft.field else ""
    make = _MAKERS.get(name, _plain)
    chart, part, title = make(scene)
    places, main, _ = layout.bridge(scene, chart, title)
    return (*places, Place(main, part))


Made = tuple[ChartPicture, Part, Title]


def _word(scene: Scene) -> str:
    return scene.draft.choice_at_cursor.word if scene.draft.choice_at_cursor else ""


def _title(scene: Scene) -> Title:
    return Title(scene.phrases.verb(scene.draft.verb), scene.phrases.point(scene.view.at))


def _point(scene: Scene) -> Made:
    """A point: all possible ones are marked, and the one under the cursor is named."""
    word = _word(scene)
    marked = frozenset(points_of(choice.word for choice in scene.draft.choices))
    whole_sea = scene.draft.verb == "start"
    chart = layout.chart_of(scene, marked=frozenset() if whole_sea else marked, cursor=point_of(word) if word else None)
    if not word:
        return chart, Text(()), _title(scene)
    return chart, LastLines(tuple(_notes_on(scene, point_of(word), word))), _title(scene)


def _notes_on(scene: Scene, point: Point, word: str) -> Iterator[str]:
    """Return notes on a point: its sector, its distance, whether a blast there reaches us."""
    view, say = scene.view, scene.phrases.say
    yield say("note.sonar.sector", sector=sector_of(view, word))
    if scene.draft.verb == "start":
        yield from (say("note.sonar.turn"), say("note.sonar.ok"))
    if scene.draft.verb not in BLASTS:
        return
    boat = point_of(view.at)
    yield say("note.sonar.away", steps=steps_between(point, boat))
    damage = blast_on(point, boat)
    yield say("note.sonar.danger", damage=damage) if damage else say("note.sonar.safe")


class LastLines(Text):
    """Lines of which the last matter most: if not all fit, the first are left out."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many as fit."""
        Text(self.lines[-max(area.height // LABEL.height, 1) :], LABEL).draw(canvas, area)


def _direction(scene: Scene) -> Made:
    """A direction: the way it leads is drawn on the chart."""
    view, draft, word = scene.view, scene.draft, _word(scene)
    silent = draft.verb == "silence"
    at = point_of(view.at)
    track: tuple[Point, ...] = ()
    if word in STEPS:
        south, east = STEPS[word]
        track = (at, *run(view, word)) if silent else (at, (at[0] + east, at[1] + south))
    items = tuple(
        ListItem(
            scene.phrases.value(choice.word),
            str(len(run(view, choice.word))) if silent and choice.word in STEPS else "",
        )
        for choice in draft.choices
    )
    return layout.chart_of(scene, track=track if len(track) > 1 else ()), List(items, draft.cursor), _title(scene)


def _length(scene: Scene) -> Made:
    """How far a silent boat goes: the way is drawn on the chart."""
    view, draft = scene.view, scene.draft
    direction = str(draft.tokens[0])
    number = int(_word(scene) or 0)
    track = (point_of(view.at), *run(view, direction)[:number])
    highest = draft.field.domain.high if draft.field and isinstance(draft.field.domain, Span) else 0
    part = Number(scene.phrases.value(direction), number, 0, highest)
    return layout.chart_of(scene, track=track if number else ()), part, _title(scene)


def _statement(scene: Scene) -> Made:
    """A statement for an enemy sonar: the true ones are marked, and what it says is lit on the chart."""
    draft = scene.draft
    items = tuple(
        ListItem(
            scene.phrases.choice("statement", choice.word),
            scene.phrases.say("note.sonar.true") if _is_true(scene, choice.word) else "",
        )
        for choice in draft.choices
    )
    word = _word(scene)
    kind, _, value = word.partition(" ")
    layers: dict[str, object] = {"sector": int(value)} if kind == "sector" else {"marked": _line(scene, kind, value)}
    if not draft.tokens:
        left = scene.phrases.say("note.sonar.first")
    else:
        truth = _is_true(scene, " ".join(draft.tokens[0]))
        left = scene.phrases.say("note.sonar.then-false" if truth else "note.sonar.then-true")
    return layout.chart_of(scene, **layers), List(items, draft.cursor, LABEL), Title(left)


def _is_true(scene: Scene, word: str) -> bool:
    kind, _, value = word.partition(" ")
    at = scene.view.at
    true = {"row": at[1:], "column": at[0], "sector": str(sector_of(scene.view, at))}
    return true.get(kind) == value


def _line(scene: Scene, kind: str, value: str) -> frozenset[Point]:
    """Return the points of a row or a column."""
    found = scene.view.sea
    if kind == "row":
        return frozenset((column, int(value) - 1) for column in range(found.width))
    return frozenset((ord(value) - ord("A"), row) for row in range(found.height)) if kind == "column" else frozenset()


def _volcano(scene: Scene) -> Made:
    """A volcano: the cursor is on it, and for lava the points that it would cover are marked."""
    found, word = scene.view.sea, _word(scene)
    names = {number: found.names[at] for number, at in found.volcanoes.items()}
    items = tuple(
        ListItem(scene.phrases.say("note.sonar.volcano", volcano=n, at=scene.phrases.point(names[n]))) for n in names
    )
    flows = scene.view.tremor == LAVA and word in names
    lava = frozenset(points_of(found.name_all(found.lava(word)))) if flows else frozenset[Point]()
    chart = layout.chart_of(scene, marked=lava, cursor=point_of(names[word]) if word in names else None)
    return chart, List(items, scene.draft.cursor), Title(scene.phrases.value(scene.view.tremor))


def _plain(scene: Scene) -> Made:
    """Anything else: a list."""
    items = tuple(ListItem(scene.phrases.value(choice.word)) for choice in scene.draft.choices)
    return layout.chart_of(scene), List(items, scene.draft.cursor), _title(scene)


_MAKERS: dict[str, Callable[[Scene], Made]] = {
    "point": _point,
    "direction": _direction,
    "length": _length,
    "statement": _statement,
    "volcano": _volcano,
}
"""The name of a field -> its drawing function."""
