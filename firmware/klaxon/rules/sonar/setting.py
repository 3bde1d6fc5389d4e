"""The setting of a game of Captain Sonar: its options, and the rule sets as bundles of switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from klaxon.rules.chosen import Chosen
from klaxon.rules.contract import Option
from klaxon.rules.domains import FreeText, OneOf, Span
from klaxon.rules.sonar.realtime import trace

BOATS = ("red", "blue")
ROLES = ("captain", "xo", "engineer", "radio")
SYSTEMS = ("mine", "torpedo", "drone", "sonar", "silence")
BOXES = {"mine": 3, "torpedo": 3, "drone": 4, "sonar": 3, "silence": 6}
LOST_AT = 4
SCENARIO = "scenario"
"""The gauge that some scenarios add; it is not a system (SON-21)."""

CREWS = {
    4: (("captain",), ("xo",), ("engineer",), ("radio",)),
    3: (("captain", "xo"), ("engineer",), ("radio",)),
    2: (("captain", "xo", "engineer"), ("radio",)),
    1: (("captain", "xo", "engineer", "radio"),),
}
"""Persons a side -> the roles each of them holds (SON-02)."""

RULE_SETS: Mapping[str, Mapping[str, str]] = {
    "second": {
        "broken_order": "radiation",
        "detonate_needs_weapons": "yes",
        "detonate_is_activation": "no",
        "detonate_window": "own-turn",
        "mine_chain": "torpedo",
        "own_hit_announced": "no",
        "silence_zero": "xo",
        "silence_break": "section",
        "surface_is_stop": "no",
        "torpedo_path": "water",
        "announce_breakdown": "all",
        "eruption": "volcano",
        "echo_gauge": "choice",
        "trace_slip": "section",
        "stop_by": "officers",
        "binding": "no",
    },
    "second-ua": {
        "broken_order": "radiation",
        "detonate_needs_weapons": "no",
        "detonate_is_activation": "no",
        "detonate_window": "own-turn",
        "mine_chain": "full",
        "own_hit_announced": "no",
        "silence_zero": "xo",
        "silence_break": "section",
        "surface_is_stop": "no",
        "torpedo_path": "water",
        "announce_breakdown": "section",
        "eruption": "volcano",
        "echo_gauge": "choice",
        "trace_slip": "section",
        "stop_by": "officers",
        "binding": "no",
    },
    "wolfpack": {
        "broken_order": "nothing",
        "detonate_needs_weapons": "yes",
        "detonate_is_activation": "yes",
        "detonate_window": "own-turn",
        "mine_chain": "off",
        "own_hit_announced": "yes",
        "silence_zero": "nobody",
        "silence_break": "section",
        "surface_is_stop": "yes",
        "torpedo_path": "water",
        "announce_breakdown": "none",
        "eruption": "volcano",
        "echo_gauge": "choice",
        "trace_slip": "all",
        "stop_by": "captain",
        "binding": "yes",
    },
}


def _choice(name: str, default: str, *values: str) -> Option:
    return Option(name, OneOf(values), default)


def _switch(name: str, *values: str) -> Option:
    return Option(name, OneOf(values), RULE_SETS["second"][name])


OPTIONS: tuple[Option, ...] = (
    Option("chart", FreeText("", 255), "alpha-2", content="charts"),
    _choice("mode", "turns", "turns", "realtime"),
    Option("players", Span(2, 8), "8"),
    _choice("override", "no", "no", "yes"),
    _choice("victory", "hunt", "hunt", "sudden-death"),
    _choice("rules", "second", *RULE_SETS),
    _choice("first", "random", "random", *BOATS),
    Option("limit", Span(0, 999, unit=" turns or minutes"), "0"),
    Option("clock", Span(0, 900, unit=" s"), "0"),
    Option("interval", Span(0, 60, unit=" s"), "0"),
    Option("stop_time", Span(1, 600, unit=" s"), "30"),
    Option("patience", Span(0, 600, unit=" s"), "60"),
    _choice("trace", "free", "free", "recorded"),
    _choice("trace_speed", "steady", *trace.SPEEDS),
    _choice("help", "track", "off", "log", "track", "clash", "solve"),
    _choice("shy_xo", "off", "off", "detection", "all"),
    _choice("xo_commands", "no", "no", "yes"),
    _choice("undo", "no", "no", "yes"),
    _choice("blunder", "no", "no", "yes", "all"),
    _choice("thin_ice", "no", "no", "yes"),
    _choice("scenario_boxes", "3", "3", "4", "6"),
    _switch("broken_order", "radiation", "nothing"),
    _switch("detonate_needs_weapons", "yes", "no"),
    _switch("detonate_is_activation", "yes", "no"),
    _switch("detonate_window", "own-turn", "any"),
    _switch("mine_chain", "off", "torpedo", "full"),
    _switch("own_hit_announced", "yes", "no"),
    _switch("silence_zero", "xo", "nobody"),
    _switch("silence_break", "section", "panel"),
    _switch("surface_is_stop", "yes", "no"),
    _switch("torpedo_path", "water", "plain"),
    _switch("announce_breakdown", "all", "section", "none"),
    _switch("eruption", "volcano", "points"),
    _switch("echo_gauge", "choice", "auto"),
    _switch("trace_slip", "section", "all"),
    _switch("stop_by", "officers", "captain"),
    _switch("binding", "yes", "no"),
)
PRESETS: Mapping[str, Mapping[str, Mapping[str, str]]] = {"rules": RULE_SETS}


@dataclass(frozen=True)
class Setting(Chosen):
    """The options of one game, read once. The names are those of the options."""

    mode: str
    victory: str
    first: str
    limit: int
    clock: int
    interval: int
    stop_time: int
    patience: int
    trace: str
    trace_speed: str
    help: str
    shy_xo: str
    xo_commands: bool
    undo: bool
    blunder: str
    thin_ice: bool
    scenario_boxes: int
    broken_order: str
    detonate_needs_weapons: bool
    detonate_is_activation: bool
    detonate_window: str
    mine_chain: str
    own_hit_announced: bool
    silence_zero: str
    silence_break: str
    surface_is_stop: bool
    torpedo_path: str
    announce_breakdown: str
    eruption: str
    echo_gauge: str
    trace_slip: str
    stop_by: str
    binding: bool

    @cached_property
    def realtime(self) -> bool:
        """Whether both boats play at once (SON-03)."""
        return self.mode == "realtime"

    @cached_property
    def lethal(self) -> int:
        """The damage that loses a boat (SON-04)."""
        return 1 if self.victory == "sudden-death" else LOST_AT

    @cached_property
    def failures_shown(self) -> bool:
        """Whether a captain is shown which systems are broken: only if a refusal would reveal it anyway."""
        return self.broken_order == "nothing" and self.blunder == "no"

    @cached_property
    def verbs(self) -> dict[str, tuple[str, ...]]:
        """Role -> its verbs; captain and first officer may exchange some (SON-53, SON-116)."""
        shy = self.shy_xo != "off" and not self.xo_commands
        weapons, detection = ("torpedo", "mine", "detonate"), ("drone", "sonar")
        captain = ("start", "dive", "course", *(() if self.xo_commands else weapons), "silence")
        undo = ("undo",) if self.undo and not self.binding else ()
        captain += (*(detection if shy else ()), "surface", "answer", *undo)
        xo = ("charge", *(() if shy else detection), *(weapons if self.xo_commands else ()))
        if not self.realtime:
            return {"captain": (*captain, "end"), "xo": xo, "engineer": ("break",), "radio": ("guess",)}
        stop = ("stop", "resume", "trace")
        return {
            "captain": (*captain, *stop),
            "xo": (*xo, *stop),
            "engineer": ("break", "confirm", "reject", "ready", "trace"),
            "radio": ("guess", "trace"),
        }

    @cached_property
    def stoppers(self) -> tuple[str, ...]:
        """The roles that may call STOP by itself (SON-51, SON-116)."""
        if self.xo_commands:
            return ("xo",)
        return ("captain",) if self.binding or self.stop_by == "captain" else ("captain", "xo")

    @cached_property
    def scouts_after_stop(self) -> bool:
        """Whether detection needs a STOP first (SON-110): not if one person both stops and scouts."""
        return self.binding and not self.xo_commands and self.shy_xo == "off"

    @cached_property
    def menus(self) -> dict[Any, Any]:
        """The offers made so far under this setting, by verbs, stage and what is lacking. There are few."""
        return {}


@lru_cache(maxsize=4096)
def ready(filled: tuple[int, ...]) -> tuple[str, ...]:
    """Return the systems whose gauges are full."""
    return tuple(system for system, boxes in zip(SYSTEMS, filled, strict=True) if boxes == BOXES[system])
