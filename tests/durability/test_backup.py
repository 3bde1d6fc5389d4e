"""Backups: a whole console in one file and back, damaged and forged ones, cuts in the middle, games that go on."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import shutil
import socket
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from klaxon.cli import FOUND, main
from klaxon.cli.folders import open_shelf
from klaxon.console.language.catalogue import catalogue
from klaxon.table.backup import archive, collect, restore, unfinished
from klaxon.table.backup.archive import BackupError
from klaxon.table.backup.unfinished import undo_unfinished
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.stories import golden

Ask = Callable[..., tuple[int, str, str]]
EVERY = 1 if os.environ.get("KLAXON_SOAK") else 17
"""Bytes from one that is damaged to the next."""


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Call `klaxon games` on a folder; return status, output and complaint."""

    def asked(folder: Path, *arguments: object) -> tuple[int, str, str]:
        status = main(["games", "--folder", str(folder), *map(str, arguments)])
        return status, *capsys.readouterr()

    return asked


def keep(folder: Path, rows: int | None = None, *, cut_off: bool = False) -> str:
    """Put a game on a shelf; one that was cut off has its write-ahead file, as after a kill."""
    shelf, play = Shelf(folder), golden("sonar/hunt-by-torpedo")
    name, journal = shelf.begin(play.header)
    *first, last = play.line[:rows]
    journal.append(first)
    journal.append([last])
    if not cut_off:
        journal.finish()
    files = contents(folder)
    journal.close()
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return name


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder and those below it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder with everything in it that a console keeps, and a backup of it."""
    place = tmp_path_factory.mktemp("made")
    folder = place / "console"
    keep(folder)
    keep(folder, 30, cut_off=True)
    Shelf(folder).set_aside(keep(folder, 12, cut_off=True))
    for name in ("habits.json", "languages.json", "learned.json", "page-keys.json", "stations.json"):
        (folder / name).write_text(json.dumps({"format": 1, name: name}))
    (folder / "starts.json").write_text("{}")
    (folder / "habits.json.new").write_text("half of")
    collect.export_all(folder, place / "backup.tar", "1.0", {})
    return place


@pytest.fixture
def console(made: Path, tmp_path: Path) -> Path:
    """Such a folder, to be changed."""
    return shutil.copytree(made / "console", tmp_path / "console")


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    """Such a backup."""
    return Path(shutil.copy(made / "backup.tar", tmp_path / "backup.tar"))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A backup of few files: a game, one that was set aside, a setting and a key."""
    path = tmp_path / "small.tar"
    members = [("00001-sonar.klaxon", b"1"), ("00001-sonar.klaxon-wal", b"2"), ("aside/00002-sonar.klaxon", b"3")]
    with path.open("wb") as file:
        archive.write(file, {"klaxon": "1.0"}, [*members, ("habits.json", b"[]"), ("key", b"k" * 32)])
    return path


# There and back


def test_a_console_comes_back_as_it_was(console: Path, tmp_path: Path, ask: Ask) -> None:
    file, fresh = tmp_path / "console.tar", tmp_path / "fresh"
    status, told, _ = ask(console, "export", "--all", file)
    assert (status, told.splitlines()[0]) == (0, f"3 games and all settings are in {file}.")
    assert "It holds the keys of this console" in told
    assert file.stat().st_mode & 0o777 == 0o600
    assert ask(fresh, "import", file)[:2] == (0, f"3 games were restored to {fresh}.\n")
    passing = ("starts.json", "habits.json.new")
    assert contents(fresh) == {name: found for name, found in contents(console).items() if name not in passing}
    modes = {path.name: path.stat().st_mode & 0o777 for path in fresh.rglob("*") if path.is_file()}
    assert all(mode & 0o077 == 0 for mode in modes.values()), modes
    assert ask(fresh, "list", "--json")[1] == ask(console, "list", "--json")[1] != ""
    shelf = open_shelf(fresh)
    taken = shelf.take("00002-sonar")
    assert (taken.play.count, shelf.look("00001-sonar").standing) == (30, "over")
    taken.journal.append([golden("sonar/hunt-by-torpedo").line[30]])
    taken.journal.close()
    assert shelf.look("00002-sonar").rows == 31


