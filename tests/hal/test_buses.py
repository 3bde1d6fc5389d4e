"""What panels stand on: the kernel's buses, what luma knows of controllers, and their health."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from klaxon.console.profile import Profile, fittings, load
from klaxon.hal.panel_runs import COMMAND, LONGEST
from klaxon.hal.pi.health import PEACE, Health
from klaxon.hal.pi.panels import bus, recipe
from klaxon.hal.pi.panels.bus import I2C, SPI, BusPlace, Channel, I2CLink, LumaLink, bus_of, root_of
from klaxon.hal.pi.panels.mounting import mountings
from klaxon.hal.pi.panels.panel import FrameWriter, PageWriter, writer

pytest.importorskip("luma.oled.device", reason="luma.oled brings the set-up of the panels; the extra `pi` has it")
pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")


# Health


def test_health_goes_its_way() -> None:
    health, states, waits = Health(), list[str](), list[float]()
    health.on_failure(1.0, "no answer")
    assert health.due == 1.25
    states.append(health.state)
    health.on_answer()
    states.append(health.state)
    health.whole(1.3)
    states.append(health.state)
    assert health.calm_at() is None
    now = 200.0
    for _ in range(10):
        health.on_failure(now, "no answer")
        states.append(health.state)
        waits.append(round(health.due - now, 3))
        now = health.due
    assert waits == [0.02, 0.02, 0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    assert states == ["absent", "probing", "ready", "degraded", "degraded", *["failed"] * 8]


def test_peace_begins_when_all_is_shown() -> None:
    health, states = Health(), list[str]()
    health.whole(0.0)
    for now in (10.0, 10.1, 10.2):
        health.on_failure(now, "no answer")
    health.on_answer()
    health.whole(60.0)
    states.append(health.state)
    health.on_failure(61.0, "again")
    assert health.due == 61.5
    health.whole(70.0)
    assert health.calm_at() == 70.0 + PEACE
    health.whole(70.0 + PEACE)
    states.append(health.state)
    health.on_failure(90.0, "much later")
    states.append(health.state)
    assert states == ["degraded", "ready", "degraded"]


# What luma knows


def test_recipes_are_lumas_with_our_addressing() -> None:
    upright, turned = (recipe.learn("ssd1309", 128, 64, turned=turned) for turned in (False, True))
    assert (upright.setup[-1], upright.offset) == (b"\x00\x20\x02", 0)
    assert b"\xa1\xc8" in upright.setup[0]
    assert b"\xa0\xc0" in turned.setup[0]
    assert all(part[1] not in {0xAE, 0xAF} for part in turned.touch_up)
    assert recipe.learn("sh1106", 128, 64, turned=False).offset == 2
    assert recipe.learn("ssd1306", 64, 48, turned=False).offset == 32


def test_a_set_up_that_cannot_be_turned_in_place_is_turned_at_its_end() -> None:
    assert recipe._turn((b"\x00\xa1\xc8\x81\xa1",)) == (b"\x00\xa1\xc8\x81\xa1", b"\x00\xa0\xc0")


def test_what_luma_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match="luma has no controller 'ssd9999'; it has: ch1115, sh1106"):
        writer("ssd9999", 128, 64)
    with pytest.raises(ValueError, match="luma's sh1106 cannot be 256x64"):
        writer("sh1106", 256, 64)


def test_wide_panels_get_whole_frames_in_parts() -> None:
    wide = writer("ssd1322", 256, 64)
    assert isinstance(wide, FrameWriter)
    assert wide.setup[-1] == COMMAND + b"\xae"
    frame, sent = b"\x0f" * 2048, b""
    while parts := wide.chunk(frame):
        assert sum(map(len, parts)) <= LONGEST + 3
        sent += b"".join(part[1:] for part in parts if len(part) == LONGEST + 1)
        wide.on_written()
    assert wide.shows(frame)
    assert len(sent) == 256 * 64 // 2
    assert isinstance(writer("sh1106", 128, 64), PageWriter)


# Buses


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel with an adapter, a mux at 0x70 of it, and two channels."""
    devices, root = tmp_path / "bus/i2c/devices", tmp_path / "devices/platform/soc/fe804000.i2c/i2c-1"
    mux = root / "1-0070"
    mux.mkdir(parents=True)
    devices.mkdir(parents=True)
    (devices / "i2c-1").symlink_to(root)
    (devices / "1-0070").symlink_to(mux)
    for channel, number in enumerate((11, 12)):
        (root / f"i2c-{number}").mkdir()
        (devices / f"i2c-{number}").symlink_to(root / f"i2c-{number}")
        (mux / f"channel-{channel}").symlink_to(f"../i2c-{number}")
    return tmp_path


