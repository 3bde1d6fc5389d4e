"""deploy/install where it changes nothing: its words, its refusals, and the file of a table."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.kit.box import TOP

INSTALL = TOP / "deploy" / "install"
SCRIPT = INSTALL.read_text("utf-8")


def asked(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([INSTALL, *options], capture_output=True, text=True, check=False)


def test_help_names_every_option() -> None:
    told = asked("--help")
    assert told.returncode == 0
    lines = [line.partition(")")[0] for line in SCRIPT.splitlines() if line.startswith("        --")]
    options = {word.strip() for line in lines for word in line.split("|")} - {"--help"}
    assert len(options) >= 16
    assert not [option for option in options if option not in told.stdout]


def test_a_dry_run_says_all_and_does_nothing(tmp_path: Path) -> None:
    for command, status in (
        ("dpkg-query", 1),
        ("apt-cache", 0),
    ):  # a system that has none of the packages, but knows all
        (tmp_path / command).write_text(f"#!/bin/sh\nexit {status}\n", "utf-8")
        (tmp_path / command).chmod(0o755)
    own = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    options = ["--dry-run", "--profile", "mini", "--access-point", "klaxon-1", "--country", "DE"]
    told = subprocess.run([INSTALL, *options], env=own, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    for packages in ("python3 python3-venv openssh-client", "i2c-tools", "dnsmasq-base"):
        assert f"would run: apt-get install -q -y --no-install-recommends {packages}\n" in told.stdout
    done = [line for line in told.stdout.splitlines() if "writing" in line or "removing" in line]
    assert done == []
    for word in ("klaxon.service", "sysusers", "console.toml", "nmconnection", "systemctl enable", "doctor"):
        assert word in told.stdout
    assert "psk" not in told.stdout
    assert "passphrase" not in told.stdout


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--what"], "--what"),
        (["--boat", "green"], "red or blue"),
        (["--name", "Table 3"], "small letters"),
        (["--name", "3"], "a letter first"),
        (["--language", "Deutsch"], "code"),
        (["--language", "fr"], "code"),
        (["--access-point", "a/b"], "letters, digits"),
        (["--access-point", "klaxon-1", "--country", "de"], "capital"),
        (["--access-point", "klaxon-1", "--passphrase", "/nowhere"], "/nowhere"),
        (["--country", "DE"], "--access-point"),
        (["--read-only"], "--journal-partition"),
        (["--purge"], "--uninstall"),
        (["--signers", "/dev/null"], "names no key"),
        (["--signers", "/nowhere"], "names no key"),
    ],
)
def test_wrong_use_is_refused_before_anything_is_done(options: list[str], word: str) -> None:
    told = asked("--dry-run", *options)
    assert (told.returncode, told.stdout) == (2, "")
    assert word in told.stderr


@pytest.mark.parametrize("option", re.findall(r"^#   (--[a-z-]+) (?:[A-Z]|red)", SCRIPT, re.MULTILINE))
def test_an_option_wants_its_value(option: str) -> None:
    for options in ([option], [option, "--dry-run"]):
        told = asked("--dry-run", *options)
        assert (told.returncode, told.stdout) == (2, "")
        assert f"{option} wants something behind it" in told.stderr


def test_what_is_not_there_is_refused() -> None:
    for options, word in ((["--release", "/nowhere"], "no release"), (["--profile", "console-5"], "mini")):
        told = asked("--dry-run", "--offline", *options)
        assert told.returncode == 1
        assert word in told.stderr


def test_a_folder_that_is_only_named_is_not_believed(tmp_path: Path) -> None:
    told = asked("--dry-run", "--offline", "--release", str(tmp_path))
    assert (told.returncode, told.stdout) == (1, "")
    assert "only a tar can be signed" in told.stderr
    assert "no release" in asked("--dry-run", "--offline", "--unsigned", "--release", str(tmp_path)).stderr


def test_a_system_of_32_bits_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dpkg").write_text("#!/bin/sh\necho armhf\n", "utf-8")
    (tmp_path / "dpkg").chmod(0o755)
    own = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    told = subprocess.run([INSTALL, "--dry-run"], env=own, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (1, "")
    assert "64-bit" in told.stderr
    assert "armhf" in told.stderr


CHMOD = """#!/bin/sh
stat -c %a "$2" >>"$SEEN"
exec /bin/chmod "$@"
"""


def test_a_secret_is_closed_from_its_first_byte_on(tmp_path: Path) -> None:
    """Also where an earlier run was cut off, and has left an open file that somebody holds."""
    (tmp_path / "chmod").write_text(CHMOD, "utf-8")
    (tmp_path / "chmod").chmod(0o755)
    secret, stale = tmp_path / "secret", tmp_path / "secret.klaxon-new"
    stale.touch(0o644)
    own = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "SEEN": str(tmp_path / "seen")}
    script = f'umask 022; . {TOP}/deploy/lib.sh; put_text "$1" 0600 <<<"psk=deep and secret"'
    with stale.open("r", encoding="utf-8") as held:
        subprocess.run(["bash", "-c", script, "-", secret], env=own, stdout=subprocess.DEVNULL, check=True)
        assert held.read() == ""
    assert (tmp_path / "seen").read_text("ascii").split() == ["600"]
    assert (secret.read_text("utf-8"), secret.stat().st_mode & 0o777) == ("psk=deep and secret\n", 0o600)


def test_the_access_point_has_no_old_ciphers_and_keeps_phones_apart() -> None:
    text = SCRIPT.partition('put_text "$connection" 0600 <<END\n')[2].partition("\nEND\n")[0]
    read = configparser.RawConfigParser(delimiters=["="])
    read.read_string(text)
    assert dict(read["wifi-security"]) == {
        "key-mgmt": "wpa-psk",
        "proto": "rsn;",
        "pairwise": "ccmp;",
        "group": "ccmp;",
        "pmf": "1",  # off: NetworkManager's 0 is its default, 2 optional, 3 required
        "psk": "$words",
    }
    assert (read["wifi"]["mode"], read["wifi"]["ap-isolation"]) == ("ap", "1")
