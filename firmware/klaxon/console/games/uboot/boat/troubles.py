"""The troubles of the boat as a list, for the engineer: breaches, emergencies, faults with the teams at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import breach_text, heading
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.records import OpenFault
from klaxon.rules.uboot.trouble.repairs import percent_at
from klaxon.rules.uboot.trouble.targets import DEVICE_AGAINST, REPAIR_EMERGENCY, candidates, job_of, men_for
from klaxon.rules.uboot.words import FAULT_LEVELS

LINE = LABEL.height
AT = "trouble"
"""In the lens: the place of the line that is looked at."""


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show what is wrong, the most urgent first; the line that is pointed at says more at the foot."""
    found = list(lines_of(scene))
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    title = heading(scene, scene.phrases.say("trouble.uboot", count=len(found)), area.width)
    head = Place(area._replace(height=HEAD), title)
    place = min(_place(scene), len(found) - 1)
    items = tuple(ListItem(text, right) for text, right, _ in found)
    foot = body._replace(y=body.y + body.height - LINE, height=LINE)
    return (
        head,
        Place(body._replace(height=body.height - LINE), List(items, place)),
        Place(foot, Text((LABEL.fit(found[place][2], area.width),), LABEL)),
    )


def has_any(scene: Scene) -> bool:
    """Return whether anything is wrong aboard."""
    return next(lines_of(scene), None) is not None


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Point at another line."""
    most = max(0, len(list(lines_of(scene))) - 1)
    return {**scene.lens, AT: str(max(0, min(most, _place(scene) + steps)))}


def _place(scene: Scene) -> int:
    return int(scene.lens.get(AT, "0"))


def lines_of(scene: Scene) -> Iterator[tuple[str, str, str]]:
    """Yield every trouble: what and where, how it stands, and what it takes."""
    board, phrases = scene.view.board, scene.phrases
    for breach in sorted(board.trouble.breaches, key=lambda each: each.due):
        state = "tried" if breach.tried else "open" if not breach.number else "asked"
        left = breach_text(scene, breach.due)
        yield f"{breach.room} {phrases.value('breach')}", left, phrases.say(f"trouble.uboot.breach-{state}")
    for kind, room in candidates(board, REPAIR_EMERGENCY):
        yield f"{room} {phrases.value(kind)}", "", _remedy(scene, kind)
    for fault in sorted(board.faults, key=lambda each: -FAULT_LEVELS.index(each.level)):
        name = f"{board.handbook.rooms[fault.device]} {phrases.brief(fault.device)}"
        yield name, _state_of(scene, fault), _need_of(scene, fault)


def _remedy(scene: Scene, kind: str) -> str:
    """Say what removes an emergency, and where that lies."""
    board, phrases = scene.view.board, scene.phrases
    if kind not in DEVICE_AGAINST:
        return phrases.say("trouble.uboot.surface")
    device = DEVICE_AGAINST[kind]
    rooms = [number for number, room in enumerate(board.rooms, start=1) if device in room.devices]
    if not rooms:
        return phrases.say("trouble.uboot.gone", device=phrases.value(device))
    return phrases.say("trouble.uboot.device", device=phrases.value(device), room=rooms[0])


def _state_of(scene: Scene, fault: OpenFault) -> str:
    """Return how far a repair has come, else the level."""
    job = job_of(scene.view.board, fault.device)
    if job is None:
        return scene.phrases.value(fault.level)
    percent = f"{percent_at(job, scene.view.rules.game)}%"
    return percent if job.running else f"{scene.phrases.value('paused')} {percent}"


def _need_of(scene: Scene, fault: OpenFault) -> str:
    """Say how many men it takes and how many are at it, with the level."""
    board = scene.view.board
    job, need = job_of(board, fault.device), men_for(board, fault.device)
    have = len(job.men) + job.helped if job and job.running else 0
    return scene.phrases.say("trouble.uboot.men", level=scene.phrases.value(fault.level), have=have, need=need)
