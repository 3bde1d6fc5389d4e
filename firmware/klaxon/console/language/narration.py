"""Narrating a game: the moments of its debrief in words, and how each game shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from klaxon.console.drawing.screen import Place
from klaxon.console.language.game_words import Phrases
from klaxon.rules.contract import DRAW, UMPIRE, Event, Ms, Order
from klaxon.table.debrief import Moment
from klaxon.table.truths import Truths

WEIGHTY = frozenset({"blast", "damage", "surfaced", "destroyed", "died", "sunk", "lost", "over"})
"""Events that turn a game, in any game."""


class ToldMoment(NamedTuple):
    """One moment of a finished game."""

    number: int
    """From 0: before the first order."""
    at: Ms
    order: str
    """The order as in the script; '' if time brought the events."""
    sentences: tuple[str, ...]
    events: tuple[Event, ...]
    """Each once, in the version that has all facts."""
    truths: Sequence[Mapping[str, Any]]
    """The truths of all moments of this game."""

    @property
    def truth(self) -> Mapping[str, Any]:
        """The full state then."""
        return self.truths[self.number]

    @property
    def clock(self) -> str:
        """The moment of play, as m:ss."""
        return clock(self.at)

    @property
    def by(self) -> str:
        """The seat that gave the order; '' if time brought the events."""
        return self.order.partition(" ")[0]

    @property
    def weighty(self) -> bool:
        """Whether it turned the game."""
        return any(event.type in WEIGHTY for event in self.events)


def clock(at: int) -> str:
    """Return a moment of play as m:ss."""
    return f"{at // 60_000}:{at // 1000 % 60:02}"


def plainly(event: Event, phrases: Phrases) -> str:
    """Return an event as the crew concerned would say it, after the name of their boat."""
    boat = str(event.facts.get("boat", ""))
    said = phrases.event_text(event.type, event.facts, boat)
    return phrases.say("told.of", boat=phrases.boat(boat), said=said) if boat else said


def neutral_text(kind: str, facts: Mapping[str, Any], phrases: Phrases) -> str:
    """Return an event in words of nobody's side, with the facts that are known; '' if there are none for it."""
    message = f"seen.{phrases.game}.{kind}"
    fuller = (f"{message}.{name}" for name in facts)
    found = next((each for each in fuller if phrases.find(each, "")), message)
    return phrases.find(found, "", **phrases.facts(facts))


def ending(event: Event, phrases: Phrases) -> str:
    """Return how a game ended."""
    outcome = {"winner": "", "reason": "", **event.facts}
    if not outcome["winner"]:
        return phrases.reason(str(outcome["reason"]))
    return phrases.result("draw" if outcome["winner"] == DRAW else "lost", outcome)


class DebriefStill(NamedTuple):
    """One moment on a panel: all that a drawing of it knows."""

    story: Sequence[ToldMoment]
    number: int
    phrases: Phrases
    width: int
    height: int
    """The height of the room above the bottom line."""

    @property
    def moment(self) -> ToldMoment:
        """The moment."""
        return self.story[self.number]

    @property
    def step(self) -> str:
        """Which moment of how many."""
        return f"{self.number}/{len(self.story) - 1}"


@dataclass(frozen=True, slots=True)
class Narration:
    """How one game is narrated."""

    say: Callable[[Event, Phrases], str] = plainly
    """An event in words; '' if it is no news."""
    draw: Callable[[DebriefStill], tuple[Place, ...]] | None = None
    """Draws a moment on a panel; without it only its sentences are shown."""
    facts: Callable[[], Mapping[str, Any]] = dict
    """What a page needs besides the truth to draw it."""
    past: str = ""
    """`module:NAME` of how any second of it is looked back at; '' for a game that has only its moments."""


def tell(moments: Iterable[Moment], phrases: Phrases, how: Narration) -> tuple[ToldMoment, ...]:
    """Return the moments of a debrief in words. Of each truth only the changes are stored."""
    truths, told = Truths(), []
    for number, moment in enumerate(moments):
        truths.add(moment.truth)
        sentences = tuple(_event_sentences(moment, phrases, how)) or (_quiet_sentence(moment, number, phrases),)
        events = _distinct_events(moment)
        told.append(ToldMoment(number, moment.at, moment.line, sentences, events, truths))
    return tuple(told)


def _distinct_events(moment: Moment) -> tuple[Event, ...]:
    """Return each event once: the umpire hears the version with all facts, and no other."""
    return tuple(event for event in moment.events if UMPIRE in event.to)


def _quiet_sentence(moment: Moment, number: int, phrases: Phrases) -> str:
    """Return what is said of a moment whose events are no news: the order, if it was one."""
    if not moment.line:
        return phrases.say("told.quiet" if number else "told.begin")
    order = Order.read(moment.line)
    return phrases.say("told.of", boat=phrases.seat(order.seat), said=phrases.order(order))


def _event_sentences(moment: Moment, phrases: Phrases, how: Narration) -> Iterator[str]:
    for event in _distinct_events(moment):
        words = ending(event, phrases) if event.type == "over" else how.say(event, phrases)
        if words:
            yield words
