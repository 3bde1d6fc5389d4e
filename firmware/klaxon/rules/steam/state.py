"""The state of a game of Steam Torpedo, as integers, text and tuples of them.

Nearly all of it lies open on the table: that is the `Board`, and every seat sees it. Beside it the state holds the
key of the random streams and the picks of a draft that are not shown yet. Nobody outside a step sees a board change; a
step works on a copy of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms, Outcome
from klaxon.rules.steam.cards.cards import Deck, deck_of_data
from klaxon.rules.steam.grid import SIZE
from klaxon.rules.steam.setting import CREW, Setting

START = Ms(0)
DEAD = -1
ABOARD = SIZE
"""A man's place is a cell of his own boat, or a cell of the enemy's plus this, or DEAD."""
APART = -1
NONE = -1
_NOBODY = (0,) * len(CREW)
_TEN = (0,) * SIZE


@dataclass(slots=True)
class Hull:
    """One boat: its compartments, its men, and temporary effects."""

    heading: str
    """In the owner's view: right or left."""
    cards: tuple[int, ...] = ()
    """Cell -> card of the deck; empty until the boat is laid out."""
    plain: tuple[int, ...] = _TEN
    """Cell -> plain hit points left."""
    oxygen: tuple[int, ...] = _TEN
    """Cell -> oxygen markers."""
    empty: tuple[int, ...] = _TEN
    """Cell -> oxygen slots without a marker that are still hit points."""
    gone: int = 0
    """The destroyed cells."""
    place: tuple[int, ...] = _NOBODY
    start: tuple[int, ...] = _NOBODY
    """Where each man stood when his turn began (STM-3.9c)."""
    ready: int = 0
    """The men who are ready, a bit each; the others are exhausted."""
    acted: int = 0
    """The men who have acted in this turn."""
    manoeuvred: bool = False
    moved: bool = False
    """The boat counts as moving in this turn."""
    swapped: bool = False
    """The one swap before the game is done, or given up."""
    uses: tuple[int, ...] = _TEN
    """Cell -> uses in this turn."""
    drag: int = 0
    """Movement points that the next manoeuvre loses."""
    haste: int = 0
    """Movement points that the next manoeuvre gains."""
    plate: tuple[int, ...] = (0, 0, 0, 0)
    """Section -> armour on top, until the own next turn."""
    edge: tuple[tuple[int, int], ...] = ()
    """Bonuses of the next attacks: how much, for how many."""
    anchored: bool = False
    """Whether the enemy cannot move it until its own next turn."""

    def copy(self) -> Hull:
        """Return a copy to work on."""
        copy = Hull.__new__(Hull)
        copy.heading = self.heading
        copy.cards = self.cards
        copy.plain = self.plain
        copy.oxygen = self.oxygen
        copy.empty = self.empty
        copy.gone = self.gone
        copy.place = self.place
        copy.start = self.start
        copy.ready = self.ready
        copy.acted = self.acted
        copy.manoeuvred = self.manoeuvred
        copy.moved = self.moved
        copy.swapped = self.swapped
        copy.uses = self.uses
        copy.drag = self.drag
        copy.haste = self.haste
        copy.plate = self.plate
        copy.edge = self.edge
        copy.anchored = self.anchored
        return copy

    def points(self, cell: int) -> int:
        """Return the hit points left in a cell."""
        return self.plain[cell] + self.oxygen[cell] + self.empty[cell]


class Blow(NamedTuple):
    """Damage that the defender has yet to place."""

    boat: int
    left: int
    cells: int
    """Where it may go."""
    cell: int = NONE
    """The compartment that takes it until it is destroyed."""
    attack: bool = True
    """Damage of an attack: if nothing can take it, it must be redirected."""
    fresh: bool = True
    """No marker is placed yet: the whole blow may be redirected."""


class Window(NamedTuple):
    """A reaction window: whose, what it answers (a manoeuvre, or the use of a cell), and who has answered."""

    boat: int
    kind: str
    cell: int = NONE
    used: int = 0


@dataclass(slots=True)
class Board:
    """All that lies open on the table."""

    setting: Setting
    deck: Deck
    boats: tuple[Hull, Hull]
    first: int
    """The boat that begins."""
    phase: str = "pick"
    """pick, swap, oxygen, ready, action, over."""
    active: int = NONE
    """The boat whose turn it is; in a free choice, whose pick."""
    round: int = 0
    sector: tuple[int, int] = (3, 3)
    lateral: int = APART
    """Alongside: 0, blue lies on red's port side; 1, on its starboard side."""
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The cards each boat may pick from."""
    chosen: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    serial: int = 0
    """The number of the open prompt, or of the last one."""
    due: int = 0
    """When that prompt is answered by the rules; 0: never."""
    blows: tuple[Blow, ...] = ()
    event: Window | None = None
    """What the enemy may react to once all damage is placed."""
    window: Window | None = None
    outcome: Outcome | None = None

    def copy(self) -> Board:
        """Return a copy to work on, boats included."""
        copy = Board.__new__(Board)
        copy.setting = self.setting
        copy.deck = self.deck
        copy.boats = (self.boats[0].copy(), self.boats[1].copy())
        copy.first = self.first
        copy.phase = self.phase
        copy.active = self.active
        copy.round = self.round
        copy.sector = self.sector
        copy.lateral = self.lateral
        copy.hands = self.hands
        copy.chosen = self.chosen
        copy.serial = self.serial
        copy.due = self.due
        copy.blows = self.blows
        copy.event = self.event
        copy.window = self.window
        copy.outcome = self.outcome
        return copy


@dataclass(slots=True)
class State:
    """The whole state: the board, the random key, and the picks that are not shown yet."""

    key: str
    board: Board
    now: Ms = START
    picks: tuple[int, int] = (NONE, NONE)
    views: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The views built so far, by seat; another state starts with none."""


def encode(state: State) -> bytes:
    """Return the state as canonical JSON."""
    board = state.board
    data = {
        **{name: getattr(board, name) for name in Board.__slots__ if name not in _SPECIAL},
        "setting": board.setting.data,
        "boats": [_fields(hull) for hull in board.boats],
        "outcome": board.outcome.show() if board.outcome else None,
        "key": state.key,
        "now": state.now,
        "picks": state.picks,
    }
    body = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return f'{{"deck":{board.deck.text},"state":{body}}}'.encode()


_SPECIAL = ("setting", "deck", "boats", "outcome")


def decode(data: bytes) -> State:
    """Return the state that was encoded."""
    fields: dict[str, Any] = json.loads(data)
    known = fields["state"]
    red, blue = (Hull(**{name: _freeze(value) for name, value in hull.items()}) for hull in known.pop("boats"))
    key, now, picks = known.pop("key"), Ms(known.pop("now")), _freeze(known.pop("picks"))
    known["setting"] = Setting.read(known["setting"])
    known["outcome"] = Outcome(**known["outcome"]) if known["outcome"] else None
    known["blows"] = tuple(Blow(*blow) for blow in known["blows"])
    known["event"], known["window"] = (Window(*known[name]) if known[name] else None for name in ("event", "window"))
    known["hands"], known["chosen"] = _freeze(known["hands"]), _freeze(known["chosen"])
    known["sector"] = _freeze(known["sector"])
    return State(key, Board(deck=deck_of_data(fields["deck"]), boats=(red, blue), **known), now, picks)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _freeze(value: Any) -> Any:
    """Return lists as tuples, all the way down."""
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value
