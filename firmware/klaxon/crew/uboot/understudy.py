"""The understudy of U-BOOT: any legal order, what is asked for before all else."""

from __future__ import annotations

from klaxon.crew.random_player import RandomPlayer


class UbootUnderstudy(RandomPlayer):
    """Plays any of the four roles."""

    def __init__(self) -> None:
        """Know the rules."""
        super().__init__("uboot")
