"""What a crew of Captain Sonar does to the enemy: torpedoes, mines, and looking for him first."""

from __future__ import annotations

from klaxon.crew.sonar.helm import ahead, clear_sea
from klaxon.crew.sonar.notes import Notes, sectors
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar.chart import points_in
from klaxon.rules.sonar.views import View, ready

GOOD_SHOT = 20
"""Damage to expect of a shot that is worth it, in hundredths."""
GOOD_BLAST = 35
"""The same of a mine: it is spent then, but costs no turn."""
FOUND = 8
"""Points among which an enemy is found well enough to shoot rather than look on."""
MOST_MINES = 4
ROOM_TO_KEEP = 8
"""Courses that a mine must leave the boat."""


def fire(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Fire at the best target where it promises enough; now and then at a poor one, for a miss tells something too."""
    if not notes.works("torpedo"):
        return None
    sea, at = view.sea, view.boat.at
    targets = sea.reach(at, sea.water, over_land=notes.over_land)
    best, target = _best(view, notes, targets, pick)
    enough = 1 if pick(8) == 0 else GOOD_SHOT
    return Order(view.seat, "torpedo", (sea.names[target],)) if best >= enough else None


def detonate(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Set a mine off where the enemy may well be near it."""
    if view.setting.detonate_needs_weapons and not notes.works("mine"):
        return None
    best, target = _best(view, notes, view.boat.mines & ~view.boat.fresh, pick)
    return Order(view.seat, "detonate", (view.sea.names[target],)) if best >= GOOD_BLAST else None


def lay(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Lay a mine where it does not lie in the boat's own way."""
    sea, boat, clear = view.sea, view.boat, clear_sea(view)
    if not notes.works("mine") or boat.mines.bit_count() >= MOST_MINES or pick(3) == 0:
        return None
    sites = list(points_in(sea.around[boat.at] & clear))
    kept = [site for site in sites if ahead(sea, boat.at, clear & ~(1 << site), ROOM_TO_KEEP) == ROOM_TO_KEEP]
    return Order(view.seat, "mine", (sea.names[kept[pick(len(kept))]],)) if kept else None


def ping(view: View, notes: Notes, _pick: Pick) -> Order | None:
    """Ask the enemy for two statements."""
    return Order(view.seat, "sonar") if _lost(view, notes) else None


def send_drone(view: View, notes: Notes, _pick: Pick) -> Order | None:
    """Send the drone where yes and no are about as likely."""
    left = notes.prey.bit_count()
    sea, smoke = view.sea, view.scene.smoke
    blind = sea.sector[sea.volcanoes[smoke]] if smoke else 0
    counts = [((points & notes.prey).bit_count(), n) for n, points in enumerate(sectors(sea)) if n != blind]
    most, sector = max((min(inside, left - inside), n) for inside, n in counts)
    return Order(view.seat, "drone", (str(sector),)) if most and _lost(view, notes) else None


def answer(view: View, _notes: Notes, pick: Pick) -> Order:
    """Answer a ping: two kinds of statement, one true and one false, by chance."""
    sea, at = view.sea, view.boat.at
    true = {"row": str(sea.row(at)), "column": sea.column(at), "sector": str(sea.sector[at])}
    values = {
        "row": [str(row + 1) for row in range(sea.height)],
        "column": [chr(65 + column) for column in range(sea.width)],
        "sector": list(sea.sectors),
    }
    kinds = [kind for kind in true if len(values[kind]) > 1]
    honest = kinds.pop(pick(len(kinds)))
    lying = kinds[pick(len(kinds))]
    lies = [value for value in values[lying] if value != true[lying]]
    told = {honest: true[honest], lying: lies[pick(len(lies))]}
    return Order(view.seat, "answer", tuple((kind, told[kind]) for kind in true if kind in told))


def _lost(view: View, notes: Notes) -> bool:
    """Tell whether to look for the enemy: not where he is found and a torpedo waits for the captain."""
    left = notes.prey.bit_count()
    armed = "torpedo" in ready(view.boat.gauges) and notes.works("torpedo")
    return left > (FOUND if armed else 2) and notes.works("sonar")


def _best(view: View, notes: Notes, targets: int, pick: Pick) -> tuple[int, int]:
    """Return the damage to expect of the best target, in hundredths, and the target; never one that hurts us."""
    sea, prey = notes.sea, notes.prey
    found: list[tuple[int, int]] = []
    for target in points_in(targets):
        near = sea.around[target]
        if not _reaches(view, target, near):
            found.append((2 * (prey >> target & 1) + (near & prey).bit_count(), target))
    best = max(found, default=(0, 0))[0]
    equal = [target for hits, target in found if hits == best]
    return 100 * best // prey.bit_count(), equal[pick(len(equal))] if equal else 0


def _reaches(view: View, target: int, near: int) -> bool:
    """Tell whether a blast would touch the own boat, by an own mine next to it too."""
    sea, boat = view.sea, view.boat
    zone = near | 1 << target
    if view.setting.mine_chain != "off":
        for mine in points_in(boat.mines & zone):
            zone |= sea.around[mine] | 1 << mine
    return bool(zone >> boat.at & 1)
