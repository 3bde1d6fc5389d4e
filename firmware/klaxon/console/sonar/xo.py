"""The first officer: the gauges, with the cursor on the one to charge or to use, and the damage of both boats."""

from __future__ import annotations

from klaxon.console.fonts import LABEL
from klaxon.console.parts import Gauge, Gauges, Meter, Text, Title
from klaxon.console.scene import Scene, SeatScreen
from klaxon.console.screen import Area, Place
from klaxon.console.sonar import captain, choose, layout, over
from klaxon.console.sonar.news import news
from klaxon.rules.sonar.setting import LOST_AT, SYSTEMS

GAUGES = 91
"""The columns of the gauges."""
HULL = 28
"""The columns of a hull's boxes."""


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the end of the game, the order that is being made, or the gauges."""
    draft = scene.draft
    if over.is_over(scene):
        return over.draw(scene)
    if draft.verb not in ("", "charge"):
        return choose.draw(scene)
    if not draft.verb and draft.open and scene.view["rules"]["xo_commands"]:
        return captain.bridge(scene)
    return board(scene)


def board(scene: Scene) -> tuple[Place, ...]:
    """Show the gauges. They are the menu too: the cursor stands on what is charged, or on what is used."""
    view, room, say = scene.view, scene.room, scene.phrases.say
    broken = view.get("broken", ())
    gauges = tuple(
        Gauge(scene.phrases.value(system), filled, total, system in broken)
        for system, (filled, total) in view["gauges"].items()
    )
    pointed = scene.draft.pointed
    cursor = SYSTEMS.index(pointed.word) if pointed and pointed.word in SYSTEMS and scene.draft.open else None
    x, width = GAUGES + 5, room.width - GAUGES - 5
    top = layout.HEAD + 1
    logged = width >= layout.SIDE + HULL
    end = x + HULL + 2 * layout.GAP if logged else room.width
    places = [
        Place(Area(0, 0, end, layout.HEAD), Title(_headline(scene))),
        Place(Area(0, layout.HEAD, GAUGES, room.height - layout.HEAD), Gauges(gauges, cursor)),
    ]
    for name, damage in (("own", view["damage"]), ("enemy", view["enemy_damage"])):
        places.append(Place(Area(x, top, width, LABEL.height), Text((say(f"hull.sonar.{name}"),), LABEL)))
        places.append(Place(Area(x, top + 9, HULL, LABEL.height), Meter("", damage, LOST_AT)))
        top += 22
    if logged:
        left = end + 2 * layout.GAP
        places.extend(layout.log(scene, Area(left, 0, room.width - left, room.height)))
    return tuple(places)


def _headline(scene: Scene) -> str:
    """Return what to do, else what happened."""
    if scene.draft.verb == "charge":
        return scene.phrases.say("todo.sonar.charge")
    if scene.draft.open:
        return scene.phrases.say("todo.sonar.use")
    return next(iter(news(scene)), scene.phrases.role(scene.role))


SCREEN = SeatScreen(draw)
