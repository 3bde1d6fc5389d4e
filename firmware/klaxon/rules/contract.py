"""The contract of a game: the words every game speaks, and the one protocol it implements.

A game is a set of pure functions over a state that is a value. It changes in two ways only: a seat gives an
order (`apply`), or time passes (`advance`). What a seat may know is its view, plain data; what it may say is
made from that view alone (`offers`, `field`, `why`), so that a phone, another console or an understudy builds
the same menu without the truth, and nothing offered, greyed out or refused can betray it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypedDict, TypeVar

from klaxon.rules.domains import Domain, Token
from klaxon.rules.text import UnreadableError, read_tokens, show_tokens

Ms = NewType("Ms", int)
"""A moment of play in milliseconds since the game began. It stands still in a pause."""

Seat = NewType("Seat", str)
"""A boat and a role, `red.captain`; or one of the two seats every game has: `umpire` and `spectator`."""

UMPIRE = Seat("umpire")
SPECTATOR = Seat("spectator")
DRAW, SEA = "draw", "sea"
"""Winners that are no boat: nobody won, or nobody aboard."""


def boat_of(seat: str) -> str:
    """Return the boat of a seat; of `umpire` and `spectator` the seat itself."""
    return seat.partition(".")[0]


def role_of(seat: str) -> str:
    """Return the role of a seat; of `umpire` and `spectator` the seat itself."""
    return seat.rpartition(".")[2]


Splits: TypeAlias = Mapping[int, tuple[tuple[str, ...], ...]]
"""Number of people -> the roles that each of them has, for crews of more than one person and fewer than the roles."""
NO_SPLITS: Splits = MappingProxyType({})

Facts: TypeAlias = Mapping[str, object]
"""JSON without floats. Nobody changes it once it is made."""


class Order(NamedTuple):
    """What a seat tells the game. `Order.read(str(order)) == order`.

    As a draft (`field`, `why`) it holds the tokens chosen so far.
    """

    seat: Seat
    verb: str
    args: tuple[Token, ...] = ()
    answers: str | None = None
    """The key of the prompt it means to answer; a late answer then cannot close the next window."""

    @classmethod
    def read(cls, line: str) -> Order:
        """Return the order in a line; UnreadableError where there is none."""
        return cls.of_tokens(*read_tokens(line))

    @classmethod
    def of_tokens(cls, tokens: tuple[Token, ...], answers: str | None) -> Order:
        """Return the order that tokens make: a seat, a verb and the rest."""
        match tokens:
            case (str(seat), str(verb), *args):
                return cls(Seat(seat), verb, tuple(args), answers)
            case _:
                raise UnreadableError(show_tokens(tokens, answers)[:40])

    def __str__(self) -> str:
        return show_tokens((self.seat, self.verb, *self.args), self.answers)

    def plus(self, *tokens: Token) -> Order:
        """Return the draft with more tokens."""
        return Order(self.seat, self.verb, (*self.args, *tokens), self.answers)

    def argument(self, key: str) -> str | None:
        """Return the value of `key=value` among the arguments."""
        for token in self.args:
            if type(token) is tuple and token[0] == key:
                return token[1]
        return None


class Event(NamedTuple):
    """What happened. Every seat in `to` may know every fact; who may know less gets an event of its own."""

    type: str
    facts: Facts
    to: frozenset[Seat]


class Refusal(NamedTuple):
    """Why an order changed nothing and cost nothing: a stable code, and facts for the sentence about it."""

    code: str
    facts: Facts = MappingProxyType({})


def unreadable(error: UnreadableError) -> Refusal:
    """Return the refusal of a line that is no order."""
    return Refusal(error.code, {"near": str(error), "token": str(error).split(maxsplit=1)[0] if str(error) else ""})


@dataclass(frozen=True, slots=True)
class Offer:
    """A verb a seat has: open, or barred (shown grey) with the reason. Grave orders are held, not tapped."""

    verb: str
    barred: Refusal | None = None
    needs_hold: bool = False
    remark: bool = False
    """Something for the own crew to hear, and nothing more: no game ever waits for it, or goes on by it."""
    halts: bool = False
    """It stops everybody, at any time: no cursor rests on it until somebody turns there."""


@dataclass(frozen=True, slots=True)
class Field:
    """The next argument of a draft: its name, the values it may have, and whether the order may end before it."""

    name: str
    domain: Domain
    optional: bool = False
    also: tuple[Token, ...] = ()
    """Tokens that fit as well but that no menu names: other words for what can be said without them."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A decision the game waits for. Its key is never used twice in a game."""

    key: str
    seat: Seat
    verbs: tuple[str, ...]
    freezes: frozenset[Seat] = frozenset()
    due: Ms | None = None
    default: Order | None = None
    """What the rule answers by itself at `due`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and why."""

    winner: str
    """The winning boat, `draw`, `sea` where nobody aboard won, or '' where nobody was to win."""
    reason: str
    facts: Facts = field(default_factory=dict)
    """What else is said of it: a grade, glory."""

    def show(self) -> dict[str, Any]:
        """Return it as data; facts only where there are some."""
        return {"winner": self.winner, "reason": self.reason, **({"facts": dict(self.facts)} if self.facts else {})}


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb as `klaxon orders` lists it: who has it and which arguments it takes, for people to read."""

    name: str
    roles: tuple[str, ...]
    args: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One line of the set-up menu. The set-up screen, `new` and `klaxon orders` are made of these."""

    name: str
    domain: Domain
    default: str
    content: str = ""
    """For an option that names content (a chart, a deck): its kind in the library. It enters the header by value."""
    before: str = ""
    """How games were before there was this option: what it is in a journal that does not know it. '' for the first."""


