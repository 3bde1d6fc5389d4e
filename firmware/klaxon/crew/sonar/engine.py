"""Below deck: which symbol the engineer crosses, which gauge the first officer fills."""

from __future__ import annotations

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.scenarios import chargeable
from klaxon.rules.sonar.setting import BOXES, SCENARIO, SYSTEMS
from klaxon.rules.sonar.view import View

DAMAGE = 100
SCATTERED = 12
"""The number of possible points from which on a boat counts as lost to its enemy."""
_REPAIRS = 10
"""The extra cost for a wreck of a symbol that its repairs depend on."""
_WORTH = {circuits.WEAPONS: 12, circuits.DETECTION: 9, circuits.SPECIAL: 6, circuits.RADIATION: 0}


def cross(view: View, _notes: Notes, pick: Pick) -> Order:
    """Cross the symbol that costs least."""
    boat = view.boat
    owed = circuits.KIND_BITS[circuits.RADIATION] if boat.penalty_due else circuits.SECTION_BITS[boat.section]
    spared = _REPAIRS if view.sea.bases and circuits.works(boat.panel, SCENARIO) else 0
    priced = [
        (price(boat.panel, symbol) + spared * (circuits.SYMBOL[symbol].kind == circuits.SPECIAL), pick(4), symbol)
        for symbol in circuits.symbol_names(owed & ~boat.panel)
    ]
    return Order(view.seat, "break", (min(priced)[2],))


def charge(view: View, notes: Notes, pick: Pick) -> Order:
    """Charge the most wanted system that is not full, as far as the skill goes; else a random one."""
    boxes = dict(zip(SYSTEMS, view.boat.gauges, strict=True))
    systems = [system for system in SYSTEMS if boxes[system] < BOXES[system]]
    if view.sea.bases:
        systems = list(chargeable(view.boat, view.setting))
        if SCENARIO in systems and view.boat.rig.wrecked and pick(4):
            return Order(view.seat, "charge", (SCENARIO,))
    wanted = _needed_systems(notes) if notes.skill.cunning else _preferred_systems(notes, pick)
    chosen = next((system for system in wanted if system in systems), None) if pick(3) < notes.skill.plans else None
    return Order(view.seat, "charge", (chosen or systems[pick(len(systems))],))


def _preferred_systems(notes: Notes, pick: Pick) -> tuple[str, ...]:
    """Return the torpedo, detection if the enemy is lost, or silence if we are found."""
    whim = pick(4)
    if _is_found(notes) and whim == 0:
        return ("silence",)
    return (("torpedo", "sonar", "torpedo", "drone")[whim if _must_search(notes) else 0],)


def _needed_systems(notes: Notes) -> tuple[str, ...]:
    """Return all systems, the most needed first: find the enemy, shoot, get away."""
    if _must_search(notes):
        return ("sonar", "torpedo", "mine", "silence", "drone")
    return (
        ("torpedo", "silence", "mine", "sonar", "drone")
        if _is_found(notes)
        else ("torpedo", "mine", "sonar", "silence")
    )


def _must_search(notes: Notes) -> bool:
    """Return whether the enemy's position is too uncertain."""
    return notes.enemy_points.bit_count() > SCATTERED


def _is_found(notes: Notes) -> bool:
    """Return whether the enemy knows our position well."""
    return notes.shadow.bit_count() <= SCATTERED


def price(crossed: int, name: str) -> int:
    """Return the cost of crossing a symbol: a failure most, then systems that still work, then coming close to both."""
    symbol = circuits.SYMBOL[name]
    after = circuits.cross(crossed, name)
    if after.failure:
        return DAMAGE
    if after.circuit:
        return -20 - sum(_broken(after.panel, kind) < _broken(crossed, kind) for kind in _WORTH)
    cost = _broken(after.panel, symbol.kind) - _broken(crossed, symbol.kind)
    left = (circuits.SECTION_BITS[symbol.section] & ~after.panel).bit_count()
    cost += (0, 25, 8, 3, 1, 0)[left]
    if symbol.circuit:
        done = (circuits.CIRCUIT_BITS[symbol.circuit] & after.panel).bit_count()
        return cost - 2 * done
    if symbol.kind == circuits.RADIATION:
        cost += (0, 1, 1, 2, 5, 20, 0)[(circuits.KIND_BITS[circuits.RADIATION] & after.panel).bit_count()]
    return cost + 2  # what is on no circuit stays crossed until the boat surfaces


def strain(crossed: int, section: str) -> int:
    """Return the least cost of a course in that direction."""
    free = circuits.symbol_names(circuits.SECTION_BITS[section] & ~crossed)
    return min((price(crossed, name) for name in free), default=DAMAGE)


def _broken(crossed: int, kind: str) -> int:
    return _WORTH[kind] if crossed & circuits.KIND_BITS[kind] else 0
