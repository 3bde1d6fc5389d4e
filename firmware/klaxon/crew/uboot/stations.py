"""Stations: where the men should stand, for the next order and for those that may come.

Every role makes the same plan for all sixteen men and moves its own four by it. Roles that are ready stay where they
are, so that the others adapt to what people decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from klaxon.crew.uboot.order_posts import PostsWanted, posts_for_order
from klaxon.crew.uboot.skills import Skill
from klaxon.crew.uboot.toolboxes import toolbox_to_carry
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import FLOOD_TUBES, LAUNCH, RELOAD, places_of
from klaxon.rules.uboot.crew.men import CREW, role_of_figure
from klaxon.rules.uboot.orders.guns import GUN_ORDERS
from klaxon.rules.uboot.orders.positions import price
from klaxon.rules.uboot.orders.ways import Way, standing_rooms, ways_from
from klaxon.rules.uboot.records import NOWHERE, OrderPlace
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.targets import REPAIR_BREACH, breach_in, device_to_carry
from klaxon.rules.uboot.words import HAZARDS, INSIDE, OUTSIDE, ROLES

SKILLED, UNSKILLED = 1, 2
"""Tokens that a place costs a man with its symbol and one without."""
BOW_ROOM, CONTROL_ROOM = 1, 3
AT_THE_BOW = {FLOOD_TUBES: ("1",), RELOAD: ("1",), LAUNCH: ("1", "2")}
"""An order for tubes -> the tubes for which men are sent to the bow; each of two can launch several torpedoes."""
CALLED_FOR = ("safety", "crew")
"""Categories of orders for which men are sent when they are given, not before; nor does anybody wait at the guns."""


class Stations(NamedTuple):
    """A plan for all sixteen men."""

    rooms: tuple[int, ...]
    """Figure -> his room."""
    loads: Mapping[int, str]
    """Figure -> what he carries there."""

    def board_after(self, board: OpenBoard) -> OpenBoard:
        """Return the board as it is when all men have gone to their stations."""
        moved = board.copy()
        moved.at = self.rooms
        rooms = list(board.rooms)
        for figure, token in self.loads.items():
            rooms = [room.without(token) if token in room.tokens else room for room in rooms]
            end = self.rooms[figure] - 1
            rooms[end] = rooms[end].holding(token)
        moved.rooms = tuple(rooms)
        return moved


class StationPlan:
    """A plan in progress: the men are assigned one after the other."""

    def __init__(self, board: OpenBoard, purpose: str, skill: Skill) -> None:
        """Take the board, the next order, and the skill."""
        self.board, self.purpose, self.skill = board, purpose, skill
        self.start = board.positions.start if board.positions else board.at
        self.rooms = [board.at[figure] if self._is_settled(figure) else self.start[figure] for figure in range(CREW)]
        self.ways = [self._ways_of(figure) for figure in range(CREW)]
        """Figure -> the rooms that he can reach, each with its way."""
        self.sent: set[int] = set()
        self.loads: dict[int, str] = {}
        self.wanted: list[OrderPlace] = []

    def _is_settled(self, figure: int) -> bool:
        """Return whether a man's role is ready: then he stays where it put him."""
        change = self.board.positions
        return change is not None and not change.numbers[ROLES.index(role_of_figure(figure))]

    def _ways_of(self, figure: int) -> dict[int, Way]:
        if self.start[figure] == NOWHERE or self.board.man(figure).dead:
            return {}
        ways = ways_from(self.board, self.start[figure])
        if self._is_settled(figure):
            return {room: way for room, way in ways.items() if room == self.board.at[figure]}
        free = self.board.man(figure).free
        return {room: way for room, way in ways.items() if price(self.board, figure, way) <= free}

    # -- the next order -----------------------------------------------------------------------------------------

    def man_order(self, row: OrderRow, others: Sequence[OrderPlace]) -> None:
        """Assign the men of the next order, whom as few other places as possible should miss."""
        wanted = PostsWanted(self.ways, others, self.skill.lookouts, self.skill.spares)
        for figure, room in posts_for_order(self.board, row, wanted, AT_THE_BOW.get(row.id, ())).items():
            self.rooms[figure] = room
            self.sent.add(figure)

    def bring_device(self) -> None:
        """Let somebody carry the device that a repair lacks: one who goes there anyway, else who has the best way."""
        lacking = device_to_carry(self.board, self.purpose)
        if lacking is None or any(token == lacking[0] for token in self._taken().values()):
            return
        device, lies, room = lacking
        able = [bid for figure in range(CREW) if (bid := self._carrying(figure, lies, room)) is not None]
        if able:
            figure = min(able)[-1]
            self.rooms[figure] = room
            self.sent.add(figure)
            self.loads[figure] = device

    def bring_toolbox(self) -> None:
        """Let a man who goes to a repair anyway take along the toolbox that has something for it, if he passes it."""
        found = toolbox_to_carry(self.board, self.purpose) if self.skill.tools else None
        if found is None or found[0] in self._taken().values():
            return
        toolbox, lies, room = found
        going = [figure for figure in sorted(self.sent) if self.rooms[figure] == room and figure not in self.loads]
        bearer = next((figure for figure in going if self._carrying(figure, lies, room)), None)
        if bearer is not None:
            self.loads[bearer] = toolbox

    def _taken(self) -> Mapping[int, str]:
        """Return what men of roles that are ready carry already."""
        carried = self.board.positions.carried if self.board.positions else ()
        return {figure: token for figure, token in carried if self._is_settled(figure)}

    def _carrying(self, figure: int, lies: int, room: int) -> tuple[int, ...] | None:
        """Return the cost of letting a man carry something from one room to another; None if he does not pass it."""
        way = self.ways[figure].get(room)
        is_passed = way is not None and way.rooms and lies in (self.start[figure], *way.rooms[:-1])
        if way is None or not is_passed or self._is_settled(figure):
            return None
        if figure in self.sent:
            return (0, way.hazards, way.length, 0, figure) if self.rooms[figure] == room else None
        return 1, way.hazards, way.length, self.board.man(figure).tokens, figure

    # -- filling places -----------------------------------------------------------------------------------------

    def fill(self, places: Iterable[OrderPlace], tokens: int) -> list[OrderPlace]:
        """Assign a man to each of the places that no order asks for yet, for so many tokens; return those left."""
        left = []
        for place in places:
            able = [bid for figure in range(CREW) if (bid := self._bid(figure, place, tokens)) is not None]
            if able:
                figure = min(able)[-1]
                self.rooms[figure] = place.room
                self.sent.add(figure)
            else:
                left.append(place)
        return left

    def _bid(self, figure: int, place: OrderPlace, tokens: int) -> tuple[int, ...] | None:
        """Return the cost of sending a man to a place, ending with the man; None if he cannot fill it."""
        way = self.ways[figure].get(place.room)
        symbols = self.board.symbols(figure)
        cost = SKILLED if not place.symbol or place.symbol in symbols else UNSKILLED
        if way is None or cost != tokens or figure in self.sent:
            return None
        man = self.board.man(figure)
        if man.barred_by(place.symbol) or cost > man.free or (way.rooms and self._is_kept(figure, way)):
            return None
        missed = sum(other.symbol in symbols for other in self.wanted if other.symbol != place.symbol)
        return (missed, man.tokens if self.skill.spares else 0, way.length, figure)

    def _is_kept(self, figure: int, way: Way) -> bool:
        """Return whether a man should not go a way that no order asks for: he has a task, or it hurts or costs."""
        return bool(self.board.man(figure).task or way.hazards or price(self.board, figure, way))

    # -- everybody else -----------------------------------------------------------------------------------------

    def shelter(self) -> None:
        """Send men who are not needed out of danger: in from deck before a dive, away from fire, current and gas."""
        for figure in self._idle():
            here = self.rooms[figure]
            if self._is_bad(here):
                ways = self.ways[figure].items()
                good = [(way.hazards, way.length, room) for room, way in ways if not self._is_bad(room)]
                self.rooms[figure] = min(good)[2] if good else here

    def _is_bad(self, room: int) -> bool:
        if room == NOWHERE:
            return False
        hazards = self.skill.shelters and any(kind in HAZARDS for kind in self.board.room(room).emergencies)
        return hazards or self._is_lost(room) or (self.purpose == "dive" and room in OUTSIDE)

    def _is_lost(self, room: int) -> bool:
        """Return whether a room will be flooded as far as anybody can see: nobody seals its breach."""
        breach = breach_in(self.board, room) if self.skill.abandons and self.purpose != REPAIR_BREACH else None
        return breach is not None and not breach.number

    def keep_torpedomen(self) -> None:
        """Let the men at the bow tubes stay there: each torpedo of a salvo takes a slot of one of them."""
        for figure in self._idle():
            if LAUNCH in self.board.symbols(figure) and self.rooms[figure] == BOW_ROOM:
                self.sent.add(figure)

    def foresee(self) -> None:
        """Send the men who are not needed to where their reliefs will be."""
        handbook, off_duty = self.board.handbook, (2 - self.board.shift) * CREW
        for figure in self._idle():
            ways, symbols = self.ways[figure], handbook.symbols[off_duty + figure]
            homes = [place.room for place in self.wanted if place.symbol in symbols and place.room in ways]
            inside = [room for room in homes if room in INSIDE and not self._is_bad(room)]
            if inside and self.rooms[figure] not in inside:
                self.rooms[figure] = inside[0]

    def _idle(self) -> list[int]:
        return [figure for figure in range(CREW) if figure not in self.sent]


