"""What ships do: zigzag by day and in an alarm, emergency turns, flight, gaps, rescue, stragglers, sleep (UBT-8.7)."""

from __future__ import annotations

from math import isqrt
from typing import Any

import pytest

from klaxon.rules.uboot.sea.numbers import METRE, NM, bearing, mm_s, signed_angle
from klaxon.rules.uboot.sea.passing import review
from klaxon.rules.uboot.sea.ships import source
from klaxon.rules.uboot.sea.ships.casualties import fall_behind, stop_ship, take_away
from klaxon.rules.uboot.sea.ships.conduct import alarm_group
from klaxon.rules.uboot.sea.ships.placement import TRACK
from klaxon.rules.uboot.sea.ships.records import CLOSING, FREE, STATION, STOPPED, SUNK
from klaxon.rules.uboot.sea.ships.sailing import group_leg, leg_of
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.sea.watching.records import OUTSIDE
from tests.rules.uboot.kit.boat import HOUR, MINUTE
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import SeaRun, ship_row, traffic_with

FAR: dict[str, Any] = {"bearing": 90, "range_m": 90_000, "course": 0}


def course_of(sea: SeaRun, game: int, name: str = "") -> int:
    """Return the course of the first group, or of a ship, in whole degrees."""
    traffic = sea.work.traffic
    leg = leg_of(traffic, name or traffic.groups[0].name, game)
    return round(bearing(leg.vx, leg.vy) / 100) % 360


def convoy(kind: str = "slow_convoy", **setup: Any) -> SeaRun:
    """Return a convoy far from a boat at rest."""
    return SeaRun(TRAFFIC=[[kind, 1]], AREA="AK55", HOURS=96, **setup)


# -- zigzag ----------------------------------------------------------------------------------------------------------


@allows("8.7e")
def test_a_ship_zigzags_by_day_and_steers_straight_by_night() -> None:
    sea = SeaRun(ship_row("a", **FAR, zigzag=True), light="dark")
    assert course_of(sea.run(HOUR), HOUR) == 0
    sea = SeaRun(ship_row("a", **FAR, zigzag=True))
    courses = {course_of(sea.run(game), game) for game in range(0, HOUR, MINUTE)}
    assert courses == {0, 15, 345, 30, 330}


@refuses("8.7e")
def test_nobody_zigzags_in_rain_and_a_slow_convoy_only_in_an_alarm() -> None:
    sea = SeaRun(ship_row("a", **FAR, zigzag=True))
    sea.work.sky = sea.work.sky._replace(weather="rain")
    sea.change(0)
    assert {course_of(sea, game) for game in range(0, HOUR, MINUTE)} == {0}
    slow = convoy().run(HOUR).work.traffic.groups[0]
    assert not slow.sailing.zigzag


@allows("8.7e")
@pytest.mark.parametrize(("east", "side"), [(1, -45), (-1, 45)])
def test_after_an_attack_a_group_turns_away_and_then_zigzags_for_six_hours(east: int, side: int) -> None:
    rows = [ship_row(name, **{**FAR, "bearing": bears}, group="g") for name, bears in (("a", 90), ("b", 91))]
    sea = SeaRun(*rows)
    put = sea.work.traffic.groups[0]._replace(zigzags="alarm")
    sea.work.traffic = sea.work.traffic._replace(groups=(put,))
    x, y = group_leg(sea.work.traffic, put, HOUR).place(HOUR)
    sea.run(HOUR)
    alarm_group(sea.work, 0, HOUR, x + east * 3 * NM, y)
    review(sea.work, HOUR)
    assert course_of(sea, HOUR) == side % 360
    evading = sea.work.traffic.groups[0].evading
    assert 20 * MINUTE <= evading - HOUR <= 40 * MINUTE
    assert course_of(sea.run(evading - 1), evading - 1) == side % 360
    sea.run(evading)
    assert sea.work.traffic.groups[0].sailing.zigzag
    assert sea.run(7 * HOUR).work.traffic.groups[0].sailing.zigzag is False
    assert course_of(sea, 7 * HOUR) == 0


# -- speed, patrols, stragglers ----------------------------------------------------------------------------------------


