"""Gunfire at the surfaced boat, by escorts, armed merchants and aircraft: what one hit does (UBT-8.9e)."""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.hunt.signs import note_sign
from klaxon.rules.uboot.sea.numbers import happens
from klaxon.rules.uboot.words import INSIDE

FAULT_PPM, BREACH_PPM = 100_000, 20_000


def hit_boat(work: SeaWork, game: int, stream: str) -> None:
    """Let a shell or a burst strike the boat: a draw for all outside, perhaps a fault, perhaps a breach.

    `stream` is that of whoever fires; a hit at another game time has other chance.
    """
    note_sign(work, game)
    work.bring(game, "attack", kind="gunfire", count=1)
    work.bring(game, "gunfire")
    room = INSIDE[draw(work.key, f"{stream}.room", game, len(INSIDE))]
    if happens(work.key, f"{stream}.fault", game, FAULT_PPM):
        work.bring(game, "shaken-fault", room=room, what="green", stream=f"{stream}.device.{game}")
    if happens(work.key, f"{stream}.breach", game, BREACH_PPM):
        work.bring(game, "shaken-breach", room=room)
