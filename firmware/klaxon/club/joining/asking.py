"""A table that asks to be let in: it shows a code, and speaks with whatever desk it finds. No I/O.

Two messages a second go up until somebody has typed the code at the desk; then each answer is the next message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from klaxon.club.joining.introduction import TableIntroduction, password_of, read_desk, read_say
from klaxon.club.signing import SigningKey
from klaxon.club.table_side.membership import HallMembership
from klaxon.club.tournament.deeds import one_line
from klaxon.console.linked.pairing import PairingFailed, PairingSide, draw_code, pair_as_host


@dataclass(slots=True)
class Asking:
    """One that asks, until it is a member."""

    membership: HallMembership
    called: str
    """What this machine is called, for people to tell tables apart."""
    code: str = ""
    hall: str = ""
    """Who answers."""
    is_wrong: bool = False
    """Whether the last code was typed wrongly, or somebody stood between."""
    member: HallMembership | None = None
    """What came of it."""
    _side: PairingSide | None = None
    _say: str = ""

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Show another code: one is used once."""
        self.code = draw_code()
        own = TableIntroduction(self.membership.id, SigningKey(bytes.fromhex(self.membership.secret)).public)
        self._side, self._say = PairingSide(pair_as_host(self.code, own.write())), ""

    @property
    def is_under_way(self) -> bool:
        """Whether the next question should follow at once."""
        return bool(self._say)

    def question(self) -> Mapping[str, Any]:
        """Return what to ask next."""
        return {"table": self.membership.id, "called": self.called, "say": self._say}

    def take(self, answer: Any, host: str) -> None:
        """Take an answer of the desk at `host`."""
        if not isinstance(answer, dict):
            return
        self.hall = one_line(str(answer.get("hall", "")))[:40]
        if answer.get("wrong") is True:
            if self._say:  # else this end found it out first, and shows another code already
                self._fail()
        elif "say" in answer and self._side is not None:
            try:
                said = self._side.receive(read_say(answer["say"]))
                self._say = said.hex()
                if self._side.paired is not None:
                    self._join(host)
            except (PairingFailed, ValueError):
                self._fail()
        else:
            self._say = ""

    def _fail(self) -> None:
        self.is_wrong = True
        self._begin()

    def _join(self, host: str) -> None:
        from klaxon.club.broker.certificates import unpack_authority  # noqa: PLC0415 - needs the extra `club`

        paired = self._side.paired if self._side is not None else None
        if paired is None:
            return
        desk = read_desk(paired.about)
        self.member = replace(
            self.membership,
            hall=desk.hall,
            host=host,
            port=desk.port,
            password=password_of(paired.key),
            authority=unpack_authority(desk.authority),
        )
