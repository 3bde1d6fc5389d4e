"""Past games: the finished ones of a shelf with who played them, and the results between nicknames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from klaxon.console.records.game_records import GameRecord
from klaxon.rules.contract import boat_of
from klaxon.table.disk.shelf import KeptGame, Shelf

DRAW = "draw"


def record_of(kept: KeptGame, known: Mapping[str, GameRecord], changed: int) -> GameRecord:
    """Return the record of a finished game; where nobody wrote one down, what its journal tells."""
    if kept.name in known:
        return known[kept.name]
    return GameRecord(kept.name, kept.game, changed, kept.length, kept.winner, kept.reason, kept.names)


def past_games(shelf: Shelf, known: Mapping[str, GameRecord], looked: dict[str, GameRecord]) -> list[GameRecord]:
    """Return the finished games, newest first. It reads journals that nobody wrote a record of: call it in a thread.

    `looked` keeps what was read, so that each journal is read once.
    """
    found = []
    for name in reversed(shelf.names()):
        if name not in known and name not in looked:
            kept = shelf.look(name)
            if kept.standing != "over":
                continue
            looked[name] = record_of(kept, known, changed_at(shelf, name))
        found.append(known.get(name) or looked[name])
    return found


def changed_at(shelf: Shelf, name: str) -> int:
    """Return when the journal of a game was written last, in seconds since 1970; 0 if it has gone."""
    try:
        return int(shelf.path(name).stat().st_mtime)
    except OSError:
        return 0


@dataclass(slots=True)
class PlayerScore:
    """What somebody with a nickname has achieved."""

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    beaten: Counter[str] = field(default_factory=Counter)
    """Nickname -> how often the boat of that person was beaten."""


def scores(games: Iterable[GameRecord]) -> dict[str, PlayerScore]:
    """Return the results of all nicknames, whoever has won most first. Games without a result do not count."""
    found: dict[str, PlayerScore] = {}
    for game in games:
        boats = {boat_of(seat) for seat in game.crews}
        sides = {boat: [who for who in game.players_of(boat) if who] for boat in sorted(boats)}
        if game.winner:
            _count(game.winner, sides, found)
    return dict(sorted(found.items(), key=lambda each: (-each[1].won, each[1].lost, each[0].casefold())))


def _count(winner: str, sides: Mapping[str, Sequence[str]], found: dict[str, PlayerScore]) -> None:
    for boat, people in sides.items():
        for who in people:
            score = found.setdefault(who, PlayerScore())
            score.played += 1
            score.drawn += winner == DRAW
            score.won += winner == boat
            score.lost += winner not in (boat, DRAW)
            if winner == boat:
                score.beaten.update(other for side, others in sides.items() if side != boat for other in others)
