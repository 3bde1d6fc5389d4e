"""Words to the own crew from the station menu: said at every station of the boat in its language, at no other."""

from __future__ import annotations

from tests.console.kit.playing import SPLIT_START, at_the_console, story


@story
async def test_a_word_is_said_at_the_stations_of_the_own_boat_in_their_languages() -> None:
    async with at_the_console(first="red") as play:
        await play.play_orders(*SPLIT_START)
        await play.run(5)
        play.console.speak(play.console.stations["red-3"], "de")
        await play.menu("red.radio", "choose a word", "say it")
        await play.run(0.1)
        assert "radio operator: contact?" in play.panel("red.captain").lines
        assert "Funker: Kontakt?" in play.panel("red.engineer").lines
        for seat in ("blue.captain", "blue.radio"):
            assert "contact" not in play.panel(seat).text
        await play.run(5)
        assert "contact" not in play.panel("red.captain").text, "the banner has gone"
        await play.menu("red.captain", "read it")
        assert "radio operator: contact?" in play.panel("red.captain").text


@story
async def test_who_works_a_boat_alone_has_nobody_to_tell() -> None:
    async with at_the_console(crews="captain none", first="red") as play:
        await play.chord("red.captain", "ok", "back")
        assert "Tell the crew" not in play.panel("red.captain").text
