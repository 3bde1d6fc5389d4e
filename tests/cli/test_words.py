"""Words: every code has a sentence, and no sentence breaks."""

from __future__ import annotations

import ast
from pathlib import Path

import klaxon
from klaxon.console.language.catalogue import catalogue, say, say_refusal
from klaxon.rules.sonar.realtime import menu as realtime_menu

RULES = Path(klaxon.__file__).parent
ANSWERING = ("_lack", "lack", "_why", "_obstacle")
CALLS = {"Refusal": 0, "ContentError": 0, "Fault": 1}


def codes() -> set[tuple[str, str, str]]:
    """Return every code that the program refuses or faults with, read from its source: ("refusal", "island", "sonar").

    The last is the folder in the rules, '' outside of them.
    """
    found = set()
    for path in sorted(RULES.rglob("*.py")):
        ring, game, *_ = (*path.relative_to(RULES).parts, "", "")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                code = node.args[CALLS[node.func.id] :][:1]
                if code and isinstance(code[0], ast.Constant):
                    kind = "fault" if node.func.id == "Fault" else "refusal"
                    found.add((kind, str(code[0].value), game if ring == "rules" else ""))
    return found


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


def test_every_code_has_a_sentence() -> None:
    known = catalogue("en")
    wanted = {(f"{kind}.{code}", f"{kind}.{game}.{code}") for kind, code, game in codes()}
    wanted |= {(f"refusal.{code}", f"refusal.{code}") for code in menu_codes()}
    assert len(wanted) > 60
    assert [common for common, own in sorted(wanted) if common not in known and own not in known] == []


def test_every_sentence_stands_without_its_facts() -> None:
    for message, template in catalogue("en").items():
        assert say(message, {})
        assert template.strip() == template


def test_facts_stand_in_the_sentence_and_braces_in_facts_do_no_harm() -> None:
    assert say("refusal.late", {"prompt": "{0.__class__}"}).startswith("The question {0.__class__} is closed")
    assert say("refusal.not-your-role", {"verb": "drone", "roles": ("xo", "captain", "engineer")}).endswith(
        "given by xo, captain, engineer."
    )
    assert "column=Z" in say("refusal.bad-argument", {"token": ("column", "Z")})


def test_a_near_word_makes_a_better_sentence() -> None:
    facts = {"option": "chrt", "options": "chart, mode"}
    assert say_refusal("unknown-option", {**facts, "nearest": "chart"}).endswith("did you mean 'chart'?")
    assert say_refusal("unknown-option", {**facts, "nearest": ""}).endswith("The options are: chart, mode.")


def test_an_unknown_message_is_shown_as_it_is() -> None:
    assert say("refusal.never-heard-of", {"a": 1}) == "refusal.never-heard-of"


def test_a_list_of_two_is_a_list_and_a_pair_stands_as_it_was_written() -> None:
    assert "captain, xo" in say_refusal("not-your-role", {"verb": "stop", "roles": ("captain", "xo")})
    assert "to=b1" in say_refusal("extra-argument", {"verb": "move", "token": ("to", "b1")})
