"""Every test of this folder has the probe game among the games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.probe.entering import entered


@pytest.fixture(autouse=True, scope="module")
def probe_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Enter the probe game for the tests of a module, and take it away behind them."""
    with entered(tmp_path_factory.mktemp("library")):
        yield
