"""The Pi without a Pi: the boot lines of every profile, merged into the device tree of every board."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from klaxon import data
from klaxon.console.profile import Profile, read_profile
from klaxon.console.profile.boot import boot_lines
from tests.hw.kit.firmware import BOARDS, TREES, boot, debian_tree
from tests.hw.kit.tree_faults import tree_faults
from tools.hw import files

pytestmark = pytest.mark.skipif(
    not shutil.which("fdtoverlay"), reason="no fdtoverlay here: `tools/setup deploy` installs device-tree-compiler"
)
each_board = pytest.mark.parametrize("board", BOARDS)


@each_board
@pytest.mark.parametrize("name", files.CONSOLES)
def test_the_kernel_finds_every_device_of_a_console(name: str, board: str, tmp_path: Path) -> None:
    profile = files.profile(name)
    assert tree_faults(boot(boot_lines(profile), board, tmp_path), profile) == []


LACKING = 3


@pytest.fixture(scope="module")
def debian() -> Path:
    """The trees of Debian's kernel; where they are being fetched this waits for it."""
    made = subprocess.run([files.ROOT / "tools" / "raspi" / "trees"], capture_output=True, text=True, check=False)
    if made.returncode == LACKING:
        pytest.skip(f"no boot lines were merged into Debian's own trees: {made.stderr.strip()}")
    assert made.returncode == 0, made.stderr
    return Path(made.stdout.strip())


@each_board
def test_the_kernel_finds_every_device_in_the_trees_of_debian_too(board: str, debian: Path, tmp_path: Path) -> None:
    """With the firmware's labels laid over them (trees/debian)."""
    base = debian_tree(board, debian, tmp_path)
    for name in files.CONSOLES:
        profile = files.profile(name)
        assert tree_faults(boot(boot_lines(profile), board, tmp_path, base=base), profile) == [], name


@each_board
def test_the_old_overlay_is_found_out_in_the_trees_of_debian_too(board: str, debian: Path, tmp_path: Path) -> None:
    base = debian_tree(board, debian, tmp_path)
    faults = tree_faults(boot(OLD_LINES, board, tmp_path, ours=OLD, base=base), files.profile("console-8"))
    assert len([fault for fault in faults if fault.startswith("two loads share")]) == 2
    assert sum("is not pulled up" in fault for fault in faults) == 3


OLD = Path(__file__).parent / "trees" / "old"
OLD_LINES = (
    "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
    "dtparam=spi=off",
    "dtparam=audio=off",
    "dtoverlay=pwm,pin=12,func=4",
    "dtoverlay=i2c-mux,pca9548,addr=0x70",
    "dtoverlay=klaxon-keys,addr=0x20,interrupt=25",
    "dtoverlay=klaxon-keys,addr=0x21,interrupt=25",
    "dtoverlay=klaxon-keys,addr=0x22,interrupt=25",
    "enable_uart=0",
)


@each_board
def test_the_overlay_that_lost_two_of_three_expanders_is_found_out(board: str, tmp_path: Path) -> None:
    """What was shipped until the merge was tried: a node of a fixed name for the pin, and one pin for three chips."""
    faults = tree_faults(boot(OLD_LINES, board, tmp_path, ours=OLD), files.profile("console-8"))
    gpio = "/rp1/gpio@d0000" if board == "5" else "/soc/gpio@7e200000"
    assert faults.count(f"two loads share {gpio}/klaxon_keys_pin") == 2
    assert sum("is not pulled up" in fault for fault in faults) == 3
    dangling = [fault for fault in faults if "pinctrl-0: no node has phandle" in fault]
    claimed = [fault for fault in faults if fault.startswith("pin 25:")]
    assert len(dangling) == 2 or len(claimed) == 3, "a newer libfdt keeps the phandles; then one pin has three owners"


def changed(name: str, *changes: tuple[str, str]) -> Profile:
    """Return a shipped profile with something else in it."""
    text = data.read("profiles", name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    found = read_profile(text)
    assert isinstance(found, Profile), found
    return found


@each_board
def test_the_other_chip_has_its_interrupt_too(board: str, tmp_path: Path) -> None:
    profile = changed("console-4", ('chip = "mcp23017"', 'chip = "pca9555"'))
    assert tree_faults(boot(boot_lines(profile), board, tmp_path), profile) == []


SECOND_BUS = '[[bus]]\nname = "second"\nnumber = 3\nspeed_hz = 400_000\nlines = [4, 5]\n\n[[expander]]'


@pytest.mark.parametrize("board", ["4", "5"])
@pytest.mark.parametrize("chip", ["mcp23017", "pca9555"])
def test_an_expander_may_be_on_another_bus(chip: str, board: str, tmp_path: Path) -> None:
    profile = changed(
        "console-4",
        ("a = 5, b = 6", "a = 18, b = 19"),
        ("\nreset = 4  #", "\n#"),
        ("address = 0x70\nreset = 4", "address = 0x70\nreset = 11"),
        ("interrupt = 25\nreset = 4", "interrupt = 25\nreset = 11"),
        ("[[expander]]", SECOND_BUS),
        ('chip = "mcp23017"\nbus = "main"', f'chip = "{chip}"\nbus = "second"'),
    )
    assert tree_faults(boot(boot_lines(profile), board, tmp_path), profile) == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("dtparam=spi=on", "it is a line of the profile"),
        ("dtparam=i2c_arm=off", "bus main is not switched on"),
        ("gpio=25=ip,pd", "is not pulled up"),
        ("dtoverlay=pwm,pin=17,func=4", "pin 17"),
    ],
)
def test_a_line_that_spoils_a_console_is_noticed(line: str, fault: str, tmp_path: Path) -> None:
    profile = files.profile("console-8")
    lines = (*boot_lines(profile), line)
    assert any(fault in each for each in tree_faults(boot(lines, "4", tmp_path), profile))


def test_trees_of_ours_say_what_they_stand_for() -> None:
    assert {path.stem for path in TREES.glob("*.dts")} == set(BOARDS)
