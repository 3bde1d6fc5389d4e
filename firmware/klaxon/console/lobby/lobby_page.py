"""The page of the lobby. One form: which game, who mans the boats; the rest is folded away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from klaxon import data
from klaxon.console.games import does_option_matter, lobby_defaults_of, option_note_of
from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby_defaults import LobbyDefaults
from klaxon.console.lobby.lobby_rows import ConsoleRows, choice_row, explain, fold_row, name_row
from klaxon.console.lobby.manning import boats_of, crews_for, wanted_crews
from klaxon.console.records.in_words import length_in_words
from klaxon.console.station.list_page import LineValues, ListPage, MenuItem
from klaxon.console.station.page import Page, TextPage
from klaxon.crew import crew_of
from klaxon.rules.contract import Game, Option
from klaxon.rules.domains import Domain, OneOf, Span
from klaxon.rules.games import GAMES, game_named
from klaxon.table.disk.shelf import DAMAGED, KeptGame
from klaxon.table.setup import complete_options


class LobbyPage(ListPage):
    """The form at the station that sets a game up. Its first line begins the game."""

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
        super().__init__(self._headline, self.rows)
        self._kept, self._start, self._language = {game.name: game for game in kept}, start, language
        self._console_rows = rows
        self.plan = plan or GamePlan()
        self.plan.resume, self.plan.play_on = "", False
        if self.plan.after:  # whether it still has a sequel is for the games of now to say
            self._begin_without_sequel()
        sound = [game.name for game in kept if game.standing != DAMAGED]  # a damaged one is chosen by people alone
        if sound:
            self._choose_game(sound[0])
        self.unfolded = False
        """Whether all lines are shown."""
        self._before: GamePlan | None = None
        """The plan before the open line was changed."""

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

    def rows(self) -> list[MenuItem]:
        """Return the current lines of the form: those that everybody needs, then the fold."""
        first, last = self._opening.first, self._opening.last
        crews = [self._crew_row(boat) for boat in self._game.boats]
        crews += [self._skill_row()] if crew_of(self.plan.game).skills else []
        crews += [self._console_rows.coach_row(self._phrases)] if self._console_rows else []
        crews += self._link_rows()
        top = [self._begin_row(), self._game_row()]
        if self.plan.resume:
            above, below = [*top, *crews], self._house_rows()
        elif self.plan.after:
            above, below = [*top, *self._sequel_rows(), *crews], self._house_rows()
        else:
            rest = [option.name for option in self._game.options if option.name not in (*first, *last)]
            above = [*top, *self._option_rows(first), *crews, *self._option_rows(last)]
            below = [*self._name_rows(), *self._house_rows(), *self._option_rows(rest)]
        fold = fold_row(self._phrases, len(below), self._unfold, unfolded=self.unfolded)
        return [*above, *([fold] if below else []), *(below if self.unfolded else [])]

    def _unfold(self) -> None:
        self.unfolded = not self.unfolded

    def _begin_row(self) -> MenuItem:
        """Return the line that begins the game, or goes on with it."""
        say = self._phrases.say
        kept = self._kept.get(self.plan.resume or self.plan.after)
        name = self._phrases.find(f"game.{self.plan.game}", self.plan.game)
        note, about = self._kept_note(kept, name) if kept else "", self._about("lobby.begin", "begin")
        if kept is None or not self.plan.resume:
            return MenuItem(say("lobby.begin"), say("lobby.start"), self._begin, name, note=note, about=about)
        ok = say("lobby.play-on", rows=kept.rows, about=kept.about) if self.plan.play_on else say("lobby.go-on")
        number = say("lobby.number", number=_number(kept.name))
        return MenuItem(say("lobby.begin.again"), ok, self._begin, number, note=note, about=about)

    def _game_row(self) -> MenuItem:
        say = self._phrases.say
        now = self.plan.resume or self.plan.after or self.plan.game
        name = self._phrases.find(f"game.{self.plan.game}", self.plan.game)
        going_on = "lobby.damaged" if self.plan.play_on else "lobby.resume"
        going_on = "lobby.sequel" if self.plan.after else going_on
        kept = self._kept.get(now)
        shown = say(going_on, number=_number(now)) if kept else name
        note = self._kept_note(kept, name) if kept else ""
        choice = LineValues([*self._kept, *GAMES], now, self._choose_game, say("lobby.take"))
        return choice_row(self._phrases, say("lobby.game"), shown, choice, "about.lobby.game", note)

    def _kept_note(self, kept: KeptGame, name: str) -> str:
        """Return which game was kept, and how far it is."""
        return self._phrases.say("lobby.resume.note", game=name, length=length_in_words(kept.length))

    def _about(self, label: str, name: str) -> Callable[[], Page]:
        return explain(self._phrases, self._phrases.say(label), f"about.lobby.{name}")

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

    def _sequel_rows(self) -> list[MenuItem]:
        """Return what a sequel plays: the lines above the fold of its game, not to be changed."""
        rows = self._option_rows(self._opening.first)
        return [replace(row, choice=None, ok="") for row in rows]

    def _crew_row(self, boat: str) -> MenuItem:
        seats = boats_of(self._game.seats)[boat]
        ways = crews_for(seats, self._game.splits)
        crews = wanted_crews(self._game.boats, self.plan.crews)
        crew = crews[boat]
        crew = crew if crew in ways else ways[0]
        shown = "panels" if crew == "all" and len(seats) == 1 else crew

        def choose(value: str) -> None:
            self.plan.crews |= {**crews, boat: value}

        choice = LineValues(ways, crew, choose, self._phrases.say("lobby.take"))
        joined = self._console_rows.joined_crews(self._game.boats).get(boat) if self._console_rows else None
        words = ", ".join(joined) if crew == "none" and joined else self._crew_words(shown)
        return choice_row(self._phrases, self._phrases.boat(boat), words, choice, "about.lobby.crew")

    def _crew_words(self, crew: str) -> str:
        """Return how a boat is manned, in words."""
        people = self._phrases.say("crew.people", people=int(crew)) if crew.isdigit() else crew
        return self._phrases.find(f"crew.{crew}", people)

    def _skill_row(self) -> MenuItem:
        def choose(value: str) -> None:
            self.plan.skill = value

        say, skill = self._phrases.say, self.plan.skill
        choice = LineValues(crew_of(self.plan.game).skills, skill, choose, say("lobby.take"))
        return choice_row(self._phrases, say("lobby.skill"), say(f"skill.{skill}"), choice, "about.lobby.skill")

    def _name_rows(self) -> list[MenuItem]:
        def row(boat: str) -> MenuItem:
            def choose(name: str) -> None:
                self.plan.names[boat] = name

            return name_row(self._phrases, boat, self.plan.names.get(boat, ""), choose)

        return [row(boat) for boat in self._game.boats]

    def _link_rows(self) -> list[MenuItem]:
        link = self._console_rows.link if self._console_rows else None
        hall = self._console_rows.hall if self._console_rows else None
        rows = link.rows(self._phrases, self._game, self.plan.lent) if link else []
        return [*rows, *([hall(self._phrases)] if hall else [])]

    def _house_rows(self) -> list[MenuItem]:
        return self._console_rows.rows(self._phrases) if self._console_rows else []

    def _option_rows(self, names: Sequence[str]) -> list[MenuItem]:
        options = {option.name: option for option in self._game.options}
        chosen = complete_options(self._game, self._options)
        return [
            self._option_row(options[name], chosen)
            for name in names
            if does_option_matter(self.plan.game, name, chosen) and self._values(options[name], chosen)
        ]

    def _option_row(self, option: Option, chosen: Mapping[str, str]) -> MenuItem:
        """Return the line of an option, among all options as they are chosen."""
        phrases, value = self._phrases, chosen[option.name]

        def choose(value: str) -> None:
            self.plan.options[option.name] = value

        shown = phrases.option_value(option.name, value)
        note = option_note_of(self.plan.game, phrases, option.name, chosen)
        choice = LineValues(self._values(option, chosen), value, choose, phrases.say("lobby.take"))
        about = f"about.{self.plan.game}.{option.name}"
        return choice_row(phrases, phrases.option(option.name), shown, choice, about, note)

    def _values(self, option: Option, chosen: Mapping[str, str]) -> Sequence[str]:
        """Return the values of an option, for a dial; empty if there is no choice."""
        if option.content:
            return data.names(option.content, self._game.content(option.content, chosen))
        return _values_of(option.domain)

    # The page

    def _headline(self) -> str:
        """Return whose game is resumed, if its boats have names."""
        known = self._kept.get(self.plan.resume or self.plan.after)
        names = shown_names(known.names) if known else ()
        phrases = replace(self._phrases, names=names)
        return ", ".join(map(phrases.boat, self._game.boats)) if names else phrases.say("lobby.title")

    def ok(self) -> None:
        """Do what the line under the cursor does; remember the plan where that opens it."""
        before = self.plan.copy()
        super().ok()
        self._before = before if self._open is not None else None

    def leave_line(self) -> None:
        """Close the open line; the plan is the one it was."""
        self._open = None
        if self._before is not None:
            self.plan, self._before = self._before, None

    def home(self) -> None:
        """Go back to the line that begins the game; an open one stays as it was."""
        super().home()
        self.cursor = 0

    def back(self) -> bool:
        """Leave the open line as it was; else go to the line that begins the game."""
        if super().back():
            self.cursor = 0
        return False

    def _begin(self) -> None:
        self.plan.options = self._options
        self._start(self.plan)


def _number(name: str) -> str:
    """Return the number of a kept game."""
    return name.partition("-")[0].lstrip("0")


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
