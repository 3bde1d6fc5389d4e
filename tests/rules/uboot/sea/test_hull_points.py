"""What ships can bear: hull points by tenths, sinking, and what becomes of their contacts and their hunts."""

from __future__ import annotations

from klaxon.rules.uboot.sea.passing import review
from klaxon.rules.uboot.sea.ships.casualties import take_away
from klaxon.rules.uboot.sea.ships.damage import SINKING, begin_to_sink, take_hull_points
from klaxon.rules.uboot.sea.ships.records import STOPPED, SUNK
from klaxon.rules.uboot.sea.watching.theirs import SIGHT
from tests.rules.uboot.kit.boat import HOUR, MINUTE
from tests.rules.uboot.kit.ships import CLASSES, SeaRun, ship_row

TRAMP = CLASSES["tramp-freighter"]
EYES = {"lookouts": 6}


def test_a_ship_bears_all_but_its_last_tenth_of_a_hull_point() -> None:
    sea = SeaRun(ship_row("a"), aboard=EYES).run(MINUTE)
    assert not take_hull_points(sea.work, MINUTE, 0, 10 * TRAMP.points - 1)
    assert sea.work.traffic.ships[0].sinks < 0
    assert take_hull_points(sea.work, MINUTE, 0, 1)
    ship = sea.work.traffic.ships[0]
    assert ship.motion == STOPPED
    assert SINKING[0] <= ship.sinks - MINUTE <= SINKING[1]
    assert not take_hull_points(sea.work, MINUTE, 0, 1)


def test_a_ship_in_contact_is_told_when_it_has_sunk_and_its_contact_goes() -> None:
    sea = SeaRun(ship_row("a", known=True), aboard=EYES).run(MINUTE)
    begin_to_sink(sea.work, MINUTE, 0)
    review(sea.work, MINUTE)
    sinks = sea.work.traffic.ships[0].sinks
    assert "sunk" not in [do for _, do, _ in sea.run(sinks - 1).news]
    sea.run(sinks + 10 * MINUTE)
    assert [(at, facts) for at, do, facts in sea.news if do == "sunk"] == [
        (sinks, {"id": "c1", "type": TRAMP.type, "grt": TRAMP.tons, "neutral": False, "in_convoy": False})
    ]
    assert sea.work.traffic.ships[0].motion == SUNK
    assert sea.work.watches.sightings == ()
    assert sea.told("unsighted") == []


def test_of_a_ship_that_nobody_sees_nothing_is_told() -> None:
    sea = SeaRun(ship_row("a", range_m=30_000)).run(MINUTE)
    begin_to_sink(sea.work, MINUTE, 0)
    review(sea.work, MINUTE)
    assert sea.run(HOUR).news == []
    assert sea.work.traffic.ships[0].motion == SUNK


def test_a_hunter_that_sinks_hunts_no_more() -> None:
    rows = [
        ship_row(name, type="corvette", group="g", range_m=4000, state="SEARCH", bearing=bears)
        for name, bears in (("e1", 0), ("e2", 30))
    ]
    sea = SeaRun(*rows, surfaced=False, depth=120).run(MINUTE)
    assert [hunter.number for each in sea.work.hunt.hunts for hunter in each.hunters] == [0, 1]
    begin_to_sink(sea.work, MINUTE, 0)
    review(sea.work, MINUTE)
    assert [hunter.number for each in sea.work.hunt.hunts for hunter in each.hunters] == [1]
    begin_to_sink(sea.work, MINUTE, 1)
    review(sea.work, MINUTE)
    assert sea.work.hunt.hunts == ()
    assert sea.run(HOUR).work.traffic.ships[0].motion == SUNK


def test_when_a_ship_leaves_its_column_the_next_one_looks_out_in_its_place() -> None:
    rows = [ship_row(f"s{place}", group="g", range_m=3000 + 600 * place) for place in range(7)]
    sea = SeaRun(*rows).run(MINUTE)
    watching = {watch.body for watch in sea.work.watches.pairs if watch.sensor == SIGHT}
    assert watching == {0, 1, 2, 3, 4, 5}
    take_away(sea.work, MINUTE, 2)
    review(sea.work, MINUTE)
    assert {watch.body for watch in sea.work.watches.pairs if watch.sensor == SIGHT} == {0, 1, 3, 4, 5, 6}
