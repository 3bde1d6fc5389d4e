"""Conditions of a guide: small named predicates over what one seat may know. They are data, and nothing in them runs.

    view PATH is VALUE       also `not VALUE`, `above N`, `below N`, `some` (there and not empty), `none`
    order VERB accepted      the order that this seat has just given; also `refused`
    heard TYPE               an event that this seat has just heard; with a fact of it: `heard TYPE KEY VALUE`
    page NAME                the page that its panel shows
    pointing VERB            the order under the cursor
    choosing VERB            the order whose arguments are being chosen
    read                     the card of the step was closed

A path names keys of the view from the outside in, with dots; `*` is any member. `not` in front turns a condition round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = MappingProxyType({})
TESTS = {"is": 1, "not": 1, "above": 1, "below": 1, "some": 0, "none": 0}
"""How a place of the view is tested -> how many words follow."""
NAMED = ("page", "pointing", "choosing")
"""Predicates with one name behind them, which are facts of the same name."""
ANSWERS = ("accepted", "refused")


@dataclass(frozen=True, slots=True)
class GuideFacts:
    """What a guide may know of its seat at one moment."""

    view: Mapping[str, Any] = field(default_factory=dict)
    page: str = ""
    pointing: str = ""
    choosing: str = ""
    order: str = ""
    """The verb of the order that was just answered."""
    answer: str = ""
    """`accepted` or `refused`."""
    heard: str = ""
    """The event that was just heard."""
    heard_facts: Mapping[str, Any] = field(default_factory=dict)
    is_read: bool = False
    """Whether the card was just closed."""

    def lasting(self) -> GuideFacts:
        """Return what is still so at the next step: without order, event and card."""
        return replace(self, order="", answer="", heard="", heard_facts=NOTHING, is_read=False)


class Condition(NamedTuple):
    """One predicate."""

    kind: str
    words: tuple[str, ...] = ()
    is_turned: bool = False

    @property
    def is_momentary(self) -> bool:
        """Whether it is about something that happens and is over at once."""
        return self.kind in ("order", "heard", "read")

    @property
    def verb(self) -> str:
        """The order that it names; '' if none."""
        return self.words[0] if self.kind in ("order", "pointing", "choosing") else ""

    def holds(self, facts: GuideFacts) -> bool:
        """Return whether it is so."""
        return self._is_met(facts) != self.is_turned

    def _is_met(self, facts: GuideFacts) -> bool:
        match self.kind:
            case "view":
                return _tests(self.words[1:], tuple(_reach(facts.view, self.words[0].split("."))))
            case "order":
                return (facts.order, facts.answer) == self.words
            case "heard":
                told = {self.words[1]: self.words[2]} if len(self.words) > 1 else {}
                same = all(_text(facts.heard_facts.get(key)) == value for key, value in told.items())
                return facts.heard == self.words[0] and same
            case "read":
                return facts.is_read
            case kind:
                return bool(getattr(facts, kind) == self.words[0])


def read_condition(text: str) -> Condition | None:
    """Return the condition that is written in a file; None if it is none."""
    words = tuple(text.split())
    is_turned = words[:1] == ("not",)
    match words[1:] if is_turned else words:
        case ("view", path, test, *rest) if len(rest) == TESTS.get(test, -1) and _is_number_where_needed(test, rest):
            return Condition("view", (path, test, *rest), is_turned)
        case ("order", verb, answer) if answer in ANSWERS:
            return Condition("order", (verb, answer), is_turned)
        case ("heard", _) | ("heard", _, _, _):
            return Condition("heard", words[1 + is_turned :], is_turned)
        case ("read",):
            return Condition("read", (), is_turned)
        case (kind, name) if kind in NAMED:
            return Condition(kind, (name,), is_turned)
    return None


def _is_number_where_needed(test: str, rest: list[str]) -> bool:
    return test not in ("above", "below") or rest[0].removeprefix("-").isdecimal()


def _reach(value: Any, path: list[str]) -> Iterator[Any]:
    """Yield every value at a path; none where it leads nowhere."""
    if not path:
        yield value
        return
    key, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        found = list(value.values()) if key == "*" else [value[key]] if key in value else []
    elif isinstance(value, list | tuple):
        found = list(value) if key == "*" else []
    else:
        found = []
    for each in found:
        yield from _reach(each, rest)


def _tests(words: tuple[str, ...], values: tuple[Any, ...]) -> bool:
    match words:
        case ("is", wanted):
            return any(_text(value) == wanted for value in values)
        case ("not", wanted):
            return all(_text(value) != wanted for value in values)
        case ("above", number):
            return any(_is_number(value) and value > int(number) for value in values)
        case ("below", number):
            return any(_is_number(value) and value < int(number) for value in values)
        case ("some",):
            return any(bool(value) for value in values)
    return not any(bool(value) for value in values)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)
