"""The arguments of TDC and tubes, and why something else does not fit, from the view alone (UBT-12.14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Field, Order, Refusal
from klaxon.rules.domains import Keyed, OneOf, Span, Token
from klaxon.rules.uboot.crew.manning import FLOOD_TUBES, LAUNCH, RELOAD
from klaxon.rules.uboot.orders.arms import bar_hands, bar_salvo, bar_tube, bar_type, open_tubes, types_for
from klaxon.rules.uboot.sea.attack.aiming import AIM, speeds, usual_speed
from klaxon.rules.uboot.sea.attack.targets import bar_contact, in_sight
from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.sea.attack.torpedo_types import TORPEDO_TYPES
from klaxon.rules.uboot.sea.attack.tubes import end_of
from klaxon.rules.uboot.sea.glass.open_views import TDC
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import TUBES

Args = tuple[Token, ...]
_TUBE_WORDS = tuple(map(str, TUBES))
_ENTERED = (
    Field("bearing", Keyed("bearing", Span(0, 359, wraps=True, unit="°"))),
    Field("aob", Keyed("aob", Span(0, 180, unit="°"))),
    Field("side", Keyed("side", OneOf(("port", "starboard")))),
    Field("speed", Keyed("speed", Span(0, 40, unit=" kn"))),
    Field("range", Keyed("range", Span(100, 20_000, 50, unit=" m"))),
)
"""What must be entered; the rest may be left out."""
SPREADS, DEPTHS = range(11), range(2, 9)


def aim_data(board: OpenBoard, order: Order) -> AimData:
    """Return what an order `aim` enters."""
    told = dict(token for token in order.args if isinstance(token, tuple))
    plain = AimData(0, 0, 0, 0, usual_speed(board))
    entered = {name: int(value) for name, value in told.items() if name != "side"}
    return plain._replace(**{**entered, "aob": entered["aob"] * (1 if told["side"] == "starboard" else -1)})


def _aim(view: View, args: Args) -> Field | None:
    """Return what is entered next; behind it torpedo, spread and depth, each at most once and in any order."""
    if len(args) < len(_ENTERED):
        return _ENTERED[len(args)]
    given = {token[0] for token in args}
    left = {"torpedo": speeds(view.board), "spread": SPREADS, "depth": DEPTHS}
    pairs = tuple((key, str(value)) for key, values in left.items() if key not in given for value in values)
    return Field("extra", OneOf(pairs), optional=True) if pairs else None


def _tdc(view: View, args: Args) -> Field | None:
    return None if args else Field("contact", OneOf(tuple(in_sight(view.board))))


def _salvo(order: str) -> Callable[[View, Args], Field | None]:
    """Return the arguments of an order for several tubes: any that can be had beside those named, men counted."""

    def ask(view: View, args: Args) -> Field | None:
        board, named = view.board, tuple(map(str, args))
        left = [str(tube) for tube in open_tubes(board, order) if str(tube) not in named]
        able = [end for end, tube in _by_end(left).items() if _leads_on(board, order, (*named, tube), left)]
        found = tuple([tube for tube in left if end_of(int(tube)) in able])
        is_enough = bool(named) and bar_salvo(board, order, named) is None
        return Field("tube", OneOf(found), optional=is_enough) if found else None

    return ask


def _leads_on(board: OpenBoard, order: str, named: tuple[str, ...], left: list[str]) -> bool:
    """Return whether men can do an order for some tubes, or with one more: a man at the other end floods both."""
    more = [(*named, tube) for tube in left if tube not in named] if order == FLOOD_TUBES else []
    return any(bar_hands(board, order, tubes) is None for tubes in (named, *more))


def _by_end(tubes: list[str]) -> dict[str, str]:
    """Return a tube at each end of the boat: what men can do for it they can do for any other there."""
    return {end_of(int(tube)): tube for tube in tubes}


def _reload(view: View, args: Args) -> Field | None:
    board = view.board
    if not args:
        able = [tube for tube in open_tubes(board, RELOAD) if bar_hands(board, RELOAD, (str(tube),)) is None]
        return Field("tube", OneOf(tuple(map(str, able))))
    kinds = tuple(("type", kind) for kind in types_for(board, int(str(args[0]))))
    return Field("type", OneOf(kinds), optional=True) if len(args) == 1 else None


def _why_not_tdc(view: View, args: Args, token: Token) -> Refusal | None:
    is_name = isinstance(token, str) and token[:1] == "c" and token[1:].isdecimal()
    return bar_contact(view.board, str(token)) if is_name and not args else None


def _why_not_tube(order: str) -> Callable[[View, Args, Token], Refusal | None]:
    def ask(view: View, args: Args, token: Token) -> Refusal | None:
        if token not in _TUBE_WORDS or token in args:
            return None
        return bar_salvo(view.board, order, (*map(str, args), str(token)))

    return ask


def _why_not_reload(view: View, args: Args, token: Token) -> Refusal | None:
    if not args and token in _TUBE_WORDS:
        return bar_tube(view.board, RELOAD, int(str(token))) or bar_salvo(view.board, RELOAD, (str(token),))
    if len(args) == 1 and isinstance(token, tuple) and token[0] == "type" and token[1] in TORPEDO_TYPES:
        return bar_type(view.board, int(str(args[0])), token[1])
    return None


ARMS_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {
    TDC: _tdc,
    AIM: _aim,
    FLOOD_TUBES: _salvo(FLOOD_TUBES),
    LAUNCH: _salvo(LAUNCH),
    RELOAD: _reload,
}
ARMS_REASONS: Mapping[str, Callable[[View, Args, Token], Refusal | None]] = {
    TDC: _why_not_tdc,
    FLOOD_TUBES: _why_not_tube(FLOOD_TUBES),
    LAUNCH: _why_not_tube(LAUNCH),
    RELOAD: _why_not_reload,
}
