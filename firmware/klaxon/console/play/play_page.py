"""The page of play: what a station shows of the seats it works, and what the hand there does for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import Place
from klaxon.console.guide.hints import guide_line
from klaxon.console.language.game_words import Phrases
from klaxon.console.play import default_screen
from klaxon.console.play.bottom_line import bottom_line
from klaxon.console.play.coach import HIGH, foot_line, next_step
from klaxon.console.play.play_state import PlayState
from klaxon.console.play.rulebook import rule_page
from klaxon.console.play.seat_client import RUNNING
from klaxon.console.play.seat_screen import Scene
from klaxon.console.play.station_seats import StationSeats
from klaxon.console.station.page import ACTING, Page
from klaxon.rules.contract import Order, Seat

SAYS_WHY = ("paused", "away")
"""States of the table that are said above the bottom line of every station."""


class PlayPage(StationSeats, Page):
    """One station in play."""

    # What is shown

    def ready(self) -> bool:
        """Return whether the table has sent its state."""
        return bool(self.client.stands)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the screen of the seat, or its drill; under it a pause, the guide, or the coach if it is wanted."""
        now = self.now(width, height)
        text = self._foot_text(now) if self.coached or self.guides.guided or self.state in SAYS_WHY else ""
        line = foot_line(text, width, height) if text else None
        if line is None:
            return _draw(now, now.scene)
        return (*_draw(now, replace(now.scene, height=height - HIGH)), line)

    def _foot_text(self, now: PlayState) -> str:
        """Return that the game is paused, the line of the guide, or that of the coach if it is wanted; else ''."""
        guided = self.guides.guided.get(self.seat)
        if guided is not None:
            return guide_line(now, guided, self._due())
        return next_step(now) if self.coached or self.state in SAYS_WHY else ""

    def pane(self, name: str, width: int, height: int, phrases: Phrases) -> tuple[Place, ...]:
        """Show a page of the seat for another station, in that station's words."""
        scene = replace(self.scene(width, height), phrases=phrases, large=False)
        return default_screen.draw_guarded(scene, partial(self._screens[self.seat].draw_pane, name))

    def chart(self) -> Mapping[str, Any] | None:
        """Return the labelled chart of the seat."""
        now = self.now()
        return default_screen.chart_guarded(now.scene, now.screen.chart) if now.scene.view else None

    def chart_words(self) -> tuple[str, ...]:
        """Return the chart of the seat in sentences; () if there is none, or the panel's own words say it."""
        scene = self.scene(0, 0)
        return self._screens[self.seat].chart_words(scene) if scene.view else ()

    def bottom(self) -> BottomLine:
        """Return what OK will do, or what is waited for."""
        return bottom_line(self.now())

    def is_due(self) -> bool:
        """Return whether any seat here has an order to give, more than a remark."""
        return self._attention.has_work() and self.state in RUNNING

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
        self._guide_hand()

    def aim(self, words: tuple[str, ...]) -> None:
        """Change the lens if the screen wants that; else move the cursor to what was pointed at."""
        self._go_on()
        now = self.now()
        if not now.is_running or now.drill is not None or not now.scene.view:
            return
        if (lens := now.screen.aim(now.scene, words)) is not None:
            self._look(lens)
        elif not now.is_looking and (refusal := self.draft.aim(words)) is not None:
            self._host.notice(self.phrases.refusal(refusal))
        self._guide_hand()

    def _look(self, lens: Mapping[str, str]) -> None:
        """Change the lens; the table gets the part that the rules know, the other stations of the boat the notes."""
        if noted := self._lenses.new_notes(self.seat, lens):
            self._host.share(self.seat, noted)
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
        self._guide_hand()

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
        elif self.now().is_looking or not self.draft.back():
            if (due := self._due()) is not None:  # before any other page or seat
                self._go_to(due)
            elif not self._leaf():
                self._go_to(self._attention.after())
        self._guide_hand()
        return False

    def _due(self) -> Seat | None:
        """Return another seat of this station to which the guide sends people: it is asked, or has an order to give."""
        if not self.guides.guided:
            return None
        return self._attention.asked_seat() or self.guides.due_elsewhere(self.seat)

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
        self._guide_hand()

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
            self._guide_hand()

    def _go_on_after(self) -> None:
        """Do the selected action after the end."""
        afterwards = self.now().afterwards
        if afterwards == "debrief":
            self._host.debrief()
        elif afterwards == "leave":
            self._host.leave()
        else:
            self.client.act(afterwards, seat=self.seat)

    def _speak(self) -> None:
        """Send the order, or go to a seat that has one to give."""
        now = self.now()
        if now.drill is not None:
            now.drill.ok()
        elif (order := now.order) is not None:
            self._note_wanted(now)
            if now.is_looking and (lens := now.screen.after_order(now.scene)) is not None:
                self._look(lens)
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

    def _note_wanted(self, now: PlayState) -> None:
        """Remember the verb that an order is given to open: the cursor comes back to it."""
        choice = self.draft.choice_at_cursor
        self.draft.wanted = choice.word if choice is not None and now.instead() is not None else ""

    def course(self, direction: str) -> None:
        """Give a course if one is due at this station, else move the cursor, or what is looked at."""
        if self.drill is not None:
            self.drill.course(direction)
            return
        helm = self._offering("course")
        if helm is not None and self.draft.verb in ("", "course") and self.state in RUNNING:
            self._go_to(helm)
            self._give(Order(helm, "course", (direction,)))
        elif self.now().is_looking:
            self._press(direction)
        elif not self.draft.point(self.key_word(direction)):
            self.draft.nudge(direction)

    def key_word(self, direction: str) -> str:
        """Return the choice to which a course key takes the cursor, where the screen of the seat knows one."""
        now = self.now()
        return now.screen.key_word(now.scene, direction) if now.scene.view else ""

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


def _draw(now: PlayState, scene: Scene[Any]) -> tuple[Place, ...]:
    """Return what is above the bottom line and the coach: the screen of the seat, or its drill."""
    drill = now.drill
    draw = now.screen.draw if drill is None else lambda _: drill.places(scene.width, scene.height)
    return default_screen.draw_guarded(scene, draw)
