"""The link of this console: its ways to the other one, what both know of each other, and the table they share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from klaxon.console.linked.other_console import (
    ALONE,
    GUEST,
    HOST,
    CopyOffer,
    FarGame,
    LentFrom,
    LentSeats,
    LentTable,
    LinkReport,
    LinkStage,
    LinkStanding,
)
from klaxon.console.linked.pairing import ALPHABET, SIGNS
from klaxon.link.carrier import Carrier
from klaxon.link.conversation import Introduction, Phase
from klaxon.link.copies.copy_code import SIGNS as CODE_SIGNS
from klaxon.link.copies.kept_copies import KeptCopies
from klaxon.link.copies.takeover import Takeover
from klaxon.link.guest_side import GuestSide
from klaxon.link.host_side import HostSide
from klaxon.link.identity import LinkIdentity
from klaxon.link.known_consoles import Keep, LinkMemory
from klaxon.link.meeting import Meeting
from klaxon.table.disk.shelf import Shelf
from klaxon.table.foreign_json import UNREADABLE
from klaxon.table.host import Tokens
from klaxon.table.table import Table

_log = logging.getLogger(__name__)
TAKEOVER = frozenset({"copies", "fetch", "copied"})
"""Messages about copies, from either console."""
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
    folder: Path | None = None
    """Where copies of games are kept; None: in memory alone."""
    shelf: Shelf | None = None
    """Where a game goes that is taken over."""


class ConsoleLink:
    """This console's link to another one."""

    signs, length, code_signs = ALPHABET, SIGNS, CODE_SIGNS

    def __init__(self, setup: LinkSetup, memory: LinkMemory, keep: Keep) -> None:
        """Take what was kept; `start` begins, in the role of the last evening."""
        self.changed: Callable[[], None] = lambda: None
        self.identity, self._setup = LinkIdentity(setup.name, setup.release, memory, keep), setup
        self._meetings: list[Meeting] = []
        self._active: Meeting | None = None
        kept = KeptCopies(setup.folder)
        self._hosting = HostSide(self)
        self._guesting = GuestSide(self, kept, self._begin_again)
        self._takeover = Takeover(kept, setup.shelf, self.say, self._on_copy_news)
        self._trouble = self._news = ""
        self._told = LinkStanding()
        self._retry: asyncio.TimerHandle | None = None

    @property
    def memory(self) -> LinkMemory:
        """What is kept over restarts."""
        return self.identity.memory

    # For the console

    @property
    def standing(self) -> LinkStanding:
        """How this console stands with the other."""
        peer = self._active.peer if self._active is not None else None
        name = peer.name if peer is not None else self.identity.last_known
        trouble = self._trouble or next((way for way in self._way_troubles() if way), "")
        stage, side = self._stage(), self._hosting if self.memory.role == HOST else self._guesting
        code = self.identity.code if self.memory.role == HOST else ""
        if stage is LinkStage.JOINED:
            trouble = "other-table" if side.has_other_table else ""
        return LinkStanding(self.memory.role, stage, name, code, trouble, self._news, side.verdict)

    @property
    def lent_table(self) -> LentTable | None:
        """At a guest: the table at which its stations are wanted now."""
        return self._guesting.table

    @property
    def far_game(self) -> FarGame | None:
        """At a guest: the game that is over, once its host has handed it over."""
        return self._guesting.far_game

    @property
    def copy_code(self) -> str:
        """At a host: the code that opens the guest's copy of the game that is played."""
        return self._hosting.copy_code

    @property
    def offers(self) -> tuple[CopyOffer, ...]:
        """The games of other consoles that can be gone on with here."""
        return self._takeover.offers(self.memory.number)

    @property
    def way_report(self) -> LinkReport | None:
        """How the way to the other console is, where it is heard."""
        return self._active.carrier.report if self._active is not None else None

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
            self.identity.have_certificate()
            for carrier in self._setup.ways(self.memory.role, self):
                self.meet(carrier)
        self._tell()

    def close(self) -> None:
        """Let go of all ways."""
        if self._retry is not None:
            self._retry.cancel()
        meetings, self._meetings, self._active = self._meetings, [], None
        for meeting in meetings:
            meeting.close()
        self._setup.on_close()

    def end(self) -> None:
        """Let go of everything: the program ends."""
        self.close()
        self._guesting.end()

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
        self.identity.choose_role(role)
        self._begin_again()

    def show_code(self) -> None:
        """Show a new code at this host."""
        self.identity.show_code()
        self._trouble = ""
        self._tell()

    def enter_code(self, code: str) -> None:
        """Use the code that the host shows."""
        self.identity.code = code
        self._begin_again()

    def forget(self) -> None:
        """Forget all consoles that this one was paired with."""
        self.identity.forget()
        self._begin_again()

    def lend(self, table: Table, tokens: Tokens, lent: LentSeats, game: LentFrom) -> None:
        """Let the guest work seats of a table."""
        self._hosting.lend(table, tokens, lent, game, bytes.fromhex(self.memory.secret))

    def end_lending(self) -> None:
        """Take the seats back: the table is left."""
        self._hosting.end_lending()

    def open_debrief(self) -> None:
        """The game is over: a host hands it to its guest, a guest asks for it."""
        (self._hosting if self.memory.role == HOST else self._guesting).open_debrief()

    def drop_copy(self) -> None:
        """The game that the host handed over is on the shelf here: no copy of it is needed any more."""
        self._guesting.drop_copy()

    def take_over(self, offer: str, code: str) -> None:
        """Go on with a game here, as the host."""
        self._on_copy_news("")
        self._takeover.take_over(offer, code)

    def _on_copy_news(self, news: str) -> None:
        self._news = news
        if news == "taken" and self.memory.role != HOST:
            self.choose_role(HOST)
        self._tell()

    def _begin_again(self) -> None:
        """Try all ways anew."""
        self._trouble = ""
        self.close()
        self._guesting.give_up()
        self.start()

    def _tell(self) -> None:
        standing = self.standing
        if standing.stage is not self._told.stage and self._told.role == standing.role:
            self._follow(is_away=standing.stage is not LinkStage.JOINED)
        if standing != self._told:
            self._told = standing
            self.changed()

    def _follow(self, *, is_away: bool) -> None:
        """Pause the shared table for a console that is silent; it may go on when that is back."""
        self._hosting.follow(is_away=is_away)
        self._guesting.follow(is_away=is_away)

    # For the meetings

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
            self._hosting.offer()
        else:
            self._takeover.tell_copies()
        self._tell()

    def _refuse(self, meeting: Meeting) -> None:
        """There is a guest already."""
        if meeting.conversation is not None:
            meeting.conversation.refuse("two-guests")

    def _drop(self, meeting: Meeting) -> None:
        meeting.close()
        self._meetings.remove(meeting)

    def on_message(self, meeting: Meeting, message: Mapping[str, Any]) -> None:
        """Take a message of the other console."""
        if meeting is not self._active:
            return
        try:
            self._take(message)
        except UNREADABLE as error:
            self.on_unreadable(error)

    def on_unreadable(self, error: Exception) -> None:
        """What came is nothing that a console of ours says: the conversation ends, and another may begin."""
        _log.info("the other console says what no console says (%s): the link begins again", type(error).__name__)
        if self._active is not None and self._active.conversation is not None:
            self._active.conversation.refuse("forged")

    def _take(self, message: Mapping[str, Any]) -> None:
        if TAKEOVER & message.keys():
            self._takeover.take(message)
            self.changed()
        elif self.memory.role == HOST:
            self._hosting.take(message)
        else:
            self._guesting.take(message)

    def on_block(self, meeting: Meeting, block: bytes) -> None:
        """Take a slice of the host's copy."""
        if meeting is self._active and self.memory.role == GUEST:
            self._guesting.take_block(block)

    # For both sides

    @property
    def peer(self) -> Introduction | None:
        """Who is there; None where nobody is."""
        active = self._active
        return active.peer if active is not None and active.is_talking else None

    @property
    def waiting(self) -> int:
        """Bytes that were said and have not arrived."""
        return self._active.carrier.waiting if self._active is not None else 0

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        if self._active is not None:
            self._active.say(message)

    def say_text(self, text: str) -> None:
        """Send a message that is written already."""
        if self._active is not None:
            self._active.say_text(text)

    def say_block(self, block: bytes) -> None:
        """Send bytes as they are."""
        if self._active is not None:
            self._active.say_block(block)

    def on_side_news(self) -> None:
        """What is to be shown has changed."""
        self._told = self.standing
        self.changed()

    def on_change(self, meeting: Meeting) -> None:
        """A way has changed: somebody came or went, or there is room to send more."""
        self._tell()
        if meeting is self._active and meeting.carrier.is_here:
            self._hosting.flush()

    def on_end(self, meeting: Meeting, why: str) -> None:
        """A conversation ended; a guest tries again. While a code is shown nobody needs to hear that it is needed."""
        self._trouble = "" if why == "not-paired" and self.identity.code else why
        if self.memory.role == GUEST:
            if self._retry is not None:
                self._retry.cancel()
            self._retry = asyncio.get_running_loop().call_later(TRY_AGAIN, self._try_again, meeting)
        self._tell()

    def _try_again(self, meeting: Meeting) -> None:
        if not meeting.is_closed:
            meeting.carrier.restart()
