"""Journals of every release: opened and replayed to the state that they had, or refused with what to do."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from klaxon import __version__, data
from klaxon.cli import FOUND, main
from klaxon.console.language.catalogue import languages, say_refusal
from klaxon.rules import games
from klaxon.rules.contract import Header, Option
from klaxon.rules.domains import OneOf
from klaxon.rules.games import GAMES, REPLAYS, game_named
from klaxon.rules.sonar import Sonar
from klaxon.table.debrief import debrief
from klaxon.table.disk.earlier import as_today
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Shelf
from klaxon.table.script import Script
from klaxon.table.setup import make_header
from tests.durability.kit.keep_journals import CASES, FOLDER, INDEX, KEY
from tests.durability.kit.keep_journals import main as keep_journals

KEPT = [
    (release.name, name, told)
    for release in sorted(FOLDER.iterdir())
    for name, told in json.loads((release / INDEX).read_text("utf-8")).items()
]
LATER = Option("later", OneOf(("old", "new")), "new", before="old")


def shelved(folder: Path, release: str, name: str) -> Shelf:
    """Return a shelf with a copy of a kept journal on it."""
    (folder / "key").write_bytes(KEY)
    for file in (FOLDER / release).glob(f"{name}.klaxon*"):
        shutil.copy(file, folder)
    return Shelf(folder)


@pytest.mark.parametrize(("release", "name", "told"), KEPT, ids=[f"{release}/{name}" for release, name, _ in KEPT])
def test_a_journal_of_any_release_replays_to_its_state_or_is_refused(
    release: str, name: str, told: dict[str, Any], tmp_path: Path
) -> None:
    shelf, game = shelved(tmp_path, release, name), game_named(told["game"])
    if told["rules"] not in (game.version, *REPLAYS.get(told["game"], ())):
        assert shelf.look(name).standing == "journal-rules"
        return
    kept = shelf.look(name)
    assert (kept.standing, kept.rows, kept.names) == (told["standing"], told["rows"], told["names"])
    taken = shelf.take(name)
    taken.journal.close()
    outcome = taken.play.outcome
    advice = f"it replays differently: raise `version` in klaxon.rules.{told['game']}"
    assert taken.play.digest() == told["digest"], advice
    assert (outcome and [outcome.winner, outcome.reason]) == told["outcome"]
    assert {**taken.play.header.options, **told["asked"]} == taken.play.header.options
    assert taken.play.header.seed == told["seed"]
    if outcome:
        assert len(list(debrief(taken.play))) > 1


@pytest.mark.parametrize("case", [case.name for case in CASES])
def test_a_kept_journal_can_go_on_and_be_told_as_a_script(case: str, tmp_path: Path) -> None:
    name = f"{case}-open"
    shelf = shelved(tmp_path, __version__, name)
    told = {each: told for release, each, told in KEPT if release == __version__}[name]
    script = Script(data.read)
    answers = [script.answer(line.encode()) for line in shelf.export(name)]
    assert all(answer["ok"] for answer in answers)
    assert script.play is not None
    assert script.play.digest() == told["digest"]
    taken = shelf.take(name)
    taken.play.end("red", "umpire")
    taken.journal.append([page.row for page in taken.play.take_pages()[-1:]])
    taken.journal.finish()
    taken.journal.close()
    assert (shelf.look(name).standing, shelf.look(name).rows) == ("over", told["rows"] + 1)


def test_this_release_keeps_journals_of_every_game_mode_and_rule_set() -> None:
    kept = [told for release, _, told in KEPT if release == __version__]
    assert kept, "run: python -m tests.durability.kit.keep_journals"
    assert {told["game"] for told in kept} == set(GAMES)
    for name in GAMES:
        game = game_named(name)
        ways = {option.name: option for option in game.options if option.name in ("mode", "rules", "setup")}
        values = [[str(value) for value in option.domain.values] for option in ways.values()]  # type: ignore[union-attr]
        wanted = set(product(*values, ("open", "over")))
        mine = [told for told in kept if told["game"] == name]
        assert {(*(told["asked"].get(way) for way in ways), told["standing"]) for told in mine} == wanted


def test_one_that_was_cut_off_has_the_files_of_a_kill_and_a_finished_one_is_alone() -> None:
    for release, name, told in KEPT:
        files = sorted(path.name for path in (FOLDER / release).glob(f"{name}.klaxon*"))
        assert (f"{name}.klaxon-wal" in files) == (told["standing"] == "open")
        assert told["standing"] == "open" or files == [f"{name}.klaxon"]


def test_what_was_released_is_not_made_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert keep_journals(["--folder", str(tmp_path)]) == 1
    assert "what was released stays" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# Rules that have changed


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Shelf, str]:
    """A game that was cut off, and rules that have changed since."""
    name = "sonar-turns-second-open"
    monkeypatch.setattr(Sonar, "version", Sonar.version + 1)
    return shelved(tmp_path, __version__, name), name


def test_a_game_under_earlier_rules_is_refused_with_what_to_do_and_stays(
    old: tuple[Shelf, str], capsys: pytest.CaptureFixture[str]
) -> None:
    shelf, name = old
    assert shelf.look(name).standing == "journal-rules"
    for act in ("debrief", "export"):
        assert main(["games", "--folder", str(shelf.folder), act, name]) == FOUND
        complaint = capsys.readouterr().err
        assert "was begun under other rules" in complaint
        assert "go on with the Klaxon it was begun with" in complaint
        assert "set aside" not in complaint
    assert shelf.names() == [name]
    facts = {"path": "x", "version": 1, "known": 2}
    assert len({say_refusal("journal-rules", facts, language) for language in languages()}) == len(languages())


def test_rules_that_say_they_replay_the_same_do(old: tuple[Shelf, str], monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, name = old
    monkeypatch.setattr("klaxon.table.disk.earlier.REPLAYS", {"sonar": frozenset({Sonar.version - 1})})
    assert shelf.look(name).standing == "open"


def test_a_newer_game_is_refused_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "steam-ready-open"
    monkeypatch.setattr(game_named("steam").__class__, "version", 0)
    assert shelved(tmp_path, __version__, name).look(name).standing == "journal-rules"


# Options that came later


class LaterSonar(Sonar):
    """The game with an option that was not there when the journals were made."""

    options = (*Sonar.options, LATER)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that has the option."""
    monkeypatch.setitem(games.GAMES, "sonar", (__name__, "LaterSonar"))


@pytest.mark.usefixtures("later")
def test_an_option_that_came_later_is_as_games_were_before_it(tmp_path: Path) -> None:
    name = "sonar-turns-second-open"
    shelf = shelved(tmp_path, __version__, name)
    taken = shelf.take(name)
    taken.journal.close()
    assert taken.play.header.options["later"] == "old"
    assert 'later="old"' in next(iter(shelf.export(name)))
    fresh = make_header(game_named("sonar"), {}, data.read, "seed")
    assert isinstance(fresh, Header)
    assert fresh.options["later"] == "new"
    assert as_today(fresh, tmp_path).options["later"] == "new", "what a header says counts"


@pytest.mark.usefixtures("later")
def test_one_that_forgot_to_say_how_games_were_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LaterSonar, "options", (*Sonar.options, replace(LATER, before="")))
    name = "sonar-turns-second-open"
    shelf = shelved(tmp_path, __version__, name)
    with pytest.raises(JournalError) as found:
        shelf.take(name)
    assert (found.value.code, found.value.facts["where"]) == ("journal-differs", "later")
