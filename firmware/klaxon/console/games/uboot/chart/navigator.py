"""The navigator of U-BOOT: the watch with its bell, lookouts and long tasks, and the chart with what was perceived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import crew
from klaxon.console.games.uboot.attack import gun_sight
from klaxon.console.games.uboot.boat.men_list import lines_of
from klaxon.console.games.uboot.chart import disc, ruler
from klaxon.console.games.uboot.chart.lookout_line import LookoutLine
from klaxon.console.games.uboot.chart.plot import MILE, Mark, Plot
from klaxon.console.games.uboot.glass import book, optics
from klaxon.console.games.uboot.glass.notes import CONTACT, chosen_contact
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.games.uboot.stores import galley
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, first_bell, reading, time_of_day
from klaxon.rules.uboot.crew.men import figures_of
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.setting import MOST_LOOKOUTS
from klaxon.rules.uboot.words import FIGURES, ROLES, SHAPES

GROUP = "group"
"""In the lens: whose men are shown."""
GROUPS = ("navigator", "captain", "first_officer", "engineer", "tasks")
"""What the dial selects on the page of the watch: the men of each role, then the long tasks."""
LINE = LABEL.height
MINUTE = 60_000
CIRCLE = 360
BESIDE = 50
"""Columns of the plot."""


# -- the watch -------------------------------------------------------------------------------------------------------


def next_bell(scene: Scene) -> tuple[str, int]:
    """Return the next bell: when it strikes, `12:00`, and the game minutes until then."""
    board = scene.view.board
    now, first = reading(board.clock, scene.now), first_bell(board.briefing.date)
    watch = WATCH_HOURS * HOUR
    bell = first + max(0, -(-(now - first + 1) // watch)) * watch
    return time_of_day(board.briefing.date, bell), -(-(bell - now) // MINUTE)


def turn_group(scene: Scene, steps: int) -> Mapping[str, str]:
    """Show the men of another role, or the long tasks."""
    place = GROUPS.index(_group(scene)) + steps
    return {**scene.lens, GROUP: GROUPS[max(0, min(len(GROUPS) - 1, place))]}


def _group(scene: Scene) -> str:
    return scene.lens.get(GROUP, GROUPS[0])


def draw_watch(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the time to the bell, the lookouts, and under them the men of a role with their reliefs, or the tasks."""
    phrases, board, group = scene.phrases, scene.view.board, _group(scene)
    time, minutes = next_bell(scene)
    left = f"{minutes // 60}:{minutes % 60:02}"
    name = _group_name(scene, group)
    title = phrases.say("watch.uboot", shift=board.shift, group=name)
    rows = [Area(area.x, area.y + HEAD + row * LINE, area.width, LINE) for row in range(2)]
    body = Area(area.x, area.y + HEAD + 2 * LINE, area.width, area.height - HEAD - 2 * LINE)
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width, brief=name)),
        Place(rows[0], Text((phrases.say("watch.uboot.bell", time=time, left=left),), LABEL)),
        Place(rows[1], _lookout_line(scene)),
        Place(body, _tasks(scene) if group == "tasks" else lines_of(phrases, board, figures_of(group))),
    )


def _group_name(scene: Scene, group: str) -> str:
    return scene.phrases.say("watch.uboot.tasks") if group == "tasks" else scene.phrases.role(group)


def _lookout_line(scene: Scene) -> LookoutLine:
    board, phrases = scene.view.board, scene.phrases
    men = tuple(lookouts(board))
    signs = tuple((SHAPES[f % 4], phrases.say(f"letter.uboot.{ROLES[f // 4]}")) for f in men)
    names = ", ".join(phrases.man(FIGURES[figure]) for figure in men)
    said = phrases.say("watch.uboot.lookouts", men=names) if men else phrases.say("watch.uboot.nobody")
    return LookoutLine(phrases.say("watch.uboot.out", count=len(men), most=MOST_LOOKOUTS) if men else said, signs, said)


def _tasks(scene: Scene) -> List | Text:
    """Return the long tasks: the lookout, and repairs with their men and progress."""
    items = tuple(_task_items(scene))
    return List(items, None, LABEL) if items else Text((scene.phrases.say("watch.uboot.no-tasks"),), LABEL, wrap=True)


def _task_items(scene: Scene) -> Iterator[ListItem]:
    board, phrases = scene.view.board, scene.phrases
    if count := len(lookouts(board)):
        yield ListItem(phrases.value("watch"), f"{count}/{MOST_LOOKOUTS}")
    for repair in board.repairs:
        men = f"{len(repair.men)}/{repair.required}"
        state = f"{repair.done // 10_000}%" if repair.running else phrases.value("paused")
        yield ListItem(f"{phrases.brief(repair.device)} {men}", state)


