"""What the proofs of durability need: strace, and a kernel that is built while the other tests run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.durability.kit import strace
from tests.durability.kit.guest import LACKING, TOOLS

# No rule is proved here, so no mutant of one is noticed.
collect_ignore_glob = ["test_*.py"] if "MUTANT_UNDER_TEST" in os.environ else []


@pytest.fixture(scope="session")
def kernel() -> Path:
    """The User-Mode Linux kernel; where a build is under way this waits for it."""
    built = subprocess.run([TOOLS / "build"], capture_output=True, text=True, check=False)
    if built.returncode == LACKING:
        pytest.skip(f"no User-Mode Linux here, so no power was cut: {built.stderr.strip()}")
    assert built.returncode == 0, built.stderr
    return Path(built.stdout.strip())


@pytest.fixture(scope="session")
def tracing() -> None:
    """Skip where no system call can be traced."""
    if not strace.available():
        pytest.skip("strace is not installed or may not trace here, so no system call was judged")
