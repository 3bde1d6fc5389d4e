"""A box: a clean Debian system with its own systemd in a container, thrown away after the test."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

TOP = Path(__file__).parents[3]
PATIENCE = 120.0
LACKING = 3
_ENOUGH = ("running", "degraded")
"""What systemd says of itself when the boot is over: some unit of the host's kernel may not suit a container."""

CUTTER = r"""
# Read by bash before a script: counts the commands that change something, and kills it before the one numbered CUT.
set -T
number=0
trap '
if [[ $BASH_COMMAND =~ $CHANGES ]]; then
    number=$((number + 1))
    [ "$number" -ne "$CUT" ] || kill -KILL $$
    [ "$BASH_SUBSHELL" -ne 0 ] || echo "$number" >"$FOLDER/cuts"
fi' DEBUG
"""


class Box:
    """A running system."""

    def __init__(self, root: Path, guest: subprocess.Popen[bytes], leader: int) -> None:
        self.root, self._guest, self._leader = root, guest, leader

    def gone(self) -> None:
        """Return when it has switched itself off."""
        self._guest.wait(PATIENCE)

    def pull_the_plug(self) -> None:
        """Let it be gone at once, without a halt."""
        _end(self._guest)

    def run(self, *command: str, check: bool = True, timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root."""
        enter = ["nsenter", "--target", str(self._leader), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"]
        clean = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "PIP_CONFIG_FILE=/dev/null"]
        told = subprocess.run([*enter, *clean, *command], capture_output=True, text=True, timeout=timeout, check=False)
        assert told.returncode == 0 or not check, f"{command}: {told.returncode}\n{told.stdout}\n{told.stderr}"
        return told

    def said(self, *command: str) -> str:
        """Return what a command says, whether it fails or not."""
        return self.run(*command, check=False).stdout.strip()

    def shows(self, unit: str, what: str) -> str:
        """Return a property of a unit."""
        return self.said("systemctl", "show", "--property", what, "--value", unit)

    def log(self) -> str:
        """Return what the daemon's unit has logged since the boot."""
        return self.said("journalctl", "--boot", "--unit", "klaxon", "--output", "cat", "--no-pager")

    def put(self, path: str, text: str) -> None:
        """Write a file in it."""
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")

    def read(self, path: str) -> str:
        """Return a file of it."""
        return (self.root / path.lstrip("/")).read_text("utf-8")

    def has(self, path: str) -> bool:
        """Tell whether there is something at a path, also where it is a link."""
        return os.path.lexists(self.root / path.lstrip("/"))

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Wait for something that systemd does by itself."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"{what}\n{self.said('journalctl', '--no-pager', '--lines', '60')}"
            time.sleep(0.1)


def lacks() -> str:
    """Return what is missing here to start a box; '' where nothing is."""
    if os.geteuid() != 0:
        return "only root can start a system in a container"
    missing = [name for name in ("systemd-nspawn", "nsenter", "mmdebstrap") if not shutil.which(name)]
    return f"{', '.join(missing)} not installed: 'tools/setup deploy' does that" if missing else ""


@contextmanager
def overlaid(root: Path, folder: Path) -> Iterator[Path]:
    """A copy of a root that costs nothing: what is written goes to a layer of its own, in memory."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=True)
    upper, work, merged = (folder / name for name in ("upper", "work", "merged"))
    for path in (upper, work, merged):
        path.mkdir()
    layers = f"lowerdir={root},upperdir={upper},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(merged)], check=True)
    try:
        yield merged
    finally:
        subprocess.run(["umount", str(merged), str(folder)], check=True)


@contextmanager
def booted(root: Path, log: Path, *binds: str) -> Iterator[Box]:
    """Boot a system from its root, and end it."""
    own = ["--quiet", "--register=no", "--keep-unit", "--boot", "--directory", str(root)]
    shared = [f"--bind-ro={bind}" for bind in binds]
    with log.open("w", encoding="utf-8") as file:
        command = ["systemd-nspawn", *own, *shared, "--kill-signal=SIGRTMIN+3"]
        guest = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
    try:
        found = Box(root, guest, _leader_of(guest, log))
        found.until(lambda: found.said("systemctl", "is-system-running") in _ENOUGH, "it does not boot")
        yield found
    finally:
        _end(guest)


def _leader_of(guest: subprocess.Popen[bytes], log: Path) -> int:
    """Return the process that is number 1 in there."""
    end = time.monotonic() + PATIENCE
    while guest.poll() is None and time.monotonic() < end:
        for child in _children(guest):
            name = Path(f"/proc/{child}/comm")
            if name.exists() and name.read_text("ascii").strip() == "systemd":
                return child
        time.sleep(0.05)
    raise AssertionError(f"the container does not start: {log.read_text('utf-8')}")


def _children(guest: subprocess.Popen[bytes]) -> list[int]:
    return [int(child) for child in Path(f"/proc/{guest.pid}/task/{guest.pid}/children").read_text("ascii").split()]


def _end(guest: subprocess.Popen[bytes]) -> None:
    """Let nothing of a system be left; one that is to halt in order has done so before."""
    if guest.poll() is None:
        for child in _children(guest) or [guest.pid]:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)  # all in there dies with it
    guest.wait(PATIENCE)
