"""An attack of U-BOOT worked at real stations by dial and keys, from what the panels say in words alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.console.kit.playing import Playing, at_the_console, story
from tests.console.kit.servicing import built
from tests.console.kit.uboot_attacker import Attacker, angle_on_bow
from tests.console.kit.uboot_scenes import CAPTAIN
from tests.rules.uboot.kit.attack import AT_POSTS, target
from tests.rules.uboot.kit.boat import mission

SUBMERGED = {"surfaced": False, "depth": 10, "course": 290, "figures": AT_POSTS, "weather": "clear", "sea": 2}
CERTAIN = {"duds": "off", "pistol_angle": "off", "torpedo_depth": "off", "events": "off", "wear": "off", "patience": "0"}
"""Rules of a game in which what is aimed well hits and works."""


async def measure(hand: Attacker) -> int:
    """Find the ship, recognise it, and measure range and speed; return the angle on its bow."""
    await hand.find("c1")
    first, end, _ = hand.ship("c1")
    assert "coming, bow right" in hand.text
    length, _ = await hand.recognise("c1")
    metres = await hand.measure_range("c1")
    await hand.measure_speed("c1", to_right=True)
    return angle_on_bow(length, end - first, metres)


@pytest.mark.parametrize("console", ["console-4", "mini"])
@story
async def test_a_freighter_is_attacked_from_words_alone(console: str, tmp_path: Path) -> None:
    path = tmp_path / "attack.json"
    path.write_text(mission(SHIPS=[target()], **SUBMERGED), "utf-8")
    async with at_the_console(
        game="uboot", crews="all", fittings=built(console), mission=str(path), **CERTAIN
    ) as play:
        await play.run(5)
        await play.play_orders("uboot.first_officer begin", "uboot.captain periscope", "uboot.captain assign circle")
        hand = Attacker(play)
        angle = await measure(hand)
        await hand.order("uboot.captain tdc c1", "uboot.captain assign square")
        await hand.find("c1")
        assert hand.bottom.startswith("to TDC")
        await play.press(CAPTAIN, "ok")
        await hand.set_value("AoB", angle)
        print(hand.text)
