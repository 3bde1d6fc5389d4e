"""Devices: how each of them fares, in words."""

from __future__ import annotations

from functools import partial

from klaxon.console.devices.health import DeviceHealth, DeviceReport
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.page import ListPage, MenuItem


class DeviceListPage(ServicePage, ListPage):
    """All devices with their states; OK tells more of one."""

    beat = 0.5

    def __init__(self, shop: ServiceContext, upkeep: DeviceHealth) -> None:
        """Ask anew each time."""
        super().__init__(shop.say("service.devices"), lambda: [_item(shop, each) for each in upkeep.standings()])


def _item(shop: ServiceContext, standing: DeviceReport) -> MenuItem:
    more = partial(_tell, shop, standing)
    state = shop.say(f"service.state.{standing.state}")
    return MenuItem(
        named(shop, standing), shop.say("service.devices.more"), more, f" {state}"
    )  # a gap behind a long name


def named(shop: ServiceContext, standing: DeviceReport) -> str:
    """Return a device in words."""
    return shop.say(f"device.{standing.kind}", name=standing.name or shop.say("service.devices.pi"))


def _tell(shop: ServiceContext, standing: DeviceReport) -> None:
    told = [
        shop.say(f"service.state.{standing.state}.more"),
        shop.say("service.devices.errors", count=standing.errors),
        *([shop.say("service.devices.last", error=standing.error)] if standing.error else ()),
    ]
    shop.lay_words(named(shop, standing), *told)


def open_page(shop: ServiceContext) -> None:
    """Lay the devices on the bench."""
    if shop.upkeep is None:
        shop.lay_words(shop.say("service.devices"), shop.say("service.devices.none"))
    else:
        shop.bench.lay(DeviceListPage(shop, shop.upkeep))
