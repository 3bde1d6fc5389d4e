"""The station menu: OK and BACK together, at every moment of every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from klaxon.console.devices.brightness import PanelBrightness
from klaxon.console.language.catalogue import languages, say
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.door_sign import DoorSign, door_page
from klaxon.console.lobby.lobby import Lobby
from klaxon.console.lobby.lobby_rows import setting_row
from klaxon.console.lobby.seating import Seating
from klaxon.console.match import Match
from klaxon.console.onlook.debrief import Debriefs
from klaxon.console.onlook.onlooker_marks import OnlookerMarks, PageKeys
from klaxon.console.play.play_page import PlayPage
from klaxon.console.settings.applied_settings import AppliedSettings
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.settings.station_settings import COMFORTS
from klaxon.console.sound.bells import BoatBells
from klaxon.console.station.list_page import LineValues, ListPage, MenuItem, do_nothing
from klaxon.console.station.page import Page, TextPage
from klaxon.console.station.qr_page import Link, QrPage
from klaxon.console.station.station import Station
from klaxon.rules.contract import Seat, boat_of
from klaxon.table.acts import QUICK_WORDS

LEVELS = ("40", "120", "255")
"""The light of all panels."""


class MenuHost(Protocol):
    """What the menu of a station can ask of its console."""

    muted: bool
    match: Match
    seating: Seating
    settings: ConsoleSettings
    bells: BoatBells
    lights: PanelBrightness
    applied_settings: AppliedSettings
    debriefs: Debriefs
    onlookers: OnlookerMarks
    has_service: bool
    """Whether service mode is offered."""
    pin: str
    """The umpire's PIN, if the first station may show it; else ''."""
    link: Link | None
    """Makes links that open a station on a phone; None if no page is served that phones can reach."""
    lobby: Lobby

    def mute(self, *, muted: bool) -> None:
        """Mute or unmute the bell."""

    def for_phones(self, station: Station) -> Sequence[str]:
        """Return the stations that may be opened on a phone from here, the most urgent first."""

    def debrief(self, station: Station) -> None:
        """Open the debrief of the finished game."""

    def speak(self, station: Station, language: str) -> None:
        """Change the language of a station."""

    def open_service(self, station: Station) -> None:
        """Begin service mode at a station."""

    def other_console(self, station: Station) -> Page | None:
        """Return the page about the other console, if this is one of two."""


