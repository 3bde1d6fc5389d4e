"""Words: what a person reads stands in the catalogues, every id in the code is there, and no other is."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from klaxon import data
from klaxon.console.drawing import parts
from klaxon.console.language.catalogue import catalogue
from klaxon.console.lobby.manning import CREWS
from klaxon.console.play.bottom_line import STANDING_STILL
from klaxon.console.play.choices import LETTERS
from klaxon.console.station.station_menu import LEVELS
from klaxon.rules.games import GAMES, game_named

ROOT = data.ROOT.parent
SHOWN = [*sorted((ROOT / "console").rglob("*.py")), *sorted((ROOT / "web").rglob("*.py"))]
"""Where people are spoken to."""
ENGLISH = catalogue("en")

READ = {*parts.__all__, "Notice", "Chime", "Item", "Line", "ListPage", "TextPage", "notice", "announce"}
"""What is made of these is read by people."""

NO_WORDS = {
    # how parts look, not what they say
    *("ready", "grave", "idle", "sent", "waiting", "left", "right", "centre", "middle"),
}
"""Strings that go to parts and are no words."""

UNREAD = {
    "console/play/choices.py": {LETTERS},  # what a text is spelt with
    "web/server/files.py": {  # headers of HTTP
        "text/html; charset=utf-8",
        "text/css; charset=utf-8",
        "text/javascript; charset=utf-8",
    },
    "web/reading/games_page.py": {'attachment; filename="'},  # a header of HTTP
    "web/desk/desk_routes.py": {'attachment; filename="standings.csv"', "text/csv; charset=utf-8"},  # the same
    "web/desk/desk_visit.py": {"answer "},  # keys of a queue
    "web/stations/stations_server.py": {"light ", "lamp "},  # keys of a queue
}
"""File -> strings with a space that nobody reads as part of the console."""


class Use(NamedTuple):
    """A string somewhere in the code."""

    path: Path
    line: int
    text: str

    @property
    def where(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text!r}"


# Reading code


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def speech_of(path: Path) -> list[ast.Call | ast.JoinedStr | ast.Constant]:
    """Return the calls and strings of a file: kept, as several tests look at those of all files."""
    return [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call | ast.JoinedStr | ast.Constant)]


def pieces(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings an expression is made of; those that choose between others are no part of it."""
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.JoinedStr(values=values):
            for value in values:
                if isinstance(value, ast.Constant):
                    yield node.lineno, str(value.value)
        case ast.IfExp(body=body, orelse=orelse):
            yield from pieces(body)
            yield from pieces(orelse)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from pieces(element)
        case ast.BinOp(left=left, right=right):
            yield from pieces(left)
            yield from pieces(right)


