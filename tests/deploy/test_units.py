"""The units as systemd reads them, and the scripts as a checker does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from klaxon.cli.vigil import HALTING, POWEROFF
from tests.deploy.box import TOP

UNITS = ("klaxon.service", "klaxon-trial.service", "klaxon-poweroff.path", "klaxon-poweroff.service")
MOST_EXPOSED = 15
"""What `systemd-analyze security` may say at most, in tenths."""
SCRIPTS = sorted(
    path.relative_to(TOP).as_posix()
    for folder in ("deploy", "tools")
    for path in (TOP / folder).rglob("*")
    if path.suffix == ".sh" or (path.is_file() and re.match(rb"#!.*\b(bash|sh)$", path.read_bytes().split(b"\n")[0]))
)


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if not found:
        pytest.skip("systemd-analyze is not installed ('tools/setup deploy' does that): no unit was verified")
    return found


def test_every_unit_is_one(analyze: str, tmp_path: Path) -> None:
    for unit in UNITS:
        text = (TOP / "systemd" / unit).read_text("utf-8")
        # The program is not installed here, and the verifier wants to see it.
        (tmp_path / unit).write_text(re.sub(r"(?<==)/opt/klaxon/\S+", "/bin/true", text), "utf-8")
    verify = [analyze, "verify", "--man=no", *(str(tmp_path / unit) for unit in UNITS)]
    told = subprocess.run(verify, capture_output=True, text=True, check=False)
    complaints = [line for line in told.stderr.splitlines() if "klaxon" in line]
    assert (told.returncode, complaints) == (0, [])


def test_a_faulty_unit_is_found(analyze: str, tmp_path: Path) -> None:
    text = (TOP / "systemd" / "klaxon.service").read_text("utf-8").replace("/opt/klaxon", "/nowhere/klaxon")
    (tmp_path / "klaxon.service").write_text(text, "utf-8")
    told = subprocess.run([analyze, "verify", str(tmp_path / "klaxon.service")], capture_output=True, check=False)
    assert told.returncode


def test_the_daemon_has_only_what_it_needs(analyze: str) -> None:
    judge = [analyze, "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}"]
    unit = str(TOP / "systemd" / "klaxon.service")
    told = subprocess.run([*judge, unit], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
    exposed = re.search(r"exposure level for klaxon.service: (\d+)\.(\d)", told.stdout)
    assert exposed
    assert 10 * int(exposed[1]) + int(exposed[2]) <= MOST_EXPOSED


def test_notes_lie_where_the_units_look_for_them() -> None:
    texts = {unit: (TOP / "systemd" / unit).read_text("utf-8") for unit in UNITS}
    assert f"touch /run/klaxon/{HALTING}" in texts["klaxon.service"]
    assert f"PathExists=/run/klaxon/{POWEROFF}" in texts["klaxon-poweroff.path"]
    assert f"/run/klaxon/{POWEROFF}" in texts["klaxon-poweroff.service"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_pass_the_checker(script: str) -> None:
    checker = shutil.which("shellcheck")
    if not checker:
        pytest.skip("shellcheck is not installed ('tools/setup deploy' does that): no script was checked")
    told = subprocess.run([checker, "-x", script], cwd=TOP, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")
