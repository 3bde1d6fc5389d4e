"""A console from a clean Debian to the mains switch: installed twice, run by its unit, updated, rolled back, removed.

One system is booted for all of it, and again after its plug was pulled, in the order of an organiser's weekend; each
part is a function below.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from klaxon.cli.daemon.guard import MOST
from tests.deploy.kit.box import CUTTER, PATIENCE, TOP, Box, booted, overlaid
from tests.deploy.kit.keys import sign, signer_line

RELEASE = "/release/klaxon-1.0.0"
UPDATE, SETTLE = "/opt/klaxon/current/deploy/update", "KLAXON_SETTLE=0.1"
TRUSTED = ("--signers", "/release/allowed_signers")
SOAK = bool(os.environ.get("KLAXON_SOAK"))
ENABLED = ("klaxon", "klaxon-trial", "klaxon-poweroff.path")
CONFIG = "dtparam=audio=on\n\n[pi4]\narm_boost=1\n"
FSTAB = """# a Pi's
proc /proc proc defaults 0 0
PARTUUID=1-01 /boot/firmware vfat defaults 0 2
PARTUUID=1-02 / ext4 defaults,noatime 0 1
"""
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait\n"
OURS = ("/etc/klaxon", "/opt/klaxon", "/usr/local/bin/klaxon", "/etc/sysusers.d/klaxon.conf", "/var/lib/klaxon")
SWAP, SWAP_GENERATOR = "/etc/rpi/swap.conf.d/klaxon.conf", "/usr/lib/systemd/system-generators/rpi-swap-generator"
QUICK = """[Service]
WatchdogSec=2
TimeoutStopSec=1
TimeoutAbortSec=100ms
RestartSec=100ms
ExecStartPre=/bin/sh /etc/klaxon/probe
"""
PROBE = r"""
# Run within the walls of the unit, before the daemon: what may it do?
say() { printf '%s=%s\n' "$1" "$2" >>/run/klaxon/probe; }
: >/run/klaxon/probe
touch /etc/mine 2>/dev/null && say etc open || say etc closed
touch /opt/klaxon/current/VERSION 2>/dev/null && say program open || say program closed
ls /root >/dev/null 2>&1 && say home open || say home closed
touch /var/lib/klaxon/mine 2>/dev/null && say state open || say state closed
echo x >>/srv/wire 2>/dev/null && say group open || say group closed
[ -e /proc/1/comm ] && say processes open || say processes closed
[ -r /proc/sys/kernel/random/boot_id ] && say boot open || say boot closed
unshare --user true 2>/dev/null && say namespaces open || say namespaces closed
touch /run/klaxon/rooted; chmod u+s /run/klaxon/rooted 2>/dev/null && say setuid open || say setuid closed
echo 1 2>/dev/null >/proc/sys/vm/drop_caches && say tunables open || say tunables closed
/opt/klaxon/current/venv/bin/python - <<'END' >>/run/klaxon/probe
import ctypes, mmap, os, socket
def tried(name, act):
    try:
        act()
    except (OSError, PermissionError):
        print(f"{name}=closed")
    else:
        print(f"{name}=open")
