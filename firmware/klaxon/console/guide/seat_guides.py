"""The guides of the seats that a station works: where each is, the card that is open, and what is remarked on.

A guide is told what its seat may know (its view, what it heard, its own orders) and speaks at that seat's panel alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from klaxon.console.guide.conditions import GuideFacts
from klaxon.console.guide.following import GuidePlace, GuideStep, follow, hold
from klaxon.console.guide.guide_card import CardText, GuideCard
from klaxon.console.guide.guides import Guide, guide_for
from klaxon.console.language.game_words import Phrases
from klaxon.console.station.page import Page
from klaxon.rules.contract import Seat, role_of


class GuideHost(Protocol):
    """What a guide needs of its station."""

    def notice(self, text: str) -> None:
        """Show a notice to read."""

    def interrupt(self, page: Page) -> None:
        """Open a page on top that nobody asked for."""

    def drop(self, page: Page) -> None:
        """Remove a page, wherever it is in the stack."""


class SeatGuide(NamedTuple):
    """A guide as one seat follows it."""

    guide: Guide
    role: str
    place: GuidePlace = GuidePlace()
    is_shown: bool = False
    """Whether the card of the step was laid."""
    has_effect: bool = False
    """Whether what the step aims at is so already."""

    @property
    def steps(self) -> tuple[GuideStep, ...]:
        """The steps of the role."""
        return self.guide.roles[self.role]

    @property
    def step(self) -> GuideStep:
        """The current step."""
        return self.steps[self.place.step]

    @property
    def wants_order(self) -> bool:
        """Whether the step waits for an order of this seat."""
        return bool(self.step.aim) and not self.has_effect

    def say(self, phrases: Phrases, name: str) -> str:
        """Return a text of the role."""
        points = {point: phrases.point(point) for point in self.guide.points}
        return phrases.say(self.guide.message(self.role, name), **points)

    def card(self, phrases: Phrases) -> CardText:
        """Return the card of the current step, or of the one whose words it uses."""
        title = phrases.say(f"guide.{self.guide.game}.{self.guide.id}.title")
        told = [number for number, step in enumerate(self.steps) if not step.words]
        where = f"{sum(number <= self.place.step for number in told)}/{len(told)}"
        text = self.say(phrases, self.step.words or self.step.id)
        return CardText(f"{title} {where}", text, phrases.say("bottom.read"))

    def line(self, phrases: Phrases) -> str:
        """Return the line of the current step."""
        return self.say(phrases, f"{self.step.words or self.step.id}.line")


class SeatGuides:
    """The guides at one station. Most games have none; then nothing happens here."""

    def __init__(self, game: str, host: GuideHost, phrases: Callable[[], Phrases]) -> None:
        """Begin with none: which guide it is, views tell."""
        self._game, self._host, self._phrases = game, host, phrases
        self.guided: dict[Seat, SeatGuide] = {}
        """Seat -> its guide, where it has one."""
        self.looked_at: set[Seat] = set()
        """The seats of which a view was seen."""
        self._card: tuple[Seat, GuideCard] | None = None

    def begin(self, seat: Seat, view: Mapping[str, Any]) -> None:
        """Look in the first view of a seat which guide it has."""
        guide, role = guide_for(self._game, view), role_of(seat)
        self.looked_at.add(seat)
        if guide is not None and role in guide.roles:
            self.guided[seat] = SeatGuide(guide, role)

    def clear(self) -> None:
        """Forget everything: another game begins."""
        self.guided.clear()
        self.looked_at.clear()
        self._drop_card()

    def of(self, seat: Seat) -> SeatGuide | None:
        """Return the guide of a seat, None if it has none."""
        return self.guided.get(seat)

    def due_elsewhere(self, seat: Seat) -> Seat | None:
        """Return another seat here whose step waits for an order, if that of this one does not."""
        here = self.guided.get(seat)
        if here is None or here.wants_order:
            return None
        return next((each for each, guided in self.guided.items() if guided.wants_order), None)

    def take(self, seat: Seat, facts: GuideFacts, *, is_seen: bool) -> None:
        """Follow what a seat knows now; remark on it at once if somebody looks at that seat."""
        guided = self.guided.get(seat)
        if guided is None:
            return
        move = follow(guided.steps, guided.place, facts)
        moved = move.place.step != guided.place.step
        unless = guided.steps[move.place.step].unless
        has_effect = bool(unless) and hold(unless, facts.lasting())
        is_shown = guided.is_shown and not moved
        self.guided[seat] = guided._replace(place=move.place, is_shown=is_shown, has_effect=has_effect)
        if moved and self._card is not None and self._card[0] == seat:
            self._drop_card()
        if move.remark and is_seen:
            self._host.notice(guided.say(self._phrases(), move.remark))

    def lay_card(self, seat: Seat) -> None:
        """Lay the card of a seat's step, unless it was."""
        guided = self.guided.get(seat)
        if guided is not None and not guided.is_shown and not guided.step.words:
            self.open_card(seat)

    def open_card(self, seat: Seat) -> None:
        """Lay the card of a seat's step, also once more."""
        guided = self.guided.get(seat)
        if guided is None:
            return
        self._drop_card()
        self.guided[seat] = guided._replace(is_shown=True)
        card = GuideCard(lambda: self._text(seat), lambda: self._on_read(seat))
        self._card = (seat, card)
        self._host.interrupt(card)

    def _text(self, seat: Seat) -> CardText:
        guided = self.guided.get(seat)
        return guided.card(self._phrases()) if guided is not None else CardText("", "", "")

    def take_read(self) -> Seat | None:
        """Return the seat whose card somebody has left by some other key, and count it as read."""
        seat = self._card[0] if self._card is not None else None
        self._drop_card()
        return seat

    def _on_read(self, seat: Seat) -> None:
        self._drop_card()
        self.on_read(seat)

    on_read: Callable[[Seat], None]
    """Called when somebody closed the card of a seat; the station sets it."""

    def _drop_card(self) -> None:
        if self._card is not None:
            (_, card), self._card = self._card, None
            self._host.drop(card)
