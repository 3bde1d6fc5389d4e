"""What an organiser does at the desk, as messages of a page: `{"do": WHAT, ...}`. docs/club.md lists them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from klaxon.club.desk.commanding import Commanding
from klaxon.club.desk.following import FollowedTable
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.offers import check_options
from klaxon.club.desk.results import Results
from klaxon.club.desk.round_clock import LONGEST as LONGEST_ROUND
from klaxon.club.desk.rounds import HallRounds
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.tournament import acts
from klaxon.club.tournament.acts import SYSTEMS, UnreadableActError, read_act
from klaxon.club.tournament.deeds import one_line, plain_name
from klaxon.club.tournament.tournament import ActError
from klaxon.rules.games import GAMES, game_named

LONGEST_TEXT = 160
LONGEST_DELAY = 3600.0
SLOT_MINUTES = range(10, 121)
_AT_ANY_TABLE = frozenset({"pause", "resume", "hint", "reset"})
"""Commands without facts."""
_OF_TOURNAMENT = (
    acts.Enter,
    acts.Rename,
    acts.Leave,
    acts.Return,
    acts.KeepApart,
    acts.LetMeet,
    acts.Exchange,
    acts.TurnBoats,
    acts.GiveResult,
    acts.Grade,
    acts.Undo,
)
"""What may be done by its name: rounds begin by `pair`, and a tournament by `begin`."""


@dataclass(frozen=True, slots=True)
class DeskParts:
    """What a desk consists of."""

    hall: Hall
    commanding: Commanding
    results: Results
    rounds: HallRounds
    followed: FollowedTable
    newcomers: NewTables | None = None
    """Tables that ask to be let in; None where nobody could find this desk."""


class Organiser:
    """Does what a page asks for, one message at a time."""

    def __init__(self, desk: DeskParts) -> None:
        """Work at a desk."""
        self._desk = desk
        self._doers: dict[str, Callable[[Mapping[str, Any], float], None]] = {
            **dict.fromkeys(_AT_ANY_TABLE, self._command),
            "begin": self._begin,
            "tournament": self._tournament,
            "close": self._close,
            "pair": self._pair,
            "place": self._place,
            "message": self._message,
            "setting": self._setting,
            "options": self._options,
            "dispute": self._dispute,
            "settle": self._settle,
            "follow": self._follow,
            "check-ins": self._check_ins,
            "home": self._home,
            "name": self._name,
            "admit": self._admit,
            "slot": self._slot,
            "clock": self._clock,
            "show": self._show,
        }

    def act(self, message: Mapping[str, Any], now: float) -> None:
        """Do it. ActError says why it cannot be done, and nothing was."""
        what = message.get("do")
        doer = self._doers.get(what) if isinstance(what, str) else None
        if doer is None:
            raise ActError("unknown-act", act=str(what)[:40])
        doer(message, now)

    def _begin(self, message: Mapping[str, Any], _: float) -> None:
        hall = self._desk.hall
        if hall.tournament is not None:
            raise ActError("begun")
        name, game = _text(message, "name"), _text(message, "game")
        if game not in GAMES:
            raise ActError("no-such-game", game=game, games=", ".join(sorted(GAMES)))
        usual = "swiss" if len(game_named(game).boats) > 1 else "ranking"
        system = message.get("system") or usual
        if system not in SYSTEMS:
            raise ActError("no-such-system", system=str(system)[:40])
        options = _options_of(message)
        check_options(game, options)
        hall.do(acts.Begin(name, game, system, _number(message, "rounds"), secrets.choice(("red", "blue"))))
        hall.settings.options = options
        hall.keep_settings()

    def _tournament(self, message: Mapping[str, Any], _: float) -> None:
        try:
            act = read_act(message.get("act"))
        except (UnreadableActError, TypeError) as error:
            raise ActError("unknown-act", act="tournament") from error
        if not isinstance(act, _OF_TOURNAMENT):
            raise ActError("unknown-act", act=type(act).__name__)
        hall, before = self._desk.hall, self._desk.hall.need_tournament()
        after = hall.do(act)
        if len(after.played) < len(before.played):  # the round was taken back, and where it is played with it
            gone = f"{len(before.played)}/"
            hall.places = {place: table for place, table in hall.places.items() if not place.startswith(gone)}
            hall.keep_places()

    def _close(self, _message: Mapping[str, Any], _: float) -> None:
        self._desk.hall.need_tournament()
        self._desk.hall.close_tournament()

    def _pair(self, _message: Mapping[str, Any], _: float) -> None:
        self._desk.rounds.want_pairing()

    def _place(self, message: Mapping[str, Any], now: float) -> None:
        table = self._desk.commanding.table(message.get("table"))
        self._desk.rounds.place(_number(message, "encounter"), table, now)

    def _command(self, message: Mapping[str, Any], now: float) -> None:
        what, tables = message["do"], message.get("tables")
        for table in self._desk.commanding.tables(tables):
            self._desk.commanding.give(table, what, {}, now)
        clock = self._desk.hall.clock
        if tables == "all" and what in ("pause", "resume") and clock.seconds_left(now):
            clock.set(now, runs=what == "resume")
            self._desk.hall.keep_clock(now)

    def _clock(self, message: Mapping[str, Any], now: float) -> None:
        """How long rounds last (`minutes`), what is left of this one (`left`, in minutes), whether it runs."""
        clock, runs = self._desk.hall.clock, message.get("runs")
        minutes = _number(message, "minutes") if "minutes" in message else clock.minutes
        left = _number(message, "left") if "left" in message else None
        if not (0 <= minutes <= LONGEST_ROUND and 0 <= (left or 0) <= LONGEST_ROUND):
            raise ActError("round-minutes", most=LONGEST_ROUND)
        clock.minutes = minutes
        clock.set(now, left=None if left is None else 60.0 * left, runs=runs if isinstance(runs, bool) else None)
        self._desk.hall.keep_clock(now)

    def _show(self, message: Mapping[str, Any], _: float) -> None:
        """Show debriefs on the big screen: of these games, of all of the last round (`round`), or none."""
        hall, wanted = self._desk.hall, message.get("claims")
        if wanted == "round":
            wanted = self._desk.results.games_of_round()
        if not isinstance(wanted, list) or not all(isinstance(each, str) for each in wanted):
            raise ActError("unknown-act", act="show")
        shown = [each for each in wanted if each in hall.claims and hall.claims[each].state == "verified"]
        if len(shown) < len(wanted) or (not shown and message.get("claims")):
            raise ActError("no-journal")
        hall.settings.shown = shown
        hall.keep_settings()

    def _message(self, message: Mapping[str, Any], now: float) -> None:
        plain = one_line(_text(message, "text"))
        if not 0 < len(plain) <= LONGEST_TEXT:
            raise ActError("long-text", most=LONGEST_TEXT)
        for table in self._desk.commanding.tables(message.get("tables")):
            self._desk.commanding.give(table, "message", {"text": plain}, now)

    def _setting(self, message: Mapping[str, Any], now: float) -> None:
        facts = {"name": _text(message, "name"), "value": _text(message, "value")}
        for table in self._desk.commanding.tables(message.get("tables")):
            self._desk.commanding.give(table, "setting", facts, now)

    def _options(self, message: Mapping[str, Any], _: float) -> None:
        options = _options_of(message)
        check_options(self._desk.hall.need_tournament().game, options)
        self._desk.hall.settings.options = options
        self._desk.hall.keep_settings()

    def _dispute(self, message: Mapping[str, Any], _: float) -> None:
        tournament = self._desk.hall.need_tournament()
        number = _number(message, "round")
        encounter = _number(message, "encounter")
        if not 1 <= number <= len(tournament.played):
            raise ActError("no-such-round", round=number, last=len(tournament.played))
        if not 1 <= encounter <= len(tournament.played[number - 1].encounters):
            raise ActError("no-such-table", table=encounter, last=len(tournament.played[number - 1].encounters))
        text = one_line(str(message.get("text", "")))[:LONGEST_TEXT]
        self._desk.results.dispute(number, encounter, "asked", text=text)

    def _settle(self, message: Mapping[str, Any], _: float) -> None:
        ruling = one_line(str(message.get("ruling", "")))[:LONGEST_TEXT]
        self._desk.results.settle(_number(message, "dispute"), _text(message, "result"), ruling)

    def _follow(self, message: Mapping[str, Any], _: float) -> None:
        desk, table = self._desk, message.get("table")
        chosen = desk.commanding.table(table).id if table else ""
        delay = message.get("delay", desk.hall.settings.delay)
        if isinstance(delay, bool) or not isinstance(delay, int | float) or not 0 <= delay <= LONGEST_DELAY:
            raise ActError("delay", most=int(LONGEST_DELAY))
        desk.hall.settings.followed, desk.hall.settings.delay = chosen, float(delay)
        desk.hall.keep_settings()
        desk.followed.follow(chosen, float(delay))

    def _check_ins(self, message: Mapping[str, Any], _: float) -> None:
        self._desk.hall.settings.checks_in = message.get("open") is True
        self._desk.hall.keep_settings()

    def _home(self, message: Mapping[str, Any], now: float) -> None:
        is_on = message.get("on") is True
        self._desk.hall.settings.home = is_on
        self._desk.hall.keep_settings()
        for table in self._desk.hall.by_name():
            self._desk.commanding.give(table, "home", {"on": is_on}, now)

    def _name(self, message: Mapping[str, Any], now: float) -> None:
        table = self._desk.commanding.table(message.get("table"))
        name = plain_name(_text(message, "name"))
        for other in self._desk.hall.tables.values():
            if other is not table and other.name.casefold() == name.casefold():
                raise ActError("hall-name-taken", name=other.name)
        table.name = name
        self._desk.hall.keep_table(table)
        self._desk.commanding.give(table, "name", {"name": name}, now)

    def _admit(self, message: Mapping[str, Any], _: float) -> None:
        if self._desk.newcomers is None:
            raise ActError("no-such-newcomer")
        name = plain_name(_text(message, "name"))
        for other in self._desk.hall.tables.values():
            if other.id != message.get("newcomer") and other.name.casefold() == name.casefold():
                raise ActError("hall-name-taken", name=other.name)
        self._desk.newcomers.admit(_text(message, "newcomer"), _text(message, "code"), name)

    def _slot(self, message: Mapping[str, Any], now: float) -> None:
        tables = self._desk.commanding.tables(message.get("tables"))
        slots: dict[str, Any] = {}
        if message.get("on") is True:
            game, minutes = _text(message, "game"), _number(message, "minutes")
            if game not in GAMES:
                raise ActError("no-such-game", game=game, games=", ".join(sorted(GAMES)))
            if minutes not in SLOT_MINUTES:
                raise ActError("slot-minutes", least=SLOT_MINUTES.start, most=SLOT_MINUTES.stop - 1)
            slots = {"game": game, "minutes": minutes}
        for table in tables:
            table.slots = slots
            self._desk.hall.keep_table(table)
            self._desk.commanding.give(table, "slot", slots, now)


def _options_of(message: Mapping[str, Any]) -> dict[str, str]:
    match message.get("options", {}):
        case dict(options) if all(isinstance(each, str) for pair in options.items() for each in pair):
            return dict(options)
    raise ActError("unknown-act", act="options")


def _text(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise ActError("unknown-act", act=name)
    return value


def _number(message: Mapping[str, Any], name: str) -> int:
    value = message.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ActError("unknown-act", act=name)
    return value
