"""A check examines one thing and says what it found: a level, a message, and what to do."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from klaxon.cli.doctor.world import World
from klaxon.console.language.catalogue import catalogue_of, say
from klaxon.console.profile import Profile

LEVELS = ("ok", "info", "warn", "fail")
TO_DO = ("warn", "fail")
HIDDEN = "[...]"
FAILED_CHECK = "DOC-999"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Finding:
    """What a check found. The messages are made of code, case and facts."""

    code: str
    case: str
    level: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    private: frozenset[str] = frozenset()
    """Facts that may contain text of the user: they are never put into a bundle."""

    def text(self) -> str:
        """Return what was found."""
        return _sentence(f"doctor.{self.code}.{self.case}", self.facts)

    def remedy(self) -> str:
        """Return what to do about it; '' if nothing."""
        message = f"doctor.{self.code}.{self.case}.remedy"
        said = _sentence(message, self.facts)
        return "" if said.startswith(message) else said

    def without_private_facts(self) -> Finding:
        """Return the finding without its private facts."""
        return replace(self, facts={name: HIDDEN if name in self.private else self.facts[name] for name in self.facts})

    def plain(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        data = {"code": self.code, "level": self.level, "case": self.case}
        return {**data, "text": self.text(), "remedy": self.remedy(), "facts": dict(self.facts)}


def _sentence(message: str, facts: Mapping[str, object]) -> str:
    """Return the message, even if the catalogue itself is broken."""
    try:
        known = message in catalogue_of(message, "en")
    except (OSError, ValueError, SyntaxError):
        known = False
    return say(message, facts) if known else " ".join([message, *(f"{name}={value}" for name, value in facts.items())])


class Check(ABC):
    """One check, with a code that never changes."""

    code: ClassVar[str]
    cases: ClassVar[Mapping[str, str]]
    """What it may find -> the level of that."""

    def applies(self, world: World) -> bool:  # noqa: ARG002 - most checks always do
        """Return whether there is anything to check."""
        return True

    @abstractmethod
    def look(self, world: World) -> Iterator[Finding]:
        """Yield the findings."""

    def finding(self, case: str, **facts: object) -> Finding:
        """Return a finding of this check."""
        return Finding(self.code, case, self.cases[case], facts)


class PiCheck(Check):
    """A check of a console that is wired to a Pi."""

    def applies(self, world: World) -> bool:
        """Return whether the profile is of such a console, and has what this check examines."""
        profile = world.profile
        return profile is not None and profile.back_end == "pi" and self.concerns(profile)

    def concerns(self, profile: Profile) -> bool:  # noqa: ARG002 - most checks concern every console
        """Return whether a console has what this check examines."""
        return True

    def look(self, world: World) -> Iterator[Finding]:
        """Yield the findings for the console of the profile."""
        if world.profile is not None:
            yield from self.inspect(world, world.profile)

    @abstractmethod
    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Yield the findings for a console."""


def examine(world: World, checks: Iterable[Check]) -> list[Finding]:
    """Run checks. One that raises is a finding too, and the others go on."""
    findings: list[Finding] = []
    for check in checks:
        try:
            if check.applies(world):
                findings += check.look(world)
        except Exception as error:  # noqa: BLE001 - a doctor who faints helps nobody
            findings.append(_failure_finding(check, error))
    return findings


def _failure_finding(check: Check, error: Exception) -> Finding:
    frames = traceback.extract_tb(error.__traceback__)
    place = next((frame for frame in reversed(frames) if Path(frame.filename).parent == HERE), frames[-1])
    facts = {"check": check.code, "error": type(error).__name__, "where": f"{Path(place.filename).name}:{place.lineno}"}
    return Finding(FAILED_CHECK, "failed", "fail", {**facts, "reason": str(error)}, frozenset({"reason"}))
