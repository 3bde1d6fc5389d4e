"""A boat without the ships that nobody aboard perceives: for everybody aboard the same boat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from klaxon.rules.contract import SPECTATOR, Order, Refusal, Seat
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.sea.glass.lenses import SAMPLE
from klaxon.rules.uboot.sea.hunt.records import Hunt
from klaxon.rules.uboot.sea.passing import reach
from klaxon.rules.uboot.sea.ships.records import ShipGroup
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.state import State
from tests.rules.uboot.kit.boat import GAME
from tests.rules.uboot.sea.kit.convoy_night import SPAN

SEATS = (*GAME.seats, SPECTATOR)
FORGED = (
    *("captain identify c1", "captain identify c9", "captain tdc c1", "captain tdc c9", "captain aim bearing=10"),
    *("captain launch 1", "captain gun88 c1", "captain aa20", "captain time transit", "captain sextant"),
    *("captain hydrophone", "captain periscope", "navigator plot c1", "captain new_course 999"),
)
"""Orders that would like to know something."""


def up_to_date(state: State) -> State:
    """Return a state whose sea has come to its moment; whoever looks sees the same."""
    passage = reach(state, reading(state.board.clock, state.now))
    found = state.copy(state.now)
    found.board = state.board.copy()
    found.sea, found.board.boat = passage.sea, passage.boat
    found.present = found.ahead = None
    return found


def without_unseen(state: State) -> tuple[State, int]:
    """Return a state without every ship and aircraft that is not in contact, and how many these were."""
    found = up_to_date(state)
    found.sea, gone = _without_unseen(found.sea)
    return found, gone


def _without_unseen(sea: SeaTruth) -> tuple[SeaTruth, int]:
    bodies = {sighting.body for sighting in sea.watches.sightings}
    numbers = [number for number in range(len(sea.traffic.ships)) if number in bodies]
    groups, places = list[ShipGroup](), dict[int, int]()
    for place, group in enumerate(sea.traffic.groups):
        members = [number for number in numbers if group.first <= number < group.first + group.size]
        if members or -1 - place in bodies:
            places[place] = len(groups)
            first = numbers.index(members[0]) if members else 0
            weaving = tuple(numbers.index(number) for number in group.weaving if number in members)
            groups.append(group._replace(first=first, size=len(members), weaving=weaving))
    new = {number: at for at, number in enumerate(numbers)} | {-1 - old: -1 - at for old, at in places.items()}
    traffic = sea.traffic._replace(groups=tuple(groups), ships=tuple(sea.traffic.ships[number] for number in numbers))
    watches = sea.watches._replace(
        pairs=tuple(pair._replace(body=new[pair.body]) for pair in sea.watches.pairs if pair.body in new),
        sightings=tuple(each._replace(body=new[each.body]) for each in sea.watches.sightings),
    )
    craft = tuple(each for each in sea.air.craft if each.sighting is not None)
    gone = len(sea.traffic.ships) - len(numbers) + len(sea.air.craft) - len(craft)
    hunt = _hunt_without(sea.hunt, new)
    return sea._replace(traffic=traffic, watches=watches, hunt=hunt, air=sea.air._replace(craft=craft)), gone


def _hunt_without(hunt: Hunt, new: dict[int, int]) -> Hunt:
    """Return a hunt by those escorts alone that are in contact."""
    left = []
    for each in hunt.hunts:
        hunters = tuple(one._replace(number=new[one.number]) for one in each.hunters if one.number in new)
        if hunters:
            left.append(each._replace(group=new[-1 - each.group], hunters=hunters))
    return hunt._replace(hunts=tuple(left))


def drawn_moments(count: int, seed: str) -> set[int]:
    """Return moments of a voyage: half of them in its first hours, when ships are about, every third at a sample."""
    dice = Random(seed)
    drawn = [dice.randrange(SAMPLE, SPAN // 16 if number % 2 else SPAN) for number in range(count)]
    return {moment if number % 3 else moment // SAMPLE * SAMPLE for number, moment in enumerate(drawn)}


def lenses() -> Iterator[dict[str, str]]:
    """Yield what a seat may look through: every view all round, at every power, and the wheel of the hydrophone."""
    yield {}
    for view in ("bridge", "periscope", "tdc"):
        for zoom, step in ((1, 340), (2, 850), (3, 1200)):
            for bearing in range(0, 3600, step):
                yield {"view": view, "bearing": str(bearing), "zoom": str(zoom)}
    for wheel in range(0, 360, 45):
        yield {"listen": str(wheel), "span": "30" if wheel % 90 else "360"}


def learned(state: State) -> list[tuple[str, Any]]:
    """Return all that anybody aboard can learn of a state: views through every lens, offers and refusals."""
    captain = GAME.seats[0]
    found: list[tuple[str, Any]] = [
        (f"through {lens}", dict(GAME.show(GAME.sight(state, captain, lens).view))) for lens in lenses()
    ]
    for seat in SEATS:
        view = GAME.sight(state, Seat(seat), {}).view
        found.append((f"{seat} sees", dict(GAME.show(view))))
        found.append((f"{seat} may say", GAME.offers(view)))
    for line in FORGED:
        step = GAME.apply(state, Order.read(f"uboot.{line}"))
        found.append((f"the answer to {line}", (step.code, dict(step.facts)) if isinstance(step, Refusal) else "taken"))
    return found
