"""The engineer: the panel, its due section lit, and what a cross on the symbol under the cursor would do."""

from __future__ import annotations

from klaxon.console.parts import Group, Symbol, Symbols, Title
from klaxon.console.scene import Scene, SeatScreen
from klaxon.console.screen import Area, Place
from klaxon.console.sonar import clocks, feint, hull, layout, over
from klaxon.console.sonar.news import news, words_of
from klaxon.console.sonar.signs import Kind, Kinds
from klaxon.console.sonar.tracing import Tracing
from klaxon.rules.sonar import panel

PANEL, KINDS = 112, 16
"""The columns of the panel, and of the kinds beside it."""
WIDE = 24
"""How many columns more the panel takes where there is room."""
HEAD = 8
"""The rows of the headline, and of the names of the sections."""


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the end of the game, or the panel."""
    if over.is_over(scene):
        return over.draw(scene)
    room, view = scene.room, scene.view
    draft = scene.draft
    if "inspect" in view and draft.verb != "break":
        return hull.inspection(scene)
    if "repair" in view and not view["waiting"]["penalty"]:
        return hull.status(scene)
    cursor = draft.pointed.word if draft.verb == "break" and draft.pointed else ""
    roomy = room.width >= PANEL + KINDS + WIDE + layout.SIDE
    panel_width = PANEL + WIDE if roomy else PANEL
    top, end = HEAD, panel_width + KINDS
    places = (
        Place(Area(0, top, panel_width, room.height - top), Symbols(_groups(scene), cursor)),
        Place(Area(panel_width + 1, top + HEAD, KINDS - 1, room.height - top - HEAD), _kinds(scene, view["panel"])),
        Place(Area(0, 0, end, HEAD), Title(_headline(scene, cursor), clocks.left(scene))),
    )
    if not roomy:
        return places
    left = end + 2 * layout.GAP
    return (*places, *layout.log(scene, Area(left, 0, room.width - left, room.height)))


def _groups(scene: Scene) -> tuple[Group, ...]:
    """Return the sections; lit are those of which a symbol may be crossed now."""
    view = scene.view
    crossed = set(view["panel"])
    return tuple(
        Group(
            scene.phrases.say(f"section.sonar.{section}"),
            tuple(
                Symbol(symbol.name, symbol.kind, symbol.circuit, symbol.name in crossed)
                for symbol in panel.SYMBOLS
                if symbol.section == section
            ),
            lit=_lit(scene, section),
        )
        for section in panel.SECTIONS
    )


def _lit(scene: Scene, section: str) -> bool:
    if not scene.draft.open:
        return False
    return bool(scene.view["waiting"]["penalty"]) or scene.view["section"] == section


def _kinds(scene: Scene, crossed: list[str]) -> Kinds:
    """Return which kinds of systems work."""
    bits = sum(panel.BIT[name] for name in crossed)
    kinds = (panel.WEAPONS, panel.DETECTION, panel.SPECIAL)
    works = {kind: not bits & panel.KIND_BITS[kind] for kind in kinds}
    return Kinds(
        tuple(
            Kind(kind, up, scene.phrases.say(f"kind.sonar.{kind}.{'up' if up else 'down'}"))
            for kind, up in works.items()
        )
    )


def _headline(scene: Scene, cursor: str) -> str:
    """Return what is out of the ordinary about a cross on the symbol under the cursor; else what is pressing."""
    special = _effect(scene, cursor) if cursor else ""
    pressing = _pressing(scene)
    return special or pressing or next(iter(news(scene)), scene.phrases.role(scene.role))


def _pressing(scene: Scene) -> str:
    """Say what is waited for: a look at the enemy's hull, a penalty, a hold of the table."""
    say, view = scene.phrases.say, scene.view
    if "inspect" in view:
        return say("inspect.sonar.back")
    owed = view["waiting"]["penalty"] and clocks.left(scene)
    return say("penalty.sonar") if owed else clocks.holder(scene)


def _effect(scene: Scene, name: str) -> str:
    """Say what a cross does beside stopping its systems, the gravest first; '' where that is all."""
    say = scene.phrases.say
    after = panel.cross(sum(panel.BIT[crossed] for crossed in scene.view["panel"]), name)
    if after.failure:
        return say(f"effect.sonar.fail.{after.failure}")
    return say("effect.sonar.mends", circuit=after.circuit) if after.circuit else ""


SCREEN = SeatScreen(draw, tick=clocks.tick, eager=True, words=words_of, drill=Tracing, feign=feint.cross)
