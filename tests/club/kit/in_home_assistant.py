"""Run by `tests.club.kit.home_assistant` with a Python that has Home Assistant: read a message as its MQTT does."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from importlib import import_module
from typing import Any

MQTT = "homeassistant.components.mqtt"


async def read(asked: dict[str, Any], folder: str) -> int:
    core, discovery, models = (
        import_module(name) for name in ("homeassistant.core", f"{MQTT}.discovery", f"{MQTT}.models")
    )
    hass = core.HomeAssistant(folder)
    device = discovery._parse_device_payload(hass, asked["message"], "klaxon", None)
    if not device:
        return 1  # it has said why
    for name, facts in device["components"].items():
        config = discovery.MQTTDiscoveryPayload(facts)
        platform = config.pop("platform")
        discovery._merge_common_device_options(config, device)
        config |= {"platform": "mqtt", "device": device["device"], "origin": device["origin"]}
        taken = import_module(f"{MQTT}.{platform}").DISCOVERY_SCHEMA(dict(config))
        sys.stdout.write(f"{name} ({platform}): qos {taken['qos']}, available by {taken['availability']}\n")
        for said in asked["said"].get(name, ()):
            taken["value_template"].hass = hass
            template = models.MqttValueTemplate(taken["value_template"])
            sys.stdout.write(f"    {said} -> {template.async_render_with_possible_json_value(said)}\n")
    return 0


def main() -> int:
    sys.stdout.write(f"Home Assistant {import_module('homeassistant.const').__version__}\n")
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(read(json.load(sys.stdin), folder))


if __name__ == "__main__":
    raise SystemExit(main())
