"""The captain: the chart at the left, and beside it what to do, or what is waited for and what happened."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.fonts import BODY, LABEL
from klaxon.console.parts import Item, List, Text, Title
from klaxon.console.scene import Scene, SeatScreen
from klaxon.console.screen import Area, Place
from klaxon.console.sonar import choose, layout, over
from klaxon.console.sonar.news import laid, news, stage_of


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the end of the game, the order that is being made, or how things stand."""
    if over.is_over(scene):
        return over.draw(scene)
    if scene.draft.verb:
        return choose.draw(scene)
    return bridge(scene)


def bridge(scene: Scene) -> tuple[Place, ...]:
    """Show the chart and the menu; where nothing is open, what is waited for and what happened."""
    now = stage_of(scene)
    chart, side, log = layout.beside(scene, layout.chart_of(scene))
    title = Title(_headline(scene, now), scene.view["at"])
    top = layout.HEAD + 1
    places = [chart, Place(side._replace(height=layout.HEAD), title)]
    if scene.view["phase"] == "play":
        places.append(Place(Area(side.x, top, side.width, LABEL.height), layout.systems(scene)))
        places.append(Place(Area(side.x, side.height - 5, side.width, 5), layout.hulls(scene)))
        top += LABEL.height + 1
        main = Area(side.x, top, side.width, side.height - 5 - top)
    else:
        main = Area(side.x, top, side.width, side.height - top)
    return (*places, *_main(scene, now, main, logged=bool(log)), *log)


def _headline(scene: Scene, now: str) -> str:
    """Return how things stand, and of several turns how many are left."""
    left = scene.view["left"]
    message = f"stage.sonar.{now}"
    plain = scene.phrases.say(message)
    return scene.phrases.find(f"{message}.more", plain, left=left) if left > 1 else plain


def _main(scene: Scene, now: str, area: Area, *, logged: bool) -> Iterator[Place]:
    """Yield the menu, and in the room under it who is waited for and the news, where no log shows them.

    While the cursor stands on something open, what is barred makes room for the news.
    """
    draft = scene.draft
    if draft.open:
        items = tuple(
            Item(scene.phrases.verb(choice.word), barred=choice.barred is not None) for choice in draft.choices
        )
        free = sum(not item.barred for item in items)
        menu = area._replace(height=free * BODY.height)
        if draft.cursor >= free or menu.height >= area.height:
            yield Place(area, List(items, draft.cursor))
            return
        yield Place(menu, List(items[:free], draft.cursor))
        area = Area(area.x, area.y + menu.height, area.width, area.height - menu.height)
    messages = (scene.phrases.find(f"wait.sonar.{now}", ""), *news(scene, 0 if logged else 3))
    yield Place(area, Text(laid(messages, area.width, area.height // LABEL.height), LABEL, middle=True))


SCREEN = SeatScreen(draw)
