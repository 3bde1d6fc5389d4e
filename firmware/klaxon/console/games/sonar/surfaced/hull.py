"""The hull of a surfaced boat: its sections, who has traced them, and the enemy's hull for an engineer to inspect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar import clocks
from klaxon.console.games.sonar.news import stage_of
from klaxon.console.games.sonar.scene import NO_HULL, HullView, Scene
from klaxon.console.language.game_words import Phrases
from klaxon.console.station.page import HEAD
from klaxon.rules.sonar.realtime.trace import LENGTH, SECTIONS, outline
from klaxon.rules.sonar.setting import ROLES

TOP, KEEL = SECTIONS[:3], SECTIONS[3]
"""Bow, tower and stern lie side by side above the keel."""
STERN = TOP[-1]
"""It ends so low that its sign has to be further forward."""
HIGH = 40
"""The rows of a hull."""
DECK, BOTTOM = 16, 27
"""The rows of the two ends of the hull: of its upper edge, and of the keel."""
SLIP = "✗"
WIDE = 128
"""Most columns of a hull."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the hull: who signed it, and how often a pen slipped in it."""

    number: str
    signed: bool
    initials: str
    slips: int
    said: str
    """The same in words."""


@dataclass(frozen=True, slots=True)
class HullPicture:
    """The outline of a hull. Traced sections are a thick line, others a double line of dots."""

    sections: tuple[Section, ...]
    cursor: str = ""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the sections, and in each its signature or its number."""
        pane = canvas.pane(area)
        third = (area.width - 1) // len(TOP)
        for place, section in enumerate(self.sections):
            keel = section.number == KEEL
            x, wide = (0, third * len(TOP)) if keel else (place * third, third)
            self._line(pane, section, x, wide, BOTTOM if keel else DECK)
            middle = wide // 5 if section.number == STERN else wide // 2
            self._label(pane, section, x + middle, BOTTOM if keel else DECK + 2)

    def _line(self, pane: Canvas, section: Section, x: int, wide: int, zero: int) -> None:
        middle = outline(section.number)
        for column in range(wide + 1):
            y = zero - middle[column * LENGTH // wide]
            if section.signed:
                pane.fill(x + column, y - 1, 1, 3)
            elif column % 3 == 0:
                pane.dot(x + column, y - 2)
                pane.dot(x + column, y + 2)

    def _label(self, pane: Canvas, section: Section, x: int, y: int) -> None:
        text = section.initials or ("✓" if section.signed else section.number)
        text += SLIP * min(section.slips, 2)
        wide = LABEL.measure(text) + 1
        if section.number == self.cursor:
            pane.fill(x - wide // 2 - 1, y, wide + 2, LABEL.height)
        pane.text(x - wide // 2, y, text, LABEL, on=section.number != self.cursor)

    def words(self) -> Iterable[str]:
        """Return the sections, each in words; the one under the cursor is pointed at."""
        return (f"{'> ' if each.number == self.cursor else ''}{each.said}" for each in self.sections)


def sections_of(phrases: Phrases, hull: HullView) -> tuple[Section, ...]:
    """Return the sections of a hull as a view shows it."""
    return tuple(_section(phrases, hull, place) for place in range(len(SECTIONS)))


def _section(phrases: Phrases, hull: HullView, place: int) -> Section:
    say, number = phrases.say, SECTIONS[place]
    role, initials, slips = hull.signed[place], hull.initials[place], hull.slips[place]
    name = say(f"hull.sonar.{number}")
    done = say("hull.sonar.signed", role=phrases.role(role)) if role else say("hull.sonar.open")
    said = " ".join(filter(None, (name, done, initials, say("hull.sonar.slips", count=slips) if slips else "")))
    return Section(number, bool(role), initials, slips, said)


def status(scene: Scene) -> tuple[Place, ...]:
    """Show the progress of the own repair, and who is waited for."""
    room, repair = scene.room, scene.view.repair or NO_HULL
    foot = _foot(scene, waited_for(scene))
    head = clocks.hold_title(scene) or Title(scene.phrases.say("hull.sonar.title") if foot else waited_for(scene))
    wide = min(room.width, WIDE)
    return (
        Place(Area(0, 0, room.width, HEAD), head),
        Place(Area((room.width - wide) // 2, HEAD, wide, HIGH), HullPicture(sections_of(scene.phrases, repair))),
        *foot,
    )


def _foot(scene: Scene, text: str) -> tuple[Place, ...]:
    """Return the line under a hull; None with a coach, or under large letters."""
    room = scene.room
    if room.height < HEAD + HIGH + LABEL.height:
        return ()
    return (Place(Area(0, room.height - LABEL.height, room.width, LABEL.height), Text((text,), LABEL)),)


def waited_for(scene: Scene) -> str:
    """Return who is waited for while the boat is surfaced."""
    say, now = scene.phrases.say, stage_of(scene)
    if now == "crew-traces":
        signed = (scene.view.repair or NO_HULL).signed
        missing = [role for role in ROLES if role not in signed]
        return say("up.sonar.crew-traces", roles=", ".join(say(f"brief.sonar.{role}") for role in missing))
    return scene.phrases.find(f"up.sonar.{now}", say("up.sonar.frozen"))


def inspection(scene: Scene) -> tuple[Place, ...]:
    """Show the enemy's hull with its slips, and what the engineer may answer."""
    room, draft = scene.room, scene.draft
    wide = min(room.width - 44, WIDE)
    items = tuple(ListItem(scene.phrases.verb(choice.word)) for choice in draft.choices if choice.barred is None)
    x = wide + 2
    return (
        Place(Area(0, 0, room.width, HEAD), Title(scene.phrases.say("inspect.sonar.title"), clocks.time_left(scene))),
        Place(Area(0, HEAD, wide, HIGH), HullPicture(sections_of(scene.phrases, scene.view.inspect or NO_HULL))),
        Place(Area(x, HEAD, room.width - x, HIGH), List(items, draft.cursor if draft.open else None, LABEL)),
        *_foot(scene, _verdict(scene)),
    )


def _verdict(scene: Scene) -> str:
    """Return what the slips allow, and what the rules answer in the engineer's place."""
    slips = sum((scene.view.inspect or NO_HULL).slips)
    say = scene.phrases.say
    return (
        clocks.rule(scene)
        if clocks.time_left(scene)
        else say("inspect.sonar.slips" if slips else "inspect.sonar.sound")
    )
