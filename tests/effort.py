"""How much a test tries: enough for every fault that was planted in `make test`, far more in `make soak`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("KLAXON_SOAK"))
UNDER_MUTATION = "MUTANT_UNDER_TEST" in os.environ


def effort(usual: int, soak: int, mutant: int | None = None) -> int:
    """Return how often to try something, or how long: in a test run, in a soak, and on each of thousands of mutants."""
    if UNDER_MUTATION and mutant is not None:
        return mutant
    return soak if SOAK else usual
