"""Results: what tables claim, what their journals prove, and what counts in the tournament."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from klaxon.club.desk.claims import GameClaim
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.hall_table import HallTable
from klaxon.club.desk.people import HallDispute
from klaxon.club.outbox.parcels import Parcel
from klaxon.club.tournament import acts
from klaxon.club.tournament.tournament import ActError, Encounter, Haul, Tournament
from klaxon.table.foreign_json import read_json_object

MOST_WITNESSED = 512
"""Commitments of one game that are kept."""
MOST_DISPUTES = 400
MOST_UNREPORTED = 32
"""Games of one table whose commitments are kept before they are reported; of more the oldest are forgotten."""
LARGEST_RESULT = 64 * 1024
"""Bytes of what a table says of a game that is over."""


@dataclass(frozen=True, slots=True)
class VerifyJob:
    """A journal to be verified, off the desk's loop."""

    claim: str
    table: str
    key: str
    """The table's public key, in hex."""
    body: bytes
    witnessed: Mapping[str, str]

    @property
    def name(self) -> str:
        """What its journal is called at the table."""
        return self.claim.partition("/")[2]


class Results:
    """What games come to."""

    def __init__(self, hall: Hall, journals: Mapping[str, bytes]) -> None:
        """Verify first what was left; `journals` are those that were kept, by claim."""
        self._hall = hall
        self.journals = dict(journals)
        self._jobs = [self._job(claim) for claim in hall.claims.values() if claim.state == "verifying"]

    def take_jobs(self) -> list[VerifyJob]:
        """Return what is to be verified."""
        jobs, self._jobs = self._jobs, []
        return jobs

    def _job(self, claim: GameClaim) -> VerifyJob:
        hall = self._hall
        key = hall.tables[claim.table].key if claim.table in hall.tables else ""
        return VerifyJob(claim.id, claim.table, key, self.journals.get(claim.id, b""), dict(hall.witnessed[claim.id]))

    # What tables say

    def on_witness(self, table: HallTable, said: Any) -> None:
        """A commitment to a game that is played just now."""
        match said:
            case {"game": str(name), "place": str(place), "value": str(value)} if max(map(len, (name, place))) <= 64:
                claim = f"{table.id}/{name}"
                if claim in self._hall.claims:
                    return
                self._forget_unreported(table, claim)
                noted = self._hall.witnessed[claim]
                if place not in noted and len(noted) < MOST_WITNESSED:
                    noted[place] = value[:128]
                    self._hall.note("witness", claim, json.dumps(noted).encode())

    def _forget_unreported(self, table: HallTable, claim: str) -> None:
        """Make room for another game of a table: many are begun and never reported."""
        witnessed = self._hall.witnessed
        if claim in witnessed:
            return
        unreported = [each for each in witnessed if each.startswith(f"{table.id}/") and each not in self._hall.claims]
        for each in unreported[: max(0, len(unreported) + 1 - MOST_UNREPORTED)]:
            del witnessed[each]
            self._hall.note("witness", each, None)

    def on_result(self, table: HallTable, body: bytes) -> None:
        """A table says how a game ended; nothing counts before its journal does."""
        about = read_json_object(body, LARGEST_RESULT) or {}
        name = about.get("name")
        if not isinstance(name, str) or not 0 < len(name) <= 64:
            return
        claim = f"{table.id}/{name}"
        if claim not in self._hall.claims:
            self._hall.keep_claim(_claim(claim, table.id, about))

    def on_journal(self, table: HallTable, parcel: Parcel, name: str) -> None:
        """The journal of a game is here; it is verified before its result counts."""
        claim = self._hall.claims.get(f"{table.id}/{name}")
        if claim is None:
            claim = _claim(f"{table.id}/{name}", table.id, {})
        elif claim.state != "claimed":
            double = sum(each.startswith(f"{claim.id}#") for each in self._hall.claims) + 2
            if double < 10:
                again = replace(claim, id=f"{claim.id}#{double}", state="aside", wrong="doubled", counted=False)
                self._hall.keep_claim(again)
            return
        self.journals[claim.id] = parcel.body
        self._hall.note("journals", claim.id, parcel.body)
        claim = replace(claim, state="verifying")
        self._hall.keep_claim(claim)
        self._jobs.append(self._job(claim))

    # What the worker says

    def on_verdict(self, claim_id: str, verdict: Mapping[str, Any]) -> None:
        """A journal was verified: its result counts, or it is set aside with the reason."""
        claim = self._hall.claims.get(claim_id)
        if claim is None or claim.state != "verifying":
            return
        wrong = str(verdict.get("wrong", "unreadable"))
        if not wrong:
            if claim.outcome and dict(claim.outcome) != verdict["outcome"]:
                wrong = "differs"
            proved = {name: verdict[name] for name in ("game", "assignment", "outcome", "boats")}
            claim = replace(claim, **proved)
        claim = claim.conclude(wrong, witnessed=bool(verdict.get("witnessed")))
        self.journals.pop(claim_id, None)
        self._hall.witnessed.pop(claim_id, None)
        self._hall.note("witness", claim_id, None)
        self._hall.keep_claim(claim)
        self._count(claim)

    def _count(self, claim: GameClaim) -> None:
        """Let a game count in the tournament, or open a dispute where somebody has to decide."""
        where = self._find_encounter(claim)
        if where is None:
            return
        number, encounter, sitting = where
        if claim.wrong:
            self.dispute(number, encounter, "aside", claim=claim.id)
        elif sitting.result not in (None, claim.result) and claim.result is not None:
            self.dispute(number, encounter, "differs", claim=claim.id)
        elif (act := self._act(claim, number, encounter, sitting)) is not None:
            try:
                self._hall.do(act)
            except ActError:  # a draw in a knock-out, say
                self.dispute(number, encounter, "differs", claim=claim.id)
            else:
                self._hall.keep_claim(replace(claim, counted=True))

    def _act(self, claim: GameClaim, number: int, encounter: int, sitting: Encounter) -> acts.Act | None:
        tournament = self._hall.need_tournament()
        if tournament.system == "ranking":
            facts = claim.outcome.get("facts") or {}
            grade, glory = facts.get("grade"), facts.get("glory")
            if not isinstance(grade, str) or not isinstance(glory, int):
                return None
            return acts.Grade(number, sitting.pairing.red, grade, glory)
        if sitting.result == claim.result or claim.result is None:
            return None
        return acts.GiveResult(number, encounter, claim.result)

    def _find_encounter(self, claim: GameClaim) -> tuple[int, int, Encounter] | None:
        """Return round and number of what a game was played for, where it was told to be played at this table."""
        place, tournament = claim.place(), self._hall.tournament
        if place is None or tournament is None or place[0] != tournament.name:
            return None
        sitting = encounter_at(tournament, place[1], place[2])
        if sitting is None or self._hall.places.get(f"{place[1]}/{place[2]}") != claim.table:
            return None
        return place[1], place[2], sitting

    def counts(self, claim: GameClaim) -> bool:
        """Return whether the tournament has its result from a game: not any more once that was taken back."""
        where = self._find_encounter(claim)
        if where is None:  # of a tournament that was laid aside
            return claim.counted
        number, _, sitting = where
        tournament = self._hall.need_tournament()
        if tournament.system != "ranking":
            return claim.counted and sitting.result == claim.result
        haul = dict(tournament.played[number - 1].hauls).get(sitting.pairing.red)
        facts = claim.outcome.get("facts") or {}
        return claim.counted and haul == Haul(facts.get("grade", ""), facts.get("glory", 0))

    # Disputes

    def dispute(
        self, number: int, encounter: int, why: Literal["asked", "differs", "aside"], *, text: str = "", claim: str = ""
    ) -> None:
        """Open a dispute, unless there is one."""
        hall = self._hall
        for each in hall.disputes.values():
            if (each.round, each.encounter, each.settled) == (number, encounter, ""):
                return
        if len(hall.disputes) < MOST_DISPUTES:
            claim = claim or self.claim_of(number, encounter)
            hall.keep_dispute(HallDispute(len(hall.disputes) + 1, number, encounter, why, text, claim))

    def claim_of(self, number: int, encounter: int) -> str:
        """Return the newest game that was played for an encounter, '' if none is here."""
        for claim in reversed(self._hall.claims.values()):
            if (where := self._find_encounter(claim)) is not None and where[:2] == (number, encounter):
                return claim.id
        return ""

    def games_of_round(self) -> list[str]:
        """Return the verified games of the last round, in the order of its encounters."""
        tournament = self._hall.need_tournament()
        number = len(tournament.played)
        found: dict[int, str] = {}
        for claim in self._hall.claims.values():
            where = self._find_encounter(claim)
            if claim.state == "verified" and where is not None and where[0] == number:
                found[where[1]] = claim.id
        return [found[encounter] for encounter in sorted(found)]

    def settle(self, n: int, result: str, ruling: str) -> None:
        """Settle a dispute: with a result, or `journal` for what the verified journal says."""
        dispute = self._hall.disputes.get(f"{n:06d}")
        if dispute is None or dispute.settled:
            raise ActError("no-such-dispute", dispute=n)
        if result == "journal":
            claim = self._hall.claims.get(dispute.claim)
            if claim is None or claim.state != "verified":
                raise ActError("no-journal")
            where = self._find_encounter(claim)
            act = self._act(claim, *where) if where is not None else None
            if isinstance(act, acts.Grade):
                self._hall.do(act)
                self._hall.keep_dispute(replace(dispute, settled="journal", ruling=ruling))
                return
            if claim.result is None:
                raise ActError("no-journal")
            result = claim.result
        if result not in acts.RESULTS:
            raise ActError("no-such-result", result=result, results=", ".join(acts.RESULTS))
        self._hall.do(acts.GiveResult(dispute.round, dispute.encounter, result))
        self._hall.keep_dispute(replace(dispute, settled=result, ruling=ruling))


def encounter_at(tournament: Tournament, number: int, encounter: int) -> Encounter | None:
    """Return an encounter of a round; None where there is none."""
    if not 1 <= number <= len(tournament.played):
        return None
    encounters = tournament.played[number - 1].encounters
    return encounters[encounter - 1] if 1 <= encounter <= len(encounters) else None


def _claim(claim: str, table: str, about: Mapping[str, Any]) -> GameClaim:
    outcome, boats = about.get("outcome"), about.get("boats")
    return GameClaim(
        claim,
        table,
        str(about.get("game", ""))[:40],
        str(about.get("assignment", ""))[:100],
        outcome if isinstance(outcome, dict) else {},
        {str(boat): str(name)[:40] for boat, name in boats.items()} if isinstance(boats, dict) else {},
    )
