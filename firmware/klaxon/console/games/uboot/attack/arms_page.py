"""The tubes of the boat and what lies in reserve: flooding, launching and reloading from one page.

The dial goes to a tube. Push takes it into the order or out of it; on an empty tube it changes the type that is loaded.
OK gives the order that fits: flood what is dry, launch what is flooded, reload what is empty.
"""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import orders
from klaxon.console.games.uboot.attack.tubes import TubeRow, TubeRows
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene, bar_of
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.domains import Token
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADED, LOADING, RESERVE
from klaxon.rules.uboot.sea.attack.torpedo_types import TORPEDO_TYPES
from klaxon.rules.uboot.words import TUBES

TUBE, CHOSEN, TYPE = "arms.tube", "arms.chosen", "arms.type"
"""In the lens: the tube under the cursor, the tubes that are chosen, the type to be loaded."""
LINE = LABEL.height
MINUTE = 60_000
VERBS = {LOADED: "flood_tubes", FLOODED: "launch", EMPTY: "reload", LOADING: "reload"}
"""State of a tube -> the order that fits it."""


def tube_of(scene: Scene) -> int:
    """Return the tube under the cursor."""
    return int(scene.lens.get(TUBE, str(TUBES[0])))


def chosen_tubes(scene: Scene) -> tuple[int, ...]:
    """Return the tubes that were chosen, as far as they are in the state of the one under the cursor."""
    state = scene.view.arms.tube(tube_of(scene)).state
    chosen = {number: scene.view.arms.tube(number) for number in map(int, scene.lens.get(CHOSEN, "").split())}
    return tuple(number for number, tube in chosen.items() if tube.state == state and not tube.due)


def type_of(scene: Scene) -> str:
    """Return the type that an empty tube is loaded with; '': what there is most of."""
    return scene.lens.get(TYPE, "")


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Go to another tube."""
    return {**scene.lens, TUBE: str(max(TUBES[0], min(TUBES[-1], tube_of(scene) + steps)))}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push chooses the tube, or the type that is loaded into an empty one."""
    if key == "ok":
        return scene.lens
    if key != "push":
        return None
    tube = tube_of(scene)
    if VERBS[scene.view.arms.tube(tube).state] == "reload":
        types = ("", *TORPEDO_TYPES)
        return {**scene.lens, TYPE: types[(types.index(type_of(scene)) + 1) % len(types)]}
    chosen = set(map(int, scene.lens.get(CHOSEN, "").split())) ^ {tube}
    return {**scene.lens, CHOSEN: " ".join(map(str, sorted(chosen)))}


def verb_of(scene: Scene) -> str:
    """Return the order that fits the tube under the cursor."""
    return VERBS[scene.view.arms.tube(tube_of(scene)).state]


def order(scene: Scene) -> Order | None:
    """Return the order that OK gives: for the tubes that are chosen, else for the one under the cursor."""
    verb, tube = verb_of(scene), tube_of(scene)
    if verb not in scene.draft.open_verbs or scene.view.arms.tube(tube).due:
        return None
    args: tuple[Token, ...] = tuple(map(str, chosen_tubes(scene) or (tube,)))
    if verb == "reload":
        args = (str(tube), *([("type", type_of(scene))] if type_of(scene) else []))
    return Order(Seat(scene.seat), verb, args)


def line(scene: Scene) -> str | None:
    """Return why OK gives no order."""
    if scene.view.arms.tube(tube_of(scene)).due:
        return _tube_text(scene, tube_of(scene))
    bar = bar_of(scene, verb_of(scene))
    return scene.phrases.short_reason(bar) if bar is not None else None


# -- what is shown -----------------------------------------------------------------------------------------------------


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the tubes, and what is in reserve under them."""
    title = scene.phrases.say("arms.uboot", shells=scene.view.arms.shells)
    return _page(scene, area, tube_of(scene), chosen_tubes(scene), title)


def choose(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the same while the tubes of an order are chosen."""
    draft = scene.draft
    if draft.field is None or draft.field.name != "tube":
        return orders.choices(scene, area)
    pointed = draft.choice_at_cursor
    cursor = int(pointed.word) if pointed and pointed.word else None
    chosen = tuple(int(str(token)) for token in draft.tokens)
    return _page(scene, area, cursor, chosen, scene.phrases.verb(draft.verb))


def _page(scene: Scene, area: Area, cursor: int | None, chosen: tuple[int, ...], title: str) -> tuple[Place, ...]:
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - LINE)
    foot = Area(area.x, area.y + area.height - LINE, area.width, LINE)
    rows = tuple(_row(scene, tube, is_chosen=tube in chosen) for tube in TUBES)
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(body, TubeRows(rows, cursor)),
        Place(foot, Text((_reserve(scene),), LABEL)),
    )


def _row(scene: Scene, number: int, *, is_chosen: bool) -> TubeRow:
    tube, text = scene.view.arms.tube(number), _tube_text(scene, number)
    said = scene.phrases.say("arms.uboot.tube", tube=number, state=text)
    return TubeRow(number, tube.state, text, is_chosen, said)


def _tube_text(scene: Scene, number: int) -> str:
    """Return what is in a tube and its state; while it is loaded, for how many minutes yet."""
    tube, phrases = scene.view.arms.tube(number), scene.phrases
    state = phrases.say(f"arms.uboot.{'flooding' if tube.state == LOADED and tube.due else tube.state}")
    if tube.state == EMPTY:
        is_asked = number == tube_of(scene) and type_of(scene)
        return f"{state}: {phrases.value(type_of(scene))}?" if is_asked else state
    words = f"{phrases.value(tube.torpedo)} {state}"
    left = tube.due - reading(scene.view.board.clock, scene.now)
    return f"{words} {-(-left // MINUTE)}'" if tube.state == LOADING and left > 0 else words


def _reserve(scene: Scene) -> str:
    """Return what is in reserve, by place: G7a and G7e."""
    counts = {place: "/".join(map(str, scene.view.arms.reserve[n])) for n, place in enumerate(RESERVE)}
    return scene.phrases.say("arms.uboot.reserve", **counts)


PAGE = RolePage(draw, turn, press, line, order)
"""Tubes and reserve."""
