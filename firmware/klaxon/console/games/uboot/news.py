"""News of U-BOOT: what happened, in few words; and what calls a seat to its orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from klaxon.console.devices import Call, Note
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.seat_client import Heard
from klaxon.console.sound.beats import Beat
from klaxon.rules.uboot.step import is_feed_line
from klaxon.rules.uboot.words import BOAT

ROUTINE = ("activated", "moved", "order-track", "time", "assigned", "depth", "battery", "recovered", "handed-over")
"""Events that the screens show anyway."""
PINGS = {"faint": 20, "medium": 50, "strong": 100}
"""Strength of a ping -> how loud the bell repeats it."""
PING, PING_MS = (Note(1400, 90), Note(1250, 120)), 5000


def words_of(scene: Scene, heard: Heard) -> str:
    """Return something heard, in words."""
    return text_of(scene.phrases, heard.type, heard.facts)


def text_of(phrases: Phrases, kind: str, facts: Mapping[str, Any]) -> str:
    """Return an event in words; a date as people write it, a grade if there is one, a card with its effect."""
    if kind == "begun":
        facts = {**facts, "date": str(facts["date"]).replace("T", " ")}
    variant = _variant(kind, facts)
    said = phrases.say(f"heard.uboot.{kind}.{variant}", **phrases.facts(facts)) if variant else ""
    said = said or phrases.event_text(kind, facts, BOAT)
    effect = phrases.card_effect(str(facts["card"])) if kind == "card" else ""
    return f"{said}. {effect}" if effect else said


def _variant(kind: str, facts: Mapping[str, Any]) -> str:
    """Return which sentence of an event fits its facts, '' for the usual one."""
    return _VARIANTS[kind](facts) if kind in _VARIANTS else ""


def _when_off(facts: Mapping[str, Any]) -> str:
    return "" if facts.get("on", True) else "off"


def _identified(facts: Mapping[str, Any]) -> str:
    return "ship" if "ship" in facts else "length" if "length" in facts else ""


_VARIANTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "over": lambda facts: "graded" if facts.get("grade") else "",
    "hunted": _when_off,
    "detected": _when_off,
    "draw": lambda facts: "" if facts["hit"] else "none",
    "card": lambda facts: "man" if facts.get("man") else "",
    "meal": lambda facts: "" if facts["size"] else "none",
    "flooded": lambda facts: "lost" if facts["lost"] else "",
    "ping": lambda facts: "none" if facts["strength"] == "none" else "",
    "view": lambda facts: "open" if facts["open"] else "shut",
    "solution": lambda facts: "" if facts["valid"] else "none",
    "objective": lambda facts: str(facts["state"]),
    "sunk": lambda facts: "" if facts["ship"] or "bearing" not in facts else "unseen",
    "contact": lambda facts: "placed" if "bearing" in facts else "",
    "identified": _identified,
    "message": lambda facts: "out" if facts["dir"] == "out" else "",
}
"""Event -> which sentence fits its facts."""


def is_feed(heard: Heard) -> bool:
    """Return whether an event is a line of the feed, which counts as unread (UBT-12.16)."""
    return is_feed_line(heard.type, heard.facts)


def worth_telling(scene: Scene) -> Iterator[Heard]:
    """Yield the events worth reporting, the newest first."""
    told = [heard for heard in scene.heard if heard.type not in ROUTINE]
    pairs = reversed(list(zip(told, [None, *told], strict=False)))
    return (heard for heard, last in pairs if not _is_told_already(heard, last))


def _is_told_already(heard: Heard, before: Heard | None) -> bool:
    """Return whether something only repeats the line before: a wound after its card, men who stop with a repair."""
    if heard.type == "malady" and before is not None and before.type == "card":
        return all(before.facts.get(name) == heard.facts[name] for name in ("man", "card"))
    return heard.type == "task-ended" and heard.facts["why"] == "paused"


def lines(scene: Scene, most: int) -> list[str]:
    """Return the last events worth reporting, the newest first."""
    return [words_of(scene, heard) for heard, _ in zip(worth_telling(scene), range(most), strict=False)]


def ping_beat(scene: Scene) -> Beat | None:
    """Return the pings that the boat hears, every five seconds, as strong as they were told last (UBT-8.4g)."""
    last = next((heard for heard in reversed(scene.heard) if heard.type == "ping"), None)
    volume = PINGS.get(str(last.facts["strength"])) if last is not None and scene.outcome is None else None
    return Beat(Call("ping", PING, volume=volume), PING_MS) if volume is not None else None


def call_text(scene: Scene) -> str:
    """Return what waits for the seat while it shows another page; '' if nothing does."""
    board, say = scene.view.board, scene.phrases.say
    if scene.draft.waiting or "assign" in scene.draft.open_verbs:
        if any("puzzle" in prompt.verbs for prompt in scene.view.prompts):
            return say("call.uboot.puzzle")
        if any("key" in prompt.verbs for prompt in scene.view.prompts):
            return say("call.uboot.key")
        if board.positions is not None:
            return say("call.uboot.positions")
        if board.pending is not None:
            return say("call.uboot.order", order=scene.phrases.verb(board.pending.order))
        if any(choice.role == scene.role for choice in board.cards.choices):
            return say("call.uboot.choice")
        return say("call.uboot.post")
    return ""
