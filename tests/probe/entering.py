"""How the probe game enters: a line in each of three tables, and its files in the library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from klaxon import crew, data
from klaxon.console import games as screens
from klaxon.console.language.catalogue import catalogue
from klaxon.rules import games

DATA = Path(__file__).parent / "data"


@contextmanager
def entered(folder: Path) -> Iterator[None]:
    """Have the probe game among the others; `folder` takes a library with its words and bells."""
    _link_library(data.ROOT, folder)
    _link_library(DATA, folder)
    with (
        mock.patch.dict(games.GAMES, {"launch": ("tests.probe.rules", "Launch")}),
        mock.patch.dict(crew.CREWS, {"launch": "tests.probe.crew"}),
        mock.patch.dict(screens.GAMES, {"launch": "tests.probe.screens"}),
        mock.patch.object(data, "ROOT", folder),
    ):
        catalogue.cache_clear()
        yield
    catalogue.cache_clear()


def _link_library(library: Path, folder: Path) -> None:
    """Link every file of a library into a folder."""
    for path in library.rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            link = folder / path.relative_to(library)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
