"""What eye and ear perceive is made of sightings alone: who is not in contact is nowhere in it."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.sea.glass.perceived import PerceivedSea, heard_sounds, sighted_ships
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import METRE, NM, mm_s
from klaxon.rules.uboot.sea.ships.records import STOPPED, Sailing, Ship, ShipGroup, Traffic
from klaxon.rules.uboot.sea.watching.records import HELD, SeenLeg, Sighting, Watch, Watches
from tests.rules.uboot.kit.boat import BOX

KM = 1000 * METRE
GROUPS = (ShipGroup("a", 0, 2, Sailing(), axis=4500, radius=2 * NM), ShipGroup("b", 2, 1, Sailing()))
SHIPS = (Ship("a1", "tramp-freighter"), Ship("a2", "corvette"), Ship("b1", "tanker-large"))


def leg(x: int, y: int, by: str = "lookout", **facts: Any) -> SeenLeg:
    return SeenLeg(0, x, y, 0, 0, mm_s(90), 0, 0, by)._replace(**facts)


def sea(
    sightings: tuple[Sighting, ...], pairs: tuple[Watch, ...] = (), *, heading: int = 0, game: int = 0
) -> PerceivedSea:
    box = read_box(BOX)
    assert isinstance(box, Box)
    return PerceivedSea(box, Traffic(GROUPS, SHIPS), Watches(pairs=pairs, sightings=sightings), heading, game)


def seen(name: str, body: int, where: SeenLeg, lost: int = -1) -> Sighting:
    return Sighting(name, body, 0, where, where, lost)


def test_only_ships_that_somebody_sees_now_are_sighted() -> None:
    found = sighted_ships(
        sea(
            (
                seen("c1", -1, leg(0, 9 * KM)),  # the group itself
                seen("c2", 0, leg(0, 5 * KM)),
                seen("c3", 1, leg(0, 4 * KM), lost=300_000),  # nobody sees it any more
                seen("c4", 2, leg(0, 3 * KM, "hydrophone")),
            )
        )
    )
    assert [(ship.contact, ship.distance, ship.course, ship.makes_way) for ship in found] == [
        ("c2", 5 * KM, 9000, True)
    ]
    assert found[0].ship["id"] == "tramp-freighter"


def test_a_ship_is_where_its_leg_has_brought_it() -> None:
    where = leg(0, 5 * KM, vx=1000, vy=-2000)
    (ship,) = sighted_ships(sea((seen("c1", 0, where),), game=60_000))
    assert (ship.x, ship.y) == (60 * METRE, 4880 * METRE)


def test_a_ship_that_lies_still_points_along_its_base_course() -> None:
    (ship,) = sighted_ships(sea((seen("c1", 0, leg(0, 5 * KM, east=0)),)))
    assert (ship.course, ship.makes_way) == (4500, False)


def test_a_ship_sinks_evenly_from_where_it_stopped() -> None:
    sinking = Ship("a1", "tramp-freighter", motion=STOPPED, leg=SeaLeg(100_000, 0, 0), hits=1, sinks=900_000)
    states = {}
    for game in (100_000, 300_000, 899_999, 999_999):
        lying = sea((seen("c1", 0, leg(0, 5 * KM, east=0)),), game=game)
        lying = lying._replace(traffic=lying.traffic._replace(ships=(sinking, *SHIPS[1:])))
        (ship,) = sighted_ships(lying)
        states[game] = (ship.settled, ship.is_burning)
    assert states == {100_000: (0, True), 300_000: (2, True), 899_999: (7, True), 999_999: (8, True)}


def test_only_what_the_hydrophone_holds_is_heard() -> None:
    heard = leg(8 * KM, 0, "hydrophone")
    sightings = (seen("c1", 0, heard), seen("c2", 1, heard), seen("c3", 2, heard), seen("c4", -1, heard))
    pairs = (
        Watch("hydrophone", 0, 0, need=HELD, reach=16 * KM),
        Watch("hydrophone", 1, 0, need=500, reach=16 * KM),  # not found yet
        Watch("lookout", 2, 0, need=HELD, reach=16 * KM),
        Watch("hydrophone", -1, 0, need=HELD, reach=32 * KM),
    )
    found = heard_sounds(sea(sightings, pairs))
    assert [(sound.contact, sound.bearing, sound.level, sound.screw, sound.turns) for sound in found] == [
        ("c1", 9000, 7, "slow", 7 * 9),
        ("c4", 9000, 9, "", 0),
    ]
    assert [sound.wide for sound in found] == [0, 2484]


def test_bearings_are_counted_from_the_bow_and_blind_arcs_are_silent() -> None:
    sightings, pairs = (seen("c1", 0, leg(8 * KM, 0)),), (Watch("hydrophone", 0, 0, need=HELD, reach=16 * KM),)
    assert [sound.bearing % 36_000 for sound in heard_sounds(sea(sightings, pairs, heading=4000))] == [5000]
    assert heard_sounds(sea(sightings, pairs, heading=8000)) == []
