"""Nothing unseen is told: a boat looks the same without the ships that nobody aboard perceives (UBT-12.16b).

What stations draw of it is compared in tests/console/test_uboot_unseen.py, what sessions are sent in
tests/table/test_uboot_secrecy.py.
"""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.sea.glass.lenses import SAMPLE
from klaxon.rules.uboot.state import State
from tests.effort import effort
from tests.rules.uboot.sea.kit.convoy_night import DAYS, HASTEN, NIGHTS, SPAN, sail_through
from tests.rules.uboot.sea.kit.unseen import drawn_moments, learned, up_to_date, without_unseen

INSTANTS = effort(6, 60, mutant=2)
SEEDS = effort(1, 32)
"""Each is four voyages, of up to 13 hours. The 128 of a soak last 1,090 hours, not counted what comes after a
boat is lost."""


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", [*NIGHTS, *DAYS])
def test_a_boat_looks_the_same_without_the_ships_that_nobody_perceives(name: str, seed: int) -> None:
    moments = drawn_moments(INSTANTS, f"{name} {seed}")
    taken_away: list[int] = []

    def compare(state: State) -> State:
        if state.now in moments:
            other, gone = without_unseen(state)
            present = up_to_date(state)
            assert learned(other) == learned(present)
            if not state.now % SAMPLE:  # between two samples an order of the crew makes legs forgotten too
                assert learned(present) == learned(state)
            taken_away.append(gone)
        return state

    sail_through(name, moments, compare, str(seed))
    assert len(taken_away) == len(moments)
    assert all(taken_away)


def test_without_one_that_somebody_perceives_it_does_not() -> None:
    """The test above can fail: ships are in contact, in the glass and in the menus."""
    seen: list[int] = []

    def hide(state: State) -> State:
        if state.now == SPAN // 32 // HASTEN * HASTEN:
            other = up_to_date(state)
            watches = other.sea.watches
            other.sea = other.sea._replace(watches=watches._replace(sightings=watches.sightings[:-1]))
            differs = [name for (name, one), (_, two) in zip(learned(state), learned(other), strict=True) if one != two]
            assert any(name.startswith("through {'view': 'bridge'") for name in differs)
            seen.append(len(watches.sightings))
        return state

    sail_through("shadowing", (), hide, "0")
    assert seen
