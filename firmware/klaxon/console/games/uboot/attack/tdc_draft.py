"""The draft of the TDC: what would be entered, field by field, until OK enters it.

A field that nobody has set is as it was entered last, else as the target was reported, else at the middle of things.
"""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.games.uboot.glass import notes
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED
from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.sea.attack.torpedo_types import TORPEDO_TYPES, settings_of
from klaxon.rules.uboot.words import TUBES

FIELD = "tdc.field"
"""In the lens: the field that the dial sets."""
FIELDS = ("bearing", "aob", "speed", "range", "torpedo", "depth", "spread", "tubes")
CIRCLE = 360
LIMITS = {"aob": (-179, 180), "speed": (0, 40), "range": (100, 20_000), "depth": (2, 8), "spread": (0, 10)}
STEPS = {"range": 50}
FAST, FASTER = 50, 4
TURNED = "tdc.turned"


def field_of(scene: Scene) -> str:
    """Return the field that the dial sets."""
    return scene.lens.get(FIELD, FIELDS[0])


def aim_of(scene: Scene) -> AimData:
    """Return what would be entered."""
    value = {name: _value(scene, name) for name in FIELDS[:-1]}
    return AimData(**value)


def _value(scene: Scene, name: str) -> int:
    kept = scene.lens.get(f"{notes.DRAFT}{name}") or scene.lens.get(f"told.{name}")
    if kept:
        return int(kept)
    solution = scene.view.board.arms.solution
    if solution is not None:
        return int(getattr(solution.aim, name))
    return _reported(scene, name)


def _reported(scene: Scene, name: str) -> int:
    """Return a value as the target was reported last."""
    target = notes.target(scene)
    contact = next((each for each in scene.view.board.waters.contacts if each.name == target), None)
    fields = dict(contact.fields) if contact else {}
    bearing = int(fields.get("bearing", 0))
    if name == "bearing":
        return bearing
    if name == "aob" and "course" in fields:
        return signed(scene.view.heading + bearing + CIRCLE // 2 - int(fields["course"]))
    if name == "speed":
        return min(40, (int(fields.get("speed", 80)) + 5) // 10)
    if name == "range":
        return max(100, min(20_000, int(fields.get("range", 1500)) // 50 * 50))
    return {"aob": 90, "torpedo": speeds(scene)[0], "depth": 3, "spread": 0}[name]


def signed(degrees: int) -> int:
    """Return an angle on the bow from -179 to 180: starboard is plus."""
    turned = degrees % CIRCLE
    return turned - CIRCLE if turned > CIRCLE // 2 else turned


def speeds(scene: Scene) -> tuple[int, ...]:
    """Return the speeds that the torpedoes in the tubes can be set to, the fastest first; of all types if none is."""
    board, tubes = scene.view.board, scene.view.board.arms.tubes
    kinds = {tube.torpedo for tube in tubes if tube.state != EMPTY and tube.torpedo} or set(TORPEDO_TYPES)
    date, preheat = board.briefing.date, board.setting.preheat
    return tuple(sorted({knots for kind in kinds for knots in settings_of(kind, date, preheat=preheat)}, reverse=True))


def salvos(scene: Scene) -> tuple[tuple[str, ...], ...]:
    """Return what may be fired at once: all flooded tubes of the end that serves, fewer of them, then single ones."""
    ready = [str(tube) for tube in TUBES if scene.view.board.arms.tube(tube).state == FLOODED]
    solution = scene.view.board.arms.solution
    stern = [tube for tube in ready if tube == str(TUBES[-1])]
    bow = [tube for tube in ready if tube not in stern]
    able = stern if solution is not None and solution.tube == "stern" else bow
    many = [tuple(able[:count]) for count in range(len(able), 1, -1)]
    return (*many, *((tube,) for tube in able))


def salvo_of(scene: Scene) -> tuple[str, ...]:
    """Return the tubes that would be fired."""
    able = salvos(scene)
    kept = tuple(scene.lens.get(f"{notes.DRAFT}tubes", "").split())
    return kept if kept in able else able[0] if able else ()


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Change the value of the field; four times as far if the dial is turned fast."""
    name, last = field_of(scene), int(scene.lens.get(TURNED, str(-FAST)))
    if abs(steps) == 1 and 0 < scene.now - last < FAST and name in ("bearing", "aob", "range"):
        steps *= FASTER
    return {**scene.lens, f"{notes.DRAFT}{name}": _changed(scene, name, steps), TURNED: str(scene.now)}


def _changed(scene: Scene, name: str, steps: int) -> str:
    if name == "tubes":
        able = salvos(scene)
        return " ".join(able[(able.index(salvo_of(scene)) + steps) % len(able)]) if able else ""
    value = _value(scene, name)
    if name == "bearing":
        return str((value + steps) % CIRCLE)
    if name == "aob":
        return str(signed(value + steps))
    if name == "torpedo":
        able_speeds = speeds(scene)
        place = able_speeds.index(value) if value in able_speeds else 0
        return str(able_speeds[max(0, min(len(able_speeds) - 1, place + steps))])
    low, high = LIMITS[name]
    return str(max(low, min(high, value + steps * STEPS.get(name, 1))))


def next_field(scene: Scene) -> Mapping[str, str]:
    """Go on to the next field; the tubes are one only if there is something to fire."""
    names = FIELDS if salvos(scene) else FIELDS[:-1]
    place = names.index(field_of(scene)) if field_of(scene) in names else -1
    return {**scene.lens, FIELD: names[(place + 1) % len(names)]}
