"""The lobby: what a console shows between games. One form: which game, who mans the boats, and every option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from klaxon import data
from klaxon.console.manning import boats_of, crews_for
from klaxon.console.page import HEAD, Page
from klaxon.console.parts import BottomLine, Item, List, Title
from klaxon.console.phrases import Phrases
from klaxon.console.scene import BOTTOM
from klaxon.console.screen import Area, Place
from klaxon.console.words import ENGLISH
from klaxon.crew import SKILL, skills_of
from klaxon.rules.contract import Game, Option
from klaxon.rules.domains import OneOf, Span
from klaxon.rules.games import GAMES, game_named
from klaxon.table.setup import chosen
from klaxon.table.shelf import Kept


@dataclass(slots=True)
class Plan:
    """What people want to play."""

    game: str = next(iter(GAMES))
    resume: str = ""
    """The game on the shelf that is to go on; '' for a new one."""
    crews: dict[str, str] = field(default_factory=lambda: {"red": "all", "blue": "none"})
    options: dict[str, str] = field(default_factory=dict)
    """The options that were chosen; the others follow from presets and defaults."""
    skill: str = SKILL
    """How well understudies play."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: a label, the values it can have, and the one it has."""

    label: str
    values: Sequence[str]
    """As the dial walks them."""
    value: str
    shown: str
    set: Callable[[str], None]


class LobbyPage(Page):
    """The form at the station that sets a game up."""

    def __init__(
        self,
        kept: Sequence[Kept],
        start: Callable[[Plan], None],
        plan: Plan | None = None,
        language: Callable[[], str] = lambda: ENGLISH,
    ) -> None:
        """Begin with a game that was cut off, where there is one; else with the first of the games.

        `language` is what the station speaks.
        """
        self._kept, self._start, self._language = {game.name: game for game in kept}, start, language
        self.plan = plan or Plan()
        self.plan.resume = ""
        if kept:
            self._choose_game(kept[0].name)
        self.cursor = 0
        self._before: Plan | None = None
        """The plan before a line was changed, while the dial changes it."""

    @property
    def _game(self) -> Game[Any, Any]:
        return game_named(self.plan.game)

    @property
    def _phrases(self) -> Phrases:
        return Phrases(self.plan.game, self._language())

    def rows(self) -> list[Row]:
        """Return the lines of the form as they are now."""
        rows = [self._game_row(), *(self._crew_row(boat) for boat in boats_of(self._game.seats))]
        if skills_of(self.plan.game):
            rows.append(self._skill_row())
        if not self.plan.resume:
            rows += [self._option_row(option) for option in self._game.options if self._values(option)]
        return rows

    def _game_row(self) -> Row:
        say = self._phrases.say
        now = self.plan.resume or self.plan.game
        number = self.plan.resume.partition("-")[0].lstrip("0")
        name = self._phrases.find(f"game.{self.plan.game}", self.plan.game)
        shown = say("lobby.resume", number=number) if self.plan.resume else name
        return Row(say("lobby.game"), [*self._kept, *GAMES], now, shown, self._choose_game)

    def _choose_game(self, choice: str) -> None:
        self.plan.resume = choice if choice in self._kept else ""
        game = self._kept[choice].game if choice in self._kept else choice
        if game != self.plan.game:
            self.plan.game, self.plan.options = game, {}

    def _crew_row(self, boat: str) -> Row:
        ways = crews_for(boats_of(self._game.seats)[boat])
        crew = self.plan.crews.get(boat, "none")
        crew = crew if crew in ways else ways[0]

        def choose(value: str) -> None:
            self.plan.crews[boat] = value

        return Row(self._phrases.boat(boat), ways, crew, self._phrases.say(f"crew.{crew}"), choose)

    def _skill_row(self) -> Row:
        def choose(value: str) -> None:
            self.plan.skill = value

        say, skill = self._phrases.say, self.plan.skill
        return Row(say("lobby.skill"), skills_of(self.plan.game), skill, say(f"skill.{skill}"), choose)

    def _option_row(self, option: Option) -> Row:
        value = chosen(self._game, self.plan.options)[option.name]

        def choose(value: str) -> None:
            self.plan.options[option.name] = value

        return Row(self._phrases.option(option.name), self._values(option), value, self._phrases.value(value), choose)

    def _values(self, option: Option) -> Sequence[str]:
        """Return what an option can be, for a dial; none where there is nothing to choose."""
        if option.content:
            variant = self._game.content(option.content, chosen(self._game, self.plan.options))
            return data.names(option.content, variant)
        match option.domain:
            case OneOf(values):
                return tuple(str(value) for value in values) if len(values) > 1 else ()
            case Span(low, high, step):
                return tuple(str(number) for number in range(low, high + 1, step))
            case _:
                return ()

    # The page

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the form."""
        changing = self.cursor if self._before is not None else None
        items = tuple(
            Item(row.label, f"‹{row.shown}›" if place == changing else row.shown)
            for place, row in enumerate(self.rows())
        )
        return (
            Place(Area(0, 0, width, HEAD), Title(self._phrases.say("lobby.title"))),
            Place(Area(0, HEAD, width, height - BOTTOM - HEAD), List(items, self.cursor)),
        )

    def bottom(self) -> BottomLine:
        """Say what OK does: begin, or go on."""
        say = self._phrases.say
        if self._before is not None:
            return BottomLine(say("lobby.take"))
        return BottomLine(say("lobby.go-on" if self.plan.resume else "lobby.start"))

    def turn(self, dial: int, steps: int) -> None:
        """Walk the lines, or the values of one that was pushed."""
        rows = self.rows()
        if self._before is None:
            self.cursor = max(0, min(len(rows) - 1, self.cursor + steps))
            return
        row = rows[self.cursor]
        place = row.values.index(row.value) if row.value in row.values else 0
        row.set(row.values[max(0, min(len(row.values) - 1, place + steps))])

    def push(self) -> None:
        """Change the line under the cursor; pushed again, take it and go to the next."""
        if self._before is None:
            plan = self.plan
            self._before = Plan(plan.game, plan.resume, dict(plan.crews), dict(plan.options), plan.skill)
        else:
            self._before = None
            self.cursor = min(len(self.rows()) - 1, self.cursor + 1)

    def back(self) -> bool:
        """Leave a line as it was."""
        if self._before is not None:
            self.plan, self._before = self._before, None
        return False

    def home(self) -> None:
        """Back to the first line."""
        self.back()
        self.cursor = 0

    def ok(self) -> None:
        """Take the value that is being changed; else begin."""
        if self._before is not None:
            self._before = None
        else:
            self._start(self.plan)
