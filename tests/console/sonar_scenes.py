"""Scenes of Captain Sonar: a table in play, and what each seat's panel shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.devices import Picture
from klaxon.console.draft import Draft
from klaxon.console.parts import BottomLine
from klaxon.console.phrases import Phrases
from klaxon.console.scene import BOTTOM, Scene
from klaxon.console.screen import Area, Place, Screen
from klaxon.console.sonar import SCREENS
from klaxon.console.wire import Heard
from klaxon.crew import plotter_of
from klaxon.rules.contract import Event, Order, Seat, Step
from klaxon.rules.sonar.state import State
from tests.sonar.boats import GAME, OPEN, Table, set_up

PHRASES = Phrases("sonar")


class Room:
    """A control room: a game, the drafts and lenses of its stations, and what each seat has heard."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.drafts: dict[str, Draft] = {}
        self.lenses: dict[str, Mapping[str, str]] = {}
        self.heard: dict[str, list[Heard]] = {}
        self.dials = 2
        self.phrases = PHRASES

    @classmethod
    def before(cls, chart: str = OPEN, **options: str) -> Room:
        """Return a room before the game has begun."""
        return cls(set_up(chart, **options))

    @classmethod
    def of(cls, table: Table) -> Room:
        """Return a room in the middle of a game."""
        room = cls(table.state)
        room.hear(table.events)
        return room

    def speak(self, language: str) -> Room:
        """Let all stations speak a language from now on."""
        self.phrases = Phrases("sonar", language)
        return self

    def hear(self, events: list[Event]) -> Room:
        """Let the seats hear what happened."""
        for event in events:
            for seat in event.to:
                known = self.heard.setdefault(seat, [])
                known.append(Heard(len(known) + 1, 0, event.type, event.facts))
        return self

    def give(self, *lines: str) -> Room:
        """Give orders that are accepted."""
        for line in lines:
            order = Order.read(line)
            draft = self.drafts.get(order.seat)
            if draft is not None:
                draft.begin(order.verb)
                draft.said()
            step = GAME.apply(self.state, order)
            assert isinstance(step, Step), f"{line}: {step}"
            self.take(step)
        return self

    def take(self, step: Step) -> None:
        """Go on after a step."""
        self.state = step.state
        self.hear(list(step.events))

    def view(self, seat: str) -> dict[str, Any]:
        """Return the view of a seat as data."""
        return dict(GAME.show(GAME.sight(self.state, Seat(seat), self.lenses.get(seat, {})).view))

    def scene(self, seat: str, width: int = 128) -> Scene:
        """Return what the screen of a seat knows; its draft sees the view first, as a station's does."""
        screen, view = SCREENS[seat.rpartition(".")[2]], self.view(seat)
        view = dict(screen.feign(view) or view)
        draft = self.drafts.setdefault(seat, Draft(GAME, Seat(seat), eager=screen.eager))
        draft.see(view)
        heard = tuple(self.heard.get(seat, ()))
        plot = plotter_of("sonar", view).plot() if SCREENS[seat.rpartition(".")[2]].plots(view) else None
        now, lens = GAME.now(self.state), self.lenses.get(seat, {})
        over = view["outcome"]
        return Scene(seat, view, heard, draft, self.phrases, lens, over, width, plot=plot, now=now, dials=self.dials)

    def turn(self, seat: str, steps: int, dial: int = 0) -> Room:
        """Turn a dial, as a station does."""
        scene = self.scene(seat)
        lens = SCREENS[scene.role].look(scene, dial, steps)
        if lens is not None:
            self.lenses[seat] = lens
        else:
            scene.draft.turn(steps)
        return self

    def press(self, seat: str, key: str) -> Room:
        """Press a key that moves the lens, as a station does."""
        scene = self.scene(seat)
        lens = SCREENS[scene.role].press(scene, key)
        assert lens is not None, f"{key} does nothing"
        self.lenses[seat] = lens
        return self

    def choose(self, seat: str, *words: str) -> Room:
        """Point at each word in turn and take it; the last one is only pointed at."""
        draft = self.scene(seat).draft
        for place, word in enumerate(words):
            assert draft.point(word), f"{word} is none of {[choice.word for choice in draft.choices]}"
            if place + 1 < len(words):
                draft.take()
        return self

    def panel(self, seat: str, width: int = 128) -> Picture:
        """Return what the panel of a seat shows, with the bottom line under it."""
        scene = self.scene(seat, width)
        places = SCREENS[scene.role].draw(scene)
        for area, _ in places:
            assert area.x >= 0, area
            assert area.y >= 0, area
            assert area.x + area.width <= width, area
            assert area.y + area.height <= scene.room.height, area
        line = Place(Area(0, scene.room.height, width, BOTTOM), bottom(scene))
        return Screen((*places, line)).picture(width, scene.height)

    def words(self, seat: str) -> str:
        """Return what the panel of a seat says."""
        return "\n".join(self.panel(seat).words)


def bottom(scene: Scene) -> BottomLine:
    """Return the bottom line as a station draws it."""
    draft, phrases, say = scene.draft, scene.phrases, scene.phrases.say
    if scene.outcome:
        return BottomLine(say("bottom.debrief"))
    if draft.order is not None:
        return BottomLine(phrases.order(draft.order), "grave" if draft.grave else "ready")
    remark = None if draft.verb or draft.open else SCREENS[scene.role].remark(scene)
    if remark is not None:
        return BottomLine(phrases.order(remark), "ready")
    if not draft.open and (line := SCREENS[scene.role].line(scene)) is not None:
        return BottomLine(line, "ready")
    if draft.pointed is None or not (draft.verb or draft.open):
        return BottomLine(say("bottom.wait"), "waiting")
    if draft.pointed.barred is not None:
        return BottomLine(say(f"short.{draft.pointed.barred.code}"), "idle")
    word = draft.pointed.word
    return BottomLine(say("bottom.push", what=phrases.value(word) if draft.verb else phrases.verb(word)), "idle")
