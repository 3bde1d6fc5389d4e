"""The page of play: the seats a station works, their screens, and the order that is being made."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from klaxon.console import general
from klaxon.console.draft import Draft
from klaxon.console.page import Item, ListPage, Page
from klaxon.console.parts import BottomLine
from klaxon.console.phrases import Phrases
from klaxon.console.scene import Scene, SeatScreen
from klaxon.console.screen import Place
from klaxon.console.wire import Ear, Heard, Wire
from klaxon.rules.contract import Game, Order, Refusal, Seat
from klaxon.table.session import Message
from klaxon.table.table import Table

_log = logging.getLogger(__name__)

STANDING_STILL = ("paused", "count-in", "saving", "stuck")
RUNNING = ("running", "unsaved")


class Berth(Protocol):
    """What a page of play needs of the station and the console it is at."""

    def notice(self, text: str) -> None:
        """Show a person what to read."""

    def lay(self, page: Page) -> None:
        """Lay a page on top."""

    def drop(self, page: Page) -> None:
        """Take a page away, wherever it lies."""

    def heard(self, seat: Seat, heard: Heard) -> None:
        """A seat heard something: a cue for bell and banner."""

    def stands(self, state: str) -> None:
        """The table stands otherwise than before: a cue for bell and banner too."""

    def told(self) -> None:
        """Everything new is known."""

    def debrief(self) -> None:
        """Tell the game again that is over."""

    def follow(self, seat: Seat, view: Mapping[str, Any], heard: Sequence[Heard]) -> None:
        """Let something be worked out for a seat."""

    def plot(self, seat: Seat) -> Mapping[str, Any] | None:
        """Return what was worked out for a seat."""

    def leave(self) -> None:
        """Leave the table."""


class SeatPage(Page, Ear):
    """One station in play."""

    def __init__(
        self, game: Game[Any, Any], seats: Sequence[Seat], screens: Callable[[str], SeatScreen], berth: Berth
    ) -> None:
        """Man the seats; `sit` connects them."""
        self.game, self.seats, self._screens, self._berth = game, list(seats), screens, berth
        self.phrases = Phrases(game.name)
        self.seat = self.seats[0]
        self.drafts = {seat: Draft(game, seat) for seat in seats}
        self._lenses: dict[Seat, Mapping[str, str]] = {seat: {} for seat in seats}
        self._flight: int | None = None
        """The order that is under way."""
        self._sent = False
        self._stood = ""
        """How the table stood, '' before this station knew."""
        self._asked: Message | None = None
        self._question: Page | None = None
        self._after = 0
        """Which of the things to do after the end the dial points at."""
        self.wire: Wire

    def sit(self, table: Table, token: str, name: str) -> None:
        """Sit down at the table."""
        self.wire = Wire(table, token, name, self.seats, self)

    @property
    def draft(self) -> Draft:
        """The order that is being made."""
        return self.drafts[self.seat]

    @property
    def boat(self) -> str:
        """The boat of the seats."""
        return self.seat.partition(".")[0]

    @property
    def state(self) -> str:
        """How the table stands."""
        return str(self.wire.stands.get("state", ""))

    def scene(self, width: int, height: int) -> Scene:
        """Return what the screen of the seat knows now."""
        seen = self.wire.seen[self.seat]
        return Scene(
            self.seat,
            seen.view,
            tuple(seen.heard),
            self.draft,
            self.phrases,
            self._lenses[self.seat],
            self.wire.stands.get("outcome"),
            width,
            height,
            self._berth.plot(self.seat),
        )

    # What is shown

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the screen of the seat."""
        scene = self.scene(width, height)
        if not scene.view:
            return ()
        try:
            return self._screens(scene.role).draw(scene)
        except Exception:  # noqa: BLE001 - no output can stop a game; from the general screen it goes on
            _log.exception("the screen of %s failed", scene.role)
            return general.draw(scene)

    def bottom(self) -> BottomLine:
        """Say what OK will do, or what is waited for."""
        say, draft = self.phrases.say, self.draft
        if self.state == "over":
            text = say(f"bottom.{self._afterwards()}")
            return BottomLine(f"‹{text}›" if self._captain() else text)
        if self.state in STANDING_STILL:
            return BottomLine(say(f"bottom.{self.state}"), "ready" if self.state in ("paused", "stuck") else "waiting")
        order = draft.order
        if self._flight is not None:  # the text stays, only its sign changes: few bytes travel, and nothing flickers
            return BottomLine(self.phrases.order(order) if order else say("bottom.sent"), "sent")
        if order is not None:
            return BottomLine(self.phrases.order(order), "grave" if draft.grave else "ready")
        choice = draft.pointed
        if (other := self._elsewhere()) is not None:
            return BottomLine(say("bottom.seat", role=self.phrases.role(other.rpartition(".")[2])), "ready")
        if choice is None or not (draft.verb or draft.open):
            return BottomLine(say("bottom.wait"), "waiting")
        if choice.barred is not None:
            return BottomLine(self.phrases.find(f"short.{choice.barred.code}", say("bottom.barred")), "idle")
        return BottomLine(say("bottom.push"), "idle")

    # What the hand does

    def turn(self, dial: int, steps: int) -> None:
        """Look elsewhere where this dial does that, else move the cursor."""
        self._go_on()
        if self.state == "over":
            self._after = max(0, min(1, self._after + steps))
            return
        scene = self.scene(0, 0)
        lens = self._screens(scene.role).look(scene, dial, steps) if scene.view else None
        if lens is not None:
            self._lenses[self.seat] = lens
            self.wire.look(self.seat, lens)
        else:
            self.draft.turn(steps)

    def push(self) -> None:
        """Take the choice; one that is barred says why."""
        self._go_on()
        refusal = self.draft.take()
        if refusal is not None:
            self._berth.notice(self.phrases.refusal(refusal))

    def back(self) -> bool:
        """One step out of the draft; at its beginning, the next seat of a station that works several."""
        self._go_on()
        if self.state == "over":
            self._berth.leave()
        elif not self.draft.back() and len(self.seats) > 1:
            self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        return False

    def home(self) -> None:
        """Begin the draft anew."""
        self._go_on()
        self.draft.restart()

    def _go_on(self) -> None:
        """A hand that moves on does not wait for the effect of what was sent: this seat may not see any."""
        if self._sent:
            self._flight, self._sent = None, False
            self.draft.said()

    def grave(self) -> bool:
        """Tell whether OK has to be held."""
        return self.state in RUNNING and self.draft.order is not None and self.draft.grave

    def ok(self) -> None:
        """Give the order on the bottom line; go on after a pause; play again after the end."""
        if self.state == "over":
            if self._afterwards() == "debrief":
                self._berth.debrief()
            else:
                self.wire.act("rematch", seat=self.seat)
        elif self.state == "paused":
            self.wire.act("resume")
        elif self.state == "stuck":
            self.wire.act("unsaved")
        elif self.state not in RUNNING:
            pass  # it will go on by itself: the bottom line says when
        elif (order := self.draft.order) is not None:
            self._give(order)
        elif (other := self._elsewhere()) is not None:
            self.seat = other
        elif (choice := self.draft.pointed) is not None and choice.barred is not None:
            self._berth.notice(self.phrases.refusal(choice.barred))
        else:
            self.push()

    def _give(self, order: Order) -> None:
        if self._flight is None or self._sent:
            self._sent = False
            self._flight = self.wire.order(order)

    def course(self, direction: str) -> None:
        """Give a course where one is due, else move the cursor."""
        draft = self.draft
        due = any(offer.verb == "course" and offer.barred is None for offer in draft.offers)
        if due and not draft.verb and self.state in RUNNING:
            self._give(Order(self.seat, "course", (direction,)))
        else:
            draft.nudge(direction)

    def stop(self) -> None:
        """STOP, in a game that has it; elsewhere pause and go on."""
        if any(offer.verb == "stop" for offer in self.draft.offers):
            self._give(Order(self.seat, "stop"))
        elif self.state in RUNNING:
            self.wire.act("pause")
        elif self.state == "paused":
            self.wire.act("resume")

    # What comes down the wire

    def saw(self, seat: Seat) -> None:
        """Take a new view; an order that was sent has come to its effect."""
        if self._sent and seat == self.seat:
            self._flight, self._sent = None, False
            self.draft.said()
        self.drafts[seat].see(self.wire.seen[seat].view)

    def heard(self, seat: Seat, heard: Heard) -> None:
        """Pass on what a seat heard."""
        self._berth.heard(seat, heard)

    def answered(self, number: int, refused: Message | None) -> None:
        """An accepted order counts, and is shown until its effect is; a refused one says why."""
        if refused is not None:
            self._flight, self._sent = None, False
            self._berth.notice(self.phrases.refusal(Refusal(refused["code"], refused["facts"])))
        elif number == self._flight:
            self._sent = True

    def stands(self, table: Message) -> None:
        """Note how the table stands; ask a captain what the other boat asks."""
        if table["state"] == "over":
            self._flight = None
        else:
            self._after = 0
        if self._stood not in ("", table["state"]):
            self._berth.stands(table["state"])
        self._stood = table["state"]
        if table["asked"] != self._asked:
            self._asked = table["asked"]
            self._ask()

    def wrong(self, code: str) -> None:
        """Say what could not be done."""
        self._flight = None
        self._berth.notice(self.phrases.find(f"wrong.{code}", code))

    def told(self) -> None:
        """Turn to a seat that has something to do, if this one has not; then draw."""
        self.seat = self._elsewhere() or self.seat
        for seat, seen in self.wire.seen.items():
            if seen.view and self._screens(seat.rpartition(".")[2]).plots(seen.view):
                self._berth.follow(seat, seen.view, seen.heard)
        self._berth.told()

    def _elsewhere(self) -> Seat | None:
        """Return another seat of this station that has something to say, where this one has nothing."""
        if self.draft.open:
            return None
        busy_first = sorted(self.seats, key=lambda seat: not self.drafts[seat].prompted)
        return next((seat for seat in busy_first if self.drafts[seat].open), None)

    # Questions of the table

    def _afterwards(self) -> str:
        """Return what OK does after the end: a captain may want to play again, all may want to see the truth."""
        return "rematch" if self._captain() and not self._after else "debrief"

    def _captain(self) -> bool:
        return self.seat.endswith(".captain")

    def _ask(self) -> None:
        if self._question is not None:
            self._berth.drop(self._question)
            self._question = None
        asked = self._asked
        captain = next((seat for seat in self.seats if seat.endswith(".captain")), None)
        if asked is None or asked["by"] == self.boat or captain is None:
            return
        say, what = self.phrases.say, asked["what"]
        yes = Item(say(f"asked.{what}.yes"), say(f"asked.{what}.yes"), lambda: self._reply(what, captain))
        no = Item(say("asked.no"), say("asked.no"), lambda: self._reply("no", captain))
        self._question = ListPage(say(f"asked.{what}", boat=self.phrases.boat(asked["by"])), lambda: (yes, no))
        self._berth.lay(self._question)

    def _reply(self, act: str, captain: Seat) -> None:
        if self._question is not None:
            self._berth.drop(self._question)
            self._question = None
        self.wire.act(act, seat=captain)
