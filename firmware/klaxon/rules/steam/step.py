"""A step in progress: a private copy of the board, and the events so far."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.contract import SPECTATOR, UMPIRE, Event, Outcome, Seat
from klaxon.rules.domains import Token
from klaxon.rules.steam import look
from klaxon.rules.steam.grid import INDEX, NAMES, NEIGHBOURS, POST
from klaxon.rules.steam.setting import BOATS, CREW
from klaxon.rules.steam.state import ABOARD, DEAD, Board, Hull

SEATS = tuple(Seat(f"{boat}.captain") for boat in BOATS)
ALL = frozenset({*SEATS, UMPIRE, SPECTATOR})
SECOND = 1000


class Working:
    """The copy of a board that an order works on, at a moment."""

    __slots__ = ("board", "events", "now")

    def __init__(self, board: Board, now: int = 0) -> None:
        """Copy the board."""
        self.board = board.copy()
        self.events: list[Event] = []
        self.now = now

    def tell(self, kind: str, **facts: object) -> None:
        """Announce to everyone."""
        self.events.append(Event(kind, facts, ALL))

    def ask(self, seconds: int) -> None:
        """Open a prompt: a new number, and when the rules answer it."""
        self.board.serial += 1
        self.board.due = self.now + seconds * SECOND

    def place_man(self, me: int, man: int, place: int) -> None:
        """Put a man somewhere."""
        hull = self.board.boats[me]
        hull.place = replace_at(hull.place, man, place)

    def walk(self, me: int, man: int, place: int) -> None:
        """Move a man one step, and announce it."""
        self.place_man(me, man, place)
        on, cell = where(me, place)
        self.tell("crew", boat=BOATS[me], crew=CREW[man], at=NAMES[cell], on=BOATS[on])

    def exhaust(self, me: int, man: int) -> None:
        """Exhaust a man; no event if he is exhausted already."""
        hull = self.board.boats[me]
        if hull.ready >> man & 1:
            hull.ready &= ~(1 << man)
            self.tell("exhausted", boat=BOATS[me], crew=CREW[man])

    def count_use(self, me: int, cell: int) -> None:
        """Count a use of a compartment."""
        hull = self.board.boats[me]
        hull.uses = replace_at(hull.uses, cell, hull.uses[cell] + 1)

    def hurt(self, me: int, cell: int, slot: str) -> None:
        """Put one damage marker on a compartment. On an oxygen slot, an empty one goes first (STM-3.11i)."""
        hull = self.board.boats[me]
        lost = False
        if slot == "plain":
            hull.plain = replace_at(hull.plain, cell, hull.plain[cell] - 1)
        elif hull.empty[cell]:
            hull.empty = replace_at(hull.empty, cell, hull.empty[cell] - 1)
        else:
            hull.oxygen = replace_at(hull.oxygen, cell, hull.oxygen[cell] - 1)
            lost = True
        self.tell("damage", boat=BOATS[me], cell=NAMES[cell], slot=slot, oxygen_lost=lost)
        if not hull.points(cell):
            self._destroy(me, cell)

    def hurt_post(self, me: int) -> None:
        """Put one damage marker on the Central Post, plain points first."""
        self.hurt(me, POST, "plain" if self.board.boats[me].plain[POST] else "oxygen")

    def _destroy(self, me: int, cell: int) -> None:
        """Turn a compartment face down; everybody inside dies, own men or enemies."""
        board = self.board
        hull = board.boats[me]
        hull.gone |= 1 << cell
        self.tell("destroyed", boat=BOATS[me], cell=NAMES[cell], card=board.deck.cards[hull.cards[cell]].id)
        for boat, inside in ((me, cell), (1 - me, cell + ABOARD)):
            for man, place in enumerate(board.boats[boat].place):
                if place == inside:
                    self.place_man(boat, man, DEAD)
                    board.boats[boat].ready &= ~(1 << man)
                    self.tell("died", boat=BOATS[boat], crew=CREW[man])

    def test_outcome(self) -> bool:
        """End the game if a boat is lost; if both are, the one whose turn it is wins (STM-3.12d)."""
        board = self.board
        if board.outcome is None:
            reasons = [look.loss(board, me) for me in (0, 1)]
            if any(reasons):
                loser = 1 - board.active if all(reasons) else 0 if reasons[0] else 1
                self.end(loser, reasons)
        return board.outcome is not None

    def end(self, loser: int, reasons: list[str]) -> None:
        """End the game; `reasons` says for each boat why it is lost."""
        board = self.board
        for boat, reason in zip(BOATS, reasons, strict=True):
            if reason:
                self.tell("lost", boat=boat, reason=reason)
        board.outcome = Outcome(BOATS[1 - loser], reasons[loser])
        board.phase, board.blows, board.event, board.window, board.due = "over", (), None, None, 0
        self.tell("over", winner=BOATS[1 - loser], reason=reasons[loser])


def replace_at(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Return a tuple with one value changed."""
    return (*values[:place], value, *values[place + 1 :])


def where(me: int, place: int) -> tuple[int, int]:
    """Return the boat a man stands on, and the cell of it."""
    return (1 - me, place - ABOARD) if place >= ABOARD else (me, place)


def place_on(me: int, boat: int, cell: int) -> int:
    """Return the place of a man of `me` who stands in a cell of a boat."""
    return cell if boat == me else cell + ABOARD


def may_step(board: Board, me: int, man: int) -> bool:
    """Return whether a man has anywhere to step to."""
    place = board.boats[me].place[man]
    if board.setting.enter_occupied and not board.boats[0].gone | board.boats[1].gone:
        return place != DEAD  # nothing is shut anywhere
    return bool(steps_from(board, me, man))


def cell_of(step: Token) -> str:
    """Return the cell that a step names: `b1`, `step=before:b1`, `step=after:b1`."""
    return step if isinstance(step, str) else step[1].partition(":")[2]


def board_after_steps(board: Board, me: int, man: int, steps: Iterable[Token]) -> Board:
    """Return a copy of the board after a man has made these steps on the boat he is on."""
    work = Working(board)
    on, _ = where(me, board.boats[me].place[man])
    for step in steps:
        work.place_man(me, man, place_on(me, on, INDEX[cell_of(step)]))
    return work.board


def steps_from(board: Board, me: int, man: int) -> list[int]:
    """Return the places to which a man may make one step, on the boat he is on (STM-3.8b)."""
    from_place = board.boats[me].place[man]
    if from_place == DEAD:
        return []
    on, cell = where(me, from_place)
    hull: Hull = board.boats[on]
    if on == me:
        return [near for near in NEIGHBOURS[cell] if look.enterable(board, me, near)]
    return [near + ABOARD for near in NEIGHBOURS[cell] if not hull.gone >> near & 1]
