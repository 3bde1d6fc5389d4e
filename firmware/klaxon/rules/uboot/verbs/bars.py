"""Why a role cannot use a verb now: the first reason of UBT-12.15b, from the open board alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.cards.choices import asked_choice
from klaxon.rules.uboot.cards.effects import commander
from klaxon.rules.uboot.crew.manning import bar_man
from klaxon.rules.uboot.crew.men import figures_of
from klaxon.rules.uboot.crew.tasks import bar_join, lookouts
from klaxon.rules.uboot.galley.cooking import bar_change, bar_dish
from klaxon.rules.uboot.orders.conditions import bar_busy, bar_course, bar_order
from klaxon.rules.uboot.orders.giving import is_enough, row_of
from klaxon.rules.uboot.orders.naming import bar_naming, men_who_fit
from klaxon.rules.uboot.orders.positions import left_to_move
from klaxon.rules.uboot.patrol.returning import RETURN, bar_return
from klaxon.rules.uboot.sea.attack.aiming import AIM, bar_aim
from klaxon.rules.uboot.sea.glass.identifying import IDENTIFY, bar_identify
from klaxon.rules.uboot.sea.glass.open_views import CLOSE, bar_close
from klaxon.rules.uboot.sickbay.treating import bar_treat
from klaxon.rules.uboot.smoking import bar_smoking
from klaxon.rules.uboot.state import AT_SEA, OVER, SETUP, OpenBoard
from klaxon.rules.uboot.trouble.joining import bar_helper, bar_repair
from klaxon.rules.uboot.trouble.tools import bar_card, bar_cards, held_cards, help_of
from klaxon.rules.uboot.words import ROLES

_BEGUN = {verb: Refusal("begun", {"verb": verb}) for verb in ("stow", "pack", "begin")}
_NOTHING_PENDING = {verb: Refusal("nothing-pending", {"verb": verb}) for verb in ("belay", "assign", "done")}
_NOT_NOW = {verb: Refusal("not-now", {"verb": verb}) for verb in ("move", "ready")}
_NO_WATCH = Refusal("no-watch")
_NO_TASK = Refusal("no-task", {"verb": "break_off"})
_NOT_DUE = {verb: Refusal("not-due", {"verb": verb}) for verb in ("post", "choose", "key")}


def bar_verb(board: OpenBoard, role: str, verb: str) -> Refusal | None:
    """Return why a role cannot use a verb now, None if it can."""
    if verb in board.handbook.orders or verb in ("belay", AIM, RETURN):
        refusal = bar_course(board, verb) or bar_relieved(board, role)
        if refusal is not None:
            return refusal
    if verb in board.handbook.orders:
        return bar_order(board, verb)
    if verb in _AT_SET_UP:
        if board.phase == OVER:
            return Refusal("game-over", {"verb": verb})
        return _AT_SET_UP[verb](board) if board.phase == SETUP else _BEGUN[verb]
    if board.phase != AT_SEA:
        return bar_course(board, verb)
    return _AT_SEA[verb](board, role)


def bar_relieved(board: OpenBoard, role: str) -> Refusal | None:
    """Return that another gives the captain's orders: the first officer, while the captain is relieved (UBT-5#40)."""
    by = commander(board)
    return Refusal("relieved", {"by": by}) if role != by else None


def _bar_stow(board: OpenBoard) -> Refusal | None:
    return None if any(room.devices for room in board.rooms) else Refusal("not-now", {"verb": "stow"})


def _bar_pack(board: OpenBoard) -> Refusal | None:
    stores = board.stores
    return None if stores.box_a or stores.box_b else Refusal("no-card", {"card": ""})


def _bar_begin(board: OpenBoard) -> Refusal | None:
    """Refuse to begin while the engineer's cards are split unevenly (UBT-3.20c)."""
    a, b = len(board.stores.box_a), len(board.stores.box_b)
    return Refusal("uneven", {"a": a, "b": b}) if abs(a - b) > (a + b) % 2 else None


_AT_SET_UP: Mapping[str, Callable[[OpenBoard], Refusal | None]] = {
    "stow": _bar_stow,
    "pack": _bar_pack,
    "begin": _bar_begin,
}


def _bar_belay(board: OpenBoard, _role: str) -> Refusal | None:
    return None if board.pending else _NOTHING_PENDING["belay"]


def _bar_time(_board: OpenBoard, _role: str) -> Refusal | None:
    return None


