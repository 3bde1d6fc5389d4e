"""The page of the log at a station: the missions of the patrol or the campaign so far, with their sums and the rank."""

from __future__ import annotations

import json
from collections.abc import Mapping

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.linked.log import past_missions
from klaxon.rules.uboot.linked.records import PastMission
from klaxon.rules.uboot.linked.totals import totals_of

ROW = "logrow"
"""In the lens: the mission under the cursor."""
LINE = LABEL.height


def missions_of(scene: Scene) -> tuple[PastMission, ...]:
    """Return the missions so far; after the end the one that was played is among them."""
    linked = scene.view.board.linked
    return past_missions(json.loads(linked.log)["missions"]) if linked.log else linked.past


def is_linked(scene: Scene) -> bool:
    """Return whether there is a log of more than this mission alone."""
    return bool(scene.view.board.linked.past)


def _row(scene: Scene) -> int:
    last = len(missions_of(scene)) - 1
    return max(0, min(last, int(scene.lens.get(ROW, str(last)))))


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Go to another mission."""
    last = len(missions_of(scene)) - 1
    return {**scene.lens, ROW: str(max(0, min(last, _row(scene) + steps)))}


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the missions with grade and glory, and below them what they come to."""
    phrases, missions = scene.phrases, missions_of(scene)
    sums = totals_of(missions)
    items = tuple(
        ListItem(phrases.find(f"value.uboot.{each.mission}", each.title), f"{each.grade} {each.glory}")
        for each in missions
    )
    total = phrases.say("log-page.uboot.sums", glory=sums.glory, grt=sums.grt)
    return (
        Place(area._replace(height=HEAD), Title(phrases.say("log-page.uboot.title"), sums.rank)),
        Place(Area(area.x, area.y + HEAD, area.width, area.height - HEAD - LINE), List(items, _row(scene))),
        Place(
            Area(area.x, area.y + area.height - LINE, area.width, LINE), Text((LABEL.fit(total, area.width),), LABEL)
        ),
    )


PAGE = RolePage(draw, turn, is_there=is_linked)
"""The log, where missions are linked."""