@allows("8.7b")
def test_a_convoy_changes_its_speed_every_six_hours() -> None:
    sea = convoy()
    speeds = [sea.run(hour * HOUR).work.traffic.groups[0].sailing.speed for hour in range(1, 40)]
    assert len(set(speeds)) >= 6
    assert all(abs(speed - mm_s(70)) <= mm_s(70) // 20 for speed in speeds)


@allows("8.7a")
def test_a_patrol_turns_about_every_ten_miles() -> None:
    sea = SeaRun(TRAFFIC=[["patrol", 1]], AREA="AK55")
    group = sea.work.traffic.groups[0]
    places = []
    for hour in range(24):
        x, y = group_leg(sea.run(hour * HOUR).work.traffic, sea.work.traffic.groups[0], hour * HOUR).place(hour * HOUR)
        places.append((x, y))
    assert max(isqrt((x - a) ** 2 + (y - b) ** 2) for x, y in places for a, b in places) <= TRACK + NM
    assert {course_of(sea, 0), round(group.axis / 100) % 360} <= {
        round(group.axis / 100) % 360,
        (round(group.axis / 100) + 180) % 360,
    }


@allows("8.7e")
def test_about_five_ships_in_a_hundred_straggle_a_day() -> None:
    traffic = traffic_with(TRAFFIC=[["fast_convoy", 20]])
    ships = [ship for ship in traffic.ships if ship.column >= 0]
    early = sum(0 <= ship.straggles < 24 * HOUR for ship in ships)
    assert 0.03 < early / len(ships) < 0.07


@allows("8.7e")
def test_a_straggler_falls_behind_at_three_quarters_of_the_speed() -> None:
    sea = convoy()
    number = min(range(sea.work.traffic.groups[0].size), key=lambda n: sea.work.traffic.ships[n].straggles % (1 << 62))
    when = sea.work.traffic.ships[number].straggles
    sea.run(when)
    ship, group = sea.work.traffic.ships[number], sea.work.traffic.groups[0]
    assert (ship.motion, ship.is_straggler, ship.column) == (FREE, True, -1)
    assert ship.leg is not None
    assert abs(isqrt(ship.leg.vx**2 + ship.leg.vy**2) - group.speed * 3 // 4) <= 1


# -- flight ------------------------------------------------------------------------------------------------------------


@allows("8.7f")
def test_a_ship_that_sees_the_boat_turns_away_at_full_speed() -> None:
    sea = SeaRun(ship_row("a", type="cargo-liner", bearing=60, range_m=5_000, course=240, kn=0))
    game = 0
    while sea.datum is None:
        game += 10_000
        sea.run(game)
    at = sea.datum.at
    leg = leg_of(sea.work.traffic, "a", at)
    assert abs(signed_angle(bearing(leg.vx, leg.vy) - 6000)) < 50
    assert abs(isqrt(leg.vx**2 + leg.vy**2) - mm_s(130)) <= 1
    group = sea.run(at + 4 * HOUR).work.traffic.groups[0]
    assert (group.evading, group.sailing.speed) == (-1, 0)


@refuses("8.7f")
def test_a_ship_that_has_not_seen_the_boat_goes_on() -> None:
    sea = SeaRun(ship_row("a", bearing=60, range_m=11_000, course=330))
    assert leg_of(sea.run(3 * HOUR).work.traffic, "a", 3 * HOUR).start == 0
    assert sea.datum is None


# -- gaps and rescue -------------------------------------------------------------------------------------------------


def _column(sea: SeaRun, column: int = 2) -> list[int]:
    """Return the ships of a column from ahead to astern."""
    ships = sea.work.traffic.ships
    return sorted((n for n in range(len(ships)) if ships[n].column == column), key=lambda n: ships[n].row)


def _lose(sea: SeaRun, number: int, game: int) -> None:
    stop_ship(sea.work, game, number)
    review(sea.work, game)


@allows("8.7g")
def test_a_gap_is_filled_from_astern_after_twenty_minutes() -> None:
    sea = convoy().run(HOUR)
    first, second, third, *_ = _column(sea)
    stations = [(sea.work.traffic.ships[n].x, sea.work.traffic.ships[n].y) for n in (first, second)]
    take_away(sea.work, HOUR, first)
    review(sea.work, HOUR)
    assert sea.work.traffic.ships[first].motion == SUNK
    sea.run(HOUR + 20 * MINUTE)
    assert [sea.work.traffic.ships[n].motion for n in (second, third)] == [CLOSING, CLOSING]
    sea.run(2 * HOUR)
    moved = [sea.work.traffic.ships[n] for n in (second, third)]
    assert [ship.motion for ship in moved] == [STATION, STATION]
    for ship, (x, y) in zip(moved, stations, strict=True):
        assert max(abs(ship.x - x), abs(ship.y - y)) <= 2


@refuses("8.7g")
def test_no_gap_is_filled_earlier_nor_from_another_column() -> None:
    sea = convoy().run(HOUR)
    first, *others = _column(sea)
    take_away(sea.work, HOUR, first)
    review(sea.work, HOUR)
    sea.run(HOUR + 20 * MINUTE - 1)
    assert {ship.motion for ship in sea.work.traffic.ships} == {STATION, SUNK}
    sea.run(HOUR + 20 * MINUTE)
    closing = {n for n, ship in enumerate(sea.work.traffic.ships) if ship.motion == CLOSING}
    assert closing == set(others)


@allows("8.7h")
def test_the_last_ship_of_a_column_stops_at_a_wreck_and_comes_up_again() -> None:
    sea = convoy().run(HOUR)
    first, *_, last = _column(sea)
    _lose(sea, first, HOUR)
    wreck = sea.work.traffic.ships[first].leg
    assert wreck is not None
    rescue = sea.work.traffic.ships[last]
    assert (rescue.motion, rescue.wreck) == (FREE, (wreck.x, wreck.y))
    arrival = rescue.until
    sea.run(arrival)
    stopped = sea.work.traffic.ships[last]
    assert stopped.motion == STOPPED
    assert stopped.leg is not None
    assert max(abs(stopped.leg.x - wreck.x), abs(stopped.leg.y - wreck.y)) < 10 * METRE
    assert stopped.until == arrival + 15 * MINUTE
    assert sea.run(stopped.until).work.traffic.ships[last].motion == CLOSING
    assert sea.run(stopped.until + 12 * HOUR).work.traffic.ships[last].motion == STATION


@refuses("8.7h")
def test_nobody_stops_for_the_last_ship_and_no_rescue_ship_goes_twice() -> None:
    sea = convoy().run(HOUR)
    first, second, *_, last = _column(sea)
    _lose(sea, first, HOUR)
    _lose(sea, second, HOUR)
    wreck = sea.work.traffic.ships[first].leg
    assert wreck is not None
    assert sea.work.traffic.ships[last].wreck == (wreck.x, wreck.y)
    sea = convoy().run(HOUR)
    *_, last = _column(sea)
    _lose(sea, last, HOUR)
    assert all(ship.wreck is None for ship in sea.work.traffic.ships)


def test_a_ship_that_was_hit_falls_behind_and_leaves_a_gap() -> None:
    sea = convoy().run(HOUR)
    first, *_ = _column(sea)
    fall_behind(sea.work, HOUR, first, mm_s(35))
    review(sea.work, HOUR)
    assert sea.work.traffic.ships[first].motion == FREE
    assert [gap.at for gap in sea.work.traffic.groups[0].gaps] == [HOUR + 20 * MINUTE]


# -- sleep -----------------------------------------------------------------------------------------------------------


def _truth(sea: SeaTruth) -> object:
    """Return what is true of ships and watches, without what only says when to look again."""
    groups = [group._replace(is_awake=False, look=0, due=0) for group in sea.traffic.groups]
    pairs = sorted(watch for watch in sea.watches.pairs if watch.need != OUTSIDE)
    return groups, sea.traffic.ships, pairs, sea.watches.conditions, sea.watches.sightings, sea.watches.looked


def _sail(reach: int, monkeypatch: pytest.MonkeyPatch) -> tuple[SeaRun, list[object]]:
    """Lie in the way of traffic for a day with a moon night; `reach`: from where on groups are awake."""
    monkeypatch.setattr(source, "AWAKE_WITHIN", reach)
    traffic = [["fast_convoy", 1], ["slow_convoy", 1], ["single", 3], ["patrol", 1], ["small", 1]]
    sea = SeaRun(TRAFFIC=traffic, aboard={"lookouts": 6}, course=300, DATE="1940-10-17T14:00")
    truths = [_truth(sea.run(hour * HOUR).work.sea()) for hour in range(0, 31, 3)]
    return sea, truths


@allows("8.0g")
@refuses("8.0g")
def test_a_group_that_sleeps_ends_up_where_one_that_is_awake_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asleep, of_sleep = _sail(source.AWAKE_WITHIN, monkeypatch)
    awake, of_waking = _sail(1 << 60, monkeypatch)
    assert of_sleep == of_waking
    assert asleep.news == awake.news
    assert asleep.news
    assert asleep.work.instants < awake.work.instants


@refuses("8.0g")
def test_a_group_far_off_causes_nothing() -> None:
    sea = convoy()
    sea.run(20 * HOUR)
    assert sea.work.watches.pairs == ()
    assert sea.work.instants < 60
