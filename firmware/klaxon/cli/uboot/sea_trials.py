"""Seas for `klaxon bench sea`: missions with ships beside the boat, and time that passes as a table lets it pass."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from klaxon import data
from klaxon.rules.contract import Header, Ms, Order, Refusal, Step
from klaxon.rules.games import game_named
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.table.disk.journal import SNAPSHOT_EVERY
from klaxon.table.setup import make_header

GAME = game_named("uboot")
FREIGHTER = "tramp-freighter"
LOOKOUTS = {"navigator.circle": 8, "navigator.square": 8}


def ships_beside(count: int, far: int, *, zigzag: bool = False) -> list[dict[str, Any]]:
    """Return so many ships of one group in a line abeam, so many m off and as fast as the boat."""
    return [
        {
            "id": f"s{number}",
            "type": FREIGHTER,
            "bearing": 90,
            "range_m": far + number * 50,
            "course": 0,
            "kn": 10,
            "group": "g",
            "known": True,
            "zigzag": zigzag,
        }
        for number in range(count)
    ]


def trial_header(ships: list[dict[str, Any]], hours: int, **setup: Any) -> Header:
    """Return what a mission with these ships begins from, in a sea where the light stays; somebody is on watch."""
    mission = json.loads(data.read("missions", "drill"))
    setup = {"speed": "half", "cell": "BD95", "light": "day", "figures": LOOKOUTS, **setup}
    mission |= {"hours": hours, "ships": ships, "setup": {**mission["setup"], **setup}}
    contents = {"boxes": data.read("boxes", "uboot"), "missions": json.dumps(mission), "patrols": ""}
    options = {"mission": "drill", "wear": "off", "events": "off", "manning": "auto"}
    header = make_header(GAME, options, lambda kind, _name, _variant: contents[kind], "1")
    if not isinstance(header, Header):
        raise TypeError(header)
    return header


def set_up(header: Header) -> Any:
    """Return the state that a trial begins with."""
    state = GAME.setup(header)
    if isinstance(state, Refusal):
        raise TypeError(state)
    return state


def begin_trial(ships: list[dict[str, Any]], hours: int, **setup: Any) -> Any:
    """Return the state of a mission with these ships, with somebody on watch."""
    return give(give(set_up(trial_header(ships, hours, **setup)), "first_officer begin"), "captain watch")


def begin_mission(name: str) -> Any:
    """Return the state of a shipped mission that has just begun, with nobody who gives an order."""
    header = make_header(GAME, {"mission": name}, data.read, "1")
    if not isinstance(header, Header):
        raise TypeError(header)
    return give(set_up(header), "first_officer begin")


def campaign() -> tuple[str, ...]:
    """Return the names of the shipped missions, in the order of the campaign."""
    box = read_box(data.read("boxes", "uboot"))
    if not isinstance(box, Box):
        raise TypeError(box)
    return tuple(name for name, _ in box.campaign)


def give(state: Any, line: str) -> Any:
    """Return the state after an order, the same one where it is refused."""
    step = GAME.apply(state, Order.read(f"uboot.{line}"))
    return step.state if isinstance(step, Step) else state


def pass_time(state: Any, mode: str) -> Iterator[Any]:
    """Let time pass to the end of a mission as a table does it, from look to look; yield each state.

    Wherever a feed line has set time to real somebody sets it to the mode again. What came is a row, and every so many
    rows the whole state is encoded.
    """
    rows = 0
    while GAME.outcome(state) is None:
        if state.board.clock.mode != mode:
            state, rows = give(state, f"captain time {mode}"), rows + 1
        due = GAME.due(state)
        if due is None:
            return
        step = GAME.advance(state, Ms(due))
        state, rows = step.state, rows + bool(step.events)
        if rows >= SNAPSHOT_EVERY:
            rows = 0
            GAME.encode(state)
        yield state
