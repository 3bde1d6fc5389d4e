"""The list of contacts: what each is, where it was reported last, and how old that is."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.glass import notes
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.records import Contact

LINE = LABEL.height
MILE = 1852


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show all contacts, and more of the chosen one at the foot."""
    contacts, phrases = scene.view.board.waters.contacts, scene.phrases
    title = heading(scene, phrases.say("contacts.uboot", count=len(contacts)), area.width)
    names = [contact.name for contact in contacts]
    chosen = notes.chosen_contact(scene)
    items = tuple(ListItem(f"{each.name} {what_is(scene, each)}", where_is(scene, each)) for each in contacts)
    foot = area._replace(y=area.y + area.height - LINE, height=LINE)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - LINE)
    head = Place(area._replace(height=HEAD), title)
    if not chosen:
        return head, Place(body, Text((phrases.say("chart.uboot.nothing"),), LABEL))
    place = names.index(chosen)
    more = Text((more_of(scene, contacts[place]),), LABEL)
    return head, Place(body, List(items, place, LABEL)), Place(foot, more)


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Choose another contact."""
    names = [contact.name for contact in scene.view.board.waters.contacts]
    if not names:
        return scene.lens
    place = names.index(notes.chosen_contact(scene)) + steps
    return {**scene.lens, notes.CONTACT: names[max(0, min(len(names) - 1, place))]}


def what_is(scene: Scene, contact: Contact) -> str:
    """Return what a contact is: the class it is noted as, else what is known of it."""
    noted = notes.noted_ship(scene, contact.name)
    return scene.phrases.brief(noted.id if noted else contact.klass or contact.kind)


def where_is(scene: Scene, contact: Contact) -> str:
    """Return bearing and range in few letters, as far as they were reported."""
    fields, phrases = dict(contact.fields), scene.phrases
    words = [f"{fields['bearing']:03}"] if "bearing" in fields else []
    if "range" in fields:
        tenths = int(fields["range"]) * 10 // MILE
        words.append(phrases.say("chart.uboot.range", miles=f"{tenths // 10}.{tenths % 10}"))
    elif "range_word" in fields:
        words.append(phrases.value(str(fields["range_word"])))
    return " ".join(words)


def more_of(scene: Scene, contact: Contact) -> str:
    """Return course, speed or aspect, and how many minutes ago that was reported."""
    fields, phrases = dict(contact.fields), scene.phrases
    words = []
    if "course" in fields:
        words.append(phrases.say("chart.uboot.course", course=f"{fields['course']:03}"))
    elif "aspect_word" in fields:
        words.append(phrases.value(str(fields["aspect_word"]).replace(" ", "-")))
    if "speed" in fields:
        words.append(phrases.say("measure.uboot.knots", speed=int(fields["speed"]) // 10))
    minutes = max(0, reading(scene.view.board.clock, scene.now) // 1000 - contact.reported) // 60
    return " ".join([*words, phrases.say("chart.uboot.age", minutes=minutes)])


PAGE = RolePage(draw, turn)
"""The contacts, for every role."""
