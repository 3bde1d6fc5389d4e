"""Steam Torpedo for onlookers: the facts of both boats, in words. Its board has no secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.onlooker_view import Fact, OnlookerView


def facts(view: Mapping[str, Any], boat: str, phrases: Phrases) -> Sequence[Fact]:
    """Return what is known of a boat."""
    known, say = view["boats"][boat], phrases.say
    cells, crew = known["cells"].values(), known["crew"].values()
    found = [
        (say("gallery.steam.sector"), str(view["sectors"][boat])),
        (say("gallery.steam.heading"), phrases.value(str(known["heading"]))),
        (say("gallery.steam.speed"), str(known["speed"])),
        (say("gallery.steam.oxygen"), str(known["oxygen"])),
        (say("gallery.steam.crew"), str(sum(bool(man["at"]) for man in crew))),
        (say("gallery.steam.damage"), str(sum(cell["damage"] for cell in cells))),
        (say("gallery.steam.lost"), str(sum(cell["destroyed"] for cell in cells))),
    ]
    return found if known["cells"] else found[:2]


SHOW = OnlookerView(facts)
