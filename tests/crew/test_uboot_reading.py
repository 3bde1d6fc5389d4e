"""Views that are read one after another: what has not changed is not read again, and nothing is missed."""

from __future__ import annotations

import json
from typing import Any

from klaxon.crew import understudy_of
from klaxon.crew.selfplay import SelfplayMatch
from klaxon.crew.uboot.reading import ViewReader
from klaxon.rules.games import game_named
from klaxon.rules.uboot.from_data import read_view
from klaxon.rules.uboot.views import View
from tests.rules.uboot.kit.boat import Boat

GAME: Any = game_named("uboot")


def test_views_read_one_after_another_are_what_each_says() -> None:
    crew, reader, pairs = understudy_of("uboot"), ViewReader(), list[tuple[View, View]]()
    match = SelfplayMatch(
        GAME, Boat(rules="events=on wear=on").state, dict.fromkeys(GAME.seats, crew), "1", pace=(800, 2500), most=40
    )

    def look(match: SelfplayMatch, _events: Any) -> None:
        for seat in GAME.seats:
            shown = match.shown_to(seat)
            pairs.append((reader.read(shown), read_view(json.loads(json.dumps(shown)))))

    match.watch = look
    match.play()
    assert len(pairs) > 100
    assert all(kept.board == fresh.board and kept.seat == fresh.seat for kept, fresh in pairs)
    boards = [kept.board for kept, _ in pairs]
    assert boards[0] is boards[1]  # of the same state
    assert boards[0].rooms is boards[4].rooms
