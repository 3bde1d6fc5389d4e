"""The page of the TDC: seven fields by dial, the triangle and the answer; OK enters them, and then fires, held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import HorizontalRule, Text, Title
from klaxon.console.drawing.parts.lists import first_shown
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.attack import tdc_draft
from klaxon.console.games.uboot.attack.triangle import TdcTriangle
from klaxon.console.games.uboot.glass import notes
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene, bar_of
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.sea.attack.records import AimedSolution
from klaxon.rules.uboot.sea.attack.solution import LaidTdc, solution_at
from klaxon.rules.uboot.sea.attack.tdc import AimData, track_of
from klaxon.rules.uboot.sea.attack.torpedo_types import reach_of
from klaxon.rules.uboot.sea.numbers import DEGREE, METRE, mm_s, vector

LEFT = 62
"""Columns of the fields."""
LINE = LABEL.height
ANSWER = 2 * LINE
"""Rows of the answer."""
AIM, LAUNCH = "aim", "launch"


@dataclass(frozen=True, slots=True)
class TdcFields:
    """Names and values one under another; the one that the dial sets is inverted."""

    rows: tuple[tuple[str, str, str], ...]
    """Name, value, and the same in words."""
    cursor: int

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many rows as fit, those round the cursor."""
        pane, room = canvas.pane(area), max(area.height // LINE, 1)
        top = first_shown(len(self.rows), room, self.cursor)
        for row, (name, value, _) in enumerate(self.rows[top : top + room]):
            on = top + row != self.cursor
            if not on:
                pane.fill(0, row * LINE, area.width, LINE)
            pane.text(1, row * LINE, LABEL.fit(name, area.width - 2 - LABEL.measure(value)), LABEL, on=on)
            pane.text(area.width - LABEL.measure(value), row * LINE, value, LABEL, on=on)

    def words(self) -> Iterable[str]:
        """Return the fields; the one that the dial sets has a pointer."""
        return [f"> {said}" if place == self.cursor else said for place, (_, _, said) in enumerate(self.rows)]


def is_open(scene: Scene) -> bool:
    """Return whether the TDC is laid on a target."""
    return notes.is_aiming(scene)


def answer_of(scene: Scene, aim: AimData) -> AimedSolution:
    """Return what the TDC would answer to what is in the draft, by the same functions as the rules."""
    board, heading = scene.view.board, scene.view.heading * DEGREE
    kinds = [tube.torpedo for tube in board.arms.tubes if tube.torpedo]
    reach = reach_of(aim.torpedo, kinds, board.briefing.date, preheat=board.setting.preheat)
    track = track_of(aim, 0, heading)
    return solution_at(LaidTdc(notes.target(scene), aim, track, METRE * reach, board.setting.tube == "real"), 0)


def is_entered(scene: Scene) -> bool:
    """Return whether the draft is what the TDC holds."""
    solution = scene.view.board.arms.solution
    return solution is not None and solution.aim == tdc_draft.aim_of(scene)


def order(scene: Scene) -> Order | None:
    """Return the order to enter the draft; once it is entered, to fire."""
    seat, able = Seat(scene.seat), scene.draft.open_verbs
    if not is_entered(scene):
        return Order(seat, AIM, _tokens(tdc_draft.aim_of(scene))) if AIM in able else None
    salvo = tdc_draft.salvo_of(scene)
    return Order(seat, LAUNCH, salvo) if LAUNCH in able and salvo else None


def _tokens(aim: AimData) -> tuple[tuple[str, str], ...]:
    side = "port" if aim.aob < 0 else "starboard"
    return (
        ("bearing", str(aim.bearing)),
        ("aob", str(abs(aim.aob))),
        ("side", side),
        ("speed", str(aim.speed)),
        ("range", str(aim.range)),
        ("torpedo", str(aim.torpedo)),
        ("spread", str(aim.spread)),
        ("depth", str(aim.depth)),
    )


def line(scene: Scene) -> str | None:
    """Return why nothing can be fired, while OK gives no order."""
    bar = bar_of(scene, LAUNCH) if is_entered(scene) else bar_of(scene, AIM)
    return scene.phrases.short_reason(bar) or None if bar is not None else None


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push goes on to the next field; OK leaves the draft as it is, for the order that it gives."""
    if key == "push":
        return tdc_draft.next_field(scene)
    return scene.lens if key == "ok" and order(scene) is not None else None


# -- what is shown -----------------------------------------------------------------------------------------------------


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the fields, and beside them the triangle over the answer."""
    aim = tdc_draft.aim_of(scene)
    solution = answer_of(scene, aim)
    high = area.height - HEAD
    right = area.x + LEFT + 4
    beside = Area(right, area.y + HEAD, area.width - LEFT - 4, high - ANSWER)
    below = Area(right, area.y + area.height - ANSWER, area.width - LEFT - 4, ANSWER)
    lines = _answer_lines(scene, aim, solution)
    return (
        Place(area._replace(height=HEAD), _title(scene)),
        Place(Area(area.x, area.y + HEAD, LEFT, high), _fields(scene, aim)),
        Place(Area(area.x + LEFT + 1, area.y + HEAD, 1, high), HorizontalRule()),
        Place(beside, _triangle(scene, aim, solution)),
        Place(below, Text(lines, LABEL)),
    )


def _title(scene: Scene) -> Title:
    salvo = "+".join(tdc_draft.salvo_of(scene))
    say, target = scene.phrases.say, notes.target(scene)
    right = say("tdc.uboot.salvo", tubes=salvo) if salvo else say("tdc.uboot.dry")
    return Title(say("tdc.uboot", contact=target), right)


def _fields(scene: Scene, aim: AimData) -> TdcFields:
    say = scene.phrases.say
    side = "port" if aim.aob < 0 else "starboard"
    values = {
        "bearing": f"{aim.bearing:03}",
        "aob": f"{abs(aim.aob)}{say(f'tdc.uboot.{side}')}",
        "speed": str(aim.speed),
        "range": str(aim.range),
        "torpedo": str(aim.torpedo),
        "depth": str(aim.depth),
        "spread": f"{aim.spread}°",
        "tubes": "+".join(tdc_draft.salvo_of(scene)),
    }
    names = tdc_draft.FIELDS if values["tubes"] else tdc_draft.FIELDS[:-1]
    rows = tuple((say(f"tdc.uboot.{name}"), values[name], _said(scene, name, values[name], side)) for name in names)
    field = tdc_draft.field_of(scene)
    return TdcFields(rows, names.index(field) if field in names else 0)


def _said(scene: Scene, name: str, value: str, side: str) -> str:
    """Return a field in words."""
    say = scene.phrases.say
    if name == "aob":
        return f"{say('tdc.uboot.aob')} {value[:-1]} {scene.phrases.value(side)}"
    return f"{say(f'tdc.uboot.{name}')} {value}"


def _answer_lines(scene: Scene, aim: AimData, solution: AimedSolution) -> tuple[str, str]:
    """Return gyro angle, run and track angle, or why there is no solution."""
    say = scene.phrases.say
    if not solution.valid:
        why = solution.bow if solution.tube == "bow" else solution.stern
        return say("tdc.uboot.none"), say(f"tdc.uboot.why-{why}")
    gyro = f"{'-' if solution.gyro < 0 else ''}{abs(solution.gyro) // 10}.{abs(solution.gyro) % 10}"
    track = track_angle(aim, solution)
    return (
        say(f"tdc.uboot.gyro-{solution.tube}", gyro=gyro),
        say("tdc.uboot.run", seconds=solution.run_s, track=track),
    )


def track_angle(aim: AimData, solution: AimedSolution) -> int:
    """Return the angle at which the torpedo meets the target, in degrees; 90 is best."""
    return max(0, (1800 - 10 * abs(aim.aob) - abs(solution.lead) + 5) // 10)


def _triangle(scene: Scene, aim: AimData, solution: AimedSolution) -> TdcTriangle:
    """Return the triangle with the own bow up, in metres."""
    x, y = vector(aim.bearing * DEGREE, aim.range)
    course = (aim.bearing + 180 - aim.aob) * DEGREE
    east, north = vector(course, mm_s(10 * aim.speed) * solution.run_s // METRE)
    meets = solution.run_s > 0
    said = (scene.phrases.say("tdc.uboot.run-metres", metres=solution.run_m),) if solution.valid else ()
    return TdcTriangle((x, y), (x + east, y + north) if meets else None, said)


PAGE = RolePage(draw, tdc_draft.turn, press, line, order, is_there=is_open)
"""The TDC, while it is open."""
