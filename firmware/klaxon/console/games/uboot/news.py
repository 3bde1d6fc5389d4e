"""News of U-BOOT: what happened, in few words; and what calls a seat to its orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from klaxon.console.games.uboot.scene import Scene
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.seat_client import Heard
from klaxon.rules.uboot.step import is_feed_line
from klaxon.rules.uboot.words import BOAT

ROUTINE = ("activated", "moved", "order-track", "time", "assigned", "depth", "battery", "recovered", "handed-over")
"""What the screens show anyway."""


def words_of(scene: Scene, heard: Heard) -> str:
    """Return something heard, in words."""
    return text_of(scene.phrases, heard.type, heard.facts)


def text_of(phrases: Phrases, kind: str, facts: Mapping[str, Any]) -> str:
    """Return an event in words; a date as people write it, a card with what it does."""
    if kind == "begun":
        facts = {**facts, "date": str(facts["date"]).replace("T", " ")}
    said = phrases.event_text(kind, facts, BOAT)
    effect = phrases.card_effect(str(facts["card"])) if kind == "card" else ""
    return f"{said}. {effect}" if effect else said


def is_feed(heard: Heard) -> bool:
    """Return whether something is a line of the feed, which counts as unread (UBT-12.16)."""
    return is_feed_line(heard.type, heard.facts)


def worth_telling(scene: Scene) -> Iterator[Heard]:
    """Yield what is worth telling, the newest first."""
    return (heard for heard in reversed(scene.heard) if heard.type not in ROUTINE)


def lines(scene: Scene, most: int) -> list[str]:
    """Return the last things worth telling, the newest first."""
    return [words_of(scene, heard) for heard, _ in zip(worth_telling(scene), range(most), strict=False)]


def call_text(scene: Scene) -> str:
    """Say what waits for the seat while it looks elsewhere; '' where nothing does."""
    board, say = scene.view.board, scene.phrases.say
    if scene.draft.waiting or "assign" in scene.draft.open_verbs:
        if any("puzzle" in prompt.verbs for prompt in scene.view.prompts):
            return say("call.uboot.puzzle")
        if board.positions is not None:
            return say("call.uboot.positions")
        if board.pending is not None:
            return say("call.uboot.order", order=scene.phrases.verb(board.pending.order))
        if any(choice.role == scene.role for choice in board.cards.choices):
            return say("call.uboot.choice")
        return say("call.uboot.post")
    return ""
