"""From a parsed profile without faults to a profile."""

from __future__ import annotations

from typing import Any

from klaxon.console.devices import Fitting
from klaxon.console.profile.model import (
    BellSpec,
    Bus,
    DialSpec,
    Expander,
    KeySpec,
    LampSpec,
    LinkSpec,
    Mux,
    PanelSpec,
    PowerSpec,
    Profile,
    StationSpec,
    in_order,
)
from klaxon.console.profile.parsed import ParsedBus, ParsedProfile, ParsedSection, ParsedStation


def build(draft: ParsedProfile) -> Profile:
    """Return the profile."""
    top = draft.top.values
    stations = tuple(_station(station) for station in draft.stations)
    boats = tuple(dict.fromkeys(station.fitting.side for station in stations))
    return Profile(
        name=top["name"],
        about=top["about"],
        back_end=top["back_end"],
        stations=stations,
        buses=tuple(_bus(bus) for bus in draft.buses),
        expanders=tuple(Expander(**part.values) for part in draft.expanders),
        bells=tuple(_bell(part, boats) for part in draft.bells),
        lamps=tuple(LampSpec(part.values["boat"], part.values["line"], _low(part.values)) for part in draft.lamps),
        link=LinkSpec(**draft.link.values) if draft.link else LinkSpec(),
        power=PowerSpec(_key("power", draft.power), draft.power.values["hold_ms"]) if draft.power else None,
        language=top["language"] or "",
    )


def _station(draft: ParsedStation) -> StationSpec:
    data = draft.own.values
    language = data["language"] or ""
    if draft.panel is None:
        size = data["width"], data["height"]
        fitting = Fitting(data["name"], data["boat"], *size, data["dials"], data["keys"])
        return StationSpec(fitting, language=language, usb=data["usb"] or "", port=data["port"] or "")
    panel = PanelSpec(**draft.panel.values)
    keys = {name: _key(name, part) for name, part in draft.keys.items()}
    names = in_order(iter(keys))
    fitting = Fitting(data["name"], data["boat"], panel.width, panel.height, len(draft.dials), names)
    dials = tuple(DialSpec(**part.values) for part in draft.dials)
    return StationSpec(fitting, panel, dials, tuple(keys[name] for name in names), language)


def _key(name: str, part: ParsedSection) -> KeySpec:
    data = part.values
    return KeySpec(name, data["line"], _low(data), data["pull"], data["debounce_ms"])


def _bus(draft: ParsedBus) -> Bus:
    data = {**draft.own.values, "lines": draft.own.values["lines"] or ()}
    return Bus(**{**data, "mux": Mux(**draft.mux.values) if draft.mux else None})


def _bell(part: ParsedSection, boats: tuple[str, ...]) -> BellSpec:
    data = part.values
    return BellSpec(data["kind"], data["line"], data["boats"] or boats, _low(data))


def _low(data: dict[str, Any]) -> bool:
    return bool(data["active"] == "low")
