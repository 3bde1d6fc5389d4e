"""Whole attacks: by `klaxon script` from the first glance to the last tremor, cut anywhere, nothing betrayed."""

from __future__ import annotations

from random import Random
from typing import Any

from klaxon.rules.contract import Ms, Order, Seat, Step
from klaxon.rules.uboot.sea.attack.striking import explode
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.state import State
from tests.rules.uboot.kit.attack import AIM, AT_POSTS, aimed, flooded, laid, target
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, over_line, told
from tests.rules.uboot.kit.by_script import ScriptedBoat
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import SeaRun, ship_row

SUBMERGED: dict[str, Any] = {"surfaced": False, "depth": 10, "course": 290, "figures": AT_POSTS, "sea": 2}
SURE = "patience=0 duds=off torpedo_depth=off"


def scripted(*ships: dict[str, Any], rules: str = SURE, **setup: Any) -> ScriptedBoat:
    """Return a boat by script with its periscope up and its TDC laid on the first ship."""
    boat = ScriptedBoat(SHIPS=list(ships), rules=rules, **{**SUBMERGED, "weather": "clear", **setup})
    boat.say("captain periscope", "captain assign circle", "captain tdc c1", "captain assign square")
    return boat


def test_case_26_by_script() -> None:
    boat = scripted(target())
    boat.say("captain aim bearing=40 aob=80 side=starboard speed=9 range=1500 torpedo=30")
    assert boat.told("solution") == [
        "solution contact=c1 valid=True lead=172 course=3472 gyro=572 run_s=96 run_m=1489 tube=bow"
    ]


def test_case_35_by_script() -> None:
    boat = scripted(target())
    refusal = boat.refusal("captain aim bearing=40 aob=80 side=starboard speed=9 range=1500 depth=9")
    assert (refusal["code"], refusal["token"]) == ("bad-argument", "depth=9")


@allows("3.9d")
@allows("8.5g")
def test_a_lone_coaster_is_sunk() -> None:
    boat = scripted(target(type="coaster"), morale=5, HOURS=2)
    boat.say(AIM, "captain flood_tubes 1", "captain assign")
    boat.wait_until(10_000)
    boat.say("captain aim bearing=41 aob=79 side=starboard speed=9 range=1450")
    boat.say("captain launch 1", "captain assign")
    assert boat.told("launched")[0].startswith("launched tube=1 torpedo=g7a")
    boat.wait_until(50 * MINUTE)
    assert boat.told("torpedo", "sunk", "morale") == [
        "torpedo tube=1 result=hit contact=c1",
        "sunk contact=c1 ship=coaster grt=1900",
        "morale value=8 change=3 why=sunk",
    ]
    assert boat.view["contacts"] == {}
    boat.wait_until(3 * HOUR)
    assert boat.told("over") == [over_line("time", glory=4, grt=1900)]
    assert boat.view["outcome"]["grt"] == 1900


@refuses("3.9d")
@refuses("8.5g")
def test_a_wrong_speed_misses_and_nothing_is_won() -> None:
    boat = scripted(target(type="coaster"), morale=5, tubes=flooded(), HOURS=2)
    boat.say("captain aim bearing=40 aob=80 side=starboard speed=4 range=1500 torpedo=30")
    boat.say("captain launch 1", "captain assign")
    boat.wait_until(HOUR)
    assert boat.told("torpedo", "sunk", "morale") == ["torpedo tube=1 result=miss contact="]
    boat.wait_until(3 * HOUR)
    assert boat.told("over") == [over_line("time")]


@allows("8.5g")
def test_a_ship_that_is_sinking_when_time_is_up_counts() -> None:
    boat = aimed(target(type="coaster"))
    boat.play("captain launch 1", "captain assign")
    assert not told(boat.wait(2 * MINUTE), "sunk")
    boat.do(lambda work: work.end("time"))
    assert boat.view()["outcome"]["grt"] == 1900


@allows("8.5d")
@refuses("8.5d")
def test_from_a_real_tube_the_right_range_hits_and_a_wrong_one_may_not() -> None:
    results = []
    for far in (1500, 4500):
        boat = aimed(
            target(type="coaster"), aim=f"{AIM.replace('1500', str(far))} torpedo=30", rules=f"{SURE} tube=real"
        )
        boat.play("captain launch 1", "captain assign")
        results += told(boat.wait(10 * MINUTE), "torpedo")
    assert results == ["torpedo tube=1 result=hit contact=c1", "torpedo tube=1 result=miss contact="]


