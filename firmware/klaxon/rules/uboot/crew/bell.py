"""The watch change: one function for each of its steps, in their strict order (UBT-3.6)."""

from __future__ import annotations

from klaxon.rules.uboot.cards.decks import discard_maladies
from klaxon.rules.uboot.cards.effects import end_at_bell
from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, time_of_day
from klaxon.rules.uboot.crew.damage import has_hazards, hurt_in_rooms
from klaxon.rules.uboot.crew.losses import leave_boat
from klaxon.rules.uboot.crew.men import CREW, WATCH, CrewMan, Malady
from klaxon.rules.uboot.crew.tasks import drop_task, lookouts, note_lookouts
from klaxon.rules.uboot.orders import tracks
from klaxon.rules.uboot.orders.ways import standing_rooms
from klaxon.rules.uboot.records import NOWHERE, Post, RepairJob
from klaxon.rules.uboot.sea.glass.open_views import close_all_views
from klaxon.rules.uboot.smoking import allow_break
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.joining import forget_joining
from klaxon.rules.uboot.trouble.repairs import pause
from klaxon.rules.uboot.trouble.tools import REPAIR
from klaxon.rules.uboot.words import FIGURES, INSIDE


def change_watch(work: Working, game: int) -> None:
    """Strike the bell of a game time and change the watch."""
    work.state.bell = game + WATCH_HOURS * HOUR
    before = len(lookouts(work.board))
    work.tell("bell", time=time_of_day(work.board.briefing.date, game))
    _recover_orders(work)
    _hurt_ending_shift(work)
    if work.board.outcome is not None:
        return
    forget_joining(work)
    relieved = [*_hand_over_repairs(work, game), *_hand_over_watch(work)]
    _recover_men(work, relieved)
    work.board.shift = 3 - work.board.shift
    allow_break(work)
    work.tell("watch-changed", shift=work.board.shift)
    _place_figures(work)
    note_lookouts(work, before)
    close_all_views(work)
    end_at_bell(work)


def _recover_orders(work: Working) -> None:
    """First: the order track rises by the number of the captain's level (UBT-3.6b)."""
    level = work.board.setting.level("captain")
    tracks.change_orders(work, work.state.box.difficulty["captain"][level]["order_recovery"], "bell")


def _hurt_ending_shift(work: Working) -> None:
    """Second: damage to the men of the ending shift who stand in rooms with hazards (UBT-3.6c)."""
    board = work.board
    if has_hazards(board):
        hurt_in_rooms(work, {room: board.men_in(room) for room in INSIDE})


def _can_take_over(work: Working, figure: int, symbol: str, extra: int) -> bool:
    """Return whether the relief can take a task over: alive, not barred, and with the slots (UBT-3.6d, e, f)."""
    relief = work.relief(figure)
    return not relief.dead and not relief.barred_by(symbol) and relief.free > extra


def _extra(work: Working, figure: int, symbol: str) -> int:
    """Return the ACT that the relief takes beside the token: one where he has not the symbol (UBT-3.6f)."""
    symbols = work.board.handbook.symbols[(2 - work.board.shift) * CREW + figure]
    return int(symbol not in symbols)


def _hand_over(work: Working, figure: int, extra: int) -> None:
    """Pass a task token to the relief."""
    man, relief = work.board.man(figure), work.relief(figure)
    work.put_man(figure, man._replace(task=""))
    work.put_man(figure, relief._replace(task=man.task, act=relief.act + extra), relief=True)
    task = "watch" if man.task == WATCH else "fault"
    work.tell("handed-over", man=FIGURES[figure], relief=work.relief_name(figure), task=task, extra=extra)


def _hand_over_repairs(work: Working, game: int) -> list[int]:
    """Third: a repair goes on if the reliefs who can take over reach its number, else it pauses (UBT-3.6d)."""
    passed: list[int] = []
    for repair in [repair for repair in work.board.repairs if repair.running]:
        extras = _extras(work, repair)
        able = [figure for figure in repair.men if _can_take_over(work, figure, REPAIR, extras[figure])]
        if len(able) < repair.least:
            pause(work, repair, game, drop=True)
            continue
        for figure in repair.men:
            if figure in able:
                _hand_over(work, figure, extras[figure])
                passed.append(figure)
            else:
                drop_task(work, figure, "relieved")
    return passed


def _extras(work: Working, repair: RepairJob) -> dict[int, int]:
    """Return the ACT that the relief of each man takes beside his token; blueprints spare it (UBT-3.12m)."""
    found, left = {}, repair.spared
    for figure in repair.men:
        extra = _extra(work, figure, REPAIR)
        found[figure] = 0 if left else extra
        left -= left > 0 and extra
    return found


def _hand_over_watch(work: Working) -> list[int]:
    """Fourth: a WATCH token passes to the relief if he can take it, otherwise it is discarded (UBT-3.6e)."""
    passed: list[int] = []
    for figure in lookouts(work.board):
        extra = _extra(work, figure, WATCH)
        if _can_take_over(work, figure, WATCH, extra):
            _hand_over(work, figure, extra)
            passed.append(figure)
        else:
            drop_task(work, figure, "relieved")
    return passed


def _recover_men(work: Working, relieved: list[int]) -> None:
    """Let the ending shift take off a token of a treated card, else one ACT unless it handed over (UBT-3.6g to j)."""
    for figure in range(CREW):
        man = work.board.man(figure)
        if man.dead or not (man.act or man.maladies):
            continue
        eased, token, card = man.ease()
        if not token and man.act and figure not in relieved:
            eased, token = man._replace(act=man.act - 1), "act"
        if token:
            _tell_recovered(work, figure, eased, token, card)


def _tell_recovered(work: Working, figure: int, man: CrewMan, token: str, card: Malady | None) -> None:
    work.put_man(figure, man)
    work.tell("recovered", man=FIGURES[figure], token=token)
    if card:
        discard_maladies(work, [card])
        work.tell("cured", man=FIGURES[figure], card=card.card)


def _place_figures(work: Working) -> None:
    """Sixth: the figure of a dead man leaves the boat; that of a living one comes back by `post` (UBT-3.6l)."""
    board = work.board
    asked = {post.figure: post for post in board.posts}
    for figure in range(CREW):
        if board.man(figure).dead:
            leave_boat(work, figure)
            asked.pop(figure, None)
        elif board.at[figure] == NOWHERE and figure not in asked and standing_rooms(board):
            asked[figure] = Post(figure, work.numbers(1), work.patience_ends())
    board.posts = tuple(asked[figure] for figure in sorted(asked))


def usual_post(state: State, figure: int) -> int:
    """Return where a relief stands whose owner says nothing: where the figure last stood, else the lowest room."""
    rooms = standing_rooms(state.board)
    return state.last[figure] if state.last[figure] in rooms else rooms[0]


def post_man(work: Working, figure: int, room: int) -> None:
    """Put a relief into the room that his owner named."""
    board = work.board
    board.posts = tuple(post for post in board.posts if post.figure != figure)
    work.put_figure(figure, room)
    if board.positions is not None:  # he goes on from there, if he goes at all
        start = board.positions.start
        board.positions = board.positions._replace(start=(*start[:figure], room, *start[figure + 1 :]))
    work.tell("posted", man=FIGURES[figure], room=room)