def test_channels_of_a_mux_share_the_root(kernel: Path) -> None:
    assert [root_of(number, kernel) for number in (1, 11, 12, 7)] == ["i2c-1", "i2c-1", "i2c-1", "i2c-7"]
    assert [bus_of(1, channel, kernel) for channel in (None, Channel(0), Channel(1))] == [1, 11, 12]
    with pytest.raises(OSError, match="channel-5"):
        bus_of(1, Channel(5), kernel)


class Kernel:
    """What opening and setting up a bus does, on files."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.asked, self.files = folder, list[tuple[str, int, int]](), dict[int, str]()
        self.busy = False
        self._open, self._close = os.open, os.close
        monkeypatch.setattr(os, "open", self.open)
        monkeypatch.setattr(os, "close", self.close)
        monkeypatch.setattr(bus, "ioctl", self.ioctl)

    def open(self, path: str, flags: int) -> int:
        name = Path(path).name
        file = self._open(self.folder / name, flags)
        self.files[file] = name
        return file

    def close(self, file: int) -> None:
        del self.files[file]
        self._close(file)

    def ioctl(self, file: int, request: int, value: int) -> int:
        if self.busy and request == bus.I2C_SLAVE:
            raise OSError(16, "Device or resource busy")
        self.asked.append((self.files[file], request, value))
        return 0


def test_the_time_out_is_set_on_the_root_and_the_address_on_the_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("i2c-1", "i2c-11"):
        (tmp_path / name).write_bytes(b"")
    kernel = Kernel(tmp_path, monkeypatch)
    monkeypatch.setattr(bus, "bus_of", lambda number, channel: number + 10)
    link = I2C(1, 0x3D, Channel(0), timeout_ms=25).open()
    assert kernel.asked == [("i2c-1", bus.I2C_TIMEOUT, 2), ("i2c-11", bus.I2C_SLAVE, 0x3D)]
    link.write(b"\x00\xe3")
    assert (tmp_path / "i2c-11").read_bytes() == b"\x00\xe3"
    assert link.read() is None
    link.close()
    link.close()
    assert kernel.files == {}
    kernel.busy = True
    with pytest.raises(OSError, match="busy"):
        I2CLink(11, 0x3C)
    assert kernel.files == {}
    with pytest.raises(FileNotFoundError):
        I2C(5).open()


def test_a_transaction_cut_off_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "i2c-1").write_bytes(b"\x43")
    Kernel(tmp_path, monkeypatch)
    link = I2CLink(1, 0x3C)
    assert link.read() == 0x43
    monkeypatch.setattr(os, "write", lambda *_: 1)
    with pytest.raises(OSError, match="1 of 2 bytes"):
        link.write(b"\x00\xe3")


def test_an_interface_of_lumas_is_a_link() -> None:
    notes = recipe.RecipeNotes()
    link = LumaLink(lambda: notes)
    link.write(b"\x00\xae")
    link.write(b"\x40ab")
    assert notes.tear_off() == (b"\x00\xae", b"\x40ab")
    assert link.read() is None
    link.close()

    def fail() -> None:
        raise LookupError("no such line")

    with pytest.raises(OSError, match="LookupError: no such line"):
        LumaLink(fail)
    with pytest.raises(OSError, match="Error"):
        SPI(speed_hz=3).open()


def test_profiles_say_where_panels_are() -> None:
    def places(name: str) -> list[BusPlace]:
        profile = load(name)
        assert isinstance(profile, Profile)
        assert all(mounting.station in {each.name for each in fittings(profile)} for mounting in mountings(profile))
        return [mounting.place for mounting in mountings(profile)]

    assert places("console-4") == [I2C(1, 0x3C, Channel(number)) for number in range(4)]
    assert places("virtual") == []
