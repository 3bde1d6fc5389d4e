"""A round in the hall: which encounter is played at which table, and what the tables are told."""

from __future__ import annotations

from klaxon.club.desk.commanding import Commanding
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.hall_table import HallTable
from klaxon.club.desk.results import encounter_at
from klaxon.club.tournament.acts import StartRound
from klaxon.club.tournament.deeds import check_next_round
from klaxon.club.tournament.tournament import ActError, Encounter, Tournament


class HallRounds:
    """Rounds begin, and encounters go to tables."""

    def __init__(self, hall: Hall, commanding: Commanding) -> None:
        """Place the encounters of a hall."""
        self._hall, self._commanding = hall, commanding
        self.pairs = False
        """Whether the next round is being paired."""
        self.trouble: ActError | None = None
        """Why it could not be."""

    def want_pairing(self) -> None:
        """Have the next round paired, off the loop: in a large hall that takes a second."""
        check_next_round(self._hall.need_tournament())
        self.pairs, self.trouble = True, None

    def on_pairing(self, made: StartRound | ActError, now: float) -> None:
        """The next round was paired, or cannot be."""
        self.pairs, self.trouble = False, None
        try:
            if isinstance(made, ActError):
                raise made
            self._begin(made, now)
        except ActError as error:
            self.trouble = error

    def _begin(self, act: StartRound, now: float) -> None:
        """Begin a round that was paired, and send its encounters to the tables that are here."""
        self._hall.do(act)
        clock = self._hall.clock
        if clock.minutes:
            clock.set(now, left=60.0 * clock.minutes, runs=True)
            self._hall.keep_clock(now)
        self._hall.settings.shown = []  # people play again
        self._hall.keep_settings()
        self.fill(now)

    def fill(self, now: float) -> None:
        """Send encounters that wait for a table to those that are here and have none."""
        tournament = self._hall.tournament
        if tournament is None or not tournament.played:
            return
        number = len(tournament.played)
        waiting = [each for each in tournament.open_tables() if f"{number}/{each}" not in self._hall.places]
        free = [table for table in self._hall.by_name() if table.here and self.is_free(table)]
        for encounter, table in zip(waiting, free, strict=False):
            self._send(tournament, number, encounter, table, now)

    def is_free(self, table: HallTable) -> bool:
        """Return whether no encounter of this round waits for a result at a table."""
        tournament = self._hall.tournament
        if table.slots or tournament is None:
            return False
        open_here = {f"{len(tournament.played)}/{each}" for each in tournament.open_tables()}
        return not any(place in open_here and at == table.id for place, at in self._hall.places.items())

    def place(self, encounter: int, table: HallTable, now: float) -> None:
        """Let an encounter of this round be played at a certain table."""
        tournament = self._hall.need_tournament()
        number = len(tournament.played)
        if encounter not in tournament.open_tables():
            raise ActError("nothing-open", table=encounter)
        if not self.is_free(table) and self._hall.places.get(f"{number}/{encounter}") != table.id:
            raise ActError("hall-table-busy", name=table.name)
        self._send(tournament, number, encounter, table, now)

    def _send(self, tournament: Tournament, number: int, encounter: int, table: HallTable, now: float) -> None:
        sitting = encounter_at(tournament, number, encounter)
        if sitting is None:
            return
        hall = self._hall
        hall.places[f"{number}/{encounter}"] = table.id
        hall.keep_places()
        table.playing = f"{number}/{encounter}"
        hall.keep_table(table)
        facts = {
            "game": tournament.game,
            "options": dict(hall.settings.options),
            "boats": boats_of_encounter(tournament, sitting),
            "assignment": f"{tournament.name}/{number}/{encounter}",
        }
        self._commanding.give(table, "start", facts, now)


def boats_of_encounter(tournament: Tournament, sitting: Encounter) -> dict[str, str]:
    """Return which crew sails which boat: boat -> name. A boat of a game that has one is called `boat`."""
    red, blue = sitting.pairing.red, sitting.pairing.blue
    if blue is None:
        return {"boat": tournament.crew(red).name}
    return {"red": tournament.crew(red).name, "blue": tournament.crew(blue).name}
