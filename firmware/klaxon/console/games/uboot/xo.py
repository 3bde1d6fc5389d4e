"""The first officer of U-BOOT: the feed with its unread lines, the helm, all men, and how fast time runs."""

from __future__ import annotations

from types import MappingProxyType

from klaxon.console.games.uboot import crew, feed
from klaxon.console.games.uboot.chart import helm
from klaxon.console.games.uboot.glass import book, contacts_page, hydrophone
from klaxon.console.games.uboot.logbook import log_page, mission_page
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.radio import messages_page
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.games.uboot.stores import sickbay


class FirstOfficerScreen(UbootScreen):
    """The first officer's station."""

    pages = MappingProxyType(
        {
            "feed": RolePage(feed.draw, feed.turn, feed.press, feed.line, feed.order, feed.after_order),
            "helm": RolePage(helm.look, helm.turn),
            "hydrophone": hydrophone.PAGE,
            "sickbay": RolePage(sickbay.draw, sickbay.turn),
            "contacts": contacts_page.PAGE,
            "book": book.PAGE,
            "messages": messages_page.PAGE,
            "crew": crew.PAGE,
            "mission": mission_page.PAGE,
            "log": log_page.PAGE,
        }
    )


SCREEN = FirstOfficerScreen()
