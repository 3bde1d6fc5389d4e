"""How the probe game enters: a line in each of three tables, and its files in the library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import klaxon
from klaxon import crew, data
from klaxon.console import games as screens
from klaxon.rules import games
from tests.console.kit.pseudo import forget_catalogues

PROGRAM = Path(klaxon.__file__).parent
DATA = Path(__file__).parent / "data"


@contextmanager
def entered(folder: Path) -> Iterator[None]:
    """Have the probe game among the others; `folder` takes a library with its words and bells."""
    _link_files(data.ROOT, folder)
    _link_files(DATA, folder)
    with (
        mock.patch.dict(games.GAMES, {"launch": ("tests.probe.rules", "Launch")}),
        mock.patch.dict(crew.CREWS, {"launch": "tests.probe.crew"}),
        mock.patch.dict(screens.GAMES, {"launch": "tests.probe.screens"}),
        mock.patch.object(data, "ROOT", folder),
    ):
        forget_catalogues()
        yield
    forget_catalogues()


def plant(folder: Path) -> None:
    """Make a tree of the whole program with the probe game in it: a line in each of three tables, and its files."""
    tables = {
        "rules/games.py": '"launch": ("tests.probe.rules", "Launch"),',
        "crew/__init__.py": '"launch": "tests.probe.crew",',
        "console/games/__init__.py": '"launch": "tests.probe.screens",',
    }
    _link_files(PROGRAM, folder / "klaxon")
    _link_files(DATA, folder / "klaxon" / "data")
    for path, line in tables.items():
        table = folder / "klaxon" / path
        text = (PROGRAM / path).read_text("utf-8")
        table.unlink()
        behind = re.compile(r'^    "steam": .*$', re.MULTILINE)
        table.write_text(behind.sub(rf"\g<0>\n    {line}", text, count=1), "utf-8")


def _link_files(tree: Path, folder: Path) -> None:
    """Link every file of a tree into a folder."""
    for path in tree.rglob("*"):
        if path.is_file():
            link = folder / path.relative_to(tree)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
