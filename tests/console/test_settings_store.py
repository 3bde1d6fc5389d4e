"""The settings store: files as earlier versions wrote them are read, and written again to the byte."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from klaxon.console.devices.health import DialLesson
from klaxon.console.profile import learned
from klaxon.console.settings import console_settings, station_languages, station_settings
from klaxon.console.settings.store import BackgroundWriter, KeptSetting, SettingsStore

HABITS = """{
 "format": 1,
 "habits": {
  "red": "all",
  "blue": "captain",
  "quiet": "22-07",
  "volume": "low",
  "room": "separate"
 }
}
"""
LANGUAGES = """{
 "format": 1,
 "stations": {
  "red-1": "de",
  "blue-1": "uk"
 }
}
"""
STATIONS = """{
 "format": 1,
 "stations": {
  "red-1": [
   "coach",
   "turned"
  ],
  "blue-2": []
 }
}
"""
LEARNED = """{
 "format": 1,
 "dials": [
  {
   "station": "red-1",
   "dial": 0,
   "steps_per_detent": 2,
   "reversed": true,
   "rest": 3
  }
 ]
}
"""
CREWS = {"red": "all", "blue": "captain"}
EARLIER: list[tuple[SettingsStore[Any], str, str, object]] = [
    (
        console_settings.STORE,
        "habits.json",
        HABITS,
        {**CREWS, "quiet": "22-07", "volume": "low", "room": "separate"},
    ),
    (station_languages.STORE, "languages.json", LANGUAGES, {"red-1": "de", "blue-1": "uk"}),
    (station_settings.STORE, "stations.json", STATIONS, {"red-1": ("coach", "turned"), "blue-2": ()}),
    (learned.STORE, "learned.json", LEARNED, {("red-1", 0): DialLesson(steps_per_detent=2, reversed=True, rest=3)}),
]
IDS = [name for _, name, _, _ in EARLIER]


@pytest.mark.parametrize(("store", "name", "text", "settings"), EARLIER, ids=IDS)
def test_a_file_of_an_earlier_version_is_read_and_written_as_it_was(
    tmp_path: Path, store: SettingsStore[Any], name: str, text: str, settings: object
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert store.read(tmp_path) == KeptSetting(settings)
    assert store.write(tmp_path, settings) == ""
    assert (tmp_path / name).read_text("utf-8") == text
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("store", "name", "text", "settings"), EARLIER, ids=IDS)
def test_a_file_that_cannot_be_right_is_set_aside_and_said(
    tmp_path: Path, store: SettingsStore[Any], name: str, text: str, settings: object
) -> None:
    for number in (1, 2):
        (tmp_path / name).write_text(text.replace('"format": 1', '"format": 7'), "utf-8")
        chosen, trouble = store.read(tmp_path)
        assert chosen == {}
        assert f"{name}.broken-{number}" in trouble
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}.broken-1", f"{name}.broken-2"]
    assert store.write(tmp_path, settings) == ""
    assert store.read(tmp_path) == KeptSetting(settings)


def test_of_changes_that_come_at_once_the_last_is_on_the_disk(tmp_path: Path) -> None:
    written: list[tuple[Path, int]] = []
    said: list[str] = []

    def write(folder: Path, number: int) -> str:
        written.append((folder, number))
        return f"no {number}"

    async def choose() -> None:
        keep = BackgroundWriter(tmp_path, write, said.append)
        for number in range(5):
            keep(number)
        await asyncio.get_running_loop().shutdown_default_executor()

    asyncio.run(choose())
    assert written[-1] == (tmp_path, 4)
    assert said[-1] == "no 4"
