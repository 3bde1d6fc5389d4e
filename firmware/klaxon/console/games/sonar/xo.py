"""The first officer: the gauges, with the cursor on the one to charge or to use, and the damage of both boats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.parts.gauges import DamageGauge, Gauge, Gauges
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar import captain, choose, clocks, coach, layout, outcome, pretended_marks
from klaxon.console.games.sonar.news import news
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.games.sonar.screen import SonarScreen
from klaxon.console.games.sonar.signs import SectorMap
from klaxon.console.games.sonar.surfaced import hull
from klaxon.console.play.outcome import is_over
from klaxon.console.play.seat_screen import StationAid
from klaxon.rules.sonar.setting import LOST_AT, SYSTEMS

GAUGES = 91
"""The columns of the gauges."""
GAUGES_ROWS = len(SYSTEMS)
HULL = 28
"""The columns of a hull's boxes."""


def board(scene: Scene) -> tuple[Place, ...]:
    """Show the gauges. They are the menu too: the cursor is on what is charged or used.

    A scenario's gauge takes the place of the headline and the news.
    """
    view, room, say = scene.view, scene.room, scene.phrases.say
    broken = layout.broken_systems(scene)
    gauges = tuple(
        Gauge(scene.phrases.value(system), filled, total, system in broken)
        for system, (filled, total) in view.gauges.items()
    )
    pointed = scene.draft.choice_at_cursor
    chosen = scene.draft.verb if scene.draft.verb == "drone" else pointed.word if pointed else ""
    cursor = [*view.gauges].index(chosen) if chosen in view.gauges and scene.draft.open else None
    x, width = GAUGES + 5, room.width - GAUGES - 5
    held = clocks.holder(scene)
    usual = len(gauges) == len(SYSTEMS)
    titled = usual and bool(held or not scene.large)
    top = layout.HEAD if titled else 0
    logged = width >= layout.SIDE + HULL
    end = x + HULL + 2 * layout.GAP if logged else room.width
    more = scene.large and cursor is not None  # the gauge under the cursor is twice as high
    high = min(LABEL.height * (len(gauges) + more), room.height - top)
    places = [Place(Area(0, top, GAUGES, high), Gauges(gauges, cursor))]
    if titled:
        title = clocks.hold_title(scene) or Title(scene.phrases.role(scene.role), clocks.whose(scene))
        places.insert(0, Place(Area(0, 0, end, layout.HEAD), title))
    if usual and not logged and room.height >= top + high + LABEL.height:
        foot = Area(0, room.height - LABEL.height, room.width, LABEL.height)
        places.append(Place(foot, Text(tuple(news(scene)), LABEL)))
    if scene.draft.verb == "drone":
        return *places, Place(Area(x, top, width, GAUGES_ROWS * LABEL.height), _sectors(scene))
    for name, damage in (("own", view.damage), ("enemy", view.enemy_damage)):
        said = say(f"damage.sonar.{name}")
        shown = DamageGauge(scene.phrases.find(f"damage.sonar.{name}.brief", said), damage, LOST_AT, said)
        places.append(Place(Area(x, top, width, 2 * LABEL.height), shown))
        top += (3 if room.height >= 7 * LABEL.height else 2) * LABEL.height
    if not usual and held:
        lines = (*LABEL.wrap(held, width)[:1], clocks.time_left(scene))
        places.append(Place(Area(x, room.height - 2 * LABEL.height, width, 2 * LABEL.height), Text(lines, LABEL)))
    if logged:
        left = end + 2 * layout.GAP
        places.extend(layout.log(scene, Area(left, 0, room.width - left, room.height)))
    return tuple(places)


def _sectors(scene: Scene) -> SectorMap:
    """Return the sectors, with the one that the drone will search."""
    rows, edge = scene.view.rows, scene.view.edge
    chosen = scene.draft.choice_at_cursor.word if scene.draft.choice_at_cursor else ""
    said = scene.phrases.say("note.sonar.drone", sector=chosen)
    return SectorMap(-(-len(rows[0]) // edge), -(-len(rows) // edge), int(chosen or 0), said)


class XoScreen(SonarScreen):
    """The first officer's station."""

    def aid(self, data: Mapping[str, Any]) -> StationAid:
        """Return a pretended mark, if one is due."""
        return StationAid(pretended=pretended_marks.charge(data))

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, the draft, or the gauges."""
        draft = scene.draft
        if is_over(scene):
            return outcome.draw(scene)
        if draft.verb not in ("", "charge", "drone", "trace"):
            return choose.draw(scene)
        if scene.view.repair is not None:
            return hull.status(scene)
        if not draft.verb and draft.open and scene.view.rules.xo_commands:
            return captain.bridge(scene)
        return board(scene)

    def coach(self, scene: Scene) -> str:
        """Return the first officer's next step."""
        return coach.xo(scene)


SCREEN = XoScreen()
