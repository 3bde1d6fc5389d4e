"""Games of earlier releases: which can go on under today's rules, and options that their headers do not have.

A header holds every option of its release. For an option that was added later, the value that matches earlier games is
used, whatever its default is today. If the rules have changed since, the game is refused: it would go on differently.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from klaxon.rules.contract import Header
from klaxon.rules.games import GAMES, REPLAYS, game_named
from klaxon.table.disk.journal import JournalError


def as_today(header: Header, path: Path) -> Header:
    """Return the header of a journal with all options of today; JournalError if the game cannot go on."""
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