def test_the_same_state_gives_the_same_bytes(console: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        collect.export_all(console, tmp_path / name, "1.0", {})
        os.utime(console / "key", (1, 1))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    again = tmp_path / "again"
    restore.restore(tmp_path / "a", again)
    collect.export_all(again, tmp_path / "c", "1.0", {})
    assert (tmp_path / "c").read_bytes() == (tmp_path / "a").read_bytes()


def test_any_tar_can_list_it(backup: Path) -> None:
    with tarfile.open(backup) as found:
        names = found.getnames()
    assert names[0] == "klaxon-backup.json"
    assert names[-1] == "klaxon-backup.sha256"
    assert {"key", "00001-sonar.klaxon", "00002-sonar.klaxon-wal", "aside/00003-sonar.klaxon"} <= set(names)


def test_the_file_of_the_table_goes_along(console: Path, tmp_path: Path, ask: Ask) -> None:
    profile = tmp_path / "profile.toml"
    profile.write_text("# how it was built")
    collect.export_all(console, tmp_path / "x", "1.0", {"console.toml": profile})
    fresh = tmp_path / "fresh"
    status, told, _ = ask(fresh, "import", tmp_path / "x")
    assert (status, (fresh / "console.toml").read_text()) == (0, "# how it was built")
    assert f"--profile {fresh / 'console.toml'}" in told
    assert ask(fresh, "import", tmp_path / "x")[0] == 0
    collect.export_all(fresh, tmp_path / "y", "1.0", {"console.toml": profile})
    assert (tmp_path / "y").read_bytes() == (tmp_path / "x").read_bytes()


def test_what_cannot_be_exported_is_said(console: Path, tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "there").write_text("mine")
    assert "There is nothing to back up" in ask(tmp_path / "empty", "export", "--all", tmp_path / "x")[2]
    assert "Choose another name" in ask(console, "export", "--all", tmp_path / "there")[2]
    assert (tmp_path / "there").read_text() == "mine"
    assert "cannot be written" in ask(console, "export", "--all", tmp_path / "no" / "folder")[2]
    (console / "00009-sonar.klaxon").symlink_to("/etc/passwd")
    status, told, complaint = ask(console, "export", "--all", tmp_path / "x")
    assert (status, told) == (FOUND, "")
    assert "00009-sonar.klaxon is not a plain file" in complaint
    assert sorted(path.name for path in tmp_path.iterdir()) == ["console", "empty", "there"]
    for arguments in (["export"], ["export", "--all", "x", "00001-sonar"], ["import"]):
        with pytest.raises(SystemExit) as ended:
            ask(console, *arguments)
        assert ended.value.code == 2


# A game that goes on


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A folder with a game in it that is played, and how its next row is written."""
    folder, rows = tmp_path / "playing", iter(golden("sonar/hunt-by-torpedo").line)
    _, journal = Shelf(folder).begin(golden("sonar/hunt-by-torpedo").header)
    yield folder, lambda: journal.append([next(rows)])
    journal.close()


def test_a_game_that_is_played_is_taken_as_it_is_at_one_moment(
    playing: tuple[Path, Callable[[], None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, play_on = playing
    read, written = collect._read, 0

    def disturbed(place: Path, name: str, known_as: str = "") -> Iterator[tuple[str, bytes]]:
        nonlocal written
        if name.endswith("-wal") and written < 7:
            written += 1
            play_on()
        return read(place, name, known_as)

    monkeypatch.setattr(collect, "_read", disturbed)
    collect.export_all(folder, tmp_path / "x", "1.0", {})
    restore.restore(tmp_path / "x", tmp_path / "fresh")
    kept = Shelf(tmp_path / "fresh").look("00001-sonar")
    assert (kept.standing, kept.rows, written) == ("open", 7, 7)


def test_one_that_never_rests_is_named(
    playing: tuple[Path, Callable[[], None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Ask
) -> None:
    folder, play_on = playing
    read = collect._read

    def disturbed(place: Path, name: str, known_as: str = "") -> Iterator[tuple[str, bytes]]:
        if name.endswith("-wal"):
            play_on()
        return read(place, name, known_as)

    monkeypatch.setattr(collect, "_read", disturbed)
    monkeypatch.setattr(collect, "TRIES", 5)
    assert "00001-sonar.klaxon changes faster than it can be read. Pause" in ask(folder, "export", "--all", "x")[2]


def test_nothing_is_imported_under_a_running_console(backup: Path, tmp_path: Path, ask: Ask) -> None:
    folder = tmp_path / "f"
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "watch.sock"))
        door.listen()
        assert "Stop it first" in ask(folder, "import", backup)[2]
    assert [path.name for path in folder.iterdir()] == ["watch.sock"]
    assert ask(folder, "import", backup)[0] == 0, "a socket that a killed one left is no console"


# Damaged, foreign, forged, newer


def read_all(content: bytes) -> list[tuple[str, bytes]]:
    return list(archive.read(io.BytesIO(content)))


def test_damage_to_any_byte_and_a_cut_anywhere_are_found() -> None:
    made = io.BytesIO()
    archive.write(made, {"klaxon": "1.0"}, [("a.json", b"settings"), ("aside/x.klaxon", b""), ("key", b"k" * 600)])
    whole = made.getvalue()
    assert [name for name, _ in read_all(whole)] == ["a.json", "aside/x.klaxon", "key"]
    for at in range(0, len(whole), EVERY):
        with pytest.raises(BackupError):
            read_all(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        with pytest.raises(BackupError):
            read_all(whole[:at])
    with pytest.raises(BackupError):
        read_all(whole + b"\0")


def test_a_damaged_backup_changes_nothing(backup: Path, tmp_path: Path, ask: Ask) -> None:
    whole, folder = backup.read_bytes(), tmp_path / "here"
    keep(folder, 5)
    before = contents(folder)
    for at in range(0, len(whole), 24001):
        backup.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        status, told, complaint = ask(folder, "import", backup)
        assert (status, told, "Traceback" in complaint) == (FOUND, "", False)
        assert contents(folder) == before
    assert ask(tmp_path / "none", "import", backup)[0] == FOUND
    assert not (tmp_path / "none").exists()


def forged(*members: tuple[dict[str, Any], bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    """Return a tar that begins as a backup does, and goes on with any members."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=form) as out:
        for told, content in (({"name": "klaxon-backup.json"}, b'{"format": 1, "klaxon": "1.0"}\n'), *members):
            member = tarfile.TarInfo()
            member.mode, member.size = 0o600, len(content)
            for name, value in told.items():
                setattr(member, name, value)
            out.addfile(member, io.BytesIO(content))
    return made.getvalue()


@pytest.mark.parametrize(
    ("told", "content"),
    [
        ({"name": "../../outside.json"}, b"x"),
        ({"name": "/tmp/outside.json"}, b"x"),  # noqa: S108 - a path that must be refused
        ({"name": "aside/../../outside.json"}, b"x"),
        ({"name": "aside/"}, b"x"),
        ({"name": "./key"}, b"x"),
        ({"name": ".hidden"}, b"x"),
        ({"name": "a/b.json"}, b"x"),
        ({"name": "a\nb.json"}, b"x"),
        ({"name": "a\x1b[31m.json"}, b"x"),
        ({"name": "klaxon-backup.json"}, b"{}"),
        ({"name": "key", "type": tarfile.SYMTYPE, "linkname": "/etc/passwd"}, b""),
        ({"name": "key", "type": tarfile.LNKTYPE, "linkname": "klaxon-backup.json"}, b""),
        ({"name": "key", "type": tarfile.FIFOTYPE}, b""),
        ({"name": "key", "type": tarfile.CHRTYPE, "devmajor": 1, "devminor": 5}, b""),
        ({"name": "aside", "type": tarfile.DIRTYPE}, b""),
        ({"name": "key", "type": tarfile.GNUTYPE_SPARSE}, b""),
        ({"name": "key", "mode": 0o4755}, b"x"),
        ({"name": "key", "uname": "root"}, b"x"),
        ({"name": "key", "mtime": 5}, b"x"),
    ],
    ids=str,
)
def test_a_forged_member_is_refused(told: dict[str, Any], content: bytes, tmp_path: Path) -> None:
    path, folder = tmp_path / "forged", tmp_path / "folder" / "below"
    path.write_bytes(forged((told, content)))
    with pytest.raises(BackupError) as found:
        restore.restore(path, folder)
    assert found.value.code == "damaged"
    assert {each.name for each in tmp_path.rglob("*")} <= {"forged", "folder"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a tar",
        bytes(10240),
        gzip.compress(forged()),
        forged(({"name": "x" * 300}, b""), form=tarfile.PAX_FORMAT),
        forged(({"name": "x" * 300}, b""), form=tarfile.GNU_FORMAT),
        forged(({"name": "b.json"}, b""), ({"name": "a.json"}, b"")),
        forged(({"name": "a.json"}, b""), ({"name": "a.json"}, b"")),
        forged(),
    ],
    ids=["empty", "text", "zeros", "gzip", "pax", "gnu", "out of order", "twice", "no sum"],
)
def test_a_foreign_file_is_refused(content: bytes, tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "x").write_bytes(content)
    status, told, complaint = ask(tmp_path / "f", "import", tmp_path / "x")
    assert (status, told) == (FOUND, "")
    assert "is not a backup of Klaxon" in complaint or "is damaged" in complaint
    assert not (tmp_path / "f").exists()