class StationMenu:
    """The menu of one station."""

    def __init__(self, station: Station, host: MenuHost, phrases: Phrases) -> None:
        """Take the station and its console."""
        self._station, self._host, self._say = station, host, phrases.say
        self._phrases = phrases

    def page(self) -> ListPage:
        """Return the menu as a page."""
        return ListPage(self._say("menu.title"), self._items)

    def _items(self) -> list[MenuItem]:
        play = self._station.pile[0]
        items = self._of_play(play) if isinstance(play, PlayPage) else []
        if self._host.debriefs.ready and not self._host.match.playing:
            items.append(self._item("debrief", self._debrief))
        items += [
            self._item("bell", self._mute, value=self._say("menu.bell.off" if self._host.muted else "menu.bell.on")),
            *(setting_row(self._host.settings, name, self._phrases) for name in self._sounds()),
            self._brightness(),
        ]
        if len(languages()) > 1:
            items.append(
                self._item("language", self._choose_language, value=languages().get(self._phrases.language, ""))
            )
        items += [self._setting_item(setting) for setting in COMFORTS]
        if self._host.lobby.door_sign is not None:
            items.append(self._item("door", partial(self._show_door, self._host.lobby.door_sign)))
        if self._host.link is not None:
            items.append(self._item("phone", partial(self._choose_phone, self._host.link)))
        # whoever joined by the code of the table has a seat of it, and nothing of the host's
        is_host = not self._host.lobby.players.name_at(self._station.fitting.name)
        first = is_host and self._station.fitting == self._host.seating.fittings[0]
        if self._host.pin and first and not self._host.match.playing:  # it shows both boats: none of that in a game
            items.append(self._item("umpire", lambda: self._lay(self._umpire())))
        if self._host.onlookers.keys is not None:
            items += self._of_pages(self._host.onlookers.keys, first=first)
        if (page := self._host.other_console(self._station)) is not None:
            items.append(self._item("other-console", partial(self._station.lay, page)))
        if self._host.has_service:
            items.append(self._item("service", lambda: self._host.open_service(self._station)))
        if isinstance(play, PlayPage):
            items.append(self._item("hand-over", self._choose_heir))
        items += [self._take_over(seat) for seat in self._host.seating.unclaimed_seats(self._station)]
        if self._host.match.playing:  # also where nobody sits: a table of understudies must have a way out
            items.append(self._item("leave", self._host.match.leave, needs_hold=True))
        return items

    def _of_play(self, play: PlayPage) -> list[MenuItem]:
        """Return the items about a game."""
        items = [self._item("heard", lambda: self._lay(self._log(play))), self._item("help", self._help(play))]
        if sentences := play.chart_words():
            items.append(self._item("chart", lambda: self._lay(self._chart(sentences))))
        if play.state != "over" and self._has_company(play):
            items.append(self._item("words", lambda: self._lay(self._words(play))))
        if play.guides.of(play.seat) is not None:
            items.append(self._item("guide", lambda: self._open_guide(play)))
        if play.state == "over":
            items.insert(0, self._item("debrief", self._debrief))
        if play.state in ("running", "paused"):
            act = "pause" if play.state == "running" else "resume"
            items.append(self._item(act, self._act(play, act)))
        captain = play.captain
        if captain is not None and play.state != "over":
            items += self._of_captain(play, captain)
        return items

    def _has_company(self, play: PlayPage) -> bool:
        """Return whether other stations work seats of the same boat, or another console may: somebody to talk to."""
        manning, boat = self._host.seating.manning, boat_of(play.seat)
        here = self._station.fitting.name
        if self._host.other_console(self._station) is not None:
            return set(play.seats) < {seat for seat in play.game.seats if boat_of(seat) == boat}
        return any(name != here and any(boat_of(Seat(s)) == boat for s in seats) for name, seats in manning.items())

    def _words(self, play: PlayPage) -> ListPage:
        """Return the words for the own crew, which may sit in two rooms."""
        words = [
            MenuItem(
                self._say(f"word.{word}"), self._say("word.say"), self._act(play, "word", seat=play.seat, word=word)
            )
            for word in QUICK_WORDS
        ]
        return ListPage(self._say("menu.words"), lambda: words)

    def _open_guide(self, play: PlayPage) -> None:
        """Close the menu, and show the card of the step once more."""
        self._station.bare()
        play.guides.open_card(play.seat)

    def _of_captain(self, play: PlayPage, captain: Seat) -> list[MenuItem]:
        """Return the items of a captain. A single boat has nobody to offer a draw to, or to ask for an undo."""
        undo, concede = self._act(play, "undo", seat=captain), self._act(play, "concede", seat=captain)
        if len(play.game.boats) == 1:
            taken_back = MenuItem(self._say("menu.undo"), self._say("menu.undo.alone"), undo, needs_hold=True)
        else:
            taken_back = self._item("undo", undo)
        draw = [] if len(play.game.boats) == 1 else [self._item("draw", self._act(play, "draw", seat=captain))]
        return [*draw, taken_back, self._item("concede", concede, needs_hold=True)]

    def _of_pages(self, keys: PageKeys, *, first: bool) -> list[MenuItem]:
        """Return the items about onlookers. Whoever may start a game may renew all links before it."""
        name, onlookers = self._station.fitting.name, self._host.onlookers
        close = self._closing(lambda: keys.close_others(name))
        items = [self._item("close-pages", close, value=str(onlookers.pages_at(name)))]
        if onlookers.umpires:
            items.append(self._item("umpire-away", self._closing(keys.send_umpire_away), needs_hold=True))
        if first and not self._host.match.playing:
            items.append(self._item("new-keys", self._closing(lambda: keys.renew_all(name)), needs_hold=True))
        return items

    def _closing(self, act: Callable[[], None]) -> Callable[[], None]:
        """Return an act that closes the menu and shows a notice, because nothing else shows that it is done."""

        def do() -> None:
            self._station.bare()
            act()
            self._station.notice(self._say("onlook.done"))

        return do

    def _take_over(self, seat: Seat) -> MenuItem:
        role = self._phrases.role(seat.rpartition(".")[2])
        take = self._say("menu.take-over", role=role)
        return MenuItem(take, self._say("menu.take-over.ok"), lambda: self._host.seating.take_over(self._station, seat))

    def _item(self, name: str, act: Callable[[], None], *, value: str = "", needs_hold: bool = False) -> MenuItem:
        return MenuItem(self._say(f"menu.{name}"), self._say(f"menu.{name}.ok"), act, value, needs_hold)

    def _setting_item(self, setting: str) -> MenuItem:
        on = self._say("menu.on" if self._host.applied_settings.has(self._station, setting) else "menu.off")
        return self._item(setting, lambda: self._host.applied_settings.switch(self._station, setting), value=on)

    def _lay(self, page: Page) -> None:
        self._station.lay(page)

    def _log(self, play: PlayPage) -> TextPage:
        """Return the events of the seat, the newest last."""
        return TextPage(self._say("menu.heard"), play.log() or [self._say("menu.heard.none")], self._hint(), end=True)

    def _chart(self, sentences: Sequence[str]) -> TextPage:
        """Return the chart in words, for people who cannot see it."""
        return TextPage(self._say("menu.chart"), sentences, self._hint())

    def _help(self, play: PlayPage) -> Callable[[], None]:
        role = play.seat.rpartition(".")[2]
        text = self._phrases.find(f"help.{play.game.name}.{role}", self._say("help.general"))
        return lambda: self._lay(TextPage(self._say("menu.help"), text.split("\n"), self._hint()))

    def _umpire(self) -> TextPage:
        text = self._say("menu.umpire.text", pin=self._host.pin)
        return TextPage(self._say("menu.umpire"), text.split("\n"), self._hint())

    def _hint(self) -> str:
        return self._say("bottom.back")

    def _act(self, play: PlayPage, act: str, **facts: object) -> Callable[[], None]:
        def do() -> None:
            self._station.bare()
            play.client.act(act, **facts)

        return do

    def _debrief(self) -> None:
        self._station.bare()
        self._host.debrief(self._station)

    def _mute(self) -> None:
        self._host.mute(muted=not self._host.muted)

    def _sounds(self) -> tuple[str, ...]:
        """Return the settings of the bell, its volume if it has one."""
        return ("volume", "quiet") if self._host.bells.have_volume else ("quiet",)

    def _brightness(self) -> MenuItem:
        """Return the line of the light: it changes with the dial, so that people see what they choose."""
        level = str(self._host.lights.level)
        choice = LineValues(LEVELS, level, lambda chosen: self._host.lights.set(int(chosen)), self._say("lobby.take"))
        item = self._item("brightness", do_nothing, value=self._say(f"menu.brightness.{level}"))
        return replace(item, choice=choice)

    def _choose_heir(self) -> None:
        def item(successor: str) -> MenuItem:
            name = seating.describe(successor, self._phrases) if successor else self._say("menu.understudies")
            return MenuItem(name, self._say("menu.hand-over.ok"), lambda: seating.hand_over(self._station, successor))

        seating = self._host.seating
        targets = ["", *seating.handover_targets(self._station)]
        self._lay(ListPage(self._say("menu.hand-over"), lambda: [item(successor) for successor in targets]))

    def _choose_language(self) -> None:
        """Offer the languages, each by its own name, so that everybody finds theirs."""

        def item(code: str, name: str) -> MenuItem:
            return MenuItem(name, say("menu.language.take", {}, code), lambda: self._host.speak(self._station, code))

        page = ListPage(self._say("menu.language"), lambda: [item(*each) for each in languages().items()])
        page.cursor = [*languages()].index(self._phrases.language) if self._phrases.language in languages() else 0
        self._lay(page)

    def _show_door(self, sign: DoorSign) -> None:
        self._lay(door_page(sign, self._phrases.language, self._say("door.hint")))

    def _choose_phone(self, link: Link) -> None:
        def item(name: str) -> MenuItem:
            show = partial(self._show_code, name, link)
            return MenuItem(self._host.seating.describe(name, self._phrases), self._say("menu.phone.open"), show)

        names = self._host.for_phones(self._station)
        self._lay(ListPage(self._say("menu.phone"), lambda: [item(name) for name in names]))

    def _show_code(self, name: str, link: Link) -> None:
        self._lay(QrPage(link(name), name, self._say("menu.phone.hint")))
