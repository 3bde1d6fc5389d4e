"""The debrief of Captain Sonar: both boats on one chart, and the events beside it.

Red is solid and filled, Blue dotted and hollow: nothing depends on colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.parts.art import BOAT, MINE, RING, SMALL_MINE
from klaxon.console.drawing.parts.chart import ROOMY, ChartPicture, sign
from klaxon.console.drawing.parts.scale import Point, Scale
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.drawing.sprite import Sprite, parse_sprite
from klaxon.console.games.sonar import layout
from klaxon.console.games.sonar.news import label_lines
from klaxon.console.games.sonar.sea import point_of, points_of, rows_of
from klaxon.console.games.sonar.signs import Hulls
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import DebriefStill, Narration, ToldMoment, neutral_text, plainly
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Event
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.chart import LAND
from klaxon.rules.sonar.setting import BOATS, LOST_AT

HOLLOW_MINE = parse_sprite("#.#.# ..... #...# ..... #.#.#")
SMALL_HOLLOW_MINE = parse_sprite("#.# ... #.#")
BOTH = parse_sprite("""
.###.
#...#
#.#.#
#...#
.###.
""")
"""Both boats on one point."""
CROSS = parse_sprite("..#.. ..#.. ##### ..#.. ..#..")
HOLLOW_CROSS = parse_sprite("..#.. ..#.. ##.## ..#.. ..#..")
"""Where a radio operator believes the enemy to be."""
DAMAGE = 8
"""The rows of both hulls: one page of the panel."""


OF_ONE_SIDE = frozenset(
    {
        "started",
        "dived",
        "course",
        "silence",
        "surfaced",
        "repair",
        "mine-lost",
        "stopped",
        "stop-noted",
        "asked-again",
        "hull",
    }
)
"""Events of which a crew says `we`: the debrief is of both boats."""


class Look(NamedTuple):
    """How a boat and its things are drawn."""

    boat: Sprite
    mine: Sprite
    small_mine: Sprite
    guess: Sprite
    every: int
    """Every which pixel of the route is lit."""


LOOKS: Mapping[str, Look] = {
    "red": Look(BOAT, MINE, SMALL_MINE, CROSS, 1),
    "blue": Look(RING, HOLLOW_MINE, SMALL_HOLLOW_MINE, HOLLOW_CROSS, 2),
}


@dataclass(frozen=True, slots=True)
class BoatColumns:
    """Both boats with their things, and the blasts of this moment."""

    boats: Mapping[str, Mapping[str, Any]]
    blasts: tuple[Point, ...]

    def lay(self, sea: Canvas, scale: Scale) -> None:
        """Draw routes first, then things, then the boats, and blasts on top."""
        for name, boat in self.boats.items():
            _route(sea, scale, points_of(boat["route"]), LOOKS[name].every)
        for name, boat in self.boats.items():
            self._things(sea, scale, boat, LOOKS[name])
        places = [boat["at"] for boat in self.boats.values() if boat["at"]]
        for name, boat in self.boats.items():
            if boat["at"]:
                sprite = BOTH if places.count(boat["at"]) > 1 else LOOKS[name].boat
                sign(sea, scale.centre(point_of(boat["at"])), sprite, halo=1)
        for blast in self.blasts:
            _blast(sea, scale, blast)

    def _things(self, sea: Canvas, scale: Scale, boat: Mapping[str, Any], look: Look) -> None:
        """Draw mines, and where the radio operator believes the enemy to be."""
        mine = look.mine if scale.cell >= ROOMY else look.small_mine
        for point in points_of(boat["mines"]):
            sign(sea, scale.centre(point), mine, halo=0)
        if boat.get("guess"):
            sign(sea, scale.centre(point_of(boat["guess"])), look.guess, halo=0)


def _route(sea: Canvas, scale: Scale, route: tuple[Point, ...], every: int) -> None:
    count = 0
    for point, after in pairwise(route):
        for x, y in dots(*scale.centre(point), *scale.centre(after)):
            if count % every == 0:
                sea.dot(x, y)
            count += 1
        count -= 1  # the last pixel is the first of the next step


def _blast(sea: Canvas, scale: Scale, centre: Point) -> None:
    """Draw a box round the points where a blast does damage."""
    x, y = scale.corner((centre[0] - 1, centre[1] - 1))
    right, foot = scale.corner((centre[0] + 1, centre[1] + 1))
    sea.box(x - 1, y - 1, right + scale.cell - x + 2, foot + scale.cell - y + 2)


def draw(still: DebriefStill) -> tuple[Place, ...]:
    """Show the chart, and beside it the moment in words with the damage of both boats."""
    moment, width, height = still.moment, still.width, still.height
    chart = _chart(moment, still.phrases)
    wide, high = chart.size(max(width - layout.SIDE - layout.GAP, 1), height)
    x = wide + layout.GAP
    roomy = width - x >= layout.ROOMY
    side = Area(x, 0, layout.SIDE if roomy else width - x, height)
    room = side.height - HEAD - DAMAGE
    said = _latest(moment.sentences, side.width, room // LABEL.height)
    places = (
        Place(Area(0, (height - high) // 2, wide, high), chart),
        Place(side._replace(height=HEAD), Title(still.step, moment.clock)),
        Place(Area(side.x, HEAD, side.width, room), Text(said, LABEL, wrap=True)),
        Place(Area(side.x, height - 6, side.width, 5), _hulls(moment, still.phrases)),
    )
    if not roomy:
        return places
    rest = side.x + side.width + 2 * layout.GAP
    return (*places, *_before(still, Area(rest, 0, width - rest, height)))


def _chart(moment: ToldMoment, phrases: Phrases) -> ChartPicture:
    truth = moment.truth
    blasts = tuple(point_of(str(event.facts["at"])) for event in moment.events if event.type == "blast")
    acting = truth["boats"].get(moment.by.partition(".")[0], {}).get("at", "")
    return ChartPicture(
        rows_of(tuple(truth["chart"]["grid"].split("\n"))),
        truth["chart"]["edge"],
        layer=BoatColumns(truth["boats"], blasts),
        focus=blasts[0] if blasts else point_of(acting) if acting else None,
        columns=phrases.columns,
        spoken=tuple(_chart_sentences(truth["boats"], phrases)),
    )


def _chart_sentences(boats: Mapping[str, Mapping[str, Any]], phrases: Phrases) -> Iterator[str]:
    """Return where both boats and their mines are."""
    for name, boat in boats.items():
        if boat["at"]:
            yield phrases.say(
                "told.sonar.at", boat=phrases.boat(name), at=phrases.point(boat["at"]), sector=boat["sector"]
            )
        if boat["mines"]:
            yield phrases.say("told.sonar.mines", boat=phrases.boat(name), mines=phrases.points(boat["mines"]))
        if boat.get("guess"):
            yield phrases.say("told.sonar.guess", boat=phrases.boat(name), at=phrases.point(boat["guess"]))


def _hulls(moment: ToldMoment, phrases: Phrases) -> Hulls:
    """Return both damages: Red solid, Blue hollow."""
    red, blue = (moment.truth["boats"][boat]["damage"] for boat in BOATS)
    return Hulls(red, blue, LOST_AT, (phrases.boat("red"), phrases.boat("blue")))


def _latest(sentences: tuple[str, ...], width: int, most: int) -> tuple[str, ...]:
    """Return as many sentences as fit: results rather than causes."""
    while len(sentences) > 1 and sum(len(LABEL.wrap(sentence, width)) for sentence in sentences) > most:
        sentences = sentences[1:]
    return sentences


def _before(still: DebriefStill, area: Area) -> tuple[Place, ...]:
    """Return what happened before, the newest on top."""
    room = (area.height - HEAD) // LABEL.height
    earlier = still.story[max(0, still.number - room) : still.number]
    sentences = [sentence for told in reversed(earlier) for sentence in reversed(told.sentences)]
    return (
        Place(area._replace(height=HEAD), Title(still.phrases.say("debrief.before"))),
        Place(
            Area(area.x + layout.GAP, HEAD, area.width - layout.GAP, area.height - HEAD),
            Text(label_lines(sentences, area.width - layout.GAP, room), LABEL),
        ),
    )


def say(event: Event, phrases: Phrases) -> str:
    """Return an event in few words: a line beside the chart has fourteen letters."""
    facts = phrases.facts(event.facts)
    match event.type:
        case "charged" if event.facts["full"]:
            return phrases.say("told.of", boat=facts["boat"], said=phrases.say("heard.sonar.ready", **facts))
        case "blast":
            missed = all(result == "miss" for result in _results(event).values())
            return phrases.say("told.sonar.blast.miss" if missed else "told.sonar.blast.hit", **facts)
        case "damage":
            return phrases.find(f"told.sonar.damage.{event.facts['cause']}", "", **facts) or phrases.say(
                "told.sonar.damage", **facts
            )
        case kind if kind in OF_ONE_SIDE:
            return neutral_text(kind, event.facts, phrases).removesuffix(".")
        case _:
            return phrases.find(f"told.sonar.{event.type}", "", **facts) or plainly(event, phrases)


def _results(event: Event) -> Mapping[str, str]:
    results = event.facts["results"]
    return results if isinstance(results, dict) else {}


def facts() -> Mapping[str, Any]:
    """Return what a page needs to draw it: land on a chart, the engineer's panel, the damage that loses a boat."""
    return {
        "land": "".join(sorted(LAND)),
        "symbols": [asdict(symbol) for symbol in circuits.SYMBOLS],
        "lost_at": LOST_AT,
    }


RETELLING = Narration(say, draw, facts)
