"""What the firmware is told: what the building guide says, line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from klaxon.cli import main
from klaxon.console.profile import Profile, load
from klaxon.console.profile.boot import boot_lines

GUIDE = Path(__file__).parents[2] / "hw" / "README.md"


def lines(name: str) -> tuple[str, ...]:
    profile = load(name)
    assert isinstance(profile, Profile)
    return boot_lines(profile)


def test_the_reference_console_is_told_what_the_guide_says() -> None:
    (block,) = re.findall(r"```\n(dtparam=i2c_arm.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert list(lines("console-4")) == [line.partition("#")[0].strip() for line in block.splitlines()]


def test_every_line_is_free_for_a_console_that_uses_all() -> None:
    assert {"dtparam=spi=off", "enable_uart=0"} <= set(lines("console-4-direct"))


def test_three_expanders_have_three_lines() -> None:
    found = [line for line in lines("console-8") if "klaxon-keys" in line or "gpio=" in line]
    assert found == [
        "gpio=25=ip,pu",
        *(f"dtoverlay=klaxon-keys,addr={address},interrupt=25" for address in ("0x20", "0x21", "0x22")),
    ]


def test_a_small_console_has_no_mux_and_no_expander() -> None:
    assert lines("mini") == (
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        "dtparam=audio=off",
        "dtoverlay=pwm,pin=12,func=4",
    )


@pytest.mark.parametrize("name", ["virtual", "null"])
def test_what_hangs_on_no_pi_needs_nothing(name: str) -> None:
    assert lines(name) == ()


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", "boot", "mini"]) == 0
    assert capsys.readouterr().out.splitlines() == list(lines("mini"))
    assert main(["profile", "boot", "mini", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"] == list(lines("mini"))
    assert main(["profile", "boot", "nowhere.toml"]) == 1
