"""The TDC: the vectors of UBT-11, and that what it computes is what meets the target."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.rules.uboot.sea.attack.tdc import (
    BOW,
    STERN,
    AimData,
    TorpedoShot,
    follow,
    offset_of,
    place_of_run,
    shot,
    track_of,
)
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import mm_s, vector

VECTORS = (
    (290, AimData(40, 80, 9, 1500, 30), BOW),
    (0, AimData(350, -60, 8, 2000, 40), BOW),
    (45, AimData(10, 90, 10, 900, 44), BOW),
    (0, AimData(0, -90, 9, 1000, 30), BOW),
    (180, AimData(180, 110, 7, 1200, 30), STERN),
)
IDEAL = (
    (172, 3472, 572, 965, 1489),
    (-100, 3400, -200, 896, 1844),
    (131, 681, 231, 408, 924),
    (-175, 3425, -175, 679, 1048),
    (127, 127, 127, 868, 1340),
)
REAL = (
    (3506, 606, 966, 1491),
    (3395, -205, 881, 1812),
    (694, 244, 393, 890),
    (3421, -179, 655, 1010),
    (129, 129, 847, 1306),
)


def solve(own: int, aim: AimData, tube: str = BOW, *, real: bool = False) -> TorpedoShot:
    found = shot(track_of(aim, 0, own * 100), 0, aim.torpedo, tube, real=real)
    assert found is not None
    return found


def near(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(have - want) <= 1 for have, want in zip(found, wanted, strict=True))


@pytest.mark.parametrize(("case", "wanted"), [*zip(VECTORS, IDEAL, strict=True)])
def test_vectors_of_the_ideal_tube(case: tuple[int, AimData, str], wanted: tuple[int, ...]) -> None:
    found = solve(*case)
    assert near(
        (found.lead // 10, found.course // 10, found.gyro // 10, found.run_ms // 100, found.run_mm // 1000), wanted
    )


def test_a_stern_tube_turns_the_gyro_angle_about() -> None:
    assert abs(solve(*VECTORS[4][:2], BOW).gyro + 16730) < 5
    assert solve(*VECTORS[4]).course == solve(*VECTORS[4][:2], BOW).course


@pytest.mark.parametrize(("case", "wanted"), [*zip(VECTORS, REAL, strict=True)])
def test_vectors_of_the_real_tube(case: tuple[int, AimData, str], wanted: tuple[int, ...]) -> None:
    found = solve(*case, real=True)
    assert near((found.course // 10, found.gyro // 10, found.run_ms // 100, found.run_mm // 1000), wanted)


def crossed_at(own: int, aim: AimData, true: AimData) -> int:
    """Return where a torpedo of a real tube crosses the line of the keel: metres before the middle of the ship."""
    found, target = solve(own, aim, real=True), track_of(true, 0, own * 100)
    x, y = place_of_run(own * 100, found)
    run = SeaLeg(found.delay, x, y, *vector(found.course, mm_s(10 * aim.torpedo)))
    ship = SeaLeg(0, target.x, target.y, target.vx, target.vy)
    speed = mm_s(10 * true.speed)
    for game in range(found.delay, 200_000, 5):
        (tx, ty), (sx, sy) = run.place(game), ship.place(game)
        if (tx - sx) * ship.vy - (ty - sy) * ship.vx < 0:  # it has come to the port side
            return ((tx - sx) * ship.vx + (ty - sy) * ship.vy) // speed // 1000
    raise AssertionError(own)


def test_a_wrong_range_costs_with_a_real_tube() -> None:
    own, true, _ = VECTORS[0]
    assert abs(crossed_at(own, true, true)) <= 1
    assert abs(crossed_at(own, true._replace(range=1900), true) + 18) <= 1
    assert abs(crossed_at(own, true._replace(range=1200), true) - 22) <= 1


@pytest.mark.parametrize("aob", [0, 180])
def test_end_on_the_torpedo_runs_along_the_bearing(aob: int) -> None:
    found = solve(0, AimData(20, aob, 10, 1000, 30))
    speed = mm_s(300) + (mm_s(100) if aob == 0 else -mm_s(100))
    assert (found.lead, found.course) == (0, 2000)
    assert abs(found.run_ms - 1_000_000 * 1000 // speed) <= 20


def test_some_targets_cannot_be_met() -> None:
    def meets(aob: int, speed: int, torpedo: int = 30) -> bool:
        return shot(track_of(AimData(0, aob, speed, 1000, torpedo), 0, 0), 0, torpedo) is not None

    assert not meets(180, 30)
    assert meets(180, 29)
    assert not meets(90, 31)
    assert meets(60, 34)
    assert not meets(61, 35)
    assert meets(0, 40)
    assert not meets(100, 31)
    assert meets(89, 30)
    assert not meets(90, 30)


def test_torpedo_and_target_are_at_one_place_at_the_end_of_the_run() -> None:
    chance = Random(11)
    for _ in range(100):
        aim = AimData(chance.randrange(360), chance.randrange(-180, 181), chance.randrange(20), 2000, 30)
        own, tube, real = chance.randrange(360), chance.choice((BOW, STERN)), chance.random() < 0.5
        found = solve(own, aim, tube, real=real)
        if real and abs(found.gyro) > 9000:
            continue
        track = track_of(aim, 0, own * 100)
        x, y = place_of_run(own * 100 + (18000 if tube == STERN else 0), found)
        torpedo = SeaLeg(found.delay, x, y, *vector(found.course, mm_s(300))).place(found.run_ms)
        target = SeaLeg(0, track.x, track.y, track.vx, track.vy).place(found.run_ms)
        assert max(abs(torpedo[0] - target[0]), abs(torpedo[1] - target[1])) < 1500, (own, aim, tube, real)


@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
def test_a_long_run_meets_its_target_to_some_metres(bearing: int) -> None:
    found, track = solve(0, aim := AimData(bearing, 90, 19, 9000, 30)), track_of(aim, 0, 0)
    torpedo = SeaLeg(found.delay, *place_of_run(0, found), *vector(found.course, mm_s(300))).place(found.run_ms)
    target = SeaLeg(0, track.x, track.y, track.vx, track.vy).place(found.run_ms)
    assert max(abs(torpedo[0] - target[0]), abs(torpedo[1] - target[1])) < 3_000


def test_the_tdc_follows_target_and_boat() -> None:
    aim = AimData(30, 70, 9, 2500, 30)
    track = track_of(aim, 1000, 0, *vector(0, mm_s(40)))
    later = follow(track, 61_000, 4500, *vector(4500, mm_s(40)))
    # A minute on the target has run 278 m on its course of 140, the boat 123 m north; its own course is another now.
    tx, ty = vector(3000, 2_500_000)
    vx, vy = vector(14000, mm_s(90) * 60)
    assert later.place(61_000) == pytest.approx((tx + vx, ty + vy - mm_s(40) * 60), abs=100)
    assert later.heading == 4500
    now, then = shot(track, 61_000, 30), shot(later, 61_000, 30)
    assert now is not None
    assert then is not None
    assert (now.course, now.run_ms) == (then.course, then.run_ms)
    assert now.gyro - then.gyro == 4500


def test_an_old_solution_is_not_fired() -> None:
    track = track_of(AimData(0, 90, 10, 1500, 30), 0, 0)
    first, later = shot(track, 0, 30), shot(track, 60_000, 30)
    assert first is not None
    assert later is not None
    assert (first.course, later.course) == (1947, 3068)


def test_a_spread_is_even_about_the_course() -> None:
    assert [offset_of(number, 4, 1) for number in range(4)] == [-150, -50, 50, 150]
    assert [offset_of(number, 3, 2) for number in range(3)] == [-200, 0, 200]
    assert offset_of(0, 1, 10) == 0
