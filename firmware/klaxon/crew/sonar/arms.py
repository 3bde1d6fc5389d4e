"""What a crew of Captain Sonar does to the enemy: torpedoes and mines."""

from __future__ import annotations

from klaxon.crew.sonar.aim import aim, reach
from klaxon.crew.sonar.helm import ahead, clear_sea
from klaxon.crew.sonar.notes import Notes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar.chart import points_in
from klaxon.rules.sonar.view import View

MOST_MINES = 4
ROOM_TO_KEEP = 8
"""Courses that must still be open after laying a mine."""


def fire(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Fire at the best target if it promises enough; now and then at a poor one, since a miss tells something too."""
    if not notes.works("torpedo"):
        return None
    best, target = aim(view, notes, reach(notes, view.boat.at), pick)
    enough = 1 if notes.acts_on_whim(pick) else notes.skill.good_shot
    return Order(view.seat, "torpedo", (view.sea.names[target],)) if best >= enough else None


def detonate(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Set a mine off if the enemy is likely near it, or if it closes the last way and surfacing opens none."""
    if view.setting.detonate_needs_weapons and not notes.works("mine"):
        return None
    boat = view.boat
    closing = view.sea.cross[boat.at] & boat.mines if view.blackout and boat.route == 1 << boat.at else 0
    if closing and boat.damage + 1 < view.setting.lethal:
        return Order(view.seat, "detonate", (view.sea.names[next(iter(points_in(closing)))],))
    best, target = aim(view, notes, view.boat.mines & ~view.boat.fresh, pick)
    return Order(view.seat, "detonate", (view.sea.names[target],)) if best >= notes.skill.good_blast else None


def lay(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Lay a mine where it is not in the boat's own way."""
    sea, boat, clear = view.sea, view.boat, clear_sea(view)
    if not notes.works("mine") or boat.mines.bit_count() >= MOST_MINES or pick(3) == 0:
        return None
    sites = list(points_in(sea.around[boat.at] & clear))
    kept = [site for site in sites if ahead(sea, boat.at, clear & ~(1 << site), ROOM_TO_KEEP) == ROOM_TO_KEEP]
    return Order(view.seat, "mine", (sea.names[kept[pick(len(kept))]],)) if kept else None
