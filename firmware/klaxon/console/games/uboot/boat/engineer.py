"""The engineer of U-BOOT: the boat in section, what is in a room, and the telegraph with depth and battery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import crew
from klaxon.console.games.uboot.boat import troubles
from klaxon.console.games.uboot.boat.men_list import lines_of
from klaxon.console.games.uboot.boat.scheme import scheme_of
from klaxon.console.games.uboot.boat.telegraph import Battery, DepthGauge, Telegraph
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.sea.motion import KNOTS
from klaxon.rules.uboot.trouble.targets import breach_in
from klaxon.rules.uboot.words import ROOMS, SETTINGS

ROOM, INSIDE = "room", "inside"
"""In the lens: the selected room, and whether its inside is shown."""
LINE = LABEL.height
MOST_THINGS = 3
"""Most lines for other things in a room: the men are drawn in two columns before they give way to more."""
WIDE_TELEGRAPH, FIGURES = 68, 26
"""Columns of the telegraph, and of the figures at the right edge."""


def room_of(scene: Scene) -> int:
    """Return the selected room; 0 for the whole boat."""
    return int(scene.lens.get(ROOM, "0"))


def turn_room(scene: Scene, steps: int) -> Mapping[str, str]:
    """Select another room; before the first is the whole boat, unless the inside of a room is shown."""
    first = ROOMS[0] if scene.lens.get(INSIDE) else 0
    return {**scene.lens, ROOM: str(max(first, min(ROOMS[-1], room_of(scene) + steps)))}


def go_inside(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push shows the inside of a room, or leaves it again; so does BACK."""
    inside = bool(scene.lens.get(INSIDE))
    if room_of(scene) and (key == "push" or (key == "back" and inside)):
        return {**scene.lens, INSIDE: "" if inside else "1"}
    return None


