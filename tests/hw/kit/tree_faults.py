"""What would keep a kernel from giving a console its devices, found in the tree that it boots with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from klaxon.console.profile import Expander, Profile
from klaxon.console.profile.wiring import wiring
from tests.hw.kit.firmware import Booted, label_path
from tests.hw.kit.flattened import Node

_ONE_CELL = re.compile(r"pinctrl-\d+|interrupt-parent")
"""Properties that are nothing but phandles."""
_COMPATIBLE = {"mcp23017": "microchip,mcp23017", "pca9555": "nxp,pca9555"}
_LEVEL_LOW = 8


def tree_faults(found: Booted, profile: Profile) -> list[str]:
    """Return everything that is wrong with what a board boots for a console."""
    return [
        *(f"two loads share {path}" for path in found.shared),
        *_dangling(found.root),
        *_pins_twice(found, profile),
        *_missing(found, profile),
    ]


def _devices(root: Node) -> Iterator[tuple[str, Node]]:
    """Yield every node that a driver may have: one that is enabled, with all above it."""

    def below(path: str, node: Node) -> Iterator[tuple[str, Node]]:
        if node.enabled:
            yield path, node
            for name, child in node.children.items():
                if path or not name.startswith("__"):
                    yield from below(f"{path}/{name}", child)

    yield from below("", root)


def _handles(root: Node) -> dict[int, str]:
    return {node.cells("phandle")[0]: path for path, node in root.walk() if node.properties.get("phandle")}


def _dangling(root: Node) -> Iterator[str]:
    handles = _handles(root)
    for path, node in _devices(root):
        for name in node.properties:
            if _ONE_CELL.fullmatch(name):
                for handle in node.cells(name):
                    if handle not in handles:
                        yield f"{path} {name}: no node has phandle {handle}"


def _pins_twice(found: Booted, profile: Profile) -> Iterator[str]:
    """Yield pins of the header that two devices mux, or that a device muxes and a key, say, has."""
    handles, owners = _handles(found.root), dict[int, str]()
    header = label_path(found.root, "gpio")  # the pins of an expander are numbered from 0 too
    own = {use.line.number: use.what for use in wiring(profile) if not use.line.chip and use.what not in _MUXED}
    for path, node in _devices(found.root):
        for handle in node.cells("pinctrl-0"):
            group_path = handles.get(handle, "")
            group = found.root.at(group_path)
            for pin in _pins(group) if group and group_path.rpartition("/")[0] == header else ():
                if owners.setdefault(pin, path) != path:
                    yield f"pin {pin}: {owners[pin]} and {path}"
                elif pin in own:
                    yield f"pin {pin}: {path}, and it is a line of the profile ({own[pin]})"


_MUXED = ("bus", "link", "bell")
"""Uses of lines that are devices of the kernel."""


def _pins(group: Node) -> Iterator[int]:
    yield from group.cells("brcm,pins")
    for name in group.texts("pins"):
        if found := re.fullmatch(r"gpio(\d+)", name):
            yield int(found[1])


def _missing(found: Booted, profile: Profile) -> Iterator[str]:
    """Yield devices of the profile that no driver would have."""
    devices = dict(_devices(found.root))
    for bus in profile.buses:
        if bus.kind == "i2c" and label_path(found.root, f"i2c{bus.number}") not in devices:
            yield f"bus {bus.name} is not switched on"
        if bus.mux and not _on_bus(found, devices, bus.number, bus.mux.address, "nxp,pca9548"):
            yield f"the mux of {bus.name} is not there"
    for expander in profile.expanders:
        yield from _expander(found, profile, expander, devices)
    if any(bell.kind == "pwm" for bell in profile.bells) and label_path(found.root, "pwm") not in devices:
        yield "the PWM is not switched on"
    if profile.link.lines and label_path(found.root, "uart0") not in devices:
        yield "the serial port on the header is not switched on"


def _on_bus(found: Booted, devices: dict[str, Node], number: int, address: int, compatible: str) -> Node | None:
    bus = label_path(found.root, f"i2c{number}")
    there = [node for path, node in devices.items() if path.rpartition("/")[0] == bus]
    fitting = [node for node in there if node.cells("reg") == (address,) and compatible in node.texts("compatible")]
    return fitting[0] if fitting else None


def _expander(found: Booted, profile: Profile, expander: Expander, devices: dict[str, Node]) -> Iterator[str]:
    node = _on_bus(found, devices, profile.bus(expander.bus).number, expander.address, _COMPATIBLE[expander.chip])
    if node is None:
        yield f"expander {expander.name} is not there"
    elif expander.interrupt:
        line = expander.interrupt.number
        if node.cells("interrupts") != (line, _LEVEL_LOW) or "interrupt-parent" not in node.properties:
            yield f"expander {expander.name} does not interrupt by line {line}"
        if found.gpio.get(line) != "ip,pu":
            yield f"line {line}, by which {expander.name} interrupts, is not pulled up"
