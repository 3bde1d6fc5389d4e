"""The chip models: the judge is judged, by luma's own driver and by the data sheets."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest

from tests.effort import effort
from tests.hal.kit.chips import HORIZONTAL, PAGE, SH1106, SSD1306, SSD1309, VERTICAL, Chip, Clock, Malformed, Wires

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

MODULES: list[tuple[str, type[Chip], int, int]] = [
    ("ssd1306", SSD1306, 128, 64),
    ("ssd1306", SSD1306, 128, 32),
    ("ssd1306", SSD1306, 64, 48),
    ("ssd1309", SSD1309, 128, 64),
    ("sh1106", SH1106, 128, 64),
]


class Serial:
    """An interface of luma's that ends at a chip."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def command(self, *commands: int) -> None:
        self.chip.write(bytes((0, *commands)))

    def data(self, data: list[int]) -> None:
        self.chip.write(bytes((0x40, *data)))

    def cleanup(self) -> None:
        pass


@pytest.mark.parametrize(("name", "made", "width", "height"), MODULES)
@pytest.mark.parametrize("turn", [0, 2])
def test_random_frames_are_right_through_lumas_own_driver(
    name: str, made: type[Chip], width: int, height: int, turn: int
) -> None:
    devices: Any = pytest.importorskip("luma.oled.device")
    image: Any = import_module("PIL.Image")
    random, chip = Random(f"{name}{turn}"), made(width, height)
    device = getattr(devices, name)(Serial(chip), width=width, height=height, rotate=turn)
    device.persist = True
    assert chip.picture() == bytes(width * height // 8)
    for _ in range(effort(25, 100)):
        picture = random.randbytes(width * height // 8)
        pixels = [[picture[y // 8 * width + x] >> y % 8 & 1 for x in range(width)] for y in range(height)]
        upright = pixels if turn == 0 else [row[::-1] for row in pixels[::-1]]
        frame = image.new("1", (width, height))
        frame.putdata([pixel * 255 for row in upright for pixel in row])
        device.display(frame)
        assert chip.picture() == picture
    device.contrast(9)
    assert (chip.on, chip.contrast) == (True, 9)
    device.hide()
    assert chip.picture() == bytes(width * height // 8)


@pytest.mark.parametrize(
    ("made", "transaction", "told"),
    [
        (SSD1306, "00 8d", "lacks a parameter"),
        (SSD1306, "00 fd 12", "no command 0xfd"),
        (SSD1306, "00 20 03", "does not take 0x03"),
        (SSD1306, "00 21 00 7f", "does not work in page addressing mode"),
        (SSD1306, "00 20 00 b0", "works in page addressing mode only"),
        (SSD1306, "00 20 00 00", "works in page addressing mode only"),
        (SSD1306, "00 20 00 21 40 20", "takes 0 to 32, not 64"),
        (SSD1306, "00 20 00 22 00 08", "takes 0 to 7, not 8"),
        (SSD1306, "00 a8 05", "takes 15 to 63"),
        (SSD1306, "00", "without anything after it"),
        (SSD1306, "01 ae", "no control byte"),
        (SSD1306, "80 81 40 00", "data where a parameter of 0x81 was due"),
        (SSD1309, "00 fd 00", "does not take 0x00"),
        (SH1106, "00 21 00 7f", "no command 0x21"),
        (SH1106, "00 b8", "no command 0xb8"),
        (SH1106, "00 ad 00", "does not take 0x00"),
    ],
)
def test_what_makes_no_sense_is_an_error(made: type[Chip], transaction: str, told: str) -> None:
    with pytest.raises(Malformed, match=told):
        made().write(bytes.fromhex(transaction))


def test_three_addressing_modes_go_three_ways() -> None:
    chip = SSD1306(seed=1)
    chip.write(bytes.fromhex("00 20 00 21 05 06 22 01 02"))
    chip.write(b"\x40abcde")
    assert (chip.mode, bytes(chip.ram[133:135] + chip.ram[261:263])) == (HORIZONTAL, b"ebcd")
    chip.write(bytes.fromhex("00 20 01 21 05 06 22 01 02"))
    chip.write(b"\x40abcde")
    assert (chip.mode, bytes(chip.ram[133:135] + chip.ram[261:263])) == (VERTICAL, b"ecbd")
    chip.write(bytes.fromhex("00 20 02 b7 0e 17"))
    chip.write(b"\x40ab")
    chip.write(b"\x40c")
    assert (chip.mode, bytes(chip.ram[-2:])) == (PAGE, b"cb"), "the column goes back to where it began"


def test_an_sh1106_stops_at_its_last_column() -> None:
    chip = SH1106()
    chip.write(bytes.fromhex("00 b7 02 18"))
    chip.write(b"\x40abcd")
    assert chip.ram[-2:] == b"ab"


def test_control_bytes_may_stand_before_every_byte() -> None:
    chip = SSD1306()
    chip.write(bytes.fromhex("80 b1 80 03 80 10 c0 11 40 22 33"))
    assert chip.ram[128 + 3 : 128 + 6] == bytes.fromhex("11 22 33")
    assert chip.commands == [b"\xb1", b"\x03", b"\x10"]


def lit(chip: Chip) -> set[tuple[int, int]]:
    picture = chip.picture()
    return {(x, y) for y in range(64) for x in range(128) if picture[y // 8 * 128 + x] >> y % 8 & 1}


def shown(made: type[Chip], commands: str) -> Chip:
    """A chip with one pixel, column 3 and row 10, after some commands, then lit."""
    chip = made()
    chip.write(bytes.fromhex("00 20 02 8d 14 a1 c8" if made is SSD1306 else "00 a1 c8"))
    chip.write(bytes.fromhex("00" + commands) if commands else b"\x00\xe3")
    offset = made.columns - 128 >> 1
    for page in range(8):
        chip.write(bytes((0, 0xB0 | page, offset, 0x10)))
        row = bytearray(128)
        row[3] = 4 if page == 1 else 0
        chip.write(b"\x40" + row)
    chip.write(b"\x00\xaf")
    return chip


@pytest.mark.parametrize("made", [SSD1306, SH1106])
def test_registers_move_what_is_seen(made: type[Chip]) -> None:
    assert lit(shown(made, "")) == {(3, 10)}
    assert lit(shown(made, "a0")) == {(124, 10)}
    assert lit(shown(made, "c0")) == {(3, 53)}
    assert lit(shown(made, "42")) == {(3, 8)}
    assert lit(shown(made, "a8 27")) == {(3, 34)}
    assert len(lit(shown(made, "a7"))) == 128 * 64 - 1
    assert len(lit(shown(made, "a5"))) == 128 * 64
    assert lit(shown(made, "d3 02")) == {(3, 12)}


def test_mirroring_counts_at_once_on_an_sh1106_and_for_new_data_on_an_ssd1306() -> None:
    for made, seen in ((SSD1306, {(3, 10)}), (SH1106, {(124, 10)})):
        chip = shown(made, "")
        chip.write(b"\x00\xa0")
        assert lit(chip) == seen


def test_a_chip_without_its_pump_a_locked_one_and_wrong_pins_are_found() -> None:
    chip = shown(SSD1306, "")
    chip.write(bytes.fromhex("00 8d 10"))
    assert lit(chip) == set()
    chip = shown(SH1106, "")
    chip.write(bytes.fromhex("00 ad 8a"))
    assert lit(chip) == set()
    locked = SSD1309()
    locked.write(bytes.fromhex("00 fd 16 af"))
    assert locked.read() == 0x43
    locked.write(bytes.fromhex("00 fd 12 af"))
    assert locked.read() == 0x03
    chip = shown(SSD1306, "da 02")
    with pytest.raises(Malformed, match="COM pins"):
        chip.picture()


def test_new_chips_are_dark_and_full_of_noise() -> None:
    assert SSD1306(seed=1).ram != SSD1306(seed=2).ram
    assert (SSD1306().picture(), SSD1306().read(), SH1106().read()) == (bytes(1024), 0x43, 0x48)


def test_wires_count_nine_bits_a_byte_and_break_when_they_are_told() -> None:
    clock = Clock()
    wires, chip = Wires(clock, 100_000), SSD1306()
    socket, began = wires.socket(1, 0x3C, chip), clock.now
    plug = wires.open(1, 0x3C)
    plug.write(b"\x00\xe3")
    assert clock.now - began == pytest.approx(29 / 100_000)
    socket.breaks = 3
    with pytest.raises(OSError, match="Remote"):
        plug.write(b"\x40abcd")
    assert chip.ram[:2] == b"ab"
    socket.soon(1, socket.pull)
    plug.write(b"\x00\xe3")
    with pytest.raises(OSError, match="Remote"):
        plug.read()
    wires.stuck, began = True, clock.now
    with pytest.raises(TimeoutError):
        plug.write(b"\x00\xe3")
    assert clock.now - began == pytest.approx(Wires.TIMEOUT)
