"""Scenarios: what ice, volcanoes and wrecks add to a game (SON-101 to SON-106).

The marks of a chart are its scenario, whatever its name: ice, volcanoes with their lava, islands with the symbols of
systems. A mark that is not on the chart has no effect. Nothing here depends on the mode of play.
"""

from __future__ import annotations

from klaxon.rules.sonar import blast, circuits
from klaxon.rules.sonar.chart import Sea, points_in
from klaxon.rules.sonar.setting import BOATS, BOXES, LOST_AT, SCENARIO, SYSTEMS, Setting
from klaxon.rules.sonar.state import Boat, Rig, ScenarioState, State
from klaxon.rules.sonar.step import Working

ERUPTION, SMOKE, LAVA = "eruption", "toxic-smoke", "lava"
EVENTS = (ERUPTION, SMOKE, LAVA)
"""The events of the volcanoes, in order (SON-103 to SON-105)."""


def new_boats(sea: Sea) -> tuple[Boat, Boat]:
    """Return both boats as they begin: as wrecks if there are bases (SON-106)."""
    rig = Rig(wrecked=SYSTEMS if sea.bases else ())
    return Boat(rig=rig), Boat(rig=rig)


def verbs_of(sea: Sea, setting: Setting, role: str) -> tuple[str, ...]:
    """Return the verbs of a role, with those the chart adds: `repair`, `volcano`."""
    verbs = setting.verbs[role]
    more = ("volcano",) if sea.volcanoes and role == "captain" else ()
    if sea.bases and role == ("xo" if setting.xo_commands else "captain"):
        more = ("repair",)
    if not more:
        return verbs
    place = verbs.index("surface") if role == "captain" else verbs.index("stop") if "stop" in verbs else len(verbs)
    return (*verbs[:place], *more, *verbs[place:])


# -- ice -----------------------------------------------------------------------------------------------------


def break_ice(work: Working) -> None:
    """Hurt a boat that has surfaced through the ice: thin ice costs it 1, other ice sinks it (SON-101)."""
    work.hurt(work.me, 1 if work.state.setting.thin_ice else LOST_AT, "ice", announced=True)
    work.test_outcome()


# -- volcanoes -----------------------------------------------------------------------------------------------


def shake(work: Working) -> None:
    """Fill a box after a shot; the third one triggers the next event, if any is left (SON-102)."""
    if work.state.outcome is not None or work.state.scene.struck == len(EVENTS):
        return
    if _fill(work):
        _trigger(work)


def _trigger(work: Working) -> None:
    """Trigger the next event: an eruption at once, the others when the captain has chosen a volcano."""
    state, boat = work.state, work.boat
    event = EVENTS[state.scene.struck]
    work.tell_all("scenario", boat=BOATS[work.me], event=event)
    if event == ERUPTION:
        _strike(work)
        _erupt(work)
    else:
        state.scene = ScenarioState(state.scene.struck, due=event)
        boat.answer_due = boat.ask()
        state.asked = work.me


def _strike(work: Working, smoke: str = "") -> None:
    """Mark the event as over for both boats and erase the gauge that triggered it."""
    work.boat.rig = work.boat.rig._replace(filled=0)
    work.state.scene = ScenarioState(work.state.scene.struck + 1, smoke)


def _erupt(work: Working) -> None:
    """Explode one volcano after the other; with `points` all that is next to it, each point once (SON-103)."""
    sea, done = work.state.sea, 0
    for at in sea.volcanoes.values():
        points = sea.around[at] & ~done if work.state.setting.eruption == "points" else 1 << at
        blast.explode(work, points, ERUPTION)
        if work.state.outcome is not None:
            return
        done |= points


def choose(work: Working, volcano: str) -> None:
    """Carry out the event for which a volcano had to be chosen."""
    state, event = work.state, work.state.scene.due
    work.boat.answer_due = 0
    state.asked = -1
    facts = {"boat": BOATS[work.me], "event": event, "volcano": int(volcano)}
    if event == SMOKE:
        _strike(work, volcano)
        work.tell_all("volcano", **facts, sector=smoky_sector(state))
    else:
        _strike(work)
        work.tell_all("volcano", **facts, points=list(state.sea.name_all(state.sea.lava(volcano))))
        _flow(work, volcano)


