"""Below deck: which symbol the engineer crosses, which gauge the first officer fills."""

from __future__ import annotations

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar import panel
from klaxon.rules.sonar.scenarios import chargeable
from klaxon.rules.sonar.setting import BOXES, SCENARIO, SYSTEMS
from klaxon.rules.sonar.views import View

DAMAGE = 100
SCATTERED = 12
"""Points among which a boat is lost to its enemy."""
_REPAIRS = 10
"""What a wreck pays more for a symbol that its repairs depend on."""
_WORTH = {panel.WEAPONS: 12, panel.DETECTION: 9, panel.SPECIAL: 6, panel.RADIATION: 0}


def cross(view: View, _notes: Notes, pick: Pick) -> Order:
    """Cross what hurts least."""
    boat = view.boat
    owed = panel.KIND_BITS[panel.RADIATION] if boat.penalty_due else panel.SECTION_BITS[boat.section]
    spared = _REPAIRS if view.sea.bases and panel.works(boat.panel, SCENARIO) else 0
    priced = [
        (price(boat.panel, symbol) + spared * (panel.SYMBOL[symbol].kind == panel.SPECIAL), pick(4), symbol)
        for symbol in panel.named(owed & ~boat.panel)
    ]
    return Order(view.seat, "break", (min(priced)[2],))


def charge(view: View, notes: Notes, pick: Pick) -> Order:
    """Charge a torpedo, or what finds the enemy where he is lost, or silence where we are found; sometimes anything."""
    boxes = dict(zip(SYSTEMS, view.boat.gauges, strict=True))
    systems = [system for system in SYSTEMS if boxes[system] < BOXES[system]]
    if view.sea.bases:
        systems = list(chargeable(view.boat, view.setting))
        if SCENARIO in systems and view.boat.rig.wrecked and pick(4):
            return Order(view.seat, "charge", (SCENARIO,))
    found, lost = notes.shadow.bit_count() <= SCATTERED, notes.prey.bit_count() > SCATTERED
    whim = pick(4)
    wanted = "silence" if found and whim == 0 else ("torpedo", "sonar", "torpedo", "drone")[whim if lost else 0]
    chosen = wanted if wanted in systems and pick(3) else systems[pick(len(systems))]
    return Order(view.seat, "charge", (chosen,))


def price(crossed: int, name: str) -> int:
    """Return what crossing a symbol costs: a failure most, then systems that still work, then what comes near both."""
    symbol = panel.SYMBOL[name]
    after = panel.cross(crossed, name)
    if after.failure:
        return DAMAGE
    if after.circuit:
        return -20 - sum(_lost(after.panel, kind) < _lost(crossed, kind) for kind in _WORTH)
    cost = _lost(after.panel, symbol.kind) - _lost(crossed, symbol.kind)
    left = (panel.SECTION_BITS[symbol.section] & ~after.panel).bit_count()
    cost += (0, 25, 8, 3, 1, 0)[left]
    if symbol.circuit:
        done = (panel.CIRCUIT_BITS[symbol.circuit] & after.panel).bit_count()
        return cost - 2 * done
    if symbol.kind == panel.RADIATION:
        cost += (0, 1, 1, 2, 5, 20, 0)[(panel.KIND_BITS[panel.RADIATION] & after.panel).bit_count()]
    return cost + 2  # what is on no circuit stays crossed until the boat surfaces


def strain(crossed: int, section: str) -> int:
    """Return what a course in that direction costs at least."""
    free = panel.named(panel.SECTION_BITS[section] & ~crossed)
    return min((price(crossed, name) for name in free), default=DAMAGE)


def _lost(crossed: int, kind: str) -> int:
    return _WORTH[kind] if crossed & panel.KIND_BITS[kind] else 0
