"""What the screens of all roles of U-BOOT have in common: pages, the heading, prompts, and news.

A role has pages that are only looked at, and the page of orders, on which its draft is made. BACK turns them; the page
of orders opens by itself when something waits for the seat, and closes when that is done.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import coach, crew, feed, manning, news, orders, outcome, tracks
from klaxon.console.games.uboot.attack import arms_page, run_page
from klaxon.console.games.uboot.attack.air_alarm import alarm_text
from klaxon.console.games.uboot.attack.runs import last_launch
from klaxon.console.games.uboot.boat import sealing
from klaxon.console.games.uboot.chart import helm, labelled_chart
from klaxon.console.games.uboot.glass.waterfall import NOTHING_HEARD
from klaxon.console.games.uboot.heading import call_of, next_due, next_second
from klaxon.console.games.uboot.pages import Draw, RolePage
from klaxon.console.games.uboot.positions.moving import Moving
from klaxon.console.games.uboot.positions.promise import is_promised
from klaxon.console.games.uboot.radio import enigma_page
from klaxon.console.games.uboot.scene import Scene, UbootView, next_minute, read_uboot
from klaxon.console.games.uboot.stores import galley, sickbay
from klaxon.console.play import countdown
from klaxon.console.play.outcome import is_over
from klaxon.console.play.seat_client import Heard
from klaxon.console.play.seat_screen import SeatScreen, StationAid
from klaxon.console.sound.beats import Beat
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.galley.dishes import dish_offers
from klaxon.rules.uboot.orders.giving import is_enough, row_of
from klaxon.rules.uboot.sickbay.treating import patient_words
from klaxon.rules.uboot.smoking import MOST_SMOKERS, smokers
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import FIGURES

ORDERS, PENDING, TORPEDO = "orders", "pending", "torpedo"
"""The page on which the draft is made; those of a pending order and of torpedoes that run, while there are any."""
STEPS: Mapping[str, Draw] = {
    "assign": manning.draw,
    "new_course": helm.choose,
    "dish": galley.choose_dish,
    "swap": galley.choose_cells,
    "replace": galley.choose_cells,
    "treat": sickbay.choose_patients,
    "puzzle": sealing.choose,
    "key": enigma_page.choose,
    **dict.fromkeys(("flood_tubes", "launch", "reload"), arms_page.choose),
}
"""Verb of the draft -> how its arguments are chosen, if not from a list."""
PANES: Mapping[str, Draw] = {"crew": crew.draw, "tracks": tracks.draw, "log": feed.log}
"""Pages for stations of their own, if there are any: all roles see the same."""
_LAST_WORD = {"filled": "done", "done": "done", "dish": "dish", "treat": "treat", "ready": "ready"}
"""How an order ends -> the verb that carries it out once enough men are named."""
STEP_OF, LEAF_OF = {"north": -1, "south": 1}, {"west": -1, "east": 1}
"""Course key -> as which step of the dial it counts, and how many pages it turns, where a page says nothing else."""
WIDE = 256
"""Columns from which on two pages fit side by side."""
_AID = StationAid(lens_keys=("view", "bearing", "zoom", "listen", "span", "from", "to"))
"""The part of a lens that the rules know (UBT-12.17c)."""


class UbootScreen(SeatScreen[UbootView]):
    """The screen of a role. One without pages of its own shows only its orders."""

    jump_to_prompt = True
    leaf_before_seat = True
    standing = ("time", "join", "break_off", "belay", "move", "smoke", "kit", "return_to_base")
    panes = tuple(PANES)
    notes = ("class.", "told.", "tdc.")
    drill = Moving
    pages: ClassVar[Mapping[str, RolePage]] = MappingProxyType({})
    """The view-only pages, in the order of BACK."""
    orders_first: ClassVar[bool] = False
    """Whether the page of orders is the default page; else it comes last."""

    def aid(self, data: Mapping[str, Any]) -> StationAid:
        """Return the part of the lens that the rules know."""
        return _AID

    def read(self, data: Mapping[str, Any], view: Any) -> UbootView:
        """Read a view."""
        return read_uboot(data, view)

    def recall(self, before: UbootView | None, view: UbootView, now: int) -> UbootView:
        """Return a view with what the hydrophone heard before."""
        if "hydrophone" not in view.open_views:
            return view
        return replace(view, waterfall=(before.waterfall if before else NOTHING_HEARD).with_line(view.sound, now))

    # Pages

    def page_names(self, scene: Scene) -> tuple[str, ...]:
        """Return the pages in the order of BACK."""
        pages = tuple(name for name, page in self.pages.items() if page.is_there(scene))
        names = (ORDERS, *pages) if self.orders_first else (*pages, ORDERS)
        names = (TORPEDO, *names) if run_page.PAGE.is_there(scene) else names
        return (PENDING, *names) if scene.view.board.pending is not None else names

    def page_of(self, scene: Scene) -> str:
        """Return the page to show: the one that was turned to, as long as nothing else calls the seat.

        Orders are left when the speed of time changes, which is their most common use; but not with a draft half made.
        """
        page, lens = scene.lens.get("page", ""), scene.lens
        if page not in self.page_names(scene) or lens["at"] != self._call(scene):
            return self.usual_page(scene)
        is_left = page == ORDERS and not scene.draft.verb and lens["clock"] != str(scene.view.board.clock.at)
        return self.usual_page(scene) if is_left else page

    def page_name(self, scene: Scene) -> str:
        """Return the page that is shown, for a guide."""
        return self.page_of(scene)

    def usual_page(self, scene: Scene) -> str:
        """Return the default page: orders where something calls the seat, a torpedo that runs, or its first one."""
        if call_of(scene):
            return ORDERS
        return TORPEDO if run_page.PAGE.is_there(scene) else self.page_names(scene)[0]

    def _call(self, scene: Scene) -> str:
        """Return what calls the seat to another page: something that waits for it, or torpedoes that were launched."""
        return f"{call_of(scene)} {last_launch(scene)}"

    def lens_of_page(self, scene: Scene, page: str, **more: str) -> Mapping[str, str]:
        """Return the lens that shows a page."""
        kept = {key: value for key, value in scene.lens.items() if key not in ("page", "at", "clock")}
        clock = str(scene.view.board.clock.at)
        shown = {} if page == self.usual_page(scene) else {"page": page, "at": self._call(scene), "clock": clock}
        return self._with_rules(scene, {**kept, **shown, **more})

    def _with_rules(self, scene: Scene, lens: Mapping[str, str]) -> Mapping[str, str]:
        """Return a lens with what the rules have to know for its page, and nothing from any other."""
        own = {key: value for key, value in lens.items() if key not in _AID.lens_keys}
        then = replace(scene, lens=own)
        page = self._page_named(self.page_of(then))
        return {**own, **page.lens(then)} if page is not None else own

    def _page(self, scene: Scene) -> RolePage | None:
        """Return the view-only page that is shown; None for orders, a pending order and the end."""
        return None if is_over(scene) else self._page_named(self.page_of(scene))

    def _page_named(self, name: str) -> RolePage | None:
        return run_page.PAGE if name == TORPEDO else self.pages.get(name)

    def draw_page(self, scene: Scene, page: str, area: Area) -> tuple[Place, ...]:
        """Show one page."""
        if page == ORDERS:
            return self.draw_orders(scene, area)
        found = self._page_named(page)
        return found.draw(scene, area) if found is not None else manning.look(scene, area)

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
        return orders.first_value(view.board, draft.verb) if not draft.args else ""

    def key_word(self, scene: Scene, direction: str) -> str:
        """Let the course keys point to courses and depths."""
        return orders.key_word(scene, direction)

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, or the current page; on a wide panel the next one beside it."""
        if is_over(scene):
            return outcome.draw(scene, scene.room)
        page, room, names = self.page_of(scene), scene.room, self.page_names(scene)
        if room.width < WIDE or len(names) == 1:
            return self.draw_page(scene, page, room)
        half = room._replace(width=room.width // 2 - 2)
        beside = room._replace(x=room.width // 2, width=room.width - room.width // 2)
        other = next((name for name in names if name not in (page, PENDING) and not self._looks_out(name)), PENDING)
        return (*self.draw_page(scene, page, half), *self.draw_page(scene, other, beside))

    def _looks_out(self, name: str) -> bool:
        """Return whether a page shows nothing beside another one."""
        return name in self.pages and self.pages[name].needs_lens

    def chart(self, scene: Scene) -> Mapping[str, Any] | None:
        """Return the plot or the strategic chart."""
        return labelled_chart.chart(scene)

    def draw_pane(self, name: str, scene: Scene) -> tuple[Place, ...]:
        """Show a page at a station of its own."""
        return outcome.draw(scene, scene.room) if is_over(scene) else PANES[name](scene, scene.room)

    def is_looking(self, scene: Scene) -> bool:
        """Return whether a view-only page is shown."""
        return not is_over(scene) and self.page_of(scene) != ORDERS

    def look(self, scene: Scene, dial: int, steps: int) -> Mapping[str, str] | None:
        """Let the dial do what it does on this page."""
        page = self._page(scene)
        return self._with_rules(scene, page.turn(scene, steps)) if page is not None and page.turn is not None else None

    def press(self, scene: Scene, key: str) -> Mapping[str, str] | None:
        """Let a key do what it does on this page; else OK goes to the orders, BACK held to the first page.

        Where a page has nothing else for the course keys, N and S are the dial, E and W turn pages.
        """
        if is_over(scene) or not self.is_looking(scene):
            return None
        page = self._page(scene)
        lens = page.press(scene, key) if page is not None else None
        if lens is not None:
            return self._with_rules(scene, lens)
        if key in STEP_OF:
            return self.look(scene, 0, STEP_OF[key])
        if key in LEAF_OF:
            return self._leafed(scene, LEAF_OF[key])
        if key == "ok":
            return self.lens_of_page(scene, ORDERS)
        return self.lens_of_page(scene, self.usual_page(scene)) if key == "home" else None

    def line(self, scene: Scene) -> str | None:
        """Return what OK does on this page, or where it leads."""
        if not self.is_looking(scene):
            return None
        page = self._page(scene)
        line = page.line(scene) if page is not None else None
        return line or news.call_text(scene) or alarm_text(scene) or scene.phrases.say("bottom.uboot.orders")

    def order(self, scene: Scene) -> Order | None:
        """Return the order that OK gives on this page."""
        page = self._page(scene)
        return page.order(scene) if page is not None else None

    def after_order(self, scene: Scene) -> Mapping[str, str] | None:
        """Return the lens after OK gave the order of this page."""
        page = self._page(scene)
        return page.after_order(scene) if page is not None else None

    def usual_order(self, scene: Scene, verb: str) -> Order | None:
        """Let OK give at once what needs no choice: the largest dish, the only patient, a cigarette for the tired."""
        args = _usual_answer(scene.view.board, verb)
        return Order(Seat(scene.seat), verb, args, _key_for(scene, verb)) if args else None

    def follow_up(self, scene: Scene, given: Order) -> Order | None:
        """Once the cheapest men are named and there is nothing else to decide, let the order begin."""
        if not _is_plain_assign(given):
            return None
        if "treat" in scene.draft.open_verbs and manning.treats_at_once(scene.view.board, scene.role):
            return self.usual_order(scene, "treat")
        if "done" not in scene.draft.open_verbs:
            return None
        is_plain = manning.begins_at_once(scene.view.board, scene.role)
        return Order(Seat(scene.seat), "done", (), _key_for(scene, "done")) if is_plain else None

    def promised_order(self, scene: Scene, memory: MutableMapping[str, str]) -> Order | None:
        """Name the men who were sent for the pending order: the OK that sent them said so."""
        is_due = is_promised(scene.view.board, scene.role, memory)
        return Order(Seat(scene.seat), "assign", (), _key_for(scene, "assign")) if is_due else None

    def order_text(self, scene: Scene, order: Order) -> str:
        """Return what OK does; that men who are named begin at once; which dish, while no list shows it."""
        board, role = scene.view.board, scene.role
        if _is_plain_assign(order) and (manning.begins_at_once(board, role) or manning.treats_at_once(board, role)):
            return scene.phrases.say("order.uboot.assign.begin")
        if order.verb == "dish" and not scene.draft.verb:
            return scene.phrases.say("order.uboot.dish.usual", dish=scene.phrases.choice("dish", str(order.args[0])))
        return super().order_text(scene, order)

    def under_finger(self, scene: Scene) -> str:
        """Return what OK acts on, if the bottom line of the page moves by itself."""
        page = self._page(scene)
        return page.finger if page is not None else ""

    def leaf(self, scene: Scene) -> Mapping[str, str] | None:
        """Turn to the next page."""
        return self._leafed(scene, 1)

    def _leafed(self, scene: Scene, pages: int) -> Mapping[str, str] | None:
        """Return the lens in which so many pages were turned; None where there is but one."""
        names = self.page_names(scene)
        if is_over(scene) or len(names) == 1:
            return None
        return self.lens_of_page(scene, names[(names.index(self.page_of(scene)) + pages) % len(names)])

    def beats(self, scene: Scene) -> tuple[Beat, ...]:
        """Return what the bell repeats: what belongs to this page, and the pings of whoever searches for the boat."""
        page = self._page(scene)
        found = (page.beat(scene) if page is not None else None, news.ping_beat(scene))
        return tuple(beat for beat in found if beat is not None)

    def tick(self, scene: Scene) -> int | None:
        """Return the moment at which the clock or the time to answer changes."""
        due, page = next_due(scene), self._page(scene)
        own = page.tick(scene) if page is not None else None
        ticks = (next_minute(scene), next_second(scene), countdown.tick(due, scene.now) if due else None, own)
        return min((moment for moment in ticks if moment is not None), default=None)

    def words(self, scene: Scene, heard: Heard) -> str:
        """Return an event in words."""
        return news.words_of(scene, heard)

    def coach(self, scene: Scene) -> str:
        """Return the next step of the role."""
        return coach.next_step(scene, self.page_of(scene))


def _is_plain_assign(order: Order) -> bool:
    """Return whether an order names the cheapest men."""
    return order.verb == "assign" and not order.args


def _key_for(scene: Scene, verb: str) -> str | None:
    """Return the key of the prompt that a verb answers, None if it answers none."""
    return next((prompt.key for prompt in scene.view.prompts if verb in prompt.verbs), None)


def _usual_answer(board: OpenBoard, verb: str) -> tuple[str, ...]:
    """Return the usual arguments: the largest dish, the only patient, the most tired smokers; () if they are chosen."""
    if verb == "dish":
        return tuple(offer.dish for offer in dish_offers(board) if offer.barred is None)[:1]
    if verb == "treat" and board.pending is not None:
        words = patient_words(board, board.pending, ())
        return tuple(words) if len(words) == 1 else ()
    if verb == "smoke":
        tired = sorted(smokers(board), key=lambda figure: (board.man(figure).free, figure))
        return tuple(FIGURES[figure] for figure in tired[:MOST_SMOKERS])
    return ()


SCREEN = UbootScreen()
