"""The hall's seat at a table: it sees and hears what a spectator does, at the moment when a spectator could."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.onlook.onlookers import OnlookerSeat
from klaxon.console.play.seat_client import Heard
from klaxon.rules.contract import SPECTATOR, Seat
from klaxon.table.host import Tokens
from klaxon.table.session import Message
from klaxon.table.table import Table

LOBBY: Mapping[str, Any] = {"game": "", "stands": {"state": "lobby", "names": {}, "outcome": None}}
"""What a table tells between games."""
TOLD = ("state", "now", "running", "names", "outcome")
"""What is told of how a table stands."""


class HallSeat(OnlookerSeat):
    """The one who looks on for the hall."""

    seat = SPECTATOR

    def __init__(self) -> None:
        """Begin between games; the callbacks are set by whoever tells the hall."""
        super().__init__()
        self.on_news: Callable[[], None] = lambda: None
        """Called when what everybody may know has changed, and when a table is opened or left."""
        self.on_heard: Callable[[Mapping[str, Any]], None] = lambda _: None
        """Called with every public event."""

    @property
    def table(self) -> Table | None:
        """The table that is played at."""
        return self._table[0] if self._table is not None else None

    def open(self, table: Table, game: str, keys: Tokens) -> None:
        """Handle the beginning of a game."""
        super().open(table, game, keys)
        self.on_news()

    def close(self) -> None:
        """Handle that the table was left."""
        super().close()
        self.on_news()

    def state(self) -> Mapping[str, Any]:
        """Return what everybody may know now."""
        moment, table = self._moment(), self.table
        if moment is None or table is None:
            return LOBBY
        stands = {name: moment.stands[name] for name in TOLD if name in moment.stands}
        return {"game": moment.game, "game_name": table.name, "stands": stands, "view": moment.view}

    def on_event(self, _: Seat, heard: Heard) -> None:
        """Tell a public event."""
        self.on_heard({"n": heard.n, "at": heard.at, "type": heard.type, "facts": dict(heard.facts)})

    def stands(self, table: Message) -> None:
        """Take how the table stands: it is told with the rest of the batch."""

    def on_batch_end(self) -> None:
        """Tell what has changed."""
        self.on_news()
