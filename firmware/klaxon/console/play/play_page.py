"""The page of play: the seats a station works, their screens, and the draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import Place
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import NAMELESS, shown_names
from klaxon.console.play import default_screen
from klaxon.console.play.attention import Attention
from klaxon.console.play.bottom_line import bottom_line
from klaxon.console.play.coach import HIGH, coach_line
from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drill, Drills
from klaxon.console.play.lenses import SeatLenses
from klaxon.console.play.page_host import PageHost
from klaxon.console.play.play_state import PlayState
from klaxon.console.play.question import Questions
from klaxon.console.play.rulebook import rule_page
from klaxon.console.play.seat_client import RUNNING, Heard, SeatClient, SeatListener
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.console.sound.beats import Beat
from klaxon.console.station.page import ACTING, Page
from klaxon.console.station.station import SETTLE
from klaxon.console.station.timer import StationTimer
from klaxon.rules.contract import Game, Order, Refusal, Seat, role_of
from klaxon.table.session import Message
from klaxon.table.table import Table

END = 2.0
"""Seconds in which keys are ignored when a game has ended, so that nobody taps its result away."""


class PlayPage(Page, SeatListener):
    """One station in play."""

    def __init__(
        self, game: Game[Any, Any], seats: Sequence[Seat], screens: Callable[[str], SeatScreen[Any]], host: PageHost
    ) -> None:
        """Take the seats; `sit` connects them."""
        self.game, self.seats, self._host = game, list(seats), host
        self._names = NAMELESS
        """The names of the boats."""
        self._screens = {seat: screens(role_of(seat)) for seat in seats}
        self.drafts = {seat: each.new_draft(game, seat) for seat, each in self._screens.items()}
        self._lenses = SeatLenses(self._screens)
        self._drills = Drills({seat: each.drill for seat, each in self._screens.items()}, host, lambda: self.phrases)
        self._attention = Attention(self.seats, self.drafts, self._drills)
        self._flight: int | None = None
        """The order that was sent and not answered yet."""
        self._sent = False
        self._stood = ""
        """The last state of the table, '' before there was one."""
        self._after = 0
        """The selected action after the end of the game."""
        self._to_do: frozenset[tuple[Seat, str]] = frozenset()
        """What the seats had to do, or might do, after the last message."""
        self._has_news = False
        """Whether there is something new to show; an accepted order is shown already."""
        self._alarm = StationTimer(host.later, self._tick)
        self._beats: tuple[Beat, ...] = ()
        """What the bell repeats for this station."""
        self._captains = [game.captain(boat) for boat in game.boats]
        self._questions = Questions(
            host, lambda: self.phrases, self.seats, self._captains, lambda act, seat: self.client.act(act, seat=seat)
        )
        self.panes: frozenset[str] = frozenset()
        """The pages of the seats that are shown at other stations."""
        self.client: SeatClient

    @property
    def captain(self) -> Seat | None:
        """The captain's seat, if it is at this station."""
        return next((seat for seat in self.seats if seat in self._captains), None)

    def sit(self, table: Table, token: str, name: str) -> None:
        """Join the table."""
        self.client = SeatClient(table, token, name, self.seats, self)

    def rise(self) -> None:
        """Leave the table."""
        self._alarm.unset()
        self._host.repeat(self.seat, ())
        self._drills.close()
        self.client.close()

    @property
    def phrases(self) -> Phrases:
        """The words of the game in the station's current language."""
        return Phrases(self.game.name, self._host.language, self._names, latin=self._host.latin)

    @property
    def seat(self) -> Seat:
        """The seat that is shown."""
        return self._attention.seat

    @property
    def draft(self) -> Draft:
        """The draft of the seat that is shown."""
        return self.drafts[self.seat]

    @property
    def state(self) -> str:
        """The state of the table."""
        return self.client.state

    @property
    def drill(self) -> Drill[Any] | None:
        """The drill of the seat, if nothing else comes first."""
        if self.client.stands.get("outcome"):
            return None
        seat = self._attention.seat
        drill = self._drills.of(seat)
        return drill if drill is not None and (drill.busy or not self.drafts[seat].waiting) else None

    def now(self, width: int = 0, height: int = 0) -> PlayState:
        """Return everything the station knows of the seat that it shows."""
        seat = self._attention.seat
        return PlayState(
            self.scene(width, height, seat),
            self._screens[seat],
            self.client.state,
            self.drill,
            under_way=self._flight is not None,
            elsewhere=self._attention.elsewhere(),
            is_captain=seat in self._captains,
            after=self._after,
        )

    def scene(self, width: int, height: int, seat: Seat | None = None) -> Scene[Any]:
        """Return the scene of the seat that is shown, or of another at this station."""
        seat = seat or self.seat
        seen = self.client.seen[seat]
        return Scene(
            seat,
            self._lenses.view(seat),
            tuple(seen.heard),
            self.drafts[seat],
            self.phrases,
            self._lenses.lens(seat),
            self.client.stands.get("outcome") or seen.view.get("outcome"),
            width,
            height,
            plot=self._host.plot(seat),
            now=self.client.now,
            dials=self._host.dials,
            large=self.large,
            panes=self.panes,
            turn=seen.view.get("turn") or "",
        )

    def log(self, seat: Seat | None = None) -> list[str]:
        """Return the events and questions of a seat at this station, the newest last."""
        scene, words = self.scene(0, 0, seat), self._screens[seat or self.seat].words
        rows = [(heard.at, words(scene, heard)) for heard in scene.heard]
        return [text for _, text in sorted([*rows, *self._questions.remarks()], key=lambda each: each[0])]

    # What is shown

    def ready(self) -> bool:
        """Return whether the table has sent its state."""
        return bool(self.client.stands)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the screen of the seat, or its drill; under it the coach, if it is wanted."""
        now = self.now(width, height)
        line = coach_line(now, width, height) if self.coached else None
        if line is None:
            return _draw(now, now.scene)
        return (*_draw(now, replace(now.scene, height=height - HIGH)), line)

    def pane(self, name: str, width: int, height: int, phrases: Phrases) -> tuple[Place, ...]:
        """Show a page of the seat for another station, in that station's words."""
        scene = replace(self.scene(width, height), phrases=phrases, large=False)
        return default_screen.draw_guarded(scene, partial(self._screens[self.seat].draw_pane, name))

    def bottom(self) -> BottomLine:
        """Return what OK will do, or what is waited for."""
        return bottom_line(self.now())

    def at_hand(self) -> object:
        """Return what OK acts on: the order on the bottom line, or the choice that it takes one step further."""
        now = self.now()
        bottom, draft = bottom_line(now), now.draft
        if now.is_looking and bottom.doing in ACTING and (hand := now.screen.under_finger(now.scene)):
            return self, hand
        found: object = (self, bottom.text) if bottom.doing in ACTING else None
        is_walking = now.is_running and now.drill is None and not now.under_way and not now.is_looking
        choice = draft.choice_at_cursor if is_walking else None
        if found is None and choice is not None and choice.barred is None and (draft.verb or draft.open):
            found = choice.word
        return found and (now.scene.seat, draft.verb, draft.tokens, found)

    def rule(self) -> Page:
        """Return the rule of the choice under the cursor."""
        return rule_page(self.now())

    # What the hand does

    def turn(self, dial: int, steps: int) -> None:
        """Work the drill; change the lens if this dial does that; else move the cursor."""
        self._go_on()
        if self.state == "over":
            self._after = max(0, min(len(self.now().ways_on) - 1, self._after + steps))
            return
        scene, drill = self.scene(0, 0), self.drill
        if drill is not None:
            drill.turn(dial, steps)
        elif scene.view and (lens := self._screens[self.seat].look(scene, dial, steps)) is not None:
            self._look(lens)
        elif not self.now().is_looking:
            self.draft.turn(steps)

    def _look(self, lens: Mapping[str, str]) -> None:
        """Change the lens; the table gets the part that the rules know."""
        if (told := self._lenses.look(self.seat, lens)) is not None:
            self.client.look(self.seat, told)
        self._wind()

    def _press(self, key: str) -> bool:
        """Let a key change the lens, if there is no order to give or the page is view-only; return whether it did."""
        now = self.now()
        if not now.is_free() or not now.is_running:
            return False
        lens = now.screen.press(now.scene, key)
        if lens is not None:
            self._look(lens)
        return lens is not None

    def push(self) -> None:
        """Take the choice; for a barred one show why."""
        self._go_on()
        if self.drill is not None:
            self.drill.push()
        elif not self._press("push") and not self.now().is_looking:
            refusal = self.draft.take()
            if refusal is not None:
                self._host.notice(self.phrases.refusal(refusal))

    def back(self) -> bool:
        """Go one step back in the draft; at its beginning, to the next seat of a station that works several."""
        self._go_on()
        if self.state == "over":  # nobody leaves by a tap: that takes the result away from all
            self._after = len(self.now().ways_on) - 1
        elif self.drill is not None:
            if self.drill.back():  # else that was a step out of the drill
                self._go_to(self._attention.after())
        elif self._press("back"):
            pass  # a step out of what the screen itself is about
        elif (self.now().is_looking or not self.draft.back()) and not self._leaf():
            self._go_to(self._attention.after())
        return False

    def _leaf(self) -> bool:
        """Turn a page; return whether that is all: after the last page of one of several seats comes the next seat."""
        scene, screen, alone = self.scene(0, 0), self._screens[self.seat], len(self.seats) == 1
        lens = screen.leaf(scene) if scene.view and (alone or screen.leaf_before_seat) else None
        if lens is not None:
            self._look(lens)
        return lens is not None and (alone or "page" in lens)

    def _go_to(self, seat: Seat) -> None:
        self._attention.go_to(seat)
        self._wind()

    def home(self) -> None:
        """Start the draft over."""
        self._go_on()
        if self.drill is not None:
            self.drill.home()
        elif not (self.now().is_looking and self._press("home")):
            self.draft.restart()

    def _go_on(self) -> None:
        """Stop waiting for the effect of what was sent: this seat may not see any."""
        if self._sent:
            self._flight, self._sent = None, False
            self.draft.start_over()

    def needs_hold(self) -> bool:
        """Return whether OK has to be held."""
        return self.now().needs_hold()

    def ok(self) -> None:
        """Give the order on the bottom line; resume after a pause; open the debrief after the end."""
        if self.state == "over":
            self._go_on_after()
        elif self.state == "paused":
            self.client.act("resume")
        elif self.state == "stuck":
            self.client.act("unsaved")
        elif self.state in RUNNING:  # else it will go on by itself: the bottom line says when
            self._speak()

    def _go_on_after(self) -> None:
        """Do the selected action after the end."""
        afterwards = self.now().afterwards
        if afterwards == "debrief":
            self._host.debrief()
        elif afterwards == "leave":
            self._host.leave()
        else:
            self.client.act("rematch", seat=self.seat)

    def _speak(self) -> None:
        """Send the order, or go to a seat that has one to give."""
        now = self.now()
        if now.drill is not None:
            now.drill.ok()
        elif (order := now.order) is not None:
            self._give(order)
        elif (order := now.remark()) is not None:
            self._press("ok")
            self._give(order)
        elif self._press("ok"):
            pass  # that was all
        elif now.elsewhere is not None:
            self._go_to(now.elsewhere)
        elif now.is_looking:
            pass  # there is nothing to do but look
        elif (choice := self.draft.choice_at_cursor) is not None and choice.barred is not None:
            self._host.notice(self.phrases.refusal(choice.barred))
        elif self.draft.verb or self.draft.open:
            self.push()

    def _give(self, order: Order) -> None:
        if self._lenses.pretends(order.seat) and order.verb in self.draft.prompt_verbs:
            self._lenses.make_pretended(order.seat)
            self.draft.start_over()
            self._lenses.see(order.seat, self.client.seen[order.seat].view, self.draft)
        elif self._flight is None or self._sent:
            self._sent = False
            self._flight = self.client.order(order)

    def course(self, direction: str) -> None:
        """Give a course if one is due at this station, else move the cursor."""
        if self.drill is not None:
            self.drill.course(direction)
            return
        helm = self._offering("course")
        if helm is not None and not self.draft.verb and self.state in RUNNING:
            self._go_to(helm)
            self._give(Order(helm, "course", (direction,)))
        else:
            self.draft.nudge(direction)

    def stop(self) -> None:
        """Give STOP in a game that has it; elsewhere pause and resume."""
        having = [seat for seat in self.seats if any(offer.verb == "stop" for offer in self.drafts[seat].offers)]
        if having:
            self._go_to(self._offering("stop") or (self.seat if self.seat in having else having[0]))
            self._give(Order(self.seat, "stop"))
        elif self.state in RUNNING:
            self.client.act("pause")
        elif self.state == "paused":
            self.client.act("resume")

    def _offering(self, verb: str) -> Seat | None:
        """Return the seat of this station that has an open verb, this one first."""
        return next((seat for seat in (self.seat, *self.seats) if verb in self.drafts[seat].open_verbs), None)

    # What comes down the wire

    def on_view(self, seat: Seat) -> None:
        """Take a new view: a sent order has taken effect."""
        self._has_news = True
        if self._sent and seat == self.seat:
            self._flight, self._sent = None, False
            self.draft.start_over()
        self._lenses.see(seat, self.client.seen[seat].view, self.drafts[seat], self.client.now)
        self._set_drill(seat)

    def _set_drill(self, seat: Seat) -> None:
        self._drills.see(seat, self._lenses.view(seat), self._give, running=self.state in RUNNING)

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Pass on what a seat heard."""
        self._has_news = True
        self._drills.on_event(seat, heard)
        self._host.on_event(seat, heard)

    def on_answer(self, number: int, refused: Message | None) -> None:
        """Handle the answer to an order: an accepted one stays shown until it takes effect, a refused one says why."""
        if refused is not None:
            self._has_news = True
            self._flight, self._sent = None, False
            self._drills.on_refusal(self.seat, refused["code"])
            self._host.notice(self.phrases.refusal(Refusal(refused["code"], refused["facts"])))
        elif number == self._flight:
            self._sent = True

    def stands(self, table: Message) -> None:
        """Handle a new state of the table; show a captain the question of the other boat."""
        self._has_news = True
        self._names = shown_names(table["names"])
        if table["state"] == "over":
            self._flight = None
        else:
            self._after = 0
        if self._stood not in ("", table["state"]):
            self._host.stands(table["state"])
        if self._stood == "over" != table["state"]:  # another game: what was pencilled in belongs to the last one
            self._lenses.clear()
            self._questions.clear()
            self._host.settle(SETTLE)
        elif table["state"] == "over" and self._stood not in ("", "over"):
            self._host.make_way()
            self._host.settle(END)
        self._stood = table["state"]
        for seat in self.seats:
            self._set_drill(seat)
        self._questions.hear(table)

    def wrong(self, code: str) -> None:
        """Show an error."""
        self._flight = None
        self._host.notice(self.phrases.find(f"wrong.{code}", code))

    def on_batch_end(self) -> None:
        """Switch to a seat that has something to do, if this one has not; then draw."""
        if not self._has_news:
            return
        self._has_news = False
        self._attention.lead()
        before, self._to_do = self._to_do, self._attention.to_do()
        if self._to_do - before:
            self._host.make_way()
        for seat, seen in self.client.seen.items():
            if self._lenses.is_solved(seat):
                self._host.follow(seat, seen.view, seen.heard)
        self._wind()
        self._host.on_batch_end()

    # Time

    def _wind(self) -> None:
        """Set a timer for the next moment at which the screen changes by time alone, and what the bell repeats."""
        scene, screen = self.scene(0, 0), self._screens[self.seat]
        is_on = bool(scene.view) and self.state in RUNNING
        beats = screen.beats(scene) if is_on else ()
        if beats != self._beats:
            self._beats = beats
            self._host.repeat(self.seat, beats)
        moment = screen.tick(scene) if is_on else None
        if moment is None:
            self._alarm.unset()
        else:
            self._alarm.set((moment - scene.now) / 1000)

    def _tick(self) -> None:
        self._wind()
        self._host.draw()


def _draw(now: PlayState, scene: Scene[Any]) -> tuple[Place, ...]:
    """Return what is above the bottom line and the coach: the screen of the seat, or its drill."""
    drill = now.drill
    draw = now.screen.draw if drill is None else lambda _: drill.places(scene.width, scene.height)
    return default_screen.draw_guarded(scene, draw)
