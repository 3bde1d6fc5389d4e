"""Scenes of Steam Torpedo: a table in play, and what each captain's panel shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.devices import Picture
from klaxon.console.draft import Draft
from klaxon.console.parts import BottomLine
from klaxon.console.phrases import Phrases
from klaxon.console.scene import BOTTOM, Scene
from klaxon.console.screen import Area, Place, Screen
from klaxon.console.steam import SCREENS, captain
from klaxon.console.wire import Heard
from klaxon.rules.contract import Event, Order, Seat, Step
from klaxon.rules.steam.state import State
from tests.steam.boats import GAME, Table, set_up

PHRASES = Phrases("steam")
SCREEN = SCREENS["captain"]


class Room:
    """Two captains: a game, the drafts and lenses of their stations, and what each has heard."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.drafts: dict[str, Draft] = {}
        self.lenses: dict[str, Mapping[str, str]] = {}
        self.heard: dict[str, list[Heard]] = {}
        self.panes: frozenset[str] = frozenset()
        self.phrases = PHRASES
        self.later = 0
        """Milliseconds since the last order."""

    @classmethod
    def before(cls, **options: str) -> Room:
        """Return a room before the first order."""
        return cls(set_up(**options))

    @classmethod
    def of(cls, table: Table) -> Room:
        """Return a room in the middle of a game."""
        return cls(table.state)

    def speak(self, language: str) -> Room:
        """Let all stations speak a language from now on."""
        self.phrases = Phrases("steam", language)
        return self

    def hear(self, events: tuple[Event, ...]) -> None:
        """Let the seats hear what happened."""
        for event in events:
            for seat in event.to:
                known = self.heard.setdefault(seat, [])
                known.append(Heard(len(known) + 1, 0, event.type, event.facts))

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
        self.hear(step.events)

    def wait(self, ms: int) -> Room:
        """Let a clock run on."""
        self.later += ms
        return self

    def view(self, seat: str) -> dict[str, Any]:
        """Return the view of a seat as data."""
        return dict(GAME.show(GAME.sight(self.state, Seat(seat), {}).view))

    def scene(self, seat: str, width: int = 128) -> Scene:
        """Return what the screen of a seat knows; its draft sees the view first, as a station's does."""
        view = self.view(seat)
        draft = self.drafts.setdefault(seat, Draft(GAME, Seat(seat), eager=SCREEN.eager, rank=SCREEN.rank))
        draft.see(view)
        return Scene(
            seat,
            view,
            tuple(self.heard.get(seat, ())),
            draft,
            self.phrases,
            self.lenses.get(seat, {}),
            view["outcome"],
            width,
            now=GAME.now(self.state) + self.later,
            panes=self.panes,
        )

    def turn(self, seat: str, steps: int) -> Room:
        """Turn the dial, as a station does."""
        scene = self.scene(seat)
        lens = SCREEN.look(scene, 0, steps)
        if lens is not None:
            self.lenses[seat] = lens
        else:
            scene.draft.turn(steps)
        return self

    def press(self, seat: str, key: str) -> Room:
        """Press a key that moves the lens, as a station does."""
        lens = SCREEN.press(self.scene(seat), key)
        assert lens is not None, f"{key} does nothing"
        self.lenses[seat] = lens
        return self

    def leaf(self, seat: str, times: int = 1) -> Room:
        """Turn pages by BACK, where an order could be chosen."""
        for _ in range(times):
            lens = SCREEN.leaf(self.scene(seat))
            assert lens is not None
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

    def panel(self, seat: str, width: int = 128, pane: str = "") -> Picture:
        """Return what the panel of a seat shows, or one of its panes, with the bottom line under it."""
        scene = self.scene(seat, width)
        places = SCREEN.panes[pane](scene) if pane else SCREEN.draw(scene)
        for area, _ in places:
            assert area.x >= 0, area
            assert area.y >= 0, area
            assert area.x + area.width <= width, area
            assert area.y + area.height <= scene.room.height, area
        asked = BottomLine(self.phrases.say("pane.asked", boat=self.phrases.boat(scene.boat)), "waiting")
        line = asked if pane else bottom(scene)
        below = Place(Area(0, scene.room.height, width, BOTTOM), line)
        return Screen((*places, below)).picture(width, scene.height)

    def words(self, seat: str, pane: str = "") -> str:
        """Return what the panel of a seat says."""
        return "\n".join(self.panel(seat, pane=pane).words)


def shared(room: Room) -> Room:
    """Return the room as at a console with four stations: the pages stand elsewhere."""
    room.panes = frozenset(list(captain.PANES)[:2])
    return room


def bottom(scene: Scene) -> BottomLine:
    """Return the bottom line as a station draws it."""
    draft, phrases, say = scene.draft, scene.phrases, scene.phrases.say
    if scene.outcome:
        return BottomLine(say("bottom.rematch"))
    if draft.order is not None:
        return BottomLine(phrases.order(draft.order), "grave" if draft.grave else "ready")
    if draft.pointed is None or not (draft.verb or draft.open):
        return BottomLine(say("bottom.wait"), "waiting")
    if draft.pointed.barred is not None:
        return BottomLine(say(f"short.{draft.pointed.barred.code}"), "idle")
    return BottomLine(say("bottom.push"), "idle")
