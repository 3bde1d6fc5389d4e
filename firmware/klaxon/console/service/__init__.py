"""Service mode: keys, dials, panels, bell, lamps and buses tried on the device itself, while a game waits."""

from klaxon.console.service.curtain import Curtain
from klaxon.console.service.mode import Service

__all__ = ["Curtain", "Service"]
