"""A step in the making: a private copy of the state, and what has happened so far."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.rules.contract import SEA, SPECTATOR, UMPIRE, Event, Ms, Outcome, Seat, Step
from klaxon.rules.uboot.clock import FACTOR, clock_from, reading
from klaxon.rules.uboot.crew.men import CREW, CrewMan
from klaxon.rules.uboot.patrol.records import FAILED, MET, UNKNOWN
from klaxon.rules.uboot.patrol.scoring import judge
from klaxon.rules.uboot.records import Activation, Room
from klaxon.rules.uboot.state import AT_SEA, OVER, OpenBoard, State
from klaxon.rules.uboot.words import BOAT, FIGURES, ROLES

SEATS = tuple(Seat(f"{BOAT}.{role}") for role in ROLES)
ROLE = dict(zip(SEATS, ROLES, strict=True))
SEAT = dict(zip(ROLES, SEATS, strict=True))
ALL = frozenset({*SEATS, UMPIRE, SPECTATOR})
SECOND = 1000

FEED = frozenset(
    {
        *("begun", "exhausted", "rallied", "died", "bell", "contact", "contact-lost", "detected", "sunk", "over"),
        *("fault", "worsened", "emergency", "breach", "sealed", "puzzle-failed", "flooded"),
        *("spoiled", "meal"),
        *("objective", "shoals", "object", "edge", "attack", "hunted", "aircraft", "torpedo"),
    }
)
"""The feed lines (UBT-12.16): each sets time to real at its instant and counts as unread."""


def is_feed_line(kind: str, facts: Mapping[str, object]) -> bool:
    """Return whether an event is a feed line, as is an event card that is drawn, a repair that paused or is over."""
    if kind in ("contact", "contact-lost"):
        return not facts.get("group")
    if kind == "message":
        return facts["dir"] == "in"
    if kind == "card":
        return facts["deck"] == "events" and not facts.get("played")
    return kind in FEED or bool(facts.get("mark")) or (kind == "repair" and facts["state"] in ("paused", "finished"))


class Working:
    """The copy of a state that an order or a stretch of time works on."""

    __slots__ = ("before", "board", "events", "hands", "now", "state")

    def __init__(self, state: State, now: Ms) -> None:
        """Copy the state for a moment."""
        self.state = state.copy(now)
        self.before = state.board
        self.board: OpenBoard = state.board.copy()
        self.state.board = self.board
        self.events: list[Event] = []
        self.hands: tuple[Activation, ...] = ()
        """Who has just been activated for the order that is carried out."""
        self.now = now

    def finish(self) -> Step:
        """Return the finished step."""
        return Step(self.state, tuple(self.events))

    @property
    def has_moved_men(self) -> bool:
        """Whether men, their tokens or their rooms are others than before the step."""
        board, before = self.board, self.before
        return board.crew is not before.crew or board.at is not before.at or board.rooms is not before.rooms

    @property
    def has_other_troubles(self) -> bool:
        """Whether faults, breaches or the cards for them are others than before the step."""
        return self.board.faults is not self.before.faults or self.board.trouble is not self.before.trouble

    @property
    def game(self) -> int:
        """Game time now."""
        return reading(self.board.clock, self.now)

    def tell(self, kind: str, /, **facts: object) -> None:
        """Announce to everyone; a feed line drops time to real (UBT-3.11h)."""
        self.events.append(Event(kind, facts, ALL))
        if self.board.clock.mode != "real" and is_feed_line(kind, facts):
            self.set_mode("real", "feed")

    # -- time ------------------------------------------------------------------------------------------------

    def set_mode(self, mode: str, why: str) -> None:
        """Set the time mode, and tell it."""
        self.board.clock = self.board.clock._replace(mode=mode)
        self.pace(why, changed=True)

    def pace(self, why: str, *, changed: bool = False) -> None:
        """Let the clock run as the mode says, at x1 while something is pending (UBT-3.3q); tell a change."""
        board, clock = self.board, self.board.clock
        held = board.pending is not None or board.positions is not None
        factor = 0 if board.phase != AT_SEA else 1 if held else FACTOR[clock.mode]
        if factor != clock.factor:
            board.clock = clock_from(clock, self.now, clock.mode, factor)
        if changed or (factor and clock.factor and factor != clock.factor):
            self.tell("time", mode=clock.mode, factor=factor, why=why)

    # -- prompts ---------------------------------------------------------------------------------------------

    def numbers(self, count: int) -> int:
        """Take so many new numbers for prompts; return the first."""
        self.board.serial += count
        return self.board.serial - count + 1

    def patience_ends(self) -> int:
        """Return when a prompt of now is answered by rule; 0: never (UBT-12.14c)."""
        patience = self.board.setting.patience
        return self.now + patience * SECOND if patience else 0

    # -- men and rooms ---------------------------------------------------------------------------------------

    def put_man(self, figure: int, man: CrewMan, *, relief: bool = False) -> None:
        """Put the man on duty of a figure, or his relief, into another condition."""
        board = self.board
        on_duty = (board.shift - 1) * CREW + figure
        place = (on_duty + CREW) % (2 * CREW) if relief else on_duty
        board.crew = (*board.crew[:place], man, *board.crew[place + 1 :])

    def relief(self, figure: int) -> CrewMan:
        """Return the man of a figure who is not on duty."""
        return self.board.crew[(2 - self.board.shift) * CREW + figure]

    def relief_name(self, figure: int) -> str:
        """Return the name of the man of a figure who is not on duty (UBT-12.16c)."""
        return f"{FIGURES[figure]}.{3 - self.board.shift}"

    def put_figure(self, figure: int, room: int) -> None:
        """Put a figure into a room."""
        at = self.board.at
        self.board.at = (*at[:figure], room, *at[figure + 1 :])

    def put_room(self, number: int, room: Room) -> None:
        """Put a room into another condition."""
        rooms = self.board.rooms
        self.board.rooms = (*rooms[: number - 1], room, *rooms[number:])

    # -- the end ---------------------------------------------------------------------------------------------

    def end(self, reason: str) -> None:
        """End the mission at once, and judge it; whatever was going on counts no more (UBT-3.1e, UBT-7.12c)."""
        board = self.board
        if board.outcome is not None:
            return
        worth = judge(self.state, reason)
        known = [each.name for each in board.patrol.objectives if each.state != UNKNOWN]
        states = {name: MET if name in worth.met else FAILED for name in known}
        facts = {"glory": worth.glory, "grade": worth.grade, "grt": worth.grt, "objectives": states}
        winner = BOAT if worth.is_won else SEA
        board.outcome = Outcome(winner, reason, facts)
        objectives = tuple(each._replace(state=states.get(each.name, UNKNOWN)) for each in board.patrol.objectives)
        board.patrol = board.patrol._replace(objectives=objectives)
        board.clock = clock_from(board.clock, self.now, "real", 0)
        board.phase, board.pending, board.positions, board.posts = OVER, None, None, ()
        board.cards = board.cards._replace(choices=(), waiting=())
        breaches = tuple(breach._replace(number=0) for breach in board.trouble.breaches)
        board.trouble = board.trouble._replace(breaches=breaches)
        board.radio = board.radio._replace(asked=())
        self.tell("over", winner=winner, reason=reason, **facts)
