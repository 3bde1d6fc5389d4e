"""Screws by ear: what the bell beats for what is under the wheel, so that they can be told apart with closed eyes.

The tempo is that of the screw: a group of clicks for each turn. How many clicks a group has says what turns there: one
is slow, two fast, three a turbine, four a motor. Louder is nearer; a bell without a volume clicks longer instead.
"""

from __future__ import annotations

from functools import lru_cache

from klaxon.console.devices import Call, Note
from klaxon.console.games.uboot.glass.waterfall import HeardLine
from klaxon.console.sound.beats import Beat

CLICKS = {"slow": (0,), "fast": (0, 30), "turbine": (0, 20, 40), "motor": (0, 14, 28, 42)}
"""Screw -> where in a turn its clicks are, in hundredths."""
PITCHES = {"slow": 130, "fast": 260, "turbine": 880, "motor": 520, "": 180}
MANY = (0, 90, 210, 260, 400, 470, 610, 740)
"""Milliseconds at which the screws of many ships beat: no rhythm at all."""
MANY_MS = 850
SHORTEST, FASTEST = 4, 120
"""Milliseconds of a click at least, and of a turn whose clicks can still be told apart; a faster screw only hums."""
CHUNK = 800
"""Milliseconds that one call covers at least: a bell on a page gets a message for each."""
MINUTE = 60_000
LOUDEST = 9


def beat_of(heard: HeardLine | None) -> Beat | None:
    """Return what the bell beats for what is heard; None for silence."""
    if heard is None or not heard.level:
        return None
    return _beat(heard.screw, heard.turns, heard.level)


@lru_cache(maxsize=256)
def _beat(screw: str, turns: int, level: int) -> Beat:
    length = SHORTEST + 2 * level
    if not screw or turns <= 0:
        return _make("many", MANY, MANY_MS, PITCHES[""], length, level)
    turn = MINUTE // turns
    places = CLICKS[screw] if turn >= FASTEST else (0,)
    count = max(1, -(-CHUNK // turn))
    starts = tuple(n * MINUTE // turns + place * turn // 100 for n in range(count) for place in places)
    return _make(screw, starts, count * MINUTE // turns, PITCHES[screw], length, level)


def _make(name: str, starts: tuple[int, ...], period: int, pitch: int, length: int, level: int) -> Beat:
    """Return a beat of clicks that begin at these milliseconds."""
    notes: list[Note] = []
    for start, end in zip(starts, (*starts[1:], period), strict=True):
        click = min(length, max((end - start) // 2, 1))
        notes += [Note(pitch, click), Note(0, end - start - click)]
    return Beat(Call(f"screw-{name}", tuple(notes), volume=10 + 90 * level // LOUDEST), period)
