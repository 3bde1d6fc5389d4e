"""Own noise: the telegraph, and what else can be heard, some of it for a while (UBT-8.2f)."""

from __future__ import annotations

from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.sea.engine import OWN, SeaWork

OF_SETTING = {"full_astern": (70, 70), "stop": (5, 5), "slow": (50, 15), "half": (80, 35), "full": (100, 100)}
"""Telegraph -> noise in percent, surfaced and submerged."""
FOR_A_WHILE = {"pumps": 15, "compressor": 10}
"""What makes noise for some minutes -> percent."""
LOADING, RED_REPAIR, MOST = 20, 10, 100
MINUTE = 60_000
PUMPS_AFTER_DEPTH, PUMPS_AFTER_LEAK, COMPRESSOR_AFTER_LAUNCH = 5 * MINUTE, 15 * MINUTE, 10 * MINUTE


def own_noise(work: SeaWork, game: int) -> int:
    """Return the own noise in percent at a game time."""
    noise = work.aboard.noise + sum(FOR_A_WHILE[kind] for kind, until in work.boat.noisy if until > game)
    return min(MOST, min(MOST, noise) * work.aboard.hush // 100)


def with_noise(boat: OwnBoat, kind: str, until: int) -> OwnBoat:
    """Return the boat with something that makes noise until a game time, if it does not longer already."""
    before = dict(boat.noisy).get(kind, 0)
    others = tuple(pair for pair in boat.noisy if pair[0] != kind)
    return boat._replace(noisy=tuple(sorted((*others, (kind, max(before, until))))))


def noise_due(work: SeaWork) -> int | None:
    """Return when something falls silent."""
    return min((until for _, until in work.boat.noisy), default=None)


def fall_silent(work: SeaWork, game: int) -> None:
    """What has made noise long enough is heard no more."""
    work.boat = work.boat._replace(noisy=tuple(pair for pair in work.boat.noisy if pair[1] > game))
    work.mark(OWN)