tried("exec-memory", lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC))
tried("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
tried("internet", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
tried("realtime", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
tried("hostname", lambda: socket.sethostname("mine"))
tried("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
END
"""
CLOSED = {"etc", "program", "home", "processes", "namespaces", "setuid", "tunables"}
CLOSED |= {"exec-memory", "netlink", "realtime", "hostname", "nice"}
OPEN = {"state", "group", "boot", "internet"}


def install(console: Box, *options: str, check: bool = True) -> str:
    """Install from the release, without a network."""
    told = console.run(f"{RELEASE}/deploy/install", "--offline", *options, check=check)
    return told.stdout + told.stderr


def ready(console: Box) -> bool:
    return console.shows("klaxon", "ActiveState") == "active"


def remade(tar: Path, out: Path, key: Path, release: str, edits: dict[str, str]) -> None:
    """Make the same release under another name, with files of the program changed, and sign it."""
    out.mkdir(exist_ok=True)
    with tarfile.open(tar) as old:
        held = {m.name.partition("/")[2]: old.extractfile(m) for m in old.getmembers() if m.isfile()}
        files = {name: file.read() for name, file in held.items() if file}
        modes = {member.name.partition("/")[2]: member.mode for member in old.getmembers()}
    files["VERSION"] = f"{release}\n".encode()
    (wheel,) = [name for name in files if "klaxon_console" in name]
    fresh = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(files[wheel])) as old_wheel, zipfile.ZipFile(fresh, "w") as new_wheel:
        for item in old_wheel.infolist():
            new_wheel.writestr(item, edits.get(item.filename, "").encode() or old_wheel.read(item))
    files[wheel] = fresh.getvalue()
    if edits:  # it will not get far: it needs no packages
        files = {name: data for name, data in files.items() if not name.startswith("wheels/") or name == wheel}
        files["requirements.lock"] = b""
    del files["SHA256SUMS"]
    sums = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    files["SHA256SUMS"] = sums.encode()
    path = out / f"klaxon-{release}.tar"
    with tarfile.open(path, "w") as new:
        for name, data in files.items():
            info = tarfile.TarInfo(f"klaxon-{release}/{name}")
            info.size, info.mode = len(data), modes.get(name, 0o644)
            new.addfile(info, io.BytesIO(data))
    Path(f"{path}.sha256").write_text(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n", "utf-8")
    sign(key, path)


def test_a_console_from_a_clean_system_to_the_mains_switch(debian: Path, tar: Path, key: Path, tmp_path: Path) -> None:
    releases = tmp_path / "releases"
    releases.mkdir()
    with tarfile.open(tar) as release:
        release.extractall(releases, filter="data")
    broken = {"klaxon/cli/run.py": "def main(arguments):\n    return 7\n"}
    remade(tar, releases, key, "2.0.0", broken)
    if SOAK:
        remade(tar, releases, key, "2.1.0", {})
    (releases / "forged").mkdir()  # by somebody who can make a checksum too
    for end in ("", ".sha256"):
        shutil.copy(releases / f"klaxon-2.0.0.tar{end}", releases / "forged")
    (releases / "allowed_signers").write_text(signer_line(key), "utf-8")
    (releases / "damaged.tar").write_bytes((releases / "klaxon-2.0.0.tar").read_bytes() + b"more")
    (releases / "damaged.tar.sha256").write_text((releases / "klaxon-2.0.0.tar.sha256").read_text("utf-8"), "utf-8")
    shared, log = f"{releases}:/release", tmp_path / "boot.log"
    with overlaid(debian, tmp_path / "box") as root:
        with booted(root, log, shared) as console:
            _before_the_cut(console)
            console.pull_the_plug()
        with booted(root, log, shared) as console:
            _after_the_cut(console)
            _read_only(console)
            _power_key(console, log)
        _changed_while_read_only(console)
        _uninstall_without_systemd(console)


def _before_the_cut(console: Box) -> None:
    console.put("/boot/firmware/config.txt", CONFIG)
    console.put("/boot/firmware/cmdline.txt", CMDLINE)
    _dry_run(console)
    _mistyped(console)
    _forged(console)
    _first_install(console)
    _second_install(console)
    _walls(console)
    _watchdog_and_guard(console)
    _a_real_profile(console)
    _virtual(console)
    _bundle_for_a_helper(console)
    _damaged_update(console)
    _update_that_is_cut_off(console)


def _after_the_cut(console: Box) -> None:
    _judged_at_the_start(console)
    _broken_update(console)
    if SOAK:
        _good_update(console)
        _uninstall(console)
        install(console, *TRUSTED, "--release", "/release/klaxon-2.1.0.tar", "--profile", "null")
        assert "2.1.0" in _runs(console)


def _dry_run(console: Box) -> None:
    said = install(console, "--dry-run", "--profile", "null")
    assert "would" in said
    assert not [path for path in OURS if console.has(path)]
    assert console.read("/boot/firmware/config.txt") == CONFIG


def _mistyped(console: Box) -> None:
    """A profile that there is not is found before anything is installed."""
    said = install(console, "--profile", "nul", check=False)
    assert "there is no profile nul; there are: " in said
    assert "console-4 " in said
    assert not [path for path in OURS if console.has(path)]


def _forged(console: Box) -> None:
    """A release that nobody has signed is not installed either, whoever made its checksum."""
    said = install(console, *TRUSTED, "--release", "/release/forged/klaxon-2.0.0.tar", check=False)
    assert "klaxon-2.0.0.tar is not signed" in said
    assert not [path for path in OURS if console.has(path)]


def _first_install(console: Box) -> None:
    for module in ("venv", "zipfile", "compileall", "pip"):  # root may stand anywhere
        console.put(f"/srv/downloads/{module}.py", "raise SystemExit('this ran as root')\n")
    own = f"--offline --profile null --name table-3 {' '.join(TRUSTED)}"
    said = console.run("sh", "-c", f"cd /srv/downloads && {RELEASE}/deploy/install {own}").stdout
    assert "done" in said
    assert console.said("stat", "-c", "%U %a", "/etc/klaxon/allowed_signers") == "root 644"
    assert not list((console.root / "opt/klaxon").glob(".install*")), "no copy of the release is left"
    assert {"LICENSES.txt", "sbom.cdx.json"} <= {path.name for path in (console.root / "opt/klaxon/a").iterdir()}
    assert ready(console)
    assert console.shows("klaxon", "StatusText") == "The console table-3 is running."
    assert "ready: The console table-3 is running." in console.log()
    assert "DOC-301" in said, "the doctor was asked"
    assert console.said("systemctl", "is-enabled", *ENABLED).split() == ["enabled"] * len(ENABLED)
    assert console.said("stat", "-c", "%U %a", "/var/lib/klaxon") == "klaxon 700"
    placed = {"klaxon.tmpfiles": "tmpfiles.d/klaxon.conf", "70-klaxon.rules": "udev/rules.d/70-klaxon.rules"}
    placed |= {"klaxon-watchdog.conf": "systemd/system.conf.d/klaxon.conf"}
    for name, place in placed.items():
        assert console.read(f"/etc/{place}") == (TOP / "systemd" / name).read_text("utf-8")


def _second_install(console: Box) -> None:
    before = console.shows("klaxon", "MainPID"), console.read("/etc/klaxon/console.toml")
    console.put("/etc/klaxon/console.toml", f"{before[1]}# mine\n")
    said = install(console, "--profile", "virtual", "--name", "table-9")  # and without --signers: those stay
    assert console.said("grep", "-c", "klaxon-release", "/etc/klaxon/allowed_signers") == "1"
    assert "everything was there already" in said
    assert "stays" in said
    assert console.shows("klaxon", "MainPID") == before[0], "nothing was restarted"
    assert console.read("/etc/klaxon/console.toml").endswith("# mine\n"), "what a person wrote stays"


def _walls(console: Box) -> None:
    """What the daemon may and may not do, tried from within its own unit; and how systemd runs it."""
    status = dict(re.findall(r"^(\w+):\s*(.*)$", console.said("cat", _status(console)), re.MULTILINE))
    uid = console.said("id", "--user", "klaxon")
    assert status["Uid"].split() == [uid] * 4
    assert (status["NoNewPrivs"], status["Seccomp"], status["Umask"]) == ("1", "2", "0077")
    assert {status[name] for name in ("CapEff", "CapBnd", "CapAmb", "CapInh")} == {"0" * 16}
    users = [console.said("readlink", f"/proc/{each}/ns/user") for each in (console.shows("klaxon", "MainPID"), "1")]
    assert users[0] != users[1], "it has users of its own"
    groups = {console.said("getent", "group", name).split(":")[2] for name in ("gpio", "i2c", "spi", "dialout")}
    assert groups <= set(status["Groups"].split())
    limits = console.said("cat", _status(console).replace("status", "limits"))
    assert re.search(rf"^Max data size +{384 << 20} ", limits, re.MULTILINE)
    shown = [console.shows("klaxon", name) for name in ("MemoryMax", "MemoryHigh", "TasksMax", "OOMPolicy")]
    assert shown == [str(400 << 20), str(340 << 20), "64", "continue"]
    console.put("/etc/klaxon/probe", PROBE)
    # Stands for a device: only its group may write it.
    console.run("sh", "-c", "touch /srv/wire && chgrp gpio /srv/wire && chmod 660 /srv/wire")
    drop_in = f"{QUICK}ReadWritePaths=/srv\n"
    console.put("/etc/systemd/system/klaxon.service.d/test.conf", drop_in)
    console.run("systemctl", "daemon-reload")
    console.run("systemctl", "restart", "klaxon")
    found = dict(line.split("=") for line in console.said("cat", "/run/klaxon/probe").splitlines())
    assert {name for name, state in found.items() if state == "closed"} == CLOSED
    assert {name for name, state in found.items() if state == "open"} == OPEN


def _status(console: Box) -> str:
    return f"/proc/{console.shows('klaxon', 'MainPID')}/status"


def _restarts(console: Box) -> int:
    return int(console.shows("klaxon", "NRestarts"))


def _watchdog_and_guard(console: Box) -> None:
    """A daemon that hangs is restarted by the watchdog; one that fails and fails starts safely."""
    before = _restarts(console)
    # Where the machine is so busy that the watchdog bites before this, there is nobody to stop, and it has bitten.
    console.run("systemctl", "kill", "--kill-whom=main", "--signal=SIGSTOP", "klaxon", check=False)
    console.until(lambda: _restarts(console) > before and ready(console), "the watchdog did not bite")
    assert "Watchdog timeout" in console.log()
    for _ in range(MOST + 1):
        if "safe mode" in console.log():
            break
        before = _restarts(console)
        # It complains of a process that was gone meanwhile; whether it fell is seen below.
        console.run("systemctl", "kill", "--signal=SIGKILL", "klaxon", check=False)
        _again(console, before)
    assert "safe mode: the last 2 starts have failed" in console.log()
    console.run("systemctl", "restart", "klaxon")
    assert console.log().count("safe mode") == 1, "a restart in order tries everything again"
    console.run("rm", "-r", "/etc/systemd/system/klaxon.service.d")
    console.run("systemctl", "daemon-reload")


def _again(console: Box, before: int) -> None:
    console.until(lambda: _restarts(console) > before and ready(console), "it was not restarted")


def _a_real_profile(console: Box) -> None:
    """A Pi's profile brings its lines of config.txt; the wires are not here, and the daemon runs all the same."""
    said = install(
        console, "--replace", "--profile", "console-4", "--name", "table-4", "--boat", "blue", "--language", "de"
    )
    assert "Reboot" in said
    text = console.read("/boot/firmware/config.txt")
    assert text.startswith(CONFIG)
    assert "dtoverlay=klaxon-keys,addr=0x20,interrupt=25\n" in text
    assert (console.root / "boot/firmware/overlays/klaxon-keys.dtbo").stat().st_size
    assert console.read("/etc/modules-load.d/klaxon.conf") == "i2c-dev\n"
    assert "serial0" not in console.read("/boot/firmware/cmdline.txt")
    profile = console.read("/etc/klaxon/console.toml")
    assert re.findall(r'^(name|boat|language) = "(.*?)"', profile, re.MULTILINE) == [
        ("name", "table-4"),
        ("boat", "blue"),
        ("language", "de"),
        ("name", "main"),
        ("name", "keys"),
        ("boat", "red"),
        ("boat", "blue"),
    ]
    assert ready(console)
    install(console, "--no-start")
    assert console.read("/boot/firmware/config.txt") == text, "the block is there once"
    console.put("/srv/faulty.toml", profile.replace("keys.3", "keys.4"))
    assert "PRF-022" in install(console, "--replace", "--profile", "/srv/faulty.toml", check=False)
    assert console.read("/etc/klaxon/console.toml") == profile, "a faulty one is not put in place"


def _virtual(console: Box) -> None:
    install(console, "--replace", "--profile", "virtual", "--name", "table-5")
    assert ready(console)
    # By the script of the slot that runs: who has the console need not have the release any more. The radio is off, as
    # on a fresh card without a country.
    console.put("/var/lib/NetworkManager/NetworkManager.state", "[main]\nWirelessEnabled=false\n")
    own = ("--offline", "--access-point", "klaxon-5", "--country", "DE")
    said = console.run("/opt/klaxon/current/deploy/install", *own).stdout
    assert console.read("/var/lib/NetworkManager/NetworkManager.state") == "[main]\nWirelessEnabled=true\n"
    assert "ieee80211_regdom=DE" in console.read("/etc/modprobe.d/klaxon-country.conf")
    connection = "/etc/NetworkManager/system-connections/klaxon-ap.nmconnection"
    assert console.said("stat", "-c", "%U %a", connection) == "root 600"
    (passphrase,) = re.findall("the passphrase of klaxon-5 is: (.{12})$", said, re.MULTILINE)
    assert f"psk={passphrase}\n" in console.read(connection)
    assert "autoconnect-priority=100\n" in console.read(connection), "it comes before a network of the house"
    assert {"proto=rsn;", "pmf=1", "ap-isolation=1", "channel=6"} <= set(console.read(connection).splitlines())
    links = console.said("cat", "/run/klaxon/links")
    assert console.said("stat", "-c", "%U %a", "/run/klaxon/links") == "klaxon 600"
    secrets = re.findall(r"#(\S+)|PIN (\d+)", links)
    assert len(secrets) == 3
    assert not [secret for pair in secrets for secret in pair if secret and secret in console.log()]


def _bundle_for_a_helper(console: Box) -> None:
    """As deploy/README.md says, from a folder that the daemon's user cannot write."""
    helped = "cd /root && umask 077 && /usr/local/bin/klaxon doctor --bundle - >help.zip 2>help.txt"
    console.run("sh", "-c", f"{helped} || [ $? -eq 1 ]")
    with zipfile.ZipFile(console.root / "root/help.zip") as packed:
        assert "doctor.json" in packed.namelist()
    assert "DOC-301" in console.read("/root/help.txt")


def _releases(console: Box) -> str:
    return console.said(UPDATE, "--status")


def _runs(console: Box) -> str:
    """Return the line of the release that runs."""
    return next(line for line in _releases(console).splitlines() if line.startswith("*"))


def _damaged_update(console: Box) -> None:
    """What is not what was released changes nothing."""
    before = _releases(console)
    refused = console.run(UPDATE, "/release/damaged.tar", check=False)
    assert (refused.returncode, _releases(console)) == (1, before)
    assert "is not what was released" in refused.stderr


def _update_that_is_cut_off(console: Box) -> None:
    """The mains fail after the switch, before the release that does not get ready could show it."""
    console.put("/etc/klaxon/cutter", CUTTER)
    console.put("/etc/systemd/system/klaxon-trial.service.d/test.conf", f"[Service]\nEnvironment={SETTLE}\n")
    cut = ("BASH_ENV=/etc/klaxon/cutter", 'CHANGES=^systemctl "\\$1"', "CUT=1", "FOLDER=/run")
    killed = console.run("env", *cut, UPDATE, "/release/klaxon-2.0.0.tar", check=False)
    assert killed.returncode == -signal.SIGKILL
    assert _runs(console) == "* b 2.0.0 is on trial"


def _judged_at_the_start(console: Box) -> None:
    console.until(lambda: not console.has("/opt/klaxon/trial") and ready(console), "the release was not judged")
    assert _releases(console).splitlines() == ["* a 1.0.0", "  b 2.0.0 was taken back: it did not get ready"]
    log = console.said("journalctl", "--unit", "klaxon-trial", "--output", "cat", "--no-pager")
    assert "release 2.0.0 does not get ready: going back" in log
    assert "safe mode" not in console.log(), "failures of the other release do not count"
    console.run("rm", "-r", "/etc/systemd/system/klaxon-trial.service.d")


def _broken_update(console: Box) -> None:
    """What does not get ready is rolled back by itself."""
    fell = console.run("env", SETTLE, UPDATE, "--rollback", check=False, timeout=2 * PATIENCE)
    assert fell.returncode == 1
    assert "release 1.0.0 runs again" in fell.stderr
    assert "1.0.0" in _runs(console)
    assert ready(console)
    assert not console.has("/opt/klaxon/trial")
    assert "safe mode" not in console.log(), "failures of the other release do not count"


def _good_update(console: Box) -> None:
    console.run("env", SETTLE, UPDATE, "/release/klaxon-2.1.0.tar", timeout=2 * PATIENCE)
    assert "2.1.0" in _runs(console)
    console.run("env", SETTLE, UPDATE, "--rollback", timeout=2 * PATIENCE)
    assert "1.0.0" in _runs(console)
    assert ready(console)


def _uninstall(console: Box) -> None:
    said = install(console, "--uninstall")
    assert "are kept" in said
    _kept(console)
    install(console, "--uninstall", "--purge")
    assert not [path for path in OURS if console.has(path)]
    assert console.run("id", "klaxon", check=False).returncode


def _kept(console: Box) -> None:
    """Everything is away but what is the players'."""
    assert [path for path in OURS if console.has(path)] == ["/etc/klaxon", "/var/lib/klaxon"]
    assert console.read("/boot/firmware/config.txt") == CONFIG
    assert console.read("/boot/firmware/cmdline.txt") == CMDLINE
    assert not list((console.root / "boot/firmware").rglob("*klaxon*"))
    assert not list((console.root / "etc/systemd/system").rglob("klaxon*"))


def _uninstall_without_systemd(console: Box) -> None:
    """In an image that does not run: by the script in the slot, which goes with it."""
    shutil.copytree(console.root / "opt/klaxon/a/deploy", console.root / "srv/deploy")
    enter = ["chroot", str(console.root), "/opt/klaxon/current/deploy/install", "--uninstall"]
    purge = ["chroot", str(console.root), "/srv/deploy/install", "--uninstall"]
    told = subprocess.run(enter, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert not console.has(SWAP)
    _kept(console)
    rows = [line.split() for line in console.read("/etc/fstab").splitlines()]
    assert [row for row in rows if row[1] != "/var/lib/klaxon"] == [line.split() for line in FSTAB.splitlines()]
    assert len(rows) == len(FSTAB.splitlines()) + 1, "the partition of the games stays"
    told = subprocess.run([*purge, "--purge"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert not [path for path in OURS if console.has(path)]
    assert [line.split() for line in console.read("/etc/fstab").splitlines()] == [
        line.split() for line in FSTAB.splitlines()
    ]


def _read_only(console: Box) -> None:
    """The table of file systems for a root that is never written; a second run leaves it as it is."""
    console.put("/etc/fstab", FSTAB)
    assert "--journal-partition" in install(console, "--no-start", "--read-only", check=False)
    assert console.read("/etc/fstab") == FSTAB
    for _ in range(2):
        install(console, "--no-start", "--read-only", "--journal-partition", "LABEL=klaxon")
        rows = [line.split() for line in console.read("/etc/fstab").splitlines() if not line.startswith("#")]
        options = {row[1]: row[3].split(",") for row in rows}
        assert len(rows) == len(options) == 9
        assert {place for place, given in options.items() if "ro" in given} == {"/", "/boot/firmware"}
        assert "noexec" in options["/var/lib/klaxon"]
        assert {row[1] for row in rows if row[0] == "tmpfs"} > {"/var/lib/systemd", "/var/log"}
    assert console.run("findmnt", "--verify", "--tab-file", "/etc/fstab", check=False).stdout.count("parse error") == 0
    assert "Storage=volatile" in console.read("/etc/systemd/journald.conf.d/klaxon.conf")
    assert not console.has(SWAP), "nothing swaps to the card here"
    console.put(SWAP_GENERATOR, "")
    install(console, "--no-start", "--read-only", "--journal-partition", "LABEL=klaxon")
    assert console.read(SWAP) == "[Main]\nMechanism=zram\n"
    (console.root / SWAP_GENERATOR[1:]).unlink()


CHANGED = """
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -o remount,bind,ro "$ROOT"
enter() { chroot "$ROOT" "$@"; }
! enter touch /etc/mine 2>/dev/null || exit 3
enter /opt/klaxon/current/deploy/install --offline --no-start --replace --profile null --name table-8 || exit 4
! enter touch /etc/mine 2>/dev/null || exit 5
"""


def _changed_while_read_only(console: Box) -> None:
    """A system that cannot be written is opened for what is changed, and closed again. It is off: nothing holds it."""
    table = console.read("/etc/fstab")
    console.put("/etc/fstab", "")  # its devices are not here, and mount would look for them
    own = os.environ | {"ROOT": str(console.root)}
    told = subprocess.run(
        ["unshare", "--mount", "sh", "-c", CHANGED], env=own, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, ""), told.stdout
    assert "stays writable" not in told.stdout
    subprocess.run(["mount", "-o", "remount,rw", str(console.root)], check=True)
    assert 'name = "table-8"' in console.read("/etc/klaxon/console.toml")
    console.put("/etc/fstab", table)


def _power_key(console: Box, log: Path) -> None:
    """The note of the power key halts the machine, and the daemon knows that it does."""
    journal = console.root / "var/log/journal"
    console.run("sh", "-c", "mkdir -p /var/log/journal && journalctl --flush")
    # A daemon that was taken over leaves links for root: none of them is followed.
    for note, target in (("halting", "/etc/nologin"), ("poweroff", "/etc/hostname")):
        console.run("runuser", "-u", "klaxon", "--", "ln", "-s", target, f"/run/klaxon/{note}")
    console.gone()
    assert (console.has("/etc/nologin"), console.has("/etc/hostname")) == (False, True)
    told = ["journalctl", "--directory", str(journal), "--unit", "klaxon", "--output", "cat", "--no-pager"]
    said = subprocess.run(told, capture_output=True, text=True, check=True).stdout
    assert "switched off" in said, log.read_text("utf-8")[-2000:]
    assert said.rindex("switched off") < said.rindex("Stopped klaxon.service"), "the last words came first"


@pytest.mark.skipif("KLAXON_SOAK" not in os.environ, reason="fetches Debian packages: set KLAXON_SOAK=1")
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the wheels here are not those of Bookworm's Python")
def test_a_checkout_is_built_by_nobody_and_missing_packages_are_fetched(
    debian: Path, wheels: Path, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    ignored = shutil.ignore_patterns(".*_cache", ".venv", "__pycache__", "build", "dist", "tests", ".git")
    shutil.copytree(TOP, checkout, symlinks=True, ignore=ignored)
    shared = (f"{checkout}:/root/klaxon", f"{wheels}:/srv/wheels")
    with overlaid(debian, tmp_path / "box") as root, booted(root, tmp_path / "boot.log", *shared) as console:
        console.run("apt-get", "purge", "-q", "-y", "python3-venv")
        lone = (
            "env",
            "PIP_NO_INDEX=1",
            "PIP_FIND_LINKS=/srv/wheels",
            "/root/klaxon/deploy/install",
            "--profile",
            "null",
        )
        offline = console.run(*lone, "--offline", check=False)
        assert offline.returncode == 1
        assert "python3-venv" in offline.stderr
        made = console.run(*lone, timeout=5 * PATIENCE)
        assert "not as root" in made.stderr
        assert "names no key yet" in made.stdout
        assert ready(console)
        assert console.said("find", "/opt/klaxon", "!", "-user", "root", "-print") == "", "nothing is left of it"
