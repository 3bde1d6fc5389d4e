"""`klaxon soak`: hours of play on a console of models, what is sampled of it, and the verdict."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from klaxon.cli import FOUND, MISUSED, main
from klaxon.cli import soak as command
from klaxon.cli.plot import soak_drawing
from klaxon.cli.robots import PanelMoment
from klaxon.cli.soak import faults, hour, run
from klaxon.cli.soak.faults import FAULTS, mend, plan_faults
from klaxon.cli.soak.hour import Recorded, SoakGame, busiest
from klaxon.cli.soak.run import RECOVERY, journal_difference
from klaxon.cli.soak.stage import Stage
from klaxon.console.devices import Call, Note, Picture
from klaxon.console.profile import Profile, load
from klaxon.crew import crew_of
from klaxon.hal.pi.panels.worker import Worker
from klaxon.table.disk.journal import Journal
from klaxon.table.disk.scribe import JournalScribe
from klaxon.table.disk.shelf import Shelf
from klaxon.table.fake_time import PatientLoop, travel
from tests.cli.kit.soak_series import found_in, series

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

SHORT = ["soak", "--hours", "0.02", "--hour", "sonar:1", "--profile", "console-4", "--json"]
BRIEF = ["--calm", "--hours", "0.01"]
"""As long as two games."""


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game of Captain Sonar end after two turns."""
    monkeypatch.setattr(
        hour, "crew_of", lambda game: replace(crew_of(game), limits={"limit": "2"} if game == "sonar" else {})
    )


# The hour


def test_the_busiest_hour_has_the_liveliest_games_of_all_kinds_by_turns() -> None:
    games = [Recorded(SoakGame("sonar", str(n)), 20.0, 10 * n, 100) for n in range(1, 5)]
    games += [Recorded(SoakGame("steam", "1"), 10.0, 50, 100)]
    assert [str(each.sitting) for each in busiest(games)] == ["steam:1", "sonar:4", "sonar:3", "sonar:2"]
    assert busiest(games[:2]) == [games[1], games[0]], "too few to fill it"


