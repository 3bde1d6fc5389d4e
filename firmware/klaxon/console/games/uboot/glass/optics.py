"""The page of a glass: periscope or bridge, turned by the dial; and the page on which heights and times are measured.

On the glass push takes the next power and OK marks the bearing with the contact under the wire; while the TDC is open
the bearing goes into its draft. Behind it is the page of measuring, with the same picture: the dial moves the height
wire, or with the stopwatch the glass; OK takes the range, or starts and stops the watch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.glass import measuring, notes
from klaxon.console.games.uboot.glass.glass_text import POWERS, degrees, say_picture
from klaxon.console.games.uboot.glass.picture import (
    CIRCLE,
    COLUMNS,
    FIELDS,
    GlassPicture,
    SeenShip,
    column_of,
)
from klaxon.console.games.uboot.glass.seascape import GlassLabels, Seascape
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.clock import reading

EYE, POWER, TURNED = "eye", "power", "turned"
"""In the lens: the relative bearing of the glass (tenths of a degree), its power, when the dial was turned last."""
TOOL, WIRE, WATCH = "tool", "wire", "watch"
"""In the lens: the stopwatch instead of the height wire, the rows of that, and when the watch was started."""
STEPS = {1: 10, 2: 5, 3: 1}
"""Power -> tenths of a degree of a step of the dial."""
FAST, FASTER = 50, 4
"""Milliseconds between two steps of fast turning, and how many times as far those go."""
BEAT = 250
"""Milliseconds between two pictures of something that moves by itself."""
ROUGH = 6
"""The sea from which on the horizon moves."""
POWER_KEYS, ASIDE_KEYS = {"north": 1, "south": -1}, {"west": -1, "east": 1}
"""Course key -> how it changes the power, and to which side it turns the glass."""
GLASSES = ("periscope", "bridge")
SEEN_BY = ("lookout", "periscope")
"""By what a contact is seen."""
HIGHEST = 38
"""Rows of the sky that the height wire can reach."""


def open_glass(scene: Scene) -> str:
    """Return the glass that the seat can look through, '' if there is none."""
    return next((name for name in GLASSES if name in scene.view.open_views), "")


def is_open(scene: Scene) -> bool:
    """Return whether there is a glass to look through."""
    return bool(open_glass(scene))


def eye_of(scene: Scene) -> int:
    """Return where the glass points, in tenths of a degree from the bow."""
    return int(scene.lens.get(EYE, "0"))


def power_of(scene: Scene) -> int:
    """Return the power of the glass: 1, 2 or 3."""
    return int(scene.lens.get(POWER, "1"))


def lens(scene: Scene) -> Mapping[str, str]:
    """Return what the rules have to know: through which glass the seat looks, where, and at which power."""
    glass = open_glass(scene)
    return {"view": glass, "bearing": str(eye_of(scene)), "zoom": str(power_of(scene))} if glass else {}


def picture_of(scene: Scene) -> GlassPicture:
    """Return what the glass shows; an empty sea until the first picture has come."""
    waters = scene.view.board.waters
    return scene.view.picture or GlassPicture(FIELDS[power_of(scene)], scene.view.light, waters.sea, False, ())


def ship_under_wire(scene: Scene) -> SeenShip | None:
    """Return the ship in the middle of the field."""
    return picture_of(scene).ship_at(COLUMNS // 2)


# -- turning -----------------------------------------------------------------------------------------------------------


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn the glass: by a step of its power, four times as far if the dial is turned fast."""
    far = STEPS[power_of(scene)] * steps
    last = int(scene.lens.get(TURNED, str(-FAST)))
    if abs(steps) == 1 and 0 < scene.now - last < FAST:
        far *= FASTER
    return {**scene.lens, EYE: str((eye_of(scene) + far) % CIRCLE), TURNED: str(scene.now)}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push takes the next power; OK marks the bearing; N and S change the power, E and W turn by half a field."""
    if key == "push":
        return with_power(scene, power_of(scene) % len(STEPS) + 1)
    if key in POWER_KEYS:
        return with_power(scene, max(1, min(len(STEPS), power_of(scene) + POWER_KEYS[key])))
    if key in ASIDE_KEYS:
        return turn_to(scene, eye_of(scene) + half_field(scene, key))
    return mark(scene) if key == "ok" else None


def with_power(scene: Scene, power: int) -> Mapping[str, str]:
    """Return the lens with another power; the glass stands on a step of it."""
    step = STEPS[power]
    return {**scene.lens, POWER: str(power), EYE: str(eye_of(scene) // step * step)}


def turn_to(scene: Scene, bearing: int) -> Mapping[str, str]:
    """Return the lens in which the glass points to a bearing, on a step of its power."""
    step = STEPS[power_of(scene)]
    return {**scene.lens, EYE: str(bearing // step * step % CIRCLE)}


def half_field(scene: Scene, key: str) -> int:
    """Return by how many tenths of a degree a course key turns a glass."""
    return ASIDE_KEYS[key] * FIELDS[power_of(scene)] // 2


def mark(scene: Scene) -> Mapping[str, str]:
    """Return the lens with the bearing marked, and with the contact that is there."""
    ship = ship_under_wire(scene)
    return notes.with_mark(scene, ship.contact if ship else "", eye_of(scene))


def line(scene: Scene) -> str | None:
    """Return what OK marks."""
    ship, bearing = ship_under_wire(scene), degrees(eye_of(scene))
    message = "glass.uboot.to-tdc" if notes.is_aiming(scene) else "glass.uboot.mark"
    if ship is None or not ship.contact:
        return scene.phrases.say(message, what=bearing)
    return scene.phrases.say(message, what=f"{bearing} {ship.contact}")


def tick(scene: Scene) -> int | None:
    """Return when the picture moves by itself: it shakes, burns, or the sea is rough."""
    picture = picture_of(scene)
    moves = picture.is_shaking or picture.sea >= ROUGH or picture.flashes or any(s.is_burning for s in picture.ships)
    return (scene.now // BEAT + 1) * BEAT if moves else None


def smoke_in(scene: Scene, middle: int, picture: GlassPicture) -> dict[int, str]:
    """Return the smoke of groups below the horizon in a field, where it was reported last: column -> words.

    It is all that is seen of a convoy from afar; a group of which a ship is in the field needs no smoke.
    """
    found: dict[int, str] = {}
    contacts = scene.view.board.waters.contacts
    seen = {ship.contact for ship in picture.ships}
    shown = seen | {contact.group for contact in contacts if contact.name in seen}
    for contact in contacts if not picture.is_night else ():
        bearing = dict(contact.fields).get("bearing")
        is_far = contact.kind == "group" and contact.by in SEEN_BY and contact.name not in shown
        if is_far and bearing is not None:
            said = f"{contact.name}: {scene.phrases.say('glass.uboot.smoke')} {bearing:03}"
            found[column_of(10 * int(bearing), middle, picture.field)] = said
    return {column: said for column, said in found.items() if 0 <= column < COLUMNS}


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the sea."""
    return (Place(area, _seascape(scene, _remark(scene))),)


