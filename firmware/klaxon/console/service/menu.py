"""The menu of service mode: its pages, one entry each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from klaxon.console.service import calibrate, device_list, dials, keys, link_state, panels, scan, sounds, usb_devices
from klaxon.console.service.context import ServiceContext
from klaxon.console.station.list_page import ListPage, MenuItem

PAGES: Mapping[str, Callable[[ServiceContext], None]] = {
    "keys": keys.open_page,
    "dials": dials.open_page,
    "pixels": panels.open_pixels,
    "contrast": panels.open_contrast,
    "bell": sounds.open_bell,
    "lamps": sounds.open_lamps,
    "devices": device_list.open_page,
    "scan": scan.open_page,
    "calibrate": calibrate.open_page,
    "usb": usb_devices.open_page,
    "link": link_state.open_page,
}
"""The one table of pages: name -> the function that opens it."""


class ServiceMenu(ListPage):
    """The list of tests. BACK leaves service mode."""

    def __init__(self, context: ServiceContext, leave: Callable[[], None]) -> None:
        """Begin at the first page."""
        super().__init__(context.say("service.title"), partial(_items, context))
        self._leave = leave

    def back(self) -> bool:
        """Leave service mode."""
        self._leave()
        return False


def _items(context: ServiceContext) -> list[MenuItem]:
    return [
        MenuItem(context.say(f"service.{name}"), context.say(f"service.{name}.ok"), partial(open_page, context))
        for name, open_page in PAGES.items()
    ]
