"""Wear: faults that come by themselves, more of them the harder the boat is driven (UBT-7.9c).

The next fault has a budget; time uses it up at a rate that depends on speed and depth. The rate is settled where it
changes, so time may be cut anywhere (UBT-8.0d).
"""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.uboot.sea.motion import crossing_of, depth_at
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.budget import ONE, draw_budget
from klaxon.rules.uboot.trouble.faults import add_fault, standing_devices
from klaxon.rules.uboot.trouble.records import BoatWear, TroubleChance

USUAL = 1_000_000
"""A rate of one fault in the mean time of the box."""
HARD_MS = 2 * 3_600_000
"""So long above half speed, and more breaks (UBT-7.9c)."""
DEEP = 120_000
HARD_PCT, DEEP_PCT, STOPPED_PCT = 150, 130, 70
MINUTE = 60_000


def due(state: State) -> int | None:
    """Return the game time of the next fault by wear, or at which its rate changes."""
    wear = state.chance.wear
    if not wear.rate:
        return None
    worn = wear.since - (wear.used - wear.need) // wear.rate
    return min(worn, wear.until) if wear.until else worn


def wear_on(work: Working, game: int) -> None:
    """Use the budget up to a game time; where it is gone a fault comes, and the next budget is drawn."""
    wear = _settled(work, game)
    work.state.chance = work.state.chance._replace(wear=wear)
    if wear.used >= wear.need:
        number = work.state.chance.worn
        work.state.chance = work.state.chance._replace(worn=number + 1)
        _break_something(work, number)
        _next_budget(work)
    review(work, game)


def review(work: Working, game: int) -> None:
    """Plan wear anew where the boat is driven in another way than before; at the start draw the first budget."""
    state = work.state
    if work.board.setting.wear == "off":
        return
    if not state.chance.wear.need:
        _next_budget(work)
    wear = state.chance.wear
    fast = _fast_since(work, wear, game)
    boat = work.board.boat
    if boat.legs or fast >= 0:
        rate, until = _rate(work, fast, game)
    else:  # time alone changes nothing
        rate, until = work.board.keep("wear", (boat,), lambda _: _rate(work, fast, game))
    if (rate, until, fast) != (wear.rate, wear.until, wear.fast):
        state.chance = state.chance._replace(wear=_settled(work, game)._replace(rate=rate, until=until, fast=fast))


def _next_budget(work: Working) -> None:
    chance: TroubleChance = work.state.chance
    budget = draw_budget(work.state.key, "wear", chance.worn)
    need = max(1, budget * work.state.box.arrival["mean_min"] * MINUTE * USUAL // ONE)
    work.state.chance = chance._replace(wear=chance.wear._replace(need=need, used=0))


def _settled(work: Working, game: int) -> BoatWear:
    wear: BoatWear = work.state.chance.wear
    return wear._replace(used=wear.used + wear.rate * (game - wear.since), since=game)


def _break_something(work: Working, number: int) -> None:
    """Bring fault number so and so: a device evenly, a level by chance; none while too many are open."""
    arrival, key = work.state.box.arrival, work.state.key
    broken = {fault.device for fault in work.board.faults}
    sound = [name for name in standing_devices(work) if name not in broken]
    if len(work.board.faults) >= arrival["most_open"] or not sound:
        return
    drawn = draw(key, "wear.level", number, 100)
    red, yellow = arrival["red_pct"], arrival["red_pct"] + arrival["yellow_pct"]
    level = "red" if drawn < red else "yellow" if drawn < yellow else "green"
    add_fault(work, sound[draw(key, "wear.device", number, len(sound))], level)


# -- the rate --------------------------------------------------------------------------------------------------------


def _fast_since(work: Working, wear: BoatWear, game: int) -> int:
    """Return since when the boat makes more than half speed, -1 where it does not."""
    if work.board.boat.setting != "full":
        return -1
    return wear.fast if wear.fast >= 0 else game


def _rate(work: Working, fast: int, game: int) -> tuple[int, int]:
    """Return the rate of now, and the game time at which it changes by itself, 0 if it does not."""
    board = work.board
    boat = board.boat
    changes = []
    percent: int = work.state.box.difficulty["engineer"][board.setting.engineer]["fault_rate_pct"]
    rate = USUAL // 100 * percent
    if fast >= 0 and game >= fast + HARD_MS:
        rate = rate * HARD_PCT // 100
    elif fast >= 0:
        changes.append(fast + HARD_MS)
    if depth_at(boat, game) > DEEP:
        rate = rate * DEEP_PCT // 100
    crossing = crossing_of(boat, DEEP, game)
    if crossing is not None:
        changes.append(crossing)
    if boat.setting == "stop":
        rate = rate * STOPPED_PCT // 100
    return rate, min(changes, default=0)
