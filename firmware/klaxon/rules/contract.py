"""The contract of a game: the types that all games share, and the one protocol that each game implements.

A game is a set of pure functions over an immutable state. The state changes in two ways only: a seat gives an order
(`apply`), or time passes (`advance`). What a seat may know is its view, plain data. Its menus are built from that view
alone (`offers`, `field`, `why`): a phone, another console or an understudy builds the same menu without the full state,
and no offer or refusal can leak a secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypedDict, TypeVar

from klaxon.rules.domains import Domain, Token
from klaxon.rules.text import UnreadableError, read_tokens, show_tokens

Ms = NewType("Ms", int)
"""A moment of play, in milliseconds since the game began. It does not advance during a pause."""

Seat = NewType("Seat", str)
"""A boat and a role (`red.captain`), or one of the two seats that every game has: `umpire` and `spectator`."""

UMPIRE = Seat("umpire")
SPECTATOR = Seat("spectator")
DRAW, SEA = "draw", "sea"
"""Winners that are not boats: nobody, or the sea where the crew lost to it."""


def boat_of(seat: str) -> str:
    """Return the boat of a seat; `umpire` and `spectator` are their own boat."""
    return seat.partition(".")[0]


def role_of(seat: str) -> str:
    """Return the role of a seat; `umpire` and `spectator` are their own role."""
    return seat.rpartition(".")[2]


Splits: TypeAlias = Mapping[int, tuple[tuple[str, ...], ...]]
"""Number of people -> the roles of each of them, for crews of at least two people and fewer people than roles."""
NO_SPLITS: Splits = MappingProxyType({})

Facts: TypeAlias = Mapping[str, object]
"""JSON data without floats. Treat it as immutable."""


class Order(NamedTuple):
    """An order of a seat to the game. `Order.read(str(order)) == order`.

    A draft (see `field` and `why`) is an order that holds the tokens chosen so far.
    """

    seat: Seat
    verb: str
    args: tuple[Token, ...] = ()
    answers: str | None = None
    """The key of the prompt it answers, so that a late answer cannot close the next prompt."""

    @classmethod
    def read(cls, line: str) -> Order:
        """Parse an order from a line of text; raise UnreadableError if it is not one."""
        return cls.of_tokens(*read_tokens(line))

    @classmethod
    def of_tokens(cls, tokens: tuple[Token, ...], answers: str | None) -> Order:
        """Build an order from tokens: the seat, the verb, then the arguments."""
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
        """Return the value of the argument `key=value`, None if there is no such argument."""
        for token in self.args:
            if type(token) is tuple and token[0] == key:
                return token[1]
        return None


class Event(NamedTuple):
    """Something that happened. Every seat in `to` may know every fact; a seat that may know less gets its own event."""

    type: str
    facts: Facts
    to: frozenset[Seat]


class Refusal(NamedTuple):
    """Why an order was rejected without any effect: a stable code, and facts for the message."""

    code: str
    facts: Facts = MappingProxyType({})


def unreadable(error: UnreadableError) -> Refusal:
    """Return the refusal of a line that is no order."""
    return Refusal(error.code, {"near": str(error), "token": str(error).split(maxsplit=1)[0] if str(error) else ""})


@dataclass(frozen=True, slots=True)
class Offer:
    """A verb of a seat: open, or barred (shown grey) with the reason. With `needs_hold`, OK has to be held."""

    verb: str
    barred: Refusal | None = None
    needs_hold: bool = False
    remark: bool = False
    """Only a message to the own crew: a game never waits for it, and it never moves the game on."""
    halts: bool = False
    """It interrupts everybody at any time, so the cursor is never placed on it by default."""
    ends: bool = False
    """It ends the game by decision: who tries orders at random leaves it alone."""


@dataclass(frozen=True, slots=True)
class Field:
    """The next argument of a draft: its name, its allowed values, and whether it may be left out."""

    name: str
    domain: Domain
    optional: bool = False
    also: tuple[Token, ...] = ()
    """Tokens that are accepted too but not listed in menus: redundant ways to say the same."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A decision the game waits for. Its key is never used twice in a game."""

    key: str
    seat: Seat
    verbs: tuple[str, ...]
    freezes: frozenset[Seat] = frozenset()
    due: Ms | None = None
    default: Order | None = None
    """The order that the rules give by themselves at `due`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, and why."""

    winner: str
    """The winning boat, `draw`, `sea` if no boat won, or '' if the game ended without a result."""
    reason: str
    facts: Facts = field(default_factory=dict)
    """Further facts about the result, such as a grade."""

    def show(self) -> dict[str, Any]:
        """Return it as data; facts only where there are some."""
        return {"winner": self.winner, "reason": self.reason, **({"facts": dict(self.facts)} if self.facts else {})}


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb as `klaxon orders` lists it: which roles have it and which arguments it takes."""

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
    """For an option that names content (a chart, a deck): the kind of content. The header stores the content itself."""
    before: str = ""
    """The value for journals written before this option existed. '' for options that every journal has."""


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that a game starts from. A journal needs no other input."""

    game: str
    version: int
    options: Mapping[str, str]
    contents: Mapping[str, str]
    seed: str


