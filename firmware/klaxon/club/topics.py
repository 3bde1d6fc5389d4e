"""The topics of a hall: who says what where, and who may read it. docs/club.md is checked against this module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

ROOT = "klaxon"
DESK_USER, HOME_USER = "desk", "home"
"""The users of the broker besides the tables: a table's user is its id."""
TABLE_ID = re.compile(r"[0-9a-f]{12}")


class TableChannel(StrEnum):
    """What is said of a table, or to it: the end of a topic."""

    HERE = "here"
    STATE = "state"
    HEALTH = "health"
    EVENT = "event"
    WITNESS = "witness"
    OUTBOX = "outbox"
    OUTBOX_RECEIPT = "outbox/receipt"
    COMMANDS = "commands"
    COMMANDS_RECEIPT = "commands/receipt"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class ChannelAbout:
    """What a channel is for."""

    speaker: str
    """`table`, `desk` or `home`."""
    listener: str
    retained: bool
    qos: int
    what: str


CHANNELS: dict[TableChannel, ChannelAbout] = {
    TableChannel.HERE: ChannelAbout(
        "table", "desk, home", True, 1, "`online` or `offline`; the broker says `offline` for a table that is gone"
    ),
    TableChannel.STATE: ChannelAbout("table", "desk, home", True, 1, "what everybody in the room may know of its game"),
    TableChannel.HEALTH: ChannelAbout("table", "desk, home", True, 0, "panels, keys, link, disk, temperature, version"),
    TableChannel.EVENT: ChannelAbout("table", "desk, home", False, 0, "one public event, as spectators hear it"),
    TableChannel.WITNESS: ChannelAbout("table", "desk", True, 1, "a commitment to the rows so far, at fixed times"),
    TableChannel.OUTBOX: ChannelAbout("table", "desk", False, 1, "a piece of a parcel: results, journals, answers"),
    TableChannel.OUTBOX_RECEIPT: ChannelAbout("desk", "table", False, 1, "what of it is on the desk's disk"),
    TableChannel.COMMANDS: ChannelAbout("desk", "table", False, 1, "a piece of a parcel: a command"),
    TableChannel.COMMANDS_RECEIPT: ChannelAbout("table", "desk", False, 1, "what of it is on the table's disk"),
    TableChannel.HOME: ChannelAbout(
        "home", "table", False, 1, "`pause`: from Home Assistant, where that is switched on"
    ),
}
DESK_HERE = f"{ROOT}/desk/here"
"""Retained: the box of the desk while it is there, `offline` where it is gone."""
DISCOVERY = "homeassistant/device"
"""DISCOVERY/klaxon-TABLE/config, retained: makes a table a device in Home Assistant."""


class TableTopic(NamedTuple):
    """A topic about one table."""

    table: str
    channel: TableChannel


def topic_of(table: str, channel: TableChannel) -> str:
    """Return the topic of a table's channel."""
    return f"{ROOT}/table/{table}/{channel}"


def read_topic(topic: str) -> TableTopic | None:
    """Return the table and channel of a topic; None for any other."""
    root, _, rest = topic.partition("/table/")
    table, _, channel = rest.partition("/")
    if root != ROOT or not TABLE_ID.fullmatch(table) or channel not in {*TableChannel}:
        return None
    return TableTopic(table, TableChannel(channel))


def topics_to(listener: str, table: str = "+") -> list[str]:
    """Return what `table` or `desk` subscribes to."""
    return [topic_of(table, channel) for channel, about in CHANNELS.items() if listener in about.listener.split(", ")]


def discovery_topic(table: str) -> str:
    """Return the topic that makes a table a device in Home Assistant."""
    return f"{DISCOVERY}/klaxon-{table}/config"
