"""Who perceives whom: contacts found, held and lost, and what the enemy learns of the boat (UBT-8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.ships.sailing import leg_of
from klaxon.rules.uboot.sea.watching.records import HELD
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, SeaRun, ship_row

EYES: dict[str, Any] = {"lookouts": 6}
DIVED: dict[str, Any] = {"surfaced": False, "depth": 60}


def escort(name: str = "e", **told_of: Any) -> dict[str, Any]:
    return ship_row(name, **{"type": "corvette", "kn": 12, **told_of})


# -- ours ----------------------------------------------------------------------------------------------------------


@allows("8.4a")
def test_lookouts_find_a_ship_inside_their_range_and_report_it() -> None:
    sea = SeaRun(ship_row("a", range_m=17_000, kn=0, course=90), aboard=EYES).run(2 * HOUR)
    ((at, do, facts),) = sea.news
    assert (do, facts["contact"], facts["kind"], facts["group"], facts["by"]) == (
        "sighted",
        "c1",
        "ship",
        "",
        "lookout",
    )
    assert 0 < at < 2 * HOUR
    assert set(facts) == {"contact", "kind", "group", "by", "bearing", "range", "speed"}


@refuses("8.4a")
@pytest.mark.parametrize(
    ("far", "aboard"), [(18_700, EYES), (5_000, {}), (5_000, {"listening": True})], ids=["far", "nobody", "surfaced"]
)
def test_nobody_finds_what_is_out_of_range_or_without_lookouts(far: int, aboard: dict[str, Any]) -> None:
    assert SeaRun(ship_row("a", range_m=far, kn=0), aboard=aboard).run(20 * HOUR).news == []


@allows("8.4a")
def test_a_raised_periscope_sees_half_as_far() -> None:
    near, far = (
        SeaRun(ship_row("a", range_m=metres, kn=0), aboard={"periscope": True}, surfaced=False, depth=10)
        for metres in (9_000, 9_400)
    )
    assert near.run(5 * HOUR).told("sighted") == ["c1 ship"]
    assert far.run(5 * HOUR).news == []


@allows("12.20d")
def test_what_a_file_says_is_known_is_found_at_once_inside_the_range() -> None:
    sea = SeaRun(ship_row("a", range_m=25_000, known=True), aboard=EYES).run(3 * HOUR)
    at, do, _ = sea.news[0]
    x, y = leg_of(sea.work.traffic, "a", at).place(at)
    own_x, own_y = sea.work.leg(at).place(at)
    assert do == "sighted"
    assert abs((x - own_x) ** 2 + (y - own_y) ** 2 - 18_520_000**2) < 18_520_000 * 20_000


@refuses("12.20d")
def test_ships_of_a_file_steer_as_placed() -> None:
    sea = SeaRun(ship_row("a", range_m=90_000, course=77), escort("b", range_m=80_000, course=10)).run(9 * HOUR)
    for name in ("a", "b"):
        assert leg_of(sea.work.traffic, name, 9 * HOUR).start == 0


@allows("8.4b")
def test_a_contact_is_lost_five_minutes_after_nobody_could_see_it() -> None:
    boat = Boat(SHIPS=[ship_row("a", range_m=9_000, known=True)], **LOOKOUTS)
    assert told(boat.events, "contact")[0].startswith("contact contact=c1 kind=ship")
    before = boat.view()["contacts"]["c1"]
    boat.put("navigator.circle", task="", act=0)
    for man in ("square", "triangle", "hexagon"):
        boat.put(f"navigator.{man}", task="", act=0)
    boat.give("captain change_positions")
    for role in ("captain", "first_officer", "navigator", "engineer"):
        boat.give(f"{role} ready")
    assert boat.wait(5 * MINUTE - 1) == []
    assert boat.view()["contacts"]["c1"] == before
    assert told(boat.wait(1)) == ["contact-lost contact=c1 group="]
    assert boat.view()["contacts"] == {}


@refuses("8.4b")
def test_what_is_seen_again_in_time_is_not_lost() -> None:
    sea = SeaRun(ship_row("a", range_m=9_000, known=True), aboard=EYES)
    sea.man(MINUTE, lookouts=0)
    sea.run(5 * MINUTE)
    sea.man(5 * MINUTE, lookouts=1)
    assert sea.run(20 * MINUTE).told("sighted", "unsighted") == ["c1 ship"]


# -- groups --------------------------------------------------------------------------------------------------------


def convoy(range_m: int = 30_000, *, known: bool = True) -> list[dict[str, Any]]:
    """Return two freighters abeam of each other and an escort ahead of them, bound for the boat."""
    return [
        ship_row("a", range_m=range_m, group="g", known=known),
        ship_row("b", range_m=range_m, bearing=2, group="g", known=known),
        escort("e", range_m=range_m - 10_500, kn=9, group="g", known=known),
    ]


@allows("8.4m")
def test_the_group_is_told_first_then_its_ships_without_a_feed_line() -> None:
    sea = SeaRun(*convoy(), aboard=EYES).run(90 * MINUTE)
    assert sea.told("sighted") == ["c1 group", "c2 ship c1", "c3 ship c1", "c4 ship c1"]
    assert [sea.work.traffic.ships[each.body].name for each in sea.work.watches.sightings[1:]] == ["e", "a", "b"]


@allows("8.4m")
def test_a_group_is_told_again_when_its_first_escort_is_made_out_after_ten_minutes() -> None:
    rows = [*convoy()[:2], escort("e", range_m=30_000, kn=9, bearing=1, group="g", known=True)]
    sea = SeaRun(*rows, aboard=EYES).run(90 * MINUTE)
    assert sea.told("sighted") == ["c1 group", "c2 ship c1", "c3 ship c1", "c4 ship c1", "c1 group"]
    times = [at for at, _, facts in sea.news if facts["contact"] == "c1"]
    assert times[1] - times[0] >= 10 * MINUTE


@refuses("8.4m")
def test_ships_of_a_group_in_contact_drop_no_time() -> None:
    """Case 37: a freighter and an escort of one group come into sight in turn."""
    rows = [
        ship_row("a", range_m=18_600, group="g", known=True),
        escort("e", range_m=15_000, bearing=1, kn=9, group="g", known=True),
    ]
    boat = Boat(SHIPS=rows, **LOOKOUTS)
    boat.give("first_officer time dynamic")
    events = boat.wait(2 * MINUTE)
    assert [line[:40] for line in told(events, "contact")] == [
        "contact contact=c2 kind=ship group=c1 by",
        "contact contact=c3 kind=ship group=c1 by",
    ]
    assert boat.view()["clock"]["mode"] == "dynamic"
    assert boat.view()["contacts"]["c3"]["group"] == "c1"


@refuses("8.4m")
def test_an_escort_alone_says_nothing_of_its_group() -> None:
    rows = [ship_row("a", range_m=70_000, group="g"), escort("e", range_m=9_000, group="g", known=True)]
    sea = SeaRun(*rows, aboard=EYES).run(10 * MINUTE)
    assert sea.told("sighted") == ["c1 ship"]


# -- by ear --------------------------------------------------------------------------------------------------------


@allows("8.4d")
def test_the_hydrophone_hears_a_ship_on_the_beam() -> None:
    sea = SeaRun(ship_row("a", bearing=90, range_m=8_000), aboard={"listening": True}, **DIVED).run(HOUR)
    (at, _, facts) = sea.news[0]
    assert (facts["kind"], facts["by"], facts["screw"], facts["turns"]) == ("sound", "hydrophone", "slow", 63)
    assert at < 10 * MINUTE


@refuses("8.4d")
@pytest.mark.parametrize("bearing", [0, 15, 345, 165, 180])
def test_nothing_is_heard_ahead_or_astern(bearing: int) -> None:
    row = ship_row("a", bearing=bearing, range_m=8_000, course=bearing, kn=1, known=True)
    assert SeaRun(row, aboard={"listening": True}, **DIVED).run(30 * MINUTE).news == []


@allows("8.4d")
def test_a_convoy_is_heard_as_one_and_a_ship_of_it_alone_within_three_miles() -> None:
    rows = [
        ship_row(name, bearing=90, range_m=metres, course=0, group="g", known=True)
        for name, metres in (("a", 5_000), ("b", 9_000))
    ]
    sea = SeaRun(*rows, aboard={"listening": True}, **DIVED)
    assert sea.told("sighted") == ["c1 group", "c2 sound c1"]


@allows("8.4e")
def test_a_zigzag_is_noticed_when_the_bearing_rate_changes_its_sign() -> None:
    row = ship_row("a", bearing=90, range_m=9_000, course=270, zigzag=True, known=True)
    sea = SeaRun(row, aboard={"listening": True}, **DIVED).run(9 * MINUTE)
    (sighting,) = sea.work.watches.sightings
    assert sighting.turns == 1


# -- theirs ----------------------------------------------------------------------------------------------------------


@allows("8.4c")
def test_an_escort_sees_a_surfaced_boat_and_its_group_knows_where() -> None:
    sea = SeaRun(escort(range_m=6_000, kn=0)).run(2 * HOUR)
    assert sea.datum is not None
    assert (sea.datum.how, sea.datum.by, sea.datum.course) == ("sight", "e", -1)
    own_x, own_y = sea.work.leg(0).place(0)
    assert max(abs(sea.datum.x - own_x), abs(sea.datum.y - own_y)) < 1_700_000


@refuses("8.4c")
@pytest.mark.parametrize(
    ("row", "setup"),
    [
        (escort(range_m=10_300, kn=0), {}),
        (ship_row("n", type="fishing-boat", range_m=500, kn=0), {}),
        (escort(range_m=5_000, kn=0), DIVED),
    ],
    ids=["far", "neutral", "dived"],
)
def test_nobody_sees_the_boat_from_afar_or_below_and_neutrals_report_nobody(
    row: dict[str, Any], setup: dict[str, Any]
) -> None:
    sea = SeaRun(row, **setup).run(20 * HOUR)
    assert sea.datum is None


@refuses("8.4c")
def test_of_a_group_only_the_six_nearest_merchants_look_out() -> None:
    rows = [ship_row(f"s{n}", bearing=0, range_m=3_000 + 500 * n, kn=0, group="g") for n in range(9)]
    sea = SeaRun(*rows)
    assert sorted(watch.body for watch in sea.work.watches.pairs if watch.sensor == "sight") == [0, 1, 2, 3, 4, 5]


@allows("8.4f")
def test_asdic_gives_echoes_of_a_dived_boat_one_after_another() -> None:
    """The escort comes up from ahead at 1,000 m; at 60 m depth it is deaf within 180 m."""
    sea = SeaRun(escort(range_m=1_000, course=180, kn=1), **DIVED)
    echoes = set()
    for minute in range(1, 30):
        datum = sea.run(minute * MINUTE).datum
        if datum is not None and datum.how == "asdic":
            echoes.add(datum)
    assert len(echoes) > 3
    own_x, own_y = sea.work.leg(0).place(0)
    assert all(max(abs(each.x - own_x), abs(each.y - own_y)) < 85_000 and each.speed == 0 for each in echoes)


@allows("8.4f")
@pytest.mark.parametrize("metres", [185, 1_400])
def test_asdic_reaches_from_three_depths_to_1500_metres(metres: int) -> None:
    sea = SeaRun(escort(range_m=metres, course=180, kn=0), aboard={"noise": 0}, **DIVED)
    heard = [datum.how for minute in range(1, 20) if (datum := sea.run(minute * MINUTE).datum) is not None]
    assert "asdic" in heard


@refuses("8.4f")
@pytest.mark.parametrize(
    ("row", "setup"),
    [
        (escort(range_m=1_000, course=0, kn=1), DIVED),
        (escort(range_m=1_000, course=90, kn=1, bearing=1), DIVED),
        (escort(range_m=179, course=180, kn=0), DIVED),
        (escort(range_m=1_600, course=180, kn=0), DIVED),
        (escort(range_m=1_000, course=180, kn=0), {}),
    ],
    ids=["astern", "abeam", "blind range", "far", "surfaced"],
)
def test_asdic_has_no_echo_astern_abeam_too_near_too_far_or_of_a_surfaced_boat(
    row: dict[str, Any], setup: dict[str, Any]
) -> None:
    sea = SeaRun(row, aboard={"noise": 0}, **setup)
    for minute in range(1, 20):
        datum = sea.run(minute * MINUTE).datum
        assert datum is None or datum.how == "sight"


def test_asdic_is_useless_above_18_knots() -> None:
    sea = SeaRun(escort(type="fleet-destroyer", range_m=1_400, course=180, kn=19), aboard={"noise": 0}, **DIVED)
    assert not [watch for watch in sea.work.watches.pairs if watch.sensor in ("asdic", "ping", "listen")]


@allows("8.4g")
def test_pings_are_heard_from_twice_the_range_and_grow() -> None:
    sea = SeaRun(escort(range_m=4_000, course=180, kn=10), aboard={"noise": 0}, **DIVED).run(40 * MINUTE)
    assert sea.told("ping") == ["faint", "medium", "strong", "none"]


@refuses("8.4g")
def test_a_surfaced_boat_hears_no_ping() -> None:
    sea = SeaRun(escort(range_m=4_000, course=180, kn=10)).run(40 * MINUTE)
    assert sea.told("ping") == []


@allows("8.4h")
@refuses("8.4h")
def test_an_escort_hears_a_noisy_boat_and_not_a_still_one() -> None:
    row = escort(range_m=2_500, course=0, kn=1)
    noisy, still = (SeaRun(row, aboard={"noise": noise}, **DIVED) for noise in (100, 5))
    game = 0
    while noisy.datum is None:
        game += 1_000
        noisy.run(game)
    assert (noisy.datum.how, noisy.datum.course) == ("hydrophone", -1)
    assert still.run(HOUR).datum is None


@allows("8.4j")
@refuses("8.4j")
def test_radar_finds_a_surfaced_boat_in_fog_from_1942_on() -> None:
    for year, how in ((1941, None), (1942, "radar")):
        sea = SeaRun(escort(range_m=3_500, kn=0), DATE=f"{year}-06-01T08:00")
        sea.work.sky = sea.work.sky._replace(weather="fog", is_weather_fixed=True)
        sea.change(0)
        for minute in range(60):
            if sea.datum is None:
                sea.run(minute * MINUTE)
        assert (sea.datum and sea.datum.how) == how


@allows("8.4l")
def test_a_budget_is_settled_and_goes_on_when_something_changes() -> None:
    sea = SeaRun(ship_row("a", range_m=15_000, kn=0), aboard={"lookouts": 1})
    (first,) = [watch for watch in sea.work.watches.pairs if watch.sensor == "lookout"]
    sea.man(MINUTE, lookouts=6)
    (second,) = [watch for watch in sea.work.watches.pairs if watch.sensor == "lookout"]
    assert first.need - second.need == 2_332
    assert (first.since, second.since, second.rate) == (0, MINUTE, 273)


@refuses("8.4l")
def test_out_of_range_or_without_eyes_a_budget_is_dropped() -> None:
    sea = SeaRun(ship_row("a", range_m=15_000, kn=0), aboard=EYES)
    (first,) = [watch for watch in sea.work.watches.pairs if watch.sensor == "lookout"]
    sea.man(MINUTE, lookouts=0)
    assert [watch for watch in sea.work.watches.pairs if watch.sensor == "lookout"] == []
    sea.man(2 * MINUTE, lookouts=6)
    (second,) = [watch for watch in sea.work.watches.pairs if watch.sensor == "lookout"]
    assert first.need != second.need > HELD
