"""The arguments of each verb, one function a verb, from the view alone. Why a token is refused: see reasons.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klaxon.rules.contract import Field, Order
from klaxon.rules.domains import Domain, Keyed, OneOf, Span, Token
from klaxon.rules.uboot.cards.choices import asked_choice, needs_more, next_words
from klaxon.rules.uboot.crew.men import WATCH, figures_of
from klaxon.rules.uboot.crew.tasks import bar_join, can_join_watch
from klaxon.rules.uboot.orders.conditions import bar_time
from klaxon.rules.uboot.orders.giving import own_cheapest
from klaxon.rules.uboot.orders.naming import men_who_fit
from klaxon.rules.uboot.orders.positions import left_to_move, loads, price, with_load
from klaxon.rules.uboot.orders.ways import standing_rooms, ways_from
from klaxon.rules.uboot.records import Positions
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.joining import bar_helper, open_repairs
from klaxon.rules.uboot.verbs.arms_arguments import ARMS_FIELDS
from klaxon.rules.uboot.verbs.galley_arguments import GALLEY_FIELDS
from klaxon.rules.uboot.verbs.glass_arguments import GLASS_FIELDS
from klaxon.rules.uboot.verbs.gun_arguments import GUN_FIELDS
from klaxon.rules.uboot.verbs.radio_arguments import RADIO_FIELDS
from klaxon.rules.uboot.verbs.trouble_arguments import TROUBLE_FIELDS
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import INSIDE, MODES, ROLES, SETTINGS, SHAPES

Args = tuple[Token, ...]


def figure_of(role: str, shape: str) -> int:
    """Return the figure of a role by its shape."""
    return 4 * ROLES.index(role) + SHAPES.index(shape)


def target_of(word: str) -> tuple[int, str]:
    """Return the room and the token of a TO: `3`, or `3+pump`."""
    room, _, token = word.partition("+")
    return int(room), token


def shapes_of(figures: Iterable[int]) -> tuple[Token, ...]:
    """Return the shapes of some figures."""
    return tuple(SHAPES[figure % 4] for figure in figures)


def chosen_figures(role: str, args: Args) -> tuple[int, ...]:
    """Return the figures that a draft has named so far."""
    return tuple(figure_of(role, str(shape)) for shape in args)


def field(view: View, draft: Order) -> Field | None:
    """Return the next argument of a draft. A view keeps its answers: who asks for a menu mostly orders from it."""
    if draft.verb == "choose":
        return _choose(view, draft)
    asked = _FIELDS.get(draft.verb)
    if asked is None:
        return None
    key = (draft.verb, draft.args)
    if key not in view.fields:
        view.fields[key] = asked(view, draft.args)
    return view.fields[key]


def _once(name: str, domain: Domain) -> Callable[[View, Args], Field | None]:
    """Return the field of a verb that has one argument, always of one domain."""
    only = Field(name, domain)
    return lambda _view, args: None if args else only


def _stow(view: View, args: Args) -> Field | None:
    """Return a device that is aboard, then a room for it that is not flooded."""
    rooms = view.board.rooms
    if not args:
        return Field("token", OneOf(tuple(token for room in rooms for token in room.devices)))
    dry = tuple(str(number) for number in INSIDE if not rooms[number - 1].flooded)
    return Field("room", OneOf(dry)) if len(args) == 1 else None


def _pack(view: View, args: Args) -> Field | None:
    if len(args) == 2:
        return None
    stores = view.board.stores
    return Field("toolbox", OneOf(("a", "b"))) if args else Field("card", OneOf((*stores.box_a, *stores.box_b)))


def _change_positions(view: View, args: Args) -> Field | None:
    if args:
        return None
    orders = tuple(order for order in view.board.handbook.orders if order != "change_positions")
    return Field("for", Keyed("for", OneOf(orders)), optional=True)


def _time(view: View, args: Args) -> Field | None:
    board = view.board
    return None if args else board.keep("modes", (board.trouble.breaches, board.waters), _find_modes)


def _find_modes(board: OpenBoard) -> Field:
    return Field("mode", OneOf(tuple(mode for mode in MODES if not bar_time(board, mode))))


def _assign(view: View, args: Args) -> Field | None:
    """Return the next man; before the first also `none`, and nothing at all for the cheapest of one's own."""
    board, role, pending = view.board, view.role, view.board.pending
    if pending is None or args == ("none",):
        return None
    values = shapes_of(men_who_fit(board, pending, role, chosen_figures(role, args)))
    if args:
        return Field("man", OneOf(values), optional=True) if values else None
    return Field("man", OneOf((*values, "none")), optional=bool(own_cheapest(board, pending, role)))


