"""Phrases: orders, fields and events, in the words of one game and one language.

A game need not have words for everything: what the catalogue lacks is shown as in the script.

Points of a chart are written with Latin columns everywhere in the program, in orders, journals and the script, and
shown with the columns of the language (message `chart.columns`), SON-05; but with Latin ones where a crew speaks more
than one language, so that one point has one name. This is the one place that turns one into the other. What is a point
is known by where it stands, never by its looks:
- an argument of an order is one where the verb's own list of arguments begins with POINT, or in a pair `column=D`;
- a choice of a menu where its field is named `point`, or `statement` for such a pair;
- a fact of an event or a refusal where its name is among the `points` of the game, or it is a `token` of such a verb;
- screens that show a point or a column of a view call `point`, `points` or `column` themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from string import ascii_uppercase
from typing import Any

from klaxon.console.language.catalogue import ENGLISH, catalogue_of, say, say_at_panel, words_of
from klaxon.console.language.names import NAMELESS, Names, name_in
from klaxon.rules.contract import SEA, Order, Refusal
from klaxon.rules.domains import Token
from klaxon.rules.games import GAMES, game_named

COLUMN = "column"
_OF_MEN = ("patient", "smoker", "men", "tired", "pass")
"""Arguments that name a man of any role, or one of his cards: `engineer.circle:graze`."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one game in one language."""

    game: str
    language: str = ENGLISH
    names: Names = NAMELESS
    """The names that people gave their boats."""
    latin: bool = False
    """Whether columns are Latin in every language."""

    def say(self, message: str, /, **facts: object) -> str:
        """Return the sentence of a message id."""
        return say(message, facts, self.language)

    def find(self, message: str, otherwise: str, /, **facts: object) -> str:
        """Return the sentence of a message id, or another text if there is none."""
        known = catalogue_of(message, self.language)
        return say(message, facts, self.language) if message in known else otherwise

    def verb(self, verb: str) -> str:
        """Return a verb as a menu shows it."""
        return self.find(f"verb.{self.game}.{verb}", verb)

    def field(self, name: str) -> str:
        """Return the name of an argument."""
        return self.find(f"field.{self.game}.{name}", name)

    def value(self, word: str) -> str:
        """Return a value of an argument as a menu shows it."""
        return self.find(f"value.{self.game}.{word}", word)

    def option_value(self, option: str, word: str) -> str:
        """Return a value of an option as the lobby shows it."""
        return self.find(f"value.{self.game}.{option}.{word}", self.value(word))

    def boat(self, boat: str) -> str:
        """Return the name of a boat: the one it was given, else its own."""
        return name_in(self.names, boat) or self.find(f"boat.{boat}", boat)

    def brief_boat(self, boat: str) -> str:
        """Return the short name of a boat; one that it was given stays as it is."""
        return name_in(self.names, boat) or self.find(f"callsign.{boat}", boat)

    def seat(self, seat: str) -> str:
        """Return the name of a seat: boat and role."""
        boat, dot, role = seat.partition(".")
        return self.say("seat", boat=self.boat(boat), role=self.role(role)) if dot else seat

    def role(self, role: str) -> str:
        """Return the name of a role."""
        return self.find(f"role.{self.game}.{role}", role)

    def roles(self, seats: Iterable[str]) -> str:
        """Return the names of the roles of seats."""
        return ", ".join(self.role(seat.rpartition(".")[2]) for seat in seats)

    def option(self, name: str) -> str:
        """Return the name of an option of the game."""
        return self.find(f"option.{self.game}.{name}", name.replace("_", " "))

    def brief(self, word: str) -> str:
        """Return a value in few letters, if it has such a form."""
        return self.find(f"brief.{self.game}.{word}", self.value(word))

    def symbol(self, symbol: str) -> str:
        """Return what a man with a symbol is trained for."""
        return self.find(f"symbol.{self.game}.{symbol}", self.value(symbol))

    def room(self, room: object) -> str:
        """Return the name of a room of the boat."""
        return self.find(f"room.{self.game}.{room}", str(room))

    def card_effect(self, card: str) -> str:
        """Return what a card does; '' for one that no catalogue has."""
        return self.find(f"card.{self.game}.{card}", "")

    def post(self, post: str) -> str:
        """Return the short name of a man's post on his board; an unknown one as it is."""
        return self.find(f"post.{self.game}.{post.lower().replace(' ', '-')}", post)

    def man(self, man: str) -> str:
        """Return a man by role and shape, `engineer.circle`; for a relief, `engineer.circle.2`, his shift as well."""
        role, _, rest = man.partition(".")
        shape, _, shift = rest.partition(".")
        message = f"man.{self.game}.relief" if shift else f"man.{self.game}"
        letter = self.find(f"letter.{self.game}.{role}", role)
        return self.find(message, man, role=letter, shape=self.value(shape), shift=shift)

    def short_reason(self, refusal: Refusal) -> str:
        """Return a reason in one line of a panel; '' if there is no such line."""
        own = f"short.{self.game}.{refusal.code}"
        return self.find(own, self.find(f"short.{refusal.code}", ""), **self.facts(refusal.facts))

    def need(self, need: str) -> str:
        """Return a condition of a card."""
        return self.find(f"need.{self.game}.{need}", need.replace("_", " "))

    # How a game ended

    def reason(self, reason: str) -> str:
        """Return why a game ended, in the game's own words if it has them."""
        found = self.find(f"reason.{reason}", self.say("reason."))
        return self.find(f"reason.{self.game}.{reason}", found)

    def result(self, how: str, outcome: Mapping[str, Any]) -> str:
        """Return how a game ended (won, lost or draw), why, and further facts."""
        winner = str(outcome["winner"])
        message = "outcome.sea" if winner == SEA else f"outcome.{how}"
        reason = str(outcome["reason"])
        why = self.reason(reason) if winner == SEA else self.find(f"reason.{reason}.{how}", self.reason(reason))
        text = self.say(message, winner=self.boat(winner), reason=why)
        return " ".join([text, *self.outcome_facts(outcome.get("facts", {}))])

    def outcome_facts(self, facts: Mapping[str, Any]) -> list[str]:
        """Return further facts of an outcome: a grade, glory."""
        return [
            self.find(f"fact.{self.game}.{name}", f"{name} {value}", **{name: self._fact(value)})
            for name, value in facts.items()
            if value not in ("", None) and not isinstance(value, Mapping)
        ]

    # Points of a chart

    @property
    def columns(self) -> str:
        """The columns of a chart as shown, the first in the west; Latin ones beyond those of the language."""
        own = "" if self.latin else words_of("", self.language)["chart.columns"][: len(ascii_uppercase)]
        return own + ascii_uppercase[len(own) :]

    def column(self, letter: str) -> str:
        """Return a column as shown; anything else unchanged."""
        return self.columns[ord(letter) - ord("A")] if len(letter) == 1 and letter in ascii_uppercase else letter

    def point(self, name: str) -> str:
        """Return a point such as D3 as shown; a word that stands for no point (`none`) in words."""
        return f"{self.column(name[0])}{name[1:]}" if name[1:].isdigit() else self.value(name) if name else ""

    def points(self, names: Iterable[str]) -> str:
        """Return points as shown, separated by commas."""
        return ", ".join(map(self.point, names))

    def choice(self, field: str, word: str) -> str:
        """Return a choice of a menu as shown, by the name of its field."""
        if field == "point":
            return self.point(word)
        if field in _OF_MEN and not word.isdecimal():
            man, _, card = word.partition(":")
            return f"{self.man(man)}: {self.value(card)}" if card else self.man(man)
        kind, space, value = word.partition(" ")
        return self._pair(kind, value) if field == "statement" and space else self.value(word)

    def pair(self, key: str, value: str) -> str:
        """Return an argument with a key, such as `step=after:b1`, in the game's own words for that key."""
        name, _, more = value.partition(":")
        for message in (f"token.{self.game}.{key}.{name}", f"token.{self.game}.{key}"):
            if found := self.find(message, "", a=self.value(name), b=self.value(more), cell=more):
                return found
        return self._pair(key, value)

    def _pair(self, key: str, value: str) -> str:
        return f"{self.value(key)} {self.column(value) if key == COLUMN else self.value(value)}"

    # Orders and what was heard

    def order(self, order: Order) -> str:
        """Return what an order does, as the bottom line says it."""
        words = [self._token(order.verb, token) for token in order.args]
        facts = {f"a{place}": word for place, word in enumerate(words)}
        plain = " ".join([self.verb(order.verb), *words])
        return self.find(f"order.{self.game}.{order.verb}", plain, **facts, args=" ".join(words)).rstrip()

    def event_text(self, kind: str, facts: Mapping[str, Any], boat: str) -> str:
        """Return the text of an event for the crew of `boat`: about its own boat, the enemy, or no boat."""
        whose = "" if "boat" not in facts else ".own" if facts["boat"] == boat else ".enemy"
        data = self.facts(facts)
        plain = " ".join([kind, *(str(said) for name, said in data.items() if name != "boat" or whose != ".own")])
        message = f"heard.{self.game}.{kind}"
        return self.find(f"{message}{whose}", self.find(message, plain, **data), **data)

    def facts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return facts in words, for a sentence."""
        charted, verb = _points(self.game), facts.get("verb")
        data = {
            name: self._points_in_words(value) if name in charted else self._fact_in_words(name, value)
            for name, value in facts.items()
        }
        if verb is not None and "token" in facts:
            data["token"] = self._refused_word(str(verb), facts["token"])
        if "field" in facts and isinstance(values := facts.get("values"), str):
            field = str(facts["field"])
            words = self._value_of if field in ("point", "statement") else partial(self.choice, field)
            data["values"] = ", ".join(map(words, values.split("|")))
        return data

    def refusal(self, refusal: Refusal) -> str:
        """Return why something is refused, and what to do."""
        return say_at_panel(refusal.code, self.facts(refusal.facts), self.language, self.game)

    def _points_in_words(self, value: Any) -> Any:
        """Return points in words: one, or several."""
        return self.points(value) if isinstance(value, list | tuple) else self.point(str(value))

    def _refused_word(self, verb: str, token: Any) -> Any:
        """Return a word of an order that was refused."""
        if isinstance(token, tuple | list) and len(token) == 2:
            return self.pair(*token)
        if isinstance(token, str) and "=" in token:
            return self._value_of(token)
        return self.point(token) if verb in _of_points(self.game) else self._fact(token)

    def _value_of(self, word: str) -> str:
        """Return one of the words that an argument may be, as in the script, except for its column."""
        key, equals, value = word.partition("=")
        return f"{key}={self.column(value)}" if equals and key == COLUMN else word if equals else self.point(word)

    def _token(self, verb: str, token: Token) -> str:
        if isinstance(token, tuple):
            return self._pair(*token)
        return self.point(token) if verb in _of_points(self.game) else self.value(token)

    def _fact_in_words(self, name: str, value: Any) -> Any:
        """Return a fact in words, by its name."""
        words = _WORDS.get(name)
        if words is None:
            return f"{value:03}" if name in _DIRECTIONS and isinstance(value, int) else self._fact(value)
        if isinstance(value, list | tuple):
            return ", ".join(words(self, str(part)) for part in value)
        return words(self, value) if isinstance(value, str) else value

    def _fact(self, value: Any) -> Any:
        if isinstance(value, str):
            return name_in(self.names, value) or self.find(f"boat.{value}", self.value(value))
        if isinstance(value, dict):
            return ", ".join(self._pair(key, str(found)) for key, found in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(str(self._fact(part)) for part in value)
        return value


_WORDS: Mapping[str, Callable[[Phrases, str], str]] = {
    "verb": Phrases.verb,
    "field": Phrases.field,
    "role": Phrases.role,
    "roles": Phrases.role,
    "waiting": Phrases.role,
    "seat": Phrases.seat,
    "seats": Phrases.seat,
    "need": Phrases.need,
    "order": Phrases.verb,
    "symbol": Phrases.symbol,
    "man": Phrases.man,
    "men": Phrases.man,
    "relief": Phrases.man,
    "hit": Phrases.man,
}
"""The name of a fact -> how it is put into words; all others are boats, values, or numbers."""
_DIRECTIONS = ("bearing", "degrees")
"""Facts that are a bearing or a course: three digits, as they are said aboard."""

Voice = Callable[[], Phrases]
"""Returns the words of a game in the station's current language."""


@lru_cache(maxsize=8)
def _points(game: str) -> frozenset[str]:
    """Return the facts of a game that hold points of a chart."""
    return game_named(game).points if game in GAMES else frozenset()


@lru_cache(maxsize=8)
def _of_points(game: str) -> frozenset[str]:
    """Return the verbs of a game whose argument is a point."""
    verbs = game_named(game).verbs if game in GAMES else ()
    return frozenset(verb.name for verb in verbs if verb.args.startswith("POINT"))
