"""What each verb of U-BOOT does. Every order that comes here is legal: `walks.settle` has judged it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.uboot import happenings
from klaxon.rules.uboot.cards.choices import answer, asked_choice
from klaxon.rules.uboot.cards.resolving import resolve_cards
from klaxon.rules.uboot.crew.bell import post_man
from klaxon.rules.uboot.crew.tasks import end_task, join_watch, lookouts, note_lookouts
from klaxon.rules.uboot.galley import cooking
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.orders import giving, positions
from klaxon.rules.uboot.orders.arms import usual_type
from klaxon.rules.uboot.patrol.objectives import begin_patrol
from klaxon.rules.uboot.patrol.returning import RETURN
from klaxon.rules.uboot.patrol.scoring import RETURNED
from klaxon.rules.uboot.radio.enigma import set_key
from klaxon.rules.uboot.radio.incoming import expect_messages
from klaxon.rules.uboot.sea import seam
from klaxon.rules.uboot.sea.attack.aiming import lay
from klaxon.rules.uboot.sea.glass.identifying import identify
from klaxon.rules.uboot.sea.glass.open_views import close_view
from klaxon.rules.uboot.sickbay import treating
from klaxon.rules.uboot.sickbay.medicines import open_kit
from klaxon.rules.uboot.smoking import smoke
from klaxon.rules.uboot.state import AT_SEA
from klaxon.rules.uboot.step import ROLE, Working
from klaxon.rules.uboot.trouble.breach import answer_puzzle
from klaxon.rules.uboot.trouble.joining import join_repair
from klaxon.rules.uboot.trouble.tools import play_card
from klaxon.rules.uboot.verbs.arguments import figure_of, target_of
from klaxon.rules.uboot.verbs.arms_arguments import aim_data
from klaxon.rules.uboot.words import FIGURES

Args = tuple[Token, ...]


def carry_out(work: Working, order: Order) -> None:
    """Carry out a legal order, and what comes of it at once."""
    if work.board.phase == AT_SEA:
        seam.catch_up(work, work.game)
    _VERBS[order.verb](work, ROLE[order.seat], order)
    happenings.review(work, work.game)
    happenings.bring_due(work)


def _words(order: Order) -> tuple[str, ...]:
    return tuple(str(token) for token in order.args)


def _stow(work: Working, _role: str, order: Order) -> None:
    """Lay a device into a room; with one that lies there already it changes places (UBT-12.14)."""
    token, number = _words(order)
    here = next(place for place, room in enumerate(work.board.rooms, start=1) if token in room.devices)
    there = int(number)
    mine, other = work.board.room(here), work.board.room(there)
    if here != there:
        work.put_room(here, mine._replace(devices=other.devices))
        work.put_room(there, other._replace(devices=(token,)))


def _pack(work: Working, _role: str, order: Order) -> None:
    """Put one of the engineer's cards into a toolbox (UBT-3.20c)."""
    card, toolbox = _words(order)
    stores = work.board.stores
    a, b = (tuple(each for each in cards if each != card) for cards in (stores.box_a, stores.box_b))
    work.board.stores = stores._replace(
        box_a=(*a, card) if toolbox == "a" else a, box_b=(*b, card) if toolbox == "b" else b
    )


def _begin(work: Working, _role: str, _order: Order) -> None:
    """End the set-up; from now on the clock runs (UBT-3.1k)."""
    work.board.phase = AT_SEA
    work.pace("order")
    briefing = work.board.briefing
    work.tell("begun", mission=briefing.id, cell=briefing.start, date=briefing.date)
    begin_patrol(work)
    seam.begin(work)
    expect_messages(work)


def _announce(work: Working, _role: str, order: Order) -> None:
    giving.announce(work, order.verb, _words(order))
    work.pace("pending")


def _change_positions(work: Working, _role: str, order: Order) -> None:
    purpose = order.argument("for") or ""
    giving.pay_for(work, order.verb, (purpose,) if purpose else (), [])
    if work.board.setting.cards == "at-once":
        resolve_cards(work)
    if work.board.outcome is None:
        positions.begin_change(work, purpose)
    work.pace("pending")


def _belay(work: Working, _role: str, _order: Order) -> None:
    giving.lapse(work, "belayed")


def _return_to_base(work: Working, _role: str, _order: Order) -> None:
    """End the mission: the rest of the way is not played (UBT-3.1g)."""
    work.end(RETURNED)


