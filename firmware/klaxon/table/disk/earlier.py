"""Games of earlier releases: which can go on under today's rules, and what their headers did not say yet.

A header holds every option that there was. One that came later is as games were before it, whatever its default is
today. Where the rules have changed since, a game is refused rather than played on otherwise than it was begun.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from klaxon.rules.contract import Header
from klaxon.rules.games import GAMES, REPLAYS, game_named
from klaxon.table.disk.journal import JournalError


def as_today(header: Header, path: Path) -> Header:
    """Return the header of a journal with every option of today; JournalError if the game cannot go on."""
    if header.game not in GAMES:
        raise JournalError("journal-game", path, game=header.game)
    game = game_named(header.game)
    if header.version != game.version and header.version not in REPLAYS.get(header.game, ()):
        raise JournalError("journal-rules", path, version=header.version, known=game.version)
    later = {option.name: option.before for option in game.options if option.name not in header.options}
    for name, before in later.items():
        if not before:
            raise JournalError("journal-differs", path, where=name)
    return replace(header, options={**header.options, **later})
