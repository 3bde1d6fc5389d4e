"""Captains who hunt with care: the way down, fog, the gun, the side to pass on, and how each level reads a ship."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from klaxon.crew.uboot import captain
from klaxon.crew.uboot.hunting.courses import is_right
from klaxon.crew.uboot.hunting.geometry import at_passing, slant
from klaxon.crew.uboot.hunting.gunnery import is_firing, shell
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes, hear_hunt
from klaxon.crew.uboot.hunting.hunt_skills import HUNTERS, Eye
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import ContactPlot, Fix, PlottedContact, lay_down
from klaxon.crew.uboot.hunting.surfaced import attack_surfaced
from klaxon.crew.uboot.hunting.way_down import keeps_way_down
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.skills import SKILLS
from klaxon.rules.uboot.records import OpenView
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import FIGURES
from tests.rules.uboot.kit.boat import Boat

ABLE = SKILLS["able"]


def report(at: int, bearing: int, metres: int, course: int) -> dict[str, Any]:
    fields = {"bearing": bearing, "range": metres, "course": course, "speed": 90}
    told = {"kind": "ship", "klass": "merchant", "group": "", "by": "lookout", "at_s": at, "fields": fields}
    return {
        "boat": {"course": 0, "ordered_course": 0, "speed": 0},
        "clock": {"at": 0, "game_at": 0, "factor": 1, "date": "1940-06-01T08:00"},
        "contacts": {"c1": told},
        "light": "dark",
        "weather": "clear",
        "messages": {},
    }


def read(eye: Eye, *reports: dict[str, Any]) -> tuple[Fix, ...]:
    plot = ContactPlot()
    for each in reports:
        plot = lay_down(plot, each, 1000 * each["contacts"]["c1"]["at_s"], eye)
    return plot.contacts[0].fixes


# -- levels ------------------------------------------------------------------------------------------------------------


def test_an_expert_reads_a_ship_as_it_is_reported() -> None:
    fix = read(HUNTERS["expert"].eye, report(120, 40, 5000, 310))[0]
    assert (fix.bearing, fix.metres, fix.course) == (40, 5000, 310)


@pytest.mark.parametrize("skill", ["novice", "able"])
def test_others_read_a_ship_off_and_the_same_ship_always_by_the_same(skill: str) -> None:
    eye = HUNTERS[skill].eye
    first, second = read(eye, report(120, 40, 5000, 310), report(240, 45, 4000, 310))
    assert first.bearing - 40 == pytest.approx(second.bearing - 45)
    assert first.metres / 5000 == pytest.approx(second.metres / 4000)
    assert first.course == second.course
    looks = [read(eye, report(at, 40, 5000, 310))[0] for at in range(60, 6000, 60)]
    assert max(abs(fix.bearing - 40) for fix in looks) == pytest.approx(eye.bearing, rel=0.2)
    assert max(abs(fix.metres / 5000 - 1) for fix in looks) == pytest.approx(eye.metres, rel=0.2)
    assert max(abs((fix.course or 0) - 310) for fix in looks) == pytest.approx(eye.angle, rel=0.2)
    assert abs(sum(fix.bearing - 40 for fix in looks)) < len(looks), "to both sides"


def test_the_worse_the_level_the_worse_the_eye_and_the_later_the_shot() -> None:
    novice, able, expert = (HUNTERS[skill] for skill in ("novice", "able", "expert"))
    assert all(a > b > c for a, b, c in zip(novice.eye, able.eye, expert.eye, strict=True))
    assert novice.delay > able.delay > expert.delay


def test_the_last_bearing_counts_most_and_ranges_are_the_mean_of_several() -> None:
    """Places that are run on err more the older they are; a bearing is read far better than a range."""
    fixes = tuple(Fix(120 * n, -400.0 + 10 * n, 1000.0 + (-1) ** n * 80, 0, 0, 1100.0) for n in range(4))
    last = Fix(480, 0.0, 1080.0, 0, 0, 1080.0)
    contact = PlottedContact("c1", "ship", "merchant", "", "periscope", "", (*fixes, last))
    mean = mean_of(ContactPlot(at=481.0, contacts=(contact,)), contact, 5)
    assert mean is not None
    assert abs((mean.bearing + 180) % 360 - 180) < 3, "the four before it say 340 degrees"
    assert 980 < mean.metres < 1080


# -- what a captain knows ----------------------------------------------------------------------------------------------

OPEN = ("attack.records", "attack.targets", "chart", "contacts", "glass.open_views", "guns.records")
PUBLIC = ("light", "ships.zigzag")
"""Modules of the sea that tell what is on the open board, and what every player can read in the rules."""


def test_who_plays_for_people_knows_the_open_board_and_the_rule_book_and_nothing_of_the_sea() -> None:
    """A captain who had the sea's own records would see ships that nobody aboard has found. `tally` is the umpire's."""
    crew = Path(captain.__file__).parent
    sources = {path: path.read_text() for path in crew.rglob("*.py") if path.name != "tally.py"}
    used = {name for text in sources.values() for name in re.findall(r"from klaxon\.rules\.uboot\.sea\.(\S+)", text)}
    assert used == {*OPEN, *PUBLIC}
    assert not [path.name for path, text in sources.items() if "truth" in text]


# -- the way down ------------------------------------------------------------------------------------------------------


def boat_with(slots: int, *, morale: int = 11, order: int = 4) -> OpenBoard:
    """Return the board of a surfaced boat on which every man has so many slots left."""
    boat = Boat(morale=morale, order=order)
    for name in FIGURES:
        boat.put(name, act=3 - slots)
    return boat.state.board


def test_men_who_are_fresh_can_do_more_than_one_thing() -> None:
    assert keeps_way_down(boat_with(3), ABLE, "new_course", ("90",))


def test_no_order_is_given_that_takes_the_men_for_a_dive() -> None:
    board = boat_with(1)
    assert not keeps_way_down(board, ABLE, "new_course", ("90",)), "there are two helmsmen"
    assert keeps_way_down(board, ABLE, "tdc", ("c1",)), "the man at the TDC is not needed"


def test_nerve_is_kept_for_the_way_down_too() -> None:
    spent, one_left = boat_with(3, morale=4, order=0), boat_with(3, morale=4, order=1)
    assert not keeps_way_down(spent, ABLE, "tdc", ("c1",))
    assert keeps_way_down(one_left, ABLE, "tdc", ("c1",))


def test_a_boat_that_went_deep_from_somebody_stays_on_its_guard() -> None:
    fix = Fix(0, 0.0, 2000.0, 180, 160, 2000.0)
    hunter = PlottedContact("c1", "ship", "escort", "", "lookout", "", (fix,))
    notes = HuntNotes(plot=ContactPlot(at=1000.0, contacts=(hunter,)))
    dived = {"type": "ordered", "order": "dive", "args": ["140"]}
    assert hear_hunt(notes, dived).alarm == 1000.0
    assert hear_hunt(notes, {**dived, "args": ["10"]}).alarm < 0, "that is to attack"
    assert hear_hunt(notes._replace(plot=ContactPlot(at=1000.0)), dived).alarm < 0, "nobody is about"


@pytest.mark.parametrize(("since", "surfaces"), [(3600, False), (3 * 3600, True)])
def test_a_boat_that_was_hunted_does_not_come_up_among_those_who_still_look_for_it(since: int, surfaces: bool) -> None:
    board = Boat(surfaced=False, depth=140).state.board
    notes = WatchNotes(ABLE, hunt=HuntNotes(plot=ContactPlot(at=20_000.0), alarm=20_000.0 - since))
    assert ("surface" in list(captain._wanted(board, notes))) is surfaces


# -- at a convoy in fog, the gun, and the side to pass on --------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "metres", "dives"), [("fog", 6000, True), ("clear", 6000, False), ("fog", 9000, False)]
)
def test_near_a_convoy_that_nobody_would_see_in_time_the_boat_listens(weather: str, metres: int, dives: bool) -> None:
    boat = Boat(light="moon", weather=weather)
    fleet = Mean("c1", 0.0, float(metres), 90.0, 70.0, 6, 0, fleet="c1")
    fix = Fix(0, 0.0, float(metres), 90, 70, float(metres))
    group = PlottedContact("c1", "group", "group", "", "lookout", "", (fix,))
    notes = HuntNotes(HUNTERS["able"], ContactPlot(contacts=(group,)), target=fleet)
    assert (("dive", ("10",)) in attack_surfaced(boat.state.board, notes, fleet)) is dives


def test_the_gun_is_not_ordered_again_while_it_fires() -> None:
    fix = Fix(0, 0.0, 1500.0, 90, 60, 1500.0)
    ship = PlottedContact("c1", "ship", "merchant", "", "lookout", "", (fix,))
    plot = ContactPlot(at=10.0, contacts=(ship,))
    notes = HuntNotes(HUNTERS["able"], plot, lengths=(("c1", 80),), shelled_at=0.0)
    target = mean_of(plot, ship, 1)
    assert target is not None
    boat = Boat()
    board = boat.state.board.copy()
    board.glass = (OpenView("gun88", 4, "c1"),)
    assert is_firing(board, notes)
    later = notes._replace(plot=plot._replace(at=200.0))
    assert not is_firing(board, later)
    assert not is_firing(boat.state.board, notes), "its men have left it"
    assert list(shell(board, notes, target)) == []


def test_a_ship_that_zigzags_is_let_pass_on_the_side_where_it_will_be() -> None:
    """It stands to starboard of the bow now and passes to port: that is no reason to steer anew."""
    board = Boat(surfaced=False, depth=10, light="day").state.board
    notes = HuntNotes(HUNTERS["expert"], ContactPlot())
    ship = Mean("c1", 0.0, 3000.0, 175.0, 90.0, 6, 0)
    assert ship.angle > 0
    assert is_right(board, notes, ship, 600.0)
    assert is_right(board, notes, ship, -600.0)
    assert not is_right(board, notes, ship, -100.0), "so near no torpedo arms itself in time"
    fleet = ship._replace(fleet="c1")
    assert not is_right(board, notes, fleet, -5000.0), "a convoy is attacked from its own side"


@pytest.mark.parametrize("angle", [-15, -5, 5, 15])
def test_from_right_ahead_a_boat_goes_off_the_track_to_the_side_that_is_nearer(angle: int) -> None:
    ship = Mean("c1", 0.0, 3000.0, (180.0 - angle) % 360, 90.0, 6, 0)
    off = at_passing(ship, slant(ship, 40.0, 700.0), 40.0)[1]
    assert abs(off) == pytest.approx(700, abs=120)
