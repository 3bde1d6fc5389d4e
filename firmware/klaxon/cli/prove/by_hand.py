"""What needs a person: keys and dials that are moved, panels that are looked at, a bell that is listened to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from klaxon.cli.prove.meter import Meter, quantiles
from klaxon.cli.prove.part import ProofPart, judge_part, leave_untried
from klaxon.cli.soak.played import PlayedConsole
from klaxon.console.devices import Call, Note, Picture
from klaxon.console.devices.health import DEAD, DeviceReport, DialHealth, InputHealth, KeyHealth
from klaxon.console.language.catalogue import say
from klaxon.hal.pi.panels.mounting import card

Ask = Callable[[str], Awaitable[str]]
"""Asks a person; the answer is `yes`, `no`, or '' where nobody answers."""
Tell = Callable[[str], None]
"""Says on the terminal what is going on."""

CLICKS = 10
"""Clicks by which a dial is to be turned."""
LOOK = 0.2
"""Seconds between two looks at what was moved, or two patterns on a panel."""
PATTERNS = 20
"""Pictures that each panel is sent, no byte of one like that of the one before."""
SCALE = (262, 294, 330, 349, 392, 440, 494, 523)
"""Hertz."""
NOTE_MS = 300


async def try_edges(console: PlayedConsole, meter: Meter, seconds: float, tell: Tell) -> ProofPart:
    """Let a person press every key and turn every dial, and judge what the lines told."""
    if dead := _dead(console, "lines"):
        return judge_part("edges", dead, "edges", {})
    if not seconds:
        return leave_untried("edges", "nobody")
    shown: dict[str, list[str]] = {}
    until, health = console.loop.time() + seconds, console.hardware.inputs()
    while console.loop.time() < until and (left := list(list_unmoved(health))):
        _show_left(console, left, shown)
        tell(say("prove.move", {"left": len(left), "seconds": round(until - console.loop.time()), "clicks": CLICKS}))
        await asyncio.sleep(LOOK)
        health = console.hardware.inputs()
    _show_left(console, [], shown)
    figures = {**_input_figures(health), "delay_ms": quantiles(meter.edge_delays)}
    still = [f"{station} {name}".strip() for station, name in list_unmoved(health)]
    if len(still) == len(health.keys) + len(health.dials):
        return leave_untried("edges", "nobody-moved", seconds=round(seconds))
    wrong = [say("prove.wrong.unmoved", {"names": still})] if still else []
    wrong += [say("prove.wrong.input", {"name": name, "errors": errors}) for name, errors in _errors(health) if errors]
    moved = len(health.keys) + len(health.dials) - len(still)
    return judge_part("edges", wrong, "edges", figures, moved=moved)


def list_unmoved(health: InputHealth) -> Iterator[tuple[str, str]]:
    """Yield the keys that nobody pressed and the dials that were not turned far enough: station and name."""
    yield from ((key.station, key.key) for key in health.keys if not key.presses)
    for dial in health.dials:
        if dial.clockwise + dial.anticlockwise < CLICKS:
            yield dial.station, f"dial {dial.dial + 1}"


def _errors(health: InputHealth) -> Iterator[tuple[str, int]]:
    """Yield each input, and how often its line did what it cannot do."""
    for key in health.keys:
        yield f"{key.station} {key.key}".strip(), _impossible(key) + key.stuck
    for dial in health.dials:
        yield f"{dial.station} dial {dial.dial + 1}", _impossible(dial) + dial.jumps + bool(dial.dead)
    yield "", health.stray + health.dropped


def _impossible(each: KeyHealth | DialHealth) -> int:
    return each.lost + each.repaired + each.late


def _input_figures(health: InputHealth) -> dict[str, Any]:
    return {
        "keys": [key._asdict() for key in health.keys],
        "dials": [dial._asdict() for dial in health.dials],
        "stray": health.stray,
        "dropped": health.dropped,
    }


def _show_left(console: PlayedConsole, left: list[tuple[str, str]], shown: dict[str, list[str]]) -> None:
    """Show at every station what is still to be moved there."""
    for fitting in console.hardware.fittings:
        names = [name for station, name in left if station == fitting.name]
        if shown.get(fitting.name) != names:
            shown[fitting.name] = names
            words = say("prove.card.left", {"names": names}) if names else say("prove.card.done", {})
            console.hardware.panels.show(fitting.name, card(fitting, fitting.name, words))


async def try_panels(console: PlayedConsole, meter: Meter, ask: Ask) -> ProofPart:
    """Send every panel whole pictures, and measure the bus."""
    reports = console.hardware.panels.reports()
    if not reports:
        return leave_untried("panels", "no-panels")
    panels = console.hardware.panels
    stations = [each for each in console.hardware.fittings if each.name in reports]
    for station in stations:
        panels.light(station.name, 255)
    before = {name: report.errors for name, report in reports.items()}
    for number in range(PATTERNS):
        for station in stations:
            panels.show(station.name, checkerboard(station.width, station.height, number % 2))
        await asyncio.sleep(LOOK)
    seen = await ask(say("prove.ask.panels", {}))
    wrong = [f"{name}: {error}" for name, error in _panel_errors(console, before)]
    wrong += [say("prove.wrong.eyes", {})] if seen == "no" else []
    buses = {root: use.plain() for root, use in meter.buses.items()}
    figures = {"panels": {name: _plain(each) for name, each in panels.reports().items()}, "buses": buses, "seen": seen}
    rates = ", ".join(f"{root} {each['kilohertz']} kHz" for root, each in buses.items())
    return judge_part("panels", wrong, f"panels.{seen or 'unseen'}", figures, count=len(stations), rates=rates)


def _panel_errors(console: PlayedConsole, before: dict[str, int]) -> Iterator[tuple[str, str]]:
    for name, report in console.hardware.panels.reports().items():
        if report.state in DEAD or report.errors > before[name]:
            yield name, report.last_error or report.state.value


def _plain(report: Any) -> dict[str, Any]:
    return {"state": report.state.value, "errors": report.errors, "error": report.last_error}


def checkerboard(width: int, height: int, phase: int) -> Picture:
    """Return squares of a pixel, the other way round in the other phase: every byte differs."""
    even, odd = (0x55, 0xAA) if phase else (0xAA, 0x55)
    return Picture(width, height, bytes((even, odd)) * (width * height // 16))


async def try_bell(console: PlayedConsole, ask: Ask) -> ProofPart:
    """Ring a scale on every bell."""
    bells = console.hardware.bells
    if not bells or all(bell.line is None for bell in console.profile.bells):
        return leave_untried("bell", "no-bell")
    for bell in bells.values():
        bell.ring(Call("scale", tuple(Note(pitch, NOTE_MS) for pitch in SCALE)))
        await asyncio.sleep(len(SCALE) * NOTE_MS / 1000)
    heard = await ask(say("prove.ask.bell", {}))
    reports = [bell.report() for bell in bells.values()]
    wrong = [f"{each.name}: {each.error or each.state.value}" for each in reports if each.state in DEAD or each.errors]
    wrong += [say("prove.wrong.ears", {})] if heard == "no" else []
    figures = {"bells": [_device(each) for each in reports], "heard": heard}
    return judge_part("bell", wrong, f"bell.{heard or 'unheard'}", figures)


def _device(report: DeviceReport) -> dict[str, Any]:
    return {**report._asdict(), "state": report.state.value}


def _dead(console: PlayedConsole, kind: str) -> list[str]:
    """Return the devices of a kind that do not work, and why."""
    reports = [each for each in console.hardware.reports() if each.kind == kind and each.state in DEAD]
    return [f"{each.kind} {each.name}".strip() + f": {each.error}" for each in reports]
