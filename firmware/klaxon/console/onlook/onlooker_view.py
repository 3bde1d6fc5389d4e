"""Onlooker views: what people without a station see. Plain data for a page, with all texts filled in.

A tableau is made from the view of its seat, its events and the state of the table; nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import clock, neutral_text
from klaxon.console.play.seat_client import Heard
from klaxon.rules.contract import DRAW
from klaxon.rules.games import game_named

Tableau = Mapping[str, Any]
Fact = tuple[str, str]
"""A label and a value."""

NO_GAME: Tableau = {"state": "none"}
LATER: Tableau = {"state": "later"}
"""The state of a game that is not shown before its end."""
UNTOLD = frozenset({"turn"})
"""Events that are left out, because the page shows whose move it is."""


class OnlookerMoment(NamedTuple):
    """A game as a seat without a station knows it."""

    game: str
    view: Mapping[str, Any]
    heard: tuple[Heard, ...]
    stands: Mapping[str, Any]


def no_facts(_view: Mapping[str, Any], _boat: str, _phrases: Phrases) -> Sequence[Fact]:
    """Return no facts: the default."""
    return ()


def no_drawing(_view: Mapping[str, Any], _heard: Sequence[Heard]) -> None:
    """Return no drawing: such a game is shown in words only."""


class OnlookerView(NamedTuple):
    """How a game is shown to onlookers: the facts of each boat, and a drawing if it has one."""

    facts: Callable[[Mapping[str, Any], str, Phrases], Sequence[Fact]] = no_facts
    draw: Callable[[Mapping[str, Any], Sequence[Heard]], Mapping[str, Any] | None] = no_drawing


def build_tableau(moment: OnlookerMoment, show: OnlookerView, phrases: Phrases) -> Tableau:
    """Return what a page shows at a moment."""
    view, stands = moment.view, moment.stands
    names = {boat: phrases.boat(boat) for boat in game_named(moment.game).boats}
    turn, drawing = view.get("turn", ""), show.draw(view, moment.heard)
    return {
        "state": stands["state"],
        "standing": state_text(stands["state"], phrases),
        "title": phrases.say(f"game.{moment.game}"),
        "turn": turn,
        "whose": phrases.say("gallery.turn", boat=names.get(turn, turn)) if turn else "",
        "outcome": _ending(stands.get("outcome"), phrases),
        "boats": [
            {"boat": boat, "name": name, "facts": [list(fact) for fact in show.facts(view, boat, phrases)]}
            for boat, name in names.items()
        ],
        "drawing": drawing and {**drawing, "columns": phrases.columns},
        "calls": [
            {
                "n": heard.n,
                "clock": clock(heard.at),
                "boat": heard.facts.get("boat", ""),
                "text": event_text(heard, phrases),
            }
            for heard in moment.heard
            if heard.type not in UNTOLD
        ],
    }


def state_text(state: str, phrases: Phrases) -> str:
    """Return the state of the table as a sentence."""
    return phrases.say(f"gallery.state.{state}")


def event_text(heard: Heard, phrases: Phrases) -> str:
    """Return an event in neutral words, with the facts that the seat knows."""
    plain = phrases.event_text(heard.type, heard.facts, str(heard.facts.get("boat", "")))
    return neutral_text(heard.type, heard.facts, phrases) or plain


def _ending(outcome: Mapping[str, Any] | None, phrases: Phrases) -> str:
    if outcome is None:
        return ""
    if not outcome["winner"]:
        return phrases.reason(outcome["reason"])
    return phrases.result("draw" if outcome["winner"] == DRAW else "lost", outcome)
