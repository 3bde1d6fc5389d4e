"""An attack of U-BOOT worked at real stations by dial and keys, from what the panels say in words alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from klaxon.console.profile import virtual
from tests.console.kit.playing import at_the_console, story
from tests.console.kit.servicing import built
from tests.console.kit.uboot_attacker import Attacker, angle_on_bow
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR
from tests.rules.uboot.kit.attack import AT_POSTS, target
from tests.rules.uboot.kit.boat import mission

SUBMERGED = {"surfaced": False, "depth": 10, "course": 290, "figures": AT_POSTS, "weather": "clear", "sea": 2}
CERTAIN: dict[str, Any] = {
    **dict.fromkeys(("duds", "pistol_angle", "torpedo_depth", "events", "wear"), "off"),
    "patience": "0",
}
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


@story
async def test_course_keys_turn_pages_and_are_the_dial_where_a_page_says_nothing_else() -> None:
    async with at_the_console(game="uboot", crews="all", fittings=virtual()[:4]) as play:
        await play.run(5)
        await play.press(CAPTAIN, "back")
        first = play.panel(CAPTAIN).text
        await play.press(CAPTAIN, "east")
        second = play.panel(CAPTAIN).text
        assert second != first
        await play.press(CAPTAIN, "west")
        assert play.panel(CAPTAIN).text == first
        await play.turn(CAPTAIN, 1)
        turned = play.panel(CAPTAIN).text
        await play.press(CAPTAIN, "north")
        assert play.panel(CAPTAIN).text == first
        await play.press(CAPTAIN, "south")
        assert play.panel(CAPTAIN).text == turned != first


@pytest.mark.parametrize("console", ["console-4", "mini"])
@story
async def test_a_freighter_is_sunk_from_words_alone(console: str, tmp_path: Path) -> None:
    path = tmp_path / "attack.json"
    path.write_text(mission(SHIPS=[target(range_m=1500)], **SUBMERGED), "utf-8")
    async with at_the_console(game="uboot", crews="all", fittings=built(console), mission=str(path), **CERTAIN) as play:
        await play.run(5)
        hand = Attacker(play)
        await hand.order(f"{FIRST} begin", f"{CAPTAIN} periscope", f"{CAPTAIN} assign circle")
        await hand.order(f"{CAPTAIN} tdc c1", f"{CAPTAIN} assign square")
        await hand.go_to("tube 3: G7e dry")
        await hand.choose_tubes(3, 4)
        assert hand.bottom == "flood 3 4"
        await hand.ok()
        await hand.name_men()
        angle = await measure(hand)
        await hand.find("c1")
        assert hand.bottom.startswith("to TDC")
        await hand.ok()
        await hand.set_value("AoB", angle)
        await hand.set_value("torpedo", 30, 10)
        await hand.set_value("spread", 2)
        await hand.ok()
        assert hand.bottom == "FIRE 3 4"
        assert play.is_grave(CAPTAIN), "OK is held for it"
        await hand.ok()
        await hand.name_men()
        await play.run(3)
        for seat in (CAPTAIN, FIRST, NAVIGATOR, ENGINEER):
            assert "torpedoes: 2" in play.panel(seat).text
        await play.run(110)
        for seat in (CAPTAIN, FIRST, NAVIGATOR, ENGINEER):
            assert "HIT c1" in play.panel(seat).text
        rung = [call for _, call in play.bell]
        assert rung.count("torpedo-away") == 2
        assert "torpedo-hit" in rung
