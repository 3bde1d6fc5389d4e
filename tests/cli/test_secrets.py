"""Secrets stand on no command line: everybody on a machine can read those."""

from __future__ import annotations

import asyncio
import io
import json
import sys
import webbrowser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from klaxon.cli import bot
from klaxon.cli.daemon.browser import open_link
from tests.cli.kit.commands import run

SECRET = "s3cret-token"  # noqa: S105 - opens nothing
LINK = f"http://127.0.0.1:8080/#{SECRET}"
TELL = "import os; print(sorted(name for name in os.environ if name == 'KLAXON_TOKEN'), flush=True); input()"


def heard(folder: Path, *arguments: str) -> list[bytes]:
    """What a table hears of `klaxon bot`: the hello, and a line of its program."""

    async def listen() -> list[bytes]:
        lines: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()

        async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            lines.set_result([await reader.readline(), await reader.readline()])
            writer.write(b"end\n")
            writer.close()

        door = folder / "door"
        options = ["--socket", str(door), "--seat", "red.captain", *arguments, "--", sys.executable, "-c", TELL]
        async with await asyncio.start_unix_server(let_in, door):
            status = await asyncio.to_thread(bot.main, options)
        assert status == 0
        return await lines

    return asyncio.run(listen())


def check(said: list[bytes]) -> None:
    """The table was shown the secret; the program was not."""
    assert json.loads(said[0])["token"] == SECRET
    assert said[1] == b"[]\n"


def test_a_bot_takes_its_secret_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(bot.TOKEN, "another")
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    check(heard(tmp_path, "--token-file", str(tmp_path / "secret")))


def test_a_bot_takes_its_secret_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(bot.TOKEN, SECRET)
    check(heard(tmp_path))


def test_a_bot_takes_its_secret_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{SECRET}\n"))
    check(heard(tmp_path, "--token-file", "-"))


@pytest.mark.parametrize("flag", [["--token", SECRET], [f"--token={SECRET}"], []])
def test_a_bot_says_where_its_secret_belongs(
    flag: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(bot.TOKEN, raising=False)
    status, _, told = run(capsys, "bot", "--socket", "door", "--seat", "red.captain", *flag, "--", "true")
    assert status == 2
    assert "--token-file" in told
    assert SECRET not in told


def test_a_secret_that_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--socket", "door", "--seat", "red.captain", "--token-file", str(tmp_path / "nowhere"), "--", "true"]
    status, _, told = run(capsys, "bot", *options)
    assert status == 1
    assert "nowhere cannot be read: No such file or directory" in told


def test_a_browser_is_given_a_file_that_leads_to_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    given: list[str] = []
    monkeypatch.setattr(webbrowser, "open", given.append)
    with open_link(LINK):
        (link,) = given
        assert SECRET not in link
        path = Path(unquote(urlsplit(link).path))
        assert f'url={LINK}"' in path.read_text("utf-8")
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
    assert not list(tmp_path.iterdir())


def test_without_a_place_for_the_file_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    given: list[str] = []
    monkeypatch.setattr("klaxon.cli.daemon.browser.TemporaryDirectory", refuse)
    monkeypatch.setattr(webbrowser, "open", given.append)
    with open_link(LINK):
        assert not given
