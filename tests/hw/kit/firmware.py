"""What the Pi's firmware makes of config.txt: parameters and overlays merged into the device tree, one after another.

The parameters are read by rules of our own, for only the firmware knows them; libfdt merges, by `fdtoverlay`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from tests.hw.kit.flattened import Node, compile_tree, read_tree, write_tree

TREES = Path(__file__).parents[1] / "trees"
DEBIAN = {
    "zero-2-w": ("bcm2837-rpi-zero-2-w", "bcm283x", "zero-2-w"),
    "3b-plus": ("bcm2837-rpi-3-b-plus", "bcm283x"),
    "4": ("bcm2711-rpi-4-b", "bcm283x", "4"),
    "5": ("bcm2712-rpi-5-b", "5"),
}
"""Board -> its tree in Debian's kernel, and what the firmware's has besides: overlays in trees/debian."""
OURS = Path(__file__).parents[3] / "hw" / "overlays"
BOARDS = ("zero-2-w", "3b-plus", "4", "5")
RENAMED = {"5": {"disable-bt": "disable-bt-pi5"}}
"""Board -> overlays that its firmware takes in place of those that are named."""
_OFF = ("off", "no", "false", "0")


@dataclass
class Booted:
    """The tree that the kernel is given, and what is said beside it."""

    board: str
    root: Node
    added: list[tuple[str, set[str]]] = field(default_factory=list)
    """Each overlay with the nodes that it made."""
    shared: list[str] = field(default_factory=list)
    """Nodes that one overlay made and another changed."""
    gpio: dict[int, str] = field(default_factory=dict)
    """Line -> what `gpio=` says of it."""
    serial: bool = True
    """Whether the serial port on the header may be switched on."""


def boot(lines: Sequence[str], board: str, folder: Path, ours: Path = OURS, base: bytes = b"") -> Booted:
    """Return what a board boots with the lines of a config.txt, from a flattened tree or from ours.

    Overlays of ours are looked for in `ours`.
    """
    found = Booted(board, read_tree(base or _compiled(TREES / f"{board}.dts")))
    for word, value in _meant(lines, board):
        if word == "dtparam":
            for name, setting in _settings(value):
                assert set_parameter(found.root, name, setting), f"no parameter {name} of a {board}"
        elif word == "dtoverlay":
            _load(found, value, folder, ours)
        elif word == "gpio":
            line, _, what = value.partition("=")
            found.gpio[int(line)] = what
        elif word == "enable_uart":
            _switch_serial(found.root, on=value == "1", board=board)
        else:
            raise AssertionError(f"config.txt has no {word} that is known here")
    return found


def debian_tree(board: str, trees: Path, folder: Path) -> bytes:
    """Return the tree of a board in Debian's kernel, with what the firmware's has besides."""
    tree, *labels = DEBIAN[board]
    found = read_tree((trees / f"{tree}.dtb").read_bytes())
    for name in labels:
        found = merge(found, read_tree(_compiled(TREES / "debian" / f"{name}.dts")), folder)
    return write_tree(found)


def _meant(lines: Sequence[str], board: str) -> Iterator[tuple[str, str]]:
    """Yield the lines that are for a board: a filter in brackets holds until the next."""
    mine = True
    for line in lines:
        if line.startswith("["):
            mine = line in ("[all]", f"[pi{board[0]}]") or (line == "[pi02]" and board == "zero-2-w")
        elif mine:
            word, _, value = line.partition("=")
            yield word, value


def _settings(text: str) -> Iterator[tuple[str, str]]:
    for each in text.split(","):
        name, _, value = each.partition("=")
        yield name, value


def _switch_serial(root: Node, *, on: bool, board: str) -> None:
    """Do what `enable_uart` does: it is about the port that the tree calls serial0 before any overlay."""
    if board != "5":
        port = root.at(label_path(root, "uart1"))
        assert port
        port.properties["status"] = b"okay\0" if on else b"disabled\0"


def label_path(root: Node, label: str) -> str:
    """Return where the node of a label is."""
    return root.children["__symbols__"].texts(label)[0]


# Overlays


def _load(found: Booted, value: str, folder: Path, ours: Path) -> None:
    name, _, settings = value.partition(",")
    name = RENAMED.get(found.board, {}).get(name, name)
    source = next(place / f"{name}.dts" for place in (ours, TREES / "overlays") if (place / f"{name}.dts").exists())
    overlay = read_tree(_compiled(source))
    for key, setting in _settings(settings) if settings else ():
        assert set_parameter(overlay, key, setting), f"no parameter {key} of {name}"
    before = {path for path, _ in found.root.walk()}
    earlier = set().union(*(nodes for _, nodes in found.added))
    touched = set(_touched(found.root, overlay))
    found.shared += sorted(touched & earlier)
    for node in filter(None, (overlay, overlay.at("/__local_fixups__"))):
        node.children.pop("__overrides__", None)
    overlay.children.pop("__symbols__", None)  # its labels are its own: the firmware hands none on
    found.root = merge(found.root, overlay, folder)
    found.added.append((value, {path for path, _ in found.root.walk()} - before))


def merge(base: Node, overlay: Node, folder: Path) -> Node:
    """Return a tree with an overlay merged into it by libfdt."""
    paths = [folder / name for name in ("base.dtb", "overlay.dtbo", "merged.dtb")]
    paths[0].write_bytes(write_tree(base))
    paths[1].write_bytes(write_tree(overlay))
    merged = ["fdtoverlay", "-i", str(paths[0]), "-o", str(paths[2]), str(paths[1])]
    done = subprocess.run(merged, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return read_tree(paths[2].read_bytes())


def _touched(base: Node, overlay: Node) -> Iterator[str]:
    """Yield the nodes that an overlay makes or changes below its targets."""
    for name, fragment in overlay.children.items():
        if "__overlay__" in fragment.children:
            target = _target(base, overlay, name, fragment)
            yield from (f"{target}{path}" for path, _ in fragment.children["__overlay__"].walk() if path)


def _target(base: Node, overlay: Node, name: str, fragment: Node) -> str:
    if path := fragment.texts("target-path"):
        return path[0] if path[0].startswith("/") else base.children["aliases"].texts(path[0])[0]
    for label, places in overlay.children["__fixups__"].properties.items():
        if f"/{name}:target:0" in places.decode().split("\0"):
            return label_path(base, label)
    raise AssertionError(f"{name} has no target")


@lru_cache(maxsize=32)
def _compiled(source: Path) -> bytes:
    return compile_tree(source)


# Parameters


def set_parameter(tree: Node, name: str, value: str) -> bool:
    """Set a parameter of a tree or an overlay; False if it has no such parameter."""
    overrides = tree.children["__overrides__"].properties if "__overrides__" in tree.children else {}
    if name not in overrides:
        return False
    for handle, rule in _rules(overrides[name]):
        if handle == 0:
            for sign, number in re.findall(r"([+-])(\d+)", rule):
                _wake(tree, int(number), awake=sign == "+")
        else:
            node_path = next(path for path, node in tree.walk() if node.cells("phandle") == (handle,))
            _set_property(tree, node_path, rule, value)
    return True


def _rules(raw: bytes) -> Iterator[tuple[int, str]]:
    """Yield what a parameter does: the node by its phandle, and the rule."""
    while raw:
        handle, rest = int.from_bytes(raw[:4], "big"), raw[4:]
        rule, _, raw = rest.partition(b"\0")
        yield handle, rule.decode()


def _set_property(tree: Node, path: str, rule: str, value: str) -> None:
    node = tree.at(path)
    assert node
    if found := re.fullmatch(r"([\w,#-]+):(\d+)", rule):
        name, place, number = found[1], int(found[2]), int(value, 0)
        old = node.properties.get(name, b"").ljust(place + 4, b"\0")
        node.properties[name] = old[:place] + number.to_bytes(4, "big") + old[place + 4 :]
        if name == "reg":
            _rename(tree, path, f"{path.rpartition('/')[2].partition('@')[0]}@{number:x}")
    elif found := re.fullmatch(r"([\w,#-]+)\?(?:=([01]))?", rule):
        if (found[2] or value or "on") in ("0", *_OFF):
            node.properties.pop(found[1], None)
            _forget(tree, f"{path}:{found[1]}:")
        else:
            node.properties[found[1]] = b""
    elif rule == "status":
        node.properties["status"] = b"disabled\0" if value in _OFF else b"okay\0"
    else:
        name, _, literal = rule.partition("=")
        node.properties[name] = (literal or value).encode() + b"\0"


def _wake(overlay: Node, number: int, *, awake: bool) -> None:
    """Let a fragment count, or not."""
    here, there = ("__dormant__", "__overlay__") if awake else ("__overlay__", "__dormant__")
    if here in overlay.children[f"fragment@{number}"].children:
        _rename(overlay, f"/fragment@{number}/{here}", there)


def _rename(tree: Node, path: str, name: str) -> None:
    """Rename a node, also where the overlay says what is to be filled in there."""
    above, _, old = path.rpartition("/")
    for parent in (tree.at(above), tree.at(f"/__local_fixups__{above}")):
        if parent and old in parent.children:
            parent.children = {name if key == old else key: node for key, node in parent.children.items()}
    for table in ("__fixups__", "__symbols__"):
        if table in tree.children:
            entries = tree.children[table].properties
            for key, value in entries.items():
                moved = [re.sub(rf"^{re.escape(path)}(?=[/:]|$)", f"{above}/{name}", each) for each in _texts(value)]
                entries[key] = "".join(f"{each}\0" for each in moved).encode()


def _forget(tree: Node, start: str) -> None:
    """Forget what was to be filled in at a property."""
    fixups = tree.children["__fixups__"].properties
    for label, value in list(fixups.items()):
        kept = [place for place in _texts(value) if not place.startswith(start)]
        fixups[label] = "".join(f"{place}\0" for place in kept).encode()
        if not kept:
            del fixups[label]


def _texts(value: bytes) -> list[str]:
    return value.decode().split("\0")[:-1]
