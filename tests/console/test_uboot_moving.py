"""A change of positions at a station: presets make the one order that they say, ways are warned of, few keys do."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.console.devices import Fitting
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.parts import CoachLine
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.positions import presets
from klaxon.console.games.uboot.positions.move_plan import MovePlan, MoveTarget
from klaxon.console.language.catalogue import languages
from klaxon.rules.contract import Seat
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.records import Positions
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import FIGURES, ROLES
from tests.console.kit import frames
from tests.console.kit.cuts import cuts
from tests.console.kit.playing import at_the_console, story
from tests.console.kit.speaking import speaking
from tests.console.kit.uboot_stations import MOVES, Hands, changed, crowded, passed, split
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, Boat
from tests.rules.uboot.kit.voyages import FULL, SPLIT

MINI = (Fitting("mini", "red"),)
BOATS = {
    "surfaced": {},
    "submerged": {"surfaced": False, "depth": 30},
    "second-watch": {"shift": 2},
    "crowded": FULL,
    "split": SPLIT,
    "stern-flooded": {"rooms": {"6": {"flooded": True}}},
}


def change_of(boat: Boat, purpose: str = "") -> tuple[OpenBoard, Positions]:
    """Let the captain begin a change of positions; return the board and the change."""
    boat.give(f"captain change_positions for={purpose}" if purpose else "captain change_positions")
    positions = boat.state.board.positions
    assert positions is not None
    return boat.state.board, positions


def rooms_of(boat: Boat, role: str) -> str:
    """Return the rooms in which the men of a role stand, in the order of their shapes."""
    return " ".join(str(boat.state.board.at[4 * ROLES.index(role) + place]) for place in range(4))


# The frames


@pytest.mark.parametrize("language", languages())
def test_stills_are_as_they_were_approved_and_nothing_is_cut(language: str) -> None:
    with cuts() as found, speaking(language):
        for name, make in MOVES.items():
            hands = make()
            frames.check(f"uboot/{name}", hands.panel())
            hands.panel(256)
            hands.panel(128, 56)
            CoachLine(hands.drill.coach()).draw(Canvas(), Area(0, 0, 128, 8))
    assert [str(cut) for cut in found] == []


def test_a_wide_panel_has_the_boat_beside_the_men() -> None:
    frames.check("uboot/wide-moving-warned", MOVES["moving-warned"]().panel(256))


# The presets


@pytest.mark.parametrize("order", [order for order in PLAYED if order != "change_positions"])
@pytest.mark.parametrize("name", BOATS)
def test_for_this_order_leads_to_a_boat_that_can_give_it(name: str, order: str) -> None:
    """Four times OK sends all hands, four times more says ready: then nothing but its conditions bars the order."""
    boat = Boat(**BOATS[name])
    board, positions = change_of(boat, order)
    lack = presets.lack_for(board, positions, order)
    for role in ROLES:
        hands = Hands(boat, role)
        said = [hands.ok()]
        while said[-1] != "ready":
            said.append(hands.ok())
        assert len(said) <= 2
    assert boat.state.board.positions is None
    bar = boat.bar("captain", order)
    assert (bar in ("needs-men", "needs-extra")) <= (lack is not None), f"{bar}: {lack}"
    if order == "dive" and name != "submerged":
        assert not any(boat.state.board.at[figure] in (7, 8) for figure in range(16)), "nobody stays outside"


def test_for_this_order_fills_the_places_with_men_trained_for_them() -> None:
    boat = Boat()
    assert changed(boat, "engineer", "dive").ok() == "move triangle 6 hexagon 5"
    assert Hands(boat, "first_officer").ok() == "ready", "the helmsmen stand there already"
    assert Hands(boat, "captain").ok() == "move circle 3 square 3", "they are wanted at periscope and TDC"


def test_lookouts_are_all_who_are_trained_for_it() -> None:
    assert changed(Boat(), "navigator", "watch").ok() == "move circle 8 square 8 triangle 8 hexagon 8"


def test_for_this_order_takes_who_must_not_cross_a_fire() -> None:
    """The machinists would come through the fire in 4: two others from beyond it are unskilled and unhurt."""
    burning = {"4": {"emergencies": ["fire"]}}
    figures = {"engineer.triangle": 3, "engineer.hexagon": 3, "navigator.square": 5, "navigator.triangle": 5}
    board, positions = change_of(Boat(rooms=burning, figures=figures), "new_speed")
    rooms = presets.for_order(board, positions, "new_speed").rooms
    assert [FIGURES[figure] for figure, room in enumerate(rooms) if room == 5] == [
        "navigator.square",
        "navigator.triangle",
    ]


def test_battle_stations_by_what_men_are_trained_for() -> None:
    boat = Boat()
    wanted = {"captain": "3 3 1 1", "first_officer": "2 2 3 3", "navigator": "8 8 8 8", "engineer": "3 3 5 6"}
    change_of(boat)
    for role, rooms in wanted.items():
        hands = Hands(boat, role).turn(2)
        assert "battle stations" in hands.words()
        hands.ok()
        assert rooms_of(boat, role) == rooms


def test_submerged_nobody_is_sent_outside() -> None:
    boat = Boat(surfaced=False, depth=30)
    change_of(boat)
    before = rooms_of(boat, "navigator")
    assert Hands(boat, "navigator").turn(2).ok() == "ready"
    assert rooms_of(boat, "navigator") == before
    Hands(boat, "engineer").turn(2).ok()
    assert rooms_of(boat, "engineer") == "3 3 6 6", "both at the motors"


def test_after_the_bell_the_same_posts_are_had_again() -> None:
    boat = Boat()
    boat.wait(5 * HOUR)
    assert boat.state.board.shift == 2
    hands = changed(boat, "first_officer").turn(1)
    assert hands.ok() == "move circle 3 square 3 triangle 2 hexagon 2"


def test_the_station_remembers_the_posts_it_gave() -> None:
    boat, memory = Boat(rules="patience=0"), dict[str, str]()
    boat.give("captain change_positions")
    hands = Hands(boat, "engineer", memory).push().turn(9)
    assert hands.ok() == "move circle 8"
    assert hands.ok() == "ready"
    for role in ROLES[:3]:
        boat.give(f"{role} ready")
    assert Hands(_again(boat), "engineer", memory).turn(1).ok() == "ready", "they are there"
    for role in ROLES[:3]:
        boat.give(f"{role} ready")
    boat.wait(5 * HOUR)
    moves = Hands(_again(boat), "engineer", memory).turn(1).ok()
    assert moves == "move circle 4 square 4 triangle 8 hexagon 3", "the men of the other watch at the same work"


def _again(boat: Boat) -> Boat:
    boat.give("captain change_positions")
    return boat


def test_all_men_go_to_one_room() -> None:
    boat = Boat()
    hands = changed(boat, "captain").turn(8)
    assert "all men to 6" in hands.words()
    assert hands.ok() == "move circle 6 square 6 triangle 6 hexagon 6"
    assert hands.ok() == "ready"


def test_what_was_sent_can_be_taken_back() -> None:
    boat = Boat()
    hands = changed(boat, "captain").turn(8)
    hands.ok()
    assert hands.push().turn(-9).ok() == "move circle 1"
    assert rooms_of(boat, "captain") == "1 6 6 6"


@pytest.mark.parametrize("name", BOATS)
@pytest.mark.parametrize("role", ROLES)
def test_the_rules_take_what_any_preset_says(name: str, role: str) -> None:
    boat = Boat(**BOATS[name])
    hands = changed(boat, role, "dive" if boat.state.board.boat.surfaced else "")
    hands.turn(-9)
    for _ in range(12):
        hands.turn(1)
        if hands.drill.plan.words:
            hands.ok()
    assert hands.ok() == "ready"


def test_ok_sends_the_men_and_is_ready_but_not_twice() -> None:
    hands = changed(Boat(), "navigator", "watch")
    hands.ok()
    assert [str(order).split()[1] for order in hands.given] == ["move", "ready"]
    hands.see()
    assert len(hands.given) == 2, "its effect is still on the way"
    hands.turn(1).see()
    assert len(hands.given) == 2, "who touches the dial goes on by hand"


def test_a_role_with_nobody_to_send_is_ready_by_itself_unless_somebody_touches_its_station() -> None:
    engines, tdc = {"engineer.triangle": 5, "engineer.hexagon": 5}, {"captain.square": 3}
    boat = Boat(figures={**engines, **tdc, **dict.fromkeys(WATCHERS, 8)})
    hands = changed(boat, "captain", "new_course")
    assert "soon ready by itself" in hands.words()
    hands.alarms[0].ring()
    assert [order.verb for order in hands.given] == ["ready"]
    touched = Hands(boat, "first_officer").turn(1)
    assert not touched.alarms
    assert not touched.given
    assert "soon" not in touched.words()
    assert changed(Boat(), "captain").alarms == [], "no order is named: who knows what is wanted"


# Single men


def test_push_goes_from_man_to_man_and_to_what_he_carries() -> None:
    boat = Boat()
    hands = changed(boat, "captain")
    assert "> as they stand" in hands.words()
    assert "> C circle stays in 2" in hands.push().words()
    hands.turn(2)
    assert "> C circle goes from 2 to 4" in hands.words()
    assert "by hand" in hands.words()
    assert "carries nothing" in hands.push().words(), "wires and a toolbox lie where he leaves"
    assert "carries wires" in hands.turn(1).words()
    assert hands.ok() == "move circle 4+wires"
    assert "> C square stays in 1" in hands.push().words(), "where he stays there is nothing to carry"
    assert "> as they stand" in hands.push(3).words()


def test_two_men_swap_what_they_carry_in_two_steps() -> None:
    boat = Boat()
    hands = changed(boat, "first_officer")
    boat.give("first_officer move circle 3+wires square 3+toolbox-a")
    hands.see().push(2).turn(-9).push(2).turn(-1).back().push(2).turn(1)
    assert hands.ok() == "move circle 3 square 3+wires"
    assert hands.ok() == "move circle 3+toolbox-a"
    assert hands.ok() == "ready"


def test_a_load_that_another_role_takes_is_let_go() -> None:
    boat = Boat()
    hands = changed(boat, "first_officer").push().turn(1).push().turn(1)
    assert "carries wires" in hands.words()
    boat.give("captain move circle 3+wires")
    assert "carries wires" not in hands.see().words()
    assert hands.ok() == "move circle 3"


def test_keys_of_a_course_go_to_men_and_rooms() -> None:
    hands = changed(Boat(), "captain")
    for key in ("south", "south", "east", "east"):
        hands.drill.course(key)
    assert "> C square goes from 1 to 3" in hands.words()
    for key in ("west", "north", "north", "north"):
        hands.drill.course(key)
    assert "> by hand" in hands.words()
    assert "C square goes from 1 to 2" in hands.words()


def test_back_leads_to_the_presets_then_to_the_boat_then_away() -> None:
    hands = changed(Boat(), "captain").push()
    assert not hands.drill.back()
    assert not hands.drill.back()
    assert "1 bow torpedo room: " in hands.words()
    assert hands.drill.back()
    hands.push().drill.home()
    assert "> as they stand" in hands.words()


def test_the_dead_have_no_line() -> None:
    assert len(changed(crowded(), "captain").drill.plan.targets) == 3


def test_a_relief_without_a_room_comes_first() -> None:
    boat = passed(Boat(rules="patience=0", men={"captain.square.1": {"dead": True}}), 5 * HOUR)
    hands = changed(boat, "captain")
    assert not hands.drill.busy
    boat.give("captain post square 3")
    assert hands.see().drill.busy
    assert "C square stays in 3" in hands.words()


@pytest.mark.parametrize("name", BOATS)
def test_the_rules_take_whatever_hands_do_by_chance(name: str) -> None:
    dice, boat = Random(name), Boat(**BOATS[name])
    change_of(boat, dice.choice(("", "new_course", "watch")))
    stations = {role: Hands(boat, role) for role in ROLES}
    for _ in range(30):
        role = dice.choice(list(stations))
        hands = stations[role].see()
        dice.choice((hands.push, hands.back, hands.drill.home, lambda hands=hands: hands.turn(dice.randint(-4, 4))))()
        hands.drill.course(dice.choice(("north", "east", "south", "west")))
        assert hands.panel().words
        if dice.random() < 0.2 and hands.drill.plan.words:
            assert hands.ok().startswith("move ")
    for hands in stations.values():
        while hands.see().ok() != "ready":
            pass
    assert boat.state.board.positions is None


# Warnings


def test_a_way_is_warned_of_before_it_is_confirmed() -> None:
    """UBT-5#44."""
    hands = changed(crowded(), "engineer").push().turn(1)
    assert "> E circle goes from 3 to 4; fire in 4" in hands.words(), "the masks lie there: no word of the gas"
    hands.push().turn(1)
    words = changed(crowded(), "navigator").words()
    assert "N triangle stays in 4; fire in 4" in words, "who remains is concerned too"
    assert "fire in 4 ×2" in words


