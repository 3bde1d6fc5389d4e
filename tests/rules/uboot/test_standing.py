"""UBT-3.1 and UBT-3.2: flow and end of the mission, and the standing rules."""

from __future__ import annotations

from klaxon.rules.uboot.crew.losses import kill
from klaxon.rules.uboot.happenings import EARLY_SOURCES, LATER_SOURCES
from klaxon.rules.uboot.orders.ways import way
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES
from tests.rules.uboot.kit.boat import GAME, HOUR, ROLES, Boat, over_line, told
from tests.rules.uboot.kit.marks import allows, refuses

ENGINE_ROOMS = {"engineer.triangle": 5, "engineer.hexagon": 6}


@allows("3.1a")
@allows("3.1j")
def test_one_boat_four_roles_and_how_few_people_share_them() -> None:
    """UBT-5#43."""
    assert GAME.boats == ("uboot",)
    assert [seat.partition(".")[2] for seat in GAME.seats] == list(ROLES)
    assert GAME.captain("uboot") == "uboot.captain"
    assert GAME.splits[2] == (("captain", "navigator"), ("first_officer", "engineer"))
    assert GAME.splits[3] == (("captain", "engineer"), ("first_officer",), ("navigator",))


@refuses("3.1a")
@refuses("3.1j")
def test_no_other_seat_gives_orders() -> None:
    boat = Boat()
    assert boat.refused("uboot.cook begin") == "unknown-seat"
    assert all(sorted(role for part in split for role in part) == sorted(ROLES) for split in GAME.splits.values())
    for seat in ("umpire", "spectator"):
        view = GAME.view(boat.state, seat)  # type: ignore[arg-type]
        assert GAME.offers(view) == ()


@allows("3.1b")
@allows("3.1k")
def test_the_clock_runs_once_the_first_officer_says_begin() -> None:
    boat = Boat(begun=False)
    assert boat.wait(HOUR) == []
    assert told(boat.give("first_officer begin")) == [
        "begun mission=drill cell=AM12 date=1940-06-01T08:00",
        "message message=out-weather dir=out",
    ]
    assert boat.view()["clock"] == {"at": HOUR, "game_at": 0, "date": "1940-06-01T08:00", "mode": "real", "factor": 1}
    assert told(boat.wait(4 * HOUR), "bell") == ["bell time=12:00"]


@refuses("3.1b")
@refuses("3.1k")
def test_orders_come_from_the_captain_alone_and_not_before_begin() -> None:
    boat = Boat(begun=False)
    assert GAME.due(boat.state) is None
    assert boat.refused("captain change_positions") == "setting-up"
    assert boat.refused("captain begin") == "not-your-role"
    boat.give("first_officer begin")
    for role in ROLES[1:]:
        assert boat.refused(f"{role} new_course 10") == "not-your-role"
    assert boat.why("first_officer begin") == {"code": "begun", "verb": "begin"}


@allows("3.1e")
def test_the_mission_ends_when_its_time_is_up() -> None:
    boat = Boat(HOURS=2)
    boat.give("captain time transit")
    assert boat.wait(29_999) == []
    assert told(boat.wait(1))[0] == over_line("time")
    assert GAME.due(boat.state) is None
    assert boat.view()["phase"] == "over"


@allows("3.1f")
def test_the_boat_is_lost_with_its_last_man() -> None:
    """All of shift 2 died before; now shift 1 goes down to the last man."""
    boat = Boat(men={f"{man}.2": {"dead": True} for man in FIGURES})
    work = Working(boat.state, boat.state.now)
    kill(work, range(15), "flood")
    assert work.board.outcome is None
    kill(work, [15], "flood")
    assert told(work.events)[-1] == over_line("crew")
    assert work.board.phase == "over"


@refuses("3.1f")
def test_while_a_relief_lives_play_goes_on_to_the_bell() -> None:
    dead = {f"{man}.1": {"dead": True} for man in FIGURES}
    boat = Boat(men=dead)
    assert boat.refused("captain new_course 10") == "needs-men"
    assert told(boat.wait(4 * HOUR), "watch-changed") == ["watch-changed shift=2"]
    assert len(boat.view()["posts"]) == 16


@allows("3.1l")
def test_an_undo_asks_again_under_new_numbers() -> None:
    """An undo is an act of the table: it takes an older state, with other chance to come."""
    boat = Boat()
    boat.give("captain new_course 10")
    again = GAME.rekey(boat.state, "undo")
    (key,), (other_key,) = ([p.key for p in GAME.prompts(state)] for state in (boat.state, again))
    assert key != other_key
    assert again.key != boat.state.key
    boat.play("captain belay", "captain change_positions")
    before, after = (state.board.positions for state in (boat.state, GAME.rekey(boat.state, "undo")))
    assert before is not None
    assert after is not None
    assert min(after.numbers) > max(before.numbers)


@refuses("3.1l")
def test_it_is_no_order() -> None:
    assert Boat().refused("captain undo") == "unknown-verb"


@allows("3.2f")
def test_what_lies_in_the_boat_is_open_to_everybody_and_a_way_says_what_it_crosses() -> None:
    boat = Boat(rooms={"4": {"emergencies": ["fire", "leak"]}}, faults={"tdc": "green"})
    views = [boat.view(role) for role in (*ROLES, "spectator")]
    assert all(view["rooms"] == views[0]["rooms"] and view["faults"] == views[0]["faults"] for view in views)
    found = way(boat.state.board, 3, 5)
    assert found is not None
    assert (found.rooms, found.hazards) == ((4, 5), 1)


@refuses("3.2f")
def test_darkness_and_leaks_are_no_hazards() -> None:
    found = way(Boat(rooms={"4": {"emergencies": ["darkness", "leak"]}}).state.board, 3, 5)
    assert found is not None
    assert found.hazards == 0


@refuses("3.2g")
def test_shift_1_begins_and_has_symbols_of_its_own() -> None:
    view = Boat().view()
    assert view["men"]["captain.circle"]["symbols"] == ["periscope", "address"]
    assert view["reliefs"]["captain.circle"]["symbols"] == ["periscope", "tdc"]
    assert all(len(man["slots"]) == 3 and len(man["symbols"]) == 2 for man in view["men"].values())


@allows("3.2h")
def test_what_is_due_at_one_instant_comes_in_its_order() -> None:
    script = [{"at": "4:00:00", "do": "weather", "state": "fog", "sea": 1}]
    boat = Boat(script, HOURS=5)
    assert [event.type for event in boat.wait(4 * HOUR)] == ["weather", "bell", "watch-changed"]
    assert [source.name for source in EARLY_SOURCES] == ["end", "breach"]
    assert [source.name for source in LATER_SOURCES] == [
        *("depth", "views", "tubes", "wear", "worsening", "repairs", "radio", "effect", "event", "bell"),
    ]


@refuses("3.2h")
def test_after_the_end_nothing_comes() -> None:
    """The bell of 12:00 would strike at the very instant at which time is up."""
    boat = Boat(HOURS=4)
    assert [event.type for event in boat.wait(5 * HOUR)] == ["over"]


@allows("3.2i")
@refuses("3.2i")
def test_markers_and_log_are_no_part_of_the_rules() -> None:
    verbs = {verb.name for verb in GAME.verbs}
    assert not verbs & {"mark", "plot", "log"}
    assert Boat().refused("navigator mark c1") == "unknown-verb"
