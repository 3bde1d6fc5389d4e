"""Fair play: a game that is over is verified at both consoles, and a host that changed it is found out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from klaxon.link.copies.copy_code import keys_of
from klaxon.link.copies.sent_copy import SentCopy
from klaxon.link.modelled.cable import ModelCable
from klaxon.rules.contract import Order, Refusal
from klaxon.table.disk.shelf import Shelf
from klaxon.table.fair_play.proof import parse
from klaxon.table.fair_play.verdict import Committed, Evidence, GameVerdict, verify
from klaxon.table.play import JournalRow
from tests.console.kit.playing import SPLIT_START, Playing, story
from tests.link.kit.two_consoles import Keeping, begin, console_at, link, pair, two_consoles
from tests.table.kit.travel import new_play

SECRET = bytes(range(32))
KEY = keys_of("A" * 16)
ORDERS = (*SPLIT_START, "red.captain course east", "red.xo charge torpedo", "red.engineer break e1", "red.captain end")


class Witnessed:
    """A game of a few orders that was committed to while it was played."""

    def __init__(self) -> None:
        self.play = new_play("sonar")
        self.sent = SentCopy(self.play, SECRET)
        for line in ORDERS:
            step = self.play.order(Order.read(line))
            assert not isinstance(step, Refusal), (line, step)
            for _ in range(4):
                self.sent.next_slice(self.play.count)
        self.keys = keys_of(self.sent.code)

    def verdict(
        self, rows: list[JournalRow] | None = None, *, copied: list[JournalRow] | None = None, **evidence: object
    ) -> GameVerdict:
        """Return what a guest finds in rows that the host shows."""
        shown = self.play.rows if rows is None else rows
        keys, found = self.keys, Evidence(**evidence)  # type: ignore[arg-type]
        told = self.sent.commitments
        done = verify(
            self.play.header, shown, Committed(keys.chain, keys.check, told), copied=copied or [], evidence=found
        )
        return done.verdict


@pytest.fixture(scope="module")
def witnessed() -> Witnessed:
    return Witnessed()


def changed(rows: list[JournalRow], number: int, line: str) -> list[JournalRow]:
    return [*rows[: number - 1], replace(rows[number - 1], line=line), *rows[number:]]


def test_a_game_that_nobody_touched_is_fair(witnessed: Witnessed) -> None:
    verdict = witnessed.verdict()
    assert verdict.is_fair
    assert (verdict.rows, verdict.commitments) == (len(ORDERS), len(ORDERS))


CHEATS: dict[str, tuple[Callable[[list[JournalRow]], list[JournalRow]], int]] = {
    "another start": (lambda rows: changed(rows, 1, "red.captain start A2"), 1),
    "another charge": (lambda rows: changed(rows, 6, "red.xo charge mine"), 6),
    "taken out": (lambda rows: [*rows[:3], *rows[4:]], 4),
    "put in": (lambda rows: [*rows[:3], rows[3], *rows[3:]], 5),
    "another moment": (lambda rows: [*rows[:2], replace(rows[2], at=type(rows[2].at)(7)), *rows[3:]], 3),
    "other order": (lambda rows: [rows[1], rows[0], *rows[2:]], 1),
    "cut short": (lambda rows: rows[:-1], len(ORDERS)),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_host_that_changed_a_row_is_found_out_with_its_number(witnessed: Witnessed, cheat: str) -> None:
    change, number = CHEATS[cheat]
    verdict = witnessed.verdict(change(list(witnessed.play.rows)))
    assert (verdict.wrong, verdict.first) == ("row", number)
    exact = witnessed.verdict(change(list(witnessed.play.rows)), copied=list(witnessed.play.rows))
    assert (exact.wrong, exact.first, exact.last) == ("row", number, number)


def test_another_key_than_at_the_beginning_is_found_out(witnessed: Witnessed) -> None:
    play, told = witnessed.play, witnessed.sent.commitments
    done = verify(play.header, play.rows, Committed(KEY.chain, witnessed.keys.check, told))
    assert done.verdict.wrong == "key"


def test_another_seed_is_found_out(witnessed: Witnessed) -> None:
    other = replace(witnessed.play.header, seed="8")
    keys, told = witnessed.keys, witnessed.sent.commitments
    assert verify(other, witnessed.play.rows, Committed(keys.chain, keys.check, told)).verdict.wrong == "row"


def test_rows_that_no_rule_allows_are_found_out_though_they_were_committed() -> None:
    play = new_play("sonar")
    play.rows += [JournalRow(play.now, "order", "red.captain course east")]
    sent = SentCopy(play, SECRET)
    sent.next_slice(1)
    keys = keys_of(sent.code)
    verdict = verify(play.header, play.rows, Committed(keys.chain, keys.check, sent.commitments)).verdict
    assert (verdict.wrong, verdict.first) == ("rules", 1)


@pytest.mark.parametrize("line", ["no.such seat", "red.captain", "", 'red.captain course "north', "umpire undo x"])
@pytest.mark.parametrize("kind", ["order", "time", "nothing"])
def test_rows_that_are_none_are_found_out(kind: str, line: str) -> None:
    play = new_play("sonar")
    rows = [JournalRow(play.now, kind, line)]
    keys = keys_of("A" * 16)
    verdict = verify(play.header, rows, Committed(keys.chain, keys.check, [])).verdict
    assert (verdict.wrong, verdict.first) == ("rules", 1)


def test_what_was_heard_and_ordered_at_the_guest_has_to_be_in_the_game(witnessed: Witnessed) -> None:
    heard = Evidence()
    heard.note_heard("blue.captain", {"n": 1, "at": 0, "type": "sunk", "facts": {"boat": "blue"}})
    assert witnessed.verdict(heard=heard.heard).wrong == "heard"
    assert witnessed.verdict(orders=["blue.captain start J10"]).is_fair
    assert witnessed.verdict(orders=["blue.captain start J10"] * 2).wrong == "orders"
    assert witnessed.verdict(orders=["blue.captain torpedo J9"]).wrong == "orders"


def test_rows_that_were_committed_long_after_they_were_given_are_found_out(witnessed: Witnessed) -> None:
    play, keys = witnessed.play, witnessed.keys
    rows = [replace(row, at=type(row.at)(number * 20_000)) for number, row in enumerate(play.rows)]
    sent = SentCopy(new_play("sonar"), SECRET)
    sent.play.rows += rows
    for count in (0, 1, len(rows)):
        for _ in range(4):
            sent.next_slice(count)
    verdict = verify(play.header, rows, Committed(keys.chain, keys.check, sent.commitments)).verdict
    assert (verdict.wrong, verdict.first, verdict.last) == ("late", 2, len(rows))


# On the panels


HONEST = SentCopy.open


def show_another_start(sent: SentCopy) -> str:
    """Show a game as a host does whose player would like to have started elsewhere, now that he knows how it went."""
    header, _, rows = HONEST(sent).partition("\n")
    assert "start A1" in rows
    return f"{header}\n{rows.replace('start A1', 'start A2')}"


async def play_to_the_end(host: Playing, guest: Playing) -> None:
    await host.run(2)
    await pair(host, guest)
    await begin_and_give_up(host, guest)


async def begin_and_give_up(host: Playing, guest: Playing) -> None:
    await begin(host, "sonar", "all all")
    for line in SPLIT_START:
        await (host if line.startswith("red") else guest).give(line)
        await host.run(2)
    await host.menu("red.captain", "give up")
    await host.run(5)


def notices(play: Playing) -> str:
    """Return all that the panels of a console have shown."""
    return " ".join(" ".join(picture.words) for _, picture in play.heard.frames)


@story
async def test_both_consoles_verify_the_game_and_say_so(tmp_path: Path) -> None:
    cable, shelf = ModelCable(), Shelf(tmp_path / "guest")
    async with (
        console_at(cable, "Nautilus", Keeping("host")) as host,
        console_at(cable, "Argonaut", Keeping("guest"), shelf) as guest,
    ):
        await play_to_the_end(host, guest)
        await guest.ok("blue.captain")
        await host.run(20)
        for play in (host, guest):
            verdict = link(play).standing.verdict
            assert verdict is not None
            assert verdict.is_fair
            assert "Verified: all" in notices(play)
        assert guest.console.debriefs.ready
        await guest.menu("blue.captain", "leave")
        await host.run(5)
        (name,) = shelf.names()
        proof = parse(json.loads(shelf.proof_path(name).read_text()))
        taken = shelf.take(name)
        taken.journal.close()
        assert proof.verify(taken.play.header, list(taken.play.rows)).is_fair
        assert not list(shelf.folder.glob("*.copy"))


@story
async def test_a_program_that_ends_while_a_game_is_verified_leaves_it() -> None:
    async with two_consoles() as (host, guest, _):
        await begin_and_give_up(host, guest)
        loop = asyncio.get_running_loop()
        verifying: asyncio.Future[object] = loop.create_future()
        with mock.patch.object(loop, "run_in_executor", return_value=verifying):
            await guest.ok("blue.captain")
            await guest.run(5)
        assert not verifying.done()
        link(guest).end()
        assert verifying.cancelled()
        await guest.run(1)
        assert link(guest).far_game is None


@story
async def test_a_host_that_cheats_is_named_on_every_panel_of_both() -> None:
    cable = ModelCable()
    async with (
        console_at(cable, "Nautilus", Keeping("host")) as host,
        console_at(cable, "Argonaut", Keeping("guest")) as guest,
    ):
        await play_to_the_end(host, guest)
        with mock.patch.object(SentCopy, "open", show_another_start):
            await guest.ok("blue.captain")
            await host.run(20)
        for play in (host, guest):
            verdict = link(play).standing.verdict
            assert verdict is not None
            assert verdict.wrong == "row"
            for station in play.console.stations:
                shown = " ".join(" ".join(picture.words) for which, picture in play.heard.frames if which == station)
                assert "changed at the host" in shown, station


@story
async def test_nothing_is_handed_over_before_the_game_is_over() -> None:
    cable = ModelCable()
    async with (
        console_at(cable, "Nautilus", Keeping("host")) as host,
        console_at(cable, "Argonaut", Keeping("guest")) as guest,
    ):
        await host.run(2)
        await pair(host, guest)
        await begin(host, "sonar", "all all")
        for line in SPLIT_START:
            await (host if line.startswith("red") else guest).give(line)
            await host.run(1)
        link(guest).say({"ask": "debrief"})  # a guest whose players changed its program
        await host.run(20)
        assert link(guest).far_game is None
        assert link(host)._hosting._opened is None