def plan_stations(board: OpenBoard, purpose: str, skill: Skill) -> Stations:
    """Return where all men go: the places of the next order are filled first, then those that any order may need.

    Men with the symbol come before men without it; men who are not needed stay where they are. A device that a repair
    lacks is carried along. All roles make the same plan, so it is made once.
    """
    made_of = (skill, board.positions, board.at, *_planned_by(board))
    return board.keep(f"stations for {purpose}", made_of, lambda board: _plan_stations(board, purpose, skill))


def _plan_stations(board: OpenBoard, purpose: str, skill: Skill) -> Stations:
    plan = StationPlan(board, purpose, skill)
    first = _places_for(board, purpose, skill, AT_THE_BOW.get(purpose, ()))
    rest = _without(wanted_places(board, purpose, skill), first)
    plan.wanted = [*first, *rest]
    if first:
        plan.man_order(board.handbook.orders[purpose], rest)
        plan.bring_device()
        plan.bring_toolbox()
    left = plan.fill(rest, SKILLED)
    plan.shelter()
    plan.keep_torpedomen()
    if skill.foresees:
        plan.foresee()
    if skill.improvises:
        plan.fill([place for place in left if place.room in INSIDE], UNSKILLED)
    return Stations(tuple(plan.rooms), plan.loads)


