"""What `klaxon` says of itself: help by group, version, the nearest command, completion, manual page, colour."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from klaxon import __version__, cli
from klaxon.cli.help.colour import RED, write_painted
from klaxon.cli.help.plain import PlainStream
from tests.cli.kit.commands import run


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_every_command_stands_in_one_group(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys)
    assert status == 0
    assert told.startswith("`klaxon run` opens the console in your browser.\n")
    assert [told.count(f"\n  {name} ") for name in cli.commands()] == [1] * len(cli.commands())
    assert [line for line in told.splitlines() if line and line[0].isupper()] == [
        "Play",
        "Keep games",
        "Build a console, charts, cards",
        "Develop, try and measure",
    ]


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("--version", "-V", "version"):
        assert run(capsys, word) == (0, f"klaxon {__version__}\n", "")


def test_the_nearest_command_is_named_and_else_all_are(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, told = run(capsys, "docter")
    assert (status, told) == (2, "klaxon: there is no command 'docter'. Did you mean `klaxon doctor`?\n")
    status, _, told = run(capsys, "xyzzy")
    assert status == 2
    assert "Did you mean" not in told
    assert "  doctor" in told


@pytest.mark.parametrize(
    ("command", "act", "does"),
    [
        ("desk", "pair", "Begin the next round: pair those who are here."),
        ("games", "delete", "Delete a game for good."),
    ],
)
def test_the_help_of_an_act_says_what_it_does(
    capsys: pytest.CaptureFixture[str], command: str, act: str, does: str
) -> None:
    status, told, _ = run(capsys, command, act, "--help")
    assert status == 0
    assert f"\n\n{does}\n\n" in told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("run --port abc", "--port takes a whole number, not 'abc'."),
        ("run --hots 0.0.0.0", "there is no option --hots. Did you mean --host?"),
        ("rules snoar", "'snoar' is none of: sonar, steam, uboot. Did you mean sonar?"),
        ("games lsit", "'lsit' is none of: list, resume, debrief, log, export, import, delete. Did you mean list?"),
        ("screens --language xx", "--language cannot be 'xx'. It can be en, de, ru, uk, all."),
        ("watch foo", "there is nothing that 'foo' could mean here."),
    ],
)
def test_what_is_typed_wrongly_is_answered_by_one_sentence(
    capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    command = typed.split(maxsplit=1)[0]
    with pytest.raises(SystemExit) as ended:
        cli.main(typed.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"klaxon {command}: {told} `klaxon {command} --help` explains all of it.\n"


def completed(script: str, *words: str) -> set[str]:
    """Return what bash offers for a line whose last word is unfinished."""
    line = " ".join(f"'{word}'" for word in words)
    ask = f'{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _klaxon; printf "%s\\n" "${{COMPREPLY[@]}}"'
    bash = shutil.which("bash")
    assert bash is not None
    return set(subprocess.run([bash, "-c", ask], check=True, capture_output=True, text=True).stdout.split())


def test_bash_completes_commands_acts_options_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    _, script, _ = run(capsys, "completion", "bash")
    assert completed(script, "klaxon", "") == set(cli.commands())
    assert completed(script, "klaxon", "do") == {"doctor"}
    assert completed(script, "klaxon", "orders", "s") == {"sonar", "steam"}
    assert completed(script, "klaxon", "profile", "ch") == {"check"}
    assert completed(script, "klaxon", "profile", "check", "--") == {"--help", "--json"}
    assert completed(script, "klaxon", "bot", "--tok") == {"--token-file"}  # --token itself is no longer told


def test_zsh_is_offered_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    _, bash, _ = run(capsys, "completion", "bash")
    _, zsh, _ = run(capsys, "completion", "zsh")
    assert zsh.startswith("#compdef klaxon\n")
    for line in bash.splitlines():
        start, found, words = line.strip().removesuffix('" ;;').partition(') words="')
        if found:
            assert f"{start}) found=({words}) ;;" in zsh


def test_the_manual_page_has_every_command_and_groff_nothing_to_say_against_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, page, _ = run(capsys, "man")
    for name in cli.commands():
        written = name.replace("-", r"\-")
        assert f".SS klaxon {written}\n" in page
    assert r"\fB\-\-profile\fR NAME|FILE" in page
    groff = shutil.which("groff")
    if groff is not None:
        drawing = [groff, "-man", "-Tutf8", "-ww", "-z"]
        drawn = subprocess.run(drawing, check=True, input=page, capture_output=True, text=True)
        assert drawn.stderr == ""


def test_colour_is_for_terminals_alone_and_never_lets_a_foreign_text_control_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown, piped = Terminal(), io.StringIO()
    for stream in (shown, piped):
        write_painted(PlainStream(stream), "bad\x1b[2J", RED)  # type: ignore[arg-type]
    assert shown.getvalue() == f"{RED}bad\\u001b[2J\x1b[0m"
    assert piped.getvalue() == "bad\\u001b[2J"
    monkeypatch.setenv("NO_COLOR", "1")
    quiet = Terminal()
    write_painted(quiet, "bad", RED)
    assert quiet.getvalue() == "bad"


def test_the_doctor_paints_its_levels(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    cli.main(["doctor", "--folder", str(tmp_path)])
    assert "\x1b[32mok  \x1b[0m  " in shown.getvalue()
    assert capsys.readouterr().err == ""
