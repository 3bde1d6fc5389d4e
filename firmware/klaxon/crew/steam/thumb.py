"""Playing by rules of thumb: bring the guns to bear, fire them, use what else there is, man what will be needed."""

from __future__ import annotations

from klaxon.crew.steam import defence, ways
from klaxon.crew.steam.fire import MIRRORED, Shooter, broadside, foe_of, guns_of, lie_of, reach, stand_of, volley
from klaxon.crew.steam.model import after
from klaxon.crew.steam.skills import Skill
from klaxon.crew.steam.worth import NEAR, STEPS, crowds, uses, worth
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.steam import attack, look
from klaxon.rules.steam.grid import NAMES, NEIGHBOURS, POST, SECTORS, SIZE
from klaxon.rules.steam.setting import CAPTAIN
from klaxon.rules.steam.state import Board, Hull
from klaxon.rules.steam.step import SEATS
from klaxon.rules.steam.use import users

THRIFT = 2
"""What an order must gain to be better than doing nothing."""


def act(board: Board, me: int, skill: Skill, pick: Pick) -> Order:
    """Return the next order of a turn: fire, manoeuvre, serve, move, or end."""
    stand = stand_of(board, me)
    wish, now = uses(board, stand), stand.lie
    men = volley(board, me, stand.foe, now=True) if not look.opening(board) else []
    lie, course = _course(board, me, men, skill, pick)
    bearing = [man for man in men if man.shots[now] and man.shots[now] >= man.shots[lie]]
    for man in sorted(bearing, key=lambda man: -man.shots[now] - pick(skill.whim)):
        fired = _fire(board, me, man, now, wish)
        if fired is not None:
            return fired
    if course is not None:
        return course
    if not look.opening(board) and skill.utility:
        served = _serve(board, me, wish, pick)
        if served is not None:
            return served
    return _move(board, me, wish, skill, pick) or Order(SEATS[me], "end")


def _course(board: Board, me: int, men: list[Shooter], skill: Skill, pick: Pick) -> tuple[int, Order | None]:
    """Return the lie in which the rest of the turn is best, and the manoeuvre to it; None: stay."""
    now = lie_of(board, me)
    if board.boats[me].manoeuvred:
        return now, None
    danger = Danger(board, me) if skill.caution else None
    best, found, order = THRIFT, now, None
    start = sum([man.shots[now] for man in men])
    if danger:
        best -= skill.caution * danger.at(now, board.sector) // 8
    for course in ways.courses(board, me):
        gained = sum([max(man.shots[now], man.shots[course.lie]) for man in men]) - start + pick(skill.whim) // 2
        if danger:
            gained -= skill.caution * danger.at(course.lie, course.sector) // 8
        if gained > best:
            best, found, order = gained, course.lie, course.order
    return found, order


class Danger:
    """What the enemy can do in his next turn."""

    def __init__(self, board: Board, me: int) -> None:
        """Take his guns and his speed."""
        self._me, self._forward = me, look.along(board) > 0
        self._men = volley(board, 1 - me, foe_of(board, me), now=False)
        self._speed, self._held = look.speed(board, 1 - me), not look.movable(board, me)

    def at(self, lie: int, sector: tuple[int, int]) -> int:
        """Return the value of his broadside when the boats lie like this."""
        mine, his = sector[self._me], sector[1 - self._me]
        if not self._forward:
            mine, his = SECTORS + 1 - mine, SECTORS + 1 - his
        seen = MIRRORED[lie]
        return broadside(self._men, seen, reach(his, mine, seen, self._speed, movable=not self._held))


def _fire(board: Board, me: int, man: Shooter, lie: int, wish: list[int]) -> Order | None:
    """Return the best way of a man to fire now: with a second man if that gets more past the armour."""
    hull, cell = board.boats[me], man.cells[lie]
    if man.man not in users(board, me, reacting=False):
        return None
    stepped = cell != hull.place[man.man]
    gun = guns_of(board.deck)[hull.cards[cell]]
    ways_to_fire = [
        order
        for order in ways.uses(board, me, man.man, wish)
        if (order.argument("step") or "").removeprefix("before:") == NAMES[cell] or not stepped
    ]
    together = gun is not None and gun.x2 and look.armour(board, 1 - me, _section(board, me, cell)) > 0

    def fit(order: Order) -> tuple[bool, bool]:
        paired = len(order.args) > 1 and isinstance(order.args[1], str)
        step = order.argument("step") or ""
        return paired == together, step.startswith("after:") or stepped

    return max(ways_to_fire, key=fit, default=None)


