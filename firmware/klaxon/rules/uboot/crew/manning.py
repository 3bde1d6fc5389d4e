"""The one judge of who can fill the places of an order, at what cost (UBT-3.3b, e, f, g, i, j, k, l, m).

Menus, `assign`, automatic manning and understudies all ask here, so they can never disagree. A man stands in one room,
so the rooms of an order are judged one by one. Who of those who can is taken: see seating.py, and
dealing.py where a man may be activated more than once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.cards.effects import is_waived
from klaxon.rules.uboot.content.box import OrderRow, PlaceRow
from klaxon.rules.uboot.records import OrderPlace
from klaxon.rules.uboot.sickbay.patients import sick_rooms
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.targets import REPAIRS, team_size, usual_target
from klaxon.rules.uboot.words import FIGURES

TARGET = "target"
"""The room of what an order is about."""
TUBE, TUBE_EITHER = "tube", "tube-either"
"""The room of a tube; of several tubes, a room of theirs."""
MESSAGE = "message"
"""Each message of an order has a place of its own."""
FLOOD_TUBES, LAUNCH, RELOAD = "flood_tubes", "launch", "reload"
TUBE_ORDERS = (FLOOD_TUBES, LAUNCH, RELOAD)
STERN_TUBE, BOW_ROOM, STERN_ROOM = "5", 1, 6
TASKS = ("watch", "repair_fault", "repair_emergency", "repair_breach")
"""Orders of which a man with a task token does no second (UBT-3.3k)."""


def places_of(board: OpenBoard, row: OrderRow, args: tuple[str, ...] = ()) -> tuple[tuple[OrderPlace, ...], int]:
    """Return the places of an order as things are now, and how many of them must be filled.

    In front are those of the order table; behind them one for each dark room, which must be filled too. A repair
    that is not named is the most urgent one, a room for first aid the first with a patient; there are no places where
    there is nothing to do.
    """
    places: list[OrderPlace] = []
    least = 0
    names_target = any(group.room in (TARGET, TUBE, TUBE_EITHER) for group in row.places)
    if names_target and not args:
        args = _usual_target(board, row.id)
    for group in row.places if args or not names_target else ():
        for room in _rooms(board, row, group, args):
            if board.room(room).flooded and board.setting.flooded_posts == "waived":
                continue
            few, many = (group.least, group.most) if group.most else team_size(board, args[0])
            places += [OrderPlace(group.symbol, room)] * many
            least += few
    dark = [
        room for room in dict.fromkeys(place.room for place in places) if "darkness" in board.room(room).emergencies
    ]
    return (*places, *(OrderPlace("", room) for room in dark)), least + len(dark)


def _usual_target(board: OpenBoard, order: str) -> tuple[str, ...]:
    if order in TUBE_ORDERS:
        return ()
    if order in REPAIRS:
        return usual_target(board, order)
    return tuple(str(room) for room in sick_rooms(board)[:1])


def _rooms(board: OpenBoard, row: OrderRow, group: PlaceRow, args: tuple[str, ...]) -> list[int]:
    """Return the rooms of equal places: one, but for tubes and messages, of which each has a place of its own."""
    if group.room == TUBE:
        tubes = args if row.per else args[:1]
        return [STERN_ROOM if tube == STERN_TUBE else BOW_ROOM for tube in tubes]
    if row.per == MESSAGE:
        return [_room(board, group.room, args)] * max(1, len(args))
    if group.room != TUBE_EITHER:
        return [_room(board, group.room, args)]
    rooms = sorted({STERN_ROOM if tube == STERN_TUBE else BOW_ROOM for tube in args})
    if len(rooms) == 1 or board.setting.flood_pair == "each":
        return rooms
    return [min(rooms, key=lambda room: _least_cost(board, row, OrderPlace(group.symbol, room)))]


def _least_cost(board: OpenBoard, row: OrderRow, place: OrderPlace) -> int:
    """Return what a place costs the man who can fill it most cheaply; much where nobody can."""
    able = [figure for figure in board.men_in(place.room) if not why_not(board, row, figure, place)]
    return min((cost(board, figure, place, row.id) for figure in able), default=9)


def _room(board: OpenBoard, word: str, args: tuple[str, ...]) -> int:
    """Return the room of a place: by number, by what drives the boat, or the one that the order is about."""
    if word == "engine":
        return 5 if board.boat.surfaced else 6
    if word == TARGET:
        return board.handbook.rooms.get(args[-1]) or int(args[-1])
    return int(word)


def cost(board: OpenBoard, figure: int, place: OrderPlace, order: str = "") -> int:
    """Return the tokens a place costs a man: one with its symbol, two without (UBT-3.3f), unless a card waives that."""
    return 1 if not place.symbol or place.symbol in board.symbols(figure) or is_waived(board, order) else 2


def again(board: OpenBoard, figure: int, place: OrderPlace, order: str) -> int:
    """Return the tokens of each activation after a man's first in one order (option `unskilled_surcharge`)."""
    return 1 if board.setting.unskilled_surcharge == "per_order" else cost(board, figure, place, order)


