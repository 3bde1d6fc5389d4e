"""The truth of a game of U-BOOT: the open `OpenBoard`, and what is hidden beside it.

All that lies open aboard is open to every role and spectator (UBT-5#39): that is the board. Beside it the state holds
the order of the decks and the bag, the chance to come, and the sea. The parts of a board are values that a step
replaces; nobody outside a step sees a board change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

from klaxon.rules.contract import Ms, Outcome
from klaxon.rules.uboot.cards.records import CardLots, CardTable
from klaxon.rules.uboot.content.box import Box
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.crew.men import CREW, FRESH, CrewMan
from klaxon.rules.uboot.galley.provisions import Provisions
from klaxon.rules.uboot.handbook import Handbook
from klaxon.rules.uboot.linked.records import LinkedPlay
from klaxon.rules.uboot.patrol.records import Patrol
from klaxon.rules.uboot.radio.records import Radio, Signals
from klaxon.rules.uboot.records import (
    Briefing,
    Clock,
    OpenFault,
    OpenView,
    OwnBoat,
    PendingOrder,
    Positions,
    Post,
    RepairJob,
    Room,
    Stores,
    Waters,
)
from klaxon.rules.uboot.sea.attack.records import Armament
from klaxon.rules.uboot.sea.truth import Passage, SeaTruth
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS, Setting
from klaxon.rules.uboot.trouble.records import BoatTrouble, TroubleChance

T = TypeVar("T")
SETUP, AT_SEA, OVER = "setup", "sea", "over"
START = Ms(0)
_CLOCK, _STORES, _BOAT, _WATERS, _ROOMS = Clock(), Stores(), OwnBoat(), Waters(), (Room(),) * 8
_CARDS, _LOTS = CardTable(), CardLots()
_TROUBLE, _CHANCE = BoatTrouble(), TroubleChance()
_PROVISIONS = Provisions()
_ARMS = Armament()
_RADIO, _SIGNALS = Radio(), Signals()
_LINKED = LinkedPlay()
_PATROL = Patrol()


@dataclass(slots=True)
class OpenBoard:
    """All that lies open aboard."""

    setting: Setting
    handbook: Handbook
    briefing: Briefing
    phase: str = SETUP
    serial: int = 0
    """The last number a prompt had."""
    clock: Clock = _CLOCK
    order: int = MOST_ORDERS
    morale: int = MOST_MORALE
    shift: int = 1
    crew: tuple[CrewMan, ...] = (FRESH,) * (2 * CREW)
    at: tuple[int, ...] = (0,) * CREW
    """Figure -> room, NOWHERE for one off the boat."""
    rooms: tuple[Room, ...] = _ROOMS
    """Room 1 comes first."""
    faults: tuple[OpenFault, ...] = ()
    repairs: tuple[RepairJob, ...] = ()
    trouble: BoatTrouble = _TROUBLE
    stores: Stores = _STORES
    provisions: Provisions = _PROVISIONS
    boat: OwnBoat = _BOAT
    waters: Waters = _WATERS
    glass: tuple[OpenView, ...] = ()
    """The views that men hold open; the bridge view is open while somebody watches."""
    arms: Armament = _ARMS
    patrol: Patrol = _PATROL
    pending: PendingOrder | None = None
    positions: Positions | None = None
    posts: tuple[Post, ...] = ()
    cards: CardTable = _CARDS
    radio: Radio = _RADIO
    linked: LinkedPlay = _LINKED
    outcome: Outcome | None = None
    known: dict[str, tuple[tuple[Any, ...], Any]] = field(default_factory=dict, compare=False, repr=False)
    """What was made of its records, by name, each with these records: see `keep`."""

    def copy(self) -> OpenBoard:
        """Return a copy to work on; what was made of its records is still good."""
        copy = OpenBoard(*records_of(self))
        copy.known = self.known.copy()
        return copy

    def keep(self, name: str, made_of: tuple[Any, ...], make: Callable[[OpenBoard], T]) -> T:
        """Return what is made of some records; as it was made before, while they are the same."""
        before = self.known.get(name)
        if before is not None and before[0] == made_of:  # quick: what was not replaced is the same object
            found: T = before[1]
            return found
        made = make(self)
        self.known[name] = (made_of, made)
        return made

    def man(self, figure: int) -> CrewMan:
        """Return the man of a figure who is on duty."""
        return self.crew[(self.shift - 1) * CREW + figure]

    def symbols(self, figure: int) -> tuple[str, ...]:
        """Return the symbols of the man of a figure who is on duty."""
        return self.handbook.symbols[(self.shift - 1) * CREW + figure]

    def room(self, number: int) -> Room:
        """Return a room by its number."""
        return self.rooms[number - 1]

    def men_in(self, room: int) -> list[int]:
        """Return the figures that stand in a room, in seat and shape order."""
        return self.keep("men in", (self.at,), _by_room)[room]

    @property
    def is_exhausted(self) -> bool:
        """Whether the crew is (UBT-3.9e)."""
        return self.morale == 0


def _by_room(board: OpenBoard) -> list[list[int]]:
    rooms: list[list[int]] = [[] for _ in range(len(board.rooms) + 1)]
    for figure, room in enumerate(board.at):
        rooms[room].append(figure)
    return rooms


RECORDS = tuple(name for name in OpenBoard.__slots__ if name != "known")
"""The names of all records of a board."""
records_of: Callable[[OpenBoard], tuple[Any, ...]] = attrgetter(*RECORDS)
"""Returns all records of a board, in the order of their names."""


@dataclass(slots=True, repr=False)
class State:
    """The whole truth."""

    key: str
    box: Box
    mission: Mission
    board: OpenBoard
    sea: SeaTruth
    bell: int
    """Game time of the next bell."""
    decks: tuple[tuple[str, ...], ...] = ()
    """In the order of DECKS; the first card of each is drawn next."""
    supply: tuple[str, ...] = ()
    """Food in the order in which it will be drawn."""
    bag: tuple[str, ...] = ()
    """The next crew tokens that a file has fixed; then chance takes over (UBT-12.20b)."""
    drawn: int = 0
    """How many crew tokens chance has drawn."""
    last: tuple[int, ...] = (0,) * CREW
    """Figure -> the room where it stood when it left the boat."""
    lots: CardLots = _LOTS
    now: Ms = START
    chance: TroubleChance = _CHANCE
    """The chance of faults, rooms and puzzles to come."""
    signals: Signals = _SIGNALS
    """Messages to come, and the texts of those that nobody has decoded."""
    views: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was made of this state so far: views by seat, what they have in common, when it is due. No copy has it."""
    present: Passage | None = field(default=None, compare=False, repr=False)
    """The sea as somebody looked at it last, later than that of the state."""
    ahead: Passage | None = field(default=None, compare=False, repr=False)
    """The sea at the next look, worked out to know whether it brings something until then."""

    def __repr__(self) -> str:
        return f"<{self.mission.id} at {self.now}: {self.board}>"

    def copy(self, now: Ms) -> State:
        """Return a copy at a moment, with the same board until that is replaced."""
        copy = State(
            self.key,
            self.box,
            self.mission,
            self.board,
            self.sea,
            self.bell,
            self.decks,
            self.supply,
            self.bag,
            self.drawn,
            self.last,
            self.lots,
            now,
            self.chance,
            self.signals,
        )
        copy.present, copy.ahead = self.present, self.ahead
        return copy