@refuses("3.9d")
def test_a_neutral_boat_that_is_sunk_raises_nothing() -> None:
    boat = aimed(
        target(type="fishing-boat", kn=8), aim=AIM.replace("speed=9", "speed=8") + " torpedo=30 depth=2", morale=5
    )
    boat.play("captain launch 1", "captain assign")
    assert told(boat.wait(50 * MINUTE), "torpedo", "sunk", "morale") == [
        "torpedo tube=1 result=hit contact=c1",
        "sunk contact=c1 ship=fishing grt=150",
    ]
    assert boat.state.sea.traffic.groups[0].datum is None  # neutral boats report nobody


def test_a_promise_is_kept_once() -> None:
    boat = aimed(target(type="coaster"), morale=3, hand=["hunters-promise"])
    boat.play("captain address hunters-promise", "captain assign")
    boat.play("captain launch 1", "captain assign")
    assert "morale value=8 change=5 why=sunk" in told(boat.wait(50 * MINUTE))


# -- cut anywhere ----------------------------------------------------------------------------------------------------

CONVOY = [
    target(known=True, group="g"),
    *({**target(group="g", bearing=330 + 8 * place, range_m=2200), "id": f"m{place}"} for place in range(1, 4)),
    ship_row("e1", type="corvette", group="g", bearing=20, range_m=3500, course=70, kn=9),
]


def salvo() -> Boat:
    """Return a boat that has fired four torpedoes with a wake at a convoy, one that still has to leave."""
    boat = laid(*CONVOY, aim=f"{AIM} torpedo=30 spread=3", rules="wear=off", tubes=flooded("g7a"))
    boat.play("captain launch 1 2 3 4", "captain assign")
    return boat


def played(state: State, moments: list[int], *, anew: bool = False) -> tuple[list[str], bytes]:
    """Return what comes while time passes from moment to moment, and the state in the end."""
    lines: list[str] = []
    for moment in moments:
        while GAME.now(state) < moment:
            step = GAME.advance(state, Ms(moment))
            lines += told(step.events)
            state = step.state
        if anew:
            state = GAME.decode(GAME.encode(state))
            GAME.show(GAME.view(state, Seat("umpire")))
    last = GAME.apply(state, Order.read("uboot.captain time real"))
    assert isinstance(last, Step)
    return lines, GAME.encode(last.state)


@allows("8.0d")
@refuses("8.0d")
def test_with_torpedoes_in_the_water_time_may_be_cut_anywhere() -> None:
    state, end, dice = salvo().state, 15 * MINUTE, Random("cuts")
    whole = played(state, [end])
    assert sum(line.startswith("torpedo") for line in whole[0]) == 4
    cuts = sorted({*(dice.randrange(1, end) for _ in range(1_500)), end})
    assert played(state, cuts) == whole
    assert played(state, [*cuts[::30], end], anew=True) == whole


@allows("8.0c")
def test_what_one_torpedo_draws_changes_nothing_for_another() -> None:
    alone = laid(*CONVOY, aim=f"{AIM} torpedo=30", tubes=flooded("g7a"))
    both = laid(*CONVOY, aim=f"{AIM} torpedo=30", tubes=flooded("g7a"))
    alone.play("captain launch 1", "captain assign")
    both.play("captain launch 1 2", "captain assign")
    assert both.state.sea.attack.running[0] == alone.state.sea.attack.running[0]


@allows("8.5k")
@refuses("8.5k")
def test_a_ship_that_nobody_has_found_betrays_itself_by_nothing() -> None:
    """Two patrols that differ in a far ship alone: the same events at the same times, the same views."""
    boats = [aimed(target(), *more) for more in ([], [ship_row("far", bearing=90, range_m=60_000)])]
    lines = []
    for boat in boats:
        boat.play("captain launch 1 2", "captain assign")
        lines.append([(told(boat.wait(1_000)), boat.view()) for _ in range(200)])
    assert lines[0] == lines[1]
    assert any(told_of for told_of, _ in lines[0])


@allows("12.17a")
def test_the_umpire_knows_what_became_of_each_torpedo() -> None:
    boat = aimed()
    boat.play("captain launch 1", "captain assign")
    (running,) = boat.view("umpire")["truth"]["torpedoes"].values()
    assert running == {"tube": 1, "state": "runs", "fate": "", "torpedo": "g7e", "course": 3472, "depth_dm": 30}
    boat.wait(5 * MINUTE)
    assert boat.view("umpire")["truth"]["torpedoes"] == {"0": {"tube": 1, "state": "spent", "fate": "hit"}}
    assert "truth" not in boat.view()