def _flow(work: Working, volcano: str) -> None:
    """Turn lava points into land: mines there are gone, boats there are lost, routes stay (SON-105)."""
    state = work.state
    lava = state.sea.lava(volcano)
    for boat in (0, 1):
        for point in points_in(state.boats[boat].mines & lava):
            blast.remove_mine(work, boat, point)
    state.sea = state.sea.after_lava(volcano)
    for boat, name in enumerate(state.boats):
        if lava >> name.at & 1:
            work.hurt(boat, LOST_AT, LAVA, announced=True)
    work.test_outcome()


def smoky_sector(state: State) -> int:
    """Return the sector where drones see only smoke, 0: none (SON-104)."""
    smoke = state.scene.smoke
    return state.sea.sector[state.sea.volcanoes[smoke]] if smoke else 0


# -- wrecks --------------------------------------------------------------------------------------------------


def chargeable(boat: Boat, setting: Setting) -> tuple[str, ...]:
    """Return what the first officer of a wreck may charge: what was repaired, and the scenario gauge (SON-106)."""
    filled = zip(SYSTEMS, boat.gauges, strict=True)
    usable = tuple(s for s, boxes in filled if boxes < BOXES[s] and s not in boat.rig.wrecked)
    by_hand = setting.echo_gauge == "choice" and boat.rig.filled < setting.scenario_boxes
    return (*usable, SCENARIO) if by_hand else usable


def charge(work: Working) -> None:
    """Fill a box of the scenario gauge by hand."""
    _fill(work)


def sail(work: Working) -> None:
    """Let a course fill a box automatically, if the table plays it that way."""
    rig = work.boat.rig
    fills = work.state.setting.echo_gauge == "auto" and rig.filled < work.state.setting.scenario_boxes
    work.boat.rig = rig._replace(lit=fills)
    if fills:
        _fill(work)


def sail_back(work: Working) -> None:
    """Undo what a course has filled."""
    rig = work.boat.rig
    work.boat.rig = rig._replace(filled=rig.filled - rig.lit, lit=False)


def repairable(sea: Sea, boat: Boat) -> tuple[str, ...]:
    """Return the wrecked systems whose symbols are on islands next to the boat."""
    near = sea.around[boat.at]
    return tuple(s for s, islands in sea.bases.items() if islands & near and s in boat.rig.wrecked)


def repair(work: Working, system: str) -> None:
    """Make a system usable, with an empty gauge; everybody hears the order."""
    rig = work.boat.rig
    work.boat.rig = rig._replace(wrecked=tuple(s for s in rig.wrecked if s != system))
    work.tell_all("repair", boat=BOATS[work.me], system=system)


def lacks(sea: Sea, boat: Boat, setting: Setting, verbs: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the verbs of wrecked systems, barred, and `repair` with what it lacks ('': nothing)."""
    barred = tuple((system, "wrecked") for system in boat.rig.wrecked if system in verbs)
    return (*barred, ("repair", lack_of_repair(sea, boat, setting))) if "repair" in verbs else barred


def lack_of_repair(sea: Sea, boat: Boat, setting: Setting) -> str:
    """Return what a repair lacks: a full gauge, working special systems, or an adjacent island."""
    if boat.rig.filled < setting.scenario_boxes:
        return "not-charged"
    if setting.failures_shown and not circuits.works(boat.panel, SCENARIO):
        return "broken"
    return "" if repairable(sea, boat) else "no-base"


def _fill(work: Working) -> bool:
    """Fill a box of the own scenario gauge; return whether it is full now."""
    filled, boxes = work.boat.rig.filled + 1, work.state.setting.scenario_boxes
    work.boat.rig = work.boat.rig._replace(filled=filled)
    full = filled == boxes
    work.tell_own("charged", work.me, system=SCENARIO, filled=filled, boxes=boxes, full=full)
    return full