def _section(board: Board, me: int, cell: int) -> str:
    return look.aims(board, me, board.boats[me].cards[cell])[0]


def _serve(board: Board, me: int, wish: list[int], pick: Pick) -> Order | None:
    """Return the use of a compartment other than a gun that gains something, if there is one."""
    guns, hull = guns_of(board.deck), board.boats[me]
    best, found, before = THRIFT, None, None
    for man in users(board, me, reacting=False):
        cell = hull.place[man]
        if man != CAPTAIN and (cell >= SIZE or guns[hull.cards[cell]]):
            continue
        for order in ways.uses(board, me, man, wish):
            if man == CAPTAIN and _fires(board, me, order):
                continue
            before = worth(board, me) if before is None else before
            gained = worth(after(board, order), me) - before + pick(2)
            if gained > best:
                best, found = gained, order
    return found


def _fires(board: Board, me: int, order: Order) -> bool:
    """Return whether the captain would fire by an order."""
    step = order.argument("step") or ""
    cell = NAMES.index(step.removeprefix("before:")) if step.startswith("before:") else board.boats[me].place[CAPTAIN]
    return guns_of(board.deck)[board.boats[me].cards[cell]] is not None


def _move(board: Board, me: int, wish: list[int], skill: Skill, pick: Pick) -> Order | None:
    """Return the step of the man who gains most by one."""
    hull, crowd = board.boats[me], crowds(board.deck)
    best, found = THRIFT, None
    for man in ways.idle(board, me):
        place = hull.place[man]
        if place >= SIZE:
            continue
        left = list(wish)
        for other, cell in enumerate(hull.place):
            if other != man and 0 <= cell < SIZE:
                left[cell] //= crowd[hull.cards[cell]]
        stay = _standing(left, place)
        for order, cell in ways.moves(board, me, man):
            gained = _standing(left, cell) - stay + pick(skill.whim)
            if gained > best:
                best, found = gained, order
    return found


def _standing(left: list[int], cell: int) -> int:
    """Return the value of a man's position in a cell when the next turn begins."""
    near = max([left[other] for other in NEIGHBOURS[cell]])
    far = max([use for use, steps in zip(left, STEPS[cell], strict=True) if steps > 1], default=0)
    return max(left[cell], near * NEAR[1] // NEAR[0], far * NEAR[2] // NEAR[0])


def suffer(board: Board, me: int, skill: Skill, pick: Pick) -> Order:
    """Return where the next marker goes, or the redirect."""
    if not skill.careful:
        return _carelessly(board, me, pick)
    return min(defence.choices(board, me), key=lambda choice: choice[0] + pick(skill.whim))[1]


def _carelessly(board: Board, me: int, pick: Pick) -> Order:
    """Place damage as the rules would, and redirect some of the larger blows."""
    blow = board.blows[0]
    if blow.attack and blow.fresh and board.boats[me].points(POST) > 1 and blow.left > 1 + pick(3):
        return Order(SEATS[me], "redirect")
    return Order(SEATS[me], "damage", attack.default(board))


def react(board: Board, me: int, skill: Skill, pick: Pick) -> Order:
    """Return the reaction that gains something, or pass."""
    wish = uses(board, stand_of(board, me))
    best, found = worth(board, me) + THRIFT, Order(SEATS[me], "pass")
    for man in users(board, me, reacting=True):
        for order in ways.uses(board, me, man, wish, reacting=True):
            value = worth(after(board, order), me) + pick(skill.whim)
            if value > best:
                best, found = value, order
    return found


def oxygen_cell(hull: Hull) -> int:
    """Return the cell to take oxygen from: where the next hits are likely to remove it anyway."""
    return min((cell for cell in range(SIZE) if hull.oxygen[cell]), key=hull.points)
