"""Learned values: kept so that a power cut loses nothing, and never the reason why a console does not start."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.devices.health import DialLesson
from klaxon.console.profile import Profile, load
from klaxon.console.profile.learned import STORE, Learned, laid_over
from klaxon.console.settings.store import MOST_KEPT

LEARNED: Learned = {("red-1", 0): DialLesson(2, True, 0), ("red-4", 1): DialLesson(1, False, 3)}
GOOD: dict[str, Any] = {"station": "red-1", "dial": 0, "steps_per_detent": 2, "reversed": True, "rest": 0}


def profile(name: str = "console-4") -> Profile:
    found = load(name)
    assert isinstance(found, Profile)
    return found


def write(folder: Path, *dials: object, **top: object) -> None:
    (folder / STORE.name).write_text(json.dumps({"format": 1, "dials": dials, **top}), "utf-8")


lessons = st.builds(DialLesson, st.sampled_from((1, 2, 4)), st.booleans(), st.integers(0, 3))


@given(st.dictionaries(st.tuples(st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True), st.integers(0, 1)), lessons))
def test_what_was_learned_is_read_again(tmp_path_factory: pytest.TempPathFactory, learned: Learned) -> None:
    folder = tmp_path_factory.mktemp("state")
    assert STORE.write(folder, dict(list(learned.items())[:32])) == ""
    assert STORE.read(folder) == (dict(list(learned.items())[:32]), "")


def test_without_a_file_nothing_was_learned(tmp_path: Path) -> None:
    assert STORE.read(tmp_path / "nowhere") == ({}, "")


def test_the_folder_is_made_and_nothing_else_is_left_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "klaxon"
    STORE.write(folder, LEARNED)
    STORE.write(folder, LEARNED)
    assert [path.name for path in folder.iterdir()] == [STORE.name]


def test_it_is_laid_over_the_profile() -> None:
    plain = profile()
    found = laid_over(plain, LEARNED)
    dials = {(station, number): dial for station, number, dial in found.all_dials()}
    first, second = dials["red-1", 0], dials["red-4", 1]
    assert (first.steps_per_detent, first.reversed, first.rest) == LEARNED["red-1", 0]
    assert (second.steps_per_detent, second.reversed, second.rest) == LEARNED["red-4", 1]
    old = {(station, number): dial for station, number, dial in plain.all_dials()}
    assert (first.a, first.b, first.debounce_ms) == (old["red-1", 0].a, old["red-1", 0].b, old["red-1", 0].debounce_ms)
    untouched = [dial for dial in dials if dial not in LEARNED]
    assert all(dials[dial] == old[dial] for dial in untouched)
    assert len(untouched) == 3


@pytest.mark.parametrize("name", ["virtual", "mini"])
def test_what_was_learned_of_other_consoles_is_left_alone(name: str) -> None:
    learned = {("blue-9", 0): DialLesson(1, True, 0), ("red-1", 1): DialLesson(1, True, 0)}
    assert laid_over(profile(name), learned) == profile(name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"format": 1}',
        '{"format": 2, "dials": []}',
        '{"format": 1, "dials": {}}',
        '{"format": 1, "dials": [7]}',
        "[" * 100_000,
        "9" * 5000,
        " " * 70_000 + "{}",
    ],
)
def test_a_broken_file_is_set_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / STORE.name).write_text(text, "utf-8")
    learned, trouble = STORE.read(tmp_path)
    assert learned == {}
    assert "learned.json.broken-1" in trouble
    assert "Calibrate the dials again." in trouble
    assert (tmp_path / f"{STORE.name}.broken-1").read_text("utf-8") == text
    assert STORE.read(tmp_path) == ({}, ""), "the next start is as if there had been none"


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps_per_detent": 3},
        {"steps_per_detent": "2"},
        {"reversed": 1},
        {"rest": 4},
        {"rest": True},
        {"dial": 2},
        {"dial": -1},
        {"station": "Red 1"},
        {"station": None},
    ],
)
def test_values_out_of_bounds_are_not_taken(tmp_path: Path, wrong: dict[str, object]) -> None:
    write(tmp_path, GOOD, {**GOOD, "station": "red-2", **wrong})
    learned, trouble = STORE.read(tmp_path)
    assert learned == {}
    assert trouble
    assert "?" not in trouble, "the sentence has all its facts"


@pytest.mark.parametrize("key", list(GOOD))
def test_every_value_is_needed(tmp_path: Path, key: str) -> None:
    write(tmp_path, {name: value for name, value in GOOD.items() if name != key})
    learned, trouble = STORE.read(tmp_path)
    assert learned == {}
    assert key in trouble


def test_there_are_no_more_dials_than_a_console_can_have(tmp_path: Path) -> None:
    write(tmp_path, *[GOOD] * 33)
    assert STORE.read(tmp_path).trouble


def test_no_broken_file_is_lost_to_the_next(tmp_path: Path) -> None:
    for number in range(1, 4):
        (tmp_path / STORE.name).write_text(f"broken {number}")
        STORE.read(tmp_path)
    kept = [(tmp_path / f"{STORE.name}.broken-{number}").read_text() for number in range(1, 4)]
    assert kept == ["broken 1", "broken 2", "broken 3"]


def test_where_it_cannot_be_set_aside_it_is_left_and_told(tmp_path: Path) -> None:
    for number in range(1, MOST_KEPT + 1):
        (tmp_path / f"{STORE.name}.broken-{number}").touch()
    (tmp_path / STORE.name).write_text("broken")
    learned, trouble = STORE.read(tmp_path)
    assert learned == {}
    assert "Remove the file" in trouble
    assert (tmp_path / STORE.name).read_text() == "broken"


def test_a_folder_in_its_place_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / STORE.name).mkdir()
    assert STORE.read(tmp_path).trouble


def test_a_disk_that_fails_is_told_and_the_old_file_stays(tmp_path: Path) -> None:
    STORE.write(tmp_path, LEARNED)
    with mock.patch.object(os, "fsync", side_effect=OSError(28, "No space left on device")):
        trouble = STORE.write(tmp_path, {})
    assert "No space left on device" in trouble
    assert STORE.read(tmp_path) == (LEARNED, "")


def test_the_file_is_on_the_disk_before_it_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    done: list[str] = []
    replace, fsync = Path.replace, os.fsync

    def noted_replace(self: Path, target: Path) -> Path:
        done.append("replace")
        return replace(self, target)

    def noted_fsync(descriptor: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")  # noqa: PTH112
        fsync(descriptor)

    with mock.patch.object(Path, "replace", noted_replace), mock.patch.object(os, "fsync", noted_fsync):
        STORE.write(tmp_path, LEARNED)
    assert done == ["file", "replace", "folder"]
