"""Cells, waters and courses on the chart: the examples of UBT-3.17c, and the instant at which a cell is left."""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.charts import SeaChart
from klaxon.rules.uboot.sea.chart import (
    CELL,
    DEPTHS,
    CellChange,
    cell_at,
    grid_at,
    latitude_at,
    leave_cell,
    place_in_grid,
    place_of,
    plot,
    water_at,
)
from klaxon.rules.uboot.sea.legs import SeaLeg
from tests.rules.uboot.kit.boat import BOX
from tests.rules.uboot.kit.marks import allows, refuses


def chart(name: str = "atlantic") -> SeaChart:
    found = read_box(BOX)
    assert isinstance(found, Box)
    return found.charts[name]


@allows("3.17b")
def test_cells_are_read_like_a_book_and_af_is_east_of_ae() -> None:
    assert [place_in_grid(chart(), cell) for cell in ("AD11", "AD12", "AD14", "AD21", "AD41", "AD99")] == [
        *((0, 0), (1, 0), (0, 1), (3, 0), (0, 3), (8, 8))
    ]
    assert place_in_grid(chart(), "AF11") == (18, 0)
    east, west = place_of(chart(), "AF47"), place_of(chart(), "AE69")
    assert (east[0] - west[0], east[1] - west[1]) == (CELL, 0)
    assert all(cell_at(chart(), *place_of(chart(), name)) == name for name, _ in chart().cells.values())


@refuses("3.17b")
def test_no_other_name_is_a_cell() -> None:
    for name in ("ZZ11", "AE01", "AE10", "AE1", "AE111", "AE1a", ""):
        assert place_in_grid(chart(), name) is None
    assert place_in_grid(chart("north_sea"), "BF61") is None
    with pytest.raises(KeyError):
        place_of(chart(), "ZZ11")


@allows("3.17c")
@allows("3.17a")
def test_the_examples_of_the_printed_rules() -> None:
    laid = plot(chart("north_sea"), "AF76", "AE69")
    assert laid is not None
    assert laid == (3037, 36, 2596, 153, 342)
    near, far = plot(chart(), "AE67", "AE69"), plot(chart(), "AE67", "AF57")
    assert near is not None
    assert far is not None
    assert (near.cells, near.hours_surfaced, near.course) == (20, 85, 900)
    assert (far.cells, far.nm, far.hours_surfaced, far.hours_submerged) == (60, 4320, 254, 568)
    back = plot(chart(), "AF57", "AE67")
    assert back == far._replace(course=2700)


@refuses("3.17c")
@refuses("3.17a")
def test_no_course_is_laid_off_the_chart() -> None:
    assert plot(chart("north_sea"), "AE67", "BF61") is None
    assert plot(chart(), "XX11", "BF61") is None
    assert plot(chart(), "BF61", "BF61") == (0, 0, 0, 0, 0)


def test_a_cell_is_land_coast_shelf_or_deep() -> None:
    found = {water_at(chart(), *place_of(chart(), cell)): cell for cell in ("AN97", "BF61", "AN19", "AM12")}
    assert found == {"land": "AN97", "coast": "BF61", "shelf": "AN19", "deep": "AM12"}
    assert [DEPTHS[water] for water in ("land", "coast", "shelf", "deep")] == [0, 60, 120, 3000]
    assert len(chart().cells) == 11 * 81
    assert len(chart("north_sea").cells) == 4 * 81


def test_beyond_the_chart_is_no_water() -> None:
    east, north = place_of(chart("north_sea"), "AE11")
    for x, y in ((east - CELL, north), (east, north + CELL)):
        assert water_at(chart("north_sea"), x, y) is None
        assert cell_at(chart("north_sea"), x, y) is None
    assert water_at(chart(), east - CELL, north) == "deep"


def test_rows_of_blocks_have_their_latitude() -> None:
    latitudes = [latitude_at(place_of(chart(), cell)[1]) for cell in ("AD11", "AD99", "AM11", "AM99", "BF11", "BF99")]
    assert latitudes == [64, 64, 56, 56, 48, 48]
    assert (latitude_at(CELL), latitude_at(-99 * CELL)) == (64, 48)


@pytest.mark.parametrize(
    ("vx", "vy", "to"),
    [(7, 3, (1, 0)), (-7, 3, (-1, 0)), (3, 7, (0, -1)), (3, -7, (0, 1)), (1000, 0, (1, 0)), (0, -1000, (0, 1))],
)
def test_a_leg_leaves_its_cell_at_the_first_millisecond_beyond_it(vx: int, vy: int, to: tuple[int, int]) -> None:
    leg = SeaLeg(5_000, CELL // 2 + 1, -CELL // 2 - 3, vx, vy)
    for game in (5_000, 777_777):
        left = leave_cell(leg, game)
        assert left is not None
        assert left[1:] == to
        assert grid_at(*leg.place(left.game)) == to
        assert grid_at(*leg.place(left.game - 1)) == (0, 0)


def test_a_leg_that_goes_on_leaves_the_next_cell_later_and_one_at_rest_none() -> None:
    leg = SeaLeg(0, CELL // 2, -CELL // 2, 1000, 0)
    first = leave_cell(leg, 0)
    assert first == CellChange(CELL // 2, 1, 0)
    assert leave_cell(leg, first.game) == CellChange(CELL // 2 + CELL, 2, 0)
    assert leave_cell(leg._replace(vx=0), 0) is None
    assert leave_cell(SeaLeg(0, 0, 0, -1, 1), 0) == CellChange(1, -1, 0)
    assert leave_cell(SeaLeg(0, 0, 0, 0, 1), 0) == CellChange(1000, 0, -1)
