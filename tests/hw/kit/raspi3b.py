"""Klaxon inside Debian's own arm64 kernel: QEMU's raspi3b boots it with the boot lines of a profile in its tree.

    python -m tests.hw.kit.raspi3b [--profile mini] [--pad] [--seconds 900] [--keep FILE] [COMMAND...]

Needs qemu-system-arm. Without a command: doctor, and the daemon, whose page is asked for and whose lines the kernel is
asked about. With `--pad` a station of `usb-pads` learns the keyboard that QEMU plugs in by USB. What QEMU 7.2 has not
got stays absent: it models no I2C, no PWM and no edges of lines, so no panel, bell or wired key can be tried here.
Everything runs in memory; nothing of this machine is changed. Exit status: that of the command; 3 where QEMU or
Debian's packages cannot be had; 124 where the guest did not end.
"""

from __future__ import annotations

import argparse
import gzip
import io
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from klaxon.console.profile.boot import boot_lines
from tests.hw.kit.firmware import boot, debian_tree, label_path
from tests.hw.kit.flattened import write_tree
from tools.hw import files

BOARD = "3b-plus"
"""QEMU's machine is a 3B; the two trees differ in what hangs on USB."""
QEMU = "qemu-system-aarch64"
LACKING, HANGING = 3, 124
TOOLS = files.ROOT / "tools" / "raspi"
SITE = "opt/site"
MARK = "=== klaxon"
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /bin /sbin /run/klaxon /dev/shm
/bin/busybox --install -s
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs shm /dev/shm
while read -r module; do insmod /lib/modules/$module 2>/dev/null; done </etc/modules
ifconfig lo 127.0.0.1 up
date -s @{now} >/dev/null
export HOME=/run PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 LG_WD=/run TERM=dumb
export PYTHONPATH=/opt/site PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore
cd /run
echo "=== klaxon begins"
sh /command 2>&1
echo "=== klaxon ends with $?"
sync
poweroff -f
"""
KLAXON = """#!/usr/bin/python3.11
import sys
from klaxon.cli import main
sys.exit(main())
"""
STORY = """
echo "--- kernel"; uname -srm; cat /proc/device-tree/model; echo
for chip in /sys/bus/gpio/devices/*; do echo "${{chip##*/}} $(cat $chip/of_node/name 2>/dev/null)"; done
ls /dev/gpiochip* /dev/i2c-* 2>/dev/null
echo "--- klaxon doctor"
klaxon doctor --profile {profile} --folder /run/games; echo "status $?"
echo "--- klaxon games"
klaxon games --folder /run/games; echo "status $?"
echo "--- klaxon run"
klaxon run --profile {profile} --folder /run/games --port 8080 >/run/log 2>&1 &
daemon=$!
for turn in $(seq 120); do
    wget -q -O /run/page http://127.0.0.1:8080/ 2>/dev/null && break
    kill -0 $daemon || break
    sleep 2
done
cat /run/log
echo "--- page"; grep -o '<title>[^<]*' /run/page
echo "--- lines that the daemon has of the kernel"
mount -t debugfs debug /sys/kernel/debug; grep -i klaxon /sys/kernel/debug/gpio
echo "--- process"; grep -E 'VmRSS|Threads' /proc/$daemon/status
kill -TERM $daemon; wait $daemon; status=$?
echo "daemon ended with $status"
tail -n 3 /run/log
[ $status -eq 0 ] && [ -s /run/page ]
"""


PAD_STORY = """
echo "--- USB"; dmesg | grep -iE 'usb|input|dwc2' | tail -n 12; ls /dev/input /sys/class/input 2>/dev/null
ls -ld /sys/class/input/event*/device 2>/dev/null
klaxon run --profile usb-pads --folder /run/games --port 8080 >/run/log 2>&1 &
daemon=$!
for turn in $(seq 120); do
    grep -q 'device of red-1' /run/log && break
    kill -0 $daemon || break
    sleep 2
done
for turn in 1 2 3 4 5; do
    echo "=== klaxon presses kp_enter"
    sleep 3
    grep -q 'device of red-1 is at' /run/log && break
done
cat /run/log /run/games/usb-ports.json
kill -TERM $daemon; wait $daemon
grep -q 'device of red-1 is at' /run/log
"""


class Lacking(Exception):
    """Something that the machine is made of cannot be had here."""


def made(tool: str) -> Path:
    """Return what a script of tools/raspi keeps."""
    done = subprocess.run([TOOLS / tool], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Lacking(f"tools/raspi/{tool} ended with {done.returncode}")
    return Path(done.stdout.strip())


def archive(entries: dict[str, tuple[int, bytes]]) -> bytes:
    """Return a cpio archive of the kernel's kind: path -> mode and content."""
    out = io.BytesIO()
    for number, (name, (mode, content)) in enumerate([*entries.items(), ("TRAILER!!!", (0, b""))], start=1):
        path = name.encode() + b"\0"
        fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0)
        out.write(b"070701" + b"".join(b"%08X" % field for field in fields) + path)
        out.write(bytes(-out.tell() % 4))
        out.write(content)
        out.write(bytes(-out.tell() % 4))
    return out.getvalue()


