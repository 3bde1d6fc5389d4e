"""Checks of the program itself: its Python, its packages, and its data files."""

from __future__ import annotations

import json
import os
import re
from abc import abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from klaxon.cli.doctor.check import Check, Finding
from klaxon.cli.doctor.world import World
from klaxon.console.profile import CODES, Profile, read_profile

OLDEST = (3, 11)
PACKAGE = "klaxon-console"
PAGE_PACKAGES = ("starlette", "uvicorn", "websockets")


class PythonVersion(Check):
    """A Python that Klaxon runs on."""

    code = "DOC-101"
    cases: ClassVar = {"ok": "ok", "old": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Compare it with the oldest supported version."""
        version = ".".join(map(str, world.python))
        case = "ok" if world.python[:2] >= OLDEST else "old"
        yield self.finding(case, version=version, oldest=".".join(map(str, OLDEST)))


class WordSize(Check):
    """A 64-bit system."""

    code = "DOC-102"
    cases: ClassVar = {"ok": "ok", "narrow": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Check the size of a pointer."""
        yield self.finding("ok" if world.bits >= 64 else "narrow", bits=world.bits)


class Installed(Check):
    """Klaxon as an installed package."""

    code = "DOC-103"
    cases: ClassVar = {"ok": "ok", "loose": "warn"}

    def look(self, world: World) -> Iterator[Finding]:
        """Look up its version."""
        version = world.version(PACKAGE)
        yield self.finding("ok" if version else "loose", version=version)


class PagePackages(Check):
    """The packages that serve the page."""

    code = "DOC-104"
    cases: ClassVar = {"ok": "ok", "missing": "fail"}

    def look(self, world: World) -> Iterator[Finding]:
        """Look up their versions."""
        versions = {name: world.version(name) for name in PAGE_PACKAGES}
        missing = [name for name, version in versions.items() if not version]
        if missing:
            yield self.finding("missing", missing=missing)
        else:
            yield self.finding("ok", packages=[f"{name} {version}" for name, version in versions.items()])


class DataFiles(Check):
    """The files that are shipped with Klaxon."""

    code = "DOC-110"
    cases: ClassVar = {"ok": "ok", "missing": "fail", "closed": "fail"}
    folders = ("bell", "boxes", "cards", "charts", "fonts", "lang", "missions", "profiles", "rules")

    def look(self, world: World) -> Iterator[Finding]:
        """Check that each exists and is readable."""
        files = [path for name in self.folders for path in (world.data / name).glob("*") if path.is_file()]
        missing = [name for name in self.folders if not any(path.parent.name == name for path in files)]
        closed = [f"{path.parent.name}/{path.name}" for path in files if not world.may(path, os.R_OK)]
        if missing:
            yield self.finding("missing", missing=missing)
        if closed:
            yield self.finding("closed", files=closed)
        if not missing and not closed:
            yield self.finding("ok", count=len(files))


class CatalogueCheck(Check):
    """The messages of every language."""

    code = "DOC-111"
    cases: ClassVar = {"ok": "ok", "none": "fail", "gaps": "warn"}
    shown = 3

    def look(self, world: World) -> Iterator[Finding]:
        """Check for missing messages."""
        known: dict[str, set[str]] = {}
        for path in sorted((world.data / "lang").glob("*.po")):
            messages = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
            known.setdefault(path.name.partition(".")[0], set()).update(messages)
        if "en" not in known:
            yield self.finding("none")
            return
        wanted = known["en"] | {f"{kind}.{code}" for kind in ("fault", "remedy") for code in CODES}
        wanted |= {"doctor.clean", "doctor.DOC-999.failed"}
        gaps = {language: sorted(wanted - messages) for language, messages in known.items() if wanted - messages}
        for language, missing in gaps.items():
            yield self.finding("gaps", language=language, count=len(missing), first=missing[: self.shown])
        if not gaps:
            yield self.finding("ok", languages=sorted(known), count=len(wanted))


class ContentCheck(Check):
    """Content of one kind, all of which must load."""

    cases: ClassVar = {"ok": "ok", "none": "fail", "faulty": "fail"}
    pattern: ClassVar[str]

    def look(self, world: World) -> Iterator[Finding]:
        """Load each file."""
        paths = sorted(world.data.glob(self.pattern))
        faulty = [path.name for path in paths if not self._is_sound(path)]
        if faulty:
            yield self.finding("faulty", files=faulty)
        else:
            yield self.finding("ok" if paths else "none", count=len(paths))

    def _is_sound(self, path: Path) -> bool:
        try:
            return self.is_sound(path.read_text("utf-8"))
        except (OSError, ValueError):
            return False

    @abstractmethod
    def is_sound(self, text: str) -> bool:
        """Return whether a file of this kind is valid."""


class Profiles(ContentCheck):
    """The shipped profiles."""

    code = "DOC-114"
    pattern = "profiles/*.toml"

    def is_sound(self, text: str) -> bool:
        """Read a profile."""
        return isinstance(read_profile(text), Profile)


class BellScores(ContentCheck):
    """The shipped scores of the bell."""

    code = "DOC-115"
    pattern = "bell/*.json"

    def is_sound(self, text: str) -> bool:
        """Read a score."""
        return isinstance(json.loads(text), dict)
