"""The parts of a proof, and what came of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from klaxon.console.language.catalogue import say


class ProofState(StrEnum):
    """What came of a part."""

    PASSED = "passed"
    FAILED = "failed"
    MEASURED = "measured"
    """There are figures, and no limit that they could break."""
    UNTRIED = "untried"
    """It was not tried; the note says why."""


@dataclass(frozen=True)
class ProofPart:
    """One part of a proof."""

    name: str
    """`doctor`, `edges`, `panels`, `bell`, `soak`, `latency`."""
    state: ProofState
    note: str
    """The end of a message id, `prove.note.NOTE`."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the note."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Everything that was found, as JSON."""

    def text(self) -> str:
        """Return what came of it, in a sentence."""
        return say(f"prove.note.{self.note}", self.facts)

    def plain(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"part": self.name, "state": self.state.value, "text": self.text(), "figures": dict(self.figures)}


def leave_untried(name: str, note: str, **facts: object) -> ProofPart:
    """Return a part that was not tried."""
    return ProofPart(name, ProofState.UNTRIED, note, facts)


def judge_part(name: str, wrong: list[str], note: str, figures: Mapping[str, Any], **facts: object) -> ProofPart:
    """Return a part that passed if nothing is wrong; its note is `NOTE.passed` or `NOTE.failed`, with what is wrong."""
    state = ProofState.FAILED if wrong else ProofState.PASSED
    return ProofPart(name, state, f"{note}.{state}", {**facts, "wrong": "; ".join(wrong)}, {**figures, "wrong": wrong})
