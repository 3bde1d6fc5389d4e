"""From a draft in which nothing is wrong to a profile."""

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
    top = draft.top.told
    stations = tuple(_station(station) for station in draft.stations)
    boats = tuple(dict.fromkeys(station.fitting.side for station in stations))
    return Profile(
        name=top["name"],
        about=top["about"],
        back_end=top["back_end"],
        stations=stations,
        buses=tuple(_bus(bus) for bus in draft.buses),
        expanders=tuple(Expander(**part.told) for part in draft.expanders),
        bells=tuple(_bell(part, boats) for part in draft.bells),
        lamps=tuple(LampSpec(part.told["boat"], part.told["line"], _low(part.told)) for part in draft.lamps),
        link=LinkSpec(**draft.link.told) if draft.link else LinkSpec(),
        power=PowerSpec(_key("power", draft.power), draft.power.told["hold_ms"]) if draft.power else None,
        language=top["language"] or "",
    )


def _station(draft: ParsedStation) -> StationSpec:
    told = draft.own.told
    language = told["language"] or ""
    if draft.panel is None:
        size = told["width"], told["height"]
        fitting = Fitting(told["name"], told["boat"], *size, told["dials"], told["keys"])
        return StationSpec(fitting, language=language)
    panel = PanelSpec(**draft.panel.told)
    keys = {name: _key(name, part) for name, part in draft.keys.items()}
    names = in_order(iter(keys))
    fitting = Fitting(told["name"], told["boat"], panel.width, panel.height, len(draft.dials), names)
    dials = tuple(DialSpec(**part.told) for part in draft.dials)
    return StationSpec(fitting, panel, dials, tuple(keys[name] for name in names), language)


def _key(name: str, part: ParsedSection) -> KeySpec:
    told = part.told
    return KeySpec(name, told["line"], _low(told), told["pull"], told["debounce_ms"])


def _bus(draft: ParsedBus) -> Bus:
    told = {**draft.own.told, "lines": draft.own.told["lines"] or ()}
    return Bus(**{**told, "mux": Mux(**draft.mux.told) if draft.mux else None})


def _bell(part: ParsedSection, boats: tuple[str, ...]) -> BellSpec:
    told = part.told
    return BellSpec(told["kind"], told["line"], told["boats"] or boats, _low(told))


def _low(told: dict[str, Any]) -> bool:
    return bool(told["active"] == "low")
