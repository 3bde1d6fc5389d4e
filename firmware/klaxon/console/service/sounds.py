"""Bell and lamps: every call of the scores and every note of a scale, every lamp."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from string import Formatter

from klaxon import data
from klaxon.console.devices import Bell, Call
from klaxon.console.drawing.fonts import ELLIPSIS
from klaxon.console.language.catalogue import catalogue_of
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.sound.score import Score, read_notes
from klaxon.console.station.list_page import ListPage, MenuItem
from klaxon.rules.games import GAMES

SCALE = ("c4", "d4", "e4", "f4", "g4", "a4", "b4", "c5", "d5", "e5", "f5", "g5", "a5", "b5", "c6")
NOTE_MS, SCALE_MS = 500, 150


class _Bells:
    """The bell under test."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._bells = list(context.devices.bells.items())
        self._place = 0

    @property
    def count(self) -> int:
        return len(self._bells)

    @property
    def name(self) -> str:
        """The boats that hear it."""
        return ", ".join(self._context.find(f"boat.{boat}", boat) for boat in self._bells[self._place][0])

    @property
    def bell(self) -> Bell:
        return self._bells[self._place][1]

    def go_on(self) -> None:
        """Select the next."""
        self.bell.hush()
        self._place = (self._place + 1) % len(self._bells)


class _BellPage(ServicePage, ListPage):
    """A list of what the bell can play; it is silenced when the list is left."""

    def __init__(self, title: str, items: Callable[[], Sequence[MenuItem]], bells: _Bells) -> None:
        super().__init__(title, items)
        self._bells = bells

    def on_leave(self) -> None:
        """Silence the bell."""
        self._bells.bell.hush()


class _LampPage(ServicePage, ListPage):
    """The lamps; they show the state of the game again when the list is left."""

    def __init__(self, context: ServiceContext) -> None:
        super().__init__(context.say("service.lamps"), self._lamps)
        self._context = context
        self._lit: dict[str, bool] = {}

    def on_enter(self) -> None:
        """Switch all of them off."""
        self._lit = dict.fromkeys(self._context.lamps, False)
        self._light(self._lit.__getitem__)

    def on_leave(self) -> None:
        """Light those that should be lit."""
        self._light(self._context.lit)

    def _lamps(self) -> list[MenuItem]:
        return [self._lamp(lamp, lit=lit) for lamp, lit in self._lit.items()]

    def _lamp(self, lamp: str, *, lit: bool) -> MenuItem:
        value, ok = ("service.lamps.on", "service.lamps.out") if lit else ("service.lamps.off", "service.lamps.light")
        return MenuItem(
            self._context.find(f"boat.{lamp}", lamp),
            self._context.say(ok),
            partial(self._switch, lamp),
            self._context.say(value),
        )

    def _switch(self, lamp: str) -> None:
        self._lit[lamp] = not self._lit[lamp]
        self._light(self._lit.__getitem__)

    def _light(self, lit: Callable[[str], bool]) -> None:
        for lamp in self._context.lamps:
            self._context.devices.lamps.set(lamp, lit=lit(lamp))


def open_lamps(context: ServiceContext) -> None:
    """Open the list of lamps."""
    if context.lamps:
        context.service_station.lay(_LampPage(context))
    else:
        context.lay_words(context.say("service.lamps"), context.say("service.lamps.none"))


def open_bell(context: ServiceContext) -> None:
    """Open the list of scores."""
    bells = _Bells(context)
    if not bells.count:
        context.lay_words(context.say("service.bell"), context.say("service.bell.none"))
        return

    def items() -> list[MenuItem]:
        several = [
            MenuItem(context.say("service.bell.which"), context.say("service.bell.next"), bells.go_on, bells.name)
        ]
        scores = [
            MenuItem(
                context.find(f"game.{game}", game),
                context.say("service.bell.list"),
                partial(lay, _calls(context, game)),
            )
            for game in GAMES
        ]
        return [
            *(several if bells.count > 1 else ()),
            MenuItem(
                context.say("service.bell.scale"), context.say("service.bell.list"), partial(lay, _scale(context))
            ),
            MenuItem(
                context.say("service.bell.common"), context.say("service.bell.list"), partial(lay, _calls(context, ""))
            ),
            *scores,
        ]

    def lay(calls: Iterable[tuple[str, str, Call]]) -> None:
        listed = [
            MenuItem(name, context.say("service.bell.ring"), partial(ring, call), value) for name, value, call in calls
        ]
        context.service_station.lay(_BellPage(context.say("service.bell"), lambda: listed, bells))

    def ring(call: Call) -> None:
        bells.bell.ring(call)

    context.service_station.lay(ListPage(context.say("service.bell"), items))


def _scale(context: ServiceContext) -> list[tuple[str, str, Call]]:
    """Return the scale as one call, and each of its notes: name, pitch, call."""
    notes = {name: next(read_notes(f"{name}/{NOTE_MS}")) for name in SCALE}
    whole = Call("scale", tuple(note._replace(ms=SCALE_MS) for note in notes.values()))
    single = [
        (name.upper(), context.say("service.bell.pitch", pitch=note.pitch), Call(name, (note,)))
        for name, note in notes.items()
    ]
    return [(context.say("service.bell.scale.whole"), "", whole), *single]


def _calls(context: ServiceContext, game: str) -> list[tuple[str, str, Call]]:
    """Return the calls of a game's own score, or ('') those of all games, each with the words of its banner."""
    common = data.bell_score("common")["calls"]
    score = Score.read(game)
    return [
        (_title(context, score.banners[name]), "", call)
        for name, call in score.calls.items()
        if (name in common) == (not game)
    ]


def _title(context: ServiceContext, banner: str) -> str:
    """Return the first line of a banner, without the facts of a game."""
    gaps = {name: ELLIPSIS for _, name, _, _ in Formatter().parse(catalogue_of(banner, "en")[banner]) if name}
    return context.say(banner, **gaps).partition("\n")[0]
