"""News: what happened, in few words."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam.cards import name_of
from klaxon.console.games.steam.scene import Scene
from klaxon.console.play.seat_client import Heard
from klaxon.console.station.page import HEAD

ROUTINE = ("turn", "exhausted", "window", "laid", "position", "paused", "resumed")
"""Events that the screen shows anyway."""
NARROW = 128
"""Columns of the narrowest panel."""
SHOTS = ("attack", "hit")


def words_of(scene: Scene, heard: Heard) -> str:
    """Return an event in words; cards are called by their names."""
    phrases, facts = scene.phrases, dict(heard.facts)
    for key in ("card", "red", "blue") if heard.type != "position" else ():
        if isinstance(facts.get(key), str):
            facts[key] = name_of(phrases, scene.view.cards[facts[key]])
    if heard.type == "picked" and "card" not in facts:
        return phrases.say("heard.steam.picked.unseen", boat=phrases.boat(facts["boat"]))
    if heard.type == "oxygen" and facts["returned"]:
        own = "own" if facts["boat"] == scene.boat else "enemy"
        return phrases.say(f"heard.steam.air-back.{own}", **phrases.facts(facts))
    if heard.type == "position" and facts["side"]:
        return phrases.say("heard.steam.alongside", **phrases.facts(facts))
    return phrases.event_text(heard.type, facts, scene.boat)


def discreet(scene: Scene, heard: Heard) -> str:
    """Return an event in words for a panel that the enemy may see: the picked card is not named."""
    if heard.type == "picked" and "card" in heard.facts:
        heard = heard._replace(facts={"boat": heard.facts["boat"]})
    return words_of(scene, heard)


def news(scene: Scene, most: int = 1) -> list[str]:
    """Return the last events worth reporting, the newest first, without hidden picks."""
    found: list[str] = []
    for heard in reversed(scene.heard):
        if len(found) == most:
            break
        if heard.type not in ROUTINE:
            found.append(discreet(scene, heard))
    return found


def brief(scene: Scene) -> str:
    """Return the last event worth reporting that fits one line."""
    return next((text for text in news(scene, 3) if LABEL.measure(text) <= NARROW), "")


def attack_text(scene: Scene) -> str:
    """Return the last attack in words: power, armour, damage and section; '' if there was none."""
    for heard in reversed(scene.heard):
        if heard.type in SHOTS:
            return scene.phrases.say(f"shot.steam.{heard.type}", **scene.phrases.facts(heard.facts))
    return ""


def log(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the last events, the newest on top: as many complete messages as fit."""
    room = (area.height - HEAD) // LABEL.height
    lines: list[str] = []
    for text in news(scene, room):
        wrapped = LABEL.wrap(text, area.width)
        if len(lines) + len(wrapped) > room:
            break
        lines += wrapped
    return (
        Place(area._replace(height=HEAD), Title(scene.phrases.say("log.steam"))),
        Place(Area(area.x, area.y + HEAD, area.width, area.height - HEAD), Text(tuple(lines), LABEL)),
    )
