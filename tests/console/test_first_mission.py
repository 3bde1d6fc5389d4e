"""The first missions, walked by what the panels say and nothing else."""

from __future__ import annotations

import pytest

from klaxon import data
from klaxon.console.guide.guides import guide_for
from klaxon.crew.sonar.first_mission import CHART
from klaxon.crew.steam.first_mission import TARGET_SET
from klaxon.rules.contract import Seat
from klaxon.rules.sonar.chart import Chart, read_chart
from tests.console.kit.missions import DOCUMENT, MISSIONS, SEATS, table, walk, written
from tests.console.kit.playing import at_the_console, story

SAID = {
    "sonar": (
        "Dive",
        "Sail south",
        "first officer charges",
        "SURFACED",
        "torpedo is full",
        "HIT",
        "Surface:",
        "We are up",
    ),
    "steam": ("breathe", "manoeuvre", "A gun needs a man", "He fires!", "Wake the crew", "HIT", "One point left"),
}


@pytest.mark.parametrize("game", MISSIONS)
def test_the_document_shows_what_newcomers_read(game: str) -> None:
    @story
    async def play() -> None:
        walked = await walk(game)
        assert walked.winner == "red"
        captain = " ".join(walked.cards(SEATS[game][0]))
        for said in SAID[game]:
            assert said in captain, said
        for seat in SEATS[game][1:]:
            assert len(walked.cards(seat)) >= 6, f"{seat} learns its own work"
        text = DOCUMENT.read_text()
        assert text == written(text, {game: table(walked)}), "python -m tests.console.kit.missions writes it anew"

    play()


@pytest.mark.parametrize(
    ("game", "crews", "profile", "seed"),
    [
        ("sonar", "one none", "mini", "11"),
        ("sonar", "captain none", "console-4", "12"),
        ("sonar", "all none", "console-4", "13"),
        ("steam", "all none", "mini", "11"),
        ("steam", "one none", "console-8", "12"),
    ],
)
@story
async def test_newcomers_win_whoever_sits_where(game: str, crews: str, profile: str, seed: str) -> None:
    assert (await walk(game, crews=crews, profile=profile, seed=seed)).winner == "red"


def test_everybody_knows_the_missions_by_the_same_name() -> None:
    chart = read_chart(data.read("charts", "first-mission", "turns"))
    assert isinstance(chart, Chart)
    assert chart.name == CHART
    assert f'"{TARGET_SET}"' in data.read("cards", "first-mission")
    assert guide_for("sonar", {"chart": {"name": CHART}, "boat": "red"}) is not None
    assert guide_for("sonar", {"chart": {"name": CHART}, "boat": "blue"}) is None, "the target is nobody's lesson"
    assert guide_for("steam", {"deck": {"sets": {TARGET_SET: ["central_post"]}}, "boat": "red"}) is not None


@story
async def test_who_sails_elsewhere_is_not_stuck() -> None:
    async with at_the_console(crews="all none", **MISSIONS["sonar"]) as play:
        await play.run(2)
        await play.press("red.captain", "ok")
        await play.give("red.captain start C6")
        await play.run(5)
        await play.press("red.captain", "ok")
        await play.give("red.captain dive")
        await play.run(5)
        await play.press("red.captain", "ok")
        await play.give("red.captain course east")
        await play.run(1)
        assert "Now the crew" in play.panel("red.captain").text
        assert play.page("red.captain").guides.of(Seat("red.captain")) is not None
