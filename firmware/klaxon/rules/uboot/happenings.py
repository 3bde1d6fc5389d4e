"""What time brings: named operations, in the fixed order of UBT-3.2h, and prompts whose time is up.

A source knows the game time of its next operation. While positions are changed nothing comes but the end of the
mission and the timer of a breach, and the bell waits for a pending order too: such a source is held, and what is due by
then comes right after, in the order of its times (UBT-3.4j, UBT-3.6a). A later rule adds a source or a happening here,
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms, Step
from klaxon.rules.uboot.cards.choices import answer_by_rule
from klaxon.rules.uboot.cards.effects import next_end
from klaxon.rules.uboot.cards.lots import draw_event
from klaxon.rules.uboot.cards.operations import end_in_time
from klaxon.rules.uboot.clock import HOUR, instant, reading
from klaxon.rules.uboot.crew.bell import change_watch, post_man, usual_post
from klaxon.rules.uboot.galley.meal import eat_meal, is_meal_time
from klaxon.rules.uboot.orders import giving, positions
from klaxon.rules.uboot.radio.enigma import garble_in_time
from klaxon.rules.uboot.radio.incoming import let_radio_happen, radio_due
from klaxon.rules.uboot.radio.outgoing import review_outgoing
from klaxon.rules.uboot.sea import motion, passing, seam
from klaxon.rules.uboot.sea.attack import tubes
from klaxon.rules.uboot.sea.attack.aiming import review_tdc
from klaxon.rules.uboot.sea.glass.open_views import lower_periscope, review_views, views_due
from klaxon.rules.uboot.sea.truth import NEVER
from klaxon.rules.uboot.smoking import end_break
from klaxon.rules.uboot.state import AT_SEA, RECORDS, OpenBoard, State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble import breach, faults, repairs, wear
from klaxon.rules.uboot.trouble.effects import depth_pace
from klaxon.rules.uboot.trouble.emergencies import clear_gas
from klaxon.rules.uboot.words import ROLES


class HappeningSource(NamedTuple):
    """One source of operations."""

    name: str
    due: Callable[[State], int | None]
    """The game time of its next operation."""
    happen: Callable[[Working, int], None]
    """Carry it out, for that game time."""
    made_of: tuple[str, ...] = ()
    """What of a state decides when it is due: while these are the same, it is not asked again."""
    waits: bool = False
    """Whether it waits for a pending order too, not only for a change of positions."""


class DueOperation(NamedTuple):
    """What a source brings next, and at which game time."""

    game: int
    happen: Callable[[Working, int], None]


class NextOperations(NamedTuple):
    """What comes next of the sources before the sea, and of those after it."""

    early: DueOperation | None
    late: DueOperation | None


_NOTHING_COMES = NextOperations(None, None)


# -- the sources, in the order of UBT-3.2h -------------------------------------------------------------------------


def _end_due(state: State) -> int:
    return state.mission.hours * HOUR


def _end_mission(work: Working, _game: int) -> None:
    """Time is up (UBT-3.1e)."""
    work.end("time")


def _depth_due(state: State) -> int | None:
    return motion.arrival(state.board.boat)


def _reach_depth(work: Working, _game: int) -> None:
    """The boat is at the depth it was bound for; at 0 it has surfaced (UBT-3.13f)."""
    board = work.board
    board.boat = motion.boat_at_target(board.boat)
    work.tell("depth", metres=board.boat.depth // 1000)
    if board.boat.surfaced:
        work.tell("surfaced")
        clear_gas(work)


def _effect_due(state: State) -> int | None:
    return next_end(state.board)


def _event_due(state: State) -> int | None:
    return state.lots.next_event or None


def _bell_due(state: State) -> int:
    return state.bell


def _strike_bell(work: Working, game: int) -> None:
    """The watch changes; then the meal is eaten where it is time for it (UBT-3.17k)."""
    change_watch(work, game)
    if work.board.outcome is None and is_meal_time(work.board.briefing.date, game):
        eat_meal(work)


EARLY_SOURCES = (
    HappeningSource("end", _end_due, _end_mission),
    HappeningSource("breach", breach.due, breach.run_timer, ("board.trouble.breaches",)),
)
"""What comes before the sea, whatever goes on aboard."""
LATER_SOURCES = (
    HappeningSource("depth", _depth_due, _reach_depth, ("board.boat",)),
    HappeningSource("views", views_due, lower_periscope, ("board.boat", "board.glass")),
    HappeningSource("tubes", tubes.tubes_due, tubes.finish_tubes, ("board.arms",)),
    HappeningSource("wear", wear.due, wear.wear_on, ("chance",)),
    HappeningSource("worsening", faults.due, faults.worsen_next, ("board.faults", "board.repairs")),
    HappeningSource("repairs", repairs.due, repairs.finish, ("board.repairs",)),
    HappeningSource("radio", radio_due, let_radio_happen, ("signals", "board.radio")),
    HappeningSource("effect", _effect_due, end_in_time, ("board.cards",)),
    HappeningSource("event", _event_due, draw_event, ("lots",)),
    HappeningSource("bell", _bell_due, _strike_bell, ("bell",), waits=True),
)
"""What comes after the sea; all of it waits for a change of positions."""
_UNHELD = {
    "positions": (),
    "order": tuple(source for source in LATER_SOURCES if not source.waits),
    "nothing": LATER_SOURCES,
}
"""What goes on aboard -> the later sources that do not wait for it."""
_deciding: Callable[[State], tuple[Any, ...]] = attrgetter(
    *dict.fromkeys(name for source in EARLY_SOURCES + LATER_SOURCES for name in source.made_of)
)
"""Returns all that decides when the sources are due, but for the clock."""
LOOK = 2_000
"""While something moves at sea time stops at least so often (table milliseconds) to look whether it brings anything."""


_SETTLED = "settled"
"""What a review looked at that had nothing to do: the next one of the same has nothing to do either."""
_reviewed_records: Callable[[OpenBoard], tuple[Any, ...]] = attrgetter(
    *[name for name in RECORDS if name not in ("clock", "serial", "order", "morale")]
)


def review(work: Working, game: int) -> None:
    """Look after something happened at what depends on it: the pending order, repairs, the boat's way, wear."""
    board = work.board
    if board.outcome is not None or board.phase != AT_SEA:
        return
    looked_at = _lasting(work)
    if looked_at is not None and board.known.get(_SETTLED) == (looked_at, None):
        return
    review_views(work, game)
    review_tdc(work)
    tubes.review_tubes(work)
    giving.settle(work)
    repairs.review(work, game)
    if board.boat.legs:
        pace = depth_pace(board, board.boat.target)
        if pace != board.boat.pace:
            board.boat = motion.bound_for(board.boat, board.boat.target, game, pace)
    seam.review_aboard(work, game)
    wear.review(work, game)
    review_outgoing(work, game)
    if looked_at is not None and looked_at == _lasting(work):
        board.known[_SETTLED] = looked_at, None


