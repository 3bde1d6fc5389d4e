"""Words: every code has a sentence, and no sentence breaks."""

from __future__ import annotations

import ast

from klaxon.console.language.catalogue import catalogue, say, say_refusal
from tests.cli.kit.codes import RULES, menu_codes

CALLS = {"Refusal": 0, "ContentError": 0, "Fault": 1}


def codes() -> set[tuple[str, str, str]]:
    """Return every code that the program refuses or faults with, read from its source: ("refusal", "island", "sonar").

    The last is the folder in the rules, '' outside of them.
    """
    found = set()
    for path in sorted(RULES.rglob("*.py")):
        ring, game, *_ = (*path.relative_to(RULES).parts, "", "")
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if any(f"{name}(" in text for name in CALLS) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                code = node.args[CALLS[node.func.id] :][:1]
                if code and isinstance(code[0], ast.Constant):
                    kind = "fault" if node.func.id == "Fault" else "refusal"
                    found.add((kind, str(code[0].value), game if ring == "rules" else ""))
    return found


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
    assert say("refusal.journal-exists", {"path": "{0.__class__}"}).startswith("{0.__class__} exists already.")
    assert say("refusal.not-your-role", {"verb": "drone", "roles": ("xo", "captain", "engineer")}).endswith(
        ": xo, captain, engineer."
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