def test_what_is_no_file_is_refused_at_once(tmp_path: Path, ask: Ask) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "none", Path("/dev/zero")):
        assert ask(tmp_path / "f", "import", path)[0] == FOUND


def test_a_member_that_says_it_is_huge_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(forged()[:1024] + archive._header("key", archive.LARGEST + 1))
    os.truncate(path, 1 << 34)  # a file with a hole: it takes no room, but what was made of it would
    with pytest.raises(BackupError) as found:
        restore.restore(path, tmp_path / "f")
    assert found.value.code in ("damaged", "no-room")


def test_a_newer_one_is_refused_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Ask) -> None:
    with monkeypatch.context() as later:
        later.setattr(archive, "FORMAT", archive.FORMAT + 1)
        keep(tmp_path / "a", 3)
        collect.export_all(tmp_path / "a", tmp_path / "x", "9.9", {})
    complaint = ask(tmp_path / "f", "import", tmp_path / "x")[2]
    assert "was made by a newer Klaxon (9.9). Update this one" in complaint


# Something is there already


def test_what_is_there_already_is_passed_over(console: Path, backup: Path, ask: Ask) -> None:
    before = contents(console)
    assert ask(console, "import", backup)[:2] == (
        0,
        f"0 games were restored to {console}.\n3 games were here already.\n",
    )
    assert contents(console) == before


