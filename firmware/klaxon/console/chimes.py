"""Chimes: from what the seats of a console hear to its bells, and to the banners that are their visual twins."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klaxon.console.bell import Cue, Ringer, Score
from klaxon.console.devices import Bell
from klaxon.console.parts import Banner
from klaxon.console.phrases import Phrases
from klaxon.console.wire import Heard
from klaxon.console.words import ENGLISH


class Shown(NamedTuple):
    """The visual twin of a call, and whether it should be seen by whoever looks elsewhere."""

    banner: Banner
    urgent: bool


class Chimes:
    """The bells of a console. A bell rings once for an event, however many seats heard it."""

    def __init__(self, bells: Mapping[tuple[str, ...], Bell], loop: asyncio.AbstractEventLoop) -> None:
        """Hang the bells."""
        self._loop = loop
        self._ringers = {boats: Ringer(bell, loop.time, loop.call_later) for boats, bell in bells.items()}
        self._score: Score | None = None
        self._game = ""
        self._manned: Sequence[str] = ()
        self._guests: Sequence[str] = ()
        self._waiting: dict[str, tuple[Heard, set[str]]] = {}
        self._standing: Cue | None = None
        """What is to ring for how the table stands now."""

    def begin(self, game: str, guests: Sequence[str] = ()) -> None:
        """Take the score of a game. Guests are the boats that sit within earshot of every bell of another."""
        self._score, self._game, self._guests = Score.read(game), game, guests
        self._waiting.clear()

    def mute(self, *, muted: bool) -> None:
        """Let the bells sound or not; the banners stay."""
        for ringer in self._ringers.values():
            ringer.muted = muted

    def heard(self, boat: str, manned: Sequence[str], heard: Heard, language: str = ENGLISH) -> Shown | None:
        """Note what a seat of a boat heard; return the banner for its station, in its language.

        The bells wait until everybody who hears it has: one that two boats hear rings only for what both heard.
        """
        if self._score is None:
            return None
        self._manned = manned
        if not self._waiting:
            self._loop.call_soon(self._ring)
        key = json.dumps([heard.at, heard.type, heard.facts], sort_keys=True)
        self._waiting.setdefault(key, (heard, set()))[1].add(boat)
        cue = self._score.call_for(heard, boat)
        return self._twin(cue, language) if cue else None

    def stands(self, state: str, manned: Sequence[str], language: str = ENGLISH) -> Shown | None:
        """Ring once for how the table stands, however many stations are told; return the banner."""
        cue = self._score.call_for_state(state) if self._score else None
        if cue is None:
            return None
        self._manned = manned
        if self._standing is None:
            self._loop.call_soon(self._ring_standing)
        self._standing = cue
        return self._twin(cue, language)

    def _ring_standing(self) -> None:
        cue, self._standing = self._standing, None
        for earshot, ringer in self._ringers.items():
            if cue is not None and any(boat in self._manned for boat in earshot):
                ringer.ring(cue.call)

    def _twin(self, cue: Cue, language: str) -> Shown:
        phrases = Phrases(self._game, language)
        title, _, detail = phrases.say(cue.banner, **phrases.facts(cue.facts)).partition("\n")
        return Shown(Banner(title, detail), cue.urgent)

    def _ring(self) -> None:
        waiting, self._waiting = self._waiting, {}
        if self._score is None:
            return
        for heard, boats in waiting.values():
            for earshot, ringer in self._ringers.items():
                manned = tuple(boat for boat in (*earshot, *self._guests) if boat in self._manned)
                cue = self._score.call_at(heard, boats, manned) if manned else None
                if cue is not None:
                    ringer.ring(cue.call)
