"""Captain Sonar for onlookers: the chart with what the seat knows, and the facts of both boats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.onlooker_view import Fact, OnlookerView
from klaxon.console.play.seat_client import Heard
from klaxon.rules.sonar.setting import LOST_AT
from klaxon.rules.sonar.shown import drawn_track

COURSES = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""Letter of a course as the view has it -> the course; a key of that name has the letter that people know."""
BLASTS = 3
"""How many blasts are still drawn."""


def facts(view: Mapping[str, Any], boat: str, phrases: Phrases) -> Sequence[Fact]:
    """Return what is known of a boat."""
    known, say = view["boats"][boat], phrases.say
    found = [(say("gallery.sonar.damage"), say("gallery.sonar.of", n=known["damage"], most=LOST_AT))]
    if "at" in known:
        found.append((say("gallery.sonar.at"), _where(known, phrases)))
        found += [(phrases.value(system), f"{n} / {most}") for system, (n, most) in known["gauges"].items()]
        broken = ", ".join(phrases.value(symbol) for symbol in known["panel"])
        found.append((say("gallery.sonar.broken"), broken or say("gallery.none")))
        found.append((say("gallery.sonar.mines"), phrases.points(known["mines"]) or say("gallery.none")))
    found.append((say("gallery.sonar.depth"), say(f"gallery.sonar.{'up' if known['surfaced'] else 'down'}")))
    found.append((say("gallery.sonar.calls"), _calls(known["calls"], phrases)))
    return found


def draw(view: Mapping[str, Any], heard: Sequence[Heard]) -> Mapping[str, Any]:
    """Return the chart as data: the sea, what is known to be where, and the announced tracks."""
    blasts = [call.facts["at"] for call in heard if call.type == "blast"]
    return {
        "kind": "chart",
        "rows": view["chart"]["grid"].split("\n"),
        "edge": view["chart"]["edge"],
        "boats": {
            boat: {
                "at": known.get("at", ""),
                "route": known.get("route", []),
                "mines": known.get("mines", []),
                "track": [] if "at" in known else [list(point) for point in drawn_track(known["calls"])],
            }
            for boat, known in view["boats"].items()
        },
        "blasts": blasts[-BLASTS:],
    }


def _where(known: Mapping[str, Any], phrases: Phrases) -> str:
    if not known["at"]:
        return phrases.say("gallery.none")
    return phrases.say("gallery.sonar.where", at=phrases.point(known["at"]), sector=known["sector"])


def _calls(calls: str, phrases: Phrases) -> str:
    """Return the courses since the last silence or surfacing, as they are called."""
    since = calls[len(calls.rstrip("NESW")) :]
    return " ".join(phrases.say(f"web.{COURSES[course]}.short") for course in since) or phrases.say("gallery.none")


SHOW = OnlookerView(facts, draw)
