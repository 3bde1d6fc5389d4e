"""The units as systemd reads them, and the scripts as a checker does."""

from __future__ import annotations

import re
import shutil
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from klaxon.cli.daemon.guard import MOST, STEADY
from klaxon.cli.daemon.vigil import HALTING, POWEROFF
from klaxon.link.discovery import CALL_PORT
from klaxon.link.network import PORT as LINK_PORT
from klaxon.web.server.serve import PORT, TRIES
from tests.deploy.kit.box import TOP

UNITS = ("klaxon.service", "klaxon-trial.service", "klaxon-poweroff.path", "klaxon-poweroff.service")
MOST_EXPOSED = 12
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
    assert f": >/run/klaxon{HALTING}'" in texts["klaxon.service"]
    assert f"PathExists=/run/klaxon/{POWEROFF}" in texts["klaxon-poweroff.path"]
    assert f"/run/klaxon/{POWEROFF}" in texts["klaxon-poweroff.service"]


def test_root_touches_nothing_where_the_daemon_may_put_a_link() -> None:
    """What root opens in a folder of the daemon's user can be a link to anything."""
    ours = re.compile(r"/(run|var/lib)/klaxon(?![-\w])")
    kinds = ("StartPre", "Start", "StartPost", "Stop", "StopPost")
    for unit in (unit for unit in UNITS if unit.endswith(".service")):
        commands = [line for kind in kinds for line in given(f"Exec{kind}", unit)]
        as_root = [line for line in commands if re.match(r"[-@:]*\+", line) or not given("User", unit)]
        assert not [line for line in as_root if ours.search(line)], unit
    assert given("User", "klaxon-poweroff.service") == given("User") == ["klaxon"]


def test_the_daemon_cannot_take_the_whole_machine() -> None:
    """The bounds lie above what it was measured to need, and below the smallest board."""
    (high,), (most,), (tasks,) = given("MemoryHigh"), given("MemoryMax"), given("TasksMax")
    daemon, child, children = 55, 90, 3
    assert daemon + children * child < int(high.removesuffix("M")) < int(most.removesuffix("M")) < 512
    assert int(tasks) >= 17 + 9 * 3, "its threads, and a child for every seat that was handed over"
    assert (given("OOMPolicy"), given("LimitDATA")) == (["continue"], ["384M"])
    (score,) = given("OOMScoreAdjust")
    assert -300 <= int(score) < 0


def test_the_daemon_listens_where_its_page_is() -> None:
    assert given("SocketBindDeny") == ["any"]
    page = f"tcp:{PORT}-{PORT + TRIES - 1}"
    assert given("SocketBindAllow") == [page, f"tcp:{LINK_PORT}", f"udp:{CALL_PORT}"]


def given(name: str, unit: str = "klaxon.service") -> list[str]:
    """Return every value of a setting, in its order."""
    return re.findall(rf"^{name}=(.*)$", (TOP / "systemd" / unit).read_text("utf-8"), re.MULTILINE)


def seconds(name: str) -> float:
    (text,) = given(name)
    found = re.fullmatch(r"(\d+)(min)?", text)
    assert found
    number, unit = found.groups()
    return int(number) * (60 if unit else 1)


def test_a_daemon_that_hangs_or_falls_comes_to_safe_mode_before_systemd_gives_up() -> None:
    """Its guard counts the start as failed until it stood for a while; the watchdog must bite before."""
    assert given("Restart") == ["on-failure"]
    assert 0 < seconds("WatchdogSec") < STEADY
    (burst,) = given("StartLimitBurst")
    assert int(burst) > MOST + 1, "the safe one, and more"
    longest = (MOST + 1) * (seconds("TimeoutStartSec") + seconds("RestartSec"))
    assert seconds("StartLimitIntervalSec") > longest, "else no limit is ever reached"


def test_games_are_never_written_below_their_mount() -> None:
    assert given("RequiresMountsFor") == ["/var/lib/klaxon"] == [f"/var/lib/{given('StateDirectory')[0]}"]
    assert (TOP / "systemd" / "klaxon.tmpfiles").read_text("utf-8").splitlines()[-1].split()[1] == "/var/lib/klaxon"


def test_lgpio_finds_a_place_for_its_pipe() -> None:
    """It opens one in its working directory, and fails where that cannot be written."""
    (runtime,) = given("RuntimeDirectory")
    assert given("WorkingDirectory") == [f"/run/{runtime}"]
    assert {f"LG_WD=/run/{runtime}", "GPIOZERO_PIN_FACTORY=lgpio"} <= set(given("Environment"))


def test_every_kind_of_wire_has_its_group_and_its_door() -> None:
    """Where one of the three is missing the daemon stands before a closed device, and only on a Pi."""
    rules = (TOP / "systemd" / "70-klaxon.rules").read_text("utf-8")
    grouped = dict(re.findall(r'^SUBSYSTEM=="([\w-]+)".*GROUP="(\w+)", MODE="0660"$', rules, re.MULTILINE))
    assert grouped == {"gpio": "gpio", "i2c-dev": "i2c", "spidev": "spi", "input": "input"}
    assert re.search(r'SUBSYSTEM=="pwm".*chgrp -R gpio /sys%p && chmod -R g\+rwX /sys%p', rules)
    made = re.findall(r"^g (\w+)", (TOP / "systemd" / "klaxon.sysusers").read_text("utf-8"), re.MULTILINE)
    assert sorted(made) == sorted(grouped.values())
    (groups,) = given("SupplementaryGroups")
    assert set(groups.split()) == {*made, "dialout"}, "and the group of serial ports, which Debian has"
    assert given("DevicePolicy") == ["closed"]
    doors = {"gpiochip", "i2c", "spi", "input", "ttyAMA", "ttyS", "ttyUSB", "ttyACM"}
    assert {door.split()[0] for door in given("DeviceAllow")} == {f"char-{door}" for door in doors}
    assert {door.split()[1] for door in given("DeviceAllow")} == {"rw"}
    (paths,) = given("ReadWritePaths")
    bell = {"-/sys/devices/platform/soc", "-/sys/devices/platform/axi"}  # up to a Pi 4; a Pi 5
    assert set(paths.split()) == bell | {"-/sys/bus/i2c/drivers"}, "and what a late mux or expander is bound by"


def test_phones_of_every_house_may_come_and_nobody_else() -> None:
    assert given("IPAddressDeny") == ["any"]
    allowed, everybody_here = given("IPAddressAllow")
    assert everybody_here == "255.255.255.255", "what a guest calls is heard on its own network alone"
    named = {"localhost": ["127.0.0.0/8", "::1/128"], "link-local": ["169.254.0.0/16", "fe80::/64"]}
    nets = [ip_network(net) for word in allowed.split() for net in named.get(word, [word])]
    own = re.search(r"^address1=([\d.]+)/", (TOP / "deploy" / "install").read_text("utf-8"), re.MULTILINE)
    assert own
    for guest in (own[1], "127.0.0.1", "::1", "10.0.0.9", "172.20.10.4", "192.168.178.20", "fe80::1", "fd12::7"):
        assert any(ip_address(guest) in net for net in nets), guest
    for stranger in ("8.8.8.8", "2001:4860:4860::8888"):
        assert not any(ip_address(stranger) in net for net in nets), stranger


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_pass_the_checker(script: str) -> None:
    checker = shutil.which("shellcheck")
    if not checker:
        pytest.skip("shellcheck is not installed ('tools/setup deploy' does that): no script was checked")
    told = subprocess.run([checker, "-x", script], cwd=TOP, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")
