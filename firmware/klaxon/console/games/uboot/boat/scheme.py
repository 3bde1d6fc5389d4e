"""The boat in section, as a part: rooms 1 to 6 in the hull, deck (7) and bridge (8) above it, and the men in each.

A room has a field of four by four places: a column a role, a row a shape, and a mark where a man stands that says by
its form how he is. Hatches that are open are gaps in the hull.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.boat.boat_signs import BREACH, LEVELS, MORE, STATES, THINGS
from klaxon.console.games.uboot.signs import HAZARDS
from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.crew.men import CREW, CrewMan
from klaxon.rules.uboot.orders.ways import SPLITTING
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.targets import breach_in
from klaxon.rules.uboot.words import FAULT_LEVELS, FIGURES, INSIDE, OUTSIDE, ROLES

DECK = 17
"""Rows above the hull, for the men outside and the deck they stand on."""
FIELD = 4
"""Places of a field in each direction."""
ACROSS, DOWN = 5, 4
"""Pixels from place to place."""
MEN, LYING = 8, 24
"""Rows of the hull, under the number of a room, at which its men stand, and what lies on its floor."""
HIGH = DECK + LYING + 7
"""Rows of the whole boat; where there are fewer, what lies in the rooms is left out."""
LETTERS = 5
"""The row of the letters of the roles."""
TOWER, LOADING = 3, (1, 6)
"""The room under the hatch of the bridge, and those with a loading hatch, which lead to the deck."""


class RoomMark(NamedTuple):
    """A room: what is wrong in it, what lies there, and all of it in words."""

    flooded: bool
    emergencies: tuple[str, ...]
    things: tuple[str, ...]
    fault: str
    """The level of its worst fault; '' for none."""
    said: str
    breached: bool = False


class ManMark(NamedTuple):
    """A man: his room, 0 off the boat, and how he is."""

    room: int
    state: str


@dataclass(frozen=True, slots=True)
class BoatScheme:
    """The boat with all that can be seen in it."""

    rooms: tuple[RoomMark, ...]
    """Room 1 comes first."""
    men: tuple[ManMark, ...]
    """In seat and shape order."""
    letters: tuple[str, ...]
    """The letters of the roles, over their columns."""
    hatches: frozenset[int]
    """The rooms whose way to the outside is open."""
    lost: str = ""
    """Who is no longer aboard, in words."""
    cursor: int = 0
    """The room that is pointed at; 0: none."""
    own: int = -1
    """The column of the role that looks."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the hull, then the rooms; where rows are few, without what lies in them."""
        pane = canvas.pane(area)
        pitch, high = (area.width - 1) // len(INSIDE), min(area.height, HIGH)
        deck = DECK if high == HIGH else DECK - 1
        self._hull(pane, pitch, deck, high)
        for number in INSIDE:
            self._room(pane.pane(((number - 1) * pitch, deck, pitch, high - deck)), number)
        for number, label, field in ((7, pitch - 7, pitch), (8, 3 * pitch + 2, 2 * pitch)):
            self._label(pane, label, 4, number)
            self._men(pane, field + 2 if pitch > FIELD * ACROSS else field + 1, deck - DECK + 1, number)
        self._legend(pane, pitch)

    def _hull(self, pane: Canvas, pitch: int, deck: int, high: int) -> None:
        """Draw deck, keel, bulkheads with their doors, and the tower; a hatch that is open is a gap."""
        wide = pitch * len(INSIDE)
        pane.hline(0, deck - 1, wide + 1)
        pane.hline(3, high - 1, wide - 5)
        for x in (0, wide):
            pane.vline(x, deck, high - deck - 3)
        for step in (1, 2):
            pane.dot(step, high - 4 + step)
            pane.dot(wide - step, high - 4 + step)
        for number in range(1, len(INSIDE)):
            shut = self.rooms[number - 1].flooded or self.rooms[number].flooded
            pane.vline(number * pitch, deck, high - deck - (0 if shut else 6))
        for x in (2 * pitch, 4 * pitch):
            pane.vline(x, 3, deck - 3)
        for number in self.hatches:
            pane.hline((number - 1) * pitch + 12, deck - 1, 6, on=False)

    def _room(self, pane: Canvas, number: int) -> None:
        room = self.rooms[number - 1]
        if room.flooded:
            for y in range(MEN, pane.height - 2, 2):
                for x in range(2 + y // 2 % 2 * 2, pane.width - 1, 4):
                    pane.hline(x, y, 2)
        else:
            self._men(pane, 2 if pane.width > FIELD * ACROSS else 1, MEN, number)
        self._label(pane, 2, 0, number)
        signs = [*([BREACH] if room.breached else []), *(HAZARDS[kind] for kind in room.emergencies)]
        if signs:
            pane.sprite(8, 0, signs[0])
            if len(signs) > 1:
                pane.sprite(15, 0, MORE)
        if room.fault:
            pane.sprite(16, 1, LEVELS[room.fault])
        if pane.height == HIGH - DECK:
            for place, thing in enumerate(room.things[:2]):
                pane.sprite(3 + 8 * place, LYING, THINGS[thing])
            if len(room.things) > 2:
                pane.sprite(17, LYING + 2, MORE)

    def _label(self, pane: Canvas, x: int, y: int, number: int) -> None:
        chosen = number == self.cursor
        if chosen:
            pane.fill(x - 1, y, LABEL.width + 1, LABEL.height)
        pane.text(x, y, str(number), LABEL, on=not chosen)

    def _men(self, pane: Canvas, x: int, y: int, number: int) -> None:
        """Draw a field: a dot for every place, a mark for every man."""
        for figure, man in enumerate(self.men):
            left, top = x + figure // FIELD * ACROSS, y + figure % FIELD * DOWN
            if man.room == number:
                pane.sprite(left, top, STATES[man.state])
            else:
                pane.dot(left + 1, top + 1)

    def _legend(self, pane: Canvas, pitch: int) -> None:
        """Write the letters of the roles over the columns of the last room, the own one underlined; count the lost."""
        for column, letter in enumerate(self.letters):
            x = 5 * pitch + 1 + column * ACROSS
            pane.text(x, LETTERS, letter, LABEL)
            if column == self.own:
                pane.hline(x, LETTERS + LABEL.height, LABEL.width - 1)
        lost = sum(man.state == "dead" for man in self.men)
        if lost:
            pane.text(4 * pitch + 3, LETTERS, f"✗{lost}", LABEL)

    def words(self) -> Iterable[str]:
        """Return the rooms in words, the one under the cursor pointed at; then who is no longer aboard."""
        for number, room in enumerate(self.rooms, start=1):
            yield f"{'> ' if number == self.cursor else ''}{room.said}"
        yield self.lost


# -- what a board shows ----------------------------------------------------------------------------------------------


def scheme_of(
    phrases: Phrases, board: OpenBoard, at: tuple[int, ...] | None = None, *, cursor: int = 0, role: str = ""
) -> BoatScheme:
    """Return the boat as a board has it; with `at`, as it would be with the figures in these rooms."""
    at = board.at if at is None else at
    marks = tuple(ManMark(0 if board.man(f).dead else at[f], state_of(board.man(f))) for f in range(CREW))
    return BoatScheme(
        tuple(_room_mark(phrases, board, at, number) for number in (*INSIDE, *OUTSIDE)),
        marks,
        tuple(phrases.say(f"letter.uboot.{each}") for each in ROLES),
        open_hatches(board),
        _lost_text(phrases, board),
        cursor,
        ROLES.index(role) if role else -1,
    )


def state_of(man: CrewMan) -> str:
    """Return how a man is, the worst that can be said of him: dead, wounded, busy, tired or free."""
    if man.dead:
        return "dead"
    if any(malady.wound for malady in man.maladies):
        return "wounded"
    if man.task:
        return "busy"
    return "tired" if not man.free or any(malady.fatigue for malady in man.maladies) else "free"


def open_hatches(board: OpenBoard) -> frozenset[int]:
    """Return the rooms from which one can go out: the tower's, and where the boat is split the loading hatches."""
    if not board.boat.surfaced:
        return frozenset()
    split = any(board.room(number).flooded for number in SPLITTING)
    ways = (TOWER, *LOADING) if split else (TOWER,)
    return frozenset(number for number in ways if not board.room(number).flooded)


def worst_fault(board: OpenBoard, number: int) -> str:
    """Return the level of the worst open fault in a room; '' where there is none."""
    levels = [fault.level for fault in board.faults if board.handbook.rooms.get(fault.device) == number]
    return max(levels, key=FAULT_LEVELS.index, default="")


def _room_mark(phrases: Phrases, board: OpenBoard, at: tuple[int, ...], number: int) -> RoomMark:
    room, fault = board.room(number), worst_fault(board, number)
    kinds = tuple(kind for kind in HAZARDS for _ in range(room.emergencies.count(kind)))
    breached = breach_in(board, number) is not None
    facts = ", ".join(_facts_of(phrases, kinds, room.tokens, fault, flooded=room.flooded, breached=breached))
    men = ", ".join(man_text(phrases, board, f) for f in range(CREW) if at[f] == number and not board.man(f).dead)
    name = phrases.say("scheme.uboot.room", number=number, room=phrases.room(number))
    said = "; ".join(filter(None, (facts, men))) or phrases.say("scheme.uboot.nobody")
    return RoomMark(room.flooded, kinds, room.tokens, fault, f"{name}: {said}", breached)


def _facts_of(
    phrases: Phrases, kinds: tuple[str, ...], things: tuple[str, ...], fault: str, *, flooded: bool, breached: bool
) -> Iterator[str]:
    if flooded:
        yield phrases.value("flooded")
    if breached:
        yield phrases.value("breach")
    for kind in dict.fromkeys(kinds):
        count = kinds.count(kind)
        yield phrases.value(kind) if count == 1 else f"{phrases.value(kind)} ×{count}"
    if fault:
        yield phrases.say("scheme.uboot.fault", level=phrases.value(fault))
    yield from map(phrases.value, things)


def man_text(phrases: Phrases, board: OpenBoard, figure: int) -> str:
    """Say how a man is, and after him his relief."""
    man, relief = board.man(figure), board.crew[(2 - board.shift) * CREW + figure]
    return phrases.say(
        "scheme.uboot.man",
        man=phrases.man(FIGURES[figure]),
        state=phrases.say(f"state.uboot.{state_of(man)}"),
        relief=phrases.say(f"state.uboot.{state_of(relief)}"),
    )


def _lost_text(phrases: Phrases, board: OpenBoard) -> str:
    lost = [phrases.man(FIGURES[figure]) for figure in range(CREW) if board.man(figure).dead]
    return phrases.say("scheme.uboot.lost", men=", ".join(lost)) if lost else ""
