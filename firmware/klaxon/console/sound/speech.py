"""Calls that are spoken: what every crew within earshot may know, in words, as a stranger would tell it.

The law of the bell holds, and the strictest reading of it: whoever shares the room, a sentence is spoken only if all
boats of people heard the event in these very words, or the spectator did. What has words (`speech.GAME.CALL`, or
`speech.GAME.EVENT` where no bell rings) is spoken, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from klaxon.console.devices import Sentence, Voice
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import Names
from klaxon.console.play.seat_client import Heard
from klaxon.console.sound.score import Score
from klaxon.rules.contract import SPECTATOR

ANYBODY = ""
"""Whose ears a sentence is for: no boat's, so it names the boats."""


@dataclass(frozen=True, slots=True)
class SpokenCalls:
    """Speaks the calls of one game."""

    game: str
    score: Score
    names: Callable[[], Names]
    is_latin: Callable[[str], bool]

    def speak(self, voice: Voice, heard: Heard, heard_by: Collection[str], earshot: Collection[str]) -> None:
        """Speak of an event if all of these boats may know it, and if there are words for it."""
        if SPECTATOR not in heard_by and not set(earshot) <= set(heard_by):
            return
        if (message := self._message(heard)) is not None:
            voice.speak(self._sentence(message, heard))

    def _message(self, heard: Heard) -> str | None:
        """Return the message of an event, None if nothing is said of it."""
        cue = self.score.call_for(heard, ANYBODY)
        name = heard.type if cue is None else cue.call.name
        phrases = Phrases(self.game, ENGLISH)
        found = (f"speech.{self.game}.{name}", f"speech.{name}")
        return next((message for message in found if phrases.find(message, "", **phrases.facts(heard.facts))), None)

    def _sentence(self, message: str, heard: Heard) -> Sentence:
        def say(language: str) -> str:
            phrases = Phrases(self.game, language, self.names(), self.is_latin(language))
            return phrases.say(message, **phrases.facts(heard.facts))

        return say