@dataclass(frozen=True, slots=True)
class Header:
    """All that a game starts from, by value: a journal needs nothing beside it."""

    game: str
    version: int
    options: Mapping[str, str]
    contents: Mapping[str, str]
    seed: str


class CommonView(TypedDict, total=False):
    """The keys of a shown view that code outside the game reads, wherever they are there; all others are its own."""

    seat: str
    """Whose view it is."""
    boats: Mapping[str, Any]
    """The boats by name, as far as the seat knows them: umpire and spectators are told of each."""
    turn: str
    """The boat whose turn it is; '' where it is nobody's, or of all."""
    held: str
    """The boat that holds the table, where one can."""
    prompts: Sequence[Mapping[str, Any]]
    """The decisions that wait for the seat: `key` and `verbs` of each."""
    outcome: Mapping[str, Any] | None
    """How the game ended (`Outcome.show`), None while it goes on."""
    waiting: Sequence[Mapping[str, Any]]
    """For the umpire alone, added by the table: every open prompt, with the orders that answer it."""


S = TypeVar("S")
V = TypeVar("V")


class Step(NamedTuple):
    """The state after an order or a stretch of time, and what happened on the way."""

    state: Any
    events: tuple[Event, ...]


class Sight(NamedTuple, Generic[V]):
    """A view, and the moment up to which time alone does not change it (None: for ever)."""

    view: V
    stale: Ms | None = None


class Game(Protocol[S, V]):
    """A game.

    `S` is its state: a value, never seen to change. `V` is its view, in the form that suits its rules: `show` turns
    it into the data that leaves the rules, and `read_view` turns that into a view again, elsewhere.
    """

    @property
    def name(self) -> str:
        """The word for it in `new` and in journals."""

    @property
    def version(self) -> int:
        """The version of its rules: one more when a journal could replay differently (see `REPLAYS` in games.py)."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the boats; `umpire` and `spectator` come on top."""

    @property
    def boats(self) -> tuple[str, ...]:
        """The boats, in the order of their seats."""

    @property
    def splits(self) -> Splits:
        """How the roles of a boat are shared out where fewer people man it; empty where any share will do."""

    def captain(self, boat: str) -> Seat:
        """Return the seat that decides for a boat beside its orders: concede, draw, undo, play again."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Every verb there is, for people to read."""

    @property
    def points(self) -> frozenset[str]:
        """The facts of events and refusals that are points of a chart with lettered columns."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The set-up menu."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Option -> value -> defaults of other options: a rule set is such a bundle."""

    def content(self, kind: str, options: Mapping[str, str]) -> str:
        """Return the variant of that kind of content the options ask for (`turns` of a chart); '' for the only one."""

    def setup(self, header: Header) -> S | Refusal:
        """Return the state before the first order, or why the header cannot be played."""

    def now(self, state: S) -> Ms:
        """Return the moment of the state."""

    def apply(self, state: S, order: Order) -> Step | Refusal:
        """Carry out an order at `now`; time does not move."""

    def advance(self, state: S, until: Ms) -> Step:
        """Let time pass up to `until`, or to the first instant that has events."""

    def due(self, state: S) -> Ms | None:
        """Return the instant at which time alone brings events, if it does."""

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return the decisions the game waits for; several may be open, on several seats."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may have an open offer now; every other seat has none, but perhaps a remark."""

    def view(self, state: S, seat: Seat) -> V:
        """Return all that a seat may know, built by adding."""

    def sight(self, state: S, seat: Seat, lens: Mapping[str, str]) -> Sight[V]:
        """Return the same through a lens, with what it sees there, and how long that stays fresh."""

    def show(self, view: V) -> Mapping[str, Any]:
        """Return a view as data: JSON without floats, with `CommonView` in it. Nothing else ever leaves the rules."""

    def read_view(self, data: Mapping[str, Any]) -> V:
        """Return the view that was shown; its menus are the same."""

    def open_prompts(self, view: V) -> Sequence[str]:
        """Return the keys of the prompts that wait for the seat of this view."""

    def offers(self, view: V) -> Sequence[Offer]:
        """Return the verbs of the seat of this view."""

    def field(self, view: V, draft: Order) -> Field | None:
        """Return the next argument of a draft whose verb is open and whose tokens fit; None: it is complete."""

    def why(self, view: V, draft: Order, token: Token) -> Refusal | None:
        """Return why that token is not the next argument; None where it only says what goes without saying."""

    def encode(self, state: S) -> bytes:
        """Return the state as canonical bytes: equal states, equal bytes."""

    def decode(self, data: bytes) -> S:
        """Return the state that was encoded."""

    def rekey(self, state: S, salt: str) -> S:
        """Return the state with other chance to come, after an undo."""