# -- the plot --------------------------------------------------------------------------------------------------------


def _contacts(scene: Scene) -> tuple[Contact, ...]:
    return scene.view.board.waters.contacts


def _chosen(scene: Scene) -> Contact | None:
    """Return the selected contact: the first one unless the dial was turned."""
    name = chosen_contact(scene)
    return next((contact for contact in _contacts(scene) if contact.name == name), None)


def turn_contact(scene: Scene, steps: int) -> Mapping[str, str]:
    """Select another contact."""
    found, chosen = _contacts(scene), _chosen(scene)
    if chosen is None:
        return scene.lens
    return {**scene.lens, CONTACT: found[max(0, min(len(found) - 1, found.index(chosen) + steps))].name}


def draw_plot(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the plot, and beside it the estimated position and what is known of a contact."""
    board, phrases = scene.view.board, scene.phrases
    high = area.height - HEAD
    wide = min(BESIDE, high + 2)
    chosen = _chosen(scene)
    marks = tuple(_mark(scene, contact) for contact in _contacts(scene))
    own = phrases.say("chart.uboot.own", cell=board.boat.cell, course=f"{scene.view.heading:03}")
    plot = Plot(scene.view.heading, scene.view.knots != 0, marks, chosen.name if chosen else "", own)
    lines = (*(_lines(scene, chosen) if chosen else _none(scene)), phrases.say("chart.uboot.ring", miles=plot.miles))
    title = phrases.say("chart.uboot", cell=board.boat.cell)
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(Area(area.x, area.y + HEAD, wide, high), plot),
        Place(Area(area.x + wide, area.y + HEAD, area.width - wide, high), Text(lines[: high // LINE], LABEL)),
    )


def _none(scene: Scene) -> Iterator[str]:
    """Yield course and weather, since there is no contact."""
    board, phrases = scene.view.board, scene.phrases
    yield phrases.say("chart.uboot.course", course=f"{scene.view.heading:03}")
    yield phrases.value(board.waters.weather)
    yield phrases.say("chart.uboot.sea", sea=board.waters.sea)
    yield phrases.say("chart.uboot.nothing")


def _lines(scene: Scene, contact: Contact) -> Iterator[str]:
    """Yield what is known of a contact, in few letters."""
    phrases, fields = scene.phrases, dict(contact.fields)
    yield f"{contact.name} {phrases.value(contact.klass or contact.kind)}"
    if "bearing" in fields:
        yield phrases.say("chart.uboot.bearing", bearing=f"{fields['bearing']:03}")
    if "range" in fields:
        yield phrases.say("chart.uboot.range", miles=_miles(int(fields["range"])))
    elif "range_word" in fields:
        yield phrases.value(str(fields["range_word"]))
    if "course" in fields:
        yield phrases.say("chart.uboot.course", course=f"{fields['course']:03}")
    elif "aspect_word" in fields:
        yield phrases.value(str(fields["aspect_word"]).replace(" ", "-"))
    yield phrases.say("chart.uboot.age", minutes=_age(scene, contact))


def _miles(metres: int) -> str:
    tenths = metres * 10 // MILE
    return f"{tenths // 10}.{tenths % 10}"


def _age(scene: Scene, contact: Contact) -> int:
    return max(0, reading(scene.view.board.clock, scene.now) // 1000 - contact.reported) // 60


def _mark(scene: Scene, contact: Contact) -> Mark:
    fields = dict(contact.fields)
    bearing = (scene.view.heading + int(fields.get("bearing", 0))) % CIRCLE
    metres, course = fields.get("range"), fields.get("course")
    said = ", ".join(_lines(scene, contact))
    kind = contact.klass or ("aircraft" if contact.kind == "aircraft" else "")
    return Mark(
        contact.name,
        kind,
        bearing,
        int(metres) if metres is not None else None,
        int(course) if course is not None else None,
        said,
    )


class UbootNavigatorScreen(UbootScreen):
    """The navigator's station."""

    pages = MappingProxyType(
        {
            "watch": RolePage(draw_watch, turn_group),
            "bridge": optics.BRIDGE,
            "sight": gun_sight.PAGE,
            "chart": ruler.PAGE,
            "plot": RolePage(draw_plot, turn_contact),
            "disc": disc.PAGE,
            "galley": RolePage(galley.draw, galley.turn),
            "book": book.PAGE,
            "crew": crew.PAGE,
        }
    )


SCREEN = UbootNavigatorScreen()