def _planned_by(board: OpenBoard) -> tuple[object, ...]:
    """Return what decides a plan, but for where the men are: who can work, and what there is to do for whom."""
    repairs = (board.faults, board.repairs, board.trouble, board.stores)
    return (board.crew, board.shift, board.rooms, board.boat.surfaced, board.cards.effects, *repairs)


def wanted_places(board: OpenBoard, purpose: str, skill: Skill) -> list[OrderPlace]:
    """Return the places that the orders of the hour need; of equal ones as many as the most demanding order needs."""
    under = "under water" if purpose == "dive" else "here"
    made_of = (skill, board.at, *_planned_by(board))
    return board.keep(f"wanted places {under}", made_of, lambda board: _wanted_places(board, purpose, skill))


def _wanted_places(board: OpenBoard, purpose: str, skill: Skill) -> list[OrderPlace]:
    after = board
    if purpose == "dive":  # what comes after it is given under water
        after = board.copy()
        after.boat = board.boat._replace(surfaced=False)
    barred = "submerged" if after.boat.surfaced else "surfaced"
    wanted: list[OrderPlace] = []
    for order, row in board.handbook.orders.items():
        if barred not in row.needs and row.category not in CALLED_FOR and order not in GUN_ORDERS:
            wanted += _without(_places_for(after, order, skill), wanted)
    return wanted


def _places_for(board: OpenBoard, order: str, skill: Skill, tubes: tuple[str, ...] = ()) -> list[OrderPlace]:
    """Return the places of an order; of optional ones as many as the skill sends."""
    row = board.handbook.orders.get(order)
    if row is None or not row.places:
        return []
    places, least = places_of(board, row, tubes)
    kept = len(places) if row.ends == "filled" else max(least, skill.lookouts)
    return [place for place in places[:kept] if not board.room(place.room).flooded]


def _without(places: list[OrderPlace], others: list[OrderPlace]) -> list[OrderPlace]:
    """Return the places that are not among the others, one for one."""
    left, spare = [], list(others)
    for place in places:
        if place in spare:
            spare.remove(place)
        else:
            left.append(place)
    return left


def home_of(board: OpenBoard, figure: int, skill: Skill) -> int:
    """Return where a relief who comes aboard should stand: at a place for his symbols, else in the control room."""
    rooms = [room for room in standing_rooms(board) if room in INSIDE] or standing_rooms(board)
    symbols = board.symbols(figure)
    homes = [place.room for place in wanted_places(board, "", skill) if place.symbol in symbols]
    return next((room for room in (*homes, CONTROL_ROOM) if room in rooms), rooms[0])
