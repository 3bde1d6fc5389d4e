"""A release: what is in it, that it is the same twice, and that a Pi without a network finds all it needs in it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.deploy.conftest import bundle, cache_folder
from tests.deploy.kit.box import TOP
from tools import inventory

PYTHONS = ("3.11", "3.13")
"""Those of Raspberry Pi OS Bookworm and Trixie."""
PLAIN = os.environ | {"PATH": "/usr/bin:/bin"}
"""The environment in which python3 is that of the system, which every user may run."""


def locked(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (TOP / "requirements" / name).read_text("utf-8"), re.MULTILINE))


def contents(tar: Path) -> dict[str, bytes]:
    """Return the files of a release by their path in it."""
    with tarfile.open(tar) as release:
        files = {member.name: release.extractfile(member) for member in release.getmembers() if member.isfile()}
        return {name.partition("/")[2]: file.read() for name, file in files.items() if file}


def test_a_console_gets_the_versions_that_were_tested() -> None:
    tested = locked("dev.lock")
    console = locked("pi.lock")
    assert {name: tested.get(name, version) for name, version in console.items()} == console
    assert {"gpiod", "gpiozero", "lgpio", "luma-oled", "pillow", "pyserial", "starlette"} <= set(console)
    assert "pytest" not in console


def test_a_release_is_whole_and_its_sums_are_right(tar: Path) -> None:
    sum_of, name = Path(f"{tar}.sha256").read_text("utf-8").split()
    assert (sum_of, name) == (hashlib.sha256(tar.read_bytes()).hexdigest(), tar.name)
    held = contents(tar)
    sums = held.pop("SHA256SUMS").decode()
    listed = {line[66:]: line[:64] for line in sums.splitlines()}
    assert listed == {name: hashlib.sha256(data).hexdigest() for name, data in held.items()}
    assert held["VERSION"] == b"1.0.0\n"
    assert re.fullmatch(rb"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\n", held["DATE"])
    assert {"deploy/install", "deploy/update", "deploy/lib.sh", "deploy/trust.sh", "deploy/allowed_signers"} <= set(
        held
    )
    assert {"requirements.lock", "overlays/klaxon-keys.dts", "systemd/klaxon.service"} <= set(held)


SPY = """#!/bin/sh
id -u >>"$SPY"
exec "$BARE" "$@"
"""


def test_whoever_makes_it_again_gets_the_same_bytes(tar: Path, wheels: Path, shared: Path, tmp_path: Path) -> None:
    """Also with a Python without pip, as on a fresh Raspberry Pi OS Lite, and with a newer backend in the index."""
    bare, spy, seen = shared / "bare", shared / "spy", shared / "seen"
    made = subprocess.run(["python3", "-m", "venv", "--without-pip", bare], env=PLAIN, capture_output=True, check=False)
    if made.returncode:
        pytest.skip("python3 of the system makes no virtual environments: no second release was made")
    spy.write_text(SPY, "utf-8")
    spy.chmod(0o755)
    seen.touch()
    seen.chmod(0o666)
    with zipfile.ZipFile(wheels / "hatchling-99.0-py3-none-any.whl", "w") as forged:
        forged.writestr("hatchling/__init__.py", "raise SystemExit('code of the day ran')")
        forged.writestr("hatchling-99.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: hatchling\nVersion: 99.0\n")
        forged.writestr(
            "hatchling-99.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        forged.writestr("hatchling-99.0.dist-info/RECORD", "")
    own = {"PYTHON": str(spy), "BARE": str(bare / "bin" / "python"), "SPY": str(seen)}
    mask = os.umask(0o077)
    try:
        again = bundle(tmp_path / "out", wheels, "1.0.0", own | {"TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8"})
    finally:
        os.umask(mask)
    assert hashlib.sha256(again.read_bytes()).hexdigest() == hashlib.sha256(tar.read_bytes()).hexdigest()
    users = set(seen.read_text("ascii").split())
    assert users
    assert "0" not in users, "nothing is built by root"


def test_what_builds_is_pinned_with_hashes() -> None:
    text = (TOP / "requirements" / "build.lock").read_text("utf-8")
    entries = re.split(r"\n(?=[a-z])", text)[1:]
    assert {entry.partition("==")[0] for entry in entries} > {"hatchling", "packaging", "pathspec", "pluggy"}
    assert all("--hash=sha256:" in entry for entry in entries)
    assert {name: locked("dev.lock")[name] for name in locked("build.lock")} == locked("build.lock")


def test_a_release_says_what_it_carries(tar: Path) -> None:
    files = contents(tar)
    bill = json.loads(files["sbom.cdx.json"])
    assert (bill["bomFormat"], bill["specVersion"], bill["metadata"]["component"]["version"]) == (
        "CycloneDX",
        "1.5",
        "1.0.0",
    )
    carried = {part["name"]: part for part in bill["components"]}
    assert set(carried) == {"klaxon-console", *locked("pi.lock")}
    hashed = {file["name"]: file["hashes"][0]["content"] for part in carried.values() for file in part["components"]}
    wheels = {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name.startswith("wheels/")}
    assert hashed == wheels
    assert carried["gpiod"]["licenses"] == [{"expression": "LGPL-2.1-or-later"}]
    refs = {part["bom-ref"] for part in carried.values()}
    depends = {each["ref"]: set(each["dependsOn"]) for each in bill["dependencies"]}
    assert set().union(*depends.values()) <= refs <= set(depends)
    assert carried["h11"]["bom-ref"] in depends[carried["uvicorn"]["bom-ref"]]
    licences = files["LICENSES.txt"].decode()
    for name, part in carried.items():
        assert f"{name} {part['version']}: {part['licenses'][0]['expression']}\n" in licences
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in licences
    assert "Copyright" in licences


@pytest.mark.parametrize("wrong", ["licence", "lock"])
def test_what_nobody_knows_is_not_released(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "wheels").mkdir()
    with zipfile.ZipFile(tmp_path / "wheels" / "new-1-py3-none-any.whl", "w") as wheel:
        own = "" if wrong == "licence" else "License: MIT\n"
        wheel.writestr("new-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: new\nVersion: 1\n{own}")
    digest = hashlib.sha256((tmp_path / "wheels" / "new-1-py3-none-any.whl").read_bytes()).hexdigest()
    (tmp_path / "requirements.lock").write_text("" if wrong == "lock" else digest, "utf-8")
    with pytest.raises(SystemExit, match=wrong):
        inventory.read_parts(tmp_path)


def test_a_pi_finds_every_wheel(wheels: Path, shared: Path, tmp_path: Path) -> None:
    """Of either system, in one release for both."""
    lock = hashlib.sha256((TOP / "requirements" / "pi.lock").read_bytes()).hexdigest()[:12]
    folder = cache_folder() / f"wheels-{lock}-aarch64-{'-'.join(PYTHONS)}"
    own = dict(os.environ)
    if folder.exists():  # fetched before: what is there must do, without a network
        readable = shutil.copytree(folder, shared / "aarch64")
        own |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": f"{readable} {wheels}"}
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
