"""The captain of U-BOOT: orders by category, open or barred with the reason and the cost; both tracks; all men."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import crew, orders, tracks
from klaxon.console.games.uboot.attack import arms_page, gun_sight, tdc_page
from klaxon.console.games.uboot.boat import troubles
from klaxon.console.games.uboot.glass import book, optics
from klaxon.console.games.uboot.heading import ROMAN, breach_due, instruments, running_text, tracks_text
from klaxon.console.games.uboot.logbook import log_page, mission_page
from klaxon.console.games.uboot.order_list import OrderItem, OrderList, Tabs
from klaxon.console.games.uboot.orders import FASTEST
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.radio import messages_page
from klaxon.console.games.uboot.scene import Scene, clock_text
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.play.choices import Choice
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.cards.effects import is_free
from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, first_bell
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.galley.dishes import ingredients
from klaxon.rules.uboot.galley.meal import is_meal_time
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.orders.conditions import bar_busy, bar_order, bar_repair, bar_time
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.sea.glass.open_views import SCOPE_DEPTH
from klaxon.rules.uboot.sickbay.patients import sick_rooms
from klaxon.rules.uboot.sickbay.treating import FIRST_AID
from klaxon.rules.uboot.state import AT_SEA, OpenBoard
from klaxon.rules.uboot.trouble.targets import (
    NO_DEVICE,
    REPAIR_BREACH,
    REPAIR_EMERGENCY,
    REPAIR_FAULT,
    candidates,
    team_size,
)
from klaxon.rules.uboot.verbs.bars import bar_relieved
from klaxon.rules.uboot.verbs.galley_arguments import aid_rooms

LINE = LABEL.height
URGENT = (REPAIR_BREACH, REPAIR_EMERGENCY, REPAIR_FAULT)
CALLED_FOR = (*URGENT[:2], FIRST_AID, URGENT[2])
"""The orders at which the dial begins, if there is something for them."""
DUTIES = ("launch", "flood_tubes", "tdc", "cook", "watch", "new_speed")
"""The orders at which it begins otherwise, while they are due."""
BY_MOVING = ("needs-men", NO_DEVICE)
"""Reasons against an order that a change of positions removes."""
POSITIONS = "change_positions"
CREW_ORDERS = (POSITIONS, "address", "cook")
"""The orders of the last category: the first of all is given by OK at the order for which it is wanted."""
LEAF = {"west": -1, "east": 1}
"""Course key -> to which category it goes."""
MANOEUVRE, OTHER = "manoeuvre", "other"
"""The category of the ship's course, speed and depth, and that of verbs that are not on the order table."""


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
    right = running_text(scene) if scene.view.prompts or breach_due(scene) else clock_text(scene)
    return Title(scene.phrases.say("page.uboot.orders"), f"{tracks_text(scene)} {right}")


def _category(scene: Scene, verb: str) -> str:
    row = scene.view.board.handbook.orders.get(verb)
    return row.category if row else OTHER


def _first_of_category(scene: Scene, step: int) -> str:
    """Return the first order of the next category, or of the one before: one that may be given, if there is any."""
    choices, pointed = scene.draft.choices, scene.draft.choice_at_cursor
    categories = list(dict.fromkeys(_category(scene, choice.word) for choice in choices))
    if pointed is None or not categories:
        return ""
    wanted = categories[(categories.index(_category(scene, pointed.word)) + step) % len(categories)]
    found = [choice for choice in choices if _category(scene, choice.word) == wanted]
    return min(found, key=lambda choice: choice.barred is not None and choice.barred.code not in BY_MOVING).word


def _is_called_for(board: OpenBoard, order: str) -> bool:
    """Return whether an order has an object, and can be given or needs only men or a device."""
    if not (sick_rooms(board) if order == FIRST_AID else candidates(board, order)):
        return False
    bar = bar_order(board, order)
    return bar is None or bar.code in BY_MOVING


def _is_due(board: OpenBoard, order: str) -> bool:
    """Return whether this comes next: in an attack, or dinner before noon, lookouts, way on; now or by moving men."""
    solution, boat = board.arms.solution, board.boat
    is_wanted = {
        "launch": solution is not None,
        "flood_tubes": solution is not None,
        "tdc": solution is None and bool(in_sight(board)),
        "cook": not ingredients(board) and is_meal_time(board.briefing.date, _next_bell(board)),
        "watch": boat.surfaced and not lookouts(board),
        "new_speed": boat.surfaced and boat.setting == "stop",
    }[order]
    bar = bar_order(board, order) if is_wanted else None
    return is_wanted and (bar is None or bar.code in BY_MOVING)


def _usual_order(board: OpenBoard, draft: Order) -> str:
    """Return the order at which the dial begins while nothing calls for one."""
    is_shallow = not board.boat.surfaced and board.boat.target <= SCOPE_DEPTH
    if draft.verb:
        return "new_course" if board.boat.surfaced else "surface"
    if not board.boat.surfaced:
        return "surface" if is_shallow and not board.waters.contacts else "new_depth"
    return "time" if board.clock.mode == "real" and not bar_time(board, FASTEST[0]) else "new_course"


