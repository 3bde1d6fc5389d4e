"""What the tests in the guest share: the profile of its console, eyes on its panels, fingers on its expander."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from klaxon.console.profile import Profile, load
from tests.kernel.guest.eyes import Eyes
from tests.kernel.guest.fingers import Fingers
from tests.kernel.guest.sim import Expander

PROFILE = Path(__file__).parents[1] / "guest.toml"
OTHER_PORT = "/dev/ttyS1"
"""What the cable from the port of that console leads to."""


@pytest.fixture(scope="session")
def profile() -> Profile:
    """The console that the machine is."""
    found = load(str(PROFILE))
    assert isinstance(found, Profile), found
    return found


@pytest.fixture
def eyes(profile: Profile) -> Iterator[Eyes]:
    """Eyes on its panels, from power-on."""
    eyes = Eyes(profile)
    yield eyes
    eyes.close()


@pytest.fixture
def expander() -> Iterator[Expander]:
    """The contacts of its expander."""
    contacts = Expander()
    yield contacts
    contacts.close()


@pytest.fixture
def fingers(profile: Profile, expander: Expander) -> Fingers:
    """Fingers on all its keys and dials."""
    return Fingers(profile, expander)