def activations(board: OpenBoard, figure: int, place: OrderPlace, order: str) -> int:
    """Return how often a man has the slots to be activated at a place (UBT-3.3j)."""
    free, first = board.man(figure).free, cost(board, figure, place, order)
    return 1 + (free - first) // again(board, figure, place, order) if free >= first else 0


def why_not(board: OpenBoard, row: OrderRow, figure: int, place: OrderPlace) -> str:
    """Return why a man cannot fill a place, in one word; '' where he can."""
    if board.at[figure] != place.room:
        return "not-in-room" if board.at[figure] else "dead"
    man = board.man(figure)
    if man.maladies and man.barred_by(place.symbol):
        return "barred"
    if man.task and place.symbol and row.id in TASKS:
        return "busy"
    return "no-slots" if cost(board, figure, place, row.id) > man.free else ""


def bar(board: OpenBoard, row: OrderRow, figure: int, place: OrderPlace) -> Refusal | None:
    """Return the refusal of a man who cannot fill a place, None if he can."""
    code, man, name = why_not(board, row, figure, place), board.man(figure), FIGURES[figure]
    facts: dict[str, dict[str, object]] = {
        "dead": {},
        "not-in-room": {"room": place.room},
        "barred": {"symbol": place.symbol, "card": man.barred_by(place.symbol)},
        "busy": {"task": man.task},
        "no-slots": {"need": cost(board, figure, place, row.id), "free": man.free},
    }
    return Refusal(code, {"man": name, **facts[code]}) if code else None


def can_fill_any(board: OpenBoard, row: OrderRow, figure: int, places: Iterable[OrderPlace]) -> bool:
    """Return whether a man could fill one of the places, if nobody else did."""
    return any(not why_not(board, row, figure, place) for place in dict.fromkeys(places))


def bar_man(board: OpenBoard, row: OrderRow, figure: int, places: Iterable[OrderPlace]) -> Refusal | None:
    """Return why a man can fill none of the places; the reason that is nearest to filling one."""
    nearest = max(dict.fromkeys(places), key=lambda place: _NEARNESS.index(why_not(board, row, figure, place)))
    return bar(board, row, figure, nearest)


_NEARNESS = ("dead", "not-in-room", "barred", "busy", "no-slots", "")


def bar_places(board: OpenBoard, row: OrderRow, places: Sequence[OrderPlace], least: int) -> Refusal | None:
    """Return the first place, in their order, that the men of now could not fill beside those before it."""
    groups: list[tuple[OrderPlace, int, int]] = []
    spare = len(places) - least
    for place in dict.fromkeys(places):
        need = places.count(place) - (spare if place.symbol else 0)
        groups.append((place, need, _able(board, row, place)))
        here = [group for group in groups if group[0].room == place.room]
        have = _most_activations(board, row, place, places) if row.can_repeat else _most(here)
        if have < need:
            if not place.symbol:
                return Refusal("needs-extra", {"room": place.room})
            data = {"order": row.id, "room": place.room, "symbol": place.symbol, "need": need, "have": max(0, have)}
            return Refusal("needs-men", data)
    return None


def _able(board: OpenBoard, row: OrderRow, place: OrderPlace) -> int:
    """Return the men who could fill a place, a bit each."""
    return sum(1 << figure for figure in board.men_in(place.room) if not why_not(board, row, figure, place))


def _most_activations(board: OpenBoard, row: OrderRow, place: OrderPlace, places: Sequence[OrderPlace]) -> int:
    """Return how often the men of now could be activated at a place; in the dark, beside a man who holds the lamp."""
    if place.symbol:
        return _activations(board, row, place)
    work = next(each for each in places if each.symbol and each.room == place.room)
    holders = [figure for figure in board.men_in(place.room) if not why_not(board, row, figure, place)]
    return int(any(_activations(board, row, work, beside=holder) >= places.count(work) for holder in holders))


def _activations(board: OpenBoard, row: OrderRow, place: OrderPlace, beside: int = -1) -> int:
    """Return how often all men but one could be activated at a place: together, or one man alone (UBT-3.3j)."""
    able = [man for man in board.men_in(place.room) if man != beside and not why_not(board, row, man, place)]
    each = [activations(board, figure, place, row.id) for figure in able]
    return max(each, default=0) if row.men else sum(each)


def _most(groups: Sequence[tuple[OrderPlace, int, int]]) -> int:
    """Return how many places of the last group can be filled while those before it are full (Hall's condition)."""
    *before, (_, _, able) = groups
    most = able.bit_count()
    for size in range(1, len(before) + 1):
        for others in combinations(before, size):
            union = able
            for _, _, mask in others:
                union |= mask
            most = min(most, union.bit_count() - sum(need for _, need, _ in others))
    return most
