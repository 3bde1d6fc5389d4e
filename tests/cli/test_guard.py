"""The start-up guard: two failed starts since power-on, and the third is a safe one."""

from __future__ import annotations

from pathlib import Path

import pytest

from klaxon import data
from klaxon.cli.daemon.guard import FILE, FreshShelf, StartGuard, boot_id, safe_profile
from klaxon.console.profile import Profile
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import Shelf
from klaxon.table.setup import make_header


def start(folder: Path, boot: str = "one") -> StartGuard:
    """Begin a start, which fails unless somebody says otherwise."""
    guard = StartGuard(folder, lambda: boot)
    safe = guard.safe
    guard.begin()
    assert guard.safe is safe
    return guard


def test_two_failed_starts_make_the_third_safe(tmp_path: Path) -> None:
    assert [start(tmp_path).safe for _ in range(4)] == [False, False, True, True]


def test_a_good_start_forgives_all(tmp_path: Path) -> None:
    start(tmp_path)
    start(tmp_path)
    start(tmp_path).mark_good()
    assert not start(tmp_path).safe


def test_another_power_on_is_a_new_life(tmp_path: Path) -> None:
    start(tmp_path)
    start(tmp_path)
    assert not start(tmp_path, "two").safe
    assert start(tmp_path, "one").failed == 0, "only the last boot is remembered"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"boot": "one"}', '{"boot": "one", "failed": "x"}', "\0"])
def test_a_spoilt_file_is_no_reason_to_fail(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert start(tmp_path).failed == 0


def test_a_disk_that_takes_nothing_is_no_reason_to_fail(tmp_path: Path) -> None:
    guard = StartGuard(tmp_path / "missing", lambda: "one")
    guard.begin()
    guard.mark_good()
    assert not guard.safe


def test_this_machine_has_a_name_for_its_run(tmp_path: Path) -> None:
    assert len(boot_id()) == 36
    assert boot_id(tmp_path / "none") == ""


def test_a_fresh_shelf_offers_nothing_and_keeps_everything(tmp_path: Path) -> None:
    shelf, fresh = Shelf(tmp_path), FreshShelf(tmp_path)
    game = game_named("sonar")
    header = make_header(game, {}, data.read, "7")
    assert not isinstance(header, list)
    name, journal = shelf.begin(header)
    journal.close()
    assert shelf.look(name).standing == "open"
    assert fresh.look(name).standing == "unopened"
    after, journal = fresh.begin(header)
    journal.close()
    assert (name, after) == ("00001-sonar", "00002-sonar")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('format = 1\nname = "mini"\nback_end = "what"\n', "mini"),
        ('format = 1\n# made from "console-4"\nname = "table-3"\nback_end = 7\n', "console-4"),
        ('format = 1\nname = "my-own"\nback_end = 7\n', "virtual"),
        ("this is no profile [", "virtual"),
    ],
)
def test_a_faulty_profile_gives_way_to_the_one_it_was_made_from(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "console.toml"
    path.write_text(text, "utf-8")
    profile = safe_profile(str(path))
    assert isinstance(profile, Profile)
    assert profile.name == found


def test_a_sound_profile_stays_and_a_missing_one_is_virtual(tmp_path: Path) -> None:
    for name, wanted in (("null", "null"), (str(tmp_path / "none.toml"), "virtual")):
        profile = safe_profile(name)
        assert isinstance(profile, Profile)
        assert profile.name == wanted
