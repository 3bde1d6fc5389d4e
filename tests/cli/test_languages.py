"""Languages on the command line and in a profile: who speaks what at first, and what is said where there is no such."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from klaxon.cli import MISUSED, games, run, screens
from klaxon.cli.daemon.kept_settings import read_languages
from klaxon.cli.robots import frames
from klaxon.console.profile import Flaw, Profile, read_profile, say_flaw
from klaxon.console.settings.station_languages import STORE
from tests.console.kit.pseudo import MARK, spoken

PROFILE = 'format = 1\nname = "desk"\nback_end = "virtual"\n{top}\n[[station]]\n{first}\n[[station]]\n'


@pytest.fixture(autouse=True)
def _two_more_languages() -> Iterator[None]:
    with spoken():
        yield


def profile(top: str = "", first: str = "") -> Profile | tuple[Flaw, ...]:
    return read_profile(PROFILE.format(top=top, first=first))


def test_a_profile_says_what_its_stations_speak() -> None:
    found = profile('language = "en"', 'language = "en"')
    assert isinstance(found, Profile)
    assert (found.language, [station.language for station in found.stations]) == ("en", ["en", ""])


def test_a_language_that_is_not_here_is_a_flaw_that_lists_those_that_are() -> None:
    for top, first in (('language = "tlh"', ""), ("", 'language = "tlh"')):
        flaws = profile(top, first)
        assert isinstance(flaws, tuple)
        assert [(flaw.code, flaw.key) for flaw in flaws] == [("PRF-008", "language")]
        assert "en" in say_flaw("desk", flaws[0])


def heard(folder: Path, asked: str = "", top: str = "", first: str = "", *, keep: bool = True) -> list[str]:
    """Return what the two stations speak, and the console itself."""
    found = profile()
    assert isinstance(found, Profile)
    one, other = found.stations
    object.__setattr__(one, "language", first)
    object.__setattr__(found, "language", top)
    station_languages = read_languages(Namespace(language=asked, keep_nothing=not keep), found, folder)
    return [station_languages.of(one.name), station_languages.of(other.name), station_languages.default]


def test_the_host_comes_before_the_profile_and_a_choice_before_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert heard(tmp_path) == ["en", "en", "en"]
    assert heard(tmp_path, top="xx") == ["xx", "xx", "xx"]
    assert heard(tmp_path, top="xx", first="yy") == ["yy", "xx", "xx"]
    assert heard(tmp_path, asked="en", top="xx", first="yy") == ["en", "en", "en"]
    STORE.write(tmp_path, {"red-1": "xx"})
    assert heard(tmp_path, asked="yy") == ["xx", "yy", "yy"]
    assert heard(tmp_path, asked="yy", keep=False) == ["yy", "yy", "yy"]
    (tmp_path / STORE.name).write_text("nonsense", "utf-8")
    assert heard(tmp_path, asked="yy") == ["yy", "yy", "yy"]
    assert "is not what a station wrote" in capsys.readouterr().err


def test_a_language_that_is_not_here_is_told_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["--profile", "null", "--language", "tlh", "--folder", str(tmp_path)]) == MISUSED
    said = capsys.readouterr().err
    assert said == "klaxon run: There is no language 'tlh'. There are: en (English), xx (Xish), yy (Yish).\n"


def test_stills_are_made_in_a_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = {word for _, picture in frames("sonar", "1", "xx", limit="2") for word in picture.words}
    assert any(word.startswith(f"{MARK}xx ") for word in shown)
    asked: list[str] = []

    def few(_game: str, _seed: str, language: str) -> Iterator[tuple[str, object]]:
        asked.append(language)
        yield from ()

    monkeypatch.setattr(screens, "frames", few)
    screens.main(["--language", "all", "--text"])
    assert asked == ["en", "xx", "yy"]
    with pytest.raises(SystemExit):
        screens.main(["--language", "tlh"])
    with pytest.raises(SystemExit):
        games.main(["debrief", "--language", "tlh", "x"])
    assert "cannot be 'tlh'" in capsys.readouterr().err
