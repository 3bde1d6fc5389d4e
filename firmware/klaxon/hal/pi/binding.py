"""Binding anew: a mux or an expander that did not answer when the Pi started is offered to its driver again.

The kernel asks such a chip once. If it had no supply yet, or its plug was out, the device is there without a driver
until somebody writes its name into the driver's file `bind`. The unit and a rule of udev let the daemon do that.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

DRIVERS = {"mux": "pca954x", "mcp23017": "mcp230xx", "pca9555": "pca953x"}
"""What a chip is -> its driver."""
SYS = Path("/sys")


def bind_again(chip: str, bus: int, address: int, sys: Path = SYS) -> bool:
    """Offer a chip to its driver if the kernel knows it and no driver has it; return whether that was done."""
    name = f"{bus}-{address:04x}"
    device = sys / "bus/i2c/devices" / name
    if chip not in DRIVERS or not device.exists() or (device / "driver").exists():
        return False
    with suppress(OSError):  # it still does not answer, or we may not
        (sys / "bus/i2c/drivers" / DRIVERS[chip] / "bind").write_text(name, "ascii")
    return True
