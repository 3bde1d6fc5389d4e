"""What is read out instead of seen: the panels of Captain Sonar in words."""

from __future__ import annotations

from tests.console.kit.playing import SPLIT_START, at_the_console, story


@story
async def test_the_engineer_hears_kind_circuit_and_state_of_each_symbol_that_counts() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.play_orders("red.captain course south", "red.xo charge torpedo")
        lines = play.panel("red.engineer").lines
        assert "West" in lines, "nothing is crossed there, and nothing may be"
        south = next(line for line in lines if line.startswith("South"))
        assert south.startswith(
            "South: >s1 detection, circuit 3; s2 silence, circuit 3; s3 weapon, circuit 3; s4 weapon"
        )
        await play.play_orders("red.engineer break s3")
        assert "South: ✗s3 weapon, circuit 3, crossed" in play.panel("red.engineer").lines


@story
async def test_the_radio_operator_hears_whether_the_track_fits() -> None:
    async with at_the_console(first="blue") as play:
        await play.play_orders(
            "red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive"
        )
        await play.play_orders("blue.captain course north")
        await play.run(1)
        assert not any("the track fits" in line or "leaves the sea" in line for line in play.panel("red.radio").lines)
        heard = set()
        for _ in range(12):
            await play.turn("red.radio", 1)
            heard |= {line for line in play.panel("red.radio").lines if "the track fits" in line or "leaves" in line}
        assert "the track fits the sea" in heard
        assert any(line.startswith("the track leaves the sea: ") for line in heard)
