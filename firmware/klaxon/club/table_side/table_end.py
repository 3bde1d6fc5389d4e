"""A table's end of the broker. It does no I/O: mail and time in, rows and mail out; what its console says in between.

What leaves while a game runs is what a spectator knows, at the moment when he knows it. Health and commitments leave at
fixed times. The journal leaves when the game is over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from klaxon.club.journals import CHECK, FinishedJournal
from klaxon.club.mail import Mail, MailBatch
from klaxon.club.outbox.kept import KeptRow
from klaxon.club.outbox.parcels import read_piece
from klaxon.club.outbox.receiving import Inbox
from klaxon.club.outbox.sending import EXPIRED, Outbox
from klaxon.club.signing import SigningKey
from klaxon.club.table_side.game_witness import GameWitness, read_witness
from klaxon.club.table_side.home_assistant import discovery_mail, no_discovery
from klaxon.club.topics import DESK_HERE, TableChannel, topic_of, topics_to
from klaxon.rules.contract import Header, Outcome
from klaxon.table.foreign_json import read_json_object
from klaxon.table.play import JournalRow

HEALTH_EVERY = 30.0
WITNESS_EVERY = 20.0
STATE_EVERY = 0.5
"""Seconds between two states at least: of what changes quickly the newest is told."""
LARGEST_COMMAND = 64 * 1024
"""Bytes of what the desk wants done."""
GAMES, MADE, REPORTED = "games", "made", "reported"
"""Areas: games that are on, or were not reported yet; commitments to them; games that were reported."""
SENDER = "desk"

Facts = Mapping[str, Any]
CarryOut = Callable[[Facts], str]
"""Carries a command out; returns the code of a refusal, '' if it was done."""


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """Which table this is."""

    id: str
    key: SigningKey
    box: str
    """The name of its outbox, drawn when its file was made."""
    name: str = ""
    """What people call it."""


class TableEnd:
    """One table."""

    def __init__(
        self,
        identity: TableIdentity,
        read: Callable[[str], Mapping[str, bytes]],
        carry_out: CarryOut,
        health: Callable[[], Facts],
    ) -> None:
        """Begin with what was kept. `health` is asked at fixed times."""
        self.identity = identity
        self.desk_here = False
        """Whether the desk is there, as far as the broker knows."""
        self.home = bool(read("home"))
        """Whether this table is a device in Home Assistant, which may pause it."""
        self.slots: Facts = json.loads(read("slots").get("all", b"{}"))
        """How walk-up games are played here; empty where they are not."""
        self.will = Mail(topic_of(identity.id, TableChannel.HERE), b"offline", retained=True)
        self.subscriptions = (*topics_to("table", identity.id), DESK_HERE)
        self._carry_out, self._health = carry_out, health
        self._outbox = Outbox(identity.box, read("outbox"))
        self._inbox = Inbox(read("inbox"), sender=SENDER)
        self._kept_games = dict(read(GAMES))
        self._made: dict[str, list[bytes]] = {}
        """Game -> the rows of its commitments."""
        for key, row in read(MADE).items():
            self._made.setdefault(key.rpartition("/")[0], []).append(row)
        self._reported = set(read(REPORTED))
        self._rows: list[KeptRow] = []
        self._mail: list[Mail] = []
        self._state: Facts = {}
        self._state_told: bytes = b""
        self._state_at: float | None = None
        self._told_at = 0.0
        self._health_at: float | None = None
        self._witness_at: float | None = None
        self._game: GameWitness | None = None
        self._played_rows: Callable[[], Sequence[JournalRow]] = tuple
        self._connected = False

    def switch_home(self, *, on: bool) -> None:
        """Make this table a device in Home Assistant, or none any more."""
        self.home = on
        self._rows.append(KeptRow("home", "on", b"1" if on else None))
        self._mail += self._discovery()

    def keep_slots(self, slots: Facts) -> None:
        """Keep how walk-up games are played here."""
        self.slots = slots
        self._rows.append(KeptRow("slots", "all", json.dumps(slots).encode()))

    def _discovery(self) -> Sequence[Mail]:
        """Return what makes this table a device; what is retained there is taken away where it is none."""
        return [
            discovery_mail(self.identity.id, self.identity.name or self.identity.id)
            if self.home
            else no_discovery(self.identity.id)
        ]

    @property
    def waiting(self) -> int:
        """How many parcels the desk does not have yet."""
        return len(self._outbox)

    # What the console says

    def note_state(self, state: Facts, now: float) -> None:
        """Tell what everybody may know now."""
        self._state = state
        if self._state_at is None:
            self._state_at = max(now, self._told_at + STATE_EVERY)

    def tell_event(self, event: Facts) -> None:
        """Tell a public event."""
        if self._connected:
            self._mail.append(self._to(TableChannel.EVENT, event))

    def begin_game(
        self,
        name: str,
        header: Header,
        rows: Callable[[], Sequence[JournalRow]],
        now: float,
        *,
        assignment: str = "",
        boats: Mapping[str, str] | None = None,
    ) -> None:
        """A game begins, or goes on; `rows` are those that people were told of."""
        if name in self._reported:
            return
        if name in self._kept_games:
            self._game = self.witness_of(name, header)
        else:
            self._game = GameWitness(name, header, assignment, boats or {})
            self._kept_games[name] = self._game.row()
            self._rows.append(KeptRow(GAMES, name, self._game.row()))
        self._played_rows = rows
        self._witness_at = now

    def assign_game(self, assignment: str, boats: Mapping[str, str]) -> bool:
        """Let the game that is on be played for an assignment, if it was for none; return whether it is now."""
        if self._game is None or self._game.assignment not in ("", assignment):
            return False
        self._game.assignment, self._game.boats = assignment, dict(boats)
        self._kept_games[self._game.name] = self._game.row()
        self._rows.append(KeptRow(GAMES, self._game.name, self._game.row()))
        return True

    def leave_game(self) -> None:
        """The game was left, and may be gone on with."""
        self._game = self._witness_at = None

    def end_game(self) -> GameWitness | None:
        """The game is over: return what was committed to, for `report`; None where it is not to be reported."""
        game = self._game
        if game is not None:
            self._commit(game)  # so that nothing can be added or changed afterwards, where the desk is there
        self._game = self._witness_at = None
        return game

    def games_to_report(self) -> list[str]:
        """Return the games that were on when the table was switched off, and may be over by now."""
        return [name for name in self._kept_games if self._game is None or self._game.name != name]

    def witness_of(self, name: str, header: Header) -> GameWitness:
        """Return what was committed to in a game that was on when the table was switched off."""
        return read_witness(name, header, self._kept_games[name], self._made.get(name, []))

    def journal(self, game: GameWitness, rows: Sequence[JournalRow]) -> FinishedJournal:
        """Return the journal of a game that is over. To write and sign it takes a while: not for a loop."""
        own = self.identity.id
        return FinishedJournal(own, game.name, game.header, rows, game.proof(own), game.assignment, game.boats)

    def report(self, game: GameWitness, outcome: Outcome, signed: bytes) -> None:
        """Report a game that is over, with its signed journal."""
        if game.name in self._reported:
            return
        self.forget_game(game.name)
        self._reported.add(game.name)
        self._rows.append(KeptRow(REPORTED, game.name, b""))
        about = {"name": game.name, "game": game.header.game, "assignment": game.assignment}
        said = {**about, "outcome": outcome.show(), "boats": dict(game.boats)}
        self._outbox.add("result", json.dumps(said).encode())
        self._outbox.add(f"journal/{game.name}", signed)

    def forget_game(self, name: str) -> None:
        """Forget a game that was reported, or is not on the shelf any more."""
        self._kept_games.pop(name, None)
        self._rows.append(KeptRow(GAMES, name, None))
        for row in self._made.pop(name, []):
            self._rows.append(KeptRow(MADE, _made_key(name, row), None))

    def _commit(self, game: GameWitness) -> None:
        made = game.commit(self._played_rows())
        row = game.made_row(made)
        self._made.setdefault(game.name, []).append(row)
        self._rows.append(KeptRow(MADE, _made_key(game.name, row), row))
        if len(game.commitments) == 1:
            self._mail.append(self._witness_mail(CHECK, game.check))
        self._mail.append(self._witness_mail(made.place.hex(), made.value.hex()))

    # The broker

    def on_connect(self) -> None:
        """The broker is there."""
        self._connected = True
        self._outbox.on_connect()
        self._mail += [Mail(self.will.topic, b"online", retained=True), *self._discovery()]
        self._state_told, self._health_at = b"", None
        self._state_at = self._told_at
        if self._game is not None:
            self._mail.append(self._witness_mail(CHECK, self._game.check))

    def on_lost(self) -> None:
        """The broker is gone."""
        self._connected = self.desk_here = False
        self._outbox.on_lost()

    def on_mail(self, mail: Mail, _: float) -> None:
        """A message came; what is not for this table, or not understood, changes nothing."""
        own = self.identity.id
        if mail.topic == DESK_HERE:
            back = mail.payload not in (b"", b"offline")
            if back and not self.desk_here:
                self._outbox.on_connect()
            self.desk_here = back
        elif mail.topic == topic_of(own, TableChannel.OUTBOX_RECEIPT):
            self._outbox.receive(mail.payload)
        elif mail.topic == topic_of(own, TableChannel.HOME) and self.home:
            if mail.payload in (b"pause", b"resume"):
                self._carry_out({"do": mail.payload.decode()})
        elif mail.topic == topic_of(own, TableChannel.COMMANDS):
            piece = read_piece(mail.payload)
            for parcel in self._inbox.receive(mail.payload):
                answer = self._obey(parcel.kind, parcel.body)
                box = piece.box if piece else ""
                self._outbox.add("answer", json.dumps({"box": box, "n": parcel.n, **answer}).encode())

    def _obey(self, kind: str, body: bytes) -> Facts:
        if kind == EXPIRED:
            return {"answer": "expired"}
        command = read_json_object(body, LARGEST_COMMAND)
        if kind != "command" or command is None or not isinstance(command.get("do"), str):
            return {"answer": "refused", "code": "unknown"}
        code = self._carry_out(command)
        return {"answer": "refused", "code": code} if code else {"answer": "done"}

    def take_batch(self, now: float) -> MailBatch:
        """Return what is to be written, and then sent."""
        self._keep_times(now)
        mail, self._mail = self._mail, []
        rows = [*self._rows, *self._inbox.take_rows()]
        self._rows = []
        receipts = self._inbox.take_receipts()
        pieces = self._outbox.send(now)
        rows += self._outbox.take_rows()
        identity = self.identity.id
        mail += [Mail(topic_of(identity, TableChannel.COMMANDS_RECEIPT), each) for each in receipts]
        mail += [Mail(topic_of(identity, TableChannel.OUTBOX), each) for each in pieces]
        return MailBatch(tuple(rows), tuple(mail) if self._connected else ())

    @property
    def due(self) -> float | None:
        """When `take_batch` is to be called even if nothing comes."""
        times = [self._witness_at, self._outbox.due]
        if self._connected:
            times += [self._health_at, self._state_at]
        return min((each for each in times if each is not None), default=None)

    def _keep_times(self, now: float) -> None:
        """Say what is due by now. Commitments are made without a broker too: the journal has them."""
        if self._witness_at is not None and now >= self._witness_at and self._game is not None:
            self._commit(self._game)
            self._witness_at = now + WITNESS_EVERY
        if not self._connected:
            self._mail.clear()
            return
        if self._health_at is None or now >= self._health_at:
            self._mail.append(self._to(TableChannel.HEALTH, self._health(), retained=True, qos=0))
            self._health_at = now + HEALTH_EVERY
        if self._state_at is not None and now >= self._state_at:
            self._state_at, self._told_at = None, now
            mail = self._to(TableChannel.STATE, self._state, retained=True)
            if mail.payload != self._state_told:
                self._state_told = mail.payload
                self._mail.append(mail)

    def _witness_mail(self, place: str, value: str) -> Mail:
        name = self._game.name if self._game is not None else ""
        return self._to(TableChannel.WITNESS, {"game": name, "place": place, "value": value}, retained=place != CHECK)

    def _to(self, channel: TableChannel, said: Facts, *, retained: bool = False, qos: int = 1) -> Mail:
        text = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
        return Mail(topic_of(self.identity.id, channel), text.encode(), retained, qos)


def _made_key(name: str, row: bytes) -> str:
    return f"{name}/{json.loads(row)[1]}"
