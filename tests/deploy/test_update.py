"""Two slots, a checksum and a way back: deploy/update with a Python and a service that are made up."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from tests.deploy.box import TOP

PYTHON = """#!/bin/sh
# Makes virtual environments that hold one command, and installs nothing.
[ "$2" = venv ] || exit 0
mkdir -p "$4/bin"
cp "$0" "$4/bin/python"
printf '#!/bin/sh\\ncase $1 in profile) [ ! -e "%s/faulty" ] ;; esac\\n' "$FOLDER" >"$4/bin/klaxon"
chmod +x "$4/bin/klaxon"
"""
SERVICE = """#!/bin/sh
# Says which release it was started with; one that is called broken does not get ready.
cat "$KLAXON_PREFIX/current/VERSION" >>"$FOLDER/started"
! grep -q broken "$KLAXON_PREFIX/current/VERSION"
"""


class Rig:
    """A console with release 1.0.0 in slot a."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.prefix = folder, folder / "opt"
        (self.prefix / "a").mkdir(parents=True)
        (self.prefix / "a" / "VERSION").write_text("1.0.0\n", "utf-8")
        (self.prefix / "current").symlink_to("a")
        for name, text in (("python", PYTHON), ("service", SERVICE)):
            (folder / name).write_text(text, "utf-8")
            (folder / name).chmod(0o755)
        (folder / "console.toml").touch()

    def release(self, name: str, extra: Mapping[str, bytes] | None = None) -> Path:
        """Return the tar of a release, its sum beside it. What is extra stands in no list."""
        tree = self.folder / f"klaxon-{name}"
        for part in ("deploy", "systemd", "overlays", "wheels"):
            (tree / part).mkdir(parents=True)
        (tree / "VERSION").write_text(f"{name}\n", "utf-8")
        (tree / "requirements.lock").touch()
        (tree / "wheels" / "klaxon_console-0-py3-none-any.whl").touch()
        files = sorted(path for path in tree.rglob("*") if path.is_file())
        sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]
        (tree / "SHA256SUMS").write_text("".join(sums), "utf-8")
        for path, data in (extra or {}).items():
            (tree / path).write_bytes(data)
        tar = self.folder / f"klaxon-{name}.tar"
        subprocess.run(["tar", "-C", self.folder, "-cf", tar, tree.name], check=True)
        Path(f"{tar}.sha256").write_text(f"{sha256(tar.read_bytes()).hexdigest()}  {tar.name}\n", "utf-8")
        return tar

    def update(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        own = {
            "KLAXON_PREFIX": str(self.prefix),
            "KLAXON_RESTART": str(self.folder / "service"),
            "KLAXON_PROFILE": str(self.folder / "console.toml"),
            "PYTHON": str(self.folder / "python"),
            "FOLDER": str(self.folder),
        }
        command = [TOP / "deploy" / "update", *arguments]
        return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)

    @property
    def slot(self) -> str:
        return str((self.prefix / "current").readlink())

    @property
    def started(self) -> list[str]:
        path = self.folder / "started"
        return path.read_text("utf-8").split() if path.exists() else []

    def unchanged(self) -> bool:
        """Nothing was switched or started, and nothing is left lying about."""
        return (self.slot, self.started) == ("a", []) and not list(self.prefix.glob(".release*"))


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def test_a_release_goes_to_the_free_slot_and_the_next_one_back(rig: Rig) -> None:
    for number, (release, slot) in enumerate([("2.0.0", "b"), ("3.0.0", "a"), ("4.0.0", "b")], start=1):
        told = rig.update(rig.release(release))
        assert told.returncode == 0, told.stderr
        assert rig.slot == slot
        assert len(rig.started) == number
    assert rig.started == ["2.0.0", "3.0.0", "4.0.0"]
    assert rig.update("--status").stdout.splitlines() == ["  a 3.0.0", "* b 4.0.0"]


def test_a_release_that_does_not_get_ready_is_taken_back(rig: Rig) -> None:
    told = rig.update(rig.release("2-broken"))
    assert told.returncode == 1
    assert (rig.slot, rig.started) == ("a", ["2-broken", "1.0.0"])
    assert "release 1.0.0 runs again" in told.stderr


def test_a_person_takes_it_back(rig: Rig) -> None:
    assert rig.update("--rollback").returncode == 1, "there is nothing yet"
    rig.update(rig.release("2.0.0"))
    assert rig.update("--rollback").returncode == 0
    assert (rig.slot, rig.started[-1]) == ("a", "1.0.0")


def test_one_byte_that_differs_is_refused(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    tar.write_bytes(tar.read_bytes()[:-1] + b"x")
    told = rig.update(tar)
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "SHA-256" in told.stderr


def test_no_checksum_is_refused_and_a_given_one_counts(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    sum_of = sha256(tar.read_bytes()).hexdigest()
    Path(f"{tar}.sha256").unlink()
    assert (rig.update(tar).returncode, rig.unchanged()) == (1, True)
    assert (rig.update(tar, "--sha256", "0" * 64).returncode, rig.unchanged()) == (1, True)
    assert rig.update(tar, "--sha256", sum_of).returncode == 0


@pytest.mark.parametrize("extra", [{"VERSION": b"2.0.1\n"}, {"more": b""}, {"SHA256SUMS": b""}])
def test_a_tar_whose_inside_is_not_what_was_released_is_refused(rig: Rig, extra: dict[str, bytes]) -> None:
    told = rig.update(rig.release("2.0.0", extra))
    assert (told.returncode, rig.unchanged()) == (1, True)


def test_a_release_that_finds_the_profile_faulty_is_not_switched_to(rig: Rig) -> None:
    (rig.folder / "faulty").touch()
    told = rig.update(rig.release("2.0.0"))
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "console.toml" in told.stderr


def test_only_one_update_at_a_time(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    with subprocess.Popen(
        ["flock", rig.prefix / ".updating", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as held:
        assert held.stdin
        assert held.stdout
        held.stdin.write(b"x\n")
        held.stdin.flush()
        held.stdout.readline()
        told = rig.update(tar)
        held.stdin.close()
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "under way" in told.stderr


def test_what_is_not_installed_cannot_be_updated(rig: Rig) -> None:
    (rig.prefix / "current").unlink()
    assert "deploy/install" in rig.update("--status").stderr
