"""What is connected to which chip, as data: made from a profile, or from the wiring of a recording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from klaxon.console.devices import Fitting
from klaxon.console.devices.health import LineName
from klaxon.console.profile import DialSpec, Expander, KeySpec, Line, Profile, StationSpec
from klaxon.hal.input_lines import DialLines, KeyLine, Wiring


@dataclass(frozen=True, slots=True)
class Input:
    """An input line."""

    token: LineName
    """Its name outside of its chip."""
    pull: str = "up"
    """`up`, `down` or `none`: see the profile."""
    rest: int | None = None
    """The level of a released key; None for a phase of a dial, which may rest anywhere."""


@dataclass(frozen=True, slots=True)
class LinePlan:
    """A chip and what is connected to it."""

    name: str
    """The name of the expander; '' for the Pi's own chip."""
    inputs: dict[int, Input]
    expander: Expander | None = None
    bus: int = 0
    """The number of the expander's bus."""


def wiring(profile: Profile) -> Wiring:
    """Return the input lines (keys and dials); the power key belongs to the station ''."""
    keys = [
        KeyLine(station, key.name, key.line.token, key.active_low, key.debounce_ms)
        for station, key in profile.all_keys()
    ]
    dials = [
        DialLines(
            station,
            number,
            dial.a.token,
            dial.b.token,
            dial.steps_per_detent,
            dial.reversed,
            dial.rest,
            dial.acceleration,
            dial.debounce_ms,
        )
        for station, number, dial in profile.all_dials()
    ]
    return Wiring(tuple(keys), tuple(dials))


def plans(profile: Profile) -> tuple[LinePlan, ...]:
    """Return the chips of a console, the Pi's own first."""
    inputs = dict(_inputs(profile))
    own = LinePlan("", {line.number: each for line, each in inputs.items() if not line.chip})
    others = (
        LinePlan(
            each.name,
            {line.number: read for line, read in inputs.items() if line.chip == each.name},
            expander=each,
            bus=profile.bus(each.bus).number,
        )
        for each in profile.expanders
    )
    return (own, *others)


def _inputs(profile: Profile) -> Iterator[tuple[Line, Input]]:
    for _, key in profile.all_keys():
        yield key.line, Input(key.line.token, key.pull, int(key.active_low))
    for _, _, dial in profile.all_dials():
        # The contacts of a dial close to ground.
        yield from ((line, Input(line.token)) for line in (dial.a, dial.b))


def profile_of(lines: Wiring) -> Profile:
    """Return a profile that has the lines of a wiring, all of them the Pi's own; a ValueError names one that is not.

    A wiring does not mention resistors: they are those that the keys need.
    """
    if words := [line for line in lines.lines if isinstance(line, str)]:
        raise ValueError(", ".join(words))
    names = dict.fromkeys([*(key.station for key in lines.keys), *(dial.station for dial in lines.dials)])
    return Profile("wiring", "", "pi", tuple(_station(name, lines) for name in names))


def _station(name: str, lines: Wiring) -> StationSpec:
    keys = tuple(
        KeySpec(each.key, Line(int(each.line)), each.active_low, "up" if each.active_low else "down")
        for each in lines.keys
        if each.station == name
    )
    dials = tuple(DialSpec(Line(int(each.a)), Line(int(each.b))) for each in lines.dials if each.station == name)
    return StationSpec(Fitting(name, ""), None, dials, keys)
