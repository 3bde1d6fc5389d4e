"""The seats that a station works: what they know and are told, their drafts, and the order that is under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from klaxon.console.guide.conditions import GuideFacts
from klaxon.console.guide.seat_guides import SeatGuides
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import NAMELESS, shown_names
from klaxon.console.play.attention import Attention
from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drill, Drills
from klaxon.console.play.lenses import SeatLenses
from klaxon.console.play.page_host import PageHost
from klaxon.console.play.play_state import PlayState
from klaxon.console.play.question import Questions
from klaxon.console.play.seat_client import RUNNING, Heard, SeatClient, SeatListener
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.console.sound.beats import Beat
from klaxon.console.station.station import SETTLE
from klaxon.console.station.timer import StationTimer
from klaxon.rules.contract import Game, Ms, Order, Refusal, Seat, role_of
from klaxon.table.session import Message, SessionTable

END = 2.0
"""Seconds in which keys are ignored when a game has ended, so that nobody taps its result away."""


MOST_WORDS = 20
"""Words of the crew that are kept."""


class CrewWord(NamedTuple):
    """A word that somebody said to the crew."""

    at: Ms
    by: Seat
    word: str


class StationSeats(SeatListener):
    """The seats of one station, with its session at the table."""

    large: bool
    """Whether the station writes large."""
    coached: bool
    """Whether it has the coach."""

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
        self._order: Order | None = None
        """The same, until it took effect."""
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
        self._words: list[CrewWord] = []
        """The last words of the crew."""
        self.guides = SeatGuides(game.name, host, lambda: self.phrases)
        self.guides.on_read = lambda seat: self._tell_guide(seat, is_read=True)
        self._given: dict[int, Order] = {}
        """The orders that were sent and not answered yet, by their numbers."""
        self.panes: frozenset[str] = frozenset()
        """The pages of the seats that are shown at other stations."""
        self.client: SeatClient

    @property
    def captain(self) -> Seat | None:
        """The captain's seat, if it is at this station."""
        return next((seat for seat in self.seats if seat in self._captains), None)

    def sit(self, table: SessionTable, token: str, name: str) -> None:
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
            has_sequel=bool(self.client.stands.get("sequel")),
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
            coached=self.coached,
            seats=tuple(self.seats),
            panes=self.panes,
            turn=seen.view.get("turn") or "",
        )

    def log(self, seat: Seat | None = None) -> list[str]:
        """Return the events and questions of a seat at this station, the newest last."""
        scene, words = self.scene(0, 0, seat), self._screens[seat or self.seat].words
        rows = [(heard.at, words(scene, heard)) for heard in scene.heard]
        rows += [*self._questions.remarks(), *((at, self._word_text(by, word)) for at, by, word in self._words)]
        return [text for _, text in sorted(rows, key=lambda each: each[0])]

    # The order that is under way

    def _give(self, order: Order) -> None:
        if self._lenses.pretends(order.seat) and order.verb in self.draft.prompt_verbs:
            self._lenses.make_pretended(order.seat)
            self.draft.start_over()
            self._lenses.see(order.seat, self.client.seen[order.seat].view, self.draft)
        elif self._flight is None or self._sent:
            self._sent, self._order = False, order
            self._flight = self.client.order(order)
            self._given = {self._flight: order}

    def _go_on(self) -> None:
        """Stop waiting for the effect of what was sent: this seat may not see any."""
        if self._sent:
            self._flight, self._sent = None, False
            self.draft.start_over()

    def take_notes(self, boat: str, notes: Mapping[str, str]) -> None:
        """Take over what another seat of a boat has noted."""
        self._lenses.take_notes(boat, notes)
        self._host.draw()

    # What comes down the wire

    def on_view(self, seat: Seat) -> None:
        """Take a new view: a sent order has taken effect."""
        self._has_news, done = True, None
        if self._sent and seat == self.seat:
            self._flight, self._sent = None, False
            done, self._order = self._order, None
            self.draft.start_over()
        self._lenses.see(seat, self.client.seen[seat].view, self.drafts[seat], self.client.now)
        self._set_drill(seat)
        if seat not in self.guides.looked_at:
            self.guides.begin(seat, self.client.seen[seat].view)
        if done is not None and done.seat == seat:
            self._follow_up(done)
        elif self._flight is None and self.state in RUNNING:
            self._keep_promise(seat)

    def _follow_up(self, done: Order) -> None:
        """Give the order that follows by itself from one that took effect, if there is one."""
        order = self._screens[done.seat].follow_up(self.scene(0, 0, done.seat), done)
        if order is not None and self.state in RUNNING:
            self._give(order)

    def _keep_promise(self, seat: Seat) -> None:
        """Give the order that an earlier OK of a seat has promised for now, if there is one."""
        scene = self.scene(0, 0, seat)
        order = self._screens[seat].promised_order(scene, self._drills.memory) if scene.view else None
        if order is not None:
            self._give(order)

    def _set_drill(self, seat: Seat) -> None:
        self._drills.see(seat, self._lenses.view(seat), self._give, running=self.state in RUNNING)

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Pass on what a seat heard."""
        self._has_news = True
        self._drills.on_event(seat, heard)
        if seat in self.guides.guided:
            self._tell_guide(seat, heard=heard.type, heard_facts=heard.facts)
        self._host.on_event(seat, heard)

    def on_answer(self, number: int, refused: Message | None) -> None:
        """Handle the answer to an order: an accepted one stays shown until it takes effect, a refused one says why."""
        if (order := self._given.pop(number, None)) is not None:
            if refused is None and order.verb in self.drafts[order.seat].prompt_verbs:
                self._attention.note_answer(order.seat)
            self._tell_guide(order.seat, order=order.verb, answer="accepted" if refused is None else "refused")
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
            self.guides.clear()
            self._questions.clear()
            self._host.settle(SETTLE)
        elif table["state"] == "over" and self._stood not in ("", "over"):
            self._host.make_way()
            self._host.settle(END)
        self._stood = table["state"]
        for seat in self.seats:
            self._set_drill(seat)
        self._questions.hear(table)

    def on_word(self, by: Seat, word: str) -> None:
        """Show a word of the crew in a banner, and keep it for the log."""
        self._words = [*self._words, CrewWord(Ms(self.client.now), by, word)][-MOST_WORDS:]
        self._host.tell(self._word_text(by, word))

    def _word_text(self, by: Seat, word: str) -> str:
        said = self.phrases.find(f"word.{word}", word)
        return self.phrases.say("word.said", role=self.phrases.role(role_of(by)), word=said)

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
        if self.guides.guided:
            self._guide_all()
        self._host.on_batch_end()

    # The guide

    def _guide_all(self) -> None:
        """Let the guides of all seats look, and lay the card of the seat that is shown, if nobody is at work there."""
        if self.client.state == "over":
            self.guides.take_read()  # nothing lies over the result
            return
        for seat in self.seats:
            self._tell_guide(seat)
        draft = self.draft
        was_entered = draft.is_entered or draft.verb in draft.prompt_verbs
        if not (draft.tokens or draft.part or (draft.verb and not was_entered)):
            self.guides.lay_card(self.seat)

    def _tell_guide(self, seat: Seat, **moment: Any) -> None:
        """Tell the guide of a seat, if it has one, what the seat knows, and what has just happened."""
        if self.guides.of(seat) is None:
            return
        draft, scene = self.drafts[seat], self.scene(0, 0, seat)
        choice = None if draft.verb else draft.choice_at_cursor
        page = self._screens[seat].page_name(scene) if scene.view else ""
        pointing = choice.word if choice is not None else ""
        facts = GuideFacts(self.client.seen[seat].view, page, pointing, draft.verb, **moment)
        self.guides.take(seat, facts, is_seen=seat == self.seat)

    def _guide_hand(self) -> None:
        """Let the guide look after a key or a turn of the dial; a card that was left lies open no more."""
        if not self.guides.guided:
            return
        if (seat := self.guides.take_read()) is not None:
            self._tell_guide(seat, is_read=True)
        self._guide_all()

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