def _close(work: Working, _role: str, order: Order) -> None:
    close_view(work, _words(order)[0])


def _identify(work: Working, _role: str, order: Order) -> None:
    identify(work, _words(order)[0])


def _reload(work: Working, _role: str, order: Order) -> None:
    """Announce the loading of a tube, with a torpedo of the type that is named, or of that there is most of."""
    tube = str(order.args[0])
    giving.announce(work, order.verb, (tube, order.argument("type") or usual_type(work.board, int(tube))))
    work.pace("pending")


def _aim(work: Working, _role: str, order: Order) -> None:
    lay(work, aim_data(work.board, order))


def _time(work: Working, _role: str, order: Order) -> None:
    work.set_mode(_words(order)[0], "order")


def _assign(work: Working, role: str, order: Order) -> None:
    shapes = _words(order)
    if not shapes:
        giving.assign(work, role, None)
    else:
        giving.assign(work, role, tuple(figure_of(role, shape) for shape in shapes if shape != "none"))


def _done(work: Working, _role: str, _order: Order) -> None:
    giving.carry_out(work)


def _move(work: Working, role: str, order: Order) -> None:
    words = _words(order)
    moves = [(figure_of(role, shape), *target_of(to)) for shape, to in zip(words[::2], words[1::2], strict=True)]
    positions.move(work, role, moves)


def _ready(work: Working, role: str, _order: Order) -> None:
    positions.say_ready(work, role)


def _join(work: Working, role: str, order: Order) -> None:
    task, *shapes = _words(order)
    figures = [figure_of(role, shape) for shape in shapes]
    if task == "watch":
        join_watch(work, figures)
    else:
        join_repair(work, role, task, figures)


def _break_off(work: Working, role: str, order: Order) -> None:
    before = len(lookouts(work.board))
    for shape in _words(order):
        end_task(work, figure_of(role, shape), "broke-off")
    note_lookouts(work, before)


def _post(work: Working, role: str, order: Order) -> None:
    shape, room = _words(order)
    post_man(work, figure_of(role, shape), int(room))


def _choose(work: Working, role: str, order: Order) -> None:
    choice = asked_choice(work.board, role, order.answers)
    if choice is not None:
        answer(work, choice, _words(order))


def _swap(work: Working, _role: str, order: Order) -> None:
    one, other = _words(order)
    cooking.swap(work, int(one), int(other))


def _replace(work: Working, _role: str, order: Order) -> None:
    cooking.replace(work, int(_words(order)[0]))


def _dish(work: Working, _role: str, order: Order) -> None:
    cells = tuple(token for token in order.args if isinstance(token, str))
    cooking.choose_dish(work, cells, order.argument("lemon") or "")


def _treat(work: Working, _role: str, order: Order) -> None:
    treating.treat(work, _words(order))


def _kit(work: Working, _role: str, _order: Order) -> None:
    open_kit(work)


def _key(work: Working, _role: str, order: Order) -> None:
    set_key(work, *_words(order))


def _smoke(work: Working, role: str, order: Order) -> None:
    smoke(work, role, [FIGURES.index(name) for name in _words(order)])


def _card(work: Working, _role: str, order: Order) -> None:
    play_card(work, _words(order)[0])


def _puzzle(work: Working, _role: str, order: Order) -> None:
    """Answer the puzzle of the prompt, else the one whose time is up first (UBT-3.15d)."""
    asked = [breach for breach in work.board.trouble.breaches if breach.number]
    number = min(asked, key=lambda breach: (f"puzzle-{breach.number}" != order.answers, breach.due)).number
    answer_puzzle(work, _words(order), number)


_VERBS: Mapping[str, Callable[[Working, str, Order], None]] = {
    "stow": _stow,
    "pack": _pack,
    "begin": _begin,
    **dict.fromkeys(PLAYED, _announce),
    "change_positions": _change_positions,
    "reload": _reload,
    "aim": _aim,
    "belay": _belay,
    RETURN: _return_to_base,
    "close": _close,
    "identify": _identify,
    "time": _time,
    "assign": _assign,
    "done": _done,
    "move": _move,
    "ready": _ready,
    "join": _join,
    "break_off": _break_off,
    "post": _post,
    "choose": _choose,
    "card": _card,
    "puzzle": _puzzle,
    "swap": _swap,
    "replace": _replace,
    "dish": _dish,
    "treat": _treat,
    "kit": _kit,
    "key": _key,
    "smoke": _smoke,
}
