"""The library of content, and its one loader: charts, profiles, rule pages, languages. Content is data, never code."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

ROOT = Path(__file__).parent
LARGEST = 64 * 1024
"""No chart, deck or mission is larger; a larger file is not one."""
SUFFIX = {
    "boxes": ".json",
    "cards": ".json",
    "guides": ".json",
    "missions": ".json",
    "patrols": ".json",
    "profiles": ".toml",
    "rules": ".md",
}
"""Kind -> how the names of its files end; `.txt` where it is not listed."""


class ContentError(Exception):
    """Content that cannot be had. `code` and `facts` make the sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        """Keep the code and the facts."""
        super().__init__(code)
        self.code, self.facts = code, facts


def names(kind: str, variant: str = "") -> tuple[str, ...]:
    """Return the names of the shipped content of a kind, in one variant."""
    return _listed(ROOT / kind, _suffix(kind, variant))


@lru_cache(maxsize=64)
def _listed(folder: Path, suffix: str) -> tuple[str, ...]:
    """Return the names of shipped files without their suffix; they do not change, and forms ask at every step."""
    return tuple(sorted(path.name.removesuffix(suffix) for path in folder.glob(f"*{suffix}")))


def read(kind: str, name: str, variant: str = "") -> str:
    """Return content: shipped under a name, or any file by its path."""
    if "/" in name or "." in name:
        return read_file(Path(name))
    if name in names(kind, variant):
        return (ROOT / kind / f"{name}{_suffix(kind, variant)}").read_text("utf-8")
    if Path(name).is_file():
        return read_file(Path(name))
    if any(path.name.startswith(f"{name}.") for path in (ROOT / kind).glob(f"*{_suffix(kind)}")):
        raise ContentError("no-layout", kind=kind, name=name, variant=variant)
    raise ContentError("no-content", kind=kind, name=name, names=", ".join(names(kind, variant)))


def _suffix(kind: str, variant: str = "") -> str:
    end = SUFFIX.get(kind, ".txt")
    return f".{variant}{end}" if variant else end


def open_file(path: Path) -> BinaryIO:
    """Open somebody's file to read it. OSError if it is none: a pipe would be waited for, a device be worked."""
    _check_regular(path.stat())
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    try:
        _check_regular(os.fstat(file.fileno()))  # it may have been exchanged meanwhile
    except OSError:
        file.close()
        raise
    return file


def _check_regular(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file")


def read_file(path: Path) -> str:
    """Return the text of somebody's file, or say why it cannot be read."""
    try:
        with open_file(path) as file:
            found = file.read(LARGEST + 1)
    except OSError as error:
        raise ContentError("no-file", path=str(path), reason=error.strerror or "") from None
    if len(found) > LARGEST:
        raise ContentError("file-too-large", path=str(path), largest=LARGEST // 1024)
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ContentError("file-not-text", path=str(path), byte=error.start) from None


def template(kind: str) -> str:
    """Return a file of a kind to fill in."""
    return (ROOT / "templates" / f"{kind}{_suffix(kind)}").read_text("utf-8")


def rule_page(game: str) -> str:
    """Return the rules of a game, a Markdown page."""
    return (ROOT / "rules" / f"{game}.md").read_text("utf-8")


def rule_pages() -> tuple[str, ...]:
    """Return the games that have a page of rules."""
    return names("rules")


def proofs(game: str) -> dict[str, Any]:
    """Return which tests prove which rule of a game; the test run writes it."""
    path = proofs_path(game)
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def proofs_path(game: str) -> Path:
    """Return where the proofs of a game stand."""
    return ROOT / "proofs" / f"{game}.json"


def badge(name: str) -> str:
    """Return the drawing of a badge, a piece of SVG."""
    return (ROOT / "badges" / f"{name}.svg").read_text("utf-8")


def font(name: str) -> str:
    """Return the table of a font, a line a glyph; how to read it stands at its top."""
    return (ROOT / "fonts" / f"{name}.txt").read_text("utf-8")


def bell_score(name: str) -> dict[str, Any]:
    """Return the calls of the bell in a game, and what rings them; empty for a game that has none of its own."""
    path = ROOT / "bell" / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def sittings(game: str) -> dict[str, dict[str, int]]:
    """Return how many minutes people sit over each mission of a game, `few` to `many`; measured, where it was."""
    path = ROOT / "sittings" / f"{game}.json"
    found: dict[str, dict[str, int]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def language(name: str) -> str:
    """Return a catalogue, gettext's .po: the common one and those of the games behind it."""
    return "\n\n".join(language_files(name))


def language_files(name: str) -> Iterator[str]:
    """Yield the files of a catalogue one by one, each read when it is asked for."""
    for path in (ROOT / "lang" / f"{name}.po", *sorted((ROOT / "lang").glob(f"{name}.*.po"))):
        yield path.read_text("utf-8")


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, English first."""
    main = [name for name in _listed(ROOT / "lang", ".po") if "." not in name]
    return tuple(sorted(main, key=lambda name: (name != "en", name)))
