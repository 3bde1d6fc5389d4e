"""Histories made by chance: whole games in made-up time, over slow and dead disks, kills, floods and lost connections.

python -m tests.table.kit.histories SEED ...      plays these seeds and says what is wrong with them
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from functools import cache
from random import Random

from klaxon import data
from klaxon.rules.contract import UMPIRE, Seat
from klaxon.rules.walks import random_walk
from klaxon.table.disk.journal import JournalError, Snapshot
from klaxon.table.fake_time import travel
from klaxon.table.naming import names_in
from klaxon.table.play import JournalRow, Play
from klaxon.table.session import QUEUE
from klaxon.table.table import Table
from klaxon.table.telling.telling import REMEMBERED
from tests.table.kit.history import Life, Witness, judge
from tests.table.kit.travel import Disk, new_play, seats_by_token

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("sonar", {"limit": "8"}),
    ("sonar", {"mode": "realtime", "limit": "2"}),
    ("sonar", {"limit": "5", "undo": "yes", "clock": "30"}),
    ("steam", {}),
)
STEPS = 50
"""What happens at most before the umpire ends a game."""
PATIENCE = 120
"""Seconds of made-up time in which everything must be on the disk at the end."""
BOATS = ("red", "blue")


class MoodyDisk(Disk):
    """Mostly quick, sometimes slow, now and then dead for a while."""

    def __init__(self, dice: Random) -> None:
        super().__init__()
        self._dice = dice
        self._dead_until = 0.0
        self._under_way: Sequence[JournalRow] = ()

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        self._under_way = rows
        await asyncio.sleep(self.mood())
        now = asyncio.get_running_loop().time()
        if self._dice.random() < 0.04:
            self._dead_until = now + self._dice.choice((0, 1, 6))
        if now <= self._dead_until:
            raise JournalError("disk-failed", data.ROOT)
        self._under_way = ()
        self.rows.extend(rows)

    def mood(self) -> float:
        """Return how long the next commit takes."""
        return self._dice.choice((0, 0, 0, 0.005, 0.02, 0.02, 0.35, 1.2, 2.5))

    def kill(self) -> None:
        """The plug is pulled: what is being written may be on the disk, though nobody was told so."""
        if self._dice.random() < 0.5:
            self.rows.extend(self._under_way)
        self._under_way = ()


class Story:
    """One game from its beginning to its end, made by one seed."""

    def __init__(self, seed: int, table_type: type[Table] = Table, disk_type: type[MoodyDisk] = MoodyDisk) -> None:
        self.dice = Random(seed)
        self.game, self.options = self.dice.choice(GAMES)
        self.table_type = table_type
        self.disk = disk_type(self.dice)
        self.lives: list[Life] = []
        self.steps = 0

    def play(self) -> Play:
        """Return the game at its beginning."""
        begun = _begun(self.game, tuple(self.options.items()))
        return Play(begun.game, begun.header, begun.state)

    async def tell(self) -> None:
        """Play lives until the game is over and written."""
        while True:
            kill_after = self.dice.choice((None, 3, 10, 25))
            if await self._live(kill_after):
                return

    async def _live(self, kill_after: int | None) -> bool:
        """Play one life; tell whether the game came to its end in it."""
        table = self._open()
        life = Life(len(self.disk.rows))
        self.lives.append(life)
        seats = table.play.game.seats
        crews = {boat: [seat for seat in seats if seat.startswith(boat)] for boat in BOATS}
        clients = [Witness(table, boat, crews[boat], life, self._written) for boat in BOATS]
        umpire = Witness(table, "umpire", [UMPIRE], life, self._written)
        onlooker = Witness(table, "spectator", ["spectator"], life, self._written)
        table.begin()
        umpire.say(act="resume")
        while table.play.outcome is None and self.steps < STEPS:
            self.steps += 1
            self._do_something(table, clients, umpire, onlooker)
            await _pass(self.dice.choice((0, 0, 0.01, 0.1, 0.3, 1.0)))
            if kill_after is not None:
                kill_after -= 1
                if kill_after < 0:
                    self._kill(table, life)
                    return False
        await self._end(table, [*clients, umpire, onlooker])
        return True

    def _written(self) -> int:
        return len(self.disk.rows)

    def _open(self) -> Table:
        """Open the table with what is on the disk, as a console does that comes up again."""
        play = self.play()
        for row in self.disk.rows:
            if not play.repeat(row):
                break  # the judge will say so
        pages = play.take_pages()
        table = self.table_type("table-1", play, self.disk, seats_by_token(play.game.seats))
        table.remember(pages, {})
        table.names = names_in(self.disk.rows)
        if self.lives and not play.paused and play.outcome is None:
            play.pause()
            table.turn_pages()
        return table

    def _kill(self, table: Table, life: Life) -> None:
        life.killed = True
        self.disk.kill()
        for session in table.sessions:
            session.gone = True  # nothing reaches anybody any more
        table.close()

    async def _end(self, table: Table, clients: list[Witness]) -> None:
        for client in clients:
            client.lazy = False
            client.read()
        for _ in range(PATIENCE):
            clients[2].say(act="end")
            await _pass(1)
            if table.play.outcome is not None and table.ledger.is_settled:
                break
        else:
            self.lives[-1].wrong.append("the table does not come to rest")
        await _pass(5)
        for client in clients:
            client.ask_again()
        await _pass(1)
        table.close()
        for client in clients:
            self.lives[-1].views.update({Seat(seat): view for seat, view in client.views.items() if seat != UMPIRE})

    def _do_something(self, table: Table, clients: list[Witness], umpire: Witness, onlooker: Witness) -> None:
        dice, client = self.dice, self.dice.choice(clients)
        if client.state == "stuck" and dice.random() < 0.3:
            client.say(act="unsaved")
        match dice.randrange(40):
            case 0:
                client.come_back()
                client.ask_again()
            case 1:
                client.ask_again()
            case 2:
                self._flood(dice.choice((client, onlooker)))
            case 3:
                client.give(f"{client.boat}.captain course nowhere")
            case 4:
                client.lazy = not client.lazy
                client.read()
            case 5:
                umpire.say(act=dice.choice(("pause", "resume", "undo")))
            case 6:
                client.say(act="name", boat=client.boat, name=f"boat {self.steps}")
            case 7:
                onlooker.lazy = not onlooker.lazy
                onlooker.read()
            case _:
                if table.play.paused:
                    umpire.say(act="resume")
                for _ in range(dice.choice((1, 1, 1, 3))):
                    self._order(table, clients)

    def _flood(self, client: Witness) -> None:
        """Say far more than anybody may, and read nothing of it."""
        client.lazy = True
        for _ in range(1 + QUEUE // (REMEMBERED * len(client.views) + 1)):  # more than may wait to be read
            client.say(again=True)
        for _ in range(self.dice.choice((0, 100))):
            client.say(nonsense=True)
        client.lazy = False

    def _order(self, table: Table, clients: list[Witness]) -> None:
        game, state = table.play.game, table.play.state
        actors = game.actors(state)
        if not actors:
            return
        seat = actors[self.dice.randrange(len(actors))]
        order = random_walk(game, seat, game.view(state, seat), self.dice.randrange)
        client = clients[seat.startswith("blue")]
        if order is not None and order.verb != "surface" and len(client.unanswered()) < 8:
            client.give(str(order))


@cache
def _begun(game: str, options: tuple[tuple[str, str], ...]) -> Play:
    """Set a game up once: its state is a value."""
    return new_play(game, **dict(options))


async def _pass(seconds: float) -> None:
    await asyncio.sleep(seconds)
    for _ in range(5):
        await asyncio.sleep(0)


def faults(seed: int, table_type: type[Table] = Table, disk_type: type[MoodyDisk] = MoodyDisk) -> list[str]:
    """Play a seed and return what is wrong with its history."""
    story = Story(seed, table_type, disk_type)
    travel(story.tell)
    return list(judge(story.play(), story.disk.rows, story.lives))


def main() -> None:
    """Play the seeds that are asked for."""
    for seed in map(int, sys.argv[1:]):
        found = faults(seed)
        sys.stdout.write(f"seed {seed}: {'; '.join(found) or 'nothing is wrong'}\n")


if __name__ == "__main__":
    main()
