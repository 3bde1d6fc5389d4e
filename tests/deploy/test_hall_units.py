"""The desk of a hall and its broker as systemd reads them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from klaxon.club.broker.account import PORT as BROKER_PORT
from klaxon.web.server.serve import PORT, TRIES
from tests.deploy.kit.box import TOP

HALL = TOP / "deploy" / "hall"
UNITS = sorted(path.name for path in (*HALL.glob("*.service"), *HALL.glob("*.path")))
MOST_EXPOSED = 12
"""What `systemd-analyze security` may say at most, in tenths: as of the console's daemon."""


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if not found:
        pytest.skip("systemd-analyze is not installed ('tools/setup deploy' does that): no unit was verified")
    return found


def test_every_unit_is_one(analyze: str, tmp_path: Path) -> None:
    for unit in UNITS:
        text = (HALL / unit).read_text("utf-8")
        there = re.sub(r"(?<==)(/opt/klaxon/\S+|/usr/sbin/mosquitto)", "/bin/true", text)
        (tmp_path / unit).write_text(there, "utf-8")
    files = [f"{tmp_path}/{unit}" for unit in UNITS]
    told = subprocess.run([analyze, "verify", "--man=no", *files], capture_output=True, text=True, check=False)
    assert (told.returncode, [line for line in told.stderr.splitlines() if "klaxon" in line]) == (0, [])


@pytest.mark.parametrize("unit", ["klaxon-desk.service", "klaxon-broker.service"])
def test_desk_and_broker_have_only_what_they_need(analyze: str, unit: str) -> None:
    judge = [analyze, "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", str(HALL / unit)]
    told = subprocess.run(judge, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout


def test_ports_and_files_are_those_of_the_program() -> None:
    texts = {unit: (HALL / unit).read_text("utf-8") for unit in UNITS}
    assert f"SocketBindAllow=tcp:{BROKER_PORT}" in texts["klaxon-broker.service"]
    assert f"SocketBindAllow=tcp:{PORT}-{PORT + TRIES - 1}" in texts["klaxon-desk.service"]
    folder = "/var/lib/klaxon-desk/desk/broker"
    assert f"-c {folder}/mosquitto.conf" in texts["klaxon-broker.service"]
    assert f"PathChanged={folder}/passwords" in texts["klaxon-broker-reload.path"]


def test_a_dry_run_says_what_would_be_done_and_wrong_words_are_refused() -> None:
    install = str(HALL / "install")
    told = subprocess.run([install, "--dry-run", "--name", "Our club"], capture_output=True, text=True, check=True)
    assert all(unit in told.stdout for unit in UNITS)
    for wrong in (["--name", "a'; rm -rf /"], ["--language", "xx"], ["--purge"], ["--sink"]):
        refused = subprocess.run([install, "--dry-run", *wrong], capture_output=True, text=True, check=False)
        assert (refused.returncode, refused.stdout) == (2, "")
