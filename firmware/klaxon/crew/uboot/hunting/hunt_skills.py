"""How well a crew hunts: how many reports it waits for, how near it goes, how it shoots and how it gets away."""

from __future__ import annotations

from typing import NamedTuple


class HuntSkill(NamedTuple):
    """What an able captain does."""

    tracks: int = 8
    """How many reports of a contact the navigator takes the mean of for the approach: each errs by its own."""
    reports: int = 3
    """How many of them the shot is laid by."""
    least: int = 2
    """Reports without which nobody shoots."""
    shoots_at: int = 2200
    """Metres from which the captain shoots at most."""
    waits: int = 800
    """Metres from the track of a target from which he wants to shoot."""
    patient: bool = True
    """Whether he waits with a shot that will be better at the next report."""
    good: float = 0.6
    """How much of what may go wrong a hull has to cover for him to shoot."""
    salvo: int = 4
    """Torpedoes for one target at most."""
    trackless: bool = True
    """Whether he prefers torpedoes by day that leave no track."""
    dives_at: int = 8000
    """Metres from a target at which he likes to dive by day."""
    stands_off: bool = True
    """Whether he stays out of sight by day until he stands well ahead of a target."""
    floor: int = 4
    """Morale with which he still pays for a course or a speed."""
    deep: int = 110
    """Metres to which he goes when he is hunted."""
    flanks: bool = True
    """Whether he attacks a convoy as a whole, from outside its screen, and not ship by ship."""
    dodges: bool = True
    """Whether he turns while the hunter that runs in is deaf, and goes at no more than half speed."""

    @property
    def in_convoy(self) -> HuntSkill:
        """What he does against ships in columns: from farther off, for what misses one may hit another."""
        return self._replace(shoots_at=max(self.shoots_at, 2500), waits=max(self.waits, 1000), good=0.8 * self.good)


HUNTERS = {
    "novice": HuntSkill(
        tracks=1,
        reports=1,
        least=1,
        shoots_at=3000,
        waits=1500,
        patient=False,
        good=0.2,
        trackless=False,
        salvo=2,
        dives_at=5000,
        stands_off=False,
        floor=0,
        deep=50,
        flanks=False,
        dodges=False,
    ),
    "able": HuntSkill(),
    "expert": HuntSkill(tracks=12, reports=5, least=3, waits=700, good=0.7, floor=3, deep=150),
}
"""Name of a skill -> its parameters."""
