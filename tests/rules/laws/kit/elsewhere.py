"""Histories written down and played again in another process, under another hash seed or another Python.

As a program it needs nothing but the standard library, `firmware` and the repository on PYTHONPATH: it reads such a
file and prints the digests, one a line.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import klaxon
from klaxon.rules.contract import Header, Order
from klaxon.rules.laws import AnyGame, Entry, digests

ROOT = Path(__file__).resolve().parents[4]
FIRMWARE = Path(klaxon.__file__).resolve().parents[1]
UNDER_MUTATION = bool(os.environ.get("MUTANT_UNDER_TEST"))
"""A mutant lives in this process only: another one would play by the rules, and prove nothing."""


class History(NamedTuple):
    """A game, its header and what was entered."""

    game: AnyGame
    header: Header
    entries: list[Entry]

    def digests(self, every: int = 1) -> list[str]:
        """Play it here."""
        return digests(self.game, self.header, self.entries, every)


def write(path: Path, histories: Iterable[History]) -> None:
    """Write histories down as text: a line that begins a game, then a line for every entry."""
    with path.open("w", encoding="utf-8") as file:
        for game, header, entries in histories:
            made = f"{type(game).__module__}:{type(game).__qualname__}"
            file.write(f"new {json.dumps({'game': made, 'header': asdict(header)})}\n")
            file.writelines(f"{entry}\n" if isinstance(entry, Order) else f"at {entry}\n" for entry in entries)


def read(path: Path) -> Iterator[History]:
    """Read histories."""
    history: History | None = None
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("new "):
            if history is not None:
                yield history
            told = json.loads(line[4:])
            module, _, name = told["game"].partition(":")
            history = History(getattr(import_module(module), name)(), Header(**told["header"]), [])
        elif history is not None:
            history.entries.append(int(line[3:]) if line.startswith("at ") else Order.read(line))
    if history is not None:
        yield history


def start(path: Path, *, every: int = 1, python: str = sys.executable, hash_seed: int = 1) -> subprocess.Popen[str]:
    """Start another process that plays a file again."""
    environment = {"PYTHONPATH": f"{FIRMWARE}:{ROOT}", "PYTHONHASHSEED": str(hash_seed), "PATH": os.environ["PATH"]}
    command = [python, "-P", __file__, str(path), str(every)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> list[str]:
    """Return the digests that it printed."""
    told, trouble = process.communicate()
    assert process.returncode == 0, trouble
    return told.split()


def another_python() -> str | None:
    """Return the newest other Python that can be had and really runs."""
    names = [f"python3.{minor}" for minor in (15, 14, 13, 12, 11)]
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    kept = [shutil.which(name) for name in names] + [str(path) for path in sorted(versions.glob("*/bin/python3"))]
    found = {version: path for path in kept if path and (version := _version(path)) > (3, 10)}
    found.pop(sys.version_info[:2], None)
    return found[max(found)] if found else None


def _version(python: str) -> tuple[int, ...]:
    """Return the version of an interpreter; () where it does not run (a shim of pyenv without its version)."""
    asked = [python, "-c", "import sys; print(*sys.version_info[:2])"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    return tuple(map(int, told.stdout.split())) if told.returncode == 0 else ()


if __name__ == "__main__":
    for told_history in read(Path(sys.argv[1])):
        sys.stdout.write("\n".join([*told_history.digests(int(sys.argv[2])), ""]))
