"""The labelled chart in a real browser: seen beside the panel, and pointed at by mouse and finger."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import FloatRect, Locator, expect

from tests.web.kit.browser import DESK, PHONE, Player, Screen, Theatre
from tests.web.kit.stand import Stand

SEA: dict[str, Any] = {
    "kind": "chart",
    "rows": ["." * 10] * 4 + ["....##...."] + ["." * 10] * 5,
    "edge": 5,
    "columns": "ABCDEFGHIJ",
    "boats": {"red": {"at": "D3", "route": ["C3", "D3"], "mines": ["A1"]}},
    "names": {"red": "Red"},
    "blasts": [],
    "level": [1, 4, "damage"],
    "cursor": "",
    "aims": {"D4": ["course", "south"], "E3": ["course", "east"]},
    "spoken": "our boat is at D3",
}
CELLS: dict[str, Any] = {
    "kind": "cells",
    "rows": ["." * 24] * 18,
    "side": 9,
    "blocks": [["AM", 0, 0]],
    "boat": [3, 3],
    "course": 90,
    "name": "AM12",
    "spoken": "our boat is in AM12",
}
CONVOY = [(20, 35), (28, 30), (36, 50), (24, 31), (60, 40)]
"""Where its ships lie, in degrees and in hundredths of the plot's reach."""
PLOT: dict[str, Any] = {
    "kind": "plot",
    "course": 90,
    "ring": ["1 nm", "2 nm"],
    "marks": [
        {"name": f"c{n}", "bearing": bearing, "range": far, "course": 180, "chosen": n == 1, "spoken": f"c{n}"}
        for n, (bearing, far) in enumerate(CONVOY, 1)
    ],
    "spoken": "five contacts",
}
BOARD: dict[str, Any] = {
    "kind": "board",
    "groups": [
        {
            "name": "West",
            "lit": True,
            "symbols": [
                {"name": "w1", "kind": "weapons", "circuit": 1, "crossed": True, "spoken": "weapons 1, crossed"},
                {"name": "w2", "kind": "special", "circuit": 1, "crossed": False, "spoken": "silence 2"},
            ],
        }
    ],
    "cursor": "w2",
    "aims": {"w2": ["w2"]},
}


def sea(stand: Stand, station: str, **facts: Any) -> None:
    stand.chart(station, **{**SEA, **facts})


def drawn(screen: Screen) -> Locator:
    return screen.tab.get_by_role("complementary", name="Chart")


async def spot(screen: Screen, column: int, row: int) -> tuple[float, float]:
    """Where the middle of a cell is on the screen, counted from the letters and numbers round the chart."""
    box = await drawn(screen).locator(".rim").bounding_box()
    assert box
    return box["x"] + box["width"] * (column + 0.5) / 10, box["y"] + box["height"] * (row + 0.5) / 10


