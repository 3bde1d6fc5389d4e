"""`klaxon rules`: print the rules of a game; with --proofs the tests that prove each, and which are unproved.

The test run writes the proofs (tests/conftest.py). A rule is proved by a test in which it allows something and one
in which it refuses; a proof is stale when the text of its rule has changed since.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass
from hashlib import blake2b
from string import ascii_lowercase
from textwrap import fill
from typing import Any

from klaxon import data
from klaxon.cli.help.command_parser import CommandParser

CASES = ("allows", "refuses")
_RULE = re.compile(r"^- ([A-Z]{3}-\d+(?:\.\d+)?[a-z]?) (?:\[(\w+)\] )?(.*)$")

_SECTION = re.compile(r"^##+ (\d+(?:\.\d+)?)\.? ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ProvedRule:
    """One rule of a rule page. The tag names the only mode, scenario or variant it concerns."""

    id: str
    tag: str
    text: str

    @property
    def section(self) -> str:
        """The number of its section: 3.4 of UBT-3.4c."""
        return self.id.partition("-")[2].rstrip(ascii_lowercase)

    def is_in(self, section: str) -> bool:
        """Return whether it is in a section or one of its parts: UBT-3.4c is in 3.4 and in 3."""
        return self.section == section or self.section.startswith(f"{section}.")

    @property
    def fingerprint(self) -> str:
        """A short digest of the text: a proof of another text is stale."""
        return blake2b(self.text.encode(), digest_size=6).hexdigest()


def read_rules(game: str) -> tuple[ProvedRule, ...]:
    """Return the rules on a game's page: every bullet that begins with an id."""
    rules: list[ProvedRule] = []
    inside = False
    for line in data.rule_page(game).splitlines():
        found = _RULE.match(line)
        if found:
            rules.append(ProvedRule(found[1], found[2] or "", found[3].strip()))
        elif inside and line.startswith("  "):
            last = rules.pop()
            rules.append(ProvedRule(last.id, last.tag, f"{last.text} {line.strip()}"))
        inside = bool(found) or (inside and line.startswith("  "))
    return tuple(rules)


def read_sections(game: str) -> tuple[str, ...]:
    """Return the sections of a page: those with a heading, tables alone too, then those of its rules."""
    return tuple(dict.fromkeys((*_SECTION.findall(data.rule_page(game)), *(rule.section for rule in read_rules(game)))))


def proof_state(rule: ProvedRule, proofs: dict[str, Any]) -> str:
    """Return `proved`, `stale`, or what is missing."""
    proof = proofs.get(rule.id, {})
    missing = [case for case in CASES if not proof.get(case)]
    if len(missing) == len(CASES):
        return "unproved"
    if missing:
        return f"no test in which it {missing[0]}"
    return "proved" if proof["text"] == rule.fingerprint else "stale"


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon rules", description=__doc__)
    parser.add_argument("game", choices=data.rule_pages())
    parser.add_argument("--mode", help="only the rules of this mode, scenario or variant, and those of every game")
    parser.add_argument("--section", action="append", help="only the rules of a section, such as 3.4; may be repeated")
    parser.add_argument("--proofs", action="store_true", help="the standing of every rule and the tests that prove it")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Print the rules; exit status 1 while one of those asked for is not proved."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    rules = read_rules(asked.game)
    tags = sorted({rule.tag for rule in rules} - {""})
    if asked.mode and asked.mode not in tags:
        parser.error(f"{asked.game} has no mode {asked.mode!r}; it has: {', '.join(tags)}")
    sections = read_sections(asked.game)
    for section in asked.section or ():
        if section not in sections and not any(rule.is_in(section) for rule in rules):
            parser.error(f"{asked.game} has no section {section!r}; it has: {', '.join(sections)}")
    chosen = [
        rule
        for rule in rules
        if (not asked.mode or rule.tag in ("", asked.mode))
        and (not asked.section or any(rule.is_in(section) for section in asked.section))
    ]
    proofs = data.proofs(asked.game)
    found = {rule: proof_state(rule, proofs) for rule in chosen}
    open_rules = [rule.id for rule, state in found.items() if state != "proved"]
    if asked.json:
        listed = [
            {"id": rule.id, "tag": rule.tag, "text": rule.text, "standing": state, **_tests(rule, proofs)}
            for rule, state in found.items()
        ]
        sys.stdout.write(json.dumps({"game": asked.game, "rules": listed, "unproved": open_rules}) + "\n")
    else:
        for rule, state in found.items():
            sys.stdout.write(_proof_lines(rule, state, proofs) if asked.proofs else _rule_lines(rule))
        sys.stdout.write(f"\n{len(chosen)} rules, {len(chosen) - len(open_rules)} proved\n")
        if open_rules:
            sys.stdout.write(f"not proved: {', '.join(open_rules)}\n")
    return 1 if open_rules else 0


def _tests(rule: ProvedRule, proofs: dict[str, Any]) -> dict[str, list[str]]:
    proof = proofs.get(rule.id, {})
    return {case: proof.get(case, []) for case in CASES}


def _rule_lines(rule: ProvedRule) -> str:
    tag = f" [{rule.tag}]" if rule.tag else ""
    return fill(f"{rule.id}{tag}  {rule.text}", 100, subsequent_indent="    ", break_on_hyphens=False) + "\n"


def _proof_lines(rule: ProvedRule, state: str, proofs: dict[str, Any]) -> str:
    tag = f" [{rule.tag}]" if rule.tag else ""
    lines = [f"{rule.id}{tag}: {state}. {rule.text}\n"]
    lines += [f"    {case:<8}{test}\n" for case, tests in _tests(rule, proofs).items() for test in tests]
    return "".join(lines)
