"""What the proofs of the deployment need: a release made of this checkout, and a clean Debian system."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.kit.box import LACKING, TOP, lacks
from tests.deploy.kit.keys import make_key

LOCKS = [TOP / "requirements" / name for name in ("pi.lock", "build.lock")]

# No rule is proved here, so no mutant of one is noticed.
collect_ignore_glob = ["test_*.py"] if "MUTANT_UNDER_TEST" in os.environ else []


@pytest.fixture(scope="session")
def debian() -> Path:
    """The clean Debian system; where one is being made this waits for it."""
    if words := lacks():
        pytest.skip(f"no clean Debian system here, so nothing was installed: {words}")
    made = subprocess.run([TOP / "tools" / "deploy-root"], capture_output=True, text=True, check=False)
    if made.returncode == LACKING:
        pytest.skip(f"no clean Debian system here, so nothing was installed: {made.stderr.strip()}")
    assert made.returncode == 0, made.stderr
    return Path(made.stdout.strip())


@pytest.fixture(scope="session")
def wheels(shared: Path) -> Path:
    """Every package that a release is made of and with, as a wheel for this Python, fetched once."""
    key = b"".join(lock.read_bytes() for lock in LOCKS) + sys.version.encode()
    folder = cache_folder() / f"wheels-{hashlib.sha256(key).hexdigest()[:12]}"
    if not (folder / ".made").exists():
        new = folder.with_suffix(f".{os.getpid()}")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        fetch = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "-q", "--no-deps"]
        fetch += ["--require-hashes", "--only-binary", ":all:", "--dest", str(new)]
        for lock in LOCKS:
            told = subprocess.run([*fetch, "-r", str(lock)], capture_output=True, text=True, check=False)
            if told.returncode:
                shutil.rmtree(new)
                pytest.skip(f"no package index here, so no release was made: {told.stderr.strip().splitlines()[-1]}")
        (new / ".made").touch()
        if folder.exists():  # another worker was quicker
            shutil.rmtree(new)
        else:
            new.rename(folder)
    return Path(shutil.copytree(folder, shared / "wheels"))


def cache_folder() -> Path:
    """Return where what was fetched once is kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "klaxon"


@pytest.fixture(scope="session")
def shared() -> Iterator[Path]:
    """A folder that every user may read: where root makes a release another account does the work."""
    with tempfile.TemporaryDirectory(prefix="klaxon-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="session")
def tar(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of this checkout, as deploy/bundle makes it; the wheels come from the cache."""
    return bundle(tmp_path_factory.mktemp("release"), wheels, "1.0.0")


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The key that signs releases for the consoles of these tests."""
    if not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen is not installed ('tools/setup deploy' does that): nothing was signed")
    return make_key(tmp_path_factory.mktemp("key"), "club")


def bundle(out: Path, wheels: Path, release: str, own: dict[str, str] | None = None) -> Path:
    """Make a release without a network, with any Python that all users may run; `own` is laid over the environment."""
    lone = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
    command = [str(TOP / "deploy" / "bundle"), "--out", str(out), "--release", release]
    told = subprocess.run(
        [*command, "--for", f"{sys.version_info.major}.{sys.version_info.minor}"],
        env=os.environ | lone | (own or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if "needs pip" in told.stderr or "cannot be run" in told.stderr:
        pytest.skip("no Python here that every user may run ('tools/setup deploy' does that): no release was made")
    assert told.returncode == 0, told.stderr
    return Path(told.stdout.strip())
