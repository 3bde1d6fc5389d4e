"""U-BOOT for onlookers: the facts of the boat, in words. Its board has no secrets from them but the sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.console.games.uboot.heading import ROMAN
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.onlooker_view import Fact, OnlookerView
from klaxon.rules.uboot.clock import time_of_day


def facts(view: Mapping[str, Any], _boat: str, phrases: Phrases) -> Sequence[Fact]:
    """Return what is known of the boat."""
    say, boat, clock, tracks = phrases.say, view["boat"], view["clock"], view["tracks"]
    men = [*view["men"].values(), *view["reliefs"].values()]
    pending, contacts = view["pending"], view["contacts"]
    return [
        (say("gallery.uboot.since"), time_of_day(clock["date"], clock["game_at"])),
        (say("gallery.uboot.time"), phrases.value(clock["mode"])),
        (say("gallery.uboot.course"), f"{boat['course']:03}°"),
        (say("gallery.uboot.speed"), phrases.value(boat["setting"])),
        (say("gallery.uboot.depth"), say("gallery.uboot.metres", depth=boat["depth"])),
        (say("gallery.uboot.orders"), ROMAN[tracks["order"]]),
        (say("gallery.uboot.morale"), ROMAN[tracks["morale"]]),
        (say("gallery.uboot.shift"), str(view["shift"])),
        (say("gallery.uboot.men"), str(sum(man["alive"] for man in men))),
        (say("gallery.uboot.pending"), phrases.verb(pending["order"]) if pending else say("gallery.none")),
        (say("gallery.uboot.contacts"), ", ".join(contacts) or say("gallery.none")),
    ]


SHOW = OnlookerView(facts)
