"""Steam Torpedo on the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.chance import new_numbers, next_key
from klaxon.rules.content.faults import bad_content
from klaxon.rules.contract import (
    NO_SPLITS,
    SPECTATOR,
    Event,
    Field,
    Header,
    Ms,
    Offer,
    Order,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    SharedSight,
    Sight,
    Step,
    Verb,
)
from klaxon.rules.domains import Token
from klaxon.rules.steam import attack, menu, reasons
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.cards.check import read_deck
from klaxon.rules.steam.orders import carry_out
from klaxon.rules.steam.setting import BOATS, OPTIONS
from klaxon.rules.steam.start import set_up
from klaxon.rules.steam.state import NONE, State, decode, encode
from klaxon.rules.steam.step import ALL, SEATS
from klaxon.rules.steam.views import View, prompt_of, read_view, shared_sight, show, view_of
from klaxon.rules.walks import judge

_CAPTAIN = ("captain",)


class Steam:
    """Steam Torpedo: First Contact."""

    name = "steam"
    version = 1
    seats = SEATS
    boats = BOATS
    splits = NO_SPLITS
    verbs = (
        Verb("pick", _CAPTAIN, "CARD"),
        Verb("swap", _CAPTAIN, "CELL CELL"),
        Verb("keep", _CAPTAIN),
        Verb("oxygen", _CAPTAIN, "CELL"),
        Verb("ready", _CAPTAIN),
        Verb("rest", _CAPTAIN),
        Verb("manoeuvre", _CAPTAIN, "BOAT+1|BOAT-1 ... [side=port|starboard]"),
        Verb("move", _CAPTAIN, "CREW CELL [step=after:CELL]"),
        Verb("activate", _CAPTAIN, "CREW [CREW] [to=CELL] [to2=CELL] [step=before:CELL|after:CELL] [TARGET ...]"),
        Verb("end", _CAPTAIN),
        Verb("redirect", _CAPTAIN),
        Verb("damage", _CAPTAIN, "CELL plain|oxygen"),
        Verb("react", _CAPTAIN, "CREW [CREW] [TARGET ...]"),
        Verb("pass", _CAPTAIN),
    )
    points = frozenset[str]()
    options = OPTIONS
    presets: Mapping[str, Mapping[str, Mapping[str, str]]] = {}

    def captain(self, boat: str) -> Seat:
        """Return the seat that decides for a boat."""
        return Seat(f"{boat}.captain")

    def content(self, _kind: str, _options: Mapping[str, str]) -> str:
        """Return '': a box of cards has one form."""
        return ""

    def setup(self, header: Header) -> State | Refusal:
        """Read the cards and lay the boats out, as far as nobody has to choose."""
        deck = read_deck(header.contents["cards"])
        if not isinstance(deck, Deck):
            return bad_content("cards", header.options["cards"], deck)
        return set_up(header, deck)

    def sequel(self, _header: Header, _state: State) -> None:
        """No game follows from another."""

    def now(self, state: State) -> Ms:
        """Return the moment of the state."""
        return state.now

    def apply(self, state: State, order: Order) -> Step | Refusal:
        """Judge an order by its seat's view, then carry it out."""
        settled = judge(self, state, order)
        return settled if isinstance(settled, Refusal) else _step_of(state, state.now, settled)

    def advance(self, state: State, until: Ms) -> Step:
        """Let time pass; a prompt that runs out of time is answered by the rules."""
        if until <= state.now:
            return Step(state, ())
        due = self.due(state)
        if due is None or due > until:
            return Step(State(state.key, state.board, until, state.picks), ())
        (prompt,) = self.prompts(state)
        answer = _answer(state, prompt.seat, prompt.verbs)
        step = _step_of(state, due, answer)
        overdue = Event("overdue", {"boat": BOATS[SEATS.index(prompt.seat)], "answer": str(answer)}, ALL)
        return Step(step.state, (overdue, *step.events))

    def due(self, state: State) -> Ms | None:
        """Return when the open prompt is answered by the rules."""
        return Ms(state.board.due) if state.board.due else None

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the picks, swaps, damage and reactions the game waits for."""
        board = state.board
        found = []
        for me, seat in enumerate(SEATS):
            waits = None if board.outcome else prompt_of(board, me, state.picks[me])
            if waits is not None:
                key, verbs = waits
                if board.due:
                    answer = _answer(state, seat, verbs)
                    found.append(Prompt(key, seat, verbs, frozenset({SEATS[1 - me]}), Ms(board.due), answer))
                else:
                    found.append(Prompt(key, seat, verbs))
        return tuple(found)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended."""
        return state.board.outcome

    def actors(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that may have an open offer."""
        board = state.board
        if board.outcome:
            return ()
        asked = tuple(seat for me, seat in enumerate(SEATS) if prompt_of(board, me, state.picks[me]))
        return asked or ((SEATS[board.active],) if board.active != NONE else ())

    def view(self, state: State, seat: Seat) -> View:
        """Return the view of a seat; it is kept with the state."""
        kept: View | None = state.views.get(seat)
        if kept is None:
            kept = state.views[seat] = view_of(state, seat)
        return kept

    def sight(self, state: State, seat: Seat, _lens: Mapping[str, str]) -> Sight[View]:
        """Return the view of a seat; it has no lenses."""
        return Sight(self.view(state, seat))

    def shared_sights(self, state: State) -> tuple[SharedSight, ...]:
        """Return what both captains and the spectator are shown."""
        return (shared_sight([self.view(state, seat) for seat in (*SEATS, SPECTATOR)]),)

    def show(self, view: View) -> Mapping[str, Any]:
        """Return a view as data."""
        return show(view)

    def read_view(self, data: Mapping[str, Any]) -> View:
        """Return the view that was shown."""
        return read_view(data)

    def open_prompts(self, view: View) -> tuple[str, ...]:
        """Return the key of the prompt that waits for this seat."""
        if view.me == NONE or view.board.outcome:
            return ()
        waits = prompt_of(view.board, view.me, view.picks[view.me])
        return (waits[0],) if waits else ()

    def offers(self, view: View) -> tuple[Offer, ...]:
        """Return the verbs of the seat; umpire and spectator have none."""
        return menu.offers(view) if view.me != NONE else ()

    def field(self, view: View, draft: Order) -> Field | None:
        """Return the next argument of a draft."""
        return menu.field(view, draft)

    def why(self, view: View, draft: Order, token: Token) -> Refusal | None:
        """Return why a token does not fit; None if it is redundant."""
        return reasons.why(view, draft, token)

    def encode(self, state: State) -> bytes:
        """Return the state as canonical bytes."""
        return encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that was encoded."""
        return decode(data)

    def rekey(self, state: State, salt: str) -> State:
        """Return the state with different randomness from now on; its open prompts get new numbers."""
        key, board = next_key(state.key, salt), state.board.copy()
        board.serial += new_numbers(key)
        return State(key, board, state.now, state.picks)


def _step_of(state: State, now: Ms, order: Order) -> Step:
    """Return the step of a legal order at a moment."""
    later = State(state.key, state.board, now, state.picks)
    work = carry_out(later, order)
    later.board = work.board
    return Step(later, tuple(work.events))


def _answer(state: State, seat: Seat, verbs: tuple[str, ...]) -> Order:
    """Return the answer that the rules give when a prompt runs out of time."""
    return Order(seat, "pass") if "pass" in verbs else Order(seat, "damage", attack.default(state.board))
