"""A draft: the order a seat is making at its station, as a walk along offers and fields with a cursor at each step.

It knows no game: the verbs come from `offers`, the values from `field`, so every order of every game can
be given by turning, pushing and OK. A draft is local to the station; only what OK confirms becomes an order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from klaxon.console.play.choices import Choice, inner, is_begun, is_code, is_filled, values_of
from klaxon.rules.contract import Field, Game, Offer, Order, Refusal, Seat
from klaxon.rules.domains import FreeText, Keyed, PerKey, Span, Token

FirstValue = Callable[[Any, Order], str]
"""(view in the rules' form, draft) -> the value at which the dial begins, '' for the first."""
NOWHERE = -1
"""The cursor if all verbs stop everybody: OK does nothing until somebody turns to one."""


class _Step(NamedTuple):
    """A step of a draft: verb, complete fields, part of a field, and the cursor."""

    verb: str = ""
    tokens: tuple[Token, ...] = ()
    part: tuple[Token, ...] = ()
    cursor: int = 0


class Draft:
    """The order that one seat is making."""

    def __init__(
        self,
        game: Game[Any, Any],
        seat: Seat,
        *,
        jump_to_prompt: bool = False,
        rank: Mapping[str, int] = MappingProxyType({}),
        standing: Sequence[str] = (),
        menu_order: Sequence[str] = (),
        first_value: FirstValue | None = None,
    ) -> None:
        """Begin empty. An eager draft goes straight to the only answer that is waited for.

        `rank` orders the barred verbs; those of rank 0 keep their places as long as one of them is open.
        `standing` verbs are never entered automatically, and selected last. Verbs of `menu_order` come first, in that
        order. `first_value` says where the cursor starts in an argument.
        """
        self.game, self.seat, self._jump_to_prompt, self._rank = game, seat, jump_to_prompt, rank
        self._standing, self._first_value = standing, first_value
        self.past: frozenset[str] = frozenset()
        """Codes of refusals for good: verbs barred by one are left out."""
        self._places = {verb: place for place, verb in enumerate(menu_order)}
        self.verb = ""
        """The chosen verb, '' while one is being chosen."""
        self.tokens: tuple[Token, ...] = ()
        """The arguments so far, of complete fields."""
        self.part: tuple[Token, ...] = ()
        """The pairs or letters so far of a field that needs several."""
        self.cursor = 0
        self._is_by_hand = False
        """Whether a hand moved the cursor of this step: then it stays, else it goes to what is most likely wanted."""
        self.choices: tuple[Choice, ...] = ()
        self.field: Field | None = None
        self._view: Any = None
        self._prompts: Sequence[Mapping[str, Any]] = ()
        self.offers: Sequence[Offer] = ()
        """The offers of the seat, open or barred."""
        self.open_verbs: list[str] = []
        """The open verbs."""
        self.open = False
        """Whether any open verb moves the game: more than a remark."""
        self.waiting: frozenset[str] = frozenset()
        """The keys of the open prompts of this seat."""
        self.prompt_verbs: tuple[str, ...] = ()
        """The verbs that answer the open prompts."""
        self.verbs_to_hold: frozenset[str] = frozenset()
        """The verbs that need OK held."""
        self._halting: frozenset[str] = frozenset()
        """The verbs that stop everybody."""
        self._steps: list[_Step] = []
        """The previous steps, for going back."""
        self._said = ""
        """The verb of the last order."""
        self.wanted = ""
        """The verb that the last order was given for: the cursor goes there as soon as it is open."""
        self.is_entered = False
        """Whether the verb was entered without a hand, because only this one is open or asked for."""

    # What the seat sees

    def see(self, shown: Mapping[str, Any]) -> Any:
        """Take a new view; return it in the rules' form. Choices stay as far as they are still valid."""
        pointed, before, waiting = self.choice_at_cursor, self.open_verbs, self.waiting
        self._read(shown)
        if self._said not in self.open_verbs:
            self._said = ""
        if self.verb and self.verb not in self.open_verbs:
            self.restart()
        elif self.verb and not self._holds():
            while self.verb and not self._holds():
                self._step_out()
            self._look(None)
        else:
            stays = self.verb or (self._is_by_hand and self.open_verbs == before)
            self._look(pointed if stays else None)
        if not self.verb and (self.open_verbs != before or (self._jump_to_prompt and self.waiting - waiting)):
            self._first_step()
        return self._view

    def _read(self, shown: Mapping[str, Any]) -> None:
        """Read a view and its offers, which stay the same until the next."""
        self._view, self._prompts = self.game.read_view(shown), shown.get("prompts", ())
        self.offers = offers = self.game.offers(self._view)
        self.open_verbs = able = [offer.verb for offer in offers if offer.barred is None]
        self.open = bool([offer for offer in offers if offer.barred is None and not offer.remark])
        self.verbs_to_hold = frozenset([offer.verb for offer in offers if offer.needs_hold])
        self._halting = frozenset([offer.verb for offer in offers if offer.halts])
        waited_for = [prompt for prompt in self._prompts if not set(able).isdisjoint(prompt["verbs"])]
        self.waiting = frozenset([str(prompt["key"]) for prompt in waited_for])
        self.prompt_verbs = tuple([verb for prompt in self._prompts for verb in prompt["verbs"]])

    def _first_step(self) -> None:
        """If only one verb is open, go straight to its arguments; an eager draft to what is waited for."""
        verbs = self.open_verbs if self.open else []
        asked = [verb for verb in verbs if self._jump_to_prompt and verb in self.prompt_verbs]
        free = verbs if asked else [verb for verb in verbs if verb not in (*self._halting, *self._standing)]
        for found in (asked, free):
            if len(found) == 1 and self.point(found[0]):
                self.take()
                self.is_entered = bool(self.verb)
                return

    def _holds(self) -> bool:
        """Return whether everything chosen is still valid."""
        draft, left = Order(self.seat, self.verb), list(self.tokens)
        while left:
            field = self.game.field(self._view, draft)
            if field is None:
                return False
            size = len(field.domain.domains) if isinstance(field.domain, PerKey) else 1
            taken, left = left[:size], left[size:]
            if not is_filled(field.domain, taken):
                return False
            draft = draft.plus(*taken)
        field = self.game.field(self._view, draft)
        return not self.part or (field is not None and is_begun(field.domain, self.part))

    # What the hand does

    @property
    def choice_at_cursor(self) -> Choice | None:
        """The choice under the cursor."""
        return self.choices[self.cursor] if self.choices and self.cursor != NOWHERE else None

    @property
    def cursor_place(self) -> int | None:
        """The index of the cursor in a list; None if it is nowhere."""
        return None if self.cursor == NOWHERE else self.cursor

    def turn(self, steps: int) -> None:
        """Move the cursor; it stops at the ends, except in a span that wraps."""
        if not self.choices:
            return
        self._is_by_hand = True
        target = self.cursor + steps
        domain = inner(self.field.domain) if self.field else None
        wraps = (isinstance(domain, Span) and domain.wraps) or is_code(domain)
        self.cursor = target % len(self.choices) if wraps else max(0, min(len(self.choices) - 1, target))

    def point(self, word: str) -> bool:
        """Put the cursor on a choice; return whether it exists."""
        for place, choice in enumerate(self.choices):
            if choice.word == word:
                self.cursor, self._is_by_hand = place, True
                return True
        return False

    def aim(self, words: Sequence[str]) -> Refusal | None:
        """Take some choices one after another, and put the cursor on the last; for a barred one return why.

        What is not to be chosen now changes nothing: the place was pointed at before the draft changed.
        """
        before = _Step(self.verb, self.tokens, self.part, self.cursor), [*self._steps]
        for place, word in enumerate(words):
            if not self.point(word):
                (self.verb, self.tokens, self.part, cursor), self._steps = before
                self._look(None)
                self.cursor = cursor
                return None
            if place + 1 < len(words) and (refusal := self.take()) is not None:
                return refusal
        return None

    def nudge(self, direction: str) -> None:
        """Move the cursor with a course key: to points in that direction on the chart, else up and down the list."""
        here = _place(self.choice_at_cursor.word) if self.choice_at_cursor else None
        if here is None:
            self.turn(-1 if direction in ("north", "west") else 1)
            return
        best: tuple[int, int] | None = None
        for number, choice in enumerate(self.choices):
            there = _place(choice.word)
            if there is None:
                continue
            along, aside = _seen_from(here, there, direction)
            if along > 0 and (best is None or (along + 2 * aside, number) < best):
                best = (along + 2 * aside, number)
        if best is not None:
            self.cursor, self._is_by_hand = best[1], True

    def take(self) -> Refusal | None:
        """Take the choice under the cursor and go to the next field; for a barred one return why."""
        choice = self.choice_at_cursor
        if choice is None:
            return None
        if choice.barred is not None:
            return choice.barred
        after = self._after(choice)
        if (after.tokens, after.part) == (self.tokens, self.part) and self.verb:
            return None  # the end of what may be left out: there is nothing behind it
        self.wanted = ""
        if after.part or self.game.field(self._view, Order(self.seat, after.verb, after.tokens)) is not None:
            self._steps.append(_Step(self.verb, self.tokens, self.part, self.cursor))
            self.verb, self.tokens, self.part, _ = after
            self._look(None)
        return None

    def begin(self, verb: str) -> bool:
        """Go straight to the arguments of a verb; return whether it is open."""
        self.restart()
        return (
            self.point(verb)
            and self.choice_at_cursor is not None
            and self.choice_at_cursor.barred is None
            and self.take() is None
        )

    def back(self) -> bool:
        """Go one step back; return whether there was one."""
        if not self.verb:
            return False
        cursor = self._step_out()
        self._look(None)
        self.cursor = min(cursor, max(0, len(self.choices) - 1))
        return True

    def _step_out(self) -> int:
        """Undo the last step; return where the cursor was before it."""
        self.verb, self.tokens, self.part, cursor = self._steps.pop()
        self.is_entered = self.is_entered and bool(self.verb)
        return cursor

    def start_over(self) -> None:
        """Start over after an order was given."""
        self._said = self.verb or (self.choice_at_cursor.word if self.choice_at_cursor else "")
        self.restart()

    def restart(self) -> None:
        """Go back to the choice of a verb."""
        self.verb, self.tokens, self.part, self.is_entered = "", (), (), False
        self._steps.clear()
        self._look(None)

    # What OK would give

    @property
    def order(self) -> Order | None:
        """The order that OK gives now: the choices so far and the one under the cursor, if that is a complete order."""
        choice = self.choice_at_cursor
        if choice is None:
            return self._answer_to_prompt(self.verb, self.tokens) if self.verb and self.field is None else None
        if choice.barred is not None:
            return None
        after = self._after(choice)
        if after.part:
            return None
        field = self.game.field(self._view, Order(self.seat, after.verb, after.tokens))
        return self._answer_to_prompt(after.verb, after.tokens) if field is None or field.optional else None

    @property
    def needs_hold(self) -> bool:
        """Whether the verb needs OK held."""
        verb = self.verb or (self.choice_at_cursor.word if self.choice_at_cursor else "")
        return verb in self.verbs_to_hold

    def _answer_to_prompt(self, verb: str, tokens: tuple[Token, ...]) -> Order:
        """Return the order with the key of its prompt, so that a late one cannot answer the next prompt."""
        key = next((str(prompt["key"]) for prompt in self._prompts if verb in prompt["verbs"]), None)
        return Order(self.seat, verb, tokens, key)

    # The steps of the walk

    def _look(self, pointed: Choice | None) -> None:
        """Make the choices of this step; the cursor stays on its choice if that still exists."""
        self.field = None
        if self._view is None:
            self.choices = ()
        elif not self.verb:
            self.choices = self._verbs()
        else:
            self.field = self.game.field(self._view, Order(self.seat, self.verb, self.tokens))
            self.choices = values_of(self.field, self.part) if self.field else ()
        self.cursor = self._first()
        if pointed is None:
            self._is_by_hand = False
        else:
            found = [(choice.word, choice.tokens) for choice in self.choices]
            same = (pointed.word, pointed.tokens)
            self.cursor = found.index(same) if same in found else self.cursor

    def _verbs(self) -> tuple[Choice, ...]:
        """Return the verbs: open ones first, in the game's order, and the usual ones always in their places."""
        usual = any(self._rank.get(verb) == 0 for verb in self.open_verbs)

        def standing(choice: Choice) -> tuple[bool, int, int]:
            rank = self._rank.get(choice.word)
            stays = choice.barred is None or (usual and rank == 0)
            return not stays, 0 if stays else rank or 0, self._places.get(choice.word, len(self._places))

        shown = [o for o in self.offers if o.barred is None or o.barred.code not in self.past]
        return tuple(sorted([Choice(o.verb, (), o.barred, o.needs_hold) for o in shown], key=standing))

    def _first(self) -> int:
        """Return where the cursor starts: on an answer that is waited for, else on something not just given."""
        if self.verb:
            return self._start()
        able = [place for place, choice in enumerate(self.choices) if choice.barred is None]
        ways = [place for place in able if self.choices[place].word not in self._halting]
        answers = [place for place in able if self.choices[place].word in self.prompt_verbs]
        fresh = [place for place in ways if self.choices[place].word != self._said]
        fresh.sort(key=lambda place: self._last(self.choices[place].word))
        called = self._best()
        best = [place for place, choice in enumerate(self.choices) if called and choice.word == called]
        wanted = [place for place in able if self.choices[place].word == self.wanted]
        return next(iter([*wanted, *best, *answers, *fresh, *ways]), NOWHERE if able else 0)

    def _best(self) -> str:
        """Return the choice at which the cursor starts, '' if the screen does not say."""
        return self._first_value(self._view, Order(self.seat, self.verb, self.tokens)) if self._first_value else ""

    def _last(self, verb: str) -> int:
        return self._standing.index(verb) + 1 if verb in self._standing else 0

    def _start(self) -> int:
        """Return where the cursor starts in an argument."""
        word = self._best() if not self.part else ""
        return next((place for place, choice in enumerate(self.choices) if word and choice.word == word), 0)

    def _after(self, choice: Choice) -> _Step:
        """Return the step after taking a choice. The end of a text joins its letters to one word."""
        if not self.verb:
            return _Step(choice.word)
        verb, tokens, part = self.verb, self.tokens, self.part
        domain = self.field.domain if self.field else None
        if isinstance(domain, PerKey):
            part += choice.tokens
            return _Step(verb, (*tokens, *part)) if len(part) == len(domain.domains) else _Step(verb, tokens, part)
        if domain is not None and isinstance(inner(domain), FreeText):
            text, letters = inner(domain), (*part, *choice.tokens)
            is_whole = isinstance(text, FreeText) and text.shortest == text.longest == len(letters)
            if (choice.tokens or not part) and not is_whole:
                return _Step(verb, tokens, letters)
            word = "".join(map(str, letters))
            return _Step(verb, (*tokens, (domain.key, word) if isinstance(domain, Keyed) else word))
        return _Step(verb, (*tokens, *choice.tokens))


def _place(word: str) -> tuple[int, int] | None:
    """Return column and row of a point such as D3, None if the word is not a point."""
    if word[:1].isalpha() and word[1:].isdigit() and word.isascii():
        return ord(word[0].upper()) - 65, int(word[1:])
    return None


def _seen_from(here: tuple[int, int], there: tuple[int, int], direction: str) -> tuple[int, int]:
    """Return how far a point is in a direction, and how far off it."""
    east, south = there[0] - here[0], there[1] - here[1]
    along = {"north": -south, "south": south, "east": east, "west": -east}[direction]
    return along, abs(east) if direction in ("north", "south") else abs(south)
