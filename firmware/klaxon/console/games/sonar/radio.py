"""The radio operator: the enemy's calls, and their track, laid on the chart with its end where the dials say.

The track stays where it was laid and grows (sheet.py); OK takes up the pencil (pencil.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from klaxon.console.drawing.fonts import LABEL, LINE, largest
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.parts.scale import Point
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar import clocks, coach, labelled_chart, layout, outcome
from klaxon.console.games.sonar.news import label_lines, news
from klaxon.console.games.sonar.plotting import pencil
from klaxon.console.games.sonar.plotting.sheet import end_of, split, track_of
from klaxon.console.games.sonar.scene import Scene, SonarView
from klaxon.console.games.sonar.screen import SonarScreen
from klaxon.console.games.sonar.sea import is_sea, name_of, points_of
from klaxon.console.games.sonar.surfaced.hull import waited_for
from klaxon.console.play.outcome import is_over
from klaxon.console.play.seat_screen import StationAid
from klaxon.rules.contract import Order
from klaxon.rules.sonar.chart import STEPS
from klaxon.rules.sonar.realtime.repair import MISSED

NAMES = {name[0].upper(): name for name in STEPS}
SILENCE, UNKNOWN = "~", "?"
SHOWN = ("course", "withdrawn", "silence", "guessed")
"""Events that the calls show already, and what the operator has said himself."""
CALLED = ("course", "silence")
"""Events in which a boat calls."""
ALONG, UPRIGHT = "→", "↓"
"""The axis along which a single dial slides the track."""
ARROWS = str.maketrans({"N": "↑", "E": "→", "S": "↓", "W": "←"})
CALL = 8
"""The first row of the last call."""


def _frozen_lines(scene: Scene, side: Area) -> Iterator[Place]:
    """Yield that the station is deaf while its boat is surfaced, and who is waited for."""
    say = scene.phrases.say
    yield Place(side._replace(height=layout.HEAD), clocks.hold_title(scene) or Title(say("frozen.sonar.title")))
    yield Place(Area(side.x, CALL, side.width, LINE.height), Text((say("frozen.sonar"),), LINE))
    room = (side.height - CALL - 2 * LINE.height) // LABEL.height
    lines = label_lines((say("frozen.sonar.why"), waited_for(scene)), side.width, room)
    top = CALL + 2 * LINE.height
    yield Place(Area(side.x, top, side.width, side.height - top), Text(lines, LABEL))


def _pencil(scene: Scene, side: Area, clashes: tuple[Point, ...]) -> Iterator[Place]:
    """Yield what the pencil does."""
    say, now = scene.phrases.say, pencil.mode(scene)
    title = clocks.hold_title(scene) or Title(say(f"pencil.sonar.title.{now}"))
    yield Place(side._replace(height=layout.HEAD), title)
    main = Area(side.x, layout.HEAD, side.width, side.height - layout.HEAD)
    if now == pencil.MENU:
        items = tuple(ListItem(say(f"pencil.sonar.{tool}")) for tool in pencil.tools(scene))
        yield Place(main, List(items, pencil.cursor(scene)))
        return
    yield Place(main._replace(height=LINE.height), Text((_way(scene),), LINE))
    below = Area(main.x, main.y + 2 * LINE.height, main.width, main.height - 2 * LINE.height)
    if now == pencil.WRITE:
        items = tuple(ListItem(say(f"call.sonar.{NAMES[letter]}")) for letter in pencil.LETTERS)
        yield Place(below, List((*items, ListItem(say("pencil.sonar.rub"))), pencil.cursor(scene), LABEL))
        return
    hints = (say("pencil.sonar.hint"), _verdict(scene, end_of(scene.view, scene.lens), clashes))
    yield Place(below, Text(label_lines(hints, below.width, below.height // LABEL.height), LABEL))


def _way(scene: Scene) -> str:
    """Return the heading of the break: the calls that were written down, or the guess."""
    way, say = pencil.break_heading(scene), scene.phrases.say
    if pencil.mode(scene) == pencil.WRITE:
        return arrows(way)[-(73 // LINE.width) :] if way else say("pencil.sonar.nothing")
    if way is None:
        return say("pencil.sonar.open")
    if not way:
        return say("pencil.sonar.stay")
    return say("pencil.sonar.way", way=say(f"call.sonar.{NAMES[way[0]]}"), length=len(way))


def _side(scene: Scene, side: Area, end: Point, clashes: tuple[Point, ...], *, logged: bool) -> Iterator[Place]:
    """Yield the last call in large letters, the calls before it, how the track fits, and news if no log shows it."""
    view, say = scene.view, scene.phrases.say
    calls = split(view.calls)
    shown = scene.phrases.point(name_of(end)) if is_sea(view, end) else say("track.sonar.off")
    if scene.dials == 1 and view.phase == "play":
        shown = f"{UPRIGHT if scene.lens.get('axis') else ALONG}{shown}"
    if not _is_begun(scene):
        shown = ""
    counted = say("calls.sonar.last") if view.rules.help == "off" else say("calls.sonar", count=len(calls))
    yield Place(side._replace(height=layout.HEAD), clocks.hold_title(scene) or Title(counted, shown))
    last = _large(scene, calls[-1]) if calls else ""
    font = largest(last, side.width) if scene.large else LINE
    yield Place(Area(side.x, CALL, side.width, font.height), Text((last,), font))
    if not scene.large:
        turn = Area(side.x, CALL + LINE.height, side.width, LABEL.height)
        yield Place(turn, Text((clocks.whose(scene),), LABEL))
    strip = _strip(scene, calls, side.width)
    top = CALL + 2 * LINE.height
    yield Place(Area(side.x, top, side.width, side.height - top), Text(strip, LINE))
    room = (side.height - top - len(strip) * LINE.height) // LABEL.height
    messages = (_verdict(scene, end, clashes), *news(_since_dive(scene), 0 if logged else 1, SHOWN))
    lines = label_lines(messages, side.width, room)
    yield Place(Area(side.x, side.height - room * LABEL.height, side.width, room * LABEL.height), Text(lines, LABEL))


def _is_begun(scene: Scene) -> bool:
    """Return whether anything was heard or laid: before that a point would be taken for that of a boat."""
    return bool(scene.view.calls or scene.lens)


def _laid_track(scene: Scene) -> tuple[Point, ...]:
    """Return the track where it was laid; nothing before there is any."""
    return track_of(scene.view, scene.lens) if _is_begun(scene) else ()


def _since_dive(scene: Scene) -> Scene:
    """Return the scene without what was heard up to the last dive: that is old news once the enemy has called."""
    heard = tuple(scene.heard)
    dives = [place for place, each in enumerate(heard) if each.type == "dived"]
    since = heard[dives[-1] + 1 :] if dives else heard
    has_called = any(each.type in CALLED and each.facts["boat"] != scene.boat for each in since)
    return replace(scene, heard=since) if has_called else scene


def _large(scene: Scene, call: str) -> str:
    if call in NAMES:
        return scene.phrases.say(f"call.sonar.{NAMES[call]}")
    if call == SILENCE:
        return scene.phrases.say("call.sonar.silence")
    if call == MISSED:
        return scene.phrases.say("call.sonar.missed")
    return scene.phrases.say("call.sonar.sector", sector=call.strip("()"))


def _strip(scene: Scene, calls: list[str], width: int) -> tuple[str, ...]:
    """Return the calls before the last one, the newest at the end: one line beside a track, else two."""
    if not calls:
        return (scene.phrases.say("calls.sonar.none"),)
    room = width // LINE.width
    letters = arrows("".join(calls[:-1]).replace(SILENCE, UNKNOWN))
    kept = letters[-room if scene.view.has_track else -2 * room :]
    return tuple(filter(None, (kept[:room], kept[room:])))


def arrows(calls: str) -> str:
    """Return calls as arrows, which are the same in all languages."""
    return calls.translate(ARROWS)


def _verdict(scene: Scene, end: Point, clashes: tuple[Point, ...]) -> str:
    """Return how well the track fits, as far as the table helps; before it was laid, what to do."""
    say, places = scene.phrases.say, places_of(scene)
    if not scene.view.has_track:
        return ""
    if not scene.lens:
        return say("track.sonar.turn")
    if not _sees_clashes(scene.view):
        return ""
    if clashes:
        return say("track.sonar.clash", count=len(clashes))
    if not places:
        return say("track.sonar.fits")
    fits = end in places
    perhaps = fits and scene.plot is not None and not scene.plot["exact"]
    word = "perhaps" if perhaps else "places" if fits else "elsewhere"
    return say(f"track.sonar.{word}", places=len(places))


def _clashes(view: SonarView, track: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return where the track crosses land, as far as the table helps."""
    return tuple(point for point in track if not is_sea(view, point)) if _sees_clashes(view) else ()


