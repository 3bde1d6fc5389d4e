"""Picking cards, with the effect of the one under the cursor; and the curtain before a secret pick.

If both captains share a console, each opens the curtain for himself while the other one looks away.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games.steam import stage
from klaxon.console.games.steam.cards import lines_of, name_of
from klaxon.console.games.steam.scene import Card, Scene, SteamView
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.drill import Drill, DrillHost
from klaxon.console.station.page import HEAD
from klaxon.rules.steam.grid import SIZE

SHOWN, ROOMY = 3, 56
"""Cards visible at once, and the rows needed for that: with a coach or large letters the text takes one."""


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the hand, and under it the card under the cursor."""
    phrases, draft = scene.phrases, scene.draft
    have = len(scene.view.chosen[scene.boat])
    title = Title(phrases.say("stage.steam.pick", boat=phrases.boat(scene.boat)), f"{have}/{SIZE}")
    cards = [scene.view.cards[choice.word] for choice in draft.choices]
    items = tuple(ListItem(name_of(phrases, card)) for card in cards)
    shown = SHOWN if area.height >= ROOMY else SHOWN - 1
    top = area.y + HEAD + shown * LABEL.height
    card = cards[draft.cursor]
    lines = [line for text in _card_lines(phrases, card) for line in LABEL.wrap(text, area.width)]
    room = (area.y + area.height - top) // LABEL.height
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, shown * LABEL.height), List(items, draft.cursor, LABEL)),
        Place(
            Area(area.x, top, area.width, room * LABEL.height),
            Text(tuple(LABEL.truncate(lines, area.width, room)), LABEL),
        ),
    )


def _card_lines(phrases: Phrases, card: Card) -> Iterator[str]:
    """Yield the facts of a card: its points, and its effect."""
    first, *more = lines_of(phrases, card)
    yield f"{card['hp_plain']}+{card['hp_oxygen']} {first}"
    yield from more


class PickCurtain(Drill[SteamView]):
    """A closed curtain: it shows what is behind it once somebody opens it, for one pick only."""

    verb = "pick"

    @classmethod
    def due(cls, view: SteamView) -> bool:
        """Return whether the seat has a secret pick to make."""
        return view.is_draft and bool(view.prompts)

    def __init__(self, bench: DrillHost) -> None:
        """Begin closed."""
        super().__init__(bench)
        self._opened = ""
        """The prompt it was opened for."""

    @property
    def busy(self) -> bool:
        """Whether the curtain is closed: then it comes before the pick behind it."""
        return True

    def see(self, view: SteamView, *, running: bool) -> None:
        """Close it for every new pick, and when the table is paused, because people look at panels then."""
        super().see(view, running=running)
        self.free = view.prompts[0] != self._opened

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show whose pick it is, and nothing of the hand."""
        phrases = self.bench.phrases
        own = self.bench.seat.partition(".")[0]
        title = Title(phrases.say("stage.steam.pick", boat=phrases.boat(own)))
        text = phrases.say("curtain.steam", enemy=phrases.boat(stage.enemy_of(own)))
        return (
            Place(Area(0, 0, width, HEAD), title),
            Place(Area(0, HEAD, width, height - BOTTOM - HEAD), Text((text,), LABEL, wrap=True, middle=True)),
        )

    def bottom(self) -> BottomLine:
        """Return how to open it."""
        return BottomLine(self.bench.phrases.say("curtain.steam.open"))

    def back(self) -> bool:
        """Leave it closed, and go to another seat of this station."""
        return True

    def ok(self) -> None:
        """Open it."""
        self._opened, self.free = self.view.prompts[0], False
