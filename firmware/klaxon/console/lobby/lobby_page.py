"""The page of the lobby. One form: which game, who mans the boats; the rest is folded away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from klaxon import data
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games import lobby_defaults_of, option_note_of
from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_defaults import LobbyDefaults
from klaxon.console.lobby.lobby_rows import ConsoleRows, LobbyRow, Spelling, fold_row, name_row
from klaxon.console.lobby.manning import boats_of, crews_for, wanted_crews
from klaxon.console.records.in_words import length_in_words
from klaxon.console.station.page import Page, TextPage
from klaxon.crew import crew_of
from klaxon.rules.contract import Game, Option
from klaxon.rules.domains import Domain, OneOf, Span
from klaxon.rules.games import GAMES, game_named
from klaxon.table.disk.shelf import DAMAGED, KeptGame
from klaxon.table.setup import complete_options

NOTE_LINES = 3
"""The most lines that say what a value means: two lines of the form stay above them."""


class LobbyPage(Page):
    """The form at the station that sets a game up."""

    def __init__(
        self,
        kept: Sequence[KeptGame],
        start: Callable[[GamePlan], None],
        plan: GamePlan | None = None,
        language: Callable[[], str] = lambda: ENGLISH,
        rows: ConsoleRows | None = None,
    ) -> None:
        """Begin with an interrupted game, if there is one; else with the first of the games.

        `language` is that of the station; `house` has the lines about the console itself.
        """
        self._kept, self._start, self._language = {game.name: game for game in kept}, start, language
        self._console_rows = rows
        self.plan = plan or GamePlan()
        self.plan.resume, self.plan.play_on = "", False
        if self.plan.after:  # whether it still has a sequel is for the games of now to say
            self._begin_without_sequel()
        sound = [game.name for game in kept if game.standing != DAMAGED]  # a damaged one is chosen by people alone
        if sound:
            self._choose_game(sound[0])
        self.cursor = 0
        self.unfolded = False
        """Whether all lines are shown."""
        self._before: GamePlan | None = None
        """The plan before the dial began to change a line."""
        self._pending = ""
        """The current value of a line that is applied only when it is taken."""
        self._spelling: Spelling | None = None
        """The word that the dial spells."""

    @property
    def _game(self) -> Game[Any, Any]:
        return game_named(self.plan.game)

    @property
    def _opening(self) -> LobbyDefaults:
        return lobby_defaults_of(self.plan.game)

    @property
    def _phrases(self) -> Phrases:
        return Phrases(self.plan.game, self._language())

    @property
    def _options(self) -> dict[str, str]:
        """The options of the game: as chosen, else as suits a console."""
        return {**self._opening.options, **self.plan.options}

    def rows(self) -> list[LobbyRow]:
        """Return the current lines of the form: those that everybody needs, then the fold."""
        first, last = self._opening.first, self._opening.last
        crews = [self._crew_row(boat) for boat in self._game.boats]
        crews += [self._skill_row()] if crew_of(self.plan.game).skills else []
        crews += [self._console_rows.coach_row(self._phrases)] if self._console_rows else []
        crews += self._link_rows()
        if self.plan.resume:
            above, below = [self._game_row(), *crews], self._house_rows()
        elif self.plan.after:
            above, below = [self._game_row(), *self._sequel_rows(), *crews], self._house_rows()
        else:
            rest = [option.name for option in self._game.options if option.name not in (*first, *last)]
            above = [self._game_row(), *self._option_rows(first), *crews, *self._option_rows(last)]
            below = [*self._name_rows(), *self._house_rows(), *self._option_rows(rest)]
        fold = fold_row(self._phrases, len(below), self._unfold, unfolded=self.unfolded)
        return [*above, *([fold] if below else []), *(below if self.unfolded else [])]

    def _unfold(self, _: str) -> None:
        self.unfolded = not self.unfolded

    def _game_row(self) -> LobbyRow:
        say = self._phrases.say
        now = self.plan.resume or self.plan.after or self.plan.game
        number = now.partition("-")[0].lstrip("0")
        name = self._phrases.find(f"game.{self.plan.game}", self.plan.game)
        going_on = "lobby.damaged" if self.plan.play_on else "lobby.resume"
        going_on = "lobby.sequel" if self.plan.after else going_on
        shown = say(going_on, number=number) if self.plan.resume or self.plan.after else name
        kept = self._kept.get(self.plan.resume)
        note = say("lobby.resume.note", game=name, length=length_in_words(kept.length)) if kept else ""
        return LobbyRow(say("lobby.game"), [*self._kept, *GAMES], now, shown, self._choose_game, note=note)

    def _choose_game(self, choice: str) -> None:
        kept = self._kept.get(choice)
        self._begin_without_sequel()
        self.plan.resume = choice if kept and not kept.sequel else ""
        self.plan.play_on = kept is not None and kept.standing == DAMAGED
        game = kept.game if kept else choice
        if game != self.plan.game:
            self.plan.game, self.plan.options = game, {}
        if kept and kept.sequel:
            self.plan.after = choice
            self.plan.options, self.plan.contents = dict(kept.sequel.options), dict(kept.sequel.contents)

    def _begin_without_sequel(self) -> None:
        """Forget the sequel that was chosen, with the options that came with it."""
        if self.plan.after:
            self.plan.after, self.plan.options, self.plan.contents = "", {}, {}

    def _sequel_rows(self) -> list[LobbyRow]:
        """Return what a sequel plays: the lines above the fold of its game, not to be changed."""
        rows = self._option_rows(self._opening.first)
        return [replace(row, values=(), set=lambda _: None) for row in rows]

    def _crew_row(self, boat: str) -> LobbyRow:
        seats = boats_of(self._game.seats)[boat]
        ways = crews_for(seats, self._game.splits)
        crews = wanted_crews(self._game.boats, self.plan.crews)
        crew = crews[boat]
        crew = crew if crew in ways else ways[0]
        shown = "panels" if crew == "all" and len(seats) == 1 else crew

        def choose(value: str) -> None:
            self.plan.crews |= {**crews, boat: value}

        return LobbyRow(self._phrases.boat(boat), ways, crew, self._crew_words(shown), choose)

    def _crew_words(self, crew: str) -> str:
        """Return how a boat is manned, in words."""
        people = self._phrases.say("crew.people", people=int(crew)) if crew.isdigit() else crew
        return self._phrases.find(f"crew.{crew}", people)

    def _skill_row(self) -> LobbyRow:
        def choose(value: str) -> None:
            self.plan.skill = value

        say, skill = self._phrases.say, self.plan.skill
        return LobbyRow(say("lobby.skill"), crew_of(self.plan.game).skills, skill, say(f"skill.{skill}"), choose)

    def _name_rows(self) -> list[LobbyRow]:
        def row(boat: str) -> LobbyRow:
            def choose(name: str) -> None:
                self.plan.names[boat] = name

            return name_row(self._phrases, boat, self.plan.names.get(boat, ""), choose)

        return [row(boat) for boat in self._game.boats]

    def _link_rows(self) -> list[LobbyRow]:
        link = self._console_rows.link if self._console_rows else None
        return link.rows(self._phrases, self._game, self.plan.lent) if link else []

    def _house_rows(self) -> list[LobbyRow]:
        return self._console_rows.rows(self._phrases) if self._console_rows else []

    def _option_rows(self, names: Sequence[str]) -> list[LobbyRow]:
        options = {option.name: option for option in self._game.options}
        chosen = complete_options(self._game, self._options)
        rows = [self._option_row(options[name], chosen) for name in names]
        return [row for row in rows if row.values]

    def _option_row(self, option: Option, chosen: Mapping[str, str]) -> LobbyRow:
        """Return the line of an option, among all options as they are chosen."""
        phrases, value = self._phrases, chosen[option.name]

        def choose(value: str) -> None:
            self.plan.options[option.name] = value

        shown = phrases.option_value(option.name, value)
        note = option_note_of(self.plan.game, phrases, option.name, chosen)
        return LobbyRow(phrases.option(option.name), self._values(option, chosen), value, shown, choose, note=note)

    def _values(self, option: Option, chosen: Mapping[str, str]) -> Sequence[str]:
        """Return the values of an option, for a dial; empty if there is no choice."""
        if option.content:
            return data.names(option.content, self._game.content(option.content, chosen))
        return _values_of(option.domain)

    # The page

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the form, and what the line under the cursor means; in large letters that takes the place of a title."""
        rows = self.rows()
        items = tuple(self._item(place, row) for place, row in enumerate(rows))
        told = rows[min(self.cursor, len(rows) - 1)].note
        note = LABEL.wrap(told, width)[:NOTE_LINES] if told else []
        foot = height - BOTTOM - len(note) * LABEL.height
        head = 0 if self.large and note else self.head
        return (
            *([Place(Area(0, 0, width, head), Title(self._title()))] if head else []),
            Place(Area(0, head, width, foot - head), List(items, self.cursor)),
            *([Place(Area(0, foot, width, height - BOTTOM - foot), Text(tuple(note), LABEL))] if note else []),
        )

    def _title(self) -> str:
        """Return whose game is resumed, if its boats have names."""
        known = self._kept.get(self.plan.resume or self.plan.after)
        names = shown_names(known.names) if known else ()
        phrases = replace(self._phrases, names=names)
        return ", ".join(map(phrases.boat, self._game.boats)) if names else phrases.say("lobby.title")

    def _item(self, place: int, row: LobbyRow) -> ListItem:
        if place != self.cursor or self._before is None:
            return ListItem(row.label, row.shown)
        if self._spelling is not None:
            return ListItem(row.label, self._spelling.word_so_far)
        return ListItem(row.label, f"‹{row.tell(self._pending) if row.tell else row.shown}›")

    def bottom(self) -> BottomLine:
        """Return what OK does: begin, or go on."""
        say = self._phrases.say
        if self._before is not None:
            return BottomLine(say("lobby.take"))
        if self.plan.play_on:
            game = self._kept[self.plan.resume]
            return BottomLine(say("lobby.play-on", rows=game.rows, about=game.about))
        return BottomLine(say("lobby.go-on" if self.plan.resume else "lobby.start"))

    def turn(self, dial: int, steps: int) -> None:
        """Move through the lines, the values of a pushed line, or the letters of a name."""
        rows = self.rows()
        if self._before is None:
            self.cursor = max(0, min(len(rows) - 1, self.cursor + steps))
            return
        row = rows[self.cursor]
        if self._spelling is not None:
            self._spelling.turn(steps)
            return
        now = self._pending if row.tell else row.value
        place = row.values.index(now) if now in row.values else 0
        value = row.values[max(0, min(len(row.values) - 1, place + steps))]
        if row.tell:
            self._pending = value
        else:
            row.set(value)

    def push(self) -> None:
        """Change the line under the cursor; pushed again, accept it and go to the next. In a name, take a letter."""
        row = self.rows()[self.cursor]
        if self._spelling is not None:
            self._spelling.push()
        elif not row.values:
            row.set("")
        elif self._before is None:
            self._before, self._pending = self.plan.copy(), row.value
            self._spelling = Spelling(row.value, row.values) if row.spelt else None
        else:
            self._take()
            self.cursor = min(len(self.rows()) - 1, self.cursor + 1)

    def _take(self) -> None:
        """Accept the value of the dial."""
        row, spelling = self.rows()[self.cursor], self._spelling
        self._before = self._spelling = None
        if spelling is not None:
            row.set(spelling.word)
        elif row.tell:
            row.set(self._pending)

    def back(self) -> bool:
        """Delete a letter of a name; else leave a line as it was."""
        if self._spelling is not None and self._spelling.back():
            return False
        self._leave()
        return False

    def _leave(self) -> None:
        self._spelling = None
        if self._before is not None:
            self.plan, self._before = self._before, None

    def home(self) -> None:
        """Go back to the first line."""
        self._leave()
        self.cursor = 0

    def ok(self) -> None:
        """Accept the value that is being changed; else begin."""
        if self._before is not None:
            self._take()
        else:
            self.plan.options = self._options
            self._start(self.plan)


def still_looking(language: str) -> TextPage:
    """Return what the first station shows while interrupted games are searched for."""
    return TextPage(say("lobby.title", {}, language), (say("lobby.looking", {}, language),), "")


@lru_cache(maxsize=128)
def _values_of(domain: Domain) -> tuple[str, ...]:
    """Return the values of a domain for a dial; cached, because a form asks at every step."""
    match domain:
        case OneOf(values):
            return tuple(str(value) for value in values) if len(values) > 1 else ()
        case Span(low, high, step):
            return tuple(str(number) for number in range(low, high + 1, step))
        case _:
            return ()
