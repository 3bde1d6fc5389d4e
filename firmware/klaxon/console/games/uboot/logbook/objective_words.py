"""Objectives in words: what the crew is to do, in the language of the station (UBT-7.11)."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.language.game_words import Phrases


def objective_text(phrases: Phrases, kind: str, wants: Mapping[str, int | str]) -> str:
    """Return what an objective asks for; `wants` is what the mission file says of it."""
    more = "cell" if kind == "weather_report" and "cell" in wants else str(wants.get("within", ""))
    words = {key: phrases.value(str(value)) if key == "type" else value for key, value in wants.items()}
    return phrases.say(f"objective.uboot.{kind}{'-' * bool(more)}{more}", **words)