def test_recording_counts_touches_and_pictures_that_differ(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dark, lit = Picture(8, 8, bytes(8)), Picture(8, 8, bytes([255] * 8))
    seen = [
        PanelMoment(at, "red-1", picture) for at, picture in ((0, dark), (6, None), (7, lit), (9, lit), (60.0, dark))
    ]
    monkeypatch.setattr(hour, "moments", lambda *_, **__: seen)
    assert main(["soak", "--record", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["hour"] == "sonar:1,steam:1,uboot:1"
    assert [(each["touches"], each["frames"], each["minutes"]) for each in told["games"]] == [(1, 3, 1.0)] * 3
    assert main(["soak", "--record", "1"]) == 0
    assert "--hour sonar:1,steam:1,uboot:1\n" in capsys.readouterr().out


def test_the_hour_that_is_shipped_can_be_read() -> None:
    games = hour.read_hour(command.HOUR)
    assert {sitting.game for sitting in games} == {"sonar", "steam"}


# Faults


def test_an_hour_has_every_fault_twice_and_the_same_seed_means_the_same_hour() -> None:
    plan = plan_faults("1")
    assert Counter(name for _, name in plan) == dict.fromkeys(FAULTS, 2)
    assert all(a < b for (a, _), (b, _) in pairwise(plan))
    assert 0 <= plan[0][0] <= plan[-1][0] < faults.HOUR
    assert plan_faults("1") == plan != plan_faults("2")


SILENT = {"noise on lines", "edges missed", "queue overflow", "key stuck", "dial dead", "disk slow", "disk full"}
"""Faults after which no device is anything but ready: what they disturb is judged elsewhere."""


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_disturbs_the_console_and_it_recovers(name: str, tmp_path: Path) -> None:
    async def story() -> tuple[bool, list[str]]:
        stage = Stage(_profile("console-4"), tmp_path, "1")
        async with stage.run_console():
            await asyncio.sleep(10)
            assert stage.calm
            disturbed = False
            trouble = asyncio.create_task(_await(FAULTS[name](stage, Random(1))))
            for _ in range(60):
                await asyncio.sleep(0.2)
                for bell in stage.hardware.bells.values():
                    bell.ring(Call("strike", (Note(2000, 50),)))
                disturbed = disturbed or not stage.calm
            await trouble
            await asyncio.sleep(RECOVERY)
            return disturbed, stage.wrong()

    disturbed, wrong = travel(story, PatientLoop())
    assert disturbed == (name not in SILENT)
    assert wrong == []


def _profile(name: str) -> Profile:
    profile = load(name)
    assert isinstance(profile, Profile)
    return profile


async def _await(work: Any) -> None:
    await work


def test_what_a_fault_has_left_is_mended(tmp_path: Path) -> None:
    async def story() -> list[str]:
        stage = Stage(_profile("console-4"), tmp_path, "1")
        async with stage.run_console():
            await asyncio.sleep(10)
            for name, fault in FAULTS.items():
                task = asyncio.create_task(_await(fault(stage, Random(1))), name=name)
                await asyncio.sleep(0.01)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            full = [stage.disk.full]
            mend(stage)
            assert [*full, stage.disk.full] == [True, False]
            await asyncio.sleep(RECOVERY)
            return stage.wrong()

    assert travel(story, PatientLoop()) == []


# The command


def soaked(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, Any]:
    assert main([*SHORT, *arguments]) == status
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def rules_of(told: dict[str, Any]) -> dict[str, bool | None]:
    return {rule["name"]: rule["kept"] for rule in told["rules"]}


def test_a_short_soak_plays_samples_and_judges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn, kept = tmp_path / "soak.svg", tmp_path / "games"
    told = soaked(capsys, "--plot", str(drawn), "--folder", str(kept))
    assert told["games"]["sonar"] > 1
    assert told["orders"] > 10
    assert told["faults"]
    assert rules_of(told)["threads"] is rules_of(told)["descriptors"] is rules_of(told)["journals"] is True
    assert rules_of(told)["recovery"] is True
    states = Counter(one["state"] for one in told["samples"])
    assert states == {"play": 1, "lobby": told["games"]["sonar"]}
    last = told["samples"][-1]
    assert last["journal"] == sum(path.stat().st_size for path in kept.iterdir())
    assert last["touches"] <= last["frames"]
    assert len([*kept.glob("*.klaxon")]) == told["games"]["sonar"]
    (minute,) = (one for one in told["samples"] if one["state"] == "play")
    assert 0 < minute["picture"]["p50"] <= minute["picture"]["p99"]
    assert 0 < minute["bus"]["p50"] <= minute["bus"]["p99"]
    svg = drawn.read_text("utf-8")
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>\n")
    assert svg.count("<polyline") == 9
    assert "resident memory" in svg


def test_the_same_seed_plays_the_same(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "plan_faults", lambda seed: [(at / 10, name) for at, name in plan_faults(seed)])
    first, again = (soaked(capsys, "--hours", "0.012") for _ in range(2))
    assert len(first["faults"]) > 1
    assert (first["faults"], first["games"]) == (again["faults"], again["games"])


def test_a_calm_soak_has_a_table_and_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT[:-1], *BRIEF]) == 0
    printed = capsys.readouterr().out
    assert "0.01 hours by the fake clock on console-4" in printed
    assert "faults: none" in printed
    assert "descriptors           kept" in printed


def test_a_thread_that_is_never_ended_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[JournalScribe] = []

    def close(scribe: JournalScribe) -> None:
        left.append(scribe)
        scribe._journal.close()

    monkeypatch.setattr(JournalScribe, "close", close)
    try:
        assert rules_of(soaked(capsys, *BRIEF, status=FOUND))["threads"] is False
    finally:
        for scribe in left:
            scribe._thread.shutdown()


def test_a_file_that_is_never_closed_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[Journal] = []
    really = Journal.close

    def leave_open(journal: Journal) -> None:
        left.append(journal)

    monkeypatch.setattr(Journal, "close", leave_open)
    monkeypatch.setattr(run, "journal_difference", lambda *_: "")
    try:
        told = rules_of(soaked(capsys, *BRIEF, status=FOUND))
        assert told["descriptors"] is False
    finally:
        for journal in left:
            really(journal)


def test_a_panel_whose_link_is_never_closed_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[Any] = []

    def let_go(worker: Worker, station: str) -> None:
        left.append(worker._links.pop(station, None))

    broke_off = Worker._break_off

    def forgetful(worker: Worker, step: Any, error: Exception) -> None:
        let_go(worker, step.station)
        broke_off(worker, step, error)

    monkeypatch.setattr(Worker, "_break_off", forgetful)
    monkeypatch.setattr(faults, "plan_faults", lambda _: [(40.0, "NACK")])
    try:
        assert rules_of(soaked(capsys, status=FOUND))["descriptors"] is False
    finally:
        for link in filter(None, left):
            link.close()


def test_an_order_that_is_not_on_the_disk_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = JournalScribe.write

    async def forgetful(scribe: JournalScribe, rows: Any, snapshot: Any) -> None:
        await write(scribe, [row for row in rows if "break" not in row.line], snapshot)

    monkeypatch.setattr(JournalScribe, "write", forgetful)
    assert rules_of(soaked(capsys, *BRIEF, status=FOUND))["journals"] is False


@pytest.mark.parametrize(
    ("hand", "said"),
    [("gets stuck", "sonar:1: the hand cannot give red.captain dive"), ("waits", "sonar:1: it did not come to an end")],
)
def test_a_game_that_hands_cannot_play_is_found_and_the_next_begins(
    hand: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def useless(*_: object, **__: object) -> None:
        await asyncio.sleep(1 if hand == "gets stuck" else 1000)
        raise RuntimeError("the hand cannot give red.captain dive")

    monkeypatch.setattr(run, "play", useless)
    monkeypatch.setattr(run, "ENDLESS", 2.0)
    told = soaked(capsys, "--calm", "--hours", "0.006", status=FOUND)
    assert told["games"]["sonar"] > 3
    (rule,) = (rule for rule in told["rules"] if rule["kept"] is False)
    assert rule["name"] == "journals"
    assert rule["found"].startswith(said)


def test_a_journal_that_cannot_be_read_is_no_proof(tmp_path: Path) -> None:
    assert journal_difference(Shelf(tmp_path), "00001-sonar", "") == "journal-missing"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--hours", "0"], MISUSED, "hours are above 0 and at most 1000, not 0"),
        (["--hours", "soon"], MISUSED, "'soon' is no number"),
        (["--hours", "nan"], MISUSED, "hours are above 0"),
        (["--clock", "sun"], MISUSED, "cannot be 'sun'"),
        (["--hour", "chess:1"], MISUSED, "chess:1 is no GAME:SEED; the games are: sonar, steam"),
        (["--hour", "sonar"], MISUSED, "sonar is no GAME:SEED"),
        (["--faults", "--calm"], MISUSED, "not allowed with argument"),
        (["--record", "0"], MISUSED, "games are counted from 1 on, not '0'"),
        (["--profile", "virtual"], MISUSED, "virtual has no hardware that could fail"),
        (["--profile", "no-such-console"], FOUND, "no-such-console"),
        (["--folder", "/dev/null/games"], FOUND, "cannot be used: Not a directory. Choose another --folder"),
    ],
)
def test_what_cannot_be_soaked_is_said(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = main(["soak", *arguments])
    except SystemExit as error:  # that is how argparse leaves
        ended = int(error.code or 0)
    assert ended == status
    assert said in capsys.readouterr().err


def test_a_plot_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = argparse.Namespace(
        profile="console-4", clock="fake", seed="1", hours=1.0, json=True, plot=tmp_path / "no" / "soak.svg"
    )
    assert command._report(asked, found_in(series(60)), 1.0) == FOUND
    assert "Choose another --plot" in capsys.readouterr().err
    assert command._report(argparse.Namespace(**{**vars(asked), "plot": None}), found_in([]), 1.0) == 0


def test_a_single_peak_does_not_hide_the_rest_of_a_plot() -> None:
    told = command._soak_data(
        argparse.Namespace(profile="", clock="", seed="", hours=1.0), found_in(series(60)), [], 1.0
    )
    assert "cut off" not in soak_drawing(told)
    told["samples"][20]["bus"] = {"number": 9, "p50": 0.1, "p99": 500.0}
    drawn = soak_drawing(told)
    assert "(peaks up to 500 are cut off)" in drawn
    highest = [float(pair.split(",")[1]) for line in drawn.splitlines() if "polyline" in line for pair in _pairs(line)]
    assert min(highest) >= 50, "no line leaves its strip"


def _pairs(line: str) -> list[str]:
    return line.split('"')[1].split()


def test_without_luma_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    assert main(["soak"]) == FOUND
    assert "install the extra `pi`" in capsys.readouterr().err
