"""What the crew knows of being detected and hunted: by pings, charges and gunfire, for half an hour (UBT-8.8a)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import SeaWork

SIGN_MS = 30 * 60_000


def note_sign(work: SeaWork, game: int, *, on: bool = True) -> None:
    """Let the crew know itself hunted by a sign of now; without any for half an hour it believes itself safe."""
    waters = work.waters
    work.hunt = work.hunt._replace(signs_end=game + SIGN_MS if on else -1)
    work.hunt = work.hunt._replace(due=min(work.hunt.due, game + SIGN_MS) if on else work.hunt.due)
    if waters.detected != on:
        work.bring(game, "detected", on=on)
    if waters.hunted != on:
        work.bring(game, "hunted", on=on)
    work.waters = waters._replace(detected=on, hunted=on)
