"""What a release carries: LICENSES.txt for people, and an SBOM (CycloneDX 1.5) for machines.

    python3 tools/inventory.py TREE BUILD.lock DATE

TREE is the release that is being made, with its wheels, requirements.lock and VERSION. Both files are the same bytes
whenever the wheels are. A wheel that no lock pins, or whose licence nobody knows, ends it: such a release is not made.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any

OWN = "klaxon-console"
CLEARED = {"lgpio": "Unlicense", "pyserial": "BSD-3-Clause", "segno": "BSD-3-Clause"}
"""SPDX names of licences that a package's metadata does not say, or says in other words."""
TEXT = re.compile(r"\.dist-info/(?:.*/)?(?:licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
PINNED = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
IN_OUR_WHEEL = "The fonts in it are X11 misc-fixed, which is in the public domain."


@dataclass
class Part:
    """A package of a release; it may have a wheel for each Python."""

    name: str
    version: str
    licence: str
    needs: set[str] = field(default_factory=set)
    wheels: dict[str, str] = field(default_factory=dict)
    """The SHA-256 of each wheel."""
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def ref(self) -> str:
        """The package URL."""
        return f"pkg:pypi/{self.name}@{self.version}"


def canonical(name: str) -> str:
    """Return the name of a package as an index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(name: str, metadata: Message) -> str:
    """Return the SPDX expression of a package's licence; SystemExit where nobody knows it."""
    found = CLEARED.get(name) or metadata.get("License-Expression") or metadata.get("License") or ""
    if not re.fullmatch(r"[A-Za-z0-9.+() -]{2,80}", found):
        raise SystemExit(f"inventory: {name} does not say its licence; look it up, and enter it in tools/inventory.py")
    return found


def read_parts(tree: Path) -> list[Part]:
    """Return the packages whose wheels are in a release, by name."""
    lock = (tree / "requirements.lock").read_text("utf-8")
    parts: dict[str, Part] = {}
    for path in sorted((tree / "wheels").glob("*.whl")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        with zipfile.ZipFile(path) as wheel:
            (listed,) = [name for name in wheel.namelist() if re.fullmatch(r"[^/]*\.dist-info/METADATA", name)]
            metadata = BytesParser().parsebytes(wheel.read(listed))
            texts = {
                name: wheel.read(name).decode("utf-8", "replace") for name in wheel.namelist() if TEXT.search(name)
            }
        name = canonical(metadata["Name"])
        if name != OWN and digest not in lock:
            raise SystemExit(f"inventory: no lock pins {path.name}")
        part = parts.setdefault(name, Part(name, metadata["Version"], licence_of(name, metadata)))
        part.wheels[path.name] = digest
        part.texts |= texts
        part.needs |= set(_needs(metadata))
    return [parts[name] for name in sorted(parts)]


def _needs(metadata: Message) -> Iterator[str]:
    for text in metadata.get_all("Requires-Dist", []):
        if found := re.match(r"[\w.-]+", text):
            yield canonical(found[0])


def licences(parts: list[Part]) -> str:
    """Return the list of all licences, and below it their texts, each once."""
    lines = ["What this release carries, and under which licence. The texts stand below.", ""]
    lines += [f"{part.name} {part.version}: {part.licence}" for part in parts]
    lines += ["", f"{OWN} is what the project wrote itself. {IN_OUR_WHEEL}"]
    lines += ["Each package is a wheel of its own in wheels/, and can be exchanged for another one."]
    texts: dict[str, list[str]] = {}
    for part in parts:
        for name, text in sorted(part.texts.items()):
            texts.setdefault(text.strip(), []).append(f"{part.name}: {name}")
        if not part.texts:
            lines += [f"The wheel of {part.name} holds no text; its licence is {part.licence}."]
    for text, names in texts.items():
        lines += ["", "=" * 100, *names, "=" * 100, "", text]
    return "\n".join(lines) + "\n"


def sbom(parts: list[Part], release: str, date: str, tools: dict[str, str]) -> dict[str, Any]:
    """Return the bill of materials."""
    held = {part.name: part for part in parts}
    own = held[OWN]
    root = {"type": "application", "bom-ref": f"klaxon@{release}", "name": "klaxon", "version": release}
    used = [{"type": "library", "name": name, "version": version} for name, version in sorted(tools.items())]
    bill: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": date, "tools": {"components": used}, "component": root},
        "components": [_component(part) for part in parts],
        "dependencies": [{"ref": root["bom-ref"], "dependsOn": [own.ref]}]
        + [
            {"ref": part.ref, "dependsOn": [held[name].ref for name in sorted(part.needs) if name in held]}
            for part in parts
        ],
    }
    bill["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill, sort_keys=True))}"
    return bill


def _component(part: Part) -> dict[str, Any]:
    wheels = [
        {"type": "file", "name": f"wheels/{name}", "hashes": [{"alg": "SHA-256", "content": digest}]}
        for name, digest in sorted(part.wheels.items())
    ]
    return {
        "type": "library",
        "bom-ref": part.ref,
        "name": part.name,
        "version": part.version,
        "purl": part.ref,
        "licenses": [{"expression": part.licence}],
        "components": wheels,
    }


def main(arguments: list[str]) -> int:
    """Write both files into a release."""
    tree, build, date = Path(arguments[0]), Path(arguments[1]), arguments[2]
    parts = read_parts(tree)
    tools = dict(PINNED.findall(build.read_text("utf-8")))
    bill = sbom(parts, (tree / "VERSION").read_text("utf-8").strip(), date, tools)
    (tree / "LICENSES.txt").write_text(licences(parts), "utf-8")
    (tree / "sbom.cdx.json").write_text(json.dumps(bill, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
