"""The console on real devices of a real kernel, in a User-Mode Linux guest: lines, buses, PWM and a serial port.

The chapters in `guest/` are run by pytest inside one guest: to start it takes as long as most of them. Where something
fails all are run once more in a new one, with the first failure printed.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.durability.kit.guest import ROOT, TOOLS

GUEST = "tests/kernel/guest"
CHAPTERS = ("panels", "tools", "lines", "laws", "console", "link")
PATIENCE = 480
"""Seconds after which a guest hangs."""


def test_in_the_kernel(kernel: Path) -> None:
    told = run(CHAPTERS, kernel)
    if told.returncode:
        say(f"the first time this failed; it is run once more\n{told.stdout}")
        told = run(CHAPTERS, kernel)
    assert told.returncode == 0, told.stdout
    passed = re.findall(r"^(.*::test_\S+) PASSED", told.stdout, re.MULTILINE)
    say("\n".join(passed))
    for chapter in CHAPTERS:
        assert any(f"/{chapter}.py::" in name for name in passed), f"the guest ran nothing of it:\n{told.stdout}"
    assert not re.search(r"\b(skipped|xfailed|deselected)\b", told.stdout), told.stdout


def run(chapters: Sequence[str], kernel: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of chapters in a new machine, and return what it said when it has turned itself off.

    Its two serial ports are joined by a cable.
    """
    chosen = ["-v", "--disable-plugin-autoload", "-p", "no:cacheprovider", "--basetemp", "/run/pytest"]
    chosen += ["--confcutdir", GUEST, *(f"{GUEST}/{chapter}.py" for chapter in chapters)]
    ports = socket.socketpair()
    with ports[0], ports[1]:
        cable = [port.fileno() for port in ports]
        joined = [word for port in cable for word in ("-s", str(port))]
        return subprocess.run(
            [TOOLS / "run", "-k", kernel, *joined, "--", sys.executable, "-m", "pytest", *chosen],
            cwd=ROOT,
            env={**os.environ, "UML_TIMEOUT": str(PATIENCE)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=cable,
            text=True,
            check=False,
        )


def say(words: str) -> None:
    """Say what was found; pytest shows it where a test fails."""
    print(words)  # noqa: T201 - it is how a test speaks