def test_masks_that_are_carried_away_protect_nobody() -> None:
    boat = crowded()
    board, positions = change_of(boat)
    plan = MovePlan.as_told(board, positions, "navigator").with_target(11, MoveTarget(3, "masks"))
    assert [risk.kind for risk in plan.risks(10)] == ["fire", "gas"]
    boat.give("navigator move hexagon 3+masks")
    told = boat.state.board.positions
    assert told is not None
    assert [risk.kind for risk in MovePlan.as_told(boat.state.board, told, "engineer").risks(14)] == []


def test_a_hatch_a_leg_wound_and_a_task_have_their_price_said() -> None:
    assert "C circle goes from 1 to 8; costs an activation" in changed(split(), "captain").turn(9).words()
    assert "C circle goes from 2 to 3; costs an activation" in changed(crowded(), "captain").push().turn(1).words()
    assert "N circle goes from 8 to 7; leaves the watch" in changed(crowded(), "navigator").push().turn(-1).words()


def test_who_stays_outside_before_a_dive_is_told_so() -> None:
    hands = changed(crowded(), "navigator", "dive")
    assert "drowns outside" not in hands.words()
    assert "drowns outside ×2" in hands.turn(-1).words()


def test_what_is_missing_is_said() -> None:
    assert "5: engines 0/2" in MOVES["moving-lack"]().words()


def test_a_shut_room_cannot_be_chosen() -> None:
    hands = changed(Boat(surfaced=False, depth=30), "captain").push().turn(20)
    assert "C circle goes from 2 to 6" in hands.words()


# Sixteen men with one dial


@story
async def test_sixteen_men_are_moved_with_one_dial_in_few_keys() -> None:
    async with at_the_console(game="uboot", crews="all", fittings=MINI) as play:
        await play.run(5)
        await play.give("uboot.first_officer begin")
        await play.run(1)
        await play.give("uboot.captain change_positions for=watch")
        await play.run(1)
        keys = 0
        while (view := play.page("mini").client.seen[Seat("uboot.captain")].view)["positions"]:
            await play.ok("mini")
            await play.run(0.1)
            keys += 1
        assert [man["room"] for name, man in view["men"].items() if name.startswith("navigator")] == [8, 8, 8, 8]
        assert keys == 4, "one for each role: it sends the men, and is ready"
