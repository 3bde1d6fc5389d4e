"""What a tournament says to people, in their language."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.club.pairing.meetings import Reason
from klaxon.club.tournament.book import BookError
from klaxon.club.tournament.tournament import ActError, Tournament
from klaxon.console.language.catalogue import ENGLISH, say

_HALVES = ("halves", "enemy_halves")


def points_in_words(halves: int) -> str:
    """Return points as people write them: 2½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def quarters_in_words(quarters: int) -> str:
    """Return what is counted in quarters as people write it: 4¾."""
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{'¼½¾'[rest - 1]}" if rest else str(whole)


def reason_in_words(tournament: Tournament, reason: Reason, language: str = ENGLISH) -> str:
    """Return why two crews meet, with their names."""
    facts = {_fact(name): _value(tournament, name, value, language) for name, value in reason.facts.items()}
    return say(f"desk.reason.{reason.code}", facts, language)


def _fact(name: str) -> str:
    return name.replace("halves", "points")


def _value(tournament: Tournament, name: str, value: int | str | list[int], language: str) -> object:
    if isinstance(value, list):
        return ", ".join(tournament.crew(number).name for number in value)
    if isinstance(value, str):
        return say(f"desk.boat.{value}", {}, language)
    if name in _HALVES:
        return points_in_words(value)
    return tournament.crew(value).name if name in ("crew", "enemy") else value


def refusal_in_words(error: ActError | BookError, language: str = ENGLISH) -> str:
    """Return why something was not done, and what to do."""
    kind = "refused" if isinstance(error, ActError) else "book"
    facts: Mapping[str, object] = error.facts
    return say(f"desk.{kind}.{error.code}", facts, language)
