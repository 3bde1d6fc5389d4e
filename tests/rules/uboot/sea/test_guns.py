"""The guns: what they may fire at, shell by shell, aircraft that are driven off, and armed ships that answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from klaxon.rules.contract import Event, Ms, Seat
from klaxon.rules.uboot.sea.air.contacts import find_aircraft
from klaxon.rules.uboot.sea.air.records import ATTACKING, LEAVING
from klaxon.rules.uboot.sea.guns.records import Gunnery
from klaxon.rules.uboot.sea.guns.source import fire_aa20, fire_gun88, hit_ppm
from klaxon.rules.uboot.sea.ships.damage import begin_to_sink
from klaxon.rules.uboot.sea.watching.conditions import conditions_of
from tests.rules.uboot.kit.air import fly_at, fly_over
from tests.rules.uboot.kit.boat import GAME, MINUTE, Boat, told
from tests.rules.uboot.kit.guns import MANNED, gun_boat, unarmed
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import CLASSES, SeaRun, ship_row

SECOND = 1000
EYES = {"lookouts": 6, "gun88": True, "aa20": True}


# -- the 88 mm -------------------------------------------------------------------------------------------------------


@allows("8.5h")
@pytest.mark.parametrize(
    ("metres", "sea", "ppm"),
    [(0, 1, 350_000), (1500, 1, 218_750), (2000, 5, 91_000), (3000, 1, 87_500), (3000, 5, 45_500)],
)
def test_the_chance_of_a_shell(metres: int, sea: int, ppm: int) -> None:
    assert hit_ppm(metres, sea) == ppm


@refuses("8.5h")
def test_beyond_3000_metres_nothing_hits() -> None:
    assert hit_ppm(3001, 1) == 0
    sea = SeaRun(unarmed(range_m=3_400, known=True), aboard=EYES)
    fire_gun88(sea.work, 0, "c1", 30)
    sea.run(3 * MINUTE)
    assert [facts for _, do, facts in sea.news if do == "shells"] == [
        {"gun": "gun88", "fired": 30, "hits": 0, "unfired": 0}
    ]


@allows("8.5h")
def test_hull_points_of_merchants_and_escorts() -> None:
    for kind in CLASSES.values():
        assert kind.points == (kind.tons // 150 if kind.is_escort else -(-kind.tons // 400))


@allows("8.5h")
@allows("8.2e")
def test_an_order_fires_30_shells_in_two_minutes_and_each_hit_takes_a_hull_point() -> None:
    boat = gun_boat(ship_row("m", range_m=2_600, kn=0))
    events = boat.play("captain gun88 c1", "first_officer assign")
    assert told(events, "view") == ["view view=gun88 open=True"]
    assert boat.view()["shells"] == 190
    assert told(boat.wait(2 * MINUTE - 1), "shells") == []
    (shells,) = [event for event in boat.wait(1) if event.type == "shells"]
    hits = int(str(shells.facts["hits"]))
    assert (shells.facts["fired"], shells.facts["left"]) == (30, 190)
    assert 1 <= hits <= 9
    assert boat.state.sea.traffic.ships[0].points == 10 * hits


@allows("8.5h")
def test_a_further_order_on_the_same_ship_goes_on_after_the_first_and_sinks_it() -> None:
    boat = gun_boat(unarmed())
    boat.play("captain gun88 c1", "first_officer assign", "captain gun88 c1", "first_officer assign")
    assert boat.view()["shells"] == 160
    (shells,) = [event for event in boat.wait(4 * MINUTE) if event.type == "shells"]
    assert shells.facts["hits"] == CLASSES["coaster"].points
    fired = int(str(shells.facts["fired"]))
    assert fired < 60
    assert shells.facts["left"] == 220 - fired
    boat.wait(40 * MINUTE)
    assert told(boat.events, "sunk") == ["sunk contact=c1 ship=coaster grt=1900"]
    assert "morale value=11 change=0 why=sunk" not in told(boat.events)
    assert "gun88" not in boat.view()["views"]


@refuses("8.5h")
def test_fire_on_another_ship_ends_the_first_and_what_was_not_fired_is_still_there() -> None:
    boat = gun_boat(unarmed("a", type="troop-liner"), unarmed("b", bearing=90, type="troop-liner"))
    boat.play("captain gun88 c1", "first_officer assign")
    boat.wait(20 * SECOND)
    events = boat.play("captain gun88 c2", "first_officer assign")
    (shells,) = [event for event in events if event.type == "shells"]
    assert (shells.facts["fired"], shells.facts["left"]) == (5, 220 - 5 - 30)


@refuses("8.5h")
@pytest.mark.parametrize("why", ["dive", "sinks", "unseen"])
def test_fire_ends_with_the_gun_the_ship_or_its_sight(why: str) -> None:
    sea = SeaRun(unarmed(known=True), aboard=EYES)
    fire_gun88(sea.work, 0, "c1", 30)
    sea.run(10 * SECOND)
    if why == "sinks":
        begin_to_sink(sea.work, 10 * SECOND, 0)
    sea.man(10 * SECOND, gun88=why != "dive", lookouts=0 if why == "unseen" else 6)
    sea.run(MINUTE)
    assert [facts["unfired"] for _, do, facts in sea.news if do == "shells"] == [28]
    assert sea.work.guns.burst is None


@allows("7.9b")
@pytest.mark.parametrize(("level", "fired"), [("green", 30), ("yellow", 15)])
def test_a_damaged_mount_fires_half_the_shells(level: str, fired: int) -> None:
    boat = gun_boat(unarmed(type="troop-liner"), faults={"88-mm-mount": level})
    boat.play("captain gun88 c1", "first_officer assign")
    (shells,) = [event for event in boat.wait(2 * MINUTE) if event.type == "shells"]
    assert (shells.facts["fired"], shells.facts["left"]) == (fired, 220 - fired)


# -- what is refused -------------------------------------------------------------------------------------------------


@refuses("8.2e")
@pytest.mark.parametrize(
    ("gun", "setup", "code"),
    [
        ("gun88 c1", {"sea": 6}, {"code": "sea-too-high", "sea": 6, "most": 5}),
        ("aa20 c1", {"sea": 7}, {"code": "sea-too-high", "sea": 7, "most": 6}),
        (
            "gun88 c1",
            {"surfaced": False, "depth": 9, "figures": {}, "men": {}},
            {"code": "submerged", "order": "gun88"},
        ),
        ("aa20", {"surfaced": False, "depth": 9, "figures": {}, "men": {}}, {"code": "submerged", "order": "aa20"}),
    ],
)
def test_guns_fire_at_the_surface_and_in_a_calm_sea_only(gun: str, setup: dict[str, Any], code: dict[str, Any]) -> None:
    assert gun_boat(unarmed(range_m=800), **setup).why(f"captain {gun}") == code


def test_guns_need_contacts_shells_mounts_and_men() -> None:
    boat = gun_boat(unarmed())
    assert boat.why("captain gun88 c7") == {"code": "no-contact", "contact": "c7"}
    assert gun_boat().why("captain gun88 c1") == {"code": "no-contact", "contact": ""}
    board = boat.state.board.copy()
    board.arms = board.arms._replace(shells=0)
    assert boat.lay(board).why("captain gun88 c1") == {"code": "no-shells", "gun": "gun88"}
    red = gun_boat(unarmed(), faults={"88-mm-mount": "red"})
    assert red.why("captain gun88 c1") == {"code": "device-dead", "device": "88-mm-mount"}
    few = gun_boat(unarmed(), figures={**MANNED["figures"], "first_officer.circle": 3})
    needs = {"code": "needs-men", "order": "gun88", "room": 7, "symbol": "gun88", "need": 3, "have": 2}
    assert few.why("captain gun88 c1") == needs


@refuses("8.5i")
def test_without_an_aircraft_or_a_ship_near_by_the_20_mm_has_no_target() -> None:
    boat = gun_boat(unarmed())
    assert boat.bar("captain", "aa20") == "no-target"
    assert boat.why("captain aa20") == {"code": "no-target", "gun": "aa20"}
    near = gun_boat(unarmed("a", range_m=700), unarmed("b", bearing=90))
    assert near.lines("captain", "aa20") == ["aa20", "aa20 c1"]
    assert near.why("captain aa20 c2") == {"code": "no-target", "gun": "aa20"}
    assert near.why("captain aa20 c9") == {"code": "no-contact", "contact": "c9"}


def test_an_order_to_fire_lapses_when_the_boat_dives() -> None:
    boat = gun_boat(unarmed())
    boat.give("captain gun88 c1")

    def dive(work: Any) -> None:
        work.board.boat = work.board.boat._replace(surfaced=False)

    boat.do(dive)
    assert told(boat.give("first_officer assign none"), "lapsed") == ["lapsed order=gun88 why=men refunded=True"]


# -- the 20 mm -------------------------------------------------------------------------------------------------------


@allows("8.5i")
def test_a_ship_near_by_takes_five_tenths_of_a_hull_point() -> None:
    boat = gun_boat(unarmed(range_m=700))
    events = boat.play("captain aa20", "navigator assign")
    assert told(events, "shells", "view") == ["shells gun=aa20 fired=5 hits=5 left=0", "view view=aa20 open=True"]
    assert boat.state.sea.traffic.ships[0].points == 5
    assert boat.view()["men"]["navigator.circle"]["slots"].count("watch") == 1
    yellow = gun_boat(unarmed(range_m=700), faults={"20-mm-mount": "yellow"})
    assert told(yellow.play("captain aa20 c1", "navigator assign"), "shells") == [
        "shells gun=aa20 fired=5 hits=2 left=0"
    ]


def _pass_at(number: int) -> tuple[str, SeaRun]:
    """Fire a pass at an aircraft that comes for the boat; return what came of it, and the sea."""
    sea = fly_over(SeaRun(aboard=EYES), metres=3_000, number=number)
    (craft,) = sea.work.air.craft
    craft = find_aircraft(sea.work, craft._replace(state=ATTACKING), conditions_of(sea.work, 0), "lookout", 0)
    sea.work.air = sea.work.air._replace(craft=(craft,))
    sea.change(0)
    fire_aa20(sea.work, 0, "c1", 100)
    assert [do for _, do, _ in sea.run(23 * SECOND).news if do == "shells"] == []
    sea.run(26 * SECOND)  # it is within 1,500 m
    if not sea.work.air.craft:
        return "down", sea
    return ("off" if sea.work.air.craft[0].state == LEAVING else "on"), sea


@allows("8.5i")
@refuses("8.5i")
def test_of_aircraft_within_reach_some_are_shot_down_more_are_driven_off_and_the_others_come_on() -> None:
    found: list[str] = []
    for number in range(150):
        what, sea = _pass_at(number)
        assert [facts["hits"] for _, do, facts in sea.news if do == "shells"] == [0 if what == "on" else 1]
        if what not in found:
            kinds = [facts["kind"] for _, do, facts in sea.run(2 * MINUTE).news if do == "attack"]
            assert kinds == (["gunfire", "bombs"] if what == "on" else [])
        found.append(what)
    assert 4 <= found.count("down") <= 22  # 12 are to be expected
    assert 33 <= found.count("off") <= 64  # 48


@refuses("8.5i")
def test_the_20_mm_is_left_with_its_men_or_with_the_contact() -> None:
    sea = fly_over(SeaRun(aboard=EYES), metres=3_000)
    (craft,) = sea.work.air.craft
    sea.work.air = sea.work.air._replace(
        craft=(find_aircraft(sea.work, craft, conditions_of(sea.work, 0), "lookout", 0),)
    )
    fire_aa20(sea.work, 0, "c1", 100)
    sea.man(10 * SECOND, aa20=False)
    assert sea.work.guns == Gunnery()
    assert [do for _, do, _ in sea.run(2 * MINUTE).news if do == "shells"] == []


# -- who answers -----------------------------------------------------------------------------------------------------


def _answers(metres: int, kind: str = "tramp-freighter", **setup: Any) -> int:
    """Return how many hits come in an hour from a ship at rest that was shot at."""
    sea = SeaRun(ship_row("m", type=kind, range_m=metres, kn=0, known=True), aboard=EYES, **setup)
    fire_gun88(sea.work, 0, "c1", 1)
    sea.run(2 * MINUTE + 1)
    sea.work.traffic = sea.work.traffic._replace(
        groups=tuple(each._replace(sailing=each.sailing._replace(speed=0)) for each in sea.work.traffic.groups)
    )
    sea.run(60 * MINUTE)
    return len([1 for _, do, facts in sea.news if do == "attack" and facts["kind"] == "gunfire"])


@allows("8.5h")
@allows("8.7f")
def test_an_armed_ship_that_is_shot_at_answers() -> None:
    assert 10 <= _answers(2_000) <= 27


@refuses("8.5h")
@refuses("8.7f")
def test_nobody_answers_who_has_no_gun_or_is_too_far() -> None:
    assert _answers(2_000, "coaster") == 0
    assert _answers(2_700) == 0


def test_a_boat_that_dives_is_answered_no_more() -> None:
    sea = SeaRun(ship_row("m", range_m=1_000, kn=0, known=True), aboard=EYES)
    fire_gun88(sea.work, 0, "c1", 1)
    sea.run(150 * SECOND)
    assert sea.work.guns.answering == (0,)
    sea.work.boat = sea.work.boat._replace(surfaced=False)
    sea.change(150 * SECOND)
    assert sea.work.guns == Gunnery()


def test_a_ship_of_a_convoy_that_is_hit_calls_its_escort_and_the_convoy_turns_away() -> None:
    rows = [
        unarmed(name, group="g", bearing=bears, type="troop-liner", kn=8, course=0)
        for name, bears in (("a", 0), ("b", 30))
    ]
    rows.append(ship_row("e", type="corvette", group="g", range_m=9_000, course=0, kn=8))
    boat = gun_boat(*rows)
    target = next(each.name for each in boat.state.sea.watches.sightings if each.body == 0)
    boat.play(f"captain gun88 {target}", "first_officer assign")
    boat.wait(2 * MINUTE)
    assert boat.view("umpire")["truth"]["enemies"]["e"]["state"] != "STATION"
    assert boat.state.sea.traffic.groups[0].attacks >= 1


# -- views, time -----------------------------------------------------------------------------------------------------


@allows("8.6b")
@refuses("8.6b")
def test_the_sight_of_a_gun_is_open_while_its_man_is_there() -> None:
    boat = gun_boat(unarmed(type="troop-liner"))
    boat.play("captain gun88 c1", "first_officer assign")
    sight = GAME.sight(boat.state, Seat("uboot.captain"), {"view": "gun88", "bearing": "0", "zoom": "2"})
    assert [ship["contact"] for ship in GAME.show(sight.view)["optics"]["ships"]] == ["c1"]
    boat.change("first_officer move circle 8")
    assert boat.view()["views"] == ["bridge"]
    sight = GAME.sight(boat.state, Seat("uboot.captain"), {"view": "gun88", "bearing": "0", "zoom": "2"})
    assert "optics" not in GAME.show(sight.view)


def test_time_may_be_cut_anywhere_while_guns_fire() -> None:
    def played(cuts: list[int]) -> tuple[bytes, list[Event]]:
        boat: Boat = fly_at(gun_boat(ship_row("m", range_m=1_800), rules="events=off"), 0, 9_000, 180, number=29)
        events = boat.play("captain gun88 c1", "first_officer assign")
        for until in [*cuts, 6 * MINUTE]:
            while GAME.now(boat.state) < until:
                step = GAME.advance(boat.state, Ms(until))
                boat.state = step.state
                events += step.events
                GAME.sight(boat.state, Seat("uboot.captain"), {})
        return GAME.encode(boat.state), events

    whole, random = played([]), Random(8)
    assert {"shells", "attack"} <= {event.type for event in whole[1]}
    assert whole == played(sorted(random.randrange(1, 6 * MINUTE) for _ in range(120)))
    assert GAME.encode(GAME.decode(whole[0])) == whole[0]
