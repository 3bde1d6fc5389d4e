"""Results that can be trusted: what a cheat may try with a journal, and what the desk finds."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace

import pytest

from klaxon.club.journals import LARGEST
from klaxon.club.signing import SIGNATURE, SigningKey, draw_key, read_signed
from tests.club.kit.hall import table_id
from tests.club.kit.played import PlayedGame, kept_game, other_row

GAMES = ("sonar-turns-second-over", "sonar-realtime-wolfpack-over", "steam-draft-over", "uboot-single-over")


@pytest.fixture(scope="module")
def played() -> PlayedGame:
    return PlayedGame.of("sonar-turns-second-over")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_as_it_was_played_is_verified_with_its_outcome(name: str) -> None:
    game = PlayedGame.of(name)
    verdict = game.verdict(game.journal())
    assert verdict.wrong == ""
    assert verdict.outcome == json.loads(json.dumps(kept_game(name)[2].show()))
    assert (verdict.assignment, verdict.boats, verdict.witnessed) == ("Autumn/1/1", {"red": "Sharks"}, True)
    assert game.alone(game.journal()).witnessed is False


def test_another_key_a_changed_byte_and_rubbish_are_forged(played: PlayedGame) -> None:
    body = played.journal().write(played.key)
    assert played.verdict(played.journal().write(SigningKey(draw_key()))).wrong == "forged"
    for place in (0, SIGNATURE, len(body) // 2, len(body) - 1):
        assert played.verdict(body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]).wrong == "forged"
    for rubbish in (b"", b"x" * 10, bytes(500), body[:SIGNATURE], body[:-1]):
        assert played.verdict(rubbish).wrong == "forged"


def test_what_is_signed_and_no_journal_is_unreadable(played: PlayedGame) -> None:
    bomb = zlib.compress(bytes(LARGEST + 1000), 9)
    deep = zlib.compress(b"[" * 100_000)
    for content in (b"", b"plain", zlib.compress(b"{}"), zlib.compress(b'{"klaxon-journal": 1}'), bomb, deep):
        assert played.verdict(played.key.sign(content)).wrong == "unreadable"
    signed = read_signed(played.journal().write(played.key), played.key.public)
    assert signed is not None
    assert played.verdict(played.key.sign(signed[:-20])).wrong == "unreadable"


def test_the_game_of_another_table_or_another_release_is_foreign(played: PlayedGame) -> None:
    assert played.verdict(replace(played.journal(), table=table_id(2))).wrong == "foreign"
    assert played.verdict(replace(played.journal(), name="00002-kept")).wrong == "foreign"
    assert played.verdict(replace(played.journal(), header=replace(played.header, version=999))).wrong == "foreign"


def test_a_journal_without_its_end_is_cut(played: PlayedGame) -> None:
    short = played.rows[:-3]
    assert played.verdict(played.journal(short)).wrong == "cut"
    own = played.recommit(short)
    assert played.verdict(played.journal(short, own)).wrong == "changed", "the desk has heard of the rows"
    assert played.alone(played.journal(short, own)).wrong == "cut", "without network: it has no end"


def test_a_row_that_was_changed_is_found_even_if_the_table_signs_it(played: PlayedGame) -> None:
    place = next(n for n, row in enumerate(played.rows) if row.kind == "order" and " course " in row.line)
    forged = other_row(played.rows, place, "red.captain course north")
    assert played.verdict(played.journal(forged)).wrong == "changed"
    own = played.recommit(forged)
    assert played.verdict(played.journal(forged, own)).wrong == "changed", "it promised otherwise while it was played"
    assert played.alone(played.journal(forged, own)).wrong in ("rules", "cut"), "and the rules do not lead there"


def test_another_key_of_the_chain_than_was_promised_is_changed(played: PlayedGame) -> None:
    other = played.recommit(played.rows)
    other.key = bytes(32)
    other.commitments.clear()
    assert played.verdict(played.journal(witness=other)).wrong == "changed"


def test_nobody_is_declared_the_winner_by_a_row(played: PlayedGame) -> None:
    half = played.rows[: len(played.rows) // 2]
    said = replace(half[-1], kind="table", line="umpire end winner=red reason=umpire")
    forged = [*half, said]
    assert played.alone(played.journal(forged, played.recommit(forged))).wrong == "rules"


def test_a_signature_is_of_journals_alone(played: PlayedGame) -> None:
    assert read_signed(played.key.sign(b"text"), played.key.public) == b"text"
    assert read_signed(played.key.sign(b"text"), "no key") is None
    assert read_signed(played.key.sign(b"text"), "00" * 31) is None
