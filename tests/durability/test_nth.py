"""Every call to the disk fails, once or from then on, in a game, a resume, a finish and a rematch: all told is kept.

In `make test` every twenty-third call in six ways, in `make soak` every one. To try one again, as a failure says:

    LD_PRELOAD=SHIM python -m tests.durability.kit.nth FOLDER MODE ERROR N
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.durability.kit.effort import tell, times

STRIDE = times(41, 1)
SOURCE = Path(__file__).with_name("failing.c")
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "klaxon"
WAYS = [(mode, error) for mode in ("once", "on", "unsaved") for error in ("EIO", "ENOSPC")]
LYING = """
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.ledger import Ledger
from tests.durability.kit import nth

async def lie(self, pages):
    try:
        await self.scribe.write([page.row for page in pages], None)
    except JournalError:
        pass
    return True

Ledger._write = lie
nth.main()
"""


@pytest.fixture(scope="session")
def shim() -> Path:
    """The library that lets calls fail, compiled once and kept."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here, so no call was made to fail")
    source = SOURCE.read_bytes()
    built = CACHE / f"failing-{blake2b(source, digest_size=8).hexdigest()}.so"
    if not built.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE) as place:
            new = Path(place, "failing.so")
            subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", new, SOURCE, "-ldl"], check=True)
            new.rename(built)
    return built


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: only what is called counts here, not what a disk makes of it."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder of its own in it
    with TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None, prefix="klaxon-") as place:
        yield Path(place)


def tries(shim: Path, folder: Path, mode: str, error: str, *numbers: int, program: str = "") -> list[dict[str, Any]]:
    """Try these calls; the first answer is that of a disk that works."""
    start = ["-c", program] if program else ["-m", "tests.durability.kit.nth"]
    run = subprocess.run(
        [sys.executable, *start, str(folder), mode, error, *map(str, numbers)],
        env={**os.environ, "LD_PRELOAD": str(shim)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize(("mode", "error"), WAYS)
def test_whichever_call_fails_nothing_told_is_lost_and_people_are_told(
    mode: str, error: str, shim: Path, memory: Path
) -> None:
    (memory / "count").mkdir()
    (works,) = tries(shim, memory / "count", mode, error)
    assert (works["faults"], works["said"], works["calls"] > 250) == ([], [], True)
    first = 1 + WAYS.index((mode, error)) * STRIDE // len(WAYS)
    numbers = range(first, works["calls"] + 1, STRIDE)
    found = tries(shim, memory, mode, error, *numbers)[1:]
    tell(f"{mode} {error}: {len(found)} of {works['calls']} calls failed")
    assert [each["n"] for each in found] == [*numbers]
    assert [(each["n"], each.get("failed"), each["faults"]) for each in found if each["faults"]] == []
    assert sum(bool(each["said"]) for each in found) >= len(found) // 8


def test_a_table_that_takes_a_failed_write_for_done_is_found(shim: Path, memory: Path) -> None:
    found = tries(shim, memory, "on", "EIO", 60, program=LYING)[1:]
    assert "the journal says nothing" in str(found[0]["faults"])
