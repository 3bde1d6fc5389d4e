"""Checks of the profile: its faults, its back-end, and limitations of its chips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from klaxon.cli.doctor.check import Check, Finding, PiCheck
from klaxon.cli.doctor.world import World
from klaxon.console.profile import Profile
from klaxon.console.profile.board import OUTPUTS_ONLY

UNKNOWN = ("PRF-003", "PRF-004")
"""Faults whose key is unknown."""


class ProfileLoads(Check):
    """The profile, as `klaxon profile check` judges it."""

    code = "DOC-301"
    cases: ClassVar = {"ok": "ok", "flaw": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Yield everything that is wrong with it."""
        if isinstance(world.found, Profile):
            yield self.finding("ok", name=world.found.name, stations=len(world.found.stations))
            return
        for flaw in world.found:
            facts = {"flaw": flaw.code, "line": flaw.line, "section": flaw.section, "key": flaw.key}
            words = {"file": world.asked, "text": flaw.text(), "remedy": flaw.remedy()}
            private = {"text", "remedy", "file"} | ({"key", "section"} if flaw.code in UNKNOWN else set())
            yield replace(self.finding("flaw", **facts, **words), private=frozenset(private))


class BackEnd(Check):
    """The back-end of the console."""

    code = "DOC-302"
    cases: ClassVar = {"pi": "ok", "virtual": "ok", "null": "info"}

    def applies(self, world: World) -> bool:
        """Return whether there is a valid profile."""
        return world.profile is not None

    def look(self, world: World) -> Iterator[Finding]:
        """Name the back-end that the profile asks for."""
        if world.profile:
            yield self.finding(world.profile.back_end, name=world.profile.name)


class PinFactory(PiCheck):
    """The pin factory that gpiozero should use."""

    code = "DOC-303"
    cases: ClassVar = {"ok": "ok", "unset": "info", "mock": "warn", "other": "warn"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:  # noqa: ARG002 - of every console
        """Check the environment."""
        factory = world.environment.get("GPIOZERO_PIN_FACTORY", "")
        known = {"": "unset", "lgpio": "ok", "mock": "mock"}
        yield self.finding(known.get(factory, "other"), factory=factory)


class OutputsOnly(PiCheck):
    """Keys on lines of an MCP23017 that its manufacturer specifies as outputs only."""

    code = "DOC-304"
    cases: ClassVar = {"ok": "ok", "keys": "warn"}

    def concerns(self, profile: Profile) -> bool:
        """Return whether there is such a chip."""
        return any(expander.chip == "mcp23017" for expander in profile.expanders)

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:  # noqa: ARG002 - the profile tells all
        """Check the two lines for keys."""
        chips = [expander.name for expander in profile.expanders if expander.chip == "mcp23017"]
        keys = [
            f"{' '.join(filter(None, (station, key.name)))} ({key.line})"
            for station, key in profile.all_keys()
            if key.line.chip in chips and key.line.number in OUTPUTS_ONLY
        ]
        yield self.finding("keys" if keys else "ok", keys=keys)