def _lasting(work: Working) -> tuple[Any, ...] | None:
    """Return all that a review looks at, sea and records; None while it looks at something that time alone changes."""
    board = work.board
    if board.pending is not None or board.glass or board.boat.legs:
        return None
    return (work.state.sea, *_reviewed_records(board))


# -- time ----------------------------------------------------------------------------------------------------------


def due(state: State) -> Ms | None:
    """Return the next moment at which time alone brings something, or at which the sea has to be looked at.

    A table asks several times, to set its timer and to let time pass: the answer is kept with the state, and whether
    it is no more than a look.
    """
    if "due" not in state.views:
        state.views["due"] = _find_due(state)
    moment: Ms | None = state.views["due"]
    return moment


def _find_due(state: State) -> Ms | None:
    board = state.board
    moments = [moment for moment, _ in _answers(board)]
    state.views["look"] = False
    if board.phase == AT_SEA:
        operations = _next_operations(state)
        games = [operation.game for operation in operations if operation is not None]
        first = instant(board.clock, min(games)) if games else None
        if first is not None:
            moments.append(first)
        look = _next_look(state) if board.positions is None else None
        if look is not None:
            news = seam.news_due(state, reading(board.clock, min([look, *moments])))
            comes = instant(board.clock, news) if news is not None else None
            state.views["look"] = comes is None and look < min(moments, default=look + 1)
            moments.append(look if comes is None else comes)
    return Ms(min(moments)) if moments else None


