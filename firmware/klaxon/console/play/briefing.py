"""Briefings: a player who takes a seat during a game gets an overview of ten seconds. The game does not wait for it."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.play.play_page import PlayPage
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import HEAD, Page
from klaxon.console.station.station import Station
from klaxon.console.station.timer import StationTimer
from klaxon.rules.contract import Seat

LASTS = 10.0
"""Seconds that it is shown."""
AT_LEISURE = 60.0
"""The same at the beginning of a first game."""
HEARD = 3
"""How many events are shown."""
URGENT = 20_000
"""Milliseconds: a prompt that the rules answer before that is more urgent than a briefing."""


class BriefingPage(Page):
    """The role, the last events, what is waited for, and what the dial does."""

    def __init__(self, play: PlayPage, seat: Seat, close: Callable[[], None]) -> None:
        """Open over the page of play; `close` removes it."""
        self._play, self._seat, self._close = play, seat, close

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the briefing, with open prompts on a bar of their own."""
        role, phrases = self._seat.rpartition(".")[2], self._play.phrases
        title = phrases.say("seat", boat=phrases.boat(self._seat.partition(".")[0]), role=phrases.role(role))
        heard = self._play.log(self._seat)[-HEARD:] or [phrases.say("menu.heard.none")]
        dial = phrases.find(f"briefing.{phrases.game}.{role}", phrases.say("briefing.dial"))
        due, below = HEAD + HEARD * LABEL.height, HEAD + (HEARD + 1) * LABEL.height
        return (
            Place(Area(0, 0, width, HEAD), Title(title)),
            Place(Area(0, HEAD, width, HEARD * LABEL.height), Text(tuple(heard), LABEL)),
            Place(Area(0, due, width, LABEL.height), Title(self._due())),
            Place(Area(0, below, width, height - BOTTOM - below), Text((dial,), LABEL, wrap=True)),
        )

    def _due(self) -> str:
        """Return the open prompts of this seat; other offers are not urgent."""
        phrases, draft = self._play.phrases, self._play.drafts[self._seat]
        asked = [verb for verb in draft.prompt_verbs if verb in draft.open_verbs]
        if verbs := asked or (draft.open_verbs if draft.open else []):
            return phrases.say("briefing.due", what=", ".join(map(phrases.verb, verbs)))
        return phrases.say("briefing.wait")

    def bottom(self) -> BottomLine:
        """Return that OK closes it."""
        return BottomLine(self._play.phrases.say("bottom.read"))

    def push(self) -> None:
        """Close it."""
        self._close()

    def back(self) -> bool:
        """Close it."""
        self._close()
        return False

    def ok(self) -> None:
        """Close it."""
        self._close()

    def course(self, direction: str) -> None:
        """Close it. A course must not be given blindly."""
        self._close()

    def stop(self) -> None:
        """Pass STOP on: it cannot wait."""
        self._close()
        self._play.stop()


class _Briefing:
    """One briefing at one station."""

    def __init__(self, station: Station, play: PlayPage, seat: Seat, later: Later, lasts: float) -> None:
        self._station, self.play = station, play
        self._page = BriefingPage(play, seat, self.close)
        self._known: frozenset[str] | None = None
        """The open prompts when it was shown, once they are known."""
        self._alarm = StationTimer(later, self.close)
        self._alarm.set(lasts)
        station.lay(self._page)

    def on_news(self) -> None:
        """Close for something urgent: a new prompt, or a prompt that the rules will answer soon."""
        pressing = {key: due for seat in self.play.seats for key, due in _pressing(self.play, seat).items()}
        new = frozenset(pressing) - (frozenset(pressing) if self._known is None else self._known)
        self._known = frozenset(pressing)
        near = self.play.client.now + URGENT
        if new or any(due is not None and due < near for due in pressing.values()):
            self.close()

    def close(self) -> None:
        """Remove it, wherever it is in the stack."""
        self._alarm.unset()
        self._station.drop(self._page)


def _pressing(play: PlayPage, seat: Seat) -> dict[str, int | None]:
    """Return the open prompts of a seat, and when the rules answer them."""
    waiting = play.drafts[seat].waiting
    prompts = play.client.seen[seat].view.get("prompts", ())
    return {str(prompt["key"]): prompt.get("due") for prompt in prompts if str(prompt["key"]) in waiting}


class Briefings:
    """The briefings of a console."""

    def __init__(self, later: Later) -> None:
        """Begin with none."""
        self._later = later
        self._laid: dict[str, _Briefing] = {}

    def lay(self, station: Station, play: PlayPage, seat: Seat, lasts: float = LASTS) -> None:
        """Brief a player who has taken a seat at a station."""
        self.clear(station)
        self._laid[station.fitting.name] = _Briefing(station, play, seat, self._later, lasts)

    def on_news(self, station: Station, play: object) -> None:
        """Called when a page of play got new messages."""
        laid = self._laid.get(station.fitting.name)
        if laid is not None and laid.play is play:
            laid.on_news()

    def clear(self, station: Station) -> None:
        """Remove a briefing, if there is one."""
        laid = self._laid.pop(station.fitting.name, None)
        if laid is not None:
            laid.close()
