"""`klaxon doctor`: every check where all is well and where it is not, on a machine of files; and what leaves it."""

from __future__ import annotations

import base64
import io
import json
import shutil
import sys
import zipfile
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from klaxon import cli, data
from klaxon.cli import doctor
from klaxon.cli.doctor.check import LEVELS, TO_DO, Check, Finding, examine
from klaxon.cli.doctor.checks import CHECKS
from klaxon.cli.doctor.redact import Redactor, vocabulary
from klaxon.cli.doctor.world import (
    LOOK_FAILED,
    Host,
    OnlookerCounts,
    World,
    count_onlookers,
    kept_games,
    package_version,
)
from klaxon.console.language.catalogue import catalogue
from klaxon.console.profile import load, read_profile
from klaxon.rules.contract import Ms
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import KeptGame, Shelf
from klaxon.table.play import JournalRow
from klaxon.table.setup import make_header
from tests.console.kit.pseudo import forget_catalogues

NOW = 1_794_000_000.0
SEED = "5eed5eed5eed5eed"
PLAYER = "Zebulon"
USER = "wilhelmina"
VERSIONS = {"gpiozero": "2.0.1.post3", "lgpio": "0.2.2.0", "luma.core": "2.5.1", "luma.oled": "3.14.0"}
VERSIONS |= {"gpiod": "2.4.2", "spidev": "3.7", "rpi-lgpio": "0.6", "pyserial": "3.5", "klaxon-console": "0.1.0"}
VERSIONS |= {"starlette": "1.10.0", "uvicorn": "0.54.0", "websockets": "17.4"}
TCP = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
LISTENER = "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1\n"
SPI = """
format = 1
name = "spi"
back_end = "pi"
[[bus]]
name = "fast"
kind = "spi"
number = 0
speed_hz = 8_000_000
[[station]]
dials = [{ a = 17, b = 27 }]
panel = { controller = "ssd1322", bus = "fast", width = 256, dc = 24 }
keys = { push = 22, ok = 23 }
"""