# -- what is seen ----------------------------------------------------------------------------------------------------


def glance(boat: Boat, bearing: int) -> dict[str, Any]:
    """Return what the periscope shows in a direction (tenths of a degree off the bow)."""
    lens = {"view": "periscope", "bearing": str(bearing), "zoom": "1"}
    return dict(GAME.show(GAME.sight(boat.state, Seat("uboot.captain"), lens).view)["optics"])


@allows("12.17d")
def test_a_track_and_an_explosion_are_seen() -> None:
    boat = aimed(tubes=flooded("g7a"), sea=1)
    assert (glance(boat, 572)["wakes"], glance(boat, 572)["flashes"]) == ([], [])
    boat.play("captain launch 1", "captain assign")
    boat.wait(30_000)
    ((first, last),) = glance(boat, 572)["wakes"]
    assert 60 <= first < last <= 68  # ahead of the glass, which points along the track
    assert glance(boat, 2_000)["wakes"] == []
    while not told(boat.events, "torpedo"):
        boat.wait(250)
    assert [kind for _, kind in glance(boat, 572)["flashes"]] == ["hit"]
    boat.wait(5_000)
    assert (glance(boat, 572)["wakes"], glance(boat, 572)["flashes"]) == ([], [])


@refuses("12.17d")
def test_a_g7e_has_no_track_and_by_night_none_is_seen() -> None:
    for kind, light in (("g7e", "day"), ("g7a", "dark")):
        aim = AIM.replace("1500", "700") + " torpedo=30"
        boat = aimed(target(range_m=700), aim=aim, tubes=flooded(kind), light=light)
        boat.play("captain launch 1", "captain assign")
        boat.wait(20_000)
        assert glance(boat, 572)["wakes"] == []


def test_nothing_changes_in_a_view_before_it_says_so() -> None:
    boat = aimed(tubes=flooded("g7a"))
    boat.play("captain launch 1 2", "captain assign")
    lens, seat = {"view": "periscope", "bearing": "572", "zoom": "2"}, Seat("uboot.captain")
    for _ in range(120):
        sight = GAME.sight(boat.state, seat, lens)
        shown, now = GAME.show(sight.view), GAME.now(boat.state)
        assert sight.stale is not None
        assert sight.stale > now
        step = GAME.advance(boat.state, Ms(sight.stale - 1)) if sight.stale - 1 > now else None
        if step is not None and not step.events:
            assert isinstance(step.state, State)
            assert GAME.show(GAME.sight(step.state, seat, lens).view) == shown
        boat.wait(sight.stale - now)


@allows("8.7h")
@allows("8.7g")
def test_a_wreck_leaves_a_gap_and_calls_the_rescue_ship() -> None:
    sea = SeaRun(TRAFFIC=[["slow_convoy", 1]], surfaced=False, depth=10)
    (group,) = sea.work.traffic.groups
    first = next(n for n, ship in enumerate(sea.work.traffic.ships) if (ship.column, ship.row) == (0, 0))
    for _ in range(3):
        explode(sea.work, SeaLeg(0, 0, 0), first, 0)
    (group,) = sea.work.traffic.groups
    assert sea.work.traffic.ships[first].sinks > 0
    assert [gap.column for gap in group.gaps if gap.at == 20 * MINUTE][:1] == [0]
    assert [ship.column for ship in sea.work.traffic.ships if ship.wreck is not None] in ([0], [])
    assert group.evading > 0


@refuses("8.8d")
def test_of_three_escorts_only_two_are_called() -> None:
    escorts = [ship_row(f"e{n}", type="corvette", group="g", range_m=6000 + 900 * n, kn=9) for n in range(3)]
    sea = SeaRun(ship_row("a", type="tanker-large", group="g"), *escorts, surfaced=False, depth=10)
    explode(sea.work, SeaLeg(0, 0, 0), 0, 0)
    (hunt,) = sea.work.hunt.hunts
    assert [hunter.number for hunter in hunt.hunters] == [1, 2]


@allows("3.3r")
def test_the_core_mans_a_salvo_by_itself() -> None:
    boat = Boat(SHIPS=[target()], rules="manning=auto", tubes=flooded(), weather="clear", **SUBMERGED)
    boat.play("captain periscope", "captain tdc c1", f"{AIM} torpedo=30", "captain launch 1 2 3")
    assert told(boat.events, "done") == ["done order=launch men=captain.triangle,captain.hexagon"]
