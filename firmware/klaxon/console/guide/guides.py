"""Guides as files: what each role of a game is told step by step. Their words stand in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from klaxon import data
from klaxon.console.guide.conditions import Condition, GuideFacts, read_condition
from klaxon.console.guide.following import GuideBranch, GuideStep
from klaxon.console.guide.guide_check import CONDITIONS, faults_of_guide
from klaxon.rules.content.faults import Fault
from klaxon.rules.content.lined_json import read_lined
from klaxon.rules.content.shapes import plain

KIND = "guides"


class Guide(NamedTuple):
    """A guide through a game."""

    id: str
    game: str
    when: tuple[Condition, ...]
    """What a view shows if the game is guided by it."""
    roles: Mapping[str, tuple[GuideStep, ...]]
    points: tuple[str, ...] = ()
    """The points of a chart that its words name, each by `{A1}`: their letters differ from language to language."""

    def message(self, role: str, step: str) -> str:
        """Return the message id of a step or remark."""
        return f"guide.{self.game}.{self.id}.{role}.{step}"


def read_guide(text: str) -> Guide | tuple[Fault, ...]:
    """Return the guide in a file, or everything that is wrong with it."""
    node = read_lined(text)
    if isinstance(node, Fault):
        return (node,)
    return faults_of_guide(node) or _guide(plain(node))


def _guide(told: Mapping[str, Any]) -> Guide:
    roles = {role: tuple(_step(step) for step in steps) for role, steps in told["roles"].items()}
    return Guide(told["id"], told["game"], _conditions(told["when"]), roles, tuple(told.get("points", ())))


def _step(told: Mapping[str, Any]) -> GuideStep:
    branches = tuple(
        GuideBranch(_conditions(each["if"]), each["say"], each.get("to", "")) for each in told.get("else", ())
    )
    conditions = {key: _conditions(told.get(key, ())) for key in CONDITIONS}
    aim = tuple(told.get("aim", "").split())
    page, words = told.get("page", ""), told.get("as", "")
    return GuideStep(told["id"], aim=aim, page=page, branches=branches, words=words, **conditions)


def _conditions(texts: Any) -> tuple[Condition, ...]:
    found = (read_condition(text) for text in texts)
    return tuple(condition for condition in found if condition is not None)


@lru_cache(maxsize=8)
def guides_of(game: str) -> tuple[Guide, ...]:
    """Return the shipped guides of a game. A faulty one guides nobody: `klaxon guide` says what is wrong with it."""
    read = (read_guide(data.read(KIND, name)) for name in data.names(KIND))
    return tuple(guide for guide in read if isinstance(guide, Guide) and guide.game == game)


def guide_for(game: str, view: Mapping[str, Any]) -> Guide | None:
    """Return the guide of the game that a view is of; None if nobody guides it."""
    facts = GuideFacts(view)
    return next((each for each in guides_of(game) if all(when.holds(facts) for when in each.when)), None)
