"""Stills as they were approved: each compared in a language, and drawn in every size to see that no text is cut."""

from __future__ import annotations

from collections.abc import Mapping

from tests.console.kit import frames
from tests.console.kit.cuts import cuts
from tests.console.kit.eased import coached, large
from tests.console.kit.scenes import Room
from tests.console.kit.speaking import speaking


def check_stills(folder: str, rooms: Mapping[str, tuple[str, Room]], language: str) -> None:
    """Compare the panel of each room to its frame; wide, coached and in large letters nothing is cut either."""
    with cuts() as found, speaking(language):
        for name, (seat, room) in rooms.items():
            frames.check(f"{folder}/{name}", room.speak(language).panel(seat))
            room.panel(seat, 256)
            coached(room, seat)
            large(room, seat)
    assert [str(cut) for cut in found if cut.how != "whole"] == []
