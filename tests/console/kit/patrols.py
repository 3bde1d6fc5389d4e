"""A patrol that is over, for tests of its log: two ships sunk on the way, a boat with a name that must be escaped."""

from __future__ import annotations

from functools import cache

from klaxon import data
from klaxon.rules.contract import Header, Ms, Order, Refusal
from klaxon.rules.uboot import Uboot
from klaxon.rules.uboot.state import State
from klaxon.table.play import Play
from klaxon.table.setup import make_header
from tests.rules.uboot.kit.patrols import told_mission

HOURS = 30
SCRIPT = [
    {"at": "2:10:00", "do": "sunk", "id": "x1", "type": "freighter", "grt": 5200},
    {"at": "9:30:00", "do": "emergency", "kind": "fire", "room": 5},
    {"at": "16:00:00", "do": "sunk", "id": "x2", "type": "tanker", "grt": 8100},
    {"at": "20:00:00", "do": "detected", "on": True},
]
COURSES = {0: 250, 9: 290, 18: 200, 24: 120}
"""Hour -> the course that is ordered then."""
HOSTILE = '<img src=x onerror="alert(1)"> & Co'


@cache
def finished_play(mode: str = "linked", patrol: str = "", name: str = "m05", *, sinks: bool = True) -> Play:
    """Return a patrol that has been played to its end; one that sinks nothing is graded F."""
    game = Uboot()
    text = told_mission(
        name, SCRIPT if sinks else [], HOURS=HOURS, START="AM34", TITLE="Long <b>way</b>", speed="full", course=230
    )
    contents = {"boxes": data.read("boxes", "uboot"), "missions": text, "patrols": patrol}
    options = {"mission": name, "mode": mode, "patrol": "before.json" if patrol else "none"}
    asked = {**options, "wear": "off", "events": "off", "manning": "auto"}
    header = make_header(game, asked, lambda kind, _name, _variant: contents[kind], "5")
    assert isinstance(header, Header)
    state = game.setup(header)
    assert isinstance(state, State), state
    play = Play(game, header, state)
    _order(play, "first_officer begin")
    for hour, course in COURSES.items():
        _sail_to(play, hour)
        _order(play, f"captain new_course {course}")
    _sail_to(play, HOURS)
    assert play.outcome is not None
    return play


def _order(play: Play, line: str) -> None:
    done = play.order(Order.read(f"uboot.{line}"))
    assert not isinstance(done, Refusal), (line, done)


def _sail_to(play: Play, hour: int) -> None:
    """Let time pass in transit until an hour of game time; every feed line drops it to real."""
    while play.outcome is None:
        clock = play.state.board.clock
        left = hour * 3_600_000 - clock.game_at - (play.now - clock.at) * clock.factor
        if left <= 0:
            return
        if clock.mode != "transit" and not play.state.board.waters.detected:
            _order(play, "first_officer time transit")
            continue
        play.pass_time(Ms(play.now + min(5000, -(-left // max(1, clock.factor)))))
