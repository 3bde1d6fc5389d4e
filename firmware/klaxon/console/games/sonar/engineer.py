"""The engineer: the panel, its due section lit, and what a cross on the symbol under the cursor would do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Title
from klaxon.console.drawing.parts.symbols import Group, SymbolPicture, Symbols
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar import clocks, coach, labelled_chart, layout, outcome, pretended_marks
from klaxon.console.games.sonar.news import news
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.games.sonar.screen import SonarScreen
from klaxon.console.games.sonar.signs import Kind, Kinds
from klaxon.console.games.sonar.surfaced import hull
from klaxon.console.language.catalogue import say
from klaxon.console.play.outcome import is_over
from klaxon.console.play.seat_screen import StationAid
from klaxon.rules.sonar import circuits

PANEL, KINDS = 112, 16
"""The columns of the panel, and of the kinds beside it."""
WIDE = 24
"""How many columns more the panel takes if there is room."""
TITLE_EDGES = 4
"""Columns of a title that its texts leave free."""
STOPPABLE = (circuits.WEAPONS, circuits.DETECTION, circuits.SPECIAL)
"""The kinds that stop when a symbol of theirs is crossed; radiation stops nothing."""
HEAD = 8
"""The rows of the headline, and of the names of the sections."""


def _groups(scene: Scene) -> tuple[Group, ...]:
    """Return the sections; those in which a symbol may be crossed now are lit."""
    view = scene.view
    crossed = set(view.panel)
    symbols = [
        (
            symbol.section,
            SymbolPicture(
                symbol.name,
                symbol.kind,
                symbol.circuit,
                symbol.name in crossed,
                _spoken(symbol, scene.phrases.language, is_crossed=symbol.name in crossed),
            ),
        )
        for symbol in circuits.SYMBOLS
    ]
    return tuple(
        [
            Group(
                scene.phrases.say(f"section.sonar.{section}"),
                tuple([symbol for where, symbol in symbols if where == section]),
                lit=_is_lit(scene, section),
            )
            for section in circuits.SECTIONS
        ]
    )


@lru_cache(maxsize=256)
def _spoken(symbol: circuits.Symbol, language: str, *, is_crossed: bool) -> str:
    """Return a symbol in words: its name, its kind, its circuit, and whether it is crossed.

    Kept, since a board has twenty-four of them at every draw.
    """
    parts = [f"{symbol.name} {say(f'symbol.sonar.{symbol.kind}', {}, language)}"]
    parts += [say("symbol.sonar.circuit", {"circuit": symbol.circuit}, language)] if symbol.circuit else []
    parts += [say("symbol.sonar.broken", {}, language)] if is_crossed else []
    return ", ".join(parts)


def _is_lit(scene: Scene, section: str) -> bool:
    if not scene.draft.open:
        return False
    return bool(scene.view.penalty) or scene.view.section in (section, circuits.ANY)


def _pointed(scene: Scene) -> str:
    """Return the symbol under the cursor, '' if none is due."""
    choice = scene.draft.choice_at_cursor
    return choice.word if scene.draft.verb == "break" and choice else ""


def _kinds(scene: Scene, cursor: str) -> Kinds:
    """Return which kinds of systems work, and which the cross under the cursor would stop or restore."""
    now = _crossed_count(scene)
    then = circuits.cross(now, cursor).panel if cursor else now
    return Kinds(tuple(_kind(scene, kind, now, then) for kind in STOPPABLE))


def _kind(scene: Scene, kind: str, now: int, then: int) -> Kind:
    up, stays = not now & circuits.KIND_BITS[kind], not then & circuits.KIND_BITS[kind]
    said = scene.phrases.say(f"kind.sonar.{kind}.{'up' if up else 'down'}")
    return Kind(kind, up, said, changes=up != stays)


def _crossed_count(scene: Scene) -> int:
    return sum(circuits.BIT[name] for name in scene.view.panel)


def _title(scene: Scene, cursor: str, width: int) -> Title:
    """Return the headline with the time left, or whose turn it is; news that do not fit beside it are dropped."""
    head, left = _headline(scene, cursor), clocks.time_left(scene)
    whose = "" if cursor or left or _pressing(scene) else clocks.whose(scene)
    fits = LABEL.measure(f"{head} {whose}") <= width - TITLE_EDGES
    return Title(head if fits or not whose else scene.phrases.role(scene.role), left or whose)


def _headline(scene: Scene, cursor: str) -> str:
    """Return what a cross on the symbol under the cursor would do; if none is due, what is pending or new.

    A penalty is shown before an ordinary effect.
    """
    grave, plain = _effects(scene, cursor) if cursor else ("", "")
    text = _pressing(scene) or ("" if scene.view.penalty else plain)
    return grave or text or next(iter(news(scene)), scene.phrases.role(scene.role))


def _pressing(scene: Scene) -> str:
    """Return what is waited for: an inspection of the enemy's hull, a penalty, a hold of the table."""
    say, view = scene.phrases.say, scene.view
    if view.inspect is not None:
        return say("inspect.sonar.back")
    owed = view.penalty and clocks.time_left(scene)
    return say("penalty.sonar") if owed else clocks.holder(scene)


