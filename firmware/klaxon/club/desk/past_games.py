"""Games of a hall that are over, told again from their journals: for disputes, and as a show between rounds."""

from __future__ import annotations

from pathlib import Path

from klaxon.club.journals import read_journal
from klaxon.club.signing import read_signed
from klaxon.console.onlook.debrief import Story, story_of
from klaxon.rules.games import game_named
from klaxon.table.debrief import finished_game, moments_of
from klaxon.table.disk.earlier import as_today
from klaxon.table.fair_play.verdict import Committed, verify


def tell_past_game(body: bytes, key: str, language: str) -> Story | None:
    """Return the story of a game from the journal that its table signed; None where that tells none."""
    content = read_signed(body, key)
    journal = read_journal(content) if content is not None else None
    if journal is None:
        return None
    header = as_today(journal.header, Path(journal.name))
    proof = journal.proof
    _, play = verify(header, journal.rows, Committed(proof.key, proof.check, proof.commitments, in_time=None))
    if play is None or play.outcome is None:
        return None
    moments = moments_of(game_named(header.game), finished_game(play))
    return story_of(journal.name, header.game, moments, language, journal.boats)
