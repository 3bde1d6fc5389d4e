"""Ports of USB devices that were learned by pressing OK on them, saved in the state folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.profile import schema
from klaxon.console.profile.flaws import Flaw
from klaxon.console.profile.schema import SchemaEntry
from klaxon.console.profile.values import Wrong, judge, section
from klaxon.console.settings.store import BadSettingsError, SettingsStore

FORMAT = 1

Ports = Mapping[str, str]
"""Station -> port."""


def _parse(found: Any) -> Ports:
    try:
        file = section(found)
        judge(file.get("format"), SchemaEntry("format", values=(FORMAT,)))
        ports = section(file.get("ports"))
        for station, port in ports.items():
            judge(station, schema.STATION["name"])
            judge(port, schema.DRAWN_STATION["port"])
    except Wrong as wrong:
        raise BadSettingsError(Flaw(wrong.code, key="ports", facts=wrong.facts).text()) from None
    return dict(ports)


def _plain(ports: Ports) -> object:
    return {"format": FORMAT, "ports": dict(ports)}


STORE: SettingsStore[Ports] = SettingsStore(
    "usb-ports.json", {}, _parse, _plain, aside="usb.aside", broken="usb.broken"
)
"""The file of learned ports."""
