"""The TDC of the captain: what is entered on the left, the triangle and the answer on the right.

The dial turns a value, push goes on to the next, OK sets the TDC; once it is set and tubes are flooded, OK held
launches them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.attack import tdc_draft
from klaxon.console.games.uboot.attack.tdc_draft import FIELDS, SALVO, aim_of, contact_of, field_of, solution_of
from klaxon.console.games.uboot.attack.triangle import AttackTriangle
from klaxon.console.games.uboot.glass import notes, optics
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene, bar_of
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.sea.attack.aiming import reach_at
from klaxon.rules.uboot.sea.attack.records import AimedSolution
from klaxon.rules.uboot.sea.attack.solution import LaidTdc, solution_at
from klaxon.rules.uboot.sea.attack.tdc import BOW, STERN, track_of
from klaxon.rules.uboot.sea.numbers import DEGREE, METRE

PAGE_NAME, ARMS_PAGE = "tdc", "arms"
LINE = LABEL.height
FIELD_WIDTH = 67
"""Columns of the fields."""
ANSWER = 2
"""Lines of the answer, under the triangle."""
HALF = 180
FIELD_KEYS, VALUE_KEYS = {"push": 1, "north": -1, "south": 1}, {"west": -1, "east": 1}
"""Key -> how many fields it goes on, and by how many steps it turns the value."""


def is_open(scene: Scene) -> bool:
    """Return whether the TDC is open."""
    return notes.is_aiming(scene)


def answer_of(scene: Scene) -> AimedSolution:
    """Return what the TDC computes: as it stands now if it is set to these values, else as it would."""
    solution = solution_of(scene)
    if solution is not None and tdc_draft.is_set(scene):
        return solution
    board, aim = scene.view.board, aim_of(scene)
    game = reading(board.clock, scene.now)
    track = track_of(aim, game, scene.view.heading * DEGREE)
    reach = METRE * reach_at(board, aim.torpedo)
    return solution_at(LaidTdc(contact_of(scene), aim, track, reach, board.setting.tube == "real"), game)


def why_none(answer: AimedSolution) -> str:
    """Return why there is no solution: `speed`, `gyro` or `range`."""
    return answer.stern if answer.tube == STERN else answer.bow


def track_angle(answer: AimedSolution) -> int:
    """Return the angle between the tracks of torpedo and target, 90 at best (UBT-11)."""
    return HALF - abs(answer.followed.aob) - (abs(answer.lead) + 5) // 10


# -- what the hand does ------------------------------------------------------------------------------------------------


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push goes on to the next field, N and S to any, E and W turn its value.

    OK, where it gives no order, shows the tubes that are dry.
    """
    if key in FIELD_KEYS:
        return tdc_draft.next_field(scene, FIELD_KEYS[key])
    if key in VALUE_KEYS:
        return tdc_draft.turn(scene, VALUE_KEYS[key])
    if key != "ok":
        return None
    can_fire = tdc_draft.is_set(scene) and answer_of(scene).valid
    return {**scene.lens, "page": ARMS_PAGE} if can_fire else scene.lens


def order(scene: Scene) -> Order | None:
    """Return the order to set the TDC; once it is set, to launch the tubes that are chosen."""
    if not tdc_draft.is_set(scene):
        return tdc_draft.aim_order(scene) if "aim" in scene.draft.open_verbs else None
    salvo = tdc_draft.salvo_of(scene)
    if not salvo or not answer_of(scene).valid or "launch" not in scene.draft.open_verbs:
        return None
    return Order(Seat(scene.seat), "launch", tuple(map(str, salvo)))


def line(scene: Scene) -> str | None:
    """Return why OK gives no order."""
    say, verb = scene.phrases.say, "launch" if tdc_draft.is_set(scene) else "aim"
    answer = answer_of(scene)
    if verb == "launch" and not answer.valid:
        return f"{say('tdc.uboot.none')}: {say(f'tdc.uboot.why-{why_none(answer)}')}"
    if verb == "launch" and not tdc_draft.flooded_tubes(scene):
        return say("tdc.uboot.to-tubes")
    bar = bar_of(scene, verb)
    return scene.phrases.short_reason(bar) if bar is not None else None


# -- what is shown -----------------------------------------------------------------------------------------------------


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the fields, the triangle, and the answer."""
    say, answer = scene.phrases.say, answer_of(scene)
    flooded = tdc_draft.salvo_of(scene)
    tubes = say("tdc.uboot.salvo", tubes=" ".join(map(str, flooded))) if flooded else say("tdc.uboot.dry")
    title = Title(say("tdc.uboot", contact=contact_of(scene) or "?"), tubes)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    wide = area.width - FIELD_WIDTH - 2
    high = body.height - ANSWER * LINE
    right = area.x + FIELD_WIDTH + 2
    items = tuple(ListItem(say(f"tdc.uboot.{name}"), value_text(scene, name)) for name in (*FIELDS, SALVO))
    names = (*FIELDS, SALVO)
    run = answer.course - 10 * scene.view.heading
    triangle = AttackTriangle(answer.followed, answer.run_m if answer.valid else 0, run)
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, body.y, FIELD_WIDTH, body.height), List(items, names.index(field_of(scene)), LABEL)),
        Place(Area(right, body.y, wide, high), triangle),
        Place(Area(right, body.y + high, wide, ANSWER * LINE), Text(tuple(answer_text(scene, answer)), LABEL)),
    )


def value_text(scene: Scene, name: str) -> str:
    """Return the value of a field as it is shown."""
    say = scene.phrases.say
    if name == SALVO:
        return "".join(map(str, tdc_draft.salvo_of(scene))) or "-"
    value = tdc_draft.value_of(scene, name)
    if name == "bearing":
        return f"{value:03}"
    if name == "aob":
        return f"{abs(value)} {say('tdc.uboot.port' if value < 0 else 'tdc.uboot.starboard')}"
    return f"{value}°" if name == "spread" else str(value)


def answer_text(scene: Scene, answer: AimedSolution) -> Iterator[str]:
    """Yield the answer in two lines: gyro angle, seconds and track angle, or why there is none."""
    say = scene.phrases.say
    if not answer.valid:
        yield say("tdc.uboot.none")
        yield say(f"tdc.uboot.why-{why_none(answer)}")
        return
    gyro = f"{'-' if answer.gyro < 0 else ''}{abs(answer.gyro) // 10}.{abs(answer.gyro) % 10}"
    yield say(f"tdc.uboot.gyro-{BOW if answer.tube == BOW else STERN}", gyro=gyro)
    yield say("tdc.uboot.run", seconds=answer.run_s, track=track_angle(answer))


PAGE = RolePage(draw, tdc_draft.turn, press, line, order, is_there=is_open)
"""The TDC, while it is open."""


def _mark(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Do what a glass does; a bearing that goes to the TDC is followed there."""
    lens, ship = optics.press(scene, key), optics.ship_under_wire(scene)
    is_other = ship is not None and ship.contact not in ("", contact_of(scene))
    if lens is None or key != "ok" or is_other or not is_open(scene):
        return lens
    return {**lens, "page": PAGE_NAME}


GLASS = replace(optics.PAGE, press=_mark)
"""The glass of the captain."""
