"""The codes of refusals that the source of the rules names."""

from __future__ import annotations

import ast
from pathlib import Path

import klaxon
from klaxon.rules.sonar.realtime import menu as realtime_menu

RULES = Path(klaxon.__file__).parent
ANSWERING = ("_lack", "lack", "_why", "_obstacle")


def menu_codes() -> set[str]:
    """Return the words of Captain Sonar's menu that look like codes: what its tables and functions answer with."""
    sources = [RULES / "rules" / "sonar" / name for name in ("menu.py", "realtime/menu.py")]
    body = [node for path in sources for node in ast.parse(path.read_text("utf-8")).body]
    names = ("_CLOSED", "_OTHERWISE", "_IN_PLAY", "_IN_TURN")
    tables = [node for node in body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names]
    values = [value for table in tables if isinstance(table.value, ast.Dict) for value in table.value.values]
    assert len(values) > 40
    functions = [node for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith(ANSWERING)]
    returns = [node for each in functions for node in ast.walk(each) if isinstance(node, ast.Return)]
    returned = [node.value for node in returns if node.value]
    live = {*realtime_menu._CLOSED.values(), *realtime_menu._OTHERWISE.values()}
    return live | {word for value in [*values, *returned] for word in words_of(value) if word}


def words_of(node: ast.expr) -> set[str]:
    """Return the words that an expression may come to."""
    match node:
        case ast.Constant(value=str(word)):
            return {word}
        case ast.IfExp(body=one, orelse=other):
            return words_of(one) | words_of(other)
        case ast.BoolOp(values=values):
            return {word for value in values for word in words_of(value)}
        case _:
            return set()