class Box:
    """A Pi with a console, made of files; everything on it is well until a test spoils it."""

    def __init__(self, place: Path, profile: str = "console-4") -> None:
        self.place, self.root = place, place / "root"
        self.folder = place / "home" / USER / "games"
        self.folder.mkdir(parents=True, mode=0o700)
        (place / "work").mkdir()
        self.shut: set[Path] = set()
        self.versions = dict(VERSIONS)
        self.room = 10**10
        found = load(profile)
        host = Host(0, place / "home" / USER, (USER, "submarine-house"), "6.12.0-rpi", "aarch64")
        self.world = World(
            *(self.folder, profile, found, host, {"PATH": "/usr/bin", "GPIOZERO_PIN_FACTORY": "lgpio"}, place / "work"),
            root=self.root,
            python=(3, 11, 2),
            bits=64,
            may=lambda path, _: path not in self.shut,
            free=lambda _: self.room,
            version=lambda name: self.versions.get(name, ""),
            onlookers_at=lambda _: OnlookerCounts(1, 0),
            now=lambda: NOW,
        )
        self._fit()

    def _fit(self) -> None:
        self.file("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
        self.file("/proc/self/mountinfo", "20 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw\n")
        self.file("/proc/net/tcp", TCP)
        self.file("/proc/cmdline", "console=tty1 root=PARTUUID=1")
        self.file("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        self.file("/boot/firmware/config.txt", "#dtparam=audio=on\ndtparam=i2c_arm=on\ndtparam=audio=off\n")
        self.file("/sys/class/pwm/pwmchip0/export")
        self.file("/usr/bin/chromium")
        for device in ("rtc0", "gpiochip0", "i2c-1", "ttyAMA0", "spidev0.0", *(f"i2c-{n}" for n in range(10, 18))):
            self.file(f"/dev/{device}")
        self.path("/dev/serial0").symlink_to("ttyAMA0")
        self.file("/sys/bus/i2c/devices/1-0020/gpiochip2/dev")
        self.file("/sys/bus/i2c/devices/1-0070/name", "pca9548")
        for number in range(8):
            self.path(f"/sys/bus/i2c/devices/1-0070/channel-{number}").symlink_to(f"../i2c-1/i2c-{number + 10}")
        for name in ("page-keys.json", "key"):
            (self.folder / name).touch(0o600)
        (self.folder / "key").write_bytes(bytes(32))

    def path(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def file(self, path: str, text: str = "") -> None:
        self.path(path).parent.mkdir(parents=True, exist_ok=True)
        self.path(path).write_text(text, "utf-8")

    def close(self, path: str) -> None:
        self.shut.add(self.path(path))

    def gone(self, path: str) -> None:
        place = self.path(path)
        shutil.rmtree(place) if place.is_dir() and not place.is_symlink() else place.unlink()

    def change(self, **changes: Any) -> None:
        self.world = replace(self.world, **changes)

    def build(self, text: str) -> None:
        self.change(found=read_profile(text))

    def set(self, **variables: str) -> None:
        self.change(environment={**self.world.environment, **variables})

    def games(self, *standings: str, about: int = 0) -> None:
        kept = [KeptGame(f"{n:05d}-sonar", "sonar", each, 7, {}, about) for n, each in enumerate(standings, start=1)]
        self.change(games_in=lambda _: kept)

    def content(self, path: str, text: str | None = None) -> None:
        """Change a file that came with Klaxon; without a text, remove it or them."""
        if self.world.data == data.ROOT:
            shutil.copytree(data.ROOT, self.place / "data", ignore=shutil.ignore_patterns("__pycache__"))
            self.change(data=self.place / "data")
        if text is None:
            for each in self.world.data.glob(path):
                each.unlink()
        else:
            (self.world.data / path).write_text(text, "utf-8")

    def listen(self, comm: str) -> None:
        """Let a program listen on the port of the page; without a name, one whose files we may not see."""
        self.file("/proc/net/tcp6", TCP + LISTENER)
        self.file("/proc/77/comm", f"{comm}\n")
        if comm:
            self.path("/proc/77/fd").mkdir()
            self.path("/proc/77/fd/5").symlink_to("socket:[4242]")

    def found(self, code: str) -> list[Finding]:
        return examine(self.world, [check for check in CHECKS if check.code == code])


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def absent(box: Box, *, blocked: bool = False) -> None:
    folder = box.place / "none" / "games"
    if blocked:
        box.shut.add(box.place)
    box.change(folder=folder)


CONNECTION = "/etc/NetworkManager/system-connections/klaxon-ap.nmconnection"
JOINED = "[wifi]\nmode=ap\nchannel=6\n[wifi-security]\nproto=rsn;\npairwise=ccmp;\ngroup=ccmp;\npmf=1\npsk=secret\n"


def joined(box: Box) -> None:
    """Give the Pi the access point that phones take."""
    radio(box, JOINED)


def without_radio(box: Box) -> None:
    """Take away what the access point is made with."""
    joined(box)
    box.gone("/sys/class/net/wlan0")


def shut_away(box: Box) -> None:
    """Let nobody read the settings of the access point."""
    joined(box)
    box.gone(CONNECTION)
    box.path(CONNECTION).mkdir()


def radio(box: Box, said: str = JOINED, flags: str = "0x1003", state: str = "up") -> None:
    """Give the Pi an access point, as the installer sets it up."""
    box.file(CONNECTION, said)
    box.file("/sys/class/net/wlan0/flags", flags)
    box.file("/sys/class/net/wlan0/operstate", state)


def pi_5(box: Box, node: str) -> None:
    """Make it a Pi 5, whose serial0 is the port of a node."""
    box.file("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    box.path(f"/proc/device-tree/{node}").mkdir(parents=True)
    box.path("/sys/class/tty/ttyAMA0/device").mkdir(parents=True)
    box.path("/sys/class/tty/ttyAMA0/device/of_node").symlink_to(box.path(f"/proc/device-tree/{node}"))


def a_file(box: Box) -> None:
    (box.place / "file").touch()
    box.change(folder=box.place / "file")


def mounted(kind: str, options: str = "rw") -> Callable[[Box], None]:
    def spoil(box: Box) -> None:
        mounts = f"20 1 179:2 / / rw - ext4 /dev/root rw\n21 20 0:5 / {box.folder} {options} shared:2 - {kind} x rw\n"
        box.file("/proc/self/mountinfo", mounts)

    return spoil


def key_folder(box: Box) -> None:
    (box.folder / "key").unlink()
    (box.folder / "key").mkdir()


def without_key(box: Box) -> None:
    (box.folder / "key").unlink()
    (box.folder / "00001-sonar.klaxon").touch()


def set_aside(box: Box) -> None:
    (box.folder / "aside").mkdir()
    (box.folder / "aside" / "00001-sonar.klaxon").touch()


def on_outputs(box: Box) -> None:
    box.build(swapped(data.read("profiles", "console-4")))


def swapped(text: str) -> str:
    """Return console-4 with a lamp and a key changed over."""
    return text.replace('"keys.7"', "LAMP").replace("back = 13 ", 'back = "keys.7" ').replace("LAMP", "13")


def with_pca(box: Box) -> None:
    box.build(data.read("profiles", "console-4").replace("mcp23017", "pca9555"))


def foreign(box: Box) -> None:
    box.change(host=replace(box.world.host, uid=box.folder.stat().st_uid + 1))


def spi(spoil: Callable[[Box], object] = lambda box: None) -> Callable[[Box], None]:
    def build(box: Box) -> None:
        box.build(SPI)
        spoil(box)

    return build


def labelled(box: Box) -> None:
    box.build(data.read("profiles", "console-4").replace("interrupt = 25", 'interrupt = 25\nlabel = "mine"'))
    box.gone("/sys/bus/i2c/devices/1-0020")
    box.file("/sys/class/gpio/gpiochip512/label", "mine\n")


def nothing(box: Box) -> None:
    """All is well."""


THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
CONFIG = "/boot/firmware/config.txt"
CASES: list[tuple[str, str, Callable[[Box], object]]] = [
    *[(check.code, "ok", nothing) for check in CHECKS if check.code not in ("DOC-123", "DOC-302", "DOC-413")],
    ("DOC-101", "old", lambda box: box.change(python=(3, 9, 2))),
    ("DOC-102", "narrow", lambda box: box.change(bits=32)),
    ("DOC-103", "loose", lambda box: box.versions.pop("klaxon-console")),
    ("DOC-104", "missing", lambda box: box.versions.pop("uvicorn")),
    ("DOC-110", "missing", lambda box: box.content("fonts/*")),
    ("DOC-110", "closed", lambda box: box.shut.add(data.ROOT / "fonts" / "5x8.txt")),
    ("DOC-111", "none", lambda box: box.content("lang/*")),
    ("DOC-111", "gaps", lambda box: box.content("lang/de.po", 'msgid "doctor.clean"\nmsgstr "Alles gut."\n')),
    ("DOC-111", "gaps", lambda box: box.content("lang/en.profile.po")),
    *[(f"DOC-11{n}", "none", lambda box: box.content("*/*")) for n in (2, 3, 4, 5, 6, 7)],
    ("DOC-112", "faulty", lambda box: box.content("charts/alpha-2.turns.txt", "grid:\n..\n")),
    ("DOC-113", "faulty", lambda box: box.content("cards/first-contact.json", "{")),
    ("DOC-114", "faulty", lambda box: box.content("profiles/mini.toml", "format = 1")),
    ("DOC-115", "faulty", lambda box: box.content("bell/sonar.json", "[")),
    ("DOC-116", "faulty", lambda box: box.content("boxes/uboot.json", "{}")),
    ("DOC-117", "faulty", lambda box: box.content("missions/drill.json", "{}")),
    ("DOC-120", "ours", lambda box: box.listen("klaxon")),
    ("DOC-120", "taken", lambda box: box.listen("nginx")),
    ("DOC-120", "hidden", lambda box: box.listen("")),
    ("DOC-121", "none", lambda box: box.gone("/usr/bin/chromium")),
    ("DOC-122", "none", lambda box: box.gone("/dev/rtc0")),
    ("DOC-122", "wrong", lambda box: box.change(now=lambda: 12.0)),
    ("DOC-201", "absent", absent),
    ("DOC-201", "blocked", lambda box: absent(box, blocked=True)),
    ("DOC-201", "no-folder", a_file),
    ("DOC-201", "read-only", lambda box: box.shut.add(box.folder)),
    ("DOC-202", "low", lambda box: setattr(box, "room", 100 * 1024 * 1024)),
    ("DOC-202", "full", lambda box: setattr(box, "room", 1024)),
    ("DOC-203", "forgetful", mounted("tmpfs")),
    ("DOC-203", "weak", mounted("vfat")),
    ("DOC-203", "read-only", mounted("ext4", "ro,noatime")),
    ("DOC-203", "unknown", lambda box: box.gone("/proc/self/mountinfo")),
    ("DOC-204", "open", lambda box: box.folder.chmod(0o777)),
    ("DOC-204", "foreign", foreign),
    ("DOC-205", "none", lambda box: (box.folder / "page-keys.json").unlink()),
    ("DOC-205", "open", lambda box: (box.folder / "page-keys.json").chmod(0o644)),
    ("DOC-206", "none", lambda box: (box.folder / "key").unlink()),
    ("DOC-206", "open", lambda box: (box.folder / "key").chmod(0o640)),
    ("DOC-206", "unusable", lambda box: (box.folder / "key").write_bytes(b"")),
    ("DOC-206", "unusable", lambda box: (box.folder / "key").write_bytes(bytes(65))),
    ("DOC-206", "unusable", key_folder),
    ("DOC-209", "none", lambda box: box.change(onlookers_at=count_onlookers)),
    ("DOC-210", "keyless", without_key),
    ("DOC-210", "damaged", lambda box: box.games("damaged", about=9)),
    ("DOC-210", "had-back", lambda box: box.games("open", about=7)),
    ("DOC-210", "corrupt", lambda box: box.games("over", "journal-corrupt")),
    ("DOC-210", "corrupt", lambda box: box.games(LOOK_FAILED)),
    ("DOC-210", "elsewhere", lambda box: box.games("over", "journal-rules")),
    ("DOC-210", "shut", lambda box: box.games("disk-read-only")),
    ("DOC-211", "open", lambda box: box.games("open", "over")),
    ("DOC-211", "in-use", lambda box: box.games("in-use")),
    ("DOC-212", "some", set_aside),
    ("DOC-301", "flaw", lambda box: box.build(data.read("profiles", "mini").replace("ok = 23", "ok = 22"))),
    ("DOC-302", "pi", nothing),
    ("DOC-302", "virtual", lambda box: box.change(found=load("virtual"))),
    (
        "DOC-302",
        "null",
        lambda box: box.build(data.read("profiles", "virtual").replace('end = "virtual"', 'end = "null"')),
    ),
    ("DOC-303", "unset", lambda box: box.set(GPIOZERO_PIN_FACTORY="")),
    ("DOC-303", "mock", lambda box: box.set(GPIOZERO_PIN_FACTORY="mock")),
    ("DOC-303", "other", lambda box: box.set(GPIOZERO_PIN_FACTORY="native")),
    ("DOC-304", "keys", on_outputs),
    ("DOC-304", "ok", lambda box: box.change(found=load("console-8"))),
    ("DOC-401", "untried", lambda box: box.file("/proc/device-tree/model", "Raspberry Pi Model B Rev 2\0")),
    ("DOC-401", "elsewhere", lambda box: box.gone("/proc/device-tree/model")),
    ("DOC-402", "unreadable", lambda box: box.gone(THROTTLED)),
    ("DOC-402", "unreadable", lambda box: box.file(THROTTLED, "?")),
    ("DOC-402", "was", lambda box: box.file(THROTTLED, "50000\n")),
    ("DOC-402", "now", lambda box: box.file(THROTTLED, "50005\n")),
    ("DOC-403", "missing", lambda box: box.versions.pop("gpiod")),
    ("DOC-403", "missing", spi(lambda box: box.versions.pop("rpi-lgpio"))),
    ("DOC-403", "old", lambda box: box.versions.update(gpiozero="2.0.1")),
    ("DOC-404", "missing", lambda box: box.set(LG_WD="/run/klaxon")),
    ("DOC-404", "closed", lambda box: box.shut.add(box.world.working)),
    ("DOC-410", "missing", lambda box: box.gone("/dev/gpiochip0")),
    ("DOC-410", "closed", lambda box: box.close("/dev/gpiochip0")),
    ("DOC-411", "missing", lambda box: box.gone("/dev/i2c-1")),
    ("DOC-411", "closed", lambda box: box.close("/dev/i2c-1")),
    ("DOC-412", "missing", lambda box: box.gone("/dev/i2c-11")),
    ("DOC-412", "closed", lambda box: box.close("/dev/i2c-12")),
    ("DOC-412", "no-mux", lambda box: box.gone("/sys/bus/i2c/devices/1-0070")),
    ("DOC-412", "no-channel", lambda box: box.gone("/sys/bus/i2c/devices/1-0070/channel-3")),
    ("DOC-413", "ok", spi()),
    ("DOC-413", "missing", spi(lambda box: box.gone("/dev/spidev0.0"))),
    ("DOC-413", "closed", spi(lambda box: box.close("/dev/spidev0.0"))),
    ("DOC-414", "missing", lambda box: box.gone("/sys/bus/i2c/devices/1-0020")),
    ("DOC-414", "no-driver", lambda box: box.gone("/sys/bus/i2c/devices/1-0020/gpiochip2")),
    ("DOC-414", "ok", labelled),
    ("DOC-415", "none", lambda box: box.gone("/sys/class/pwm/pwmchip0")),
    ("DOC-415", "closed", lambda box: box.close("/sys/class/pwm/pwmchip0/export")),
    ("DOC-416", "on", lambda box: box.file(CONFIG, "dtparam=i2c_arm=on,audio=on\n")),
    ("DOC-416", "on", lambda box: box.file(CONFIG, "dtparam=audio=off\ndtparam=audio\n")),
    ("DOC-416", "unreadable", lambda box: box.gone(CONFIG)),
    ("DOC-417", "missing", lambda box: box.gone("/dev/ttyAMA0")),
    ("DOC-417", "closed", lambda box: box.close("/dev/serial0")),
    ("DOC-417", "login", lambda box: box.file("/proc/cmdline", "console=serial0,115200 console=tty1")),
    ("DOC-417", "login", lambda box: box.file("/proc/cmdline", "console=ttyAMA0,115200")),
    ("DOC-417", "debug", lambda box: pi_5(box, "soc/serial@7d001000")),
    ("DOC-417", "ok", lambda box: pi_5(box, "rp1/serial@30000")),
    ("DOC-123", "ok", joined),
    ("DOC-123", "unreadable", shut_away),
    ("DOC-123", "no-radio", without_radio),
    ("DOC-123", "down", lambda box: radio(box, flags="0x1002")),
    ("DOC-123", "down", lambda box: radio(box, state="down")),
    ("DOC-123", "refuses", lambda box: radio(box, JOINED.replace("pmf=1", "pmf=3"))),
    ("DOC-123", "refuses", lambda box: radio(box, JOINED.replace("channel=6\n", ""))),
]


@pytest.mark.parametrize(
    ("code", "case", "spoil"), CASES, ids=[f"{n}-{case[0]}-{case[1]}" for n, case in enumerate(CASES)]
)
def test_a_check_finds_what_is_there(box: Box, code: str, case: str, spoil: Callable[[Box], object]) -> None:
    spoil(box)
    found = box.found(code)
    assert {finding.code for finding in found} == {code}
    if case == "ok":
        assert {finding.case for finding in found} == {"ok"}
    assert case in {finding.case for finding in found}
    for finding in found:
        told = finding.plain()
        assert not told["text"].startswith("doctor.")
        assert "?" not in told["text"] + told["remedy"]
        assert bool(told["remedy"]) is (finding.level in TO_DO)
        json.dumps(told)


def test_every_case_of_every_check_is_shown_here_and_has_its_words() -> None:
    cases = {(check.code, case) for check in CHECKS for case in check.cases}
    assert {(code, case) for code, case, _ in CASES} == cases
    known = catalogue("en")
    for check in CHECKS:
        for case, level in check.cases.items():
            assert level in LEVELS
            assert f"doctor.{check.code}.{case}" in known
            assert (f"doctor.{check.code}.{case}.remedy" in known) is (level in TO_DO)
    words = {name.removesuffix(".remedy") for name in known if name.startswith("doctor.DOC-")} - {
        "doctor.DOC-999.failed"
    }
    assert words == {f"doctor.{code}.{case}" for code, case in cases}


def test_a_code_is_given_once_and_in_order() -> None:
    codes = [check.code for check in CHECKS]
    assert codes == sorted(set(codes))


def test_all_flaws_of_a_profile_are_told(box: Box) -> None:
    text = data.read("profiles", "console-4").replace("stop = 22", "stop = 27").replace("speed_hz", "speed")
    box.build(text)
    told = [finding.text() for finding in box.found("DOC-301")]
    assert {"PRF-004", "PRF-005", "PRF-022"} <= {word for line in told for word in line.split()}


def test_a_virtual_console_needs_no_pi(box: Box) -> None:
    box.change(found=load("virtual"))
    assert {finding.code[:5] for finding in examine(box.world, CHECKS)} == {"DOC-1", "DOC-2", "DOC-3"}


def test_a_check_that_fails_is_a_finding_and_the_others_go_on(box: Box) -> None:
    def burst(*_: object) -> int:
        raise ZeroDivisionError("boiler")

    box.change(free=burst)
    found = examine(box.world, CHECKS)
    failed = [finding for finding in found if finding.code == "DOC-999"]
    assert [finding.facts["check"] for finding in failed] == ["DOC-202"]
    assert "ZeroDivisionError at folder.py:" in failed[0].text()
    assert failed[0].remedy()
    assert found[-1].code == "DOC-417"
    assert "boiler" not in json.dumps(failed[0].without_private_facts().plain())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_an_empty_machine_faints_nobody(tmp_path: Path, check: Check) -> None:
    box = Box(tmp_path)
    shutil.rmtree(box.root)
    shutil.rmtree(box.folder)
    box.change(data=tmp_path / "nothing", environment={})
    assert "DOC-999" not in {finding.code for finding in examine(box.world, [check])}


def test_words_are_found_even_without_a_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forget_catalogues()
    monkeypatch.setattr(data, "ROOT", tmp_path)
    finding = Finding("DOC-102", "narrow", "fail", {"bits": 32})
    assert (finding.text(), finding.remedy()) == ("doctor.DOC-102.narrow bits=32", "")
    monkeypatch.undo()
    forget_catalogues()
    assert finding.remedy().startswith("Install the 64-bit")


# A shelf with a real game, and everything around it that must not leave the house


def keep_a_game(folder: Path, name: str = "", *, finished: bool = False) -> None:
    header = make_header(game_named("sonar"), {"chart": "alpha-2"}, data.read, SEED)
    assert not isinstance(header, list)
    kept, journal = Shelf(folder).begin(header, note=PLAYER)
    journal.append([JournalRow(Ms(0), "table", f'table man red.captain "{PLAYER}"')])
    if finished:
        journal.finish()
    journal.close()
    if name:
        Shelf(folder).path(kept).rename(Shelf(folder).path(name))


def test_it_looks_at_a_real_shelf_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_games(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    keep_a_game(tmp_path)
    keep_a_game(tmp_path, finished=True)
    (tmp_path / "00003-sonar.klaxon").write_bytes(b"torn")
    (tmp_path / "00004-sonar.klaxon").mkdir()
    before = {path.name: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
    standings = {game.name: game.standing for game in kept_games(tmp_path)}
    assert standings == {
        "00001-sonar": "open",
        "00002-sonar": "open",
        "00003-sonar": "journal-corrupt",
        "00004-sonar": "journal-not-ours",
    }
    assert before == {path.name: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}

    def burst(*_: object) -> KeptGame:
        raise ZeroDivisionError

    monkeypatch.setattr(Shelf, "look", burst)
    assert [game.standing for game in kept_games(tmp_path)][:2] == [LOOK_FAILED] * 2


def with_secrets(box: Box) -> list[bytes]:
    """Fill a box with secrets and names; return what no file of a bundle may hold."""
    (box.folder / "key").unlink()
    keep_a_game(box.folder)
    keep_a_game(box.folder, f"{PLAYER.lower()}-game")
    key = (box.folder / "key").read_bytes()
    tokens = ["Abc-defGHIJKLMNOPQRST1", "zyxw_vutsrqponmlkjih22", "short-one"]
    kept = {"console": tokens[0], "stations": {"red-1": tokens[1], "red-2": tokens[2]}}
    (box.folder / "page-keys.json").write_text(json.dumps(kept), "utf-8")
    lines = [
        f"2026-11-16 06:21:50,123 WARNING klaxon.hal.pi.panels.worker panel of {PLAYER} failed on i2c-1: {tokens[0]}",
        f"token {tokens[1]} station {tokens[2]} key {key.hex()} {base64.b64encode(key).decode()} {key!r}",
        f'seed={SEED} and {SEED} and new sonar seed="{SEED}" seed: 314159',
        f"{USER} in {box.folder} at {box.world.host.home} on submarine-house, /home/{PLAYER}/x",
        "red.captain start D3",
        "the boat is at G10 now",
    ]
    (box.folder / "console.log").write_text("\n".join(lines), "utf-8")
    box.file("/var/log/klaxon/daemon.log", "\n".join(lines[::-1]))
    box.set(LOGS_DIRECTORY="/var/log/klaxon")
    text = data.read("profiles", "console-4").replace("The reference console:", f"{PLAYER}'s console:")
    text = text.replace('name = "console-4"', f'name = "{USER}-box"')
    text = swapped(text).replace("dials = [{ a = 5", f'name = "{PLAYER.lower()}"\ndials = [{{ a = 5')
    box.build(f"# built by {PLAYER}\n{text}")
    box.change(asked=str(box.place / f"{PLAYER}.toml"))
    words = [*tokens, key.hex(), base64.b64encode(key).decode(), repr(key), SEED, "314159", PLAYER, USER]
    words += [str(box.place), str(box.folder), "submarine-house", "red.captain", "D3", "G10"]
    return [key, *(word.encode() for word in words)]


def read_zip(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def asked(**given: Any) -> Namespace:
    return Namespace(**{"json": False, "wiring": False, "bundle": None, **given})


@pytest.mark.parametrize("faulty", [False, True])
def test_no_secret_and_no_name_is_in_a_bundle(box: Box, capsys: pytest.CaptureFixture[str], faulty: bool) -> None:
    secrets = with_secrets(box)
    if faulty:
        (box.folder / "key").write_bytes((box.folder / "key").read_bytes())
        box.build(f'format = 1\n{PLAYER} = "{PLAYER}"\nname = "{PLAYER}!"\nabout = 3\n[{USER}]\nx = "{SEED}"\n')
    path = box.place / "b.zip"
    doctor.report(box.world, asked(bundle=path))
    told = capsys.readouterr()
    assert "b.zip is written" in told.err
    assert path.stat().st_mode & 0o777 == 0o600
    members = read_zip(path)
    wanted = {"README.txt", "doctor.json", "versions.json", "games.json", "logs/1.log", "logs/2.log"}
    assert set(members) == wanted | (set() if faulty else {"profile.json"})
    for name, content in members.items():
        for secret in secrets:
            assert secret.lower() not in content.lower() + name.encode().lower(), (name, secret)
        assert str(box.place).encode() not in content


def test_a_bundle_still_helps(box: Box) -> None:
    with_secrets(box)
    path = box.place / "b.zip"
    doctor.report(box.world, asked(bundle=path))
    members = read_zip(path)
    found = {each["code"]: each for each in json.loads(members["doctor.json"])}
    assert set(found) >= {"DOC-101", "DOC-210", "DOC-304", "DOC-417"}
    assert found["DOC-201"]["text"] == "Games are kept in <state>."
    assert "station-3 back (keys.7)" in found["DOC-304"]["text"]
    assert json.loads(members["versions.json"])["packages"]["lgpio"] == "0.2.2.0"
    assert [game["name"] for game in json.loads(members["games.json"])] == ["00001-sonar", "[...]"]
    assert json.loads(members["profile.json"])["buses"][0]["number"] == 1
    first = members["logs/1.log"].decode().splitlines()[0]
    assert first.startswith(
        "2026-11-16 06:21:50,123 WARNING klaxon.hal.pi.panels.worker panel of station-3 failed on i2c-1: [...]"
    )


def test_the_proof_of_the_bundle_can_fail(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without redaction the very same secrets are in the very same files."""
    secrets = with_secrets(box)
    monkeypatch.setattr(Redactor, "text", lambda _, text: text)
    monkeypatch.setattr(Redactor, "log_line", lambda _, line, words: line)
    path = box.place / "b.zip"
    doctor.report(box.world, asked(bundle=path))
    content = b"".join(read_zip(path).values()).lower()
    assert [secret for secret in secrets[1:] if secret.lower() not in content] == []


def test_names_that_somebody_gave_to_parts_are_numbers_outside(box: Box) -> None:
    text = data.read("profiles", "console-4").replace('"main"', '"klaus"').replace('"keys', '"olga')
    box.build(text)
    redactor = Redactor(box.world)
    assert redactor.text("olga.7 on klaus of red-1") == "expander-1.7 on bus-1 of red-1"
    box.change(found=load("console-8"))
    assert Redactor(box.world).text("red.3 both.1 main red-1") == "red.3 both.1 main red-1"


def test_a_game_that_is_being_played_is_named_and_not_read(box: Box) -> None:
    header = make_header(game_named("sonar"), {"chart": "alpha-2"}, data.read, SEED)
    assert not isinstance(header, list)
    (box.folder / "key").unlink()
    _, journal = Shelf(box.folder).begin(header)
    assert [finding.case for finding in box.found("DOC-211")] == ["in-use"]
    journal.close()


def test_common_names_stay_readable(box: Box) -> None:
    box.change(host=replace(box.world.host, people=("pi", "root", "", "raspberrypi")))
    redactor = Redactor(box.world)
    assert redactor.text("driven by the lines of a Raspberry Pi, root") == "driven by the lines of a Raspberry Pi, root"
    assert redactor.log_line("panel Xanthippe: Remote I/O error", vocabulary()) == "panel [...]: Remote I/O error"


def test_an_existing_file_is_left_alone(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    path = box.place / "b.zip"
    path.write_bytes(b"mine")
    assert doctor.report(box.world, asked(bundle=path)) == 1
    assert path.read_bytes() == b"mine"
    assert "is there already" in capsys.readouterr().err
    assert doctor.report(box.world, asked(bundle=box.place / "no" / "b.zip")) == 1
    assert "cannot be written: No such file" in capsys.readouterr().err


def test_the_shell_writes_a_bundle_where_its_user_may(box: Box, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """As root the command works as another user, who may not write where root stands."""
    secrets = with_secrets(box)
    doctor.report(box.world, asked(bundle=Path("-"), json=True))
    told = capsysbinary.readouterr()
    with zipfile.ZipFile(io.BytesIO(told.out)) as archive:
        assert "doctor.json" in archive.namelist()
        assert not [secret for secret in secrets for name in archive.namelist() if secret in archive.read(name)]
    findings, words = told.err.splitlines()
    assert json.loads(findings)["checks"]
    assert b"is written" in words
    assert not Path("-").exists()


def test_a_bundle_is_not_written_to_a_terminal(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, words = io.StringIO(), io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setattr("sys.stderr", words)
    assert doctor.report(box.world, asked(bundle=Path("-"))) == 1
    assert "--bundle - >FILE.zip" in words.getvalue()
    assert terminal.getvalue() == ""


def test_a_folder_of_somebody_else_is_one_finding(box: Box) -> None:
    with_secrets(box)
    box.shut.add(box.folder)
    found = examine(box.world, CHECKS)
    assert [(each.code, each.case) for each in found if each.code.startswith("DOC-2")] == [("DOC-201", "read-only")]
    assert doctor.report(box.world, asked(bundle=box.place / "b.zip")) == 1
    assert json.loads(read_zip(box.place / "b.zip")["games.json"]) == []


def test_a_key_that_cannot_be_read_shuts_the_games(box: Box) -> None:
    without_key(box)
    (box.folder / "key").mkdir()
    assert [game.standing for game in kept_games(box.folder)] == ["journal-keyless"]


# The command


def test_text_and_status(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    with_pca(box)
    assert doctor.report(box.world, asked()) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "ok    DOC-101  Python 3.11.2."
    assert told[-1].startswith("Nothing to do: ")
    box.gone("/dev/i2c-1")
    assert doctor.report(box.world, asked()) == 1
    told = capsys.readouterr().out.splitlines()
    place = told.index("fail  DOC-411  /dev/i2c-1, the bus main, is not there.")
    assert told[place + 1].startswith("               Put dtparam=i2c_arm=on")
    assert told[-1].startswith("Something to do: 1 fail, 0 warn")


def test_json_and_wiring(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    on_outputs(box)
    assert doctor.report(box.world, asked(json=True, wiring=True)) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["profile"], told["counts"]["warn"]) == (False, "console-4", 1)
    assert {"code", "level", "case", "text", "remedy", "facts"} == set(told["checks"][0])
    assert [use["what"] for use in told["wiring"] if use["line"] == 17] == ["dial"]
    doctor.report(box.world, asked(wiring=True))
    assert "red-1 dial 1 A   G17 11 | 12 G18" in capsys.readouterr().out


def test_this_machine_is_examined(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    loaded = set(sys.modules)
    for profile in ("virtual", "console-8", "no-such"):
        status = cli.main(["doctor", "--profile", profile, "--folder", str(tmp_path / "none"), "--json"])
        told = json.loads(capsys.readouterr().out)
        assert status == (0 if told["ok"] else 1)
        assert "DOC-999" not in {each["code"] for each in told["checks"]}
    assert not (tmp_path / "none").exists()
    assert not {"gpiozero", "lgpio", "smbus2"} & (set(sys.modules) - loaded), "nothing of the hardware is loaded"
    assert package_version("pytest")
    assert not package_version("no-such-package")
