"""A use of a compartment in progress: activation, presence or reaction (STM-3.8 to STM-3.11).

One order says it all: who, the captain's step before, a second man, where they retreat to, what the operations of
the card ask, the captain's step after. These are slots in that order. A menu feeds a use on a copy of the board and
asks what may come next; an order feeds one on the board itself. So both follow the same path.
"""

from __future__ import annotations

from enum import IntEnum

from klaxon.rules.domains import Token
from klaxon.rules.steam import look
from klaxon.rules.steam.cards.cards import Card, Op
from klaxon.rules.steam.effect import Effect
from klaxon.rules.steam.grid import INDEX, NAMES, NEIGHBOURS, POST
from klaxon.rules.steam.may import Known, bar, bar_man, bar_mate, does_something, is_tired
from klaxon.rules.steam.ops import OPERATIONS
from klaxon.rules.steam.setting import BOATS, CAPTAIN, CREW
from klaxon.rules.steam.state import ABOARD, NONE, Board, Window
from klaxon.rules.steam.step import Working, place_on, steps_from, where


class Slot(IntEnum):
    """The parts of a use in their order."""

    CREW = 0
    BEFORE = 1
    MATE = 2
    TO = 3
    MATE_TO = 4
    DECLINE = 5
    OPS = 6
    AFTER = 7
    DONE = 8