def name_of(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def silent(path: Path) -> set[ast.AST]:
    """Return every node that nobody reads as part of the console: docstrings, errors, log lines, patterns."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Assert():
                found.update(ast.walk(node))
            case ast.Call(func=function) if _is_log(function):
                found.update(ast.walk(node))
            case ast.Call(func=ast.Attribute(attr="create_task"), keywords=[ast.keyword(arg="name") as name]):
                found.update(ast.walk(name))
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.expr() as annotation):
                found.update(ast.walk(annotation))
    return found


def _is_log(function: ast.expr) -> bool:
    owner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id in ("_log", "log", "logging", "re")


def says_something(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


# No string outside the catalogue


def uses_outside_the_catalogue(path: Path) -> Iterator[Use]:
    """Yield strings of the code that people would read: given to a part, or of several words."""
    nobody_reads = silent(path)
    allowed = UNREAD.get(str(path.relative_to(ROOT)), set())
    for node in ast.walk(tree_of(path)):
        if node in nobody_reads:
            continue
        if isinstance(node, ast.Call) and name_of(node.func) in READ:
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                for line, text in pieces(argument):
                    if says_something(text) and text not in NO_WORDS | allowed:
                        yield Use(path, line, text)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in allowed:
            text = node.value
            if re.search(r"[A-Za-z].* |^ .*[A-Za-z]", text.strip("\n")) and not text.startswith("http"):
                yield Use(path, node.lineno, text)


def test_no_word_stands_outside_the_catalogue() -> None:
    assert [use.where for path in SHOWN for use in uses_outside_the_catalogue(path)] == []


def planted(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr("tests.console.test_messages.ROOT", tmp_path)
    path = tmp_path / "planted.py"
    path.write_text(code)
    return [use.text for use in uses_outside_the_catalogue(path)]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('Text(("Fire",))', ["Fire"]),
        ('parts.Title("turn", "")', ["turn"]),
        ('BottomLine(f"{who} wins")', [" wins", " wins"]),
        ('station.notice("Wait" if full else say("x"))', ["Wait"]),
        ('greeting = "Good morning, captain"', ["Good morning, captain"]),
        ('List(items, align="centre")', []),
        ('raise ValueError("not a note")', []),
        ('"""A docstring of words."""\n_log.warning("a page failed")', []),
        ('say("lobby.title")', []),
    ],
)
def test_a_word_outside_the_catalogue_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, found: list[str]
) -> None:
    assert planted(tmp_path, code, monkeypatch) == found


# Ids

SPEAKERS = ("say", "_say", "find")
"""Functions whose first argument is an id."""


def ids_said() -> Iterator[Use]:
    """Yield every id that is written out where something is said."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in speech_of(path):
            if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS and node.args:
                exact = [node.args[0]]
                if isinstance(node.args[0], ast.IfExp):
                    exact = [node.args[0].body, node.args[0].orelse]
                for argument in exact:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield Use(path, node.lineno, argument.value)


def patterns_said() -> Iterator[tuple[Use, str]]:
    """Yield every id that is put together, as a pattern: where it is, and what it may be."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in speech_of(path):
            if isinstance(node, ast.JoinedStr) and _looks_like_an_id(node):
                parts_of_it = [
                    re.escape(str(value.value)) if isinstance(value, ast.Constant) else "[^ ]*" for value in node.values
                ]
                yield Use(path, node.lineno, ast.unparse(node)), "".join(parts_of_it)


def _looks_like_an_id(node: ast.JoinedStr) -> bool:
    """Tell whether an f-string begins with a word and a dot: `menu.{name}.ok`."""
    first = node.values[0]
    return isinstance(first, ast.Constant) and re.match(r"[a-z-]+\.", str(first.value)) is not None


def test_every_id_that_is_said_is_in_the_catalogue() -> None:
    said = [use for use in ids_said() if use.text and "/" not in use.text and use.text != "("]
    assert len(said) > 60
    assert [use.where for use in said if use.text not in ENGLISH] == []


def test_every_id_that_is_put_together_can_be_found() -> None:
    heads = {message.partition(".")[0] for message in ENGLISH}
    found = [(use, pattern) for use, pattern in patterns_said() if pattern.partition("\\")[0] in heads]
    assert len(found) > 20
    assert [use.where for use, pattern in found if not any(re.fullmatch(pattern, m) for m in ENGLISH)] == []


MADE_ELSEWHERE = {
    r"bell\..*": "the scores in data/bell name the calls; test_score holds every call to a banner",
    r"(refusal|fault)\..*": "codes of the rules and of content, held to their sentences below",
    r".*\.nearest": "`say` asks for it where there is a word that was probably meant",
    r"heard\..*\.(own|enemy|more)": "whose news it is, and what stands behind it",
    r"(web|hall)\..*": "the pages ask for their words by themselves, held below",
    r"hardware\..*": "front panel and cards of tools/hw ask for them, held in tests/hw/test_hardware.py",
    r"booklet\..*": "the booklet asks for its words by itself, held in tests/web/test_debrief_file.py",
}
"""Ids that no line of Python writes out, and who uses them."""


def test_no_id_is_left_over() -> None:
    written = {
        str(node.value)
        for path in sorted(ROOT.rglob("*.py"))
        for node in speech_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    patterns = [*(pattern for _, pattern in patterns_said()), *MADE_ELSEWHERE]
    used = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    assert [message for message in ENGLISH if message not in written and not used.fullmatch(message)] == []


def test_every_code_with_a_sentence_is_a_code_of_something() -> None:
    code = "\n".join(path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py")))
    codes = {
        message.removesuffix(".nearest").removesuffix(".none")
        for message in ENGLISH
        if message.startswith(("refusal.", "fault.", "short."))
    }
    words = set(re.findall(r'(?="([\w-]+)")', code))
    assert [message for message in sorted(codes) if message.rpartition(".")[2] not in words] == []


def test_every_word_of_the_page_is_asked_for_by_the_page() -> None:
    static = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "web" / "static").rglob("*.*")))
    python = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "web").rglob("*.py")))
    own = [message.removeprefix("web.") for message in ENGLISH if message.startswith("web.")]
    assert own
    tails = {message: message.rpartition(".")[2] for message in own}
    assert [message for message in own if message not in static + python and tails[message] not in static] == []


def test_every_word_of_the_desk_is_asked_for_by_its_pages_and_the_other_way_round() -> None:
    pages = "\n".join(
        path.read_text("utf-8") for path in sorted((ROOT / "web" / "desk").rglob("*.*")) if path.suffix != ".pyc"
    )
    own = {message.removeprefix("hall.") for message in ENGLISH if message.startswith("hall.")}
    asked = set(re.findall(r"""say\((?:labels, )?"([\w.-]+)\"""", pages))
    asked |= set(re.findall(r"""data-(?:label|name)="hall\.([\w.-]+)\"""", pages))
    assert asked - own - set(ENGLISH) == set()
    heads = {word.partition("$")[0] for word in re.findall(r"say\((?:labels, )?`([\w.-]+\$?)", pages)}
    assert len(heads) > 5
    made = {word for word in own if any(word.startswith(head) for head in heads)}
    in_python = {word for word in own if f'"{word}"' in pages}
    assert own - asked - made - in_python == set()


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("verb", {f"{name}.{verb.name}" for name in GAMES for verb in game_named(name).verbs}),
        ("order", {f"{name}.{verb.name}" for name in GAMES for verb in game_named(name).verbs}),
        ("option", {f"{name}.{option.name}" for name in GAMES for option in game_named(name).options}),
        ("role", {f"{name}.{seat.rpartition('.')[2]}" for name in GAMES for seat in game_named(name).seats}),
        ("game", set(GAMES)),
        ("boat", {"sea", *(boat for name in GAMES for boat in game_named(name).boats)}),
    ],
)
def test_words_for_games_are_about_what_games_have(kind: str, names: set[str]) -> None:
    found = {message.removeprefix(f"{kind}.") for message in ENGLISH if message.startswith(f"{kind}.")}
    assert found
    # Behind a verb may stand how it is said otherwise.
    assert {".".join(name.split(".")[:2]) for name in found} <= names


