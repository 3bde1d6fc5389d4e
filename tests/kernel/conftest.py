"""The kernel that these tests run in: the same as that of the power cuts."""

from __future__ import annotations

import os

from tests.durability.conftest import kernel

__all__ = ["kernel"]

# No rule is proved here, so no mutant of one is noticed.
collect_ignore_glob = ["test_*.py"] if "MUTANT_UNDER_TEST" in os.environ else []
