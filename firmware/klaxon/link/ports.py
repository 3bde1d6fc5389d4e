"""The serial port of the link by a name that stays: lines 14 and 15 by the device tree, an adapter by its id."""

from __future__ import annotations

from pathlib import Path

HEADER = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Names by which a profile may mean lines 14 and 15."""
RP1_UART0 = "serial@30000"
"""The node of lines 14 and 15 on a Pi 5, where `serial0` may be the debug socket."""
ADAPTER = "ttyUSB"
BY_ID = Path("dev/serial/by-id")


def find_port(named: str, root: Path = Path("/")) -> str:
    """Return the device that is meant by the port of a profile, as things are plugged in now."""
    if named in HEADER:
        return header_port(root) or named
    if Path(named).name.startswith(ADAPTER) and not (root / named.lstrip("/")).exists():
        adapters = sorted((root / BY_ID).glob("*")) if (root / BY_ID).is_dir() else []
        if len(adapters) == 1:  # pulled out and plugged in again it may have got another number
            return f"/{adapters[0].relative_to(root)}"
    return named


def header_port(root: Path = Path("/")) -> str:
    """Return the port behind lines 14 and 15 of a Pi 5, by the device tree; '' on every other machine."""
    for terminal in sorted((root / "sys/class/tty").glob("ttyAMA*")):
        node = terminal / "device" / "of_node"
        if node.exists() and node.resolve().name == RP1_UART0:
            return f"/dev/{terminal.name}"
    return ""