def _bar_assign(board: OpenBoard, role: str) -> Refusal | None:
    """Owners may always say whom they name, even nobody; helpers while a place is free for a man of theirs."""
    pending = board.pending
    if pending is None:
        return _NOTHING_PENDING["assign"]
    row = row_of(board, pending)
    own = figures_of(role)
    if role in row.owners or any(figure in own for figure in pending.named) or men_who_fit(board, pending, role, ()):
        return None
    able = (figure for figure in own if bar_man(board, row, figure, pending.places) is None)
    return bar_naming(board, pending, next(able, own[0]))


def _bar_done(board: OpenBoard, role: str) -> Refusal | None:
    pending = board.pending
    row = row_of(board, pending) if pending else None
    if pending is None or row is None or row.ends != "done" or role not in row.owners:
        return _NOTHING_PENDING["done"]
    if not is_enough(board, pending):
        return Refusal("too-few-men", {"need": pending.least, "have": len(pending.named) + help_of(board, pending)})
    return None


def _bar_move(board: OpenBoard, role: str) -> Refusal | None:
    if board.positions is None or not left_to_move(board, board.positions, role):
        return _NOT_NOW["move"]
    return None


def _bar_ready(board: OpenBoard, role: str) -> Refusal | None:
    if board.positions is None or not board.positions.numbers[ROLES.index(role)]:
        return _NOT_NOW["ready"]
    return None


def _bar_join(board: OpenBoard, role: str) -> Refusal | None:
    """Joining is no order: only a change of positions holds it up, for nobody has arrived yet (UBT-3.3p)."""
    if board.positions is not None and (lookouts(board) or _paused(board)):
        return bar_busy(board)
    refusals = [bar_task(board, role, task) for task in ("watch", *_paused(board))]
    return refusals[-1] if all(refusals) else None


def _paused(board: OpenBoard) -> list[str]:
    return [job.device for job in board.repairs if not job.running]


def bar_task(board: OpenBoard, role: str, task: str) -> Refusal | None:
    """Return why no man of a role can join the watch, or the repair of a device."""
    if task == "watch":
        refusals = [bar_join(board, figure, 0) for figure in figures_of(role)] if lookouts(board) else [_NO_WATCH]
    else:
        refusals = [bar_repair(board, task) or bar_helper(board, task, figure, 0) for figure in figures_of(role)]
    return refusals[0] if all(refusals) else None


def _bar_card(board: OpenBoard, _role: str) -> Refusal | None:
    """Return why no card can be played: no repair waits for one, or none of those held serves it."""
    pending = board.pending
    refusal = bar_cards(board, pending)
    if refusal is not None or pending is None:
        return refusal
    refusals = [bar_card(board, pending, card) for card in held_cards(board)] or [Refusal("no-card", {"card": ""})]
    return refusals[0] if all(refusals) else None


def _bar_puzzle(board: OpenBoard, _role: str) -> Refusal | None:
    return None if any(breach.number for breach in board.trouble.breaches) else Refusal("not-due", {"verb": "puzzle"})


def _bar_break_off(board: OpenBoard, role: str) -> Refusal | None:
    if any(board.man(figure).task for figure in figures_of(role)):
        return None
    return _NO_TASK


def _bar_post(board: OpenBoard, role: str) -> Refusal | None:
    asked = any(post.figure in figures_of(role) for post in board.posts)
    return None if asked else _NOT_DUE["post"]


def _bar_choose(board: OpenBoard, role: str) -> Refusal | None:
    return None if asked_choice(board, role) else _NOT_DUE["choose"]


def _bar_kit(board: OpenBoard, _role: str) -> Refusal | None:
    return None if board.provisions.kits else Refusal("no-kit")


def _bar_key(board: OpenBoard, _role: str) -> Refusal | None:
    return None if board.radio.asked else _NOT_DUE["key"]


_AT_SEA: Mapping[str, Callable[[OpenBoard, str], Refusal | None]] = {
    "belay": _bar_belay,
    CLOSE: bar_close,
    IDENTIFY: bar_identify,
    AIM: bar_aim,
    RETURN: lambda board, _role: bar_busy(board) or bar_return(board),
    "time": _bar_time,
    "assign": _bar_assign,
    "done": _bar_done,
    "move": _bar_move,
    "ready": _bar_ready,
    "join": _bar_join,
    "break_off": _bar_break_off,
    "post": _bar_post,
    "choose": _bar_choose,
    "card": _bar_card,
    "puzzle": _bar_puzzle,
    "swap": lambda board, _role: bar_change(board, "swap"),
    "replace": lambda board, _role: bar_change(board, "replace"),
    "dish": lambda board, _role: bar_dish(board, "dish"),
    "treat": lambda board, _role: bar_treat(board),
    "kit": _bar_kit,
    "key": _bar_key,
    "smoke": bar_smoking,
}