def _track_in_words(scene: Scene, track: tuple[Point, ...], end: Point) -> Iterator[str]:
    """Yield where the track ends, and once it was laid whether it fits, as everybody sees on the chart."""
    view, say = scene.view, scene.phrases.say
    if _is_begun(scene):
        yield say("track.sonar", at=scene.phrases.point(name_of(end)))
    if track and scene.lens:
        dry = [name_of(point) for point in track if not is_sea(view, point)]
        yield say("track.sonar.land", count=len(dry)) if dry else say("track.sonar.clear")


def _sees_clashes(view: SonarView) -> bool:
    return view.rules.help in ("clash", "solve")


def places_of(scene: Scene) -> frozenset[Point]:
    """Return where the enemy may be, as far as that was computed."""
    if scene.plot is None or not is_solved(scene.view.rules.help, scene.view.phase):
        return frozenset()
    return frozenset(points_of(scene.plot["places"]))


def is_solved(level: str, phase: str) -> bool:
    """Return whether the table helps so much that all possible places are shown (SON-86)."""
    return level == "solve" and phase != "over"


class RadioScreen(SonarScreen):
    """The radio operator's station: its dials slide the track, its keys are a pencil."""

    jump_to_prompt = False

    def aid(self, data: Mapping[str, Any]) -> StationAid:
        """Tell the rules where the track ends; have all possible places computed if the table chose that."""
        return StationAid(is_solved=is_solved(data["rules"]["help"], data["phase"]), lens_keys=("at",))

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, or calls and track."""
        if is_over(scene):
            return outcome.draw(scene)
        view = scene.view
        end = end_of(view, scene.lens)
        track = _laid_track(scene)
        clashes = _clashes(view, track)
        chart = layout.chart_of(
            scene,
            track=track,
            cursor=end if _is_begun(scene) and not track else None,
            mines=clashes,
            marked=places_of(scene),
            spoken=(
                *_track_in_words(scene, track, end),
                *layout.guess_sentences(scene),
            ),
        )
        place, side, log = layout.beside(scene, chart)
        if pencil.is_frozen(view):
            return (place, *_frozen_lines(scene, side), *log)
        if pencil.mode(scene):
            return (place, *_pencil(scene, side, clashes), *log)
        return (place, *_side(scene, side, end, clashes, logged=bool(log)), *log)

    def chart(self, scene: Scene) -> Mapping[str, Any] | None:
        """Return the labelled chart with the track where it was laid."""
        track = _laid_track(scene)
        return labelled_chart.track_chart(scene, track, _clashes(scene.view, track), places_of(scene))

    def aim(self, scene: Scene, words: tuple[str, ...]) -> Mapping[str, str] | None:
        """Lay the end of the track where somebody points."""
        point = labelled_chart.pointed_sea(scene, words)
        return None if point is None else pencil.lay(scene, point)

    def look(self, scene: Scene, dial: int, steps: int) -> Mapping[str, str] | None:
        """Slide the track, or step through what the pencil offers."""
        return pencil.look(scene, dial, steps)

    def press(self, scene: Scene, key: str) -> Mapping[str, str] | None:
        """Let a key work the pencil."""
        return pencil.press(scene, key)

    def line(self, scene: Scene) -> str | None:
        """Return what OK does with the pencil."""
        return pencil.line(scene)

    def needs_hold(self, scene: Scene) -> bool:
        """Return whether that cannot be undone."""
        return pencil.needs_hold(scene)

    def remark(self, scene: Scene) -> Order | None:
        """Return the guess that OK tells the crew."""
        return pencil.remark(scene)

    def coach(self, scene: Scene) -> str:
        """Return the radio operator's next step."""
        return coach.radio(scene)


SCREEN = RadioScreen()