def program(command: str, folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return what is added to the root: a wheel of this checkout, and what is to be done."""
    found = {
        "init": (0o100755, INIT.format(now=int(time.time())).encode()),
        "command": (0o100755, command.encode()),
        "usr/bin/klaxon": (0o100755, KLAXON.encode()),
    }
    build = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(files.ROOT)], check=True)
    (wheel,) = folder.glob("klaxon_console-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            path = PurePosixPath(SITE, name)
            found |= {str(above): (0o40755, b"") for above in reversed(path.parents[:-3]) if str(above) not in found}
            found[str(path)] = (0o100644, packed.read(name))
    return found


def tree(profile: str, folder: Path) -> tuple[bytes, str]:
    """Return the tree that the firmware would hand on for a profile, and what the kernel calls the port we listen at.

    That port is on besides: QEMU has no screen that could be read.
    """
    base = debian_tree(BOARD, made("trees"), folder)
    root = boot(boot_lines(files.profile(profile)), BOARD, folder, base=base).root
    path = label_path(root, "uart1")
    console = root.at(path)
    assert console
    console.properties["status"] = b"okay\0"
    first = root.children["aliases"].texts("serial0") == (path,)
    return write_tree(root), "ttyS0" if first else "ttyS1"


def machine(kept: Path, folder: Path, port: str) -> list[str]:
    """Return the command that starts the machine; the second serial port is the one that the kernel speaks by."""
    return [
        *(QEMU, "-M", "raspi3b", "-display", "none", "-no-reboot", "-monitor", f"unix:{folder}/monitor,server,nowait"),
        *("-kernel", str(kept / "kernel"), "-dtb", str(folder / "board.dtb"), "-initrd", str(folder / "root.cpio.gz")),
        *("-append", f"console={port},115200 quiet panic=-1 clk_ignore_unused rdinit=/init"),
        *("-device", "usb-hub,bus=usb-bus.0,port=1", "-device", "usb-kbd,bus=usb-bus.0,port=1.2"),
        *("-serial", "null", "-serial", "stdio"),
    ]


def run(profile: str, command: str, seconds: float, keep: Path | None = None) -> int:
    """Boot, do a command, and print what it says; return its status."""
    if shutil.which(QEMU) is None:
        raise Lacking(f"no {QEMU} here: apt-get install qemu-system-arm")
    with tempfile.TemporaryDirectory(prefix="klaxon-raspi-") as place:
        folder = Path(place)
        kept = made("build")
        blob, port = tree(profile, folder)
        (folder / "board.dtb").write_bytes(blob)
        (folder / "root.cpio.gz").write_bytes(
            (kept / "root.cpio.gz").read_bytes() + gzip.compress(archive(program(command, folder)), 1)
        )
        text = "".join(_lines_of(machine(kept, folder, port), folder / "monitor", seconds))
    if keep:
        keep.write_text(text, "utf-8")
    sys.stdout.writelines(said(text))
    ended = re.search(rf"{MARK} ends with (\d+)", text)
    return int(ended[1]) if ended else HANGING


def _lines_of(command: Sequence[str], monitor: Path, seconds: float) -> Iterator[str]:
    """Yield what the guest's console says, and press the keys of its USB keyboard that it asks for."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as guest:
        assert guest.stdout
        watchdog = threading.Timer(seconds, guest.kill)
        watchdog.start()
        try:
            for line in guest.stdout:
                text = line.decode("utf-8", "replace").replace("\r", "")
                if wanted := re.match(rf"{MARK} presses (\w+)", text):
                    _press(monitor, wanted[1])
                yield text
        finally:
            watchdog.cancel()
            guest.kill()


def _press(monitor: Path, key: str) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(monitor))
        line.sendall(f"sendkey {key} 200\n".encode())
        line.recv(4096)
        time.sleep(0.5)  # it reads before it hears that nobody is there any more


def said(text: str) -> Iterator[str]:
    """Yield what the command said, or everything if it never began."""
    _, mark, rest = text.partition(f"{MARK} begins\n")
    yield (rest if mark else text).partition(f"{MARK} ends")[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Boot the machine and do what is asked."""
    parser = argparse.ArgumentParser("python -m tests.hw.kit.raspi3b", description=__doc__.partition("\n")[0])
    parser.add_argument("--profile", default="mini", help="whose boot lines the kernel is given (mini)")
    parser.add_argument("--seconds", type=float, default=900, help="when the guest is ended (900)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write everything that the console said")
    parser.add_argument("--pad", action="store_true", help="plug in a keyboard by USB: a station learns it by OK")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command for the guest's shell")
    asked = parser.parse_args(arguments)
    story = PAD_STORY if asked.pad else STORY.format(profile=asked.profile)
    command = shlex.join(asked.command) + "\n" if asked.command else story
    try:
        return run(asked.profile, command, asked.seconds, asked.keep)
    except Lacking as error:
        sys.stderr.write(f"{error}\n")
        return LACKING


if __name__ == "__main__":
    sys.exit(main())
