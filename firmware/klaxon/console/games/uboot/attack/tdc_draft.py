"""What the TDC is about to be set to: seven values that the dial turns, and the tubes of the salvo.

A value is what somebody noted for this target since the TDC was set, else what that has made of it by now, else what
is known of the contact.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from klaxon.console.games.uboot.glass import measuring, notes
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.sea.attack.aiming import speeds, usual_speed
from klaxon.rules.uboot.sea.attack.records import FLOODED, AimedSolution
from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.sea.attack.tubes import end_of
from klaxon.rules.uboot.words import TUBES

FIELDS = ("bearing", "aob", "speed", "range", "torpedo", "depth", "spread")
SALVO = "tubes"
"""The last field: which tubes are launched. It is no value of the TDC."""
FIELD, TURNED, CHOSEN = "tdc-field", "tdc-turned", "salvo"
"""In the lens: which field the dial turns, when it was turned last, the tubes of the salvo."""
CIRCLE = 360
FAST = 50
"""Milliseconds between two steps of fast turning."""
FASTER = {"bearing": 5, "aob": 5, "range": 10}
"""Field -> how many times as far fast turning goes."""
ENDS = {"speed": (0, 40), "range": (100, 20_000), "depth": (2, 8), "spread": (0, 10)}
USUAL = {"bearing": 0, "aob": 90, "speed": 8, "range": 1500, "depth": 3, "spread": 0}
"""What a field shows of which nothing is known."""


def contact_of(scene: Scene) -> str:
    """Return the contact that the TDC is for."""
    return notes.target(scene)


def solution_of(scene: Scene) -> AimedSolution | None:
    """Return what the TDC computes for its contact; None before it was set."""
    found = scene.view.arms.solution
    return found if found is not None and found.contact == contact_of(scene) else None


def value_of(scene: Scene, field: str) -> int:
    """Return the value of a field; an angle on the bow is positive to starboard."""
    noted = notes.noted_value(scene, contact_of(scene), field)
    if noted is not None:
        return noted
    solution = solution_of(scene)
    if solution is not None:
        return int(getattr(solution.followed, field))
    return usual_speed(scene.view.board) if field == "torpedo" else _reported(scene, field)


def _reported(scene: Scene, field: str) -> int:
    """Return what was reported of the contact, as far as its report says it."""
    contact = contact_of(scene)
    known = next((each for each in scene.view.board.waters.contacts if each.name == contact), None)
    fields = dict(known.fields) if known else {}
    match field:
        case "bearing" if "bearing" in fields:
            return int(fields["bearing"]) % CIRCLE
        case "aob" if "course" in fields:  # it goes with the bearing that is set, not with that of an older report
            return wrap(scene.view.heading + value_of(scene, "bearing") + CIRCLE // 2 - int(fields["course"]))
        case "speed" if "speed" in fields:
            return min(40, (int(fields["speed"]) + 5) // 10)
        case "range" if "range" in fields:
            return measuring.as_set(int(fields["range"]))
    return USUAL[field]


def wrap(degrees: int) -> int:
    """Return an angle as -179 to 180 degrees."""
    turned = degrees % CIRCLE
    return turned - CIRCLE if turned > CIRCLE // 2 else turned


def aim_of(scene: Scene) -> AimData:
    """Return all seven values, as the TDC takes them."""
    aim = AimData(**{field: value_of(scene, field) for field in FIELDS})
    return aim if is_set(scene) else aim._replace(range=measuring.as_set(aim.range))


def is_set(scene: Scene) -> bool:
    """Return whether the TDC was set, and nobody noted anything since."""
    contact = contact_of(scene)
    return solution_of(scene) is not None and all(notes.noted_value(scene, contact, field) is None for field in FIELDS)


def aim_order(scene: Scene) -> Order:
    """Return the order that sets the TDC to these values."""
    aim = aim_of(scene)
    side = "port" if aim.aob < 0 else "starboard"
    values = {"bearing": aim.bearing, "aob": abs(aim.aob), "side": side, "speed": aim.speed, "range": aim.range}
    values |= {"torpedo": aim.torpedo, "spread": aim.spread, "depth": aim.depth}
    return Order(Seat(scene.seat), "aim", tuple((key, str(value)) for key, value in values.items()))


# -- turning -----------------------------------------------------------------------------------------------------------


def field_of(scene: Scene) -> str:
    """Return the field that the dial turns."""
    return scene.lens.get(FIELD, FIELDS[0])


def next_field(scene: Scene, fields: int = 1) -> Mapping[str, str]:
    """Return the lens in which the dial turns the field so many on."""
    names = (*FIELDS, SALVO)
    return {**scene.lens, FIELD: names[(names.index(field_of(scene)) + fields) % len(names)]}


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn the value of the field; fast turning goes farther where there is far to go."""
    field = field_of(scene)
    if abs(steps) == 1 and 0 < scene.now - int(scene.lens.get(TURNED, str(-FAST))) < FAST:
        steps *= FASTER.get(field, 1)
    if field == SALVO:
        return _turn_salvo(scene, steps)
    value = _turned(scene, field, steps)
    return {**notes.with_value(scene, contact_of(scene), field, value), TURNED: str(scene.now)}


def _turned(scene: Scene, field: str, steps: int) -> int:
    value = value_of(scene, field)
    match field:
        case "bearing":
            return (value + steps) % CIRCLE
        case "aob":
            return wrap(value + steps)
        case "torpedo":
            found = speeds(scene.view.board)
            return found[max(0, min(len(found) - 1, found.index(value) - steps))]
    least, most = ENDS[field]
    if field == "range":
        return max(least, min(most, measuring.as_set(value) + steps * measuring.STEP))
    return max(least, min(most, value + steps))


# -- the salvo ---------------------------------------------------------------------------------------------------------


def flooded_tubes(scene: Scene) -> tuple[int, ...]:
    """Return the flooded tubes that the solution is for: those of bow or stern, all of them without one."""
    solution = solution_of(scene)
    flooded = [tube for tube in TUBES if scene.view.arms.tube(tube).state == FLOODED]
    if solution is None:
        return tuple(flooded)
    return tuple(tube for tube in flooded if end_of(tube) == solution.tube)


def salvo_of(scene: Scene) -> tuple[int, ...]:
    """Return the tubes that are launched together: those chosen, else all that are flooded."""
    flooded = flooded_tubes(scene)
    chosen = tuple(int(tube) for tube in scene.lens.get(CHOSEN, "").split() if int(tube) in flooded)
    return chosen or flooded


def _salvos(flooded: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return every choice of tubes, the largest first."""
    return [some for count in range(len(flooded), 0, -1) for some in combinations(flooded, count)]


def _turn_salvo(scene: Scene, steps: int) -> Mapping[str, str]:
    found = _salvos(flooded_tubes(scene))
    if not found:
        return scene.lens
    place = max(0, min(len(found) - 1, found.index(salvo_of(scene)) + steps))
    return {**scene.lens, CHOSEN: " ".join(map(str, found[place]))}
