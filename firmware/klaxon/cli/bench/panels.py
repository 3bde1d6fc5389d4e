"""`klaxon bench panels`: what the frames of a game cost on an I2C bus, by our writer and by luma.oled's own driver.

Both get the same frames and are counted by the same rule: a transaction is its address byte, its control byte and what
follows. Every frame counts that differs from the one before it on its station; the first of a station is a full one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from itertools import cycle
from statistics import median
from typing import Any

from klaxon.cli.bench.rounds import Plays, Rounds
from klaxon.console.devices import Picture
from klaxon.hal.pages import runs, transactions

Frame = tuple[str, Picture]
"""A station and what it shows from now on."""
OURS, PEER = "klaxon", "luma.oled ssd1309"
BATCH = 10


class Bus:
    """A bus that only counts; a panel of luma's writes to it as to an I2C interface that was opened by smbus2."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.bytes = 0
        self.last: Sequence[int] = b""

    def write(self, transaction: bytes) -> None:
        """Count a transaction that begins with its control byte."""
        self.bytes += 1 + len(transaction)

    def command(self, *commands: int) -> None:
        """Count commands."""
        self.bytes += 2 + len(commands)

    def data(self, data: Sequence[int]) -> None:
        """Count data. Up to 4096 bytes are one transaction: more than any panel of these has."""
        self.bytes += 2 + len(data)
        self.last = data

    def cleanup(self) -> None:
        """Close nothing."""


class OurPanel:
    """A panel written by pages."""

    def __init__(self, bus: Bus) -> None:
        """Show nobody knows what."""
        self._bus = bus
        self._shown: bytes | None = None

    def prepare(self, picture: Picture) -> Picture:
        """Return a picture as this panel takes it."""
        return picture

    def show(self, picture: Picture) -> None:
        """Send what changed."""
        for run in runs(self._shown, picture.bits, picture.width):
            for transaction in transactions(run):
                self._bus.write(transaction)
        self._shown = picture.bits


class LumaPanel:
    """A panel of luma.oled's own."""

    def __init__(self, bus: Bus) -> None:
        """Begin without a device: its first picture says how large it is."""
        self._bus = bus
        self._device: Any = None

    def prepare(self, picture: Picture) -> Any:
        """Return a picture as an image of Pillow's, page by page: a byte is eight pixels from top to bottom."""
        from PIL import Image

        if self._device is None:
            from luma.oled.device import ssd1309

            self._device = ssd1309(self._bus, width=picture.width, height=picture.height)
            self._bus.bytes = 0  # what its set-up took is not counted
        image = Image.new("1", picture[:2])
        for page in range(picture.height // 8):
            data = picture.bits[page * picture.width : (page + 1) * picture.width]
            upright = Image.frombytes("1", (8, picture.width), data, "raw", "1;R")
            image.paste(upright.transpose(Image.Transpose.TRANSPOSE), (0, page * 8))
        return image

    def show(self, image: Any) -> None:
        """Send it as luma does."""
        self._device.display(image)


AnyPanel = OurPanel | LumaPanel


class Writer:
    """All panels of a console, driven one way."""

    def __init__(self, make: Callable[[Bus], AnyPanel], frames: Sequence[Frame]) -> None:
        """Prepare the frames beforehand: both writers are given a finished picture."""
        buses = {station: Bus() for station, _ in frames}
        panels = {station: make(bus) for station, bus in buses.items()}
        self._steps = [(panels[station], panels[station].prepare(picture)) for station, picture in frames]
        self._frames, self._buses = frames, buses

    def bytes_on_the_bus(self) -> int:
        """Show every frame once; return what that takes. To be asked before anything else is shown."""
        for (panel, prepared), (station, picture) in zip(self._steps, self._frames, strict=True):
            panel.show(prepared)
            if self._buses[station].last and bytes(self._buses[station].last) != picture.bits:
                raise RuntimeError(f"what was sent whole to {station} is another picture")
        return sum(bus.bytes for bus in self._buses.values())

    def play(self) -> Plays:
        """Show the frames over and over."""
        for panel, picture in cycle(self._steps):
            panel.show(picture)
            yield


def distinct(frames: Iterable[Frame]) -> list[Frame]:
    """Return the frames that differ from the one before them on their station."""
    shown: dict[str, bytes] = {}
    found = []
    for station, picture in frames:
        if shown.get(station) != picture.bits:
            shown[station] = picture.bits
            found.append((station, picture))
    return found


def makers() -> dict[str, Callable[[Bus], AnyPanel]]:
    """Return ours, and the peer where it is installed (the extra `bench`)."""
    peer: dict[str, Callable[[Bus], AnyPanel]] = (
        {PEER: LumaPanel} if find_spec("luma") and find_spec("luma.oled") else {}
    )
    return {OURS: OurPanel, **peer}


def compare(frames: Iterable[Frame], rounds: Rounds, made: Mapping[str, Callable[[Bus], AnyPanel]]) -> dict[str, Any]:
    """Return what the frames cost each: bytes, milliseconds a frame, and both as parts of the peer's."""
    played = distinct(frames)
    writers = {name: Writer(make, played) for name, make in made.items()}
    sizes = {name: writer.bytes_on_the_bus() for name, writer in writers.items()}
    rates = rounds.rates({name: writer.play() for name, writer in writers.items()}, BATCH)
    report: dict[str, Any] = {
        "frames": len(played),
        "stations": len({station for station, _ in played}),
        "bytes": sizes,
        "ms_a_frame": {name: round(median(1000 / rate for rate in found), 4) for name, found in rates.items()},
    }
    if PEER in sizes:
        times = [theirs / ours for ours, theirs in zip(rates[OURS], rates[PEER], strict=True)]
        report["ratios"] = {"bytes": round(sizes[OURS] / sizes[PEER], 4), "time": round(median(times), 4)}
    return report


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Play the frames of a recorded game, and print what they cost."""
    report = compare(recorded(), rounds, makers())
    if as_json:
        sys.stdout.write(json.dumps(report) + "\n")
        return
    sys.stdout.write(f"{report['frames']:,} distinct frames of {report['stations']} stations\n")
    for name, size in report["bytes"].items():
        each = f"{size / report['frames']:,.1f} a frame, {report['ms_a_frame'][name]:.3f} ms of CPU time a frame"
        sys.stdout.write(f"{name:<32}{size:>9,} bytes on the bus: {each}\n")
    if "ratios" in report:
        for what, ratio in report["ratios"].items():
            sys.stdout.write(f"{what + ', ' + OURS + '/' + PEER:<32}{ratio:>9.4f} times\n")
    else:
        sys.stdout.write("luma.oled is not installed beside Klaxon; `make bench` installs it and runs both.\n")


def recorded() -> Iterable[Frame]:
    """Return the frames of a recorded game."""
    from klaxon.console.recording import frames

    return frames()
