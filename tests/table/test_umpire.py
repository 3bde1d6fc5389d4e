"""The umpire answers for who is absent, and for nothing else."""

from __future__ import annotations

from klaxon.table.umpire import MOST
from tests.table.kit.tables import crew, start, story
from tests.table.kit.travel import Client, Disk, new_table, pass_seconds


@story
async def test_the_umpire_sees_what_is_waited_for_and_answers_it() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    umpire = Client(table, "umpire", "umpire")
    umpire.read()
    assert umpire.views["umpire"]["waiting"] == []
    red.give("red.captain course east")
    await pass_seconds()
    umpire.read()
    officer, engineer = umpire.views["umpire"]["waiting"]
    assert (officer["seat"], engineer["seat"]) == ("red.xo", "red.engineer")
    assert f"charge mine @{officer['key']}" in officer["lines"]
    assert len(engineer["lines"]) == 6
    umpire.say(order=1, seat="red.xo", line=f"charge mine @{officer['key']}")
    assert umpire.read() == [{"sent": 1}]
    await pass_seconds()
    assert disk.rows[-1].line == f"red.xo charge mine @{officer['key']}"
    umpire.read()
    assert [prompt["seat"] for prompt in umpire.views["umpire"]["waiting"]] == ["red.engineer"]
    umpire.say(order=2, seat="red.engineer", line=f"break w1 @{engineer['key']}")
    assert umpire.read()[0]["code"] == "wrong-section"


@story
async def test_nobody_else_answers_and_the_umpire_gives_no_other_order() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    umpire, spectator = Client(table, "umpire", "umpire"), Client(table, "spectator", "spectator")
    red.give("red.captain course east")
    await pass_seconds()
    umpire.read()
    spectator.read()
    assert "waiting" not in spectator.views["spectator"]
    key = umpire.views["umpire"]["waiting"][0]["key"]
    for client in (spectator, blue):
        client.read()
        client.say(order=99, seat="red.xo", line=f"charge mine @{key}")
        assert client.errors() == ["not-your-seat"]
    for order, seat, line in (
        (1, "blue.captain", "course north"),
        (1, "red.xo", "charge mine"),
        (1, "red.xo", "charge mine @red-charge-99"),
        (1, "red.engineer", f"break e1 @{key}"),
        (1, "nobody", f"charge mine @{key}"),
        (True, "red.xo", f"charge mine @{key}"),
        (1, "red.xo", ["charge"]),
        (1, "red.xo", 'charge "'),
    ):
        umpire.say(order=order, seat=seat, line=line)
        assert umpire.errors() == ["not-your-seat"], line
    umpire.say(lens={"at": "A1"}, seat="red.xo", line=f"charge mine @{key}")
    assert umpire.errors() == ["not-your-seat"]
    assert table.play.state.boats[0].charge_due


@story
async def test_answers_of_a_word_alone_are_not_lost_behind_those_of_many() -> None:
    """More swaps of two compartments than are listed; that an absent captain keeps his comes first."""
    table = new_table(Disk(), "steam")
    umpire = Client(table, "umpire", "umpire")
    umpire.read()
    for asked in umpire.views["umpire"]["waiting"]:
        first, second, *others = asked["lines"]
        assert first == f"keep @{asked['key']}"
        assert second == f"swap a1 b1 @{asked['key']}"
        assert len(others) == MOST - 2
