"""Languages that nobody speaks, made of English for tests: every sentence is marked, and columns are others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from unittest import mock

from klaxon import data
from klaxon.console.language.catalogue import catalogue_of, entries, own_name, words_of

MARK = "¤"
COLUMNS = "АБВГДЕЖЗИКЛМНОП"
HEADER = "Plural-Forms: nplurals=2; plural=(n != 1);\\n"
CALLED = {"xx": "Xish", "yy": "Yish"}

_FILES, _LANGUAGES = data.language_files, data.languages


def pseudo(code: str) -> str:
    """Return English as a catalogue of another language: `¤xx sentence`."""
    own = {"language.self": CALLED[code], "chart.columns": COLUMNS}
    blocks = [f'msgid ""\nmsgstr "{HEADER}"']
    for entry in entries("\n\n".join(_FILES("en"))):
        forms = [own.get(entry.id, f"{MARK}{code} {form}") for form in entry.forms]
        if entry.counts:
            lines = [f"msgstr[{n}] {quoted(form)}" for n, form in enumerate(forms)]
            blocks.append("\n".join([f'msgid "{entry.id}"', f'msgid_plural "{entry.counts}"', *lines]))
        elif entry.id:
            blocks.append(f'msgid "{entry.id}"\nmsgstr {quoted(forms[0])}')
    return "\n\n".join(blocks)


def quoted(text: str) -> str:
    """Return a text as a .po file has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


@contextmanager
def spoken(files: Mapping[str, str] | None = None) -> Iterator[None]:
    """Let there be English and these languages alone (xx and yy where none are given), code -> catalogue."""
    found = files if files is not None else {code: pseudo(code) for code in CALLED}
    files_of: Callable[[str], Iterable[str]] = lambda code: _FILES(code) if code == "en" else [found[code]]  # noqa: E731
    forget_catalogues()
    with (
        mock.patch.object(data, "language_files", files_of),
        mock.patch.object(data, "languages", return_value=("en", *found)),
    ):
        yield
    forget_catalogues()


def forget_catalogues() -> None:
    """Let every catalogue be read again."""
    for kept in (catalogue_of, words_of, own_name):
        kept.cache_clear()
