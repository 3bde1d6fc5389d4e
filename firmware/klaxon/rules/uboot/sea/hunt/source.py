"""The hunt as a part of the sea: who is called, what escorts do next, and what their charges do (UBT-8.8)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.hunt import escorts
from klaxon.rules.uboot.sea.hunt.charges import (
    HEAVY_SINK_SPEED,
    SINK_SPEED,
    HullPlace,
    aim_error,
    depth_error,
    effects_of_pattern,
    laid_out,
)
from klaxon.rules.uboot.sea.hunt.gunfire import hit_boat
from klaxon.rules.uboot.sea.hunt.records import (
    ATTACK,
    DISTURBED,
    INVESTIGATE,
    LISTEN,
    NEVER,
    OPEN,
    RUN,
    SEARCH,
    STATION,
    ChargePattern,
    DisturbedWater,
    GroupHunt,
    Hunter,
)
from klaxon.rules.uboot.sea.hunt.signs import note_sign
from klaxon.rules.uboot.sea.legs import SeaLeg, crossing, relative
from klaxon.rules.uboot.sea.motion import depth_at
from klaxon.rules.uboot.sea.numbers import METRE, bearing, even, happens
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number, put_ship
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.records import Datum

MOST_HUNTERS = 2
HUNT_MIN = (30, 120)
MINUTE = 60_000
DISTURBED_MS = 8 * MINUTE
HEAVY_FROM, LARGE_FROM = "1942", "1942"
HEAVY_TYPES = ("destroyer", "frigate")
RAM, RAM_DEPTH, GUN_REACH = 30 * METRE, 8 * METRE, 4_000 * METRE
GUN_PPM = 300_000


def hunt_due(work: SeaWork) -> int | None:
    """Return the next instant of the hunt."""
    return work.hunt.due if work.hunt.due < NEVER else None


def _planned(work: SeaWork) -> None:
    hunt = work.hunt
    times = [hunter.due for each in hunt.hunts for hunter in each.hunters]
    times += [each.ends for each in hunt.hunts]
    times += [pattern.due for pattern in hunt.falling]
    times += [water.until for water in hunt.disturbed]
    times += [hunt.guns, hunt.ram, hunt.quiet]
    if hunt.signs_end >= 0:
        times.append(hunt.signs_end)
    work.hunt = hunt._replace(due=min(times, default=NEVER))


# -- called ------------------------------------------------------------------------------------------------------------


def call_hunters(work: SeaWork, place: int, datum: Datum, game: int) -> None:
    """Let the escorts of a group act on a datum: the nearest two leave their stations, an echo begins an attack."""
    hunt = next((each for each in work.hunt.hunts if each.group == place), None)
    if hunt is None:
        hunters = tuple(Hunter(number, INVESTIGATE, game) for number in _nearest(work, place, datum, game))
        if not hunters:
            return
        hunt = GroupHunt(place, datum, hunters, None, NEVER, _patience(work, place, game))
    hunt = hunt._replace(datum=datum, ends=game + hunt.patience)
    if datum.how == "asdic":
        hunt = _pursue(work, hunt._replace(echo=datum), game)
    else:
        for hunter in hunt.hunters:
            if datum.how in ("sight", "radar") and escorts.can_chase(work, hunter, game):
                hunt = escorts.with_hunter(hunt, escorts.chase(work, hunter, game))
            elif hunter.state == INVESTIGATE:
                hunt = escorts.with_hunter(hunt, escorts.investigate(work, hunter, datum, game))
            elif hunter.state == SEARCH:
                hunt = escorts.with_hunter(hunt, escorts.search(work, hunter, datum, game))
    _put(work, hunt)


def send_one(work: SeaWork, place: int, datum: Datum, game: int) -> None:
    """Send the nearest escort of a group to look at a datum; a group that hunts already knows better (UBT-5#56)."""
    if all(hunt.group != place for hunt in work.hunt.hunts):
        (number, *_) = _escorts(work, place, datum, game)
        patience = _patience(work, place, game)
        hunt = GroupHunt(place, datum, (Hunter(number, INVESTIGATE, game),), None, game + patience, patience)
        _put(work, escorts.with_hunter(hunt, escorts.investigate(work, hunt.hunters[0], datum, game)))


def _patience(work: SeaWork, place: int, game: int) -> int:
    """Return how long a hunt that begins now goes on after its last contact: by the chance of its group (UBT-8.8h)."""
    return even(work.key, f"hunt.{work.traffic.groups[place].name}", game, *HUNT_MIN) * MINUTE


def _nearest(work: SeaWork, place: int, datum: Datum, game: int) -> list[int]:
    """Return the nearest escorts of a group: those that go."""
    return _escorts(work, place, datum, game)[:MOST_HUNTERS]


def _escorts(work: SeaWork, place: int, datum: Datum, game: int) -> list[int]:
    """Return the escorts of a group, the nearest to a datum first."""
    group = work.traffic.groups[place]
    found = []
    for number in range(group.first, group.first + group.size):
        ship = work.traffic.ships[number]
        if ship_classes(work.box)[ship.type].is_escort and not is_lost(ship):
            x, y = leg_of_number(work, number, game).place(game)
            found.append(((x - datum.x) ** 2 + (y - datum.y) ** 2, number))
    return [number for _, number in sorted(found)]


def _pursue(work: SeaWork, hunt: GroupHunt, game: int) -> GroupHunt:
    """Let one hunter attack on an echo, the one with more charges first; the other listens."""
    echo = hunt.echo
    if echo is None:
        return hunt
    busy = [hunter for hunter in hunt.hunters if hunter.state in (RUN, OPEN)]
    free = [hunter for hunter in hunt.hunters if hunter.state not in (RUN, OPEN)]
    attacker = next((hunter for hunter in free if hunter.state == ATTACK), None)
    if attacker is None and not busy and free:
        attacker = max(free, key=lambda hunter: (_charges(work, hunter), -hunter.number))
    if attacker is not None and _charges(work, attacker) < _size(work):
        hunt, attacker = _call_another(work, hunt, echo, game)
        free = [hunter for hunter in hunt.hunters if hunter.state not in (RUN, OPEN)]
    for hunter in free:
        if hunter is attacker:
            hunt = escorts.with_hunter(hunt, escorts.attack(work, hunter, echo, game))
        elif hunter.state != LISTEN:
            hunt = escorts.with_hunter(hunt, escorts.listen(work, hunter, echo, game))
    return hunt


def _call_another(work: SeaWork, hunt: GroupHunt, echo: Datum, game: int) -> tuple[GroupHunt, Hunter | None]:
    """Call the nearest escort that has charges enough; a hunter without goes back for it where two are out already."""
    others = [number for number in _escorts(work, hunt.group, echo, game) if number not in _numbers(hunt)]
    called = next((number for number in others if _charges_of(work, number) >= _size(work)), None)
    empty = [each for each in hunt.hunters if each.state not in (RUN, OPEN) and _charges(work, each) < _size(work)]
    if called is None or not empty:
        return hunt, None
    hunters, new = hunt.hunters, Hunter(called, INVESTIGATE, game)
    if len(hunters) >= MOST_HUNTERS:
        escorts.rejoin(work, empty[-1], game)
        hunters = tuple(each for each in hunters if each is not empty[-1])
    return hunt._replace(hunters=(*hunters, new)), new


def _numbers(hunt: GroupHunt) -> list[int]:
    return [hunter.number for hunter in hunt.hunters]


def _charges(work: SeaWork, hunter: Hunter) -> int:
    return _charges_of(work, hunter.number)


def _charges_of(work: SeaWork, number: int) -> int:
    ship = work.traffic.ships[number]
    return ship_classes(work.box)[ship.type].charges if ship.charges < 0 else ship.charges


def _size(work: SeaWork) -> int:
    return 5 if work.mission.date < LARGE_FROM else 10


def _put(work: SeaWork, hunt: GroupHunt) -> None:
    others = tuple(each for each in work.hunt.hunts if each.group != hunt.group)
    work.hunt = work.hunt._replace(hunts=tuple(sorted((*others, hunt), key=lambda each: each.group)))
    _planned(work)


# -- what comes next ---------------------------------------------------------------------------------------------------


def hunt_on(work: SeaWork, game: int) -> None:
    """Let everything happen in the hunt that is due."""
    hunt = work.hunt
    for pattern in [each for each in hunt.falling if each.due <= game]:
        _go_off(work, pattern, game)
    left = tuple(water for water in work.hunt.disturbed if water.until > game)
    if left != work.hunt.disturbed:
        work.hunt = work.hunt._replace(disturbed=left)
        work.mark(OWN)
    for each in work.hunt.hunts:
        if each.ends <= game:
            _give_up(work, each, game)
            continue
        for hunter in each.hunters:
            if hunter.due <= game:
                now = next(one for one in work.hunt.hunts if one.group == each.group)
                _put(work, _next_state(work, now, hunter, game))
    if work.hunt.ram <= game:
        work.bring(game, "lost", reason="rammed")
    if work.hunt.guns <= game:
        _fire(work, game)
    if work.hunt.quiet <= game:
        work.mark(OWN)
    if 0 <= work.hunt.signs_end <= game:
        note_sign(work, game, on=False)
    review_hunt(work, game, now=True)


# -- near the boat -----------------------------------------------------------------------------------------------------


def review_hunt(work: SeaWork, game: int, *, now: bool = False) -> None:
    """Judge ramming, gunfire and disturbed water anew where the boat or a hunter steers otherwise."""
    _leave_sinking(work)
    hunt = work.hunt
    concerns = work.moved and (hunt.hunts or hunt.falling or hunt.disturbed or hunt.signs_end >= 0)
    if not (now or concerns):  # `now` also where the last hunt has just ended: nobody rams or fires any more
        return
    own, hunters = work.leg(game), [hunter for each in hunt.hunts for hunter in each.hunters]
    legs = [leg_of_number(work, hunter.number, game) for hunter in hunters]
    rams = [crossing(relative(own, leg, game), RAM) for leg in legs] if depth_at(work.boat, game) < RAM_DEPTH else []
    ram = min((game + after for after in rams if after is not None), default=NEVER)
    waters = [relative(own, SeaLeg(game, water.x, water.y), game) for water in hunt.disturbed]
    edges = [crossing(seen, DISTURBED) for seen in waters]
    quiet = min((game + after for after in edges if after is not None), default=NEVER)
    guns = (hunt.guns if game < hunt.guns < NEVER else game + MINUTE) if work.boat.surfaced and hunters else NEVER
    work.hunt = hunt._replace(ram=ram, quiet=quiet, guns=guns)
    _planned(work)


def _leave_sinking(work: SeaWork) -> None:
    """Let hunters that sink hunt no more; without any left a hunt is over."""
    ships = work.traffic.ships
    if any(is_lost(ships[hunter.number]) for each in work.hunt.hunts for hunter in each.hunters):
        hunts = [
            each._replace(hunters=tuple(hunter for hunter in each.hunters if not is_lost(ships[hunter.number])))
            for each in work.hunt.hunts
        ]
        work.hunt = work.hunt._replace(hunts=tuple(each for each in hunts if each.hunters))
        _planned(work)


def _fire(work: SeaWork, game: int) -> None:
    """Let escorts within 4,000 m that see the surfaced boat fire at it (UBT-8.8i)."""
    work.hunt = work.hunt._replace(guns=NEVER)
    hunters = [hunter for each in work.hunt.hunts for hunter in each.hunters]
    can_fire = any(escorts.can_chase(work, hunter, game, GUN_REACH) for hunter in hunters)
    if can_fire and happens(work.key, "gunfire", game, GUN_PPM):
        hit_boat(work, game, "gunfire")


def _give_up(work: SeaWork, hunt: GroupHunt, game: int) -> None:
    """End a hunt: everybody goes back to the station (UBT-8.8h)."""
    for hunter in hunt.hunters:
        escorts.rejoin(work, hunter, game)
    work.hunt = work.hunt._replace(hunts=tuple(each for each in work.hunt.hunts if each.group != hunt.group))


def _next_state(work: SeaWork, hunt: GroupHunt, hunter: Hunter, game: int) -> GroupHunt:
    if hunter.state == INVESTIGATE and not hunter.has_arrived:
        return escorts.with_hunter(hunt, escorts.lie(work, hunter, game, game + escorts.PATIENCE))
    if hunter.state == ATTACK and hunter.has_arrived and hunt.echo is not None:
        return escorts.with_hunter(hunt, escorts.run_in(work, hunter, hunt.echo, game))
    if hunter.state == ATTACK and escorts.can_chase(work, hunter, game):
        return escorts.with_hunter(hunt, escorts.chase(work, hunter, game))
    if hunter.state == RUN:
        _drop(work, hunter, hunt.echo, game)
        return escorts.with_hunter(hunt, escorts.open_out(work, hunter, game))
    if hunter.state == OPEN:
        return _change_places(work, hunt, hunter, game)
    if hunter.state == SEARCH:
        return escorts.with_hunter(hunt, escorts.search(work, hunter, hunt.datum, game, hunter.leg + 1))
    if hunter.state == LISTEN:
        return escorts.with_hunter(hunt, escorts.lie(work, hunter, game, NEVER))
    return escorts.with_hunter(hunt, escorts.search(work, hunter, hunt.datum, game))


def _change_places(work: SeaWork, hunt: GroupHunt, hunter: Hunter, game: int) -> GroupHunt:
    """After a pattern the listener attacks, and who has dropped listens; a lone hunter searches."""
    listener, echo = next((each for each in hunt.hunters if each.state == LISTEN), None), hunt.echo
    if listener is None or echo is None:
        return escorts.with_hunter(hunt, escorts.search(work, hunter, hunt.datum, game))
    hunt = escorts.with_hunter(hunt, escorts.listen(work, hunter, hunt.datum, game))
    if game - echo.at <= escorts.HOLD and _charges(work, listener) >= _size(work):
        return escorts.with_hunter(hunt, escorts.attack(work, listener, echo, game))
    return escorts.with_hunter(hunt, escorts.search(work, listener, hunt.datum, game))


# -- charges -----------------------------------------------------------------------------------------------------------


def _drop(work: SeaWork, hunter: Hunter, echo: Datum | None, game: int) -> None:
    """Drop a pattern; it goes off when it has sunk to its setting (UBT-8.8c)."""
    count, left = _size(work), _charges(work, hunter)
    ship, leg = work.traffic.ships[hunter.number], leg_of_number(work, hunter.number, game)
    stream = f"pattern.{ship.name}.{left}"
    knots = echo.speed * 9 // 463 if echo is not None else 0
    x, y = leg.place(game)
    x, y = x + aim_error(work.key, stream, "x", knots), y + aim_error(work.key, stream, "y", knots)
    depth = max(15 * METRE, depth_at(work.boat, game) + depth_error(work.key, stream, work.mission.date))
    fast = work.mission.date >= HEAVY_FROM and any(word in ship.type for word in HEAVY_TYPES)
    due = game + depth * 1000 // (HEAVY_SINK_SPEED if fast else SINK_SPEED)
    put_ship(work, hunter.number, ship._replace(charges=left - count))
    let_fall(work, ChargePattern(due, stream, x, y, bearing(leg.vx, leg.vy), depth, count))


def let_fall(work: SeaWork, pattern: ChargePattern) -> None:
    """Let charges sink, whoever has dropped them."""
    work.hunt = work.hunt._replace(falling=(*work.hunt.falling, pattern))
    _planned(work)


def _go_off(work: SeaWork, pattern: ChargePattern, game: int) -> None:
    """Let a pattern go off where it is, while the boat has moved on."""
    own = work.leg(game)
    x, y = own.place(game)
    heading = bearing(own.vx, own.vy) if own.vx or own.vy else work.boat.course * 100
    hull = HullPlace(x, y, heading, depth_at(work.boat, game))
    places = laid_out(pattern.x, pattern.y, pattern.course, pattern.charges)
    water = DisturbedWater(pattern.x, pattern.y, game + DISTURBED_MS)
    work.hunt = work.hunt._replace(
        falling=tuple(each for each in work.hunt.falling if each is not pattern),
        disturbed=(*work.hunt.disturbed, water),
    )
    work.mark(OWN)
    note_sign(work, game)
    work.bring(game, "attack", kind=pattern.kind, count=pattern.charges)
    for place, effect in enumerate(effects_of_pattern(work.key, pattern.stream, hull, places, pattern.depth)):
        if effect.do == "lost":
            work.bring(game, "lost", reason="charges")
        else:
            stream = f"{pattern.stream}.device.{place}"
            work.bring(game, f"shaken-{effect.do}", room=effect.room, what=effect.what, stream=stream)


def is_disturbed(work: SeaWork, x: int, y: int, game: int) -> bool:
    """Return whether nobody hears anything from a place (UBT-8.8f)."""
    return any(
        water.until > game and (water.x - x) ** 2 + (water.y - y) ** 2 <= DISTURBED**2 for water in work.hunt.disturbed
    )


def begin_hunt(work: SeaWork) -> None:
    """Let escorts that a mission file places in a hunt begin it: their datum is the place of the boat (UBT-12.20d)."""
    x, y = work.leg(0).place(0)
    for place, group in enumerate(work.traffic.groups):
        placed = [
            (number, work.traffic.ships[number].state)
            for number in range(group.first, group.first + group.size)
            if work.traffic.ships[number].state not in ("", STATION)
        ]
        if placed:
            datum = Datum(0, "sight", group.name, x, y)
            patience = _patience(work, place, 0)
            hunters = tuple(Hunter(number, state, 0) for number, state in placed)
            _put(work, GroupHunt(place, datum, hunters, None, patience, patience))
            for hunter in hunters:
                hunt = next(each for each in work.hunt.hunts if each.group == place)
                _put(work, escorts.with_hunter(hunt, _staged(work, hunter, datum)))


def _staged(work: SeaWork, hunter: Hunter, datum: Datum) -> Hunter:
    """Return an escort in the state in which a file places it."""
    if hunter.state == LISTEN:
        return escorts.listen(work, hunter, datum, 0)
    if hunter.state in (SEARCH, OPEN):
        return escorts.search(work, hunter, datum, 0)
    if hunter.state in (ATTACK, RUN):
        return escorts.attack(work, hunter, datum, 0)
    return escorts.investigate(work, hunter, datum, 0)
