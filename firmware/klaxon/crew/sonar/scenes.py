"""What the scenarios need from a crew: repairs, the choice of a volcano, and water to surface in."""

from __future__ import annotations

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.sonar.tracker.waters import sectors
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar.chart import Sea, points_in
from klaxon.rules.sonar.scenarios import LAVA, repairable
from klaxon.rules.sonar.view import View

WANTED = ("torpedo", "sonar", "silence", "mine", "drone")
"""Systems in the order in which a wreck wants them repaired."""
NEAR = 12
"""Steps to a base from which on it attracts a wreck."""
PULL = 25
"""The value of a step nearer to it, in the units of `helm.room`."""


def repair(view: View, notes: Notes, _pick: Pick) -> Order | None:
    """Repair the best system whose island is near, unless the order would fail."""
    near = repairable(view.sea, view.boat)
    system = next(system for system in WANTED if system in near)
    return Order(view.seat, "repair", (system,)) if notes.works("scenario") else None


def choose(view: View, notes: Notes, pick: Pick) -> Order:
    """Choose the lava that may hit the enemy and not us, or the smoke that hides us best."""
    sea = view.sea
    worth = []
    for volcano, at in sea.volcanoes.items():
        if view.scene.due == LAVA:
            lava = sea.lava(volcano)
            value = (lava & notes.enemy_points).bit_count() - 1000 * (lava >> view.boat.at & 1)
        else:
            value = (sectors(sea)[sea.sector[at]] & notes.shadow).bit_count()
        worth.append((value, pick(4), volcano))
    return Order(view.seat, "volcano", (max(worth)[2],))


def pull(view: View, point: int) -> int:
    """Return the value of a point for a wreck, by the island of the system it wants most."""
    system = next((system for system in WANTED if system in view.boat.rig.wrecked), "")
    islands = view.sea.bases.get(system, 0)
    steps = min((_steps(view.sea, point, island) for island in points_in(islands)), default=NEAR)
    return PULL * (NEAR - min(NEAR, steps))


def safe(view: View) -> bool:
    """Return whether the boat could surface here unharmed."""
    return not view.sea.ice >> view.boat.at & 1


def _steps(sea: Sea, one: int, other: int) -> int:
    """Return how many courses it takes from one point to beside another over open water."""
    (row, column), (r, c) = divmod(one, sea.width), divmod(other, sea.width)
    return max(0, abs(row - r) - 1) + max(0, abs(column - c) - 1)