class Sequel(NamedTuple):
    """The game that follows a finished one: its options, and content by value for options that name none."""

    options: Mapping[str, str]
    contents: Mapping[str, str]
    """Option -> its content. Whoever keeps the finished game names what `options` leaves without a name."""


class CommonView(TypedDict, total=False):
    """The keys of a shown view that code outside the game reads, where they are present; all others are the game's."""

    seat: str
    """Whose view it is."""
    boats: Mapping[str, Any]
    """The boats by name, as far as the seat knows them."""
    turn: str
    """The boat whose turn it is; '' if it is nobody's or everybody's."""
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
    """A view, and the moment until which it does not change by time alone (None: until the next event)."""

    view: V
    stale: Ms | None = None


class SharedSight(NamedTuple):
    """What several seats are shown of one state without a lens, most of it alike."""

    shared: Mapping[str, Any]
    """What all of them are shown."""
    own: Mapping[Seat, Mapping[str, Any]]
    """Seat -> what is laid over that for it alone. A seat whose own did not change has the same object again."""
    stale: Ms | None = None
    """As in `Sight`."""


class Game(Protocol[S, V]):
    """A game.

    `S` is its state, an immutable value. `V` is its view in the form that its rules use: `show` turns it into plain
    data, and `read_view` turns that data into a view again in another process.
    """

    @property
    def name(self) -> str:
        """The name of the game in `new` and in journals."""

    @property
    def version(self) -> int:
        """The version of its rules. Increase it when a journal could replay differently (see `REPLAYS` in games.py)."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the boats, without `umpire` and `spectator`."""

    @property
    def boats(self) -> tuple[str, ...]:
        """The boats, in the order of their seats."""

    @property
    def splits(self) -> Splits:
        """How fewer people share the roles of a boat; empty if any split is allowed."""

    def captain(self, boat: str) -> Seat:
        """Return the seat that decides for a boat outside of orders: concede, draw, undo, play again."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """All verbs, for lists that people read."""

    @property
    def points(self) -> frozenset[str]:
        """The names of facts that hold points of a chart with lettered columns."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The set-up menu."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Option -> value -> defaults of other options. A rule set is such a bundle."""

    def content(self, kind: str, options: Mapping[str, str]) -> str:
        """Return which variant of the content the options need (`turns` of a chart); '' if there is only one."""

    def setup(self, header: Header) -> S | Refusal:
        """Return the state before the first order, or why the header cannot be played."""

    def sequel(self, header: Header, state: S) -> Sequel | None:
        """Return the game that follows one that is over, where games are linked; None if none does."""

    def now(self, state: S) -> Ms:
        """Return the moment of the state."""

    def apply(self, state: S, order: Order) -> Step | Refusal:
        """Carry out an order at `now`. Time does not advance."""

    def advance(self, state: S, until: Ms) -> Step:
        """Let time pass up to `until`, or to the first instant that has events.

        It may also stop at `due` without events, if the game only looks there; call it again to reach `until`.
        """

    def due(self, state: S) -> Ms | None:
        """Return the next moment at which time alone may bring something, None if it never does.

        At that moment something happens, or the game only looks at its state and names a later moment. Looking must not
        become ticking: the laws allow `LOOKS` looks a minute.
        """

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return the decisions that the game waits for. Several seats may have several."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may have an open offer now. All others have none, except remarks."""

    def view(self, state: S, seat: Seat) -> V:
        """Return all that a seat may know. Build it by adding facts, never by removing them."""

    def sight(self, state: S, seat: Seat, lens: Mapping[str, str]) -> Sight[V]:
        """Return the view through a lens (what the seat chose to look at), and until when it is fresh."""

    def shared_sights(self, state: S) -> Sequence[SharedSight]:
        """Return what seats are shown that see mostly the same, worked out at once; ask for any other by `sight`."""

    def show(self, view: V) -> Mapping[str, Any]:
        """Return a view as data: JSON without floats, with `CommonView` in it. Nothing else ever leaves the rules."""

    def read_view(self, data: Mapping[str, Any]) -> V:
        """Return the view that `show` turned into this data. It has the same menus."""

    def open_prompts(self, view: V) -> Sequence[str]:
        """Return the keys of the prompts that wait for the seat of this view."""

    def offers(self, view: V) -> Sequence[Offer]:
        """Return the verbs of the seat of this view."""

    def field(self, view: V, draft: Order) -> Field | None:
        """Return the next argument of a draft, None if it is complete. The verb must be open and the tokens valid."""

    def why(self, view: V, draft: Order, token: Token) -> Refusal | None:
        """Return why the token cannot be the next argument; None if it is redundant and may be dropped."""

    def encode(self, state: S) -> bytes:
        """Return the state as canonical bytes: equal states have equal bytes."""

    def decode(self, data: bytes) -> S:
        """Return the state that was encoded."""

    def rekey(self, state: S, salt: str) -> S:
        """Return the state with different randomness from now on, as after an undo."""
