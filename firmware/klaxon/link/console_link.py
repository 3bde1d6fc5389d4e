"""The link of this console: its ways to the other one, what both know of each other, and the table they share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from klaxon.console.linked.other_console import (
    ALONE,
    GUEST,
    HOST,
    LentFrom,
    LentSeats,
    LinkStage,
    LinkStanding,
)
from klaxon.link.carrier import Carrier
from klaxon.link.conversation import Introduction, Phase
from klaxon.link.guest_table import GuestTable
from klaxon.link.host_sessions import HostSessions
from klaxon.link.known_consoles import Keep, KnownConsole, LinkMemory
from klaxon.link.meeting import Meeting
from klaxon.link.pairing import ALPHABET, SIGNS, draw_code
from klaxon.rules.contract import Seat
from klaxon.rules.games import GAMES, game_named
from klaxon.table.host import Tokens
from klaxon.table.table import Table

TRY_AGAIN = 3.0
"""Seconds before a guest begins again with a console that would not have it."""


@dataclass(frozen=True, slots=True)
class LinkSetup:
    """What a link is told once."""

    name: str
    """What the console is called."""
    release: str
    ways: Callable[[str, ConsoleLink], Iterable[Carrier]]
    """(host or guest, the link) -> its ways to the other console. A host may meet guests on more ways later."""
    on_close: Callable[[], None] = lambda: None
    """Called when all ways are given up."""


class ConsoleLink:
    """This console's link to another one."""

    signs, length = ALPHABET, SIGNS

    def __init__(self, setup: LinkSetup, memory: LinkMemory, keep: Keep) -> None:
        """Take what was kept; `start` begins, in the role of the last evening."""
        self.changed: Callable[[], None] = lambda: None
        self.lent_table: GuestTable | None = None
        self.certificate = ""
        self.memory, self._setup, self._keep = memory, setup, keep
        self._meetings: list[Meeting] = []
        self._active: Meeting | None = None
        self._lending: HostSessions | None = None
        self._code = self._trouble = ""
        self._told = LinkStanding()
        self._retry: asyncio.TimerHandle | None = None

    # For the console

    @property
    def standing(self) -> LinkStanding:
        """How this console stands with the other."""
        peer = self._active.peer if self._active is not None else None
        known = next(reversed(self.memory.known.values()), None)
        name = peer.name if peer is not None else known.name if known is not None else ""
        trouble = self._trouble or next((way for way in self._way_troubles() if way), "")
        stage = self._stage()
        code = self._code if self.memory.role == HOST else ""
        return LinkStanding(self.memory.role, stage, name, code, "" if stage is LinkStage.JOINED else trouble)

    def _way_troubles(self) -> Iterable[str]:
        return (meeting.carrier.trouble for meeting in self._meetings)

    def _stage(self) -> LinkStage:
        if self.memory.role == ALONE:
            return LinkStage.OFF
        active = self._active
        if active is not None:
            return LinkStage.JOINED if active.is_talking and active.carrier.is_here else LinkStage.SILENT
        if any(each.conversation and each.conversation.phase is Phase.PAIRING for each in self._meetings):
            return LinkStage.PAIRING
        return LinkStage.REFUSED if self._trouble else LinkStage.SEEKING

    def start(self) -> None:
        """Begin to look for the other console, if this one is a host or a guest."""
        if self.memory.role != ALONE and find_spec("cryptography") is None:
            self._trouble = "no-library"
        elif self.memory.role != ALONE:
            self._have_certificate()
            for carrier in self._setup.ways(self.memory.role, self):
                self.meet(carrier)
        self._tell()

    def _have_certificate(self) -> None:
        from klaxon.link.certificates import digest_of, make_certificate  # noqa: PLC0415 - only where there is a link

        if not self.memory.own_certificate:
            self._remember(replace(self.memory, own_certificate=make_certificate(self.memory.number)))
        self.certificate = digest_of(self.memory.own_certificate)

    def close(self) -> None:
        """Let go of all ways."""
        if self._retry is not None:
            self._retry.cancel()
        meetings, self._meetings, self._active = self._meetings, [], None
        for meeting in meetings:
            meeting.close()
        self._setup.on_close()

    def meet(self, carrier: Carrier) -> None:
        """Try a way to the other console."""
        self._meetings = [meeting for meeting in self._meetings if not meeting.is_closed]
        meeting = Meeting(carrier, self)
        self._meetings.append(meeting)
        meeting.open()

    def report(self, trouble: str) -> None:
        """Show what is wrong with a way."""
        self._trouble = trouble
        self._tell()

    def choose_role(self, role: str) -> None:
        """Be a host, a guest or alone from now on, also after a start."""
        self._remember(replace(self.memory, role=role))
        self._begin_again()

    def show_code(self) -> None:
        """Show a new code at this host."""
        self._code, self._trouble = draw_code(), ""
        self._tell()

    def enter_code(self, code: str) -> None:
        """Use the code that the host shows."""
        self._code = code
        self._begin_again()

    def forget(self) -> None:
        """Forget all consoles that this one was paired with."""
        self._remember(replace(self.memory, known={}))
        self._begin_again()

    def lend(self, table: Table, tokens: Tokens, lent: LentSeats, game: LentFrom) -> None:
        """Let the guest work seats of a table."""
        self._lending = HostSessions(table, tokens, lent, game, self._say_text)
        self._offer_table()

    def end_lending(self) -> None:
        """Take the seats back: the table is left."""
        if self._lending is not None:
            self._lending.end()
            self._lending = None
        self._offer_table()

    def _begin_again(self) -> None:
        """Try all ways anew."""
        self._trouble = ""
        self.close()
        self._end_lent_table()
        self.start()

    def _remember(self, memory: LinkMemory) -> None:
        self.memory = memory
        self._keep(memory)

    def _tell(self) -> None:
        standing = self.standing
        if standing.stage is not self._told.stage and self._told.role == standing.role:
            self._follow(is_away=standing.stage is not LinkStage.JOINED)
        if standing != self._told:
            self._told = standing
            self.changed()

    def _follow(self, *, is_away: bool) -> None:
        """Pause the shared table for a console that is silent; it may go on when that is back."""
        if self._lending is not None and self._lending.table.is_console_away != is_away:
            self._lending.table.set_console_away(away=is_away)
        if self.lent_table is not None:
            self.lent_table.set_away(away=is_away)

    # For the meetings

    def introduction(self) -> Introduction:
        """Return what this console says of itself."""
        return Introduction(self.memory.number, self._setup.name, self.memory.role, self._setup.release)

    def key_of(self, number: str) -> bytes | None:
        """Return the key that is shared with a console."""
        known = self.memory.known.get(number)
        return known.key if known is not None else None

    def take_code(self) -> str:
        """Return the code, and use it up."""
        code, self._code = self._code, ""
        return code

    def is_wanted(self, number: str, certificate: str) -> bool:
        """Return whether a guest should talk to a host of this number ('' unknown) that shows this certificate."""
        if self._code:
            return True
        known = self.memory.known
        return any(each.certificate == certificate and number in ("", key) for key, each in known.items())

    def on_paired(self, peer: Introduction, key: bytes, certificate: str) -> None:
        """Keep a console that was paired."""
        self._remember(self.memory.with_console(peer.number, KnownConsole(peer.name, key, certificate)))

    def on_talk(self, meeting: Meeting) -> None:
        """Both have proved who they are: this is the other console."""
        before, peer = self._active, meeting.peer
        if before is not None and before is not meeting and before in self._meetings:
            if before.peer is not None and peer is not None and before.peer.number != peer.number:
                self._refuse(meeting)
                return
            self._drop(before)
        self._active, self._trouble = meeting, ""
        if self.memory.role == HOST:
            self._offer_table()
        self._tell()

    def _refuse(self, meeting: Meeting) -> None:
        """There is a guest already."""
        if meeting.conversation is not None:
            meeting.conversation.refuse("two-guests")

    def _drop(self, meeting: Meeting) -> None:
        meeting.close()
        self._meetings.remove(meeting)

    def _offer_table(self) -> None:
        """Tell the guest at which table its stations are wanted."""
        active = self._active
        if active is None or not active.is_talking or active.peer is None:
            return
        if self._lending is not None:
            self._lending.begin(active.peer.name, lambda: active.carrier.waiting)
        else:
            active.say({"lobby": True})

    def on_message(self, meeting: Meeting, message: Mapping[str, Any]) -> None:
        """Take a message of the other console."""
        if meeting is not self._active:
            return
        if self.memory.role == HOST:
            if self._lending is not None:
                self._lending.take(message)
            return
        match message:
            case {"table": dict(about)}:
                self._join(about)
            case {"lobby": True}:
                self._end_lent_table()
                self.changed()
            case {"down": int(number), "messages": list(messages)} if self.lent_table is not None:
                self.lent_table.take(number, messages)

    def _join(self, about: Mapping[str, Any]) -> None:
        """Sit at the table of the host, or take it up again where it was left."""
        read = _read_lent(about)
        if read is None:
            return
        lent, run = read
        if self.lent_table is not None and self.lent_table.run == run:
            self.lent_table.take_up_again()
            self.lent_table.set_away(away=False)
            return
        self.lent_table = GuestTable(lent, run, self._say)
        self.changed()

    def _end_lent_table(self) -> None:
        self.lent_table = None

    def _say(self, message: Mapping[str, Any]) -> None:
        if self._active is not None:
            self._active.say(message)

    def _say_text(self, text: str) -> None:
        if self._active is not None:
            self._active.say_text(text)

    def on_change(self, meeting: Meeting) -> None:
        """A way has changed: somebody came or went, or there is room to send more."""
        self._tell()
        if self._lending is not None and meeting is self._active and meeting.carrier.is_here:
            self._lending.flush()

    def on_end(self, meeting: Meeting, why: str) -> None:
        """A conversation ended; a guest tries again."""
        self._trouble = why
        if self.memory.role == GUEST:
            if self._retry is not None:
                self._retry.cancel()
            self._retry = asyncio.get_running_loop().call_later(TRY_AGAIN, self._try_again, meeting)
        self._tell()

    def _try_again(self, meeting: Meeting) -> None:
        if not meeting.is_closed:
            meeting.carrier.restart()


def _read_lent(about: Mapping[str, Any]) -> tuple[LentSeats, str] | None:
    """Return which seats a host wants worked, and at which table; None where that is no game of ours."""
    match about:
        case {"game": str(game), "boat": str(boat), "seats": list(seats), "crew": str(crew), "run": str(run)} if (
            game in GAMES and seats and set(seats) <= set(game_named(game).seats)
        ):
            return LentSeats(game, boat, tuple(Seat(seat) for seat in seats), crew), run
    return None
