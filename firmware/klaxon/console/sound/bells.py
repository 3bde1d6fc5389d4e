"""Boat bells: from the events of the seats to the bells of a console, and to the banners that show the same.

A secret is never audible. If the crews share a room, all of them hear every bell: it rings
only for what all of them heard, or the spectator, who hears the least. What one crew alone heard is shown to it, and
not rung.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from klaxon.console.devices import Bell, Call, Voice
from klaxon.console.drawing.parts import Banner
from klaxon.console.language.catalogue import ENGLISH
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import NAMELESS, Names
from klaxon.console.play.seat_client import Heard, SeatListener
from klaxon.console.settings.console_settings import SHARED, ConsoleSettings
from klaxon.console.sound.beats import Beat, Beats
from klaxon.console.sound.quiet import is_quiet, local_hour
from klaxon.console.sound.score import Cue, Ringer, Score
from klaxon.console.sound.speech import SpokenCalls
from klaxon.rules.contract import SPECTATOR, Seat
from klaxon.table.session import Message


class ShownCall(NamedTuple):
    """The banner of a call, and whether it is urgent."""

    banner: Banner
    urgent: bool


class BoatBells:
    """The bells of a console. A bell rings once for an event, however many seats heard it."""

    def __init__(
        self,
        bells: Mapping[tuple[str, ...], Bell],
        loop: asyncio.AbstractEventLoop,
        settings: ConsoleSettings | None = None,
        hour: Callable[[], int | None] = local_hour,
        voice: Voice | None = None,
    ) -> None:
        """Build the bells. The settings are quiet hours, volume and who shares the room; `hour` returns the hour."""
        self._loop, self._hour = loop, hour
        self.console_settings = settings or ConsoleSettings()
        self._bells = bells
        self._ringers = {boats: Ringer(bell, loop.time, loop.call_later) for boats, bell in bells.items()}
        self._beats = {
            boats: Beats(partial(self._click, ringer), ringer.end_click, loop.time, loop.call_later)
            for boats, ringer in self._ringers.items()
        }
        self._voice, self._is_muted = voice, False
        self._score: Score | None = None
        self._spoken: SpokenCalls | None = None
        self._game = ""
        self.crews: Callable[[], Sequence[str]] = lambda: ()
        """The boats of people at the table, including those at other consoles."""
        self.names: Callable[[], Names] = lambda: NAMELESS
        """The names of the boats."""
        self.is_latin: Callable[[str], bool] = lambda _: False
        """Language -> whether columns are Latin there."""
        self._boats: Mapping[str, str] = {}
        """Side -> the boat assigned to it."""
        self._manned: Sequence[str] = ()
        self._guests: Sequence[str] = ()
        self._waiting: dict[str, tuple[Heard, set[str]]] = {}
        self._standing: Cue | None = None
        """The call for the current state of the table."""

    @property
    def have_volume(self) -> bool:
        """Whether any of the bells has a volume."""
        return any(bell.has_volume for bell in self._bells.values())

    def begin(self, game: str, boats: Mapping[str, str], guests: Sequence[str] = ()) -> None:
        """Load the score of a game, with its boats by side. Guests hear every bell of the other boat."""
        self._score, self._game, self._boats, self._guests = Score.read(game), game, boats, guests
        self._spoken = SpokenCalls(game, self._score, self.names, self.is_latin)
        self._waiting.clear()

    def repeat(self, station: str, side: str, boat: str, beats: tuple[Beat, ...]) -> None:
        """Let the bell of a station repeat what its seat hears; () ends it.

        Only a bell that no other boat hears does: what is repeated is heard at one station alone.
        """
        for earshot, asked in self._beats.items():
            is_own = side in earshot and self._is_alone(boat, earshot)
            asked.ask(station, beats if is_own else ())

    def _is_alone(self, boat: str, earshot: Sequence[str]) -> bool:
        """Return whether no other boat hears a bell."""
        hearing = {*self._within(earshot), *self._guests}
        if self.console_settings.of("room") == SHARED:
            hearing |= {*self._manned, *self.crews()}
        return hearing <= {boat}

    def _click(self, ringer: Ringer, call: Call) -> None:
        if not is_quiet(self.console_settings.of("quiet"), self._hour()):
            ringer.volume = self.console_settings.volume
            ringer.click(call)

    def end_beats(self) -> None:
        """Stop all that repeats: nobody plays."""
        for asked in self._beats.values():
            asked.clear()

    def mute(self, *, muted: bool) -> None:
        """Mute or unmute the bells and the voice; banners stay."""
        self._is_muted = muted
        if muted and self._voice is not None:
            self._voice.hush()
        for ringer in self._ringers.values():
            ringer.is_muted = muted

    def on_seat_event(
        self, boat: str, manned: Sequence[str], heard: Heard, language: str = ENGLISH
    ) -> ShownCall | None:
        """Handle an event of a seat; return the banner for its station, in its language.

        The bells wait until all listeners have it: one that two boats hear rings only for what both heard.
        """
        if self._score is None:
            return None
        self._manned = manned
        self._note(boat, heard)
        cue = self._score.call_for(heard, boat)
        return self._twin(cue, language) if cue else None

    def on_public_event(self, heard: Heard) -> None:
        """Handle an event that everybody may know."""
        if self._score is not None:
            self._note(SPECTATOR, heard)

    def _note(self, who: str, heard: Heard) -> None:
        if not self._waiting:
            self._loop.call_soon(self._ring)
        key = json.dumps([heard.at, heard.type, heard.facts], sort_keys=True)
        self._waiting.setdefault(key, (heard, set()))[1].add(who)

    def stands(self, state: str, manned: Sequence[str], language: str = ENGLISH) -> ShownCall | None:
        """Return the banner for the state of the table; the bells wait until all seats have it."""
        cue = self._score.call_for_state(state) if self._score else None
        if cue is None:
            return None
        self._manned = manned
        return self._twin(cue, language)

    def announced_state(self, state: str) -> None:
        """Ring for the state of the table that everybody may know."""
        cue = self._score.call_for_state(state) if self._score else None
        if cue is not None:
            if self._standing is None:
                self._loop.call_soon(self._ring_standing)
            self._standing = cue

    def strike(self, half_hours: int, manned: Sequence[str]) -> Callable[[str], ShownCall] | None:
        """Strike the ship's bell for the half hours of a game; return its banner, by language."""
        cue = self._score.call_for_watch(half_hours) if self._score else None
        if cue is None:
            return None
        self._manned = manned
        self._ring_for_all(cue)
        return lambda language: self._twin(cue, language)

    def _ring_standing(self) -> None:
        cue, self._standing = self._standing, None
        if cue is not None:
            self._ring_for_all(cue)

    def _ring_for_all(self, cue: Cue) -> None:
        for earshot, ringer in self._ringers.items():
            if any(boat in self._manned for boat in self._within(earshot)):
                self._sound(ringer, cue)

    def _within(self, earshot: Sequence[str]) -> tuple[str, ...]:
        """Return the boats that hear a bell of these sides."""
        return tuple(dict.fromkeys(self._boats[side] for side in earshot if side in self._boats))

    def _twin(self, cue: Cue, language: str) -> ShownCall:
        phrases = Phrases(self._game, language, self.names(), self.is_latin(language))
        title, _, detail = phrases.say(cue.banner, **phrases.facts(cue.facts)).partition("\n")
        return ShownCall(Banner(title, detail), cue.urgent)

    def _ring(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for heard, boats in waiting.values():
            self._speak(heard, boats)
            for earshot, ringer in self._ringers.items():
                manned = tuple(boat for boat in (*self._within(earshot), *self._guests) if boat in self._manned)
                cue = self._cue(heard, boats, manned) if manned else None
                if cue is not None:
                    self._sound(ringer, cue)

    def _speak(self, heard: Heard, heard_by: set[str]) -> None:
        """Speak of what everybody at the table may know, wherever the crews sit."""
        if self._voice is None or self._spoken is None or self._is_silent or not self._manned:
            return
        self._spoken.speak(self._voice, heard, heard_by, {*self._manned, *self._guests, *self.crews()})

    @property
    def _is_silent(self) -> bool:
        return self._is_muted or is_quiet(self.console_settings.of("quiet"), self._hour())

    def _cue(self, heard: Heard, heard_by: set[str], manned: tuple[str, ...]) -> Cue | None:
        """Return what the bell of these boats rings, from their point of view if it belongs to one boat."""
        if self._score is None:
            return None
        within = manned
        if self.console_settings.of("room") == SHARED:
            within = tuple(dict.fromkeys((*manned, *self._manned, *self.crews())))
        if len(within) == 1:
            return self._score.call_at(heard, heard_by - {SPECTATOR}, within)
        cue = self._score.call_at(heard, heard_by, within)
        return self._score.call_for(heard, manned[0]) if cue is not None and len(manned) == 1 else cue

    def _sound(self, ringer: Ringer, cue: Cue) -> None:
        if not is_quiet(self.console_settings.of("quiet"), self._hour()):
            ringer.volume = self.console_settings.volume
            ringer.ring(cue.call)


class PublicListener(SeatListener):
    """Receives what the spectator hears, for the bells."""

    def __init__(self, bells: BoatBells) -> None:
        """Pass it on to the bells."""
        self._bells = bells
        self._stood = ""

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Pass on a public event."""
        self._bells.on_public_event(heard)

    def stands(self, table: Message) -> None:
        """Pass on the state of the table if it has changed."""
        if self._stood not in ("", table["state"]):
            self._bells.announced_state(table["state"])
        self._stood = table["state"]
