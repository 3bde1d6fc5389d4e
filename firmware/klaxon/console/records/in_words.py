"""Records of games in words: how long they were, who won, and who played."""

from __future__ import annotations

from klaxon.console.language.game_words import Phrases
from klaxon.console.records.game_records import GameRecord
from klaxon.console.records.past_games import DRAW
from klaxon.rules.contract import boat_of


def length_in_words(length: int) -> str:
    """Return how long a game was: hours and minutes, or minutes and seconds below an hour, each with two digits."""
    seconds = length // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02d}:{seconds % 60:02d}" if hours else f"{minutes}:{seconds % 60:02d}"


def result_in_words(game: GameRecord, phrases: Phrases) -> str:
    """Return who won, and why."""
    if not game.winner:
        return phrases.reason(game.reason)
    return phrases.result(DRAW if game.winner == DRAW else "lost", {"winner": game.winner, "reason": game.reason})


def crews_in_words(game: GameRecord, phrases: Phrases) -> list[str]:
    """Return a line for each boat that people had: who they were."""
    lines = []
    for boat in dict.fromkeys(map(boat_of, game.crews)):
        people = game.players_of(boat)
        named = [who for who in people if who] + [phrases.say("past.people")] * ("" in people)
        lines.append(f"{phrases.boat(boat)}: {', '.join(named)}")
    return lines or [phrases.say("past.unknown")]
