"""Patrols for tests: missions of a chain that last an hour, and the logs that they end with."""

from __future__ import annotations

import json
from typing import Any

from klaxon.rules.contract import Refusal
from tests.rules.uboot.kit.boat import GAME, HOUR, Boat, header_of, mission

DATES = {f"m{number:02}": f"1940-{number:02}-01T08:00" for number in range(1, 13)}
CHAIN = {"m05": "c1", "m06": "c1", "m07": "c1", "m09": "c2", "m10": "c2"}
EASY: dict[str, Any] = {"kind": "sink_grt", "n": 1000}
SINKS = [{"at": "0:00:01", "do": "sunk", "id": "x1", "type": "freighter", "grt": 4000}]
"""A script that meets the objective above: 50 for it and 10 for the tons, of 50."""


def told_mission(name: str, script: list[dict[str, Any]] | None = None, /, **setup: Any) -> str:
    """Return an hour of a mission of the campaign in which little happens."""
    own = {"ID": name, "CHAIN": CHAIN.get(name, ""), "DATE": DATES[name], "HOURS": 1, "PRIMARY": EASY}
    return mission(SINKS if script is None else script, **{**own, **setup})


class PatrolBoat(Boat):
    """A boat on a mission of the campaign, with or without the log of the mission before."""

    def __init__(self, name: str, /, *, log: Any = None, mode: str = "linked", rules: str = "", **setup: Any) -> None:
        script = setup.pop("script", SINKS)
        own = {"ID": name, "CHAIN": CHAIN.get(name, ""), "DATE": DATES[name], "HOURS": 1, "PRIMARY": EASY}
        text = json.dumps(log) if log is not None else ""
        super().__init__(script, log=text, rules=f"mode={mode} {rules}", **{**own, **setup})

    def end(self) -> dict[str, Any]:
        """Let the mission come to its end; return its log."""
        self.wait(HOUR - self.state.now)
        log: dict[str, Any] = self.view()["log"]
        return log


def refused(name: str, log: Any = None, mode: str = "linked", box: str = "", **setup: Any) -> list[dict[str, Any]]:
    """Return what is wrong with beginning a mission with a log, each as its line, code and facts."""
    text = log if isinstance(log, str) else json.dumps(log, indent=1) if log is not None else ""
    options = {"mode": mode, "patrol": "before.json" if text else "none"}
    more = {"box": box} if box else {}
    answer = GAME.setup(header_of(told_mission(name, **setup), log=text, **more, **options))
    assert isinstance(answer, Refusal), "it was not refused"
    assert (answer.code, answer.facts["option"]) == ("bad-content", "patrol")
    faults = answer.facts["faults"]
    assert isinstance(faults, list)
    return faults
