"""The alarm for aircraft: what the bottom line of every page says while one is in sight."""

from __future__ import annotations

from klaxon.console.games.uboot.scene import Scene


def alarm_text(scene: Scene) -> str:
    """Return that an aircraft is in sight of the boat and where it was reported; '' while none is."""
    contacts = scene.view.board.waters.contacts
    seen = next((each for each in contacts if each.kind == "aircraft" and each.by != "radio"), None)
    if seen is None:
        return ""
    bearing = dict(seen.fields).get("bearing")
    return scene.phrases.say("alarm.uboot.aircraft", bearing=f"{bearing:03}" if bearing is not None else "")
