"""The house: one word means one thing, and no folder is too crowded to show the plan."""

from __future__ import annotations

import re
from pathlib import Path

from tools.house import (
    crowded_folders,
    missing_modules,
    modules_that_name_a_game,
    names_of_two_things,
    participles,
    rings,
    rings_in_table,
    unnamed_packages,
)

TESTS = Path(__file__).parent
ARCHITECTURE = (TESTS.parent / "ARCHITECTURE.md").read_text("utf-8")
README = (TESTS.parent / "README.md").read_text("utf-8")
FROM_A_TEST = re.compile(r"\s*(from|import) tests\.([\w.]+ import |(\w+\.)*)test_")


def test_no_two_public_classes_share_a_name() -> None:
    assert names_of_two_things() == {}


def test_a_folder_has_about_twenty_modules_at_most() -> None:
    assert crowded_folders(20) == {}


def test_no_test_imports_from_a_test() -> None:
    found = [
        f"{path}: {line}"
        for path in TESTS.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if FROM_A_TEST.match(line)
    ]
    assert found == [], "what tests share lies in tests/<ring>/kit/"


def test_architecture_names_every_package_and_no_module_that_is_not_there() -> None:
    assert unnamed_packages(ARCHITECTURE) == []
    assert missing_modules(ARCHITECTURE) == []


def test_the_readme_has_a_line_for_every_ring() -> None:
    assert sorted(rings_in_table(README)) == rings()


def test_only_the_three_tables_of_games_name_a_game() -> None:
    assert modules_that_name_a_game() == ["console/games/__init__.py", "crew/__init__.py", "rules/games.py"]


def test_no_function_is_named_by_a_bare_participle() -> None:
    assert participles() == []
