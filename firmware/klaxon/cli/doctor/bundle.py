"""The bundle: a zip for support requests, without any secrets.

It holds the findings, the profile without its texts, versions, the states of the games, and the ends of logs.
Never a journal, a seed, a key, a token, the name of a person or the path of a home folder.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from klaxon.cli.doctor.board import NEEDED
from klaxon.cli.doctor.check import Finding
from klaxon.cli.doctor.program import PACKAGE, PAGE_PACKAGES
from klaxon.cli.doctor.redact import Redactor, vocabulary
from klaxon.cli.doctor.world import World
from klaxon.console.language.catalogue import say
from klaxon.console.profile.plain import plain

LOG_LINES = 200
LOG_BYTES = 256 * 1024
WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip: nobody needs to know when somebody needed help."""


def write_bundle(path: Path, world: World, findings: Sequence[Finding]) -> None:
    """Write the zip, readable only by its owner. FileExistsError if the file exists."""
    packed = pack_bundle(world, findings)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(packed)


def pack_bundle(world: World, findings: Sequence[Finding]) -> bytes:
    """Return the zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _members(world, findings):
            archive.writestr(zipfile.ZipInfo(name, WRITTEN), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _members(world: World, findings: Iterable[Finding]) -> Iterator[tuple[str, str]]:
    redactor = Redactor(world)
    yield "README.txt", say("doctor.bundle.about", {}) + "\n"
    yield "doctor.json", _json(redactor.plain([finding.without_private_facts().plain() for finding in findings]))
    yield "versions.json", _json(package_versions(world))
    yield "games.json", _json(redactor.plain(_games(world)))
    if world.profile:
        yield "profile.json", _json(redactor.plain({**plain(world.profile), "about": ""}))
    words = vocabulary()
    for number, lines in enumerate(_logs(world), start=1):
        yield f"logs/{number}.log", "".join(f"{redactor.log_line(line, words)}\n" for line in lines)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def package_versions(world: World) -> dict[str, Any]:
    """Return the versions of everything that a fault may depend on."""
    names = (PACKAGE, *PAGE_PACKAGES, *NEEDED, "pyserial", "pillow")
    python = ".".join(map(str, world.python))
    machine = {"python": python, "bits": world.bits, "kernel": world.host.kernel, "machine": world.host.machine}
    return {**machine, "packages": {name: world.version(name) or None for name in names}}


def _games(world: World) -> list[dict[str, Any]]:
    kept = world.games if world.has_folder else ()
    return [{"name": each.name, "game": each.game, "standing": each.standing, "rows": each.rows} for each in kept]


def _logs(world: World) -> Iterator[list[str]]:
    """Yield the last lines of every log: in the state folder, and where systemd says that logs are."""
    given = world.environment.get("LOGS_DIRECTORY", "").partition(":")[0]
    for folder in dict.fromkeys([world.folder, *([world.path(given)] if given else [])]):
        for path in sorted(folder.glob("*.log")):
            try:
                with path.open("rb") as file:
                    file.seek(max(path.stat().st_size - LOG_BYTES, 0))
                    text = file.read(LOG_BYTES).decode("utf-8", "replace")
            except OSError:
                continue
            yield text.splitlines()[-LOG_LINES:]
