"""The attack disc: own course, bearing and course of the target, laid over one another, give the angle on the bow.

The dial turns one of the three, push goes on to the next; OK tells the captain, whose TDC then has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Title
from klaxon.console.drawing.parts.lists import List, ListItem
from klaxon.console.drawing.parts.numbers import on_ring
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.glass import notes
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD

CIRCLE = 360
VALUES = ("own", "bearing", "target")
MODE = "disc.mode"
"""In the lens: which value the dial turns; before each value `disc.`."""
FAST, FASTER = 50, 5


@dataclass(frozen=True, slots=True)
class AttackDisc:
    """North is up: a dotted needle for the own course, a line of sight, and at its end the target on its course."""

    own: int
    bearing: int
    """True, of the target."""
    target: int

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the disc as large as it fits."""
        size = (min(area.width, area.height) - 1) | 1
        size = size if size <= min(area.width, area.height) else size - 2
        pane, radius = canvas.pane((area.x, area.y, size, size)), size // 2
        for n in range(0, CIRCLE, 5):
            pane.dot(*on_ring(radius, n, CIRCLE))
        for n in range(0, CIRCLE, 30):
            pane.line(*on_ring(radius, n, CIRCLE), *on_ring(radius, n, CIRCLE, short=2))
        own = on_ring(radius, self.own, CIRCLE, short=radius // 2)
        for n, (x, y) in enumerate(dots(radius, radius, *own)):
            pane.dot(x, y, on=n % 2 == 0)
        x, y = on_ring(radius, self.bearing, CIRCLE, short=radius // 3)
        pane.line(radius, radius, x, y)
        long = radius // 3
        right, down = on_ring(long, self.target, CIRCLE)
        pane.line(x, y, x + right - long, y + down - long)
        pane.fill(x - 1, y - 1, 3, 3)
        pane.fill(x + right - long - 1, y + down - long - 1, 2, 2)
        pane.fill(radius - 1, radius - 1, 3, 3)

    def words(self) -> Iterable[str]:
        """Return nothing: the values beside it say it."""
        return ()


def value_of(scene: Scene, name: str) -> int:
    """Return a value: as it was turned, else as the boat steers and the target was reported."""
    kept = scene.lens.get(f"disc.{name}", "")
    if kept:
        return int(kept)
    if name == "own":
        return scene.view.heading
    target = notes.target(scene) or notes.chosen_contact(scene)
    contact = next((each for each in scene.view.board.waters.contacts if each.name == target), None)
    fields = dict(contact.fields) if contact else {}
    return int(fields.get("bearing", 0)) if name == "bearing" else int(fields.get("course", 0))


def angle_on_bow(scene: Scene) -> int:
    """Return the angle on the bow, -179 to 180 degrees: starboard is plus (UBT-3.17e)."""
    turned = (value_of(scene, "own") + value_of(scene, "bearing") + CIRCLE // 2 - value_of(scene, "target")) % CIRCLE
    return turned - CIRCLE if turned > CIRCLE // 2 else turned


def mode_of(scene: Scene) -> str:
    """Return which value the dial turns."""
    return scene.lens.get(MODE, VALUES[-1])


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn a value; fast turning goes farther."""
    name, last = mode_of(scene), int(scene.lens.get("disc.turned", str(-FAST)))
    if abs(steps) == 1 and 0 < scene.now - last < FAST:
        steps *= FASTER
    value = (value_of(scene, name) + steps) % CIRCLE
    return {**scene.lens, f"disc.{name}": str(value), "disc.turned": str(scene.now)}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push goes on to the next value; OK tells the angle on the bow, and the disc follows the boat again."""
    if key == "push":
        return {**scene.lens, MODE: VALUES[(VALUES.index(mode_of(scene)) + 1) % len(VALUES)]}
    if key != "ok":
        return None
    contact = notes.target(scene) or notes.chosen_contact(scene)
    told = notes.with_value(scene, contact, "aob", angle_on_bow(scene))
    return {name: value for name, value in told.items() if name not in ("disc.own", "disc.bearing")}


def line(scene: Scene) -> str | None:
    """Return what OK tells."""
    return scene.phrases.say("disc.uboot.tell", angle=_angle_text(scene))


def _angle_text(scene: Scene) -> str:
    angle = angle_on_bow(scene)
    return f"{abs(angle)} {scene.phrases.say('tdc.uboot.port' if angle < 0 else 'tdc.uboot.starboard')}"


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the disc, and beside it the three values."""
    say = scene.phrases.say
    own, bearing, target = (value_of(scene, name) for name in VALUES)
    contact = notes.target(scene) or notes.chosen_contact(scene)
    high = area.height - HEAD
    body = Area(area.x, area.y + HEAD, high, high)
    beside = Area(area.x + high + 2, area.y + HEAD, area.width - high - 2, high)
    title = Title(say("disc.uboot", angle=_angle_text(scene)), contact)
    items = tuple(
        ListItem(say(f"disc.uboot.{name}"), f"{value:03}")
        for name, value in zip(VALUES, (own, bearing, target), strict=True)
    )
    return (
        Place(area._replace(height=HEAD), title),
        Place(body, AttackDisc(own, (own + bearing) % CIRCLE, target)),
        Place(beside, List(items, VALUES.index(mode_of(scene)), LABEL)),
    )


PAGE = RolePage(draw, turn, press, line)
"""The attack disc."""