def _seascape(scene: Scene, right: str, *more: str, wire: int | None = None) -> Seascape:
    picture, bearing, power = picture_of(scene), eye_of(scene), power_of(scene)
    said = (*say_picture(scene.phrases, open_glass(scene), power, bearing, picture), *more)
    labels = GlassLabels(POWERS[power], right)
    smoke = smoke_in(scene, bearing, picture)
    said = (*said, *smoke.values())
    beat = scene.now // BEAT
    return Seascape(picture, bearing, beat, labels, said, wire, smoke=tuple(smoke))


def _remark(scene: Scene) -> str:
    """Return what is remarkable of the ship under the wire: that it settles, else what it was noted as."""
    ship = ship_under_wire(scene)
    if ship is None:
        return ""
    if ship.settled:
        return scene.phrases.say("glass.uboot.settling")
    noted = notes.noted_ship(scene, ship.contact)
    return scene.phrases.brief(noted.id) if noted else ""


PAGE = RolePage(draw, turn, press, line, is_there=is_open, lens=lens, tick=tick, finger="glass")
"""The open glass."""
BRIDGE = replace(PAGE, is_there=lambda scene: "bridge" in scene.view.open_views)
"""The view from the bridge alone."""


# -- measuring ---------------------------------------------------------------------------------------------------------


def _wire(scene: Scene) -> int:
    return int(scene.lens.get(WIRE, "0"))


