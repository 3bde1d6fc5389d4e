"""What others wrote reaches no terminal as it is, and what is no file keeps no command waiting."""

from __future__ import annotations

import io
import os
import stat
import sys
import unicodedata
from pathlib import Path

import pytest

from klaxon import cli, data
from klaxon.cli.help.plain import PlainStream, plain, plain_output, terminal
from klaxon.cli.watch import WatchedPanel
from klaxon.table.disk.shelf import Shelf
from tests.cli.kit.commands import run

CLEAR, TITLE, C1, BIDI, RETURN = "\x1b[2J", "\x1b]0;owned\x07", "\x9b2J", "\u202e\u2066", "\r"
NASTY = f"A{CLEAR}{TITLE}{C1}{BIDI}{RETURN}\u2028\x7f\udcffZ"


def is_plain(text: str) -> bool:
    """Whether a terminal is worked by none of it."""
    return all(c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in text)


def test_every_character_that_works_a_terminal_is_written_out() -> None:
    every = "".join(
        map(chr, (*range(0x3000), *range(0xD7F0, 0xE000), *range(0xFE00, 0x10000), *range(0xE0000, 0xE0080)))
    )
    shown = plain(every)
    assert is_plain(shown)
    assert "\n" not in shown
    assert "\t" not in shown


@pytest.mark.parametrize("name", ["Alpha 2", "Größe", "Чайка", "Їжак", "a\u00a0b", "■⠿▀ 🚢", ""])
def test_a_name_of_letters_and_signs_stays_as_it_is(name: str) -> None:
    assert plain(name) == name


def test_a_nasty_name_can_still_be_read() -> None:
    assert plain("a\x1b[2Jb\n\x9b\u202e") == "a\\u001b[2Jb\\u000a\\u009b\\u202e"


def test_a_stream_keeps_lines_and_writes_out_the_rest() -> None:
    raw = io.StringIO()
    stream = PlainStream(raw)
    stream.writelines([f"one\ttwo {NASTY}\n", "three\n"])
    stream.write("")
    assert raw.getvalue().count("\n") == 2
    assert is_plain(raw.getvalue())
    assert not stream.isatty()


def test_a_command_that_works_the_terminal_itself_still_can(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with plain_output():
        terminal(sys.stdout).write(CLEAR)
        print(CLEAR)  # noqa: T201
    assert capsys.readouterr().out == CLEAR + plain(CLEAR) + "\n"
    assert (sys.stdout, sys.stderr) == before
    assert terminal(sys.stdout) is sys.stdout


# Every command that prints what others wrote


def nasty_chart(folder: Path) -> Path:
    """A chart with a nasty name, in a file with another."""
    lines = data.read("charts", "alpha-2", "turns").splitlines()
    named = [f"name: A{CLEAR}{C1}{BIDI}Z" if line.startswith("name:") else line for line in lines]
    assert named != lines
    path = folder / f"b{CLEAR}{BIDI}.txt"
    path.write_text("\n".join(named) + "\n", "utf-8")
    return path


def commands(folder: Path) -> dict[str, list[str]]:
    """Commands that say something of nasty files."""
    chart, missing = str(nasty_chart(folder)), str(folder / NASTY)
    (folder / f"00001-{CLEAR}{C1}{BIDI}{RETURN}.klaxon").touch()
    os.mkfifo(folder / "00002-sonar.klaxon")
    bad = folder / f"bad{CLEAR}"
    bad.write_text(f'{{"{CLEAR}{BIDI}": 1}}\nred.captain {CLEAR}{C1}\n', "utf-8")
    own, found = ["--folder", str(folder)], str(bad)
    return {
        "chart": ["chart", chart],
        "chart missing": ["chart", missing],
        "chart bad": ["chart", found],
        "games": ["games", *own],
        "games export": ["games", *own, "export", NASTY],
        "games delete": ["games", *own, "delete", f"00001-{CLEAR}{C1}{BIDI}{RETURN}"],
        "doctor": ["doctor", *own],
        "doctor profile": ["doctor", *own, "--profile", found],
        "cards check": ["cards", "check", found, missing],
        "cards show": ["cards", "show", missing],
        "profile check": ["profile", "check", found, missing],
        "profile show": ["profile", "show", found],
        "replay": ["replay", found],
        "replay missing": ["replay", missing],
        "run": ["run", "sonar", f"chart={missing}", *own],
        "run profile": ["run", "--profile", found, *own],
        "watch": ["watch", "--folder", missing],
        "misused": ["games", CLEAR],
        "no command": [NASTY],
        "season": ["season", "sonar", f"chart={found}"],
        "edges": ["record-edges", "--source", "replay", "--like", found, str(folder / "new")],
    }


def test_no_command_prints_what_works_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, arguments in commands(tmp_path).items():
        status, out, err = run(capsys, *arguments)
        assert is_plain(out + err), name
        assert out + err, name
        assert status in (0, 1, 2), (name, err)


def test_a_station_s_label_is_plain_in_a_terminal() -> None:
    assert is_plain(WatchedPanel("red-1", "red", NASTY, 0, 128, 64, bytes(1024)).title())


# What is no file


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "link to a pipe", "socket"])
@pytest.mark.parametrize(
    "command",
    [
        ["chart", "{path}"],
        ["cards", "check", "{path}"],
        ["cards", "show", "{path}"],
        ["profile", "check", "{path}"],
        ["profile", "show", "{path}"],
        ["profile", "boot", "{path}"],
        ["replay", "{path}"],
        ["record-edges", "--source", "replay", "--like", "{path}", "{folder}/new"],
        ["doctor", "--folder", "{folder}", "--profile", "{path}"],
        ["run", "--keep-nothing", "--profile", "{path}"],
        ["run", "sonar", "--keep-nothing", "chart={path}"],
        ["season", "sonar", "chart={path}"],
    ],
    ids=" ".join,
)
def test_what_is_no_file_is_refused_at_once(
    kind: str, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "it.txt"
    if kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "socket":
        os.mknod(path, stat.S_IFSOCK | 0o600)
    else:
        os.mkfifo(tmp_path / "pipe")
        (path.hardlink_to if kind == "pipe" else path.symlink_to)(tmp_path / "pipe")
    status, out, err = run(capsys, *(word.format(path=path, folder=tmp_path) for word in command))
    assert status in (1, 2)
    assert str(path) in out + err
    assert "internal error" not in err


def test_a_file_that_becomes_a_pipe_is_refused_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    harmless = (tmp_path / "file").stat()
    monkeypatch.setattr(Path, "stat", lambda _path, **_: harmless)
    with pytest.raises(OSError, match="regular"):
        data.open_file(tmp_path / "pipe")


def test_what_is_no_file_is_no_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    assert shelf.key
    os.mkfifo(shelf.path("00001-sonar"))
    shelf.path("00002-sonar").mkdir()
    shelf.path("00003-sonar").touch()
    assert [shelf.look(name).standing for name in shelf.names()] == ["journal-not-ours"] * 3, "none is waited for"


def test_every_command_is_run_with_plain_output(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def note(*_: object) -> int:
        seen.append(isinstance(sys.stdout, PlainStream))
        return 0

    monkeypatch.setattr(cli, "_run_guarded", note)
    for name in cli.commands():
        cli.main([name])
    assert seen == [True] * len(cli.commands())
