"""A table as a device in Home Assistant: one retained message makes it one. Public facts only.

The message is of the form that Home Assistant calls device discovery: one device with several components. They follow
the topics that the table speaks on anyway, so lamps and sirens of a club can follow the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from klaxon.club.mail import Mail
from klaxon.club.topics import TableChannel, discovery_topic, topic_of

BELL = "bell"
EVENTS: Mapping[str, str] = {"blast": "torpedo", "surfaced": "surfaced", "over": "over"}
"""Public event -> what it is called there; every other one is the bell."""


def discovery_mail(table: str, name: str) -> Mail:
    """Return the message that makes a table a device."""
    return Mail(discovery_topic(table), json.dumps(_device(table, name)).encode(), retained=True)


def no_discovery(table: str) -> Mail:
    """Return the message that takes the device away again."""
    return Mail(discovery_topic(table), b"", retained=True)


def _device(table: str, name: str) -> Mapping[str, Any]:
    state, health = topic_of(table, TableChannel.STATE), topic_of(table, TableChannel.HEALTH)
    names = json.dumps(dict(EVENTS)).replace('"', "'")
    event = f"{{{{ {names}.get(value_json.type, '{BELL}') }}}}"
    return {
        "device": {"identifiers": [f"klaxon-{table}"], "name": name, "manufacturer": "Klaxon"},
        "origin": {"name": "Klaxon", "sw_version": version("klaxon-console")},
        "availability": [{"topic": topic_of(table, TableChannel.HERE)}],
        "components": {
            "state": {
                "platform": "sensor",
                "name": "State",
                "unique_id": f"klaxon-{table}-state",
                "state_topic": state,
                "qos": 1,
                "value_template": "{{ value_json.stands.state }}",
            },
            "trouble": {
                "platform": "binary_sensor",
                "name": "Trouble",
                "device_class": "problem",
                "unique_id": f"klaxon-{table}-trouble",
                "state_topic": health,
                "qos": 1,
                "value_template": "{{ 'ON' if value_json.troubles else 'OFF' }}",
            },
            "heat": {
                "platform": "sensor",
                "name": "Temperature",
                "device_class": "temperature",
                "unit_of_measurement": "°C",
                "unique_id": f"klaxon-{table}-heat",
                "state_topic": health,
                "qos": 1,
                "value_template": "{{ value_json.get('heat') }}",
            },
            "event": {
                "platform": "event",
                "name": "Event",
                "unique_id": f"klaxon-{table}-event",
                "state_topic": topic_of(table, TableChannel.EVENT),
                "qos": 1,
                "event_types": sorted({BELL, *EVENTS.values()}),
                "value_template": '{"event_type": "' + event + '"}',
            },
            "pause": {
                "platform": "button",
                "name": "Pause",
                "unique_id": f"klaxon-{table}-pause",
                "command_topic": topic_of(table, TableChannel.HOME),
                "qos": 1,
                "payload_press": "pause",
            },
        },
    }
