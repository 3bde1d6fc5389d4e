"""Scenes: a game in play, and what the panel of each seat shows of it. Every game makes its own room of this one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Protocol, Self

from klaxon.console.devices import Picture
from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import BOTTOM, Area, Place, Screen
from klaxon.console.games import screens_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.draft import Draft
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.crew import plotter_of
from klaxon.rules.contract import Event, Game, Order, Seat, Step
from klaxon.rules.walks import random_walk


class Played(Protocol):
    """A table of the tests of the rules: how the game stands, and what happened last."""

    @property
    def state(self) -> Any: ...

    @property
    def events(self) -> Iterable[Event]: ...


class Room:
    """A control room: a game, the drafts and lenses of its stations, and what each seat has heard."""

    game: ClassVar[Game[Any, Any]]
    after: ClassVar[str]
    """What OK does after the end."""
    dials = 1

    def __init__(self, state: Any) -> None:
        self.state = state
        self.drafts: dict[str, Draft] = {}
        self.lenses: dict[str, Mapping[str, str]] = {}
        self.heard: dict[str, list[Heard]] = {}
        self.panes: frozenset[str] = frozenset()
        self.phrases = Phrases(self.game.name)
        self._views: dict[str, tuple[Any, Mapping[str, str], Mapping[str, Any]]] = {}
        """Seat -> the state and the lens through which it looked last, and what it saw."""
        self._read: dict[str, Any] = {}
        """Seat -> its view as its screen read it last."""
        self.later = 0
        """Milliseconds since the last order."""

    @classmethod
    def of(cls, table: Played) -> Self:
        """Return a room in the middle of a game."""
        return cls(table.state).hear(table.events)

    def speak(self, language: str) -> Self:
        """Let all stations speak a language from now on."""
        self.phrases = Phrases(self.game.name, language)
        return self

    def hear(self, events: Iterable[Event]) -> Self:
        """Let the seats hear what happened."""
        for event in events:
            for seat in event.to:
                known = self.heard.setdefault(seat, [])
                known.append(Heard(len(known) + 1, self.game.now(self.state), event.type, event.facts))
        return self

    def give(self, *lines: str) -> Self:
        """Give orders that are accepted."""
        for line in lines:
            order = Order.read(line)
            draft = self.drafts.get(order.seat)
            if draft is not None:
                draft.begin(order.verb)
                draft.start_over()
            self.obey(order)
        return self

    def obey(self, order: Order) -> Step:
        """Let an order have its effect; return it."""
        step = self.game.apply(self.state, order)
        assert isinstance(step, Step), f"{order}: {step}"
        self.take(step)
        return step

    def take(self, step: Step) -> None:
        """Go on after a step."""
        self.state = step.state
        self.hear(step.events)

    def wander(self, dice: random.Random) -> bool:
        """Let anybody give an order by chance; tell whether anybody could."""
        actors = self.game.actors(self.state)
        if not actors:
            return False
        seat = dice.choice(actors)
        order = random_walk(self.game, seat, self.game.view(self.state, seat), dice.randrange)
        if order is not None:
            self.obey(order)
        return True

    def wait(self, ms: int) -> Self:
        """Let a clock run on."""
        self.later += ms
        return self

    def screen(self, seat: str) -> SeatScreen[Any]:
        """Return the screen of a seat."""
        return screens_of(self.game.name)(seat.rpartition(".")[2])

    def view(self, seat: str) -> dict[str, Any]:
        """Return the view of a seat as data, through what the rules know of its lens."""
        lens = self.lenses.get(seat, {})
        known = self._views.get(seat)
        if known is None or known[0] is not self.state or known[1] != lens:
            known = self._views[seat] = (self.state, dict(lens), self._look(seat, lens))
        return dict(known[2])

    def _look(self, seat: str, lens: Mapping[str, str]) -> Mapping[str, Any]:
        plain = self.game.show(self.game.view(self.state, Seat(seat)))
        told = {key: lens[key] for key in self.screen(seat).aid(plain).lens_keys if key in lens}
        return self.game.show(self.game.sight(self.state, Seat(seat), told).view)

    def scene(self, seat: str, width: int = 128) -> Scene[Any]:
        """Return what the screen of a seat knows; its draft sees the view first, as a station's does."""
        screen, view = self.screen(seat), self.view(seat)
        aid = screen.aid(view)
        view = dict(aid.pretended or view)
        if seat not in self.drafts:
            self.drafts[seat] = screen.new_draft(self.game, Seat(seat))
        draft = self.drafts[seat]
        now = self.game.now(self.state) + self.later
        read = screen.recall(self._read.get(seat), screen.read(view, draft.see(view)), now)
        self._read[seat] = read
        return Scene(
            seat,
            read,
            tuple(self.heard.get(seat, ())),
            draft,
            self.phrases,
            self.lenses.get(seat, {}),
            view["outcome"],
            width,
            plot=plotter_of(self.game.name, view).plot() if aid.is_solved else None,
            now=now,
            dials=self.dials,
            panes=self.panes,
            turn=view.get("turn") or "",
        )

    def turn(self, seat: str, steps: int, dial: int = 0) -> Self:
        """Turn a dial, as a station does."""
        scene = self.scene(seat)
        lens = self.screen(seat).look(scene, dial, steps)
        if lens is not None:
            self.lenses[seat] = lens
        else:
            scene.draft.turn(steps)
        return self

    def press(self, seat: str, key: str) -> Self:
        """Press a key that moves the lens, as a station does."""
        lens = self.screen(seat).press(self.scene(seat), key)
        assert lens is not None, f"{key} does nothing"
        self.lenses[seat] = lens
        return self

    def leaf(self, seat: str, times: int = 1) -> Self:
        """Turn pages by BACK, where an order could be chosen."""
        for _ in range(times):
            lens = self.screen(seat).leaf(self.scene(seat))
            assert lens is not None
            self.lenses[seat] = lens
        return self

    def choose(self, seat: str, *words: str) -> Self:
        """Point at each word in turn and take it; the last one is only pointed at."""
        draft = self.scene(seat).draft
        for place, word in enumerate(words):
            assert draft.point(word), f"{word} is none of {[choice.word for choice in draft.choices]}"
            if place + 1 < len(words):
                draft.take()
        return self

    def panel(self, seat: str, width: int = 128, pane: str = "") -> Picture:
        """Return what the panel of a seat shows, or one of its panes, with the bottom line under it."""
        return self.picture(self.scene(seat, width), pane=pane)

    def picture(
        self, scene: Scene[Any], *more: Place, pane: str = "", foot: int = BOTTOM, large: bool = False, height: int = 64
    ) -> Picture:
        """Draw a scene that leaves room for what stands under it."""
        screen = self.screen(scene.seat)
        places = screen.draw_pane(pane, scene) if pane else screen.draw(scene)
        for area, part in places:
            assert min(area) >= 0, (area, part)
            assert area.x + area.width <= scene.width, (area, part)
            assert area.y + area.height <= scene.room.height, (area, part)
        bottom = BottomLine(self.asked(scene), "waiting") if pane else self.bottom(scene)
        line = Place(Area(0, height - foot, scene.width, foot), bottom)
        return Screen((*places, *more, line)).picture(scene.width, height, large=large)

    def asked(self, scene: Scene[Any]) -> str:
        """Return what a pane says under it."""
        return self.phrases.say("pane.asked", boat=self.phrases.boat(scene.boat))

    def bottom(self, scene: Scene[Any]) -> BottomLine:
        """Return the bottom line as a station draws it."""
        draft, phrases, say, screen = scene.draft, scene.phrases, scene.phrases.say, self.screen(scene.seat)
        if scene.outcome:
            return BottomLine(f"‹{say(self.after)}›")
        if draft.order is not None:
            return BottomLine(phrases.order(draft.order), "grave" if draft.needs_hold else "ready")
        remark = None if draft.verb or draft.open else screen.remark(scene)
        if remark is not None:
            return BottomLine(phrases.order(remark), "ready")
        if not draft.open and (line := screen.line(scene)) is not None:
            return BottomLine(line, "grave" if screen.needs_hold(scene) else "ready")
        if draft.choice_at_cursor is None or not (draft.verb or draft.open):
            return BottomLine(say("bottom.wait"), "waiting")
        if draft.choice_at_cursor.barred is not None:
            return BottomLine(say(f"short.{draft.choice_at_cursor.barred.code}"), "idle")
        return BottomLine(say("bottom.push"), "idle")

    def words(self, seat: str, pane: str = "") -> str:
        """Return what the panel of a seat says."""
        return "\n".join(self.panel(seat, pane=pane).words)


Stills = Mapping[str, tuple[str, Callable[[], Room]]]
"""Name -> seat, and how the moment is made."""
