"""The sign of the door: the address, and the code of four letters, with which people join a table by their phones."""

from __future__ import annotations

from dataclasses import dataclass

from klaxon.console.language.catalogue import say
from klaxon.console.station.page import Page, TextPage
from klaxon.console.station.qr_page import QrPage


@dataclass(frozen=True, slots=True)
class DoorSign:
    """Where a table can be joined, and with which code."""

    code: str
    address: str
    """Host and port of the page for phones; '' where only this computer reaches it."""
    link: str = ""
    """The link in a code to scan, in the small alphabet of such codes; '' as above."""


def door_page(sign: DoorSign, language: str, hint: str) -> Page:
    """Return the page with the code to scan, or with what to do where no phone can reach the console."""
    title = say("door.title", {}, language)
    if sign.link:
        return QrPage(sign.link, title, hint)
    return TextPage(title, (say("door.local", {}, language),), hint)


def waiting_page(language: str, sign: DoorSign | None, nickname: str, *, is_coached: bool = False) -> Page:
    """Return what a station shows while the first one sets a game up: who is there, or how to join.

    It tells of the coach where that is not on.
    """
    if sign is not None and sign.link and not nickname:
        return door_page(sign, language, say("door.waiting", {}, language))
    messages = ("lobby.elsewhere", "lobby.invite.coached" if is_coached else "lobby.invite")
    title = nickname or say("lobby.title", {}, language)
    return TextPage(title, [say(message, {}, language) for message in messages], "")
