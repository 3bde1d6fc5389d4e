"""Service mode: keys, dials, panels, bell, lamps and buses are tested on the device itself, with the game paused."""

from klaxon.console.service.mode import Service
from klaxon.console.service.panels_behind import PanelsBehind

__all__ = ["PanelsBehind", "Service"]