@pytest.mark.parametrize(
    "message",
    [
        *(f"bottom.{state}" for state in STANDING_STILL),
        *(f"crew.{crew}" for crew in CREWS),
        *(f"menu.brightness.{level}" for level in LEVELS),
        *(f"asked.{what}{yes}" for what in ("draw", "undo", "rematch") for yes in ("", ".yes")),
        *(f"outcome.{how}" for how in ("won", "lost", "draw")),
        *(
            f"reason.{reason}"
            for reason in ("", "sunk", "limit", "central-post", "crew", "oxygen", "conceded", "agreed")
        ),
        *(f"wrong.{code}" for code in ("not-now", "too-fast", "nothing-to-undo")),
        *(f"game.{game}" for game in GAMES),
    ],
)
def test_what_a_console_may_have_to_say_can_be_said(message: str) -> None:
    assert ENGLISH[message]


# Catalogues


@pytest.mark.parametrize(
    "language", sorted({path.name.partition(".")[0] for path in (data.ROOT / "lang").glob("*.po")})
)
def test_no_id_stands_twice(language: str) -> None:
    ids: Counter[str] = Counter()
    for path in sorted((data.ROOT / "lang").glob(f"{language}*.po")):
        ids.update(re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE))
    assert [message for message, count in ids.items() if count > 1] == []


def test_every_sentence_can_be_said_without_its_facts() -> None:
    for message, text in ENGLISH.items():
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        assert all(re.fullmatch(r"[a-z_0-9]+|[A-Z][0-9]+", name) for name in names), message
        assert text.format_map(dict.fromkeys(names, "x")), message
