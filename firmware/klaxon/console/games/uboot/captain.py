"""The captain of U-BOOT: orders by category, open or barred with the reason and the cost; both tracks; all men."""

from __future__ import annotations

from types import MappingProxyType

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import crew, tracks
from klaxon.console.games.uboot.attack import arms_page, gun_sight, tdc_page
from klaxon.console.games.uboot.glass import book, optics
from klaxon.console.games.uboot.heading import ROMAN, instruments, running_text, tracks_text
from klaxon.console.games.uboot.order_list import OrderItem, OrderList, Tabs
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene, clock_text
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.play.draft import Choice
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.cards.effects import is_free
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.trouble.targets import REPAIR_FAULT, candidates, team_size

LINE = LABEL.height
OTHER = "other"
"""The category of verbs that are not on the order table."""


def menu(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the categories, the orders of the current one, and what the order under the cursor costs or lacks."""
    draft = scene.draft
    categories = tuple(dict.fromkeys(_category(scene, choice.word) for choice in draft.choices))
    pointed = draft.choice_at_cursor
    chosen = _category(scene, pointed.word) if pointed else categories[0] if categories else OTHER
    places = [place for place, choice in enumerate(draft.choices) if _category(scene, choice.word) == chosen]
    items = tuple(_item(scene, draft.choices[place]) for place in places)
    cursor = places.index(draft.cursor) if draft.cursor in places else None
    names = tuple(scene.phrases.say(f"category.uboot.{name}") for name in categories)
    note = tuple(LABEL.wrap(_note(scene, pointed), area.width)[:2])
    left = (area.height - HEAD) // LINE - 1 - len(items) - scene.large
    if len(note) < left and note[0] != instruments(scene):
        note = (instruments(scene), *note)
    top, foot = area.y + HEAD + LINE, area.y + area.height - len(note) * LINE
    return (
        Place(area._replace(height=HEAD), _title(scene)),
        Place(Area(area.x, area.y + HEAD, area.width, LINE), Tabs(names, categories.index(chosen))),
        Place(Area(area.x, top, area.width, foot - top), OrderList(items, cursor)),
        Place(Area(area.x, foot, area.width, len(note) * LINE), Text(note, LABEL)),
    )


def _title(scene: Scene) -> Title:
    """Return the title with both tracks and the running clock."""
    right = running_text(scene) if scene.view.prompts else clock_text(scene)
    return Title(scene.phrases.say("page.uboot.orders"), f"{tracks_text(scene)} {right}")


def _category(scene: Scene, verb: str) -> str:
    row = scene.view.board.handbook.orders.get(verb)
    return row.category if row else OTHER


def _item(scene: Scene, choice: Choice) -> OrderItem:
    """Return an order with the men it takes."""
    phrases, row = scene.phrases, scene.view.board.handbook.orders.get(choice.word)
    men: dict[str, tuple[int, int]] = {}
    for group in row.places if row else ():
        few, many = (group.least, group.most) if group.most else _team(scene)
        least, most = men.get(group.symbol, (0, 0))
        if many:
            men[group.symbol] = least + few, most + many
    shown = tuple((f"{least}" if least == most else f"{least}-{most}", symbol) for symbol, (least, most) in men.items())
    said = ", ".join(f"{number} {phrases.symbol(symbol)}" for number, symbol in shown)
    return OrderItem(phrases.verb(choice.word), shown, choice.barred is not None, said)


def _team(scene: Scene) -> tuple[int, int]:
    """Return how many men the repair of the worst fault takes; 0 where there is none."""
    worst = next(iter(candidates(scene.view.board, REPAIR_FAULT)), None)
    return team_size(scene.view.board, worst[0]) if worst else (0, 0)


def _note(scene: Scene, pointed: Choice | None) -> str:
    """Return what an order lacks or costs; for other verbs, the state of the boat."""
    board, say = scene.view.board, scene.phrases.say
    if pointed is None or pointed.word not in board.handbook.orders:
        return instruments(scene)
    if pointed.barred is not None:
        facts = scene.phrases.facts(pointed.barred.facts)
        return scene.phrases.find(f"why.uboot.{pointed.barred.code}", instruments(scene), **facts)
    if is_free(board, pointed.word):
        return say("cost.uboot.free")
    if board.order:
        return say("cost.uboot.order", old=ROMAN[board.order], new=ROMAN[board.order - 1])
    return say("cost.uboot.morale", old=ROMAN[board.morale], new=ROMAN[board.morale - 1])


class CaptainScreen(UbootScreen):
    """The captain's station."""

    orders_first = True
    rank = MappingProxyType(dict.fromkeys(PLAYED, 0))
    pages = MappingProxyType(
        {
            "tdc": tdc_page.PAGE,
            "glass": tdc_page.GLASS,
            "measure": optics.MEASURING,
            "sight": gun_sight.PAGE,
            "arms": arms_page.PAGE,
            "tracks": RolePage(tracks.draw),
            "book": book.PAGE,
            "crew": crew.PAGE,
        }
    )

    def draw_menu(self, scene: Scene, area: Area) -> tuple[Place, ...]:
        """Show the orders."""
        return menu(scene, area)


SCREEN = CaptainScreen()