def sent_so_far(view: View, args: Args) -> Positions | None:
    """Return the change of positions after the men that a draft has sent off."""
    positions = view.board.positions
    if positions is not None:
        for shape, to in zip(args[::2], args[1::2], strict=False):
            positions = with_load(positions, figure_of(view.role, str(shape)), target_of(str(to))[1])
    return positions


def _move(view: View, args: Args) -> Field | None:
    """Return the next man, or where the last one goes: a room, or a room and what he carries there."""
    positions = sent_so_far(view, args)
    if positions is None:
        return None
    if len(args) % 2:
        return Field("room", OneOf(_targets(view.board, positions, figure_of(view.role, str(args[-1])))))
    left = [shape for shape in shapes_of(left_to_move(view.board, positions, view.role)) if shape not in args[::2]]
    return Field("man", OneOf(tuple(left)), optional=bool(args)) if left else None


def _targets(board: OpenBoard, positions: Positions, figure: int) -> tuple[Token, ...]:
    """Return where a man can go, and with what: the same that `bar_move` and `bar_load` judge one by one."""
    found: list[Token] = []
    free = board.man(figure).free
    for room, way in ways_from(board, positions.start[figure]).items():
        if price(board, figure, way) <= free:
            found.append(str(room))
            found += [f"{room}+{token}" for token in loads(board, positions, figure, way)]
    return tuple(found)


def _join(view: View, args: Args) -> Field | None:
    board = view.board
    if not args:
        watch = (WATCH,) if can_join_watch(board, view.role) else ()
        return Field("task", OneOf((*watch, *open_repairs(board, view.role))))
    joining = chosen_figures(view.role, args[1:])
    if args[0] != WATCH:
        return _join_repair(view, str(args[0]), joining)
    able = [f for f in figures_of(view.role) if f not in joining and bar_join(board, f, len(joining)) is None]
    return Field("man", OneOf(shapes_of(able)), optional=bool(joining)) if able else None


def _join_repair(view: View, device: str, joining: tuple[int, ...]) -> Field | None:
    able = [
        figure
        for figure in figures_of(view.role)
        if figure not in joining and bar_helper(view.board, device, figure, len(joining)) is None
    ]
    return Field("man", OneOf(shapes_of(able)), optional=bool(joining)) if able else None


def _break_off(view: View, args: Args) -> Field | None:
    busy = [figure for figure in figures_of(view.role) if view.board.man(figure).task]
    left = tuple(shape for shape in shapes_of(busy) if shape not in args)
    return Field("man", OneOf(left), optional=bool(args)) if left else None


def _post(view: View, args: Args) -> Field | None:
    if len(args) == 2:
        return None
    if args:
        return Field("room", OneOf(tuple(map(str, standing_rooms(view.board)))))
    own = figures_of(view.role)
    return Field("man", OneOf(shapes_of(post.figure for post in view.board.posts if post.figure in own)))


def _choose(view: View, draft: Order) -> Field | None:
    """Return what a choice names next; which choice it is may be said by the key of its prompt."""
    choice, words = asked_choice(view.board, view.role, draft.answers), tuple(map(str, draft.args))
    if choice is None:
        return None
    values = next_words(view.board, choice, words)
    return Field(choice.of, OneOf(values), optional=not needs_more(choice, words)) if values else None


def _address(view: View, args: Args) -> Field | None:
    return None if args else Field("card", OneOf(view.board.stores.hand))


_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {
    "stow": _stow,
    "pack": _pack,
    "change_positions": _change_positions,
    "new_speed": _once("setting", OneOf(SETTINGS)),
    "new_course": _once("course", Span(0, 359, wraps=True, unit="°")),
    "new_depth": _once("depth", Span(5, 300, unit=" m")),
    "dive": _once("depth", Span(5, 300, unit=" m")),
    "address": _address,
    "time": _time,
    "assign": _assign,
    "move": _move,
    "join": _join,
    "break_off": _break_off,
    "post": _post,
    **GALLEY_FIELDS,
    **TROUBLE_FIELDS,
    **GLASS_FIELDS,
    **ARMS_FIELDS,
    **GUN_FIELDS,
    **RADIO_FIELDS,
}
