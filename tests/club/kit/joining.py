"""A desk that lets tables in, and tables that ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from klaxon.club.broker.certificates import compact_authority, make_certificates
from klaxon.club.joining.asking import Asking
from klaxon.club.joining.introduction import DeskIntroduction, TableIntroduction
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.table_side.membership import new_membership
from klaxon.console.linked.pairing import Paired

AUTHORITY = make_certificates().authority
Carry = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Joining:
    """A desk that lets tables in, and a way to it that a test may meddle with."""

    def __init__(self) -> None:
        self.let_in: dict[str, tuple[TableIntroduction, Paired, str]] = {}
        desk = DeskIntroduction("Autumn hall", 8883, compact_authority(AUTHORITY))
        self.newcomers = NewTables(desk, self._let_in)
        self.now = 0.0

    def _let_in(self, about: TableIntroduction, paired: Paired, name: str) -> None:
        self.let_in[about.id] = (about, paired, name)

    def ask(self, asking: Asking, carry: Carry = lambda answer: answer, most: int = 40) -> None:
        """Let a table ask until it is a member, or was refused."""
        for _ in range(most):
            question = json.loads(json.dumps(asking.question()))
            asking.take(carry(self.newcomers.answer(question, self.now)), "192.0.2.7")
            if asking.member is not None or asking.is_wrong:
                return


def asking() -> Asking:
    return Asking(new_membership(), "klaxon-pi")
