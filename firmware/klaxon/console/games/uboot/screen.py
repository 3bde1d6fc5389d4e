"""What the screens of all roles of U-BOOT have in common: pages, the heading, prompts, and news.

A role has pages that are only looked at, and the page of orders, on which its draft is made. BACK turns them; the page
of orders opens by itself when something waits for the seat, and closes when that is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import coach, crew, feed, helm, manning, news, orders, outcome, tracks
from klaxon.console.games.uboot.boat import sealing
from klaxon.console.games.uboot.heading import call_of, next_due, next_second
from klaxon.console.games.uboot.positions.moving import Moving
from klaxon.console.games.uboot.scene import Scene, UbootView, next_minute, read_uboot
from klaxon.console.games.uboot.stores import galley, sickbay
from klaxon.console.play import countdown
from klaxon.console.play.outcome import is_over
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.seat_screen import SeatScreen
from klaxon.rules.contract import Order
from klaxon.rules.uboot.orders.giving import is_enough, row_of

Draw: TypeAlias = Callable[[Scene, Area], tuple[Place, ...]]
Turn: TypeAlias = Callable[[Scene, int], Mapping[str, str]]
"""How a step of the dial changes the lens."""
ORDERS, PENDING = "orders", "pending"
"""The page on which the draft is made; the page of a pending order, while there is one."""
STEPS: Mapping[str, Draw] = {
    "assign": manning.draw,
    "new_course": helm.choose,
    "dish": galley.choose_dish,
    "swap": galley.choose_cells,
    "replace": galley.choose_cells,
    "treat": sickbay.choose_patients,
    "puzzle": sealing.choose,
}
"""Verb of the draft -> how its arguments are chosen, if not from a list."""
PANES: Mapping[str, Draw] = {"crew": crew.draw, "tracks": tracks.draw, "log": feed.log}
"""Pages for stations of their own, if there are any: all roles see the same."""
_LAST_WORD = {"filled": "done", "done": "done", "dish": "dish", "treat": "treat", "ready": "ready"}
"""How an order ends -> the verb that carries it out once enough men are named."""
WIDE = 256
"""Columns from which on two pages fit side by side."""


class UbootScreen(SeatScreen[UbootView]):
    """The screen of a role. One without pages of its own shows only its orders."""

    jump_to_prompt = True
    leaf_before_seat = True
    standing = ("time", "join", "break_off", "belay", "move", "smoke", "kit")
    panes = tuple(PANES)
    drill = Moving
    pages: ClassVar[Mapping[str, Draw]] = MappingProxyType({})
    """View-only page -> its drawing function, in the order of BACK."""
    orders_first: ClassVar[bool] = False
    """Whether the page of orders is the default page; else it comes last."""
    dials: ClassVar[Mapping[str, Turn]] = MappingProxyType({})
    """Page -> what the dial does there."""

    def read(self, data: Mapping[str, Any], view: Any) -> UbootView:
        """Read a view."""
        return read_uboot(data, view)

    # Pages

    def page_names(self, scene: Scene) -> tuple[str, ...]:
        """Return the pages in the order of BACK."""
        names = (ORDERS, *self.pages) if self.orders_first else (*self.pages, ORDERS)
        return (PENDING, *names) if scene.view.board.pending is not None else names

    def page_of(self, scene: Scene) -> str:
        """Return the page to show: the one that was turned to, as long as nothing else calls the seat.

        Orders are left when the speed of time changes, which is their most common use; but not with a draft half made.
        """
        page, lens = scene.lens.get("page", ""), scene.lens
        if page not in self.page_names(scene) or lens["at"] != call_of(scene):
            return self.usual_page(scene)
        is_left = page == ORDERS and not scene.draft.verb and lens["clock"] != str(scene.view.board.clock.at)
        return self.usual_page(scene) if is_left else page

    def usual_page(self, scene: Scene) -> str:
        """Return the default page."""
        return ORDERS if call_of(scene) else self.page_names(scene)[0]

    def lens_of_page(self, scene: Scene, page: str, **more: str) -> Mapping[str, str]:
        """Return the lens that shows a page."""
        kept = {key: value for key, value in scene.lens.items() if key not in ("page", "at", "clock")}
        clock = str(scene.view.board.clock.at)
        shown = {} if page == self.usual_page(scene) else {"page": page, "at": call_of(scene), "clock": clock}
        return {**kept, **shown, **more}

    def draw_page(self, scene: Scene, page: str, area: Area) -> tuple[Place, ...]:
        """Show one page."""
        if page == ORDERS:
            return self.draw_orders(scene, area)
        return manning.look(scene, area) if page == PENDING else self.pages[page](scene, area)

    def draw_orders(self, scene: Scene, area: Area) -> tuple[Place, ...]:
        """Show what the draft asks, else the verbs."""
        verb = scene.draft.verb
        return STEPS.get(verb, orders.choices)(scene, area) if verb else self.draw_menu(scene, area)

    def draw_menu(self, scene: Scene, area: Area) -> tuple[Place, ...]:
        """Show the verbs."""
        return orders.menu(scene, area)

    # What the console asks

    def first_value(self, view: Any, draft: Order) -> str:
        """Begin at the current value, a new course at the present one; once enough men are named, at carrying out."""
        if not draft.verb:
            pending = view.board.pending
            return _LAST_WORD[row_of(view.board, pending).ends] if pending and is_enough(view.board, pending) else ""
        return orders.present_value(view.board, draft.verb) if not draft.args else ""

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, or the current page; on a wide panel the next one beside it."""
        if is_over(scene):
            return outcome.draw(scene, scene.room)
        page, room, names = self.page_of(scene), scene.room, self.page_names(scene)
        if room.width < WIDE or len(names) == 1:
            return self.draw_page(scene, page, room)
        half = room._replace(width=room.width // 2 - 2)
        beside = room._replace(x=room.width // 2, width=room.width - room.width // 2)
        other = next((name for name in names if name not in (page, PENDING)), PENDING)
        return (*self.draw_page(scene, page, half), *self.draw_page(scene, other, beside))

    def draw_pane(self, name: str, scene: Scene) -> tuple[Place, ...]:
        """Show a page at a station of its own."""
        return outcome.draw(scene, scene.room) if is_over(scene) else PANES[name](scene, scene.room)

    def is_looking(self, scene: Scene) -> bool:
        """Return whether a view-only page is shown."""
        return not is_over(scene) and self.page_of(scene) != ORDERS

    def look(self, scene: Scene, dial: int, steps: int) -> Mapping[str, str] | None:
        """Let the dial do what it does on this page."""
        turn = self.dials.get(self.page_of(scene)) if not is_over(scene) else None
        return turn(scene, steps) if turn is not None else None

    def press(self, scene: Scene, key: str) -> Mapping[str, str] | None:
        """OK on a view-only page goes to the orders; BACK held to the first page."""
        if is_over(scene) or not self.is_looking(scene):
            return None
        if key == "ok":
            return self.lens_of_page(scene, ORDERS)
        return self.lens_of_page(scene, self.usual_page(scene)) if key == "home" else None

    def line(self, scene: Scene) -> str | None:
        """Return where OK leads."""
        if not self.is_looking(scene):
            return None
        return news.call_text(scene) or scene.phrases.say("bottom.uboot.orders")

    def leaf(self, scene: Scene) -> Mapping[str, str] | None:
        """Turn to the next page."""
        names = self.page_names(scene)
        if is_over(scene) or len(names) == 1:
            return None
        return self.lens_of_page(scene, names[(names.index(self.page_of(scene)) + 1) % len(names)])

    def tick(self, scene: Scene) -> int | None:
        """Return the moment at which the clock or the time to answer changes."""
        due = next_due(scene)
        ticks = (next_minute(scene), next_second(scene), countdown.tick(due, scene.now) if due else None)
        return min((moment for moment in ticks if moment is not None), default=None)

    def words(self, scene: Scene, heard: Heard) -> str:
        """Return an event in words."""
        return news.words_of(scene, heard)

    def coach(self, scene: Scene) -> str:
        """Return the next step of the role."""
        return coach.next_step(scene, self.page_of(scene))


SCREEN = UbootScreen()