def draw_boat(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the boat, with the selected room in the title; or what is in that room."""
    room = room_of(scene)
    if room and scene.lens.get(INSIDE):
        return _draw_room(scene, area, room)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    text = _room_name(scene, room) if room else _state_text(scene)
    scheme = scheme_of(scene.phrases, scene.view.board, cursor=room, role=scene.view.role)
    title = heading(scene, text, area.width)
    if LABEL.measure(f"{title.left} {title.right}") > area.width - 2:
        title = Title(text)  # the name of a room is worth more than the time
    return Place(area._replace(height=HEAD), title), Place(body, scheme)


def _room_name(scene: Scene, room: int) -> str:
    return scene.phrases.say("scheme.uboot.room", number=room, room=scene.phrases.room(room))


def _state_text(scene: Scene) -> str:
    """Return depth, telegraph and battery in few letters."""
    boat, phrases = scene.view.board.boat, scene.phrases
    setting, battery = phrases.value(boat.setting), boat.battery // 10_000
    return phrases.say("engines.uboot.brief", depth=_depth_text(scene), setting=setting, battery=battery)


def _depth_text(scene: Scene) -> str:
    view = scene.view
    return str(view.depth) if view.depth == view.target_depth else f"{view.depth}>{view.target_depth}"


# -- a room ----------------------------------------------------------------------------------------------------------


def _draw_room(scene: Scene, area: Area, room: int) -> tuple[Place, ...]:
    """Show the men of both watches in a room, and what else is there."""
    board, phrases = scene.view.board, scene.phrases
    figures = [f for f in range(CREW) if board.at[f] == room and not board.man(f).dead]
    watches = phrases.say("men.uboot.watches", on=board.shift, off=3 - board.shift)
    things = LABEL.truncate(LABEL.wrap(", ".join(_things(scene, room)), area.width), area.width, MOST_THINGS)
    foot = Area(area.x, area.y + area.height - len(things) * LINE, area.width, len(things) * LINE)
    body = Area(area.x, area.y + HEAD, area.width, foot.y - area.y - HEAD)
    return (
        Place(area._replace(height=HEAD), Title(_room_name(scene, room), watches)),
        Place(body, lines_of(phrases, board, figures, rooms=False) if figures else _nobody(scene)),
        Place(foot, Text(tuple(things), LABEL)),
    )


def _nobody(scene: Scene) -> Text:
    return Text((scene.phrases.say("scheme.uboot.nobody"),), LABEL)


def _things(scene: Scene, number: int) -> Iterator[str]:
    """Yield what else is in a room: emergencies, faults, and things to carry."""
    board, value = scene.view.board, scene.phrases.value
    room = board.room(number)
    if room.flooded:
        yield value("flooded")
    if breach_in(board, number) is not None:
        yield value("breach")
    yield from map(value, room.emergencies)
    for fault in board.faults:
        if board.handbook.rooms[fault.device] == number:
            yield scene.phrases.say(
                "men.uboot.fault", device=scene.phrases.brief(fault.device), level=value(fault.level)
            )
    yield from map(value, room.tokens)


# -- the telegraph ---------------------------------------------------------------------------------------------------


def draw_telegraph(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the telegraph, the depth gauge, and the battery."""
    phrases, view, boat = scene.phrases, scene.view, scene.view.board.boat
    names = tuple(phrases.value(name) for name in reversed(SETTINGS))
    top, high = area.y + HEAD, area.height - HEAD
    holds = len(names) - 1 - SETTINGS.index(boat.setting)
    settings = Telegraph(names, holds, speed_mark(view.knots, surfaced=boat.surfaced), _setting_text(scene))
    depth = DepthGauge(view.depth, view.target_depth, phrases.say("engines.uboot.depth", depth=_depth_text(scene)))
    percent = boat.battery // 10_000
    x, wide = area.x + WIDE_TELEGRAPH + 2, area.width - WIDE_TELEGRAPH - 2
    gauge = wide - FIGURES
    title = phrases.say("engines.uboot", knots=_knots(scene))
    charge = Battery(percent, phrases.say("engines.uboot.battery", percent=percent))
    beside = [Area(x + gauge, top + row * LINE, FIGURES, LINE) for row in range(5)]
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(Area(area.x, top, WIDE_TELEGRAPH - 2, high), settings),
        Place(Area(x, top + 1, gauge, high - 2), depth),
        Place(beside[0], Text((phrases.say("engines.uboot.metres", depth=view.depth),), LABEL)),
        Place(beside[1], Text((_target_text(scene),), LABEL)),
        Place(beside[3], charge),
        Place(beside[4], Text((f"{percent}%",), LABEL)),
    )


def speed_mark(tenths: int, *, surfaced: bool) -> int:
    """Return where a speed is between the settings from full ahead down, in hundredths of a setting."""
    speeds = [KNOTS[name][0 if surfaced else 1] for name in reversed(SETTINGS)]
    for place, (faster, slower) in enumerate(pairwise(speeds)):
        if tenths >= slower:
            return 100 * place + 100 * max(0, faster - tenths) // (faster - slower)
    return 100 * (len(speeds) - 1)


def _setting_text(scene: Scene) -> str:
    view = scene.view
    setting = scene.phrases.value(view.board.boat.setting)
    return scene.phrases.say("engines.uboot.setting", setting=setting, knots=_knots(scene))


def _knots(scene: Scene) -> str:
    tenths = abs(scene.view.knots)
    return f"{tenths // 10}.{tenths % 10}"


def _target_text(scene: Scene) -> str:
    view = scene.view
    return f">{view.target_depth}" if view.target_depth != view.depth else ""


class UbootEngineerScreen(UbootScreen):
    """The engineer's station."""

    pages = MappingProxyType(
        {
            "boat": RolePage(draw_boat, turn_room, go_inside),
            "trouble": RolePage(troubles.draw, troubles.turn, is_there=troubles.has_any),
            "telegraph": RolePage(draw_telegraph),
            "crew": crew.PAGE,
        }
    )


SCREEN = UbootEngineerScreen()
