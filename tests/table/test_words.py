"""Words to the own crew: nobody else hears them, and nothing of the game changes."""

from __future__ import annotations

from klaxon.table.acts import QUICK_WORDS
from klaxon.table.session import WORDS, WORDS_RATE
from tests.table.kit.tables import crew, start, story
from tests.table.kit.travel import Client, Disk, new_table, pass_seconds

SAID = {"word": "contact", "by": "red.radio"}


@story
async def test_a_word_is_heard_by_the_own_crew_alone_and_is_no_row() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    captain, radio = Client(table, "red", "red.captain"), Client(table, "red", "red.radio")
    others = [blue, Client(table, "umpire", "umpire"), Client(table, "spectator", "spectator")]
    await pass_seconds()
    for client in (red, captain, radio, *others):
        client.read()
    rows = len(disk.rows)
    radio.say(act="word", seat="red.radio", word="contact")
    await pass_seconds()
    assert [client.read() for client in (radio, captain, red)] == [[SAID]] * 3
    assert [client.read() for client in others] == [[], [], []]
    assert len(disk.rows) == rows


@story
async def test_a_word_that_is_none_or_of_another_seat_is_refused() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    spectator = Client(table, "spectator", "spectator")
    for client in (red, blue, spectator):
        client.read()
    wrong: list[object] = ["C3", "", None, {}, ["contact"], 7]
    for word in wrong:
        red.say(act="word", seat="red.captain", word=word)
        assert red.errors() == ["unknown-word"]
    for client, seat in ((blue, "red.captain"), (spectator, "spectator"), (spectator, "red.captain")):
        client.say(act="word", seat=seat, word="contact")
        assert client.errors() == ["not-your-seat"]
    assert red.read() == []


@story
async def test_nobody_can_flood_the_panels_of_a_crew() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    red.read()
    for number in range(WORDS + 3):
        red.say(act="word", seat="red.captain", word=QUICK_WORDS[number % len(QUICK_WORDS)])
    read = red.read()
    assert [message for message in read if "word" in message] == read[:WORDS]
    assert read[WORDS:] == [{"error": "too-fast"}] * 3
    await pass_seconds(1 / WORDS_RATE)
    red.read()
    red.say(act="word", seat="red.captain", word="wait")
    assert {"word": "wait", "by": "red.captain"} in red.read()
