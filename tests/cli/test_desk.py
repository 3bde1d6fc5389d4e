"""`klaxon desk`: a tournament from the first crew to the standings."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from klaxon.cli import FOUND
from klaxon.cli.desk import main

Desk = Callable[..., str]


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    def run(*words: str, status: int = 0) -> str:
        assert main(["--folder", str(tmp_path), *words]) == status
        said = capsys.readouterr()
        return said.err if status else said.out

    return run


def test_a_tournament_is_played_to_its_standings(desk: Desk) -> None:
    assert "klaxon desk enter" in desk("begin", "Autumn", "--rounds", "2")
    assert desk("enter", "Sharks", "Rays", "Orcas", "Pikes").splitlines()[1] == "  2  Rays"
    assert "at random" in desk("pair")
    desk("result", "1", "red")
    assert "`klaxon desk pair` begins round 2" in desk("result", "2", "blue")
    desk("pair")
    desk("result", "1", "draw")
    assert "`klaxon desk standings` shows who won" in desk("result", "2", "draw")
    lines = [json.loads(line) for line in desk("standings", "--json").splitlines()]
    assert [line["points"] for line in lines] == ["1½", "1½", "½", "½"]
    assert re.match(r"012 Autumn\nXXR 2\nXXC (white|black)1\n001 ", desk("report"))
    assert "round 2 of 2" in desk("list")


def test_crews_are_called_by_name_or_number(desk: Desk) -> None:
    desk("begin", "Autumn")
    desk("enter", "Sharks", "Rays", "Orcas")
    assert "2 crews are here" in desk("leave", "rays")
    assert "3 crews are here" in desk("return", "2")
    assert "There is no crew Whales" in desk("leave", "Whales", status=FOUND)
    desk("keep-apart", "1", "Rays")
    assert "not kept apart" in desk("let-meet", "2", "3", status=FOUND)


def test_what_cannot_be_done_is_said_in_the_language_that_was_asked_for(desk: Desk) -> None:
    assert "klaxon desk begin NAME" in desk(status=FOUND)
    desk("begin", "Autumn")
    assert "Zu wenige" in desk("--language", "de", "pair", status=FOUND) or "zu wenige" in desk(
        "pair", "--language", "de", status=FOUND
    )
    assert "There is no tournament Spring" in desk("round", "--tournament", "Spring", status=FOUND)


def test_no_cell_for_a_spreadsheet_is_a_formula(desk: Desk) -> None:
    desk("begin", "Autumn")
    desk("enter", "=1+1", "Rays, the", '"quoted"')
    rows = list(csv.reader(desk("standings", "--csv").splitlines()))
    assert [row[1] for row in rows] == ["crew", "'=1+1", "Rays, the", '"quoted"']


def test_a_name_that_leads_out_of_the_folder_stays_inside(desk: Desk, tmp_path: Path) -> None:
    desk("begin", "../../outside")
    assert [path.name for path in tmp_path.rglob("*.desk")] == ["outside.desk"]


def test_crews_of_uboot_are_ranked(desk: Desk) -> None:
    desk("begin", "Patrols", "--game", "uboot", "--rounds", "1")
    desk("enter", "Sharks", "Rays")
    desk("pair")
    desk("grade", "Sharks", "b", "7")
    assert "B 7" in desk("round")
    desk("grade", "2", "a", "3")
    assert desk("standings").split()[:2] == ["1", "Rays"] or "Rays" in desk("standings").splitlines()[0]
