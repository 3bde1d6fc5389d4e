"""Phrases: orders, fields and what was heard, in the words of one game and one language.

A game need not have words for everything: what the catalogue lacks is shown as the script writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from klaxon.console.words import catalogue, say, say_refusal
from klaxon.rules.contract import Order, Refusal
from klaxon.rules.domains import Token


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one game in one language."""

    game: str
    language: str = "en"

    def say(self, message: str, **facts: object) -> str:
        """Return the sentence of a message id."""
        return say(message, facts, self.language)

    def find(self, message: str, otherwise: str, **facts: object) -> str:
        """Return the sentence of a message id, or something else where there is none."""
        return say(message, facts, self.language) if message in catalogue(self.language) else otherwise

    def verb(self, verb: str) -> str:
        """Return a verb as a menu shows it."""
        return self.find(f"verb.{self.game}.{verb}", verb)

    def field(self, name: str) -> str:
        """Return the name of an argument."""
        return self.find(f"field.{self.game}.{name}", name)

    def value(self, word: str) -> str:
        """Return a value of an argument as a menu shows it."""
        return self.find(f"value.{self.game}.{word}", word)

    def boat(self, boat: str) -> str:
        """Return the name of a boat."""
        return self.find(f"boat.{boat}", boat)

    def role(self, role: str) -> str:
        """Return the name of a role."""
        return self.find(f"role.{self.game}.{role}", role)

    def roles(self, seats: Iterable[str]) -> str:
        """Return the names of the roles of seats."""
        return ", ".join(self.role(seat.rpartition(".")[2]) for seat in seats)

    def option(self, name: str) -> str:
        """Return the name of an option of the game."""
        return self.find(f"option.{self.game}.{name}", name.replace("_", " "))

    def order(self, order: Order) -> str:
        """Return what an order does, as the bottom line says it."""
        words = [self._token(token) for token in order.args]
        facts = {f"a{place}": word for place, word in enumerate(words)}
        plain = " ".join([self.verb(order.verb), *words])
        return self.find(f"order.{self.game}.{order.verb}", plain, **facts, args=" ".join(words))

    def heard(self, kind: str, facts: Mapping[str, Any], boat: str) -> str:
        """Return what happened, as a crew of `boat` says it: of its own boat, of the enemy, or of nobody's."""
        whose = "" if "boat" not in facts else ".own" if facts["boat"] == boat else ".enemy"
        told = self.facts(facts)
        plain = " ".join([kind, *(str(said) for name, said in told.items() if name != "boat" or whose != ".own")])
        message = f"heard.{self.game}.{kind}"
        return self.find(f"{message}{whose}", self.find(message, plain, **told), **told)

    def facts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return facts in words, for a sentence."""
        return {name: self._fact(value) for name, value in facts.items()}

    def refusal(self, refusal: Refusal) -> str:
        """Return why something cannot be, and what to do."""
        return say_refusal(refusal.code, self.facts(refusal.facts), self.language)

    def _token(self, token: Token) -> str:
        if isinstance(token, tuple):
            return f"{self.value(token[0])} {self.value(token[1])}"
        return self.value(token)

    def _fact(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.find(f"boat.{value}", self.value(value))
        if isinstance(value, dict):
            return ", ".join(f"{self.value(key)} {self.value(str(found))}" for key, found in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(str(self._fact(part)) for part in value)
        return value
