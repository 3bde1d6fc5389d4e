"""The device list: the state of each device, in words."""

from __future__ import annotations

from functools import partial

from klaxon.console.devices.health import DeviceHealth, DeviceReport
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.list_page import ListPage, MenuItem


class DeviceListPage(ServicePage, ListPage):
    """All devices with their states; OK shows details of one."""

    beat = 0.5

    def __init__(self, context: ServiceContext, device_health: DeviceHealth) -> None:
        """Begin at the first device; the states are read at every draw."""
        super().__init__(
            context.say("service.devices"), lambda: [_item(context, each) for each in device_health.reports()]
        )


def _item(context: ServiceContext, report: DeviceReport) -> MenuItem:
    more = partial(_tell, context, report)
    state = context.say(f"service.state.{report.state}")
    return MenuItem(
        device_name(context, report), context.say("service.devices.more"), more, f" {state}"
    )  # a gap behind a long name


def device_name(context: ServiceContext, report: DeviceReport) -> str:
    """Return the name of a device."""
    return context.say(f"device.{report.kind}", name=report.name or context.say("service.devices.pi"))


def _tell(context: ServiceContext, report: DeviceReport) -> None:
    texts = [
        context.say(f"service.state.{report.state}.more"),
        context.say("service.devices.errors", count=report.errors),
        *([context.say("service.devices.last", error=report.error)] if report.error else ()),
    ]
    context.lay_words(device_name(context, report), *texts)


def open_page(context: ServiceContext) -> None:
    """Open the list of devices."""
    if context.device_health is None:
        context.lay_words(context.say("service.devices"), context.say("service.devices.none"))
    else:
        context.service_station.lay(DeviceListPage(context, context.device_health))
