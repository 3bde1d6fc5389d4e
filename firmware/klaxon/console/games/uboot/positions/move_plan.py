"""A plan for a change of positions: where each man of a role goes and with what, the risks, and its order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from klaxon.console.games.uboot.positions import presets
from klaxon.console.games.uboot.positions.presets import TrainedPost
from klaxon.rules.uboot.orders.positions import left_to_move, loads, price, with_load
from klaxon.rules.uboot.orders.ways import Way
from klaxon.rules.uboot.records import Positions
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import HAZARDS, OUTSIDE, ROOMS, SHAPES

TOLD, ORDER, POSTS, BATTLE, ROOM = "told", "order", "posts", "battle", "room"
"""Presets: as ordered so far, for the order of this change, the same posts again, battle stations, one room."""
OUT, ACT = "outside", "act"
MASKS = "masks"
RISKS = (OUT, *HAZARDS, ACT, "fault", "watch")
"""The risks of a way, the gravest first: he stays outside before a dive, a hazard, ACT to pay, a task that ends."""


class MoveTarget(NamedTuple):
    """Where a man goes, and what he carries there."""

    room: int
    token: str = ""

    @property
    def word(self) -> str:
        """The target as an order says it."""
        return f"{self.room}+{self.token}" if self.token else str(self.room)


class Risk(NamedTuple):
    """A risk of a way, and in which room; 0: in none in particular."""

    kind: str
    room: int = 0

    @property
    def is_hazard(self) -> bool:
        """Whether it may wound him."""
        return self.kind in HAZARDS


def by_gravity(risks: Iterable[Risk]) -> list[Risk]:
    """Return risks, each once, the gravest first."""
    return sorted(dict.fromkeys(risks), key=lambda risk: (RISKS.index(risk.kind), risk.room))


@dataclass(frozen=True, slots=True)
class MovePlan:
    """The targets of the men of one role in one change of positions."""

    board: OpenBoard
    positions: Positions
    role: str
    targets: Mapping[int, MoveTarget]

    @classmethod
    def as_told(cls, board: OpenBoard, positions: Positions, role: str) -> MovePlan:
        """Return the plan that has already been ordered."""
        carried = dict(positions.carried)
        men = left_to_move(board, positions, role)
        return cls(board, positions, role, {f: MoveTarget(board.at[f], carried.get(f, "")) for f in men})

    def with_preset(self, preset: str, room: int, posts: tuple[TrainedPost, ...]) -> MovePlan:
        """Return the plan of a preset; only what an order lacks is carried."""
        board, positions, role = self.board, self.positions, self.role
        if preset == TOLD:
            return self.as_told(board, positions, role)
        if preset == ORDER:
            plan = presets.for_order(board, positions, positions.purpose)
            return replace(self, targets={f: MoveTarget(plan.rooms[f], plan.loads.get(f, "")) for f in self.targets})
        rooms = {
            POSTS: lambda: presets.same_posts(board, positions, role, posts),
            BATTLE: lambda: presets.battle_stations(board, positions, role),
            ROOM: lambda: presets.all_to(board, positions, role, room),
        }[preset]()
        return replace(self, targets={figure: MoveTarget(rooms[figure]) for figure in self.targets})

    def with_target(self, figure: int, target: MoveTarget) -> MovePlan:
        """Return the plan with another target of one man."""
        return replace(self, targets={**self.targets, figure: target})

    def on(self, told: MovePlan) -> MovePlan:
        """Return the plan after another one was ordered: impossible targets become what was ordered."""
        plan = told
        for figure, target in self.targets.items():
            if figure in plan.targets and target.room in plan.rooms(figure):
                plan = plan.with_target(figure, MoveTarget(target.room))
                if target.token in plan.loads(figure):
                    plan = plan.with_target(figure, target)
        return plan

    # What can be

    def way(self, figure: int) -> Way:
        """Return the way of a man to his target."""
        return presets.reachable(self.board, self.positions, figure)[self.targets[figure].room]

    def rooms(self, figure: int) -> tuple[int, ...]:
        """Return the rooms that a man can go to."""
        return tuple(presets.reachable(self.board, self.positions, figure))

    def loads(self, figure: int) -> tuple[str, ...]:
        """Return what a man can carry along his way that no other man of this plan carries."""
        positions = self.positions
        for other, target in self.targets.items():
            if other != figure:
                positions = with_load(positions, other, target.token)
        return tuple(loads(self.board, positions, figure, self.way(figure)))

    # What it means

    @property
    def to_send(self) -> list[int]:
        """The men whose moves have not been ordered yet."""
        told = self.as_told(self.board, self.positions, self.role).targets
        return [figure for figure, target in self.targets.items() if target != told.get(figure)]

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments of the one `move` that orders the plan."""
        return tuple(word for figure, target in self._in_turn() for word in (SHAPES[figure % 4], target.word))

    def _in_turn(self) -> Iterator[tuple[int, MoveTarget]]:
        """Yield the men in an order in which nobody takes up what another has yet to put down.

        If two would swap what they carry, one puts his down first; the rest goes with the next order.
        """
        carriers = {token: figure for figure, token in self.positions.carried}
        left = self.to_send
        while left:
            able = [f for f in left if carriers.get(self.targets[f].token, f) == f]
            figure = able[0] if able else left[0]
            target = self.targets[figure] if able else MoveTarget(self.targets[figure].room)
            carriers = {token: carrier for token, carrier in carriers.items() if carrier != figure}
            left.remove(figure)
            yield figure, target

    def at(self) -> tuple[int, ...]:
        """Return where all figures of the boat would stand."""
        return tuple(self.targets[f].room if f in self.targets else room for f, room in enumerate(self.board.at))

    def risks(self, figure: int) -> list[Risk]:
        """Return the risks of a man's way, the gravest first."""
        return by_gravity(self._risks(figure))

    def _risks(self, figure: int) -> Iterator[Risk]:
        way, man, target = self.way(figure), self.board.man(figure), self.targets[figure]
        if self.positions.purpose == "dive" and target.room in OUTSIDE:
            yield Risk(OUT, target.room)
        masks = self._masks_at()
        for room in way.rooms or (self.positions.start[figure],):
            for kind in self.board.room(room).emergencies:
                if kind in HAZARDS and not (kind == "gas" and room == masks):
                    yield Risk(kind, room)
        if price(self.board, figure, way):
            yield Risk(ACT)
        if man.task and way.rooms:
            yield Risk("watch" if man.task == "watch" else "fault")

    def _masks_at(self) -> int:
        """Return where the gas masks are after the moves: gas is not drawn for there (UBT-3.8f)."""
        for figure, token in self.positions.carried:
            if token == MASKS and figure not in self.targets:
                return self.board.at[figure]
        for target in self.targets.values():
            if target.token == MASKS:
                return target.room
        return next((number for number in ROOMS if MASKS in self.board.room(number).devices), 0)
