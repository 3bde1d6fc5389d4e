"""deploy/install where it changes nothing: its words, its refusals, and the file of a table."""

from __future__ import annotations

import subprocess

import pytest

from tests.deploy.box import TOP


def asked(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TOP / "deploy" / "install", *options], capture_output=True, text=True, check=False)


def test_help_names_every_option() -> None:
    told = asked("--help")
    assert told.returncode == 0
    text = (TOP / "deploy" / "install").read_text("utf-8")
    lines = [line.partition(")")[0] for line in text.splitlines() if line.startswith("        --")]
    options = {word.strip() for line in lines for word in line.split("|")} - {"--help"}
    assert len(options) >= 16
    assert not [option for option in options if option not in told.stdout]


def test_a_dry_run_says_all_and_does_nothing() -> None:
    told = asked("--dry-run", "--profile", "mini", "--access-point", "klaxon-1", "--country", "DE")
    assert told.returncode == 0, told.stderr
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
        (["--language", "Deutsch"], "code"),
        (["--country", "de"], "capital"),
        (["--release", "/nowhere"], "no release"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_done(options: list[str], word: str) -> None:
    told = asked("--dry-run", *options)
    assert told.returncode == 1
    assert word in told.stderr
