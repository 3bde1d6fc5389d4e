"""This console as a guest: the table of its host, and the copy of the game that it keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.linked.other_console import FarGame, LentSeats
from klaxon.link.copies.guest_copy import GuestCopy, HandedGame
from klaxon.link.copies.kept_copies import KeptCopies
from klaxon.link.guest_table import AtHost, GuestTable
from klaxon.link.speaker import Speaker
from klaxon.rules.contract import Seat
from klaxon.rules.games import GAMES, game_named
from klaxon.table.fair_play.verdict import Evidence, GameVerdict


class GuestSide:
    """What this console has of its host."""

    def __init__(self, speaker: Speaker, kept: KeptCopies, begin_again: Callable[[], None]) -> None:
        """Begin without a table. `begin_again` looks for the host anew."""
        self._speaker, self._begin_again = speaker, begin_again
        self.table: GuestTable | None = None
        self.far_game: FarGame | None = None
        self.verdict: GameVerdict | None = None
        self.has_other_table = False
        """Whether the host that is here has another table than the one at which people here play."""
        self._copy = GuestCopy(kept, speaker.say, self._evidence, self._on_game)

    def follow(self, *, is_away: bool) -> None:
        """Show that the host is silent, or back."""
        if self.table is not None and not self.has_other_table:
            self.table.set_away(away=is_away)

    def give_up(self) -> None:
        """Leave the table, whatever its host says."""
        self.table, self.has_other_table = None, False

    def open_debrief(self) -> None:
        """Ask for the game that is over."""
        self._speaker.say({"ask": "debrief"})

    def drop_copy(self) -> None:
        """The game is over, and on the shelf."""
        self._copy.drop()

    def end(self) -> None:
        """The program ends."""
        self._copy.end()

    def take_block(self, block: bytes) -> None:
        """Take a slice of the copy."""
        self._copy.take_slice(block)

    def take(self, message: Mapping[str, Any]) -> None:
        """Take a message of the host."""
        peer = self._speaker.peer
        match message:
            case {"table": dict(about)} if peer is not None:
                self._join(about, peer.number)
            case {"lobby": True} if peer is not None:
                if self._refuses(AtHost(peer.number, "", "")):
                    return
                self.give_up()
                self._speaker.on_side_news()
            case {"down": list(parts)} if self.table is not None:
                for number, messages in parts if not self.has_other_table else ():
                    self.table.take(number, messages)
            case _ if peer is not None and not self.has_other_table:
                self._copy.take(message, peer.name, peer.number)

    def _join(self, about: Mapping[str, Any], number: str) -> None:
        """Sit at the table of the host, or take it up again where it was left."""
        read = _read_lent(about, number)
        if read is None or self._refuses(read[1]):
            return
        lent, at = read
        if self.table is not None and self.table.at == at:
            self.table.take_up_again()
            self.table.set_away(away=False)
            return
        self.table = GuestTable(lent, at, self._speaker.say, self._leave_alone, self._speaker.on_unreadable)
        self.verdict = self.far_game = None
        self._speaker.on_side_news()

    def _refuses(self, at: AtHost) -> bool:
        """Return whether people play at another table than the one that is offered: theirs waits for its own host."""
        table = self.table
        is_other = table is not None and not table.is_over and at.number != table.at.number and at.game != table.at.game
        if is_other != self.has_other_table or is_other:
            self.has_other_table = is_other
            self._speaker.say({"other-table": is_other})
            if is_other and table is not None:
                table.set_away(away=True)
            self._speaker.on_side_news()
        return is_other

    def _leave_alone(self) -> None:
        """People leave a table whose host does not hear it."""
        self.give_up()
        self._begin_again()

    def _evidence(self) -> Evidence:
        return self.table.evidence() if self.table is not None else Evidence()

    def _on_game(self, game: HandedGame) -> None:
        self.verdict, self.far_game = game.verdict, game.game
        self._speaker.on_side_news()


def _read_lent(about: Mapping[str, Any], number: str) -> tuple[LentSeats, AtHost] | None:
    """Return which seats a host wants worked, and at which table; None where that is no game of ours."""
    match about:
        case {
            "game": str(game),
            "boat": str(boat),
            "seats": list(seats),
            "crew": str(crew),
            "run": str(run),
            "id": str(name),
        } if game in GAMES and seats and set(seats) <= set(game_named(game).seats):
            return LentSeats(game, boat, tuple(Seat(seat) for seat in seats), crew), AtHost(number, run, name)
    return None
