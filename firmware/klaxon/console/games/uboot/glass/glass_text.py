"""A glass in words: what its picture shows and no more, so that an attack can be run without eyes."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.games.uboot.glass.picture import COLUMNS, GlassPicture, SeenShip, bearing_of
from klaxon.console.games.uboot.glass.seascape import masts_of, outline_of
from klaxon.console.language.game_words import Phrases

POWERS = {1: "1.5x", 2: "6x", 3: "12x"}
TELLING = 16
"""Columns from which on an outline can be made out."""


def degrees(tenths: int) -> str:
    """Return a bearing as figures, `045.5`."""
    return f"{tenths // 10:03}.{tenths % 10}"


def say_picture(phrases: Phrases, glass: str, power: int, bearing: int, picture: GlassPicture) -> Iterator[str]:
    """Yield what a glass shows: where it points, the sea, every ship in the field from left to right, and aircraft."""
    say = phrases.say
    where = say("glass.uboot.at", glass=phrases.value(glass), power=POWERS[power], bearing=degrees(bearing))
    light, sea = phrases.value(picture.light), picture.sea
    yield f"{where}; {say('glass.uboot.sky', light=light, sea=sea)}"
    for ship in sorted(picture.ships, key=lambda each: each.first):
        yield "; ".join(_say_ship(phrases, ship, bearing, picture))
    for plane in picture.aircraft:
        at = bearing_of(plane.column, bearing, picture.field) // 10
        yield f"{plane.contact}: {phrases.value('aircraft')} {at:03}"
    if not picture.ships and not picture.aircraft:
        yield say("glass.uboot.empty")
    for first, end in picture.wakes:
        ends = (degrees(bearing_of(column, bearing, picture.field)) for column in (first, end))
        yield say("glass.uboot.track", first=next(ends), end=next(ends))
    for at, kind in picture.flashes:
        yield say(f"glass.uboot.{kind}", bearing=degrees(bearing_of(at, bearing, picture.field)))


def _say_ship(phrases: Phrases, ship: SeenShip, bearing: int, picture: GlassPicture) -> Iterator[str]:
    say, field = phrases.say, picture.field
    first, end = (degrees(bearing_of(column, bearing, field)) for column in (ship.first, ship.end))
    under = "> " if ship.first <= COLUMNS // 2 < ship.end else ""
    high = (ship.highest * field * 10 + COLUMNS // 2) // COLUMNS
    size = f"{high // 100}.{high % 100:02}"
    yield under + say("glass.uboot.ship", contact=ship.contact or "?", first=first, end=end, high=size)
    if ship.end - ship.first >= TELLING:
        yield say("glass.uboot.outline", heights=" ".join(map(str, outline_of(ship.shape))))
        if ship.masts:
            yield say("glass.uboot.masts", places=" ".join(map(str, masts_of(ship.shape, ship.masts))))
    yield from (say(f"glass.uboot.{mark}") for mark in _marks(ship, picture))


def _marks(ship: SeenShip, picture: GlassPicture) -> Iterator[str]:
    """Yield what else is seen of a ship."""
    if ship.end - ship.first >= TELLING and ship.wave != "none":
        yield f"{ship.wave}-{'right' if ship.bow_right else 'left'}"
    if ship.has_smoke and not picture.is_night:
        yield "smoke"
    if ship.is_burning:
        yield "fire"
    if ship.settled:
        yield "settling"
