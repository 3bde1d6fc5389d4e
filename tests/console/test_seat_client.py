"""A wire: a station's end of a session knows what a bot in its seat would know, and nothing twice."""

from __future__ import annotations

import json

from klaxon.console.play.seat_client import REMEMBERED, Heard, SeatClient, SeatListener
from klaxon.rules.contract import Order, Seat
from klaxon.table.session import BURST, QUEUE, Message
from tests.console.kit.playing import story
from tests.table.kit.travel import Client, Disk, new_table, pass_seconds

RED = [Seat(f"red.{role}") for role in ("captain", "xo", "engineer", "radio")]
BLUE = [Seat(f"blue.{role}") for role in ("captain", "xo", "engineer", "radio")]
START = ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")


class Listener(SeatListener):
    """Writes down what comes."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self.batches = 0

    def on_view(self, seat: Seat) -> None:
        self.noted.append(f"saw {seat}")

    def on_event(self, seat: Seat, heard: Heard) -> None:
        self.noted.append(f"heard {seat} {heard.type}")

    def on_answer(self, number: int, refused: Message | None) -> None:
        self.noted.append(f"refused {number} {refused['code']}" if refused else f"sent {number}")

    def stands(self, table: Message) -> None:
        self.noted.append(f"stands {table['state']}")

    def wrong(self, code: str) -> None:
        self.noted.append(f"wrong {code}")

    def on_batch_end(self) -> None:
        self.batches += 1

    def take(self) -> list[str]:
        noted, self.noted = self.noted, []
        return noted


async def give(wire: SeatClient, *lines: str) -> None:
    for line in lines:
        wire.order(Order.read(line))
        await pass_seconds()


@story
async def test_a_wire_keeps_the_views_that_the_table_shows() -> None:
    table = new_table(Disk(), first="red")
    ear = Listener()
    wire = SeatClient(table, "every", "both", [*RED, *BLUE], ear)
    await pass_seconds()
    assert {note for note in ear.take() if note.startswith("saw")} == {f"saw {seat}" for seat in (*RED, *BLUE)}
    await give(wire, *START, "red.captain course east", "red.xo charge mine")
    game = table.play.game
    for seat in (*RED, *BLUE):
        assert wire.seen[seat].view == json.loads(json.dumps(game.show(game.sight(table.play.state, seat, {}).view)))


@story
async def test_a_seat_that_nothing_changed_for_is_told_nothing() -> None:
    table = new_table(Disk(), first="red")
    wire = SeatClient(table, "red", "crew", RED, Listener())
    ear = Listener()
    SeatClient(table, "blue", "radio", BLUE[3:], ear)
    everybody = Client(table, "every", *RED, *BLUE)
    for line in START:
        everybody.give(line)
    await pass_seconds()
    ear.take()
    await give(wire, "red.captain course east", "red.xo charge mine")
    assert ear.take() == ["heard blue.radio course", "saw blue.radio"]


@story
async def test_orders_are_answered_under_their_numbers() -> None:
    table = new_table(Disk(), first="red")
    ear = Listener()
    wire = SeatClient(table, "red", "crew", RED, ear)
    await pass_seconds()
    ear.take()
    assert wire.order(Order.read("red.captain start A1")) == 1
    assert wire.order(Order.read("red.captain start Z9")) == 2
    await pass_seconds()
    answers = [note for note in ear.take() if note.startswith(("sent", "refused"))]
    assert answers == ["sent 1", "refused 2 off-chart"]


@story
async def test_who_sits_down_again_counts_on_and_hears_nothing_twice() -> None:
    table = new_table(Disk(), first="red")
    first = SeatClient(table, "red", "desk", RED, Listener())
    await pass_seconds()
    await give(first, "red.captain start A1", "red.captain dive")
    first.close()
    ear = Listener()
    again = SeatClient(table, "red", "desk", RED, ear)
    await pass_seconds()
    assert not [note for note in ear.take() if note.startswith("heard")], "history rings no bell"
    assert [heard.type for heard in again.seen[RED[0]].heard]
    assert again.order(Order.read("red.captain dive")) == 3
    await pass_seconds()
    assert "refused 3 already-dived" in ear.take()


@story
async def test_a_wire_that_was_closed_hears_nothing_more() -> None:
    table = new_table(Disk(), first="red")
    ear = Listener()
    wire = SeatClient(table, "red", "desk", RED, ear)
    wire.close()
    await pass_seconds()
    assert ear.take() == []
    assert ear.batches == 0
    assert table.manning() == {}


@story
async def test_what_was_dropped_is_made_good_by_full_views() -> None:
    table = new_table(Disk(), first="red")
    ear = Listener()
    wire = SeatClient(table, "red", "desk", RED, ear)
    await pass_seconds()
    session = table.sessions[0]
    for number in range(QUEUE + 10):
        session.send({"sent": 1000 + number})
    await pass_seconds()
    assert f"saw {RED[0]}" in ear.take()
    await give(wire, "red.captain start A1")
    assert wire.seen[RED[0]].view["at"] == "A1"


@story
async def test_who_speaks_too_fast_is_told_so() -> None:
    table = new_table(Disk(), first="red")
    ear = Listener()
    wire = SeatClient(table, "red", "desk", RED, ear)
    for _ in range(BURST + 5):
        wire.act("pause")
    await pass_seconds()
    assert ear.take().count("wrong too-fast") == 1


@story
async def test_a_dial_that_is_whirled_looks_where_it_comes_to_and_is_never_too_fast() -> None:
    table = new_table(Disk(), first="red")
    ear = Listener()
    wire = SeatClient(table, "red", "desk", RED, ear)
    for turn in range(5 * BURST):
        wire.look(RED[3], {"at": f"A{turn % 9 + 1}"})
        await pass_seconds(0.002)
    await pass_seconds(1)
    assert "wrong too-fast" not in ear.take()
    assert next(s for s in table.sessions if s.name == "desk").watches[RED[3]].lens == {"at": "A4"}


@story
async def test_a_lens_comes_back_as_a_view() -> None:
    table = new_table(Disk(), first="red", help="clash")
    ear = Listener()
    wire = SeatClient(table, "red", "desk", RED[3:], ear)
    await pass_seconds()
    assert "clash" not in wire.seen[RED[3]].view
    wire.look(RED[3], {"at": "A1"})
    await pass_seconds()
    assert "clash" in wire.seen[RED[3]].view


@story
async def test_only_so_much_is_remembered() -> None:
    table = new_table(Disk(), first="red")
    wire = SeatClient(table, "red", "desk", RED[:1], Listener())
    await pass_seconds()
    for number in range(1, REMEMBERED + 20):
        table.sessions[0].send(
            {"heard": {"n": number, "at": 0, "type": "bump", "facts": {}}, "seat": RED[0]},
        )
        await pass_seconds()
    heard = wire.seen[RED[0]].heard
    assert len(heard) == REMEMBERED
    assert heard[-1].n == REMEMBERED + 19


@story
async def test_another_game_at_the_table_begins_with_nothing_heard() -> None:
    table = new_table(Disk(), first="red")
    red_ear = Listener()
    red, blue = SeatClient(table, "red", "r", RED, red_ear), SeatClient(table, "blue", "b", BLUE, Listener())
    await pass_seconds()
    await give(red, "red.captain start A1", "red.captain dive")
    assert red.seen[RED[0]].heard
    red.act("concede", seat="red.captain")
    await pass_seconds()
    assert "stands over" in red_ear.take()
    red.act("rematch", seat="red.captain")
    blue.act("rematch", seat="blue.captain")
    await pass_seconds()
    assert red.seen[RED[0]].view["at"] == ""
    assert not red.seen[RED[0]].heard
    red_ear.take()
    await give(red, "red.captain start A1", "red.captain dive")
    heard = red.seen[RED[0]].heard
    assert [event.n for event in heard] == [*range(1, len(heard) + 1)]
    rung = [note for note in red_ear.take() if note.startswith("heard red.captain")]
    assert rung == [f"heard red.captain {event.type}" for event in heard]
    assert rung