def _next_bell(board: OpenBoard) -> int:
    """Return the game time of the bell that ends this watch."""
    watch, first = WATCH_HOURS * HOUR, first_bell(board.briefing.date)
    return first + max(0, (board.clock.game_at - first) // watch + 1) * watch


def _usual_arguments(board: OpenBoard, verb: str) -> tuple[str, ...]:
    """Return what an order is about if nobody says: its only object; () where it has several, or none."""
    if verb in URGENT:
        row = board.handbook.orders[verb]
        able = [args for args in candidates(board, verb) if bar_repair(board, row, args) is None]
        return able[0] if len(able) == 1 else ()
    if verb == FIRST_AID:
        rooms = aid_rooms(board)
        return (str(rooms[0]),) if len(rooms) == 1 else ()
    return (orders.first_value(board, verb),) if verb == "time" else ()


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
    """Return what an order lacks or costs; for other verbs and for the ship's, course, speed and depth."""
    board, barred = scene.view.board, pointed.barred if pointed is not None else None
    if pointed is None or pointed.word not in board.handbook.orders:
        return instruments(scene)
    if _sends_men(scene, pointed) and _nobody_went(scene, pointed.word):
        return scene.phrases.say("why.uboot.nobody-went", cost=_price(scene, POSITIONS))
    if barred is not None:
        plain = scene.phrases.short_reason(barred) or instruments(scene)
        return scene.phrases.find(f"why.uboot.{barred.code}", plain, **scene.phrases.facts(barred.facts))
    if board.order and _category(scene, pointed.word) == MANOEUVRE and not is_free(board, pointed.word):
        return instruments(scene)
    return _price(scene, pointed.word)


def _price(scene: Scene, order: str) -> str:
    """Return what an order costs: a step of the order track or of morale, or nothing, by a card."""
    board, say = scene.view.board, scene.phrases.say
    if is_free(board, order):
        return say("cost.uboot.free")
    if board.order:
        return say("cost.uboot.order", old=ROMAN[board.order], new=ROMAN[board.order - 1])
    return say("cost.uboot.morale", old=ROMAN[board.morale], new=ROMAN[board.morale - 1])


def _sends_men(scene: Scene, pointed: Choice) -> bool:
    """Return whether OK orders a change of positions: that itself, or the one for an order that lacks men."""
    if pointed.barred is None:
        return pointed.word == POSITIONS
    return pointed.barred.code in BY_MOVING and POSITIONS in scene.draft.open_verbs


def _nobody_went(scene: Scene, order: str) -> bool:
    """Return whether the last change of positions of this watch was for that order, and moved nobody."""
    last = next((heard for heard in reversed(scene.heard) if heard.type in ("positions", "moved", "bell")), None)
    return last is not None and last.type == "positions" and order in (POSITIONS, last.facts["for"])


class UbootCaptainScreen(UbootScreen):
    """The captain's station."""

    orders_first = True
    rank = MappingProxyType(dict.fromkeys(PLAYED, 0))
    menu_order = (*(order for order in PLAYED if order not in CREW_ORDERS), *CREW_ORDERS, "time")
    pages = MappingProxyType(
        {
            "trouble": RolePage(troubles.draw, troubles.turn, is_there=troubles.has_any),
            "tdc": tdc_page.PAGE,
            "glass": tdc_page.GLASS,
            "measure": optics.MEASURING,
            "sight": gun_sight.PAGE,
            "arms": arms_page.PAGE,
            "tracks": RolePage(tracks.draw),
            "messages": messages_page.CAPTAINS_PAGE,
            "book": book.PAGE,
            "crew": crew.PAGE,
            "mission": mission_page.PAGE,
            "log": log_page.PAGE,
        }
    )

    def first_value(self, view: Any, draft: Order) -> str:
        """Begin at the order against what is wrong aboard, the most urgent first; then at what is due.

        Where nothing is, at how fast time runs, and while it does at the course; under water at the depth.
        """
        found = super().first_value(view, draft)
        board, is_order = view.board, draft.verb in ("", POSITIONS)
        is_barred = board.phase != AT_SEA or bar_busy(board) or bar_relieved(board, view.role)
        if found or is_barred or not is_order:
            return found
        due = next((order for order in CALLED_FOR if _is_called_for(board, order)), "")
        return due or next((order for order in DUTIES if _is_due(board, order)), _usual_order(board, draft))

    def key_word(self, scene: Scene, direction: str) -> str:
        """Let two course keys leaf through the categories of orders, also of those that men may be sent for."""
        if scene.draft.verb not in ("", POSITIONS) or direction not in LEAF:
            return super().key_word(scene, direction)
        return _first_of_category(scene, LEAF[direction])

    def usual_order(self, scene: Scene, verb: str) -> Order | None:
        """Let OK give orders at once whose object is plain: the only trouble, the only sick room, time that may run."""
        args = _usual_arguments(scene.view.board, verb)
        return Order(Seat(scene.seat), verb, args) if args else super().usual_order(scene, verb)

    def instead(self, scene: Scene, barred: Choice) -> Order | None:
        """Where only men are missing, OK sends them: a change of positions for that order."""
        if not _sends_men(scene, barred):
            return None
        return Order(Seat(scene.seat), POSITIONS, (("for", barred.word),))

    def draw_menu(self, scene: Scene, area: Area) -> tuple[Place, ...]:
        """Show the orders."""
        return menu(scene, area)


SCREEN = UbootCaptainScreen()