def test_a_game_that_went_on_here_stays(console: Path, backup: Path, ask: Ask) -> None:
    taken = Shelf(console).take("00002-sonar")
    taken.journal.append(golden("sonar/hunt-by-torpedo").line[30:35])
    taken.journal.close()
    before = contents(console)
    assert "3 games were here already" in ask(console, "import", backup)[1]
    assert contents(console) == before


def test_another_game_of_a_name_that_is_taken_gets_the_next_number(
    console: Path, backup: Path, tmp_path: Path, ask: Ask
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "key").write_bytes((console / "key").read_bytes())
    keep(folder, 3)
    (folder / "aside").mkdir()
    (folder / "aside" / "00003-sonar.klaxon").write_bytes(b"another")
    (folder / "habits.json").write_text("{}")
    mine = contents(folder)
    told = ask(folder, "import", backup)[1]
    assert "00001-sonar.klaxon is called 00004-sonar.klaxon here: another game has its name." in told
    assert "habits.json stays as it is here" in told
    here, there = contents(folder), contents(console)
    assert here.items() >= mine.items()
    assert here["00004-sonar.klaxon"] == there["00001-sonar.klaxon"]
    assert here["00002-sonar.klaxon-wal"] == there["00002-sonar.klaxon-wal"]
    assert here["aside/00003-sonar.klaxon.2"] == there["aside/00003-sonar.klaxon"]
    assert here["aside/00003-sonar.klaxon.2-wal"] == there["aside/00003-sonar.klaxon-wal"]
    assert "3 games were here already" in ask(folder, "import", backup)[1], "it does not grow by that"
    assert contents(folder) == here