class Use(Effect):
    """What is chosen so far."""

    __slots__ = ("at", "card", "mate_to", "ops", "reacting", "stepped", "to")

    def __init__(self, work: Working, me: int, *, reacting: bool) -> None:
        """Begin with nothing chosen."""
        super().__init__(work, me)
        self.reacting = reacting
        self.at = Slot.CREW
        self.to = self.mate_to = NONE
        self.stepped = False
        self.card: Card = work.board.deck.cards[work.board.deck.post]
        self.ops: tuple[Op, ...] = ()

    @property
    def acts(self) -> bool:
        """Whether this is a man's own action, with its step and its exhaustion."""
        return not self.reacting and self.card.trigger != "presence"

    @property
    def _moves(self) -> bool:
        """Whether the men move: a step, or back to the Central Post after a reaction."""
        return self.reacting or self.acts

    def feed(self, token: Token) -> None:
        """Take a token that was asked for, skipping what may be left out."""
        if self.at == Slot.CREW:  # nothing can be left out before the man
            self._take(token)
            return
        tokens, must = self.here()
        while token not in tokens:
            if must or self.at == Slot.DONE:
                raise ValueError(token)
            self._advance()
            tokens, must = self.here()
        self._take(token)

    def choices(self) -> tuple[list[Token], bool]:
        """Return what may come next, and whether something must. It walks on, so the use cannot be fed afterwards."""
        found, must = self.here()
        while not must and self.at != Slot.DONE:
            self._advance()
            more, must = self.here()
            found = [*found, *more]
        return found, must

    def finish(self) -> None:
        """Carry out what is left when all tokens are taken."""
        while self.at != Slot.DONE:
            self._advance()

    def here(self) -> tuple[list[Token], bool]:
        """Return the tokens of the current slot, and whether one must be taken."""
        match self.at:
            case Slot.BEFORE:
                return self._before()
            case Slot.MATE:
                return [CREW[man] for man in self._mates()], False
            case Slot.TO:
                ways = self._ways() if self.to == NONE else []
                return ([("to", NAMES[cell]) for cell in ways], True) if len(ways) > 1 else ([], False)
            case Slot.MATE_TO:
                ways = self._ways() if self.mate != NONE and self.mate_to == NONE else []
                return [("to2", NAMES[cell]) for cell in ways if cell != self.to], False
            case Slot.DECLINE:
                able = self.card.optional and any(self._able(op) for op in self.ops)
                return ([("effect", "no")] if able else []), False
            case Slot.OPS:
                tokens, must = OPERATIONS[self.ops[0].op].choose(self, self.ops[0]) if self.ops else ([], False)
                return list(tokens), must
            case Slot.AFTER:
                return self._after(), False
            case _:
                return [], False

    def _take(self, token: Token) -> None:
        match self.at, token:
            case Slot.CREW, str(word):
                self.man = CREW.index(word)
                self.at = Slot.BEFORE
            case Slot.BEFORE, (_, step):
                self.stepped = True
                self.work.walk(self.me, self.man, INDEX[step.removeprefix("before:")])
                self._advance()
            case Slot.MATE, str(word):
                self.mate, self.factor = CREW.index(word), 2
                self.at = Slot.TO
            case Slot.TO, (_, cell):
                self.to = INDEX[cell]
                self.at = Slot.MATE_TO
            case Slot.MATE_TO, (_, cell):
                self.mate_to = INDEX[cell]
                self._advance()
            case Slot.DECLINE, _:
                self.ops = ()
                self._advance()
            case Slot.OPS, (key, value):
                OPERATIONS[self.ops[0].op].take(self, self.ops[0], (key, value))
            case _, (_, step):
                self.stepped = True
                self._step_after(INDEX[step.removeprefix("after:")])
                self.at = Slot.DONE
            case _:
                raise ValueError(token)

    def _advance(self) -> None:
        """Leave the current slot; on the way the man becomes known, the men move, or an operation is closed."""
        if self.at == Slot.BEFORE:
            board = self.work.board
            self.cell = board.boats[self.me].place[self.man]
            self.card = board.deck.cards[board.boats[self.me].cards[self.cell]]
        elif self.at == Slot.TO and self.to == NONE:
            ways = self._ways()
            self.to = POST if self.reacting else ways[0] if ways else self.cell
            if self._moves:
                self.unsaid.append(("to", NAMES[self.to]))
        elif self.at == Slot.MATE_TO:
            if self.mate != NONE and self.mate_to == NONE:
                self.mate_to = self.to
                self.unsaid.append(("to2", NAMES[self.to]))
            self._begin()
        elif self.at == Slot.OPS and self.ops:
            op, *rest = self.ops
            OPERATIONS[op.op].close(self, op)
            self.ops, self.units = tuple(rest), 0
            self._skip_idle()
            return
        self.at = Slot(self.at + 1)
        if self.at == Slot.OPS:
            self._skip_idle()

    def _skip_idle(self) -> None:
        """Skip operations that have nothing to do (STM-3.8l)."""
        while self.ops and not self._able(self.ops[0]):
            self.ops = self.ops[1:]

    def _able(self, op: Op) -> bool:
        sections = (self.section,) if self.section else self.sections
        return OPERATIONS[op.op].able(self.work.board, self.me, op, self.men, sections)

    def _before(self) -> tuple[list[Token], bool]:
        """Return the captain's steps before his action; one is required if he cannot act here."""
        board, me = self.work.board, self.me
        if self.man != CAPTAIN or self.reacting:
            return [], False
        return [("step", f"before:{NAMES[cell]}") for cell in steps_before(board, me)], bool(bar(board, me, CAPTAIN))

    def _mates(self) -> list[int]:
        board, me = self.work.board, self.me
        if not self.card.x2 or (self.reacting and is_tired(board, me, self.man)):
            return []
        others = [man for man in range(len(CREW)) if man != self.man]
        mates = [man for man in others if not bar_mate(board, me, man, self.cell, reacting=self.reacting)]
        return [man for man in mates if self.card.optional or self._serves(man)]

    def _serves(self, mate: int) -> bool:
        """Return whether a use still does something if a second man, who is not served himself, takes part."""
        board, me, card = self.work.board, self.me, self.work.board.boats[self.me].cards[self.cell]
        men = 1 << self.man | 1 << mate
        return does_something(board, me, board.deck.active[card], men, look.aims(board, me, card))

    def _ways(self) -> list[int]:
        """Return where the men may step towards the Central Post; empty if no one has to."""
        return look.retreats(self.work.board, self.me, self.cell) if self.acts and self.cell != POST else []

    def _begin(self) -> None:
        """Move and exhaust the men, count the use, and announce it: from here on the effect is applied."""
        work, me, board = self.work, self.me, self.work.board
        self.sections = look.aims(board, me, board.boats[me].cards[self.cell])
        if len(self.sections) == 1:
            self.section = self.sections[0]
            self.unsaid.append(("section", self.section))
        self.ops = board.deck.active[board.boats[me].cards[self.cell]]
        men = [self.man] if self.mate == NONE else [self.man, self.mate]
        kind = "reacted" if self.reacting else "activated" if self.acts else "used"
        names = [CREW[man] for man in men]
        work.tell(kind, boat=BOATS[me], crew=names, cell=NAMES[self.cell], card=self.card.id)
        work.count_use(me, self.cell)
        if kind == "used":
            return
        for man, to in zip(men, (self.to, self.mate_to), strict=False):
            if to != self.cell:
                work.walk(me, man, to)
            work.exhaust(me, man)
        if self.reacting:
            window = board.window
            if window is not None:
                board.window = window._replace(used=window.used | self.men)
        else:
            board.boats[me].acted |= self.men
            board.event = Window(1 - me, "activation", self.cell)

    def _after(self) -> list[Token]:
        if self.stepped or not self.acts or not self.men & 1 << CAPTAIN:
            return []
        places = steps_from(self.work.board, self.me, CAPTAIN)
        return [("step", f"after:{NAMES[where(self.me, place)[1]]}") for place in places]

    def _step_after(self, cell: int) -> None:
        on, _ = where(self.me, self.work.board.boats[self.me].place[CAPTAIN])
        self.work.walk(self.me, CAPTAIN, place_on(self.me, on, cell))


def steps_before(board: Board, me: int, known: Known | None = None) -> list[int]:
    """Return the cells to which the captain may step and act there at once."""
    place = board.boats[me].place[CAPTAIN]
    if place >= ABOARD or bar_man(board, me, CAPTAIN):
        return []
    near = [cell for cell in NEIGHBOURS[place] if look.enterable(board, me, cell)]
    return [cell for cell in near if not bar(board, me, CAPTAIN, cell=cell, known=known)]


def anybody(board: Board, me: int, *, reacting: bool) -> bool:
    """Return whether any man may use a compartment now."""
    known: Known = {}
    if any(not bar(board, me, man, reacting=reacting, known=known) for man in range(len(CREW))):
        return True
    return not reacting and bool(steps_before(board, me, known))


def users(board: Board, me: int, *, reacting: bool) -> list[int]:
    """Return the men who may use a compartment now."""
    known: Known = {}
    found = [man for man in range(len(CREW)) if not bar(board, me, man, reacting=reacting, known=known)]
    if not reacting and CAPTAIN not in found and steps_before(board, me, known):
        return [CAPTAIN, *found]
    return found