def _next_look(state: State) -> int | None:
    """Return the moment at which the sea is looked at next: a whole number of looks, with an instant of it before."""
    clock = state.board.clock
    last = max(clock.at, state.now // LOOK * LOOK)
    game = passing.next_instant(state, reading(clock, last))
    moment = instant(clock, game) if game is not None else None
    return None if moment is None else max(state.now // LOOK + 1, -(-moment // LOOK)) * LOOK


def pass_time(state: State, until: Ms) -> Step:
    """Let time pass, to the first instant at which it brings something."""
    while until > state.now:
        moment = due(state)
        if moment is None or moment > until:
            silent = state.copy(until)
            silent.views |= {"due": moment, "look": state.views["look"]}  # nothing comes until then, whoever asks when
            return Step(silent, ())
        if state.views["look"]:
            state = state.copy(moment)
            continue
        work = Working(state, moment)
        state = work.state if bring_due(work) else state.copy(moment)
        if work.events:
            return work.finish()
    return Step(state, ())


def _next_operations(state: State) -> NextOperations:
    board = state.board
    if board.phase != AT_SEA:
        return _NOTHING_COMES
    held = "positions" if board.positions is not None else "order" if board.pending is not None else "nothing"
    decided_by = (*_deciding(state), board.clock if board.trouble.breaches else None)  # whose timer is of the table
    return board.keep(
        f"comes next, held by {held}",
        decided_by,
        lambda _: NextOperations(_first(state, EARLY_SOURCES), _first(state, _UNHELD[held])),
    )


def _first(state: State, sources: tuple[HappeningSource, ...]) -> DueOperation | None:
    """Return what comes first of some sources; at one game time that of the first source."""
    first, found = NEVER, None
    for source in sources:
        game = source.due(state)
        if game is not None and game < first:
            first, found = game, source
    return DueOperation(first, found.happen) if found is not None else None


def bring_due(work: Working) -> bool:
    """Let everything happen that is due now: by game time, at one game time by the order of UBT-3.2h.

    Return whether anything did.
    """
    comes = False
    while work.board.outcome is None:
        happening = _next(work)
        if happening is not None:
            game, happen = happening
            seam.catch_up(work, game)
            happen(work, game)
            review(work, game)
        elif not _answer_one(work):
            work.pace("pending")
            break
        comes = True
    return comes


def _next(work: Working) -> DueOperation | None:
    """Return the operation that comes next of those due by now."""
    if work.board.phase != AT_SEA:
        return None
    state, limit = work.state, work.game
    early, late = _next_operations(state)
    if work.board.positions is None:
        until = limit
        if early is not None and early.game <= until:
            until = early.game - 1
        if late is not None and late.game < until:
            until = late.game
        news = seam.news_due(state, until)
        if news is not None:
            return DueOperation(news, seam.bring_news)
    if early is not None and early.game <= limit and (late is None or early.game <= late.game):
        return early
    return late if late is not None and late.game <= limit else None


def _answers(board: OpenBoard) -> Iterator[tuple[int, Callable[[Working], None]]]:
    """Yield what ends at a moment of table time: prompts that the rule answers (UBT-12.14c), the smoking break."""
    if board.provisions.smoking.ends and not board.provisions.smoking.is_over:
        yield board.provisions.smoking.ends, end_break
    if board.pending is not None and board.pending.due:
        yield board.pending.due, lambda work: giving.lapse(work, "patience")
    if board.positions is not None and board.positions.due:
        yield board.positions.due, _all_ready
    for post in board.posts:
        if post.due:
            yield post.due, partial(_post_as_usual, figure=post.figure)
    for asked in board.radio.asked:
        if asked.due:
            yield asked.due, partial(garble_in_time, asked=asked)
    for choice in board.cards.choices:
        if choice.due:
            yield choice.due, partial(answer_by_rule, choice=choice)


def _post_as_usual(work: Working, figure: int) -> None:
    post_man(work, figure, usual_post(work.state, figure))


def _all_ready(work: Working) -> None:
    """Take every role that says nothing as ready (UBT-3.4l)."""
    for role in ROLES:
        change = work.board.positions
        if change is not None and change.numbers[ROLES.index(role)]:
            positions.say_ready(work, role)


def _answer_one(work: Working) -> bool:
    """Answer the first prompt whose time is up; return whether there was one."""
    for moment, answer in _answers(work.board):
        if moment <= work.now:
            answer(work)
            review(work, work.game)
            return True
    return False
