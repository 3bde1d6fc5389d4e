"""Manning an order: its places, who fills them, and which men this role would name at what cost."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Part, Place
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.places import NamedMen, PlaceBox, PlaceBoxes
from klaxon.console.games.uboot.scene import Scene, role_letter
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.crew.men import role_of_figure
from klaxon.rules.uboot.crew.seating import seat
from klaxon.rules.uboot.orders.giving import is_enough, own_cheapest, row_of, seating
from klaxon.rules.uboot.records import Activation, PendingOrder
from klaxon.rules.uboot.sickbay.treating import patient_words
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.tools import bar_card, bar_cards, held_cards
from klaxon.rules.uboot.verbs.arguments import chosen_figures
from klaxon.rules.uboot.words import FIGURES, ROLES, SHAPES

LINE = LABEL.height
NOBODY = "none"


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the places with the men that this role would name, and what that costs them."""
    pending = scene.view.board.pending
    if pending is None:
        return ()
    seated = _would_be(scene, pending)
    own = [each for each in seated if role_of_figure(each.figure) == scene.role]
    return _page(scene, area, pending, seated, own, _named(scene, own))


def begins_at_once(board: OpenBoard, role: str) -> bool:
    """Return whether a role that names its cheapest men has nothing left to decide, and the order may begin.

    That is an order which its owner carries out with `done`: enough men, and no card that could help them.
    """
    pending = board.pending
    if pending is None or row_of(board, pending).ends != "done" or role not in row_of(board, pending).owners:
        return False
    others = tuple(figure for figure in pending.named if role_of_figure(figure) != role)
    team = pending._replace(named=(*others, *own_cheapest(board, pending, role)))
    if not is_enough(board, team):
        return False
    return bar_cards(board, team) is not None or all(bar_card(board, team, card) for card in held_cards(board))


def treats_at_once(board: OpenBoard, role: str) -> bool:
    """Return whether a role that names its cheapest men has one patient to treat, and so nothing left to decide."""
    pending = board.pending
    if pending is None or row_of(board, pending).ends != "treat" or role not in row_of(board, pending).owners:
        return False
    team = pending._replace(named=pending.named or own_cheapest(board, pending, role))
    return is_enough(board, team) and len(patient_words(board, team, ())) == 1


def look(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the places of the pending order as filled so far, and who is waited for."""
    board = scene.view.board
    pending = board.pending
    if pending is None:
        return ()
    text = _wait_text(scene, _waited_for(board, pending) or row_of(board, pending).owners)
    return _page(scene, area, pending, seating(board, pending) or (), (), text)


def _waited_for(board: OpenBoard, pending: PendingOrder) -> list[str]:
    """Return the roles that have yet to name men: the owners, then whoever has a man for the places left."""
    named = {role_of_figure(figure) for figure in pending.named}
    owners = [role for role in row_of(board, pending).owners if role not in named]
    if owners or is_enough(board, pending):
        return owners
    return [role for role in ROLES if role not in named and own_cheapest(board, pending, role)]


def _wait_text(scene: Scene, roles: Sequence[str]) -> Text:
    phrases = scene.phrases
    named = ", ".join(phrases.say(f"column.uboot.{role}") for role in roles)
    return Text((phrases.say("pending.uboot.wait", roles=named),), LABEL)


def _page(
    scene: Scene,
    area: Area,
    pending: PendingOrder,
    seated: Sequence[Activation],
    own: Sequence[Activation],
    foot: Part,
) -> tuple[Place, ...]:
    title = scene.phrases.order(Order(Seat(scene.seat), pending.order, pending.args))
    below = Area(area.x, area.y + area.height - LINE, area.width, LINE)
    body = Area(area.x, area.y + HEAD + 1, area.width, area.height - HEAD - LINE - 2)
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(body, PlaceBoxes(boxes_of(scene, pending, seated, own))),
        Place(below, foot),
    )


def boxes_of(
    scene: Scene, pending: PendingOrder, seated: Sequence[Activation], lit: Sequence[Activation]
) -> tuple[PlaceBox, ...]:
    """Return a box for each place; those in `lit` are filled by the draft."""
    phrases, left, boxes = scene.phrases, list(seated), []
    free, spare = phrases.say("place.uboot.free"), len(pending.places) - pending.least
    for number, place in enumerate(pending.places):
        taken = next((each for each in left if each.place == place), None)
        symbol = phrases.symbol(place.symbol) if place.symbol else phrases.say("place.uboot.lamp")
        if taken is not None:
            left.remove(taken)
            man = phrases.man(FIGURES[taken.figure])
            said = phrases.say("place.uboot", symbol=symbol, room=place.room, man=man)
            shape, letter = SHAPES[taken.figure % 4], role_letter(scene, taken.figure)
            boxes.append(PlaceBox(place.symbol, place.room, shape, letter, said, taken in lit))
        else:
            said = phrases.say("place.uboot", symbol=symbol, room=place.room, man=free)
            may_stay = bool(place.symbol) and number >= len(pending.places) - spare
            boxes.append(PlaceBox(place.symbol, place.room, "", free, said, may_stay=may_stay))
    return tuple(boxes)


def _would_be(scene: Scene, pending: PendingOrder) -> tuple[Activation, ...]:
    """Return who would take which place if this role named the selected men."""
    board, draft = scene.view.board, scene.draft
    named = chosen_figures(scene.role, draft.tokens) if draft.tokens != (NOBODY,) else ()
    word = draft.choice_at_cursor.word if draft.choice_at_cursor else ""
    if word in SHAPES:
        named = (*named, *chosen_figures(scene.role, (word,)))
    elif not word and not draft.tokens:
        named = own_cheapest(board, pending, scene.role)
    others = tuple(figure for figure in pending.named if role_of_figure(figure) != scene.role)
    return seat(board, row_of(board, pending), pending.places, (*others, *named)) or ()


def named_so_far(scene: Scene) -> NamedMen | Text | None:
    """Return the own men named for the pending order, with the cost of each; or who has to help them; None: nobody."""
    board = scene.view.board
    if board.pending is not None and scene.role in {role_of_figure(figure) for figure in board.pending.named}:
        helpers = [role for role in _waited_for(board, board.pending) if role != scene.role]
        if helpers:
            return _wait_text(scene, helpers)
    seated = seating(board, board.pending) if board.pending is not None else None
    own = [each for each in seated or () if role_of_figure(each.figure) == scene.role]
    return _men(scene, "name.uboot.men", own) if own else None


def _men(scene: Scene, message: str, own: Sequence[Activation]) -> NamedMen:
    label, phrases = scene.phrases.say(message), scene.phrases
    men = tuple((SHAPES[each.figure % 4], str(each.tokens)) for each in own)
    said = ", ".join(f"{phrases.value(shape)} {tokens}" for shape, tokens in men)
    return NamedMen(label, men, f"{label} {said}")


def _named(scene: Scene, own: Sequence[Activation]) -> NamedMen:
    """Return the men that the draft names, and the cost of each, in words."""
    phrases, draft = scene.phrases, scene.draft
    word = draft.choice_at_cursor.word if draft.choice_at_cursor else ""
    if not own:
        return NamedMen(nobody := phrases.say("name.uboot.nobody"), (), nobody)
    return _men(scene, "name.uboot.men" if word or draft.tokens else "name.uboot.cheapest", own)
