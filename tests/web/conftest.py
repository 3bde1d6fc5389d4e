"""One browser for all tests of a worker: starting Chromium costs more than most of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.kit.browser import Player


@pytest.fixture(scope="session")
def player() -> Iterator[Player]:
    """Play stories in a browser; each opens contexts of its own, and closes them."""
    from tests.web.kit.browser import Player  # noqa: PLC0415 - there may be no Playwright here

    player = Player()
    yield player
    player.close()
