"""The sights of the guns: the sea over the barrel, with a mark for how far ahead of the target is aimed.

The 88 mm fires by itself for two minutes on the contact that it was laid on (UBT-8.5h), the 20 mm one pass. The sight
shows where it points, what it fires at, and the shells that are left.
"""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.glass import optics
from klaxon.console.games.uboot.glass.glass_text import POWERS, degrees, say_picture
from klaxon.console.games.uboot.glass.picture import CIRCLE, FIELDS, GlassPicture, column_of
from klaxon.console.games.uboot.glass.seascape import GlassLabels, Seascape
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.numbers import DEGREE, HALF, mm_s, sine

GUNS = ("gun88", "aa20")
SHELL = {"gun88": 600_000, "aa20": 700_000}
"""Gun -> how fast its shell is on the way to the target, mm a second."""
RADIAN = 573
"""Tenths of a degree."""
ONE = 65_536


def open_gun(scene: Scene) -> str:
    """Return the gun that is manned, '' if none is."""
    return next((name for name in GUNS if name in scene.view.open_views), "")


def is_open(scene: Scene) -> bool:
    """Return whether a gun is manned."""
    return bool(open_gun(scene))


def target_of(scene: Scene) -> Contact | None:
    """Return the contact that the gun is laid on."""
    gun = open_gun(scene)
    name = next((view.contact for view in scene.view.board.glass if view.name == gun), "")
    return next((each for each in scene.view.board.waters.contacts if each.name == name), None)


def lead_of(scene: Scene, contact: Contact) -> int | None:
    """Return how far ahead of a target the gun points, tenths of a degree, right is plus; None: too little is known.

    It is what the target runs across the line of sight while a shell is on its way, and does not depend on the range.
    """
    fields = dict(contact.fields)
    if not {"bearing", "course", "speed"} <= set(fields):
        return None
    sight = DEGREE * (scene.view.heading + int(fields["bearing"]))
    across = mm_s(int(fields["speed"])) * sine(DEGREE * int(fields["course"]) - sight + 2 * HALF)
    return across * RADIAN // (ONE * SHELL[open_gun(scene)])


def eye_of(scene: Scene) -> int:
    """Return where the sight points: at its target by the last report, until the dial is turned."""
    target = target_of(scene)
    bearing = 10 * int(dict(target.fields).get("bearing", 0)) if target else 0
    return (bearing + int(scene.lens.get(OFF, "0"))) % CIRCLE


OFF = "sight"
"""In the lens: how far the sight was turned off its target, tenths of a degree."""


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn the sight by the steps of its power."""
    off = int(scene.lens.get(OFF, "0")) + optics.STEPS[optics.power_of(scene)] * steps
    return {**scene.lens, OFF: str(off)}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push takes the next power, OK goes back to the target; N and S change the power, E and W turn half a field."""
    power, most = optics.power_of(scene), len(optics.STEPS)
    if key == "push":
        return {**scene.lens, optics.POWER: str(power % most + 1)}
    if key in optics.POWER_KEYS:
        return {**scene.lens, optics.POWER: str(max(1, min(most, power + optics.POWER_KEYS[key])))}
    if key in optics.ASIDE_KEYS:
        return {**scene.lens, OFF: str(int(scene.lens.get(OFF, "0")) + optics.half_field(scene, key))}
    return {**scene.lens, OFF: "0"} if key == "ok" else None


def line(scene: Scene) -> str | None:
    """Return what OK does."""
    target = target_of(scene)
    return scene.phrases.say("sight.uboot.on", contact=target.name) if target else None


def lens(scene: Scene) -> Mapping[str, str]:
    """Return what the rules have to know: through which sight the seat looks, where, and at which power."""
    gun = open_gun(scene)
    return {"view": gun, "bearing": str(eye_of(scene)), "zoom": str(optics.power_of(scene))} if gun else {}


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the sea over the barrel."""
    power, say = optics.power_of(scene), scene.phrases.say
    picture, bearing = _picture(scene), eye_of(scene)
    lead, target = None, target_of(scene)
    said = list(say_picture(scene.phrases, open_gun(scene), power, bearing, picture))
    if target is not None and (ahead := lead_of(scene, target)) is not None:
        at = 10 * int(dict(target.fields)["bearing"]) + ahead
        lead = column_of(at, bearing, picture.field)
        said.append(say("sight.uboot.lead", bearing=degrees(at % CIRCLE)))
    shells = say("arms.uboot", shells=scene.view.arms.shells)
    right = shells if open_gun(scene) == GUNS[0] else ""
    labels = GlassLabels(POWERS[power], right)
    said += [right] if right else []
    beat = scene.now // optics.BEAT
    return (Place(area, Seascape(picture, bearing, beat, labels, tuple(said), lead=lead)),)


def _picture(scene: Scene) -> GlassPicture:
    waters, field = scene.view.board.waters, FIELDS[optics.power_of(scene)]
    return scene.view.picture or GlassPicture(field, scene.view.light, waters.sea, False, ())


PAGE = RolePage(draw, turn, press, line, is_there=is_open, lens=lens, tick=optics.tick, finger="sight")
"""The sight of the gun that is manned."""
