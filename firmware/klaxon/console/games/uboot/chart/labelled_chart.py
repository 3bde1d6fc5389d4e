"""U-BOOT beside the panel: the plot of contacts while there are any, else the strategic chart, as data for a page.

Both are made from the open board, which every role of the boat may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.games.uboot.chart.plot import CIRCLE, MILE, SCALES
from klaxon.console.games.uboot.glass.notes import chosen_contact
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.content.charts import SIDE, SeaChart
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.chart import place_in_grid

REACH = 100
"""Parts of the outer ring in which ranges are given."""
ACROSS, DOWN = 25, 19
"""The cells of the strategic chart that are shown, round the boat."""
SIGNS = {"land": "#", "coast": "c", "shelf": "s"}
"""Water -> its sign; deep water is a dot, what lies beyond the chart a blank."""

Data = Mapping[str, Any]


def plot(scene: Scene) -> Data:
    """Return the contacts round the boat as they were last reported."""
    contacts, say = scene.view.board.waters.contacts, scene.phrases.say
    ranges = [int(fields["range"]) for contact in contacts if "range" in (fields := dict(contact.fields))]
    miles = next((miles for miles in SCALES if miles * MILE >= max(ranges, default=0)), SCALES[-1])
    marks = [_mark(scene, contact, miles) for contact in contacts]
    return {
        "kind": "plot",
        "course": scene.view.heading,
        "ring": [say("chart.uboot.range", miles=_half(miles)), say("chart.uboot.range", miles=str(miles))],
        "marks": marks,
        "spoken": ". ".join(mark["spoken"] for mark in marks),
    }


def _half(miles: int) -> str:
    return f"{miles // 2}.5" if miles % 2 else str(miles // 2)


def _mark(scene: Scene, contact: Contact, miles: int) -> Data:
    fields = dict(contact.fields)
    metres, course = fields.get("range"), fields.get("course")
    kind = scene.phrases.value(contact.klass or contact.kind)
    return {
        "name": contact.name,
        "bearing": (scene.view.heading + int(fields.get("bearing", 0))) % CIRCLE,
        "range": None if metres is None else min(REACH, int(metres) * REACH // (miles * MILE)),
        "course": None if course is None else int(course),
        "chosen": contact.name == chosen_contact(scene),
        "spoken": f"{contact.name} {kind}",
    }


def strategic_chart(scene: Scene) -> Data | None:
    """Return the cells round the boat with the names of their blocks; None where the mission has no chart."""
    board = scene.view.board
    chart: SeaChart = board.handbook.library.chart
    found = place_in_grid(chart, board.boat.cell)
    if found is None:
        return None
    left, top = found[0] - ACROSS // 2, found[1] - DOWN // 2
    return {
        "kind": "cells",
        "rows": [
            "".join([_sign(chart, (column, row)) for column in range(left, left + ACROSS)])
            for row in range(top, top + DOWN)
        ],
        "side": SIDE,
        "blocks": [
            [block.id, block.column - left, block.row - top]
            for block in chart.blocks.values()
            if -SIDE < block.column - left < ACROSS and -SIDE < block.row - top < DOWN
        ],
        "boat": [found[0] - left, found[1] - top],
        "course": scene.view.heading,
        "name": board.boat.cell,
        "spoken": scene.phrases.say("chart.uboot.own", cell=board.boat.cell, course=f"{scene.view.heading:03}"),
    }


def _sign(chart: SeaChart, place: tuple[int, int]) -> str:
    cell = chart.cells.get(place)
    return SIGNS.get(cell[1], ".") if cell else " "


def chart(scene: Scene) -> Data | None:
    """Return the plot if there is a contact, else the strategic chart."""
    return plot(scene) if scene.view.board.waters.contacts else strategic_chart(scene)