def _effects(scene: Scene, name: str) -> tuple[str, str]:
    """Return unusual effects of a cross ('': none), which systems it stops, and how near danger is.

    The danger is the last symbol of a section or of the reactor: the next cross does damage.
    """
    say, now = scene.phrases.say, _crossed_count(scene)
    after, symbol = circuits.cross(now, name), circuits.SYMBOL[name]
    if after.failure:
        return say(f"effect.sonar.fail.{after.failure}"), ""
    if after.circuit:
        return say("effect.sonar.mends", circuit=after.circuit), ""
    leaks = symbol.kind == circuits.RADIATION
    whole = circuits.KIND_BITS[symbol.kind]
    if leaks:
        effect = say("effect.sonar.leaks", count=(after.panel & whole).bit_count(), all=whole.bit_count())
    else:
        effect = say("effect.sonar.already" if now & whole else f"effect.sonar.stops.{symbol.kind}")
    groups = [circuits.SECTION_BITS[symbol.section], *([whole] if leaks else [])]
    near = any((group & ~after.panel).bit_count() == 1 for group in groups)
    return "", say("effect.sonar.near", effect=effect) if near else effect


class EngineerScreen(SonarScreen):
    """The engineer's station."""

    def aid(self, data: Mapping[str, Any]) -> StationAid:
        """Return a pretended mark, if one is due."""
        return StationAid(pretended=pretended_marks.cross(data))

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, or the panel."""
        if is_over(scene):
            return outcome.draw(scene)
        room, view = scene.room, scene.view
        draft = scene.draft
        if view.inspect is not None and draft.verb != "break":
            return hull.inspection(scene)
        if view.repair is not None and not view.penalty:
            return hull.status(scene)
        cursor = _pointed(scene)
        roomy = room.width >= PANEL + KINDS + WIDE + layout.SIDE
        panel_width = PANEL + WIDE if roomy else PANEL
        top, end = HEAD, panel_width + KINDS
        places = (
            Place(Area(0, top, panel_width, room.height - top), Symbols(_groups(scene), cursor)),
            Place(Area(panel_width, top + HEAD, KINDS - 1, room.height - top - HEAD), _kinds(scene, cursor)),
            Place(Area(0, 0, end, HEAD), _title(scene, cursor, end)),
        )
        if not roomy:
            return places
        left = end + 2 * layout.GAP
        return (*places, *layout.log(scene, Area(left, 0, room.width - left, room.height)))

    def chart(self, scene: Scene) -> Mapping[str, Any] | None:
        """Return the board with its symbols."""
        return labelled_chart.board(scene, _groups(scene), _pointed(scene))

    def coach(self, scene: Scene) -> str:
        """Return the engineer's next step."""
        return coach.engineer(scene)


SCREEN = EngineerScreen()
