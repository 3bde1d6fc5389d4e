"""Our message of device discovery, by the rules of Home Assistant's own schemas.

They are those of `homeassistant/components/mqtt/` (schemas.py, and sensor.py, binary_sensor.py, event.py, button.py) in
version 2025.1.0, which read the message itself by `python -m tests.club.kit.home_assistant`: it took all of it.
"""

from __future__ import annotations

import json
import re

import pytest

from klaxon.club.table_side.home_assistant import discovery_mail, no_discovery
from tests.club.kit.hall import table_id

TOPIC = re.compile(r"homeassistant/device/(?:[a-zA-Z0-9_-]+/)?[a-zA-Z0-9_-]+/config")
"""TOPIC_MATCHER of discovery.py, behind its prefix."""
SHARED = {"platform", "name", "unique_id", "qos"}
REQUIRED = {
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "event": {"state_topic", "event_types"},
    "button": {"command_topic"},
}
KNOWN = {
    "sensor": {"state_topic", "value_template", "device_class", "unit_of_measurement"},
    "binary_sensor": {"state_topic", "value_template", "device_class"},
    "event": {"state_topic", "value_template", "event_types"},
    "button": {"command_topic", "payload_press"},
}
"""What we use of what they know: another member would make the whole component invalid, or be dropped."""


@pytest.mark.parametrize("name", ["Table 1", 'Tisch "3" {{ 1 }} \N{RIGHT-TO-LEFT OVERRIDE}'])
def test_a_table_is_a_device_by_the_schemas_of_home_assistant(name: str) -> None:
    mail = discovery_mail(table_id(3), name)
    assert TOPIC.fullmatch(mail.topic)
    device = json.loads(mail.payload)
    assert set(device) == {"device", "origin", "availability", "components"}
    assert device["device"]["name"] == name
    assert device["device"]["identifiers"]
    assert device["origin"]["name"]
    assert [set(each) for each in device["availability"]] == [{"topic"}], "`online` and `offline` are what they expect"
    for part in device["components"].values():
        own = set(part) - SHARED
        assert REQUIRED[part["platform"]] <= own <= KNOWN[part["platform"]]
        assert part["qos"] == 1, "of the device itself it would not be taken over"
    ids = [part["unique_id"] for part in device["components"].values()]
    assert len(set(ids)) == len(ids)


def test_the_device_is_taken_away_by_an_empty_message_on_the_same_topic() -> None:
    gone = no_discovery(table_id(3))
    assert (gone.topic, gone.payload, gone.retained) == (discovery_mail(table_id(3), "").topic, b"", True)
