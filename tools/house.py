"""Figures of the tree: modules a folder, names that mean two things, functions named by a participle, games named.

    .venv/bin/python -m tools.house [--json]

Exit status 1 where a name means two things. `tests/test_house.py` holds the figures.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "firmware" / "klaxon"
TEMPLATE = frozenset({"State", "View", "Setting", "Working", "Skill", "CaptainScreen", "EngineerScreen"})
"""The packages of the games are parallel: each may have its own of these."""
PARTICIPLE = re.compile(
    r"(?:[a-z]+(?:ed|wn|id)|begun|bent|broke|broken|built|caught|chosen|cut|done|driven|felt|found|frozen|given|gone"
    r"|heard|held|hidden|kept|left|lit|lost|made|meant|met|put|rung|saw|seen|sent|spelt|spent|spoken|stuck|taken|taught"
    r"|told|won|written)"
)
NO_PARTICIPLES = {
    "speed": "a noun: how fast a boat or a pen is",
    "grid": "a noun: the compartments of a boat",
    "need": "a noun: the condition of a card",
    "aid": "a noun: what a station does for a seat by itself",
    "feed": "a verb: give the next token to a parser",
}
"""Names that only look like participles, each with what it is."""
CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
FUNCTION = re.compile(r"\bdef ([a-z]\w*)")
"""What a module may define, found without parsing it: only those in question are parsed."""
GAMES = ("sonar", "steam", "uboot")


def modules() -> Iterator[Path]:
    """Yield every module of the package."""
    yield from sorted(PACKAGE.rglob("*.py"))


def crowded_folders(most: int) -> dict[str, int]:
    """Return the folders with more modules side by side than that."""
    counts = Counter(str(path.parent.relative_to(PACKAGE)) for path in modules() if path.name != "__init__.py")
    return {folder: count for folder, count in counts.items() if count > most}


def names_of_two_things() -> dict[str, list[str]]:
    """Return public classes of one name, wherever they stand."""
    named = {path: set(CLASS.findall(_text(path))) for path in modules()}
    often = {name for name, count in Counter(name for names in named.values() for name in names).items() if count > 1}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in (path for path, names in named.items() if names & often):
        where, template = str(path.relative_to(PACKAGE)), _is_of_a_game(path)
        for node in ast.parse(_text(path)).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                if template and node.name in TEMPLATE:
                    continue
                found[node.name].append(where)
    return {name: places for name, places in sorted(found.items()) if len(places) > 1}


def participles() -> list[str]:
    """Return public functions that are named by a bare participle: nobody can tell a getter from a callback."""
    return [
        f"{path.relative_to(PACKAGE)}:{node.name}"
        for path in modules()
        if any(map(_is_participle, FUNCTION.findall(_text(path))))
        for node in ast.walk(ast.parse(_text(path)))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_participle(node.name)
    ]


def modules_that_name_a_game() -> list[str]:
    """Return the modules outside a game's own packages that name a game in their code."""
    quoted = re.compile(rf"""["'](?:{"|".join(GAMES)})["']|klaxon\.\w+(?:\.games)?\.(?:{"|".join(GAMES)})\b""")
    return [
        str(path.relative_to(PACKAGE))
        for path in modules()
        if not _is_of_a_game(path) and quoted.search(_text(path)) and quoted.search(_code(_text(path)))
    ]


def unnamed_packages(page: str) -> list[str]:
    """Return the packages whose folders a page does not name, as `NAME/`."""
    packages = {path.parent.relative_to(PACKAGE) for path in modules() if path.name == "__init__.py"} - {Path()}
    named = set(re.findall(r"(\w+)/", page))
    return sorted(str(package) for package in packages if package.name not in named)


def rings_in_table(page: str) -> list[str]:
    """Return the folders that a page lists in a table, a row each."""
    return re.findall(r"^\| `(\w+)/` \| \S", page, re.MULTILINE)


def rings() -> list[str]:
    """Return the folders of the package."""
    return sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())


def missing_modules(page: str) -> list[str]:
    """Return the modules that a page names and that are not there, wherever they would stand."""
    there = [f"/{path.relative_to(PACKAGE.parents[1])}" for path in (*modules(), *PACKAGE.parents[1].glob("t*/*.py"))]
    named = sorted(set(re.findall(r"[\w/]+\.py\b", page)))
    return [name for name in named if not any(path.endswith(f"/{name}") for path in there)]


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _is_participle(name: str) -> bool:
    return PARTICIPLE.fullmatch(name) is not None and name not in NO_PARTICIPLES


def _is_of_a_game(path: Path) -> bool:
    return any(part in GAMES for part in path.relative_to(PACKAGE).parts)


def _code(text: str) -> str:
    """Return the source without its docstrings and comments."""
    return ast.unparse(_without_docstrings(ast.parse(text)))


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]  # every node with a body has it as a field
    return tree


def figures() -> dict[str, object]:
    """Return all figures as data."""
    return {
        "modules": sum(1 for _ in modules()),
        "crowded": crowded_folders(20),
        "two things": names_of_two_things(),
        "participles": participles(),
        "games": modules_that_name_a_game(),
    }


def main(arguments: list[str]) -> int:
    """Print the figures."""
    found = figures()
    if "--json" in arguments:
        print(json.dumps(found, indent=1))
    else:
        print(f"{found['modules']} modules")
        print(f"folders with more than 20 modules side by side: {found['crowded'] or 'none'}")
        print(f"names that mean two things: {found['two things'] or 'none'}")
        print(f"functions named by a bare participle: {len(participles())}")
        print(f"modules outside a game's own packages that name a game: {', '.join(modules_that_name_a_game())}")
    return 1 if found["two things"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
