"""The hydrophone of the first officer: the dial is the wheel, a waterfall shows all round or 15 degrees either side.

What the wheel points at is heard from the bell as screws (`screws.py`), and stands under the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.glass import notes
from klaxon.console.games.uboot.glass.screws import beat_of
from klaxon.console.games.uboot.glass.waterfall import CIRCLE, COLUMNS, LINE_MS, NARROW, WIDE, HeardLine
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.sound.beats import Beat

WHEEL, SPAN = "wheel", "span"
"""In the lens: where the wheel points, whole degrees from the bow; narrow instead of all round."""
STEPS = {WIDE: 3, NARROW: 1}
"""Degrees of a step of the dial."""
FAST, FASTER = 50, 4
HEAD, FOOT = 8, 8
LOUDEST = 9
DITHER = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)
"""Ordered dither, four by four: a level lights the places below it."""
FIGURES = {WIDE: 90, NARROW: 5}
TICKS = {WIDE: 10, NARROW: 1}
"""Degrees from figure to figure, and from tick to tick."""


@dataclass(frozen=True, slots=True)
class WaterfallPicture:
    """The tape, the rows, the wheel as a lit column between two dark ones, and the level under the wheel as a bar."""

    rows: tuple[HeardLine | None, ...]
    wheel: int
    span: int
    text: str
    level: int
    said: tuple[str, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw it all."""
        pane = canvas.pane(area)
        left = (area.width - COLUMNS) // 2
        bottom = area.height - FOOT
        self._tape(pane.pane((left, 0, COLUMNS, HEAD)))
        columns = self._columns(bottom)
        middle = self._column(10 * self.wheel)
        for x in (middle - 1, middle + 1):
            if 0 <= x < COLUMNS:
                columns[x] = 0
        columns[middle] = (1 << bottom) - 1 & ~((1 << HEAD + 1) - 1)
        pane.columns(left, 0, columns)
        pane.text(0, bottom, self.text, LABEL)
        for n in range(LOUDEST):
            high = 1 + n * 6 // (LOUDEST - 1) if n < self.level else 1
            pane.vline(area.width - 2 * (LOUDEST - n), area.height - 1 - high, high)

    def _left_edge(self) -> int:
        """Return the bearing of the first column in tenths of a degree."""
        return 0 if self.span >= CIRCLE else 10 * self.wheel - 5 * self.span

    def _column(self, tenths: int) -> int:
        """Return the column of a bearing in tenths of a degree."""
        return (tenths - self._left_edge()) % (10 * CIRCLE) * COLUMNS // (10 * self.span)

    def _columns(self, bottom: int) -> list[int]:
        """Return the columns of the rows; a blind arc and what no line reaches stay dark."""
        columns = [0] * COLUMNS
        edge, span = self._left_edge(), self.span
        for row, line in enumerate(self.rows[: bottom - HEAD - 1]):
            if line is None:
                continue
            y = HEAD + 1 + row
            dither = DITHER[y % 4 * 4 : y % 4 * 4 + 4]
            for x in range(COLUMNS):
                level = line.level_at(edge + x * 10 * span // COLUMNS)
                if level and level * 16 > dither[x % 4] * LOUDEST:
                    columns[x] |= 1 << y
        return columns

    def _tape(self, tape: Canvas) -> None:
        edge = self._left_edge() // 10
        for step, is_figure in ((TICKS[self.span], False), (FIGURES[self.span], True)):
            for degree in range(-(-edge // step) * step, edge + self.span + 1, step):
                x = self._column(10 * degree)
                if not is_figure:
                    tape.dot(x, HEAD - 1)
                elif 8 <= x < COLUMNS - 7:
                    tape.text(x - 6, -1, f"{degree % CIRCLE:03}", LABEL)

    def words(self) -> Iterable[str]:
        """Return what is heard."""
        return self.said


def is_open(scene: Scene) -> bool:
    """Return whether the hydrophone is manned."""
    return "hydrophone" in scene.view.open_views


def wheel_of(scene: Scene) -> int:
    """Return where the wheel points, in degrees from the bow."""
    return int(scene.lens.get(WHEEL, "90"))


def span_of(scene: Scene) -> int:
    """Return how many degrees the page shows."""
    return NARROW if scene.lens.get(f"wheel.{SPAN}") else WIDE


def lens(scene: Scene) -> Mapping[str, str]:
    """Return what the rules have to know: where the seat listens."""
    return {"listen": str(wheel_of(scene)), "span": str(span_of(scene))} if is_open(scene) else {}


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn the wheel, four times as far if the dial is turned fast."""
    far = STEPS[span_of(scene)] * steps
    last = int(scene.lens.get("wheel.turned", str(-FAST)))
    if abs(steps) == 1 and 0 < scene.now - last < FAST:
        far *= FASTER
    return {**scene.lens, WHEEL: str((wheel_of(scene) + far) % CIRCLE), "wheel.turned": str(scene.now)}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push changes between all round and narrow; OK marks the bearing."""
    if key == "push":
        return {**scene.lens, f"wheel.{SPAN}": "" if span_of(scene) == NARROW else "1"}
    return notes.with_mark(scene, "", 10 * wheel_of(scene)) if key == "ok" else None


def line(scene: Scene) -> str | None:
    """Return what OK marks."""
    return scene.phrases.say("glass.uboot.mark", what=f"{wheel_of(scene):03}")


def tick(scene: Scene) -> int | None:
    """Return when the waterfall moves on by a line."""
    return (scene.now // LINE_MS + 1) * LINE_MS


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the waterfall."""
    sound, wheel, span = scene.view.sound, wheel_of(scene), span_of(scene)
    rows = tuple(scene.view.waterfall.rows(scene.now))
    level = sound.level if sound else 0
    picture = WaterfallPicture(rows, wheel, span, _text(scene, sound), level, tuple(_say(scene, rows)))
    return (Place(area, picture),)


def _text(scene: Scene, sound: HeardLine | None) -> str:
    """Return what is under the wheel: bearing, screw and turns."""
    wheel, say = f"{wheel_of(scene):03}", scene.phrases.say
    if sound is None or not sound.level:
        return f"{wheel} {say('hydrophone.uboot.silent')}"
    if not sound.screw:
        return f"{wheel} {say('hydrophone.uboot.many')}"
    return f"{wheel} {say(f'hydrophone.uboot.{sound.screw}')} {sound.turns}"


def _say(scene: Scene, rows: tuple[HeardLine | None, ...]) -> Iterator[str]:
    """Yield what the page shows in words: under the wheel, the sounds round about, and how each has drifted."""
    phrases, sound = scene.phrases, scene.view.sound
    yield _text(scene, sound)
    if sound is None:
        return
    if sound.level:
        yield phrases.say("hydrophone.uboot.level", level=sound.level)
    past = next((row for row in rows[len(rows) // 2 :] if row is not None and row.span == sound.span), None)
    for bearing, level in peaks(sound):
        drift = _drift(bearing, past)
        yield phrases.say(f"hydrophone.uboot.peak{drift}", bearing=f"{bearing:03}", level=level)


def peaks(heard: HeardLine) -> list[tuple[int, int]]:
    """Return the bearings of the loudest places of a line, with their levels, from the left."""
    found, line, start = list[tuple[int, int]](), heard.line, 0
    edge = 0 if heard.span >= CIRCLE else 10 * heard.bearing - 5 * heard.span
    for place in range(1, len(line) + 1):
        if place == len(line) or line[place] != line[start]:
            before = line[start - 1] if start else 0
            after = line[place] if place < len(line) else 0
            if line[start] > max(before, after):
                tenths = edge + (start + place) * 5 * heard.span // len(line)
                found.append(((tenths + 5) // 10 % CIRCLE, line[start]))
            start = place
    return found


def _drift(bearing: int, past: HeardLine | None) -> str:
    """Return which way the nearest sound of an earlier line has moved: `.left`, `.right`, or '' for neither."""
    near = [other for other, _ in peaks(past)] if past is not None else []
    offs = sorted(((bearing - other + CIRCLE // 2) % CIRCLE - CIRCLE // 2 for other in near), key=abs)
    if not offs or not 0 < abs(offs[0]) <= NARROW:
        return ""
    return ".right" if offs[0] > 0 else ".left"


def beat(scene: Scene) -> Beat | None:
    """Return the screws under the wheel."""
    return beat_of(scene.view.sound)


PAGE = RolePage(draw, turn, press, line, is_there=is_open, lens=lens, tick=tick, beat=beat, finger="hydrophone")
"""The hydrophone."""