def test_games_under_another_key_are_not_mixed(backup: Path, tmp_path: Path, ask: Ask) -> None:
    folder = tmp_path / "other"
    keep(folder, 3)
    before = contents(folder)
    status, _, complaint = ask(folder, "import", backup)
    assert (status, "Import into a folder of its own" in complaint) == (FOUND, True)
    assert contents(folder) == before


@pytest.mark.parametrize("key", [b"", b"short", b"k" * 32, b"long" * 20], ids=["empty", "short", "other", "long"])
def test_a_key_that_seals_nothing_gives_way(backup: Path, console: Path, tmp_path: Path, key: bytes) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "key").write_bytes(key)
    restore.restore(backup, folder)
    assert (folder / "key").read_bytes() == (console / "key").read_bytes()
    assert Shelf(folder).look("00001-sonar").standing == "over"


def test_the_key_of_a_card_that_lost_it_comes_back(console: Path, backup: Path) -> None:
    (console / "key").write_bytes(b"")
    restore.restore(backup, console)
    assert Shelf(console).look("00001-sonar").standing == "over"


# Cut in the middle

CALLS = ("link", "fsync", "rename", "replace", "unlink", "mkdir")


def stop_at(number: int, stop: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk do so many things, and then something happen."""
    left = number

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                stop()
            return call(*arguments, **named)

        return wrapped

    for name in CALLS:
        monkeypatch.setattr(os, name, counted(getattr(os, name)))


def there(folder: Path) -> Path:
    """Make a folder with a game of the same console, and a key that would have to give way if it were another's."""
    folder.mkdir()
    (folder / "key").write_bytes(b"a key that seals nothing at all.")
    (folder / "habits.json").write_text("{}")
    return folder


def test_a_cut_at_any_moment_leaves_what_was_there_or_all(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, done = contents(there(tmp_path / "untouched")), 0
    restore.restore(small, there(tmp_path / "whole"))
    after = contents(tmp_path / "whole")
    number = 0
    while not done:
        folder = there(tmp_path / f"cut-{number}")
        child = os.fork()
        if child == 0:
            with monkeypatch.context() as patched:
                stop_at(number, lambda: os._exit(9), patched)
                restore.restore(small, folder)
                os._exit(0)
        done = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        undo_unfinished(folder)
        found = contents(folder)
        assert found in (before, after), f"cut at call {number}"
        assert found == after if done else True
        number += 1
    assert number > 20


def tried(path: Path, folder: Path) -> str:
    """Bring a backup back; return why not."""
    try:
        restore.restore(path, folder)
    except BackupError as error:
        return error.code
    return ""


def test_a_disk_that_fails_at_any_moment_changes_nothing(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, failures = contents(there(tmp_path / "untouched")), 0
    restore.restore(small, there(tmp_path / "whole"))
    after = contents(tmp_path / "whole")
    failed = True
    while failed:
        folder, failed = there(tmp_path / f"full-{failures}"), False

        def fail() -> None:
            nonlocal failed
            if not failed:
                failed = True
                raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            stop_at(failures, fail, patched)
            code = tried(small, folder)
        undo_unfinished(folder)
        assert (code, contents(folder)) in (("unwritten", before), ("", after)), f"failed at call {failures}"
        failures += failed
    assert failures > 20


def test_an_import_that_is_under_way_is_left_alone(backup: Path, tmp_path: Path) -> None:
    folder = there(tmp_path / "f")
    with restore._begin_import(folder):
        undo_unfinished(folder)
        assert (folder / unfinished.MARK).exists()
        with pytest.raises(BackupError) as found:
            restore.restore(backup, folder)
        assert found.value.code == "twice"
    assert not (folder / unfinished.MARK).exists()


# Words


def test_every_fault_has_its_sentence() -> None:
    source = "".join(Path(module.__file__ or "").read_text("utf-8") for module in (archive, collect, restore))
    codes = set(re.findall(r'BackupError\(\s*"([a-z-]+)"', source)) | {"running"}
    assert len(codes) > 10
    assert {f"backup.{code}" for code in codes} <= set(catalogue("en"))
