"""The context of service mode: everything that its pages work with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from klaxon.console.devices import Devices, Fitting
from klaxon.console.devices.health import DeviceHealth
from klaxon.console.language.game_words import Phrases
from klaxon.console.linked.other_console import LinkReport, LinkStanding
from klaxon.console.service.panels_behind import PanelsBehind
from klaxon.console.service.service_station import ServiceStation
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import TextPage


@dataclass(frozen=True, slots=True)
class ServiceContext:
    """The devices of a console, and the service station where they are tested."""

    service_station: ServiceStation
    fittings: tuple[Fitting, ...]
    devices: Devices
    panels_behind: PanelsBehind
    later: Later
    down: Collection[tuple[str, str]]
    """The keys that are down now, each with its station."""
    lamps: tuple[str, ...]
    lit: Callable[[str], bool]
    """Whether a lamp should be lit in the current state of the game."""
    link: Callable[[], tuple[LinkStanding, LinkReport | None]]
    """How this console stands with another one, and what the way between them has counted."""

    @property
    def phrases(self) -> Phrases:
        """The texts of service mode, in the language of the service station."""
        return Phrases("", self.service_station.language)

    def say(self, message: str, /, **facts: object) -> str:
        """Return the sentence of a message id."""
        return self.phrases.say(message, **facts)

    def find(self, message: str, otherwise: str) -> str:
        """Return the sentence of a message id, or another text if there is none."""
        return self.phrases.find(message, otherwise)

    @property
    def device_health(self) -> DeviceHealth | None:
        """The health of the devices."""
        return self.devices.device_health

    @property
    def fitting(self) -> Fitting:
        """The service station in use."""
        return self.service_station.fitting

    def lay_words(self, title: str, *paragraphs: str) -> None:
        """Open a page to read."""
        self.service_station.lay(TextPage(title, paragraphs, self.say("bottom.back")))

    def dials(self) -> list[tuple[Fitting, int]]:
        """Return every dial with its station."""
        return [(fitting, dial) for fitting in self.fittings for dial in range(fitting.dials)]

    def dial_name(self, fitting: Fitting, dial: int) -> str:
        """Return the name of a dial: its station, and its number if there are two."""
        return self.say("service.dial", station=fitting.name, number=dial + 1) if fitting.dials > 1 else fitting.name
