"""A release: what is in it, that it is the same twice, and that a Pi without a network finds all it needs in it."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.deploy.box import TOP
from tests.deploy.conftest import bundle

PYTHONS = ("3.11", "3.13")
"""Those of Raspberry Pi OS Bookworm and Trixie."""


def locked(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (TOP / "requirements" / name).read_text("utf-8"), re.MULTILINE))


def test_a_console_gets_the_versions_that_were_tested() -> None:
    tested = locked("dev.lock")
    console = locked("pi.lock")
    assert {name: tested.get(name, version) for name, version in console.items()} == console
    assert {"gpiod", "gpiozero", "lgpio", "luma-oled", "pillow", "pyserial", "starlette"} <= set(console)
    assert "pytest" not in console


def test_a_release_is_whole_and_its_sums_are_right(tar: Path) -> None:
    sum_of, name = Path(f"{tar}.sha256").read_text("utf-8").split()
    assert (sum_of, name) == (hashlib.sha256(tar.read_bytes()).hexdigest(), tar.name)
    with tarfile.open(tar) as release:
        files = {member.name: release.extractfile(member) for member in release.getmembers() if member.isfile()}
        held = {name: file.read() for name, file in files.items() if file}
    sums = held.pop("klaxon-1.0.0/SHA256SUMS").decode()
    listed = {line[66:]: line[:64] for line in sums.splitlines()}
    assert {f"klaxon-1.0.0/{name}": digest for name, digest in listed.items()} == {
        name: hashlib.sha256(data).hexdigest() for name, data in held.items()
    }
    assert held["klaxon-1.0.0/VERSION"] == b"1.0.0\n"
    names = {name.removeprefix("klaxon-1.0.0/") for name in held}
    assert {"deploy/install", "deploy/update", "deploy/lib.sh", "systemd/klaxon.service"} <= names
    assert {"requirements.lock", "overlays/klaxon-keys.dts"} <= names


def test_the_same_checkout_makes_the_same_release(tar: Path, wheels: Path, tmp_path: Path) -> None:
    again = bundle(tmp_path, wheels, "1.0.0")
    assert hashlib.sha256(again.read_bytes()).hexdigest() == hashlib.sha256(tar.read_bytes()).hexdigest()


def test_a_python_without_pip_makes_the_same_release(tar: Path, wheels: Path, tmp_path: Path) -> None:
    """As that of a fresh Raspberry Pi OS Lite, where deploy/install makes its release of a checkout."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    bare, builders = tmp_path / "bare" / "bin" / "python", tmp_path / "builders"
    builders.mkdir()
    for name in ("hatchling", "packaging", "pathspec", "pluggy", "trove_classifiers"):  # there is no index here
        spec = importlib.util.find_spec(name)
        assert spec
        assert spec.origin
        (builders / name).symlink_to(Path(spec.origin).parent)
    assert subprocess.run([bare, "-m", "pip", "--version"], capture_output=True, check=False).returncode
    own = {"PYTHON": str(bare), "PYTHONPATH": str(builders)}
    again = bundle(tmp_path / "out", wheels, "1.0.0", own=own)
    assert hashlib.sha256(again.read_bytes()).hexdigest() == hashlib.sha256(tar.read_bytes()).hexdigest()


def test_a_pi_finds_every_wheel(tmp_path: Path) -> None:
    """Of either system, in one release for both."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "klaxon"
    lock = hashlib.sha256((TOP / "requirements" / "pi.lock").read_bytes()).hexdigest()[:12]
    folder = cache / f"wheels-{lock}-aarch64-{'-'.join(PYTHONS)}"
    own = os.environ | {"PYTHON": sys.executable}
    if folder.exists():  # fetched before: what is there must do, without a network
        own |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder)}
    command = [str(TOP / "deploy" / "bundle"), "--out", str(tmp_path), "--release", "pi", "--arch", "aarch64"]
    command += [word for python in PYTHONS for word in ("--for", python)]
    told = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    if told.returncode and re.search(r"Connection|Temporary failure|Network|Retrying", told.stderr):
        pytest.skip("no package index here, so no wheel of a Pi was looked for")
    assert told.returncode == 0, told.stderr
    with tarfile.open(tmp_path / "klaxon-pi.tar") as release:
        held = [member.name.rpartition("/")[2] for member in release.getmembers() if member.name.endswith(".whl")]
        if not folder.exists():
            _keep(release, folder)
    compiled = [name for name in held if not name.endswith("-none-any.whl")]
    assert all("aarch64" in name for name in compiled)
    for python in PYTHONS:
        tag = f"-cp{python.replace('.', '')}-"
        found = {name.partition("-")[0] for name in compiled if tag in name}
        assert found >= {"pillow", "gpiod", "websockets"}
        assert ("lgpio" in found) is (python == "3.11"), "newer ones take the system's"


def _keep(release: tarfile.TarFile, folder: Path) -> None:
    new = folder.with_suffix(f".{os.getpid()}")
    new.mkdir(parents=True)
    for member in release.getmembers():
        file = release.extractfile(member) if member.name.endswith(".whl") else None
        if file and "klaxon_console" not in member.name:
            (new / member.name.rpartition("/")[2]).write_bytes(file.read())
    if not folder.exists():
        new.rename(folder)


@pytest.mark.parametrize("wrong", [["--arch", "armv7l"], ["--release", "a b"], ["--what", "x"]])
def test_what_cannot_be_is_refused(wrong: list[str], tmp_path: Path) -> None:
    command = [str(TOP / "deploy" / "bundle"), "--out", str(tmp_path), *wrong]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, list(tmp_path.iterdir())) == (1, [])