def _has_watch(scene: Scene) -> bool:
    return bool(scene.lens.get(TOOL))


def _started(scene: Scene) -> int | None:
    """Return the game time at which the stopwatch was started; None while it is not running."""
    return int(scene.lens[WATCH]) if scene.lens.get(WATCH) else None


def _game(scene: Scene) -> int:
    return reading(scene.view.board.clock, scene.now)


def turn_wire(scene: Scene, steps: int) -> Mapping[str, str]:
    """Move the height wire; with the stopwatch, turn the glass."""
    if _has_watch(scene):
        return turn(scene, steps)
    return {**scene.lens, WIRE: str(max(0, min(HIGHEST, _wire(scene) + steps)))}


def press_measuring(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push changes between height wire and stopwatch; OK takes the range, or starts and stops the watch.

    N and S move the height wire; else the course keys are those of the glass.
    """
    if key == "push":
        return {**scene.lens, TOOL: "" if _has_watch(scene) else "1", WATCH: ""}
    if key in POWER_KEYS and not _has_watch(scene):
        return turn_wire(scene, POWER_KEYS[key])
    if key in POWER_KEYS or key in ASIDE_KEYS:
        return press(scene, key)
    if key != "ok":
        return None
    if notes.noted_ship(scene, notes.target(scene)) is None:
        return {**scene.lens, "page": "book"}
    if not _has_watch(scene):
        metres = _range(scene)
        return notes.with_range(scene, metres) if metres else scene.lens
    start, target = _started(scene), notes.target(scene)
    if start is None:
        return {**scene.lens, WATCH: str(_game(scene))}
    noted = notes.noted_ship(scene, target)
    speed = measuring.speed_by_length(noted.length, _game(scene) - start) if noted else 0
    return {**notes.with_speed(scene, speed), WATCH: ""}


def _range(scene: Scene) -> int:
    """Return the range that the height wire gives, in metres; 0 without a class of the target or without a height."""
    noted = notes.noted_ship(scene, notes.target(scene))
    return measuring.range_by_height(_wire(scene), FIELDS[power_of(scene)], noted.mast) if noted else 0


def line_of_measuring(scene: Scene) -> str | None:
    """Return what OK takes."""
    say, target = scene.phrases.say, notes.target(scene)
    if notes.noted_ship(scene, target) is None:
        return say("measure.uboot.unknown", contact=target or "?")
    if _has_watch(scene):
        return say("measure.uboot.start" if _started(scene) is None else "measure.uboot.stop")
    metres = _range(scene)
    return say("measure.uboot.take", range=measuring.as_set(metres)) if metres else say("measure.uboot.raise")


def tick_measuring(scene: Scene) -> int | None:
    """Return when the running stopwatch reads otherwise, or the picture moves."""
    moves = tick(scene)
    if _started(scene) is None:
        return moves
    return min(moves or scene.now + BEAT, (scene.now // BEAT + 1) * BEAT)


def draw_measuring(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the same sea with the height wire, or the stopwatch."""
    if _has_watch(scene):
        text = _watch_text(scene)
        return (Place(area, _seascape(scene, text, text)),)
    angle = measuring.angle_of(_wire(scene), FIELDS[power_of(scene)])
    metres, text = _range(scene), f"{angle // 100}.{angle % 100:02}°"
    if metres:
        text = f"{text} {scene.phrases.say('measure.uboot.metres', range=metres)}"
    return (Place(area, _seascape(scene, text, text, wire=_wire(scene))),)


def _watch_text(scene: Scene) -> str:
    """Return the time on the stopwatch, or the speed that it gave last."""
    start, say = _started(scene), scene.phrases.say
    if start is not None:
        tenths = (_game(scene) - start) // 100
        return say("measure.uboot.seconds", time=f"{tenths // 10}.{tenths % 10}")
    speed = notes.speed_taken(scene)
    return say("measure.uboot.knots", speed=f"{speed // 10}.{speed % 10}") if speed else say("measure.uboot.watch")


MEASURING = RolePage(
    draw_measuring,
    turn_wire,
    press_measuring,
    line_of_measuring,
    is_there=is_open,
    lens=lens,
    tick=tick_measuring,
    finger="measuring",
)
"""The height wire and the stopwatch."""
