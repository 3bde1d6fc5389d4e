"""The captain of U-BOOT: orders by category, open or barred with the reason, and both tracks."""

from __future__ import annotations

from klaxon.console.games.uboot.screen import UbootScreen


class CaptainScreen(UbootScreen):
    """The captain's station."""

    orders_first = True


SCREEN = CaptainScreen()
