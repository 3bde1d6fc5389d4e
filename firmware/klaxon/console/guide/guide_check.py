"""What is wrong with the file of a guide: its shape, then what it names; with line and remedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.console.guide.conditions import read_condition
from klaxon.console.language.catalogue import ENGLISH, catalogue_of
from klaxon.rules.content.faults import Fault, nearest
from klaxon.rules.content.lined_json import Node
from klaxon.rules.content.shapes import (
    IdShape,
    ListShape,
    NamedShape,
    RecordShape,
    TextShape,
    WordShape,
    at,
    entries,
    faults_in,
    members,
)
from klaxon.rules.contract import role_of
from klaxon.rules.games import GAMES, game_named

CONDITIONS = ("until", "when", "unless")
"""The keys of a step that hold conditions."""
_CONDITIONS = ListShape(TextShape(120), 1, 8)
_AIM = TextShape(80, r"[a-z0-9_]+(\s[A-Za-z0-9_.+=:-]+)*", "dive")
_BRANCH = RecordShape({"if": _CONDITIONS, "say": IdShape()}, {"to": IdShape()})
_STEP = RecordShape(
    {"id": IdShape()},
    {
        **dict.fromkeys(CONDITIONS, _CONDITIONS),
        "aim": _AIM,
        "page": IdShape(),
        "as": IdShape(),
        "else": ListShape(_BRANCH, 0, 12),
    },
)
GUIDE = RecordShape(
    {
        "id": IdShape(),
        "game": WordShape(tuple(GAMES)),
        "when": _CONDITIONS,
        "roles": NamedShape(ListShape(_STEP, 1, 60)),
    },
    {"points": ListShape(TextShape(3, r"[A-Z]\d{1,2}", "D4"), 0, 20)},
)


class _Context(NamedTuple):
    """What a step may name."""

    verbs: tuple[str, ...]
    head: str
    """The beginning of the message ids of the role."""
    steps: tuple[str, ...]


def faults_of_guide(node: Node) -> tuple[Fault, ...]:
    """Return everything that is wrong with a guide, by lines. Where its shape is wrong nothing else is looked at."""
    found = list(faults_in(node, GUIDE)) or list(_faults(node))
    return tuple(sorted(found, key=lambda fault: fault.line))


def _faults(node: Node) -> Iterator[Fault]:
    game = game_named(str(at(node, "game").value))
    verbs = tuple(sorted({verb.name for verb in game.verbs}))
    roles = tuple(dict.fromkeys(role_of(seat) for seat in game.seats))
    yield from _conditions(at(node, "when"), verbs)
    for role, steps in members(at(node, "roles")).items():
        if role not in roles:
            facts = {"role": role, "nearest": nearest(role, roles), "roles": ", ".join(roles)}
            yield Fault(steps.line, "guide-role", facts)
            continue
        names = tuple(str(at(step, "id").value) for step in entries(steps))
        context = _Context(verbs, f"guide.{game.name}.{at(node, 'id').value}.{role}", names)
        for number, step in enumerate(entries(steps)):
            yield from _step(step, number, context)


def _step(step: Node, number: int, context: _Context) -> Iterator[Fault]:
    told, name = members(step), str(at(step, "id").value)
    if name in context.steps[:number]:
        yield Fault(step.line, "guide-twice", {"id": name})
    if "until" not in told and number + 1 < len(context.steps):
        yield Fault(step.line, "guide-endless", {"id": name})
    for key in CONDITIONS:
        if key in told:
            yield from _conditions(told[key], context.verbs)
    if "aim" in told:
        verb = str(told["aim"].value).split()[0]
        yield from _verb(told["aim"].line, verb, context.verbs)
    if "as" in told:
        yield from _step_named(told["as"], context)
    else:
        yield from _words(step.line, f"{context.head}.{name}")
        yield from _words(step.line, f"{context.head}.{name}.line")
    for branch in entries(told["else"]) if "else" in told else ():
        yield from _branch(branch, context)


def _branch(branch: Node, context: _Context) -> Iterator[Fault]:
    yield from _conditions(at(branch, "if"), context.verbs)
    yield from _words(branch.line, f"{context.head}.{at(branch, 'say').value}")
    to = members(branch).get("to")
    if to is not None:
        yield from _step_named(to, context)


def _step_named(node: Node, context: _Context) -> Iterator[Fault]:
    if node.value not in context.steps:
        facts = {"id": str(node.value), "nearest": nearest(str(node.value), context.steps)}
        yield Fault(node.line, "guide-no-step", facts)


def _conditions(node: Node, verbs: tuple[str, ...]) -> Iterator[Fault]:
    for each in entries(node):
        condition = read_condition(str(each.value))
        if condition is None:
            yield Fault(each.line, "guide-condition", {"value": str(each.value)[:40]})
        elif condition.verb:
            yield from _verb(each.line, condition.verb, verbs)


def _verb(line: int, verb: str, verbs: tuple[str, ...]) -> Iterator[Fault]:
    if verb not in verbs:
        yield Fault(line, "guide-verb", {"verb": verb, "nearest": nearest(verb, verbs), "verbs": ", ".join(verbs)})


def _words(line: int, message: str) -> Iterator[Fault]:
    if message not in catalogue_of(message, ENGLISH):
        yield Fault(line, "guide-words", {"message": message})