def test_the_chart_of_the_chosen_station_has_letters_numbers_and_sectors(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        sea(theatre.stand, "red-1")
        screen = await theatre.screen()
        await expect(drawn(screen).get_by_role("img", name="our boat is at D3")).to_be_visible()
        words = await drawn(screen).locator("text").all_text_contents()
        assert words[:4] == ["1", "2", "3", "4"], "sectors"
        assert "".join(words[4:14]) == "ABCDEFGHIJ"
        assert words[14:24] == [str(row) for row in range(1, 11)]
        await expect(drawn(screen).get_by_role("img", name="damage 1/4")).to_be_visible()
        await screen.tab.keyboard.press("2")
        await expect(drawn(screen)).to_be_hidden()

    player.play(story)


def test_a_click_aims_and_a_miss_by_less_than_a_cell_does_too(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        sea(theatre.stand, "red-1")
        screen = await theatre.screen("red-1", viewport=DESK)
        await screen.tab.mouse.click(*await spot(screen, 3, 3))
        await screen.moved("red-1 aim course south")
        await screen.tab.mouse.click(*await spot(screen, 5, 2))
        await screen.moved("red-1 aim course east")
        await screen.tab.mouse.click(*await spot(screen, 8, 8))
        await screen.moved()

    player.play(story)


def test_arrows_go_over_the_chart_where_the_dial_chooses_a_point(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        sea(theatre.stand, "red-1", cursor="D4", aims={"D4": ["D4"], "E4": ["E4"]})
        screen = await theatre.screen("red-1", viewport=DESK)
        await expect(drawn(screen).locator(".cursor")).to_have_count(1)
        await screen.tab.keyboard.press("ArrowUp")
        await screen.moved("red-1 north down", "red-1 north up")
        await screen.tab.keyboard.press("ArrowRight")
        await screen.moved("red-1 east down", "red-1 east up")
        sea(theatre.stand, "red-1", cursor="E3")
        await expect(drawn(screen).locator(".may-aim")).to_have_count(2)
        sea(theatre.stand, "red-1", aims={"E3": ["course", "east"]})
        await expect(drawn(screen).locator(".may-aim")).to_have_count(1)
        await screen.tab.keyboard.press("ArrowUp")
        await screen.moved("red-1 0 -1")

    player.play(story)


def test_a_hit_shakes_the_chart(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        sea(theatre.stand, "red-1", level=[0, 4, "damage"])
        screen = await theatre.screen("red-1", viewport=DESK)
        await expect(drawn(screen).locator(".sheet.hit")).to_have_count(0)
        sea(theatre.stand, "red-1", level=[1, 4, "damage"])
        await expect(drawn(screen).locator(".sheet.hit")).to_have_count(1)

    player.play(story)


def test_the_chart_follows_what_changes_and_can_be_put_away(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        sea(theatre.stand, "red-1")
        screen = await theatre.screen("red-1")
        await expect(drawn(screen).locator(".cursor")).to_have_count(0)
        sea(theatre.stand, "red-1", cursor="E3", blasts=["B2"])
        await expect(drawn(screen).locator(".cursor")).to_have_count(1)
        await expect(drawn(screen).locator(".shock")).to_have_count(2)
        await screen.tab.keyboard.press("k")
        await expect(drawn(screen)).to_be_hidden()
        await screen.tab.reload()
        await screen.is_open()
        await expect(screen.tab.get_by_role("button", name="Show the chart")).to_be_visible()
        await expect(drawn(screen)).to_be_hidden()

    player.play(story)


def test_a_finger_aims_on_a_phone_and_everything_is_in_view(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        sea(theatre.stand, "red-1")
        screen = await theatre.screen("red-1", viewport=PHONE, has_touch=True, is_mobile=True)
        await screen.tab.touchscreen.tap(*await spot(screen, 4, 2))
        await screen.moved("red-1 aim course east")
        for part in (drawn(screen), screen.key("red-1", "ok"), screen.key("red-1", "back")):
            await expect(part).to_be_in_viewport(ratio=1)
        await screen.tab.set_viewport_size({"width": 390, "height": 664})  # a phone whose browser shows its bars
        for part in (screen.key("red-1", "ok"), screen.key("red-1", "back")):
            await expect(part).to_be_in_viewport(ratio=1)

    player.play(story)


def test_a_chart_that_is_wider_than_high_stays_in_its_frame_on_a_phone(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.chart("red-1", **CELLS)
        screen = await theatre.screen("red-1", viewport=PHONE, has_touch=True, is_mobile=True)
        chart, frame = drawn(screen).locator(".chart"), drawn(screen).locator(".sheet")
        await expect(chart).to_be_in_viewport(ratio=1)
        inner, outer = await chart.bounding_box(), await frame.bounding_box()
        assert inner
        assert outer
        assert outer["x"] <= inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]

    player.play(story)


def test_names_of_ships_that_lie_close_together_do_not_lie_over_each_other(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.chart("red-1", **PLOT)
        screen = await theatre.screen()
        names = drawn(screen).locator(".plot > text", has_text="c")
        await expect(names).to_have_count(len(CONVOY))
        squares = drawn(screen).locator(".contact rect")
        everything = [*await names.all(), *await squares.all()]
        shown = [box for each in everything if (box := await each.bounding_box())]
        assert len(shown) == 2 * len(CONVOY)
        for place, one in enumerate(shown[: len(CONVOY)]):
            for other in shown[place + 1 :]:
                assert not is_over(one, other), (one, other)

    player.play(story)


def is_over(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes overlap by more than the empty rim of letters."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > one["width"] / 4 and down > one["height"] / 4


def test_an_engineer_taps_a_symbol(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.chart("red-3", **BOARD)
        screen = await theatre.screen("red-3", viewport=PHONE, has_touch=True, is_mobile=True)
        await expect(drawn(screen).get_by_role("button", name="weapons 1, crossed")).to_be_disabled()
        await drawn(screen).get_by_role("button", name="silence 2").tap()
        await screen.moved("red-3 aim w2")

    player.play(story)
