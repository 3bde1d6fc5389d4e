"""Checks across keys: lines that are taken, missing buses, keys that a station needs.

Every check takes a parsed profile, in which faulty values are missing, and yields further faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from klaxon.console.devices import COURSE_KEYS
from klaxon.console.profile import board
from klaxon.console.profile.buses import check_buses
from klaxon.console.profile.flaws import Flaw
from klaxon.console.profile.model import Line
from klaxon.console.profile.parsed import LineClaim, ParsedProfile, ParsedSection
from klaxon.rules.content.faults import nearest

WORKED_BY = ("push", "ok")
"""The keys that every station needs; a held push may replace BACK."""
_SHARED = ("interrupt", "reset")
"""Keys of several chips that may share one line: open-drain outputs, and inputs."""


def check(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield everything that is wrong with a parsed profile."""
    yield from _names(draft)
    yield from _lines(draft)
    yield from _doubles(draft)
    yield from _dials(draft)
    yield from _native(draft)
    yield from _pulls(draft)
    yield from _interrupts(draft)
    yield from _stations(draft)
    yield from _bells(draft)
    yield from check_buses(draft)


# Names


def _names(draft: ParsedProfile) -> Iterator[Flaw]:
    yield from _twice([station.own for station in draft.stations], "name")
    yield from _twice([bus.own for bus in draft.buses], "name")
    yield from _twice(draft.expanders, "name")
    yield from _twice(draft.lamps, "boat")


def _twice(parts: Iterable[ParsedSection], key: str) -> Iterator[Flaw]:
    first: dict[str, ParsedSection] = {}
    for part in parts:
        name = part.get(key)
        if name is not None and first.setdefault(name, part) is not part:
            yield part.flaw("PRF-011", key, value=name, first=first[name].section)


# Lines


