"""The first officer of U-BOOT: the feed, the helm, and time."""

from __future__ import annotations

from klaxon.console.games.uboot.screen import UbootScreen


class FirstOfficerScreen(UbootScreen):
    """The first officer's station."""


SCREEN = FirstOfficerScreen()
