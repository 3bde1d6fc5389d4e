"""Flattened device trees: the kernel's file of what hardware there is, read into nodes and written again."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_MAGIC, _VERSION, _OLDEST = 0xD00DFEED, 17, 16
_BEGIN, _END, _PROPERTY, _LAST = 1, 2, 3, 9


@dataclass
class Node:
    """A node: its properties as bytes, and the nodes below it."""

    properties: dict[str, bytes] = field(default_factory=dict)
    children: dict[str, Node] = field(default_factory=dict)

    def walk(self, path: str = "") -> Iterator[tuple[str, Node]]:
        """Yield this node and all below it, each with its path; that of the root is ''."""
        yield path, self
        for name, child in self.children.items():
            yield from child.walk(f"{path}/{name}")

    def at(self, path: str) -> Node | None:
        """Return the node at a path, None if there is none."""
        node: Node | None = self
        for name in filter(None, path.split("/")):
            node = node.children.get(name) if node else None
        return node

    def cells(self, name: str) -> tuple[int, ...]:
        """Return a property as numbers of 32 bits."""
        value = self.properties.get(name, b"")
        return struct.unpack(f">{len(value) // 4}I", value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a property as texts."""
        return tuple(self.properties.get(name, b"").decode().split("\0")[:-1])

    @property
    def enabled(self) -> bool:
        """Whether its own status lets a driver have it."""
        return self.texts("status") in ((), ("okay",), ("ok",))


def read_tree(blob: bytes) -> Node:
    """Return the root of a flattened tree."""
    magic, _, structure, names, *_ = struct.unpack(">10I", blob[:40])
    if magic != _MAGIC:
        raise ValueError("this is no flattened device tree")
    root = Node()
    above, place = [root], structure
    while (token := _word(blob, place)) != _LAST:
        place += 4
        if token == _BEGIN:
            name = _text(blob, place)
            place = _aligned(place + len(name) + 1)
            node = above[-1].children.setdefault(name, Node()) if name else root
            above.append(node)
        elif token == _END:
            above.pop()
        elif token == _PROPERTY:
            length, offset = _word(blob, place), _word(blob, place + 4)
            above[-1].properties[_text(blob, names + offset)] = blob[place + 8 : place + 8 + length]
            place = _aligned(place + 8 + length)
    return root


def write_tree(root: Node) -> bytes:
    """Return a tree in its flattened form."""
    names: dict[str, int] = {}
    structure = _flat(root, "", names) + struct.pack(">I", _LAST)
    strings = b"".join(name.encode() + b"\0" for name in names)
    start = 40 + 16  # the header, and the end of the list of reserved memory
    whole = start + len(structure) + len(strings)
    sizes = (len(strings), len(structure))
    header = (_MAGIC, whole, start, start + len(structure), 40, _VERSION, _OLDEST, 0, *sizes)
    return struct.pack(">10I", *header) + bytes(16) + structure + strings


def compile_tree(source: Path) -> bytes:
    """Return a source file in its flattened form, with the names of its labels."""
    made = subprocess.run(
        ["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-i", str(source.parent), str(source)],
        capture_output=True,
        check=True,
    )
    return made.stdout


def _flat(node: Node, name: str, names: dict[str, int]) -> bytes:
    found = [struct.pack(">I", _BEGIN), _padded(name.encode() + b"\0")]
    for key, value in node.properties.items():
        offset = names.setdefault(key, sum(len(other) + 1 for other in names))
        found.append(struct.pack(">3I", _PROPERTY, len(value), offset) + _padded(value))
    found += [_flat(child, child_name, names) for child_name, child in node.children.items()]
    return b"".join(found) + struct.pack(">I", _END)


def _word(blob: bytes, place: int) -> int:
    return int.from_bytes(blob[place : place + 4], "big")


def _text(blob: bytes, place: int) -> str:
    return blob[place : blob.index(b"\0", place)].decode()


def _aligned(place: int) -> int:
    return (place + 3) & ~3


def _padded(value: bytes) -> bytes:
    return value + bytes(_aligned(len(value)) - len(value))