def _lines(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield lines that do not exist, or that must not be used."""
    chips = [part.get("name") for part in draft.expanders]
    known = [name for name in chips if name]
    for line, part, key in draft.claims():
        if line.chip and line.chip not in known:
            if None in chips or "expander" not in draft.top.values:
                continue  # it may be one that could not be read
            yield part.flaw(
                "PRF-025", key, value=str(line), chip=line.chip, nearest=nearest(line.chip, known), known=known
            )
        elif line.chip and line.number not in board.EXPANDER_LINES:
            yield part.flaw("PRF-026", key, value=str(line), last=board.EXPANDER_LINES[-1])
        elif not line.chip and line.number not in board.LINES:
            yield part.flaw("PRF-020", key, value=_brief(line), last=board.LINES[-1], free=_free(draft))
        elif not line.chip and line.number in board.RESERVED:
            yield part.flaw("PRF-021", key, value=str(line), free=_free(draft))


def _brief(line: Line) -> str:
    return str(line) if abs(line.number) < 10**9 else "..."


def _free(draft: ParsedProfile, chip: str = "") -> list[str] | str:
    """Return the unused lines of the Pi, or of an expander."""
    taken = {claim.line for claim in draft.claims()} | {Line(number) for number in board.RESERVED}
    lines = [Line(number, chip) for number in (board.EXPANDER_LINES if chip else board.LINES)]
    return [str(line) for line in lines if line not in taken] or "-"


def _doubles(draft: ParsedProfile) -> Iterator[Flaw]:
    first: dict[Line, LineClaim] = {}
    for claim in draft.claims():
        other = first.setdefault(claim.line, claim)
        if other is claim or (claim.key == other.key and claim.key in _SHARED):
            continue
        section, key = other.part.at(other.key)
        free = _free(draft, claim.line.chip)
        facts = {"value": _brief(claim.line), "section_of_first": section, "key_of_first": key, "free": free}
        taken = _owner(other)
        if taken and not _owner(claim):
            yield claim.part.flaw("PRF-023", claim.key, owner=taken, **facts)
        else:
            yield claim.part.flaw("PRF-022", claim.key, **facts)


def _owner(claim: LineClaim) -> str:
    """Return which bus or port uses a line, '' if none."""
    if claim.key == "port":
        return str(claim.part.get("port"))
    if claim.key == "lines":
        return f"{claim.part.get('kind') or ''}-{claim.part.get('number')}"
    return ""


def _dials(draft: ParsedProfile) -> Iterator[Flaw]:
    for station in draft.stations:
        for dial in station.dials:
            for key in ("a", "b"):
                if (line := dial.get(key)) and line.chip:
                    yield dial.flaw("PRF-027", key, value=str(line), free=_free(draft))


def _native(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield uses that only the Pi's own lines support: interrupts, resets, tones."""
    wanted: list[tuple[ParsedSection, str]] = [
        (part, key) for part in draft.expanders for key in ("interrupt", "reset")
    ]
    wanted += [(bus.mux, "reset") for bus in draft.buses if bus.mux]
    wanted += [(bus.own, "lines") for bus in draft.buses]
    wanted += [(station.panel, key) for station in draft.stations if station.panel for key in ("dc", "reset")]
    wanted += [(bell, "line") for bell in draft.bells if bell.get("kind") in ("pwm", "tonal")]
    wanted_lines = {(id(part), key) for part, key in wanted}
    for line, part, key in draft.claims():
        if line.chip and (id(part), key) in wanted_lines:
            yield part.flaw("PRF-030", key, value=str(line), free=_free(draft))


def _pulls(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield resistors that work against the key, or that do not exist."""
    chips = {part.get("name"): part.get("chip") for part in draft.expanders}
    for part in draft.key_parts():
        line, active, pull = part.get("line"), part.get("active"), part.get("pull")
        if (active, pull) in (("low", "down"), ("high", "up")):
            yield part.flaw("PRF-031", "pull", active=active, pull=pull, better="up" if active == "low" else "down")
        elif line and line.chip and pull == "down":
            yield part.flaw("PRF-032", "pull", value=str(line), chip=chips.get(line.chip) or line.chip)
        elif line and not line.chip and line.number in board.PULLED_UP and (active == "high" or pull == "down"):
            free = [number for number in _free(draft) if number not in map(str, board.PULLED_UP)]
            yield part.flaw("PRF-033", "line", value=str(line), free=free or "-")


def _interrupts(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield expanders without an interrupt line for their keys."""
    with_keys = {part.get("line").chip for part in draft.key_parts() if part.get("line")}
    for part in draft.expanders:
        if part.get("name") in with_keys and "interrupt" not in part.given:
            yield part.flaw("PRF-034", "interrupt", name=part.get("name"), free=_free(draft))


# Stations and bells


def _stations(draft: ParsedProfile) -> Iterator[Flaw]:
    for station in draft.stations:
        drawn = station.own.get("keys") if not station.keys_told else None
        if station.keys_told:
            names, section = tuple(station.keys), f"{station.own.section}.keys"
        elif isinstance(drawn, tuple):
            names, section = drawn, station.own.section
        else:
            continue
        station_name = station.own.get("name") or station.own.section
        for missing in WORKED_BY:
            if missing not in names:
                yield Flaw("PRF-040", section, missing, {"station": station_name})
        lacking = [key for key in COURSE_KEYS if key not in names]
        if 0 < len(lacking) < len(COURSE_KEYS):
            yield Flaw("PRF-041", section, lacking[0], {"station": station_name, "lacking": lacking})


def _bells(draft: ParsedProfile) -> Iterator[Flaw]:
    channels: dict[int, str] = {}
    heard: dict[tuple[str, ...], str] = {}
    everybody = tuple(dict.fromkeys(station.own.get("boat") or "" for station in draft.stations))
    for bell in draft.bells:
        kind, line = bell.get("kind"), bell.get("line")
        if kind not in (None, "none") and "line" not in bell.given:
            yield bell.flaw("PRF-043", "line", kind=kind, free=_free(draft))
        if kind == "none" and "line" in bell.given:
            yield bell.flaw("PRF-044", "line")
        if kind == "pwm" and line and not line.chip and line.number in board.LINES:
            yield from _tone(bell, line, channels)
        boats = bell.get("boats") or everybody
        if "boats" in bell.values and heard.setdefault(boats, bell.section) != bell.section:
            yield bell.flaw("PRF-042", "boats", boats=", ".join(boats), first=heard[boats])


def _tone(bell: ParsedSection, line: Line, channels: dict[int, str]) -> Iterator[Flaw]:
    if line.number not in board.PWM_CHANNEL:
        yield bell.flaw("PRF-028", "line", value=str(line), known=sorted(board.PWM_CHANNEL))
    elif channels.setdefault(board.PWM_CHANNEL[line.number], bell.section) != bell.section:
        channel = board.PWM_CHANNEL[line.number]
        others = sorted(number for number, other in board.PWM_CHANNEL.items() if other != channel)
        yield bell.flaw("PRF-029", "line", value=str(line), first=channels[channel], known=others)
