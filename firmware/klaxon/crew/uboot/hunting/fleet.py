"""The ships of a fleet, each where the plot has it: all go alike, so what is told of one tells how the others go."""

from __future__ import annotations

from math import cos, inf, radians, sin

from klaxon.crew.uboot.hunting.means import Mean, mean_course, place_on_way
from klaxon.crew.uboot.hunting.plot import ContactPlot, PlottedContact
from klaxon.crew.uboot.hunting.zigzag import next_turn, since_turning, swing

OUTERMOST, USUAL = 0.9, 3150
"""Share of the ships that count for how wide a fleet is, and half its width where nobody has seen it: metres."""
LEAST_SHIPS = 5
"""Ships that have to be on the plot to say how wide it is."""
JUST_NOW, SWINGS_FROM = 150, 84
"""Seconds in which every ship in sight is reported once, and tenths of knots from which on a fleet zigzags by day."""
MERCHANT = ("", "merchant")


def ships_of(plot: ContactPlot, fleet: str) -> list[PlottedContact]:
    """Return the merchants of a fleet that are on the plot, those out of sight too."""
    return [
        each
        for each in plot.contacts
        if each.group == fleet and each.kind == "ship" and each.fixes and each.klass in MERCHANT
    ]


def as_reported(plot: ContactPlot, fleet: Mean) -> Mean:
    """Return a fleet with the course that its ships steer by what was reported of all of them just now.

    One that zigzags keeps it until the clock says that it turns.
    """
    last = [ship.fixes[-1] for ship in ships_of(plot, fleet.name)]
    is_swinging, clock = fleet.steady < inf or (plot.zigzags and fleet.speed > SWINGS_FROM), plot.clock
    turned = {fix: swing(clock + plot.at) - swing(clock + fix.at) if is_swinging else 0 for fix in last}
    recent = [fix for fix in last if plot.at - fix.at < JUST_NOW]
    courses = [fix.course + turned[fix] for fix in recent if fix.course is not None]
    if len(courses) < LEAST_SHIPS:
        return fleet
    steady = next_turn(plot.clock + plot.at) if is_swinging else inf
    return fleet._replace(course=mean_course(courses), steady=steady)


def means_in_fleet(plot: ContactPlot, way: Mean, most: int) -> list[Mean]:
    """Return where the ships of a fleet are by so many reports of each, if they go as the fleet does."""
    found, turned = list[Mean](), plot.at - since_turning(plot.clock + plot.at) if way.steady < inf else 0.0
    for ship in ships_of(plot, way.fleet):
        fixes = [fix for fix in ship.fixes[-most:] if fix.at >= turned] or ship.fixes[-1:]
        bearing, metres = place_on_way(plot, tuple(fixes), way)
        age = plot.at - ship.fixes[-1].at
        speed = way.speed / 2 if ship.hurt else way.speed
        mean = way._replace(name=ship.name, bearing=bearing, metres=metres, speed=speed, age=age, lost=ship.lost)
        found.append(mean._replace(reports=len(fixes)))
    return found


def half_width(plot: ContactPlot, fleet: Mean) -> float:
    """Return how far the outer columns of a fleet are from its middle."""
    asides = sorted(abs(_aside(mean, fleet)) for mean in means_in_fleet(plot, fleet, 3))
    if len(asides) < LEAST_SHIPS:
        return USUAL
    return max(asides[int(OUTERMOST * (len(asides) - 1))], USUAL / 2)


def _aside(ship: Mean, fleet: Mean) -> float:
    """Return how far a ship is to starboard of the middle of its fleet."""
    east = ship.metres * sin(radians(ship.bearing)) - fleet.metres * sin(radians(fleet.bearing))
    north = ship.metres * cos(radians(ship.bearing)) - fleet.metres * cos(radians(fleet.bearing))
    return east * cos(radians(fleet.course)) - north * sin(radians(fleet.course))
