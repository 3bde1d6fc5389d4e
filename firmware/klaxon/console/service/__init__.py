"""Service mode: keys, dials, panels, bell, lamps and buses tried on the device itself, while a game waits."""

from klaxon.console.service.mode import Service
from klaxon.console.service.panels_behind import PanelsBehind

__all__ = ["PanelsBehind", "Service"]
