"""The galley of the navigator: the pyramid, and beside it a dish with its size and what it does to morale."""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.games.uboot.stores.pyramid import WIDTH, Pyramid
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.galley.dishes import (
    DishOffer,
    cells_named,
    dish_offers,
    food_in,
    ingredients,
    is_dish,
    lemon_cells,
)

LINE = LABEL.height
DISH = "dish"
"""In the lens: the place of the dish that is looked at."""
BESIDE = WIDTH + 4


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the larder: what is on the stove, and a dish that could be cooked or why it cannot."""
    offers = dish_offers(scene.view.board)
    if not offers:
        return _page(scene, area, (), (scene.phrases.say("galley.uboot.empty"),))
    offer = offers[_place(scene, offers)]
    return _page(scene, area, offer.cells, (*_dish_lines(scene, offer), *_store_lines(scene)))


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Look at another dish."""
    offers = dish_offers(scene.view.board)
    place = max(0, min(len(offers) - 1, _place(scene, offers) + steps))
    return {**scene.lens, DISH: str(place)}


def _place(scene: Scene, offers: tuple[DishOffer, ...]) -> int:
    """Return which dish is looked at: at first the largest that can be cooked."""
    able = next((place for place, offer in enumerate(offers) if offer.barred is None), 0)
    return max(0, min(len(offers) - 1, int(scene.lens.get(DISH, able))))


def choose_dish(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the dish under the cursor while `dish` is made: whole by its name, or the cells taken one by one."""
    board, draft = scene.view.board, scene.draft
    words = [token for token in draft.tokens if isinstance(token, str)]
    pointed = draft.choice_at_cursor
    word = pointed.word if pointed and pointed.tokens and isinstance(pointed.tokens[0], str) else ""
    cells = cells_named(board, (*words, *([word] if word else [])))
    lemon = pointed.tokens[0][1] if pointed and pointed.tokens and not word else ""
    sour = (int(lemon),) if lemon else tuple(lemon_cells(board)[:1])
    return _page(scene, area, (*cells, *sour), _chosen_lines(scene, cells))


def choose_cells(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the cells that `swap` or `replace` is about."""
    draft = scene.draft
    pointed = draft.choice_at_cursor
    cells = tuple(int(str(token)) for token in (*draft.tokens, *(pointed.tokens if pointed else ())))
    named = tuple(f"{cell} {scene.phrases.value(food_in(scene.view.board, cell))}" for cell in cells)
    return _page(scene, area, cells, (*named, *_store_lines(scene)))


def _page(scene: Scene, area: Area, cells: tuple[int, ...], lines: tuple[str, ...]) -> tuple[Place, ...]:
    board, phrases = scene.view.board, scene.phrases
    said = tuple(phrases.value(food) if food else "-" for food in board.stores.pyramid)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    text = tuple(LABEL.whole(lines, area.width - BESIDE, body.height // LINE))
    return (
        Place(area._replace(height=HEAD), heading(scene, phrases.say("galley.uboot"), area.width)),
        Place(body._replace(width=WIDTH), Pyramid(board.stores.pyramid, cells, said)),
        Place(body._replace(x=area.x + BESIDE, width=area.width - BESIDE), Text(text, LABEL)),
    )


def _dish_lines(scene: Scene, offer: DishOffer) -> tuple[str, ...]:
    """Return a dish in words: what it is, its size and what that does to morale, or why it cannot be."""
    phrases = scene.phrases
    if offer.barred is not None:
        return (phrases.value(offer.dish), phrases.short_reason(offer.barred))
    return (phrases.value(offer.dish), _worth(scene, offer.size))


def _chosen_lines(scene: Scene, cells: tuple[int, ...]) -> tuple[str, ...]:
    board, phrases = scene.view.board, scene.phrases
    foods = tuple(food_in(board, cell) for cell in cells)
    if not is_dish(board, cells):
        return (*(phrases.value(food) for food in foods), phrases.say("galley.uboot.more"))
    return (phrases.value(board.handbook.cookbook.find(foods)), _worth(scene, len(foods)), *_lemon_line(scene))


def _worth(scene: Scene, size: int) -> str:
    change = scene.view.board.handbook.cookbook.morale[size]
    return scene.phrases.say("galley.uboot.worth", change=f"{change:+}" if change else "0")


def _lemon_line(scene: Scene) -> tuple[str, ...]:
    return (scene.phrases.say("galley.uboot.lemon"),) if lemon_cells(scene.view.board) else ()


def _store_lines(scene: Scene) -> tuple[str, ...]:
    """Return how much is left in the supply, and what is on the stove."""
    board, phrases = scene.view.board, scene.phrases
    foods = ingredients(board)
    dish = board.handbook.cookbook.find(foods)
    stove = phrases.say("galley.uboot.stove", dish=phrases.value(dish)) if foods else phrases.say("galley.uboot.cold")
    return (phrases.say("galley.uboot.left", count=board.stores.supply), stove)
