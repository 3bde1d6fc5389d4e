"""The engineer's cards: where they lie, for what they can be played, what they do then (UBT-3.12i to m, UBT-7.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow, Tool
from klaxon.rules.uboot.crew.manning import why_not
from klaxon.rules.uboot.records import Activation, OrderPlace, PendingOrder
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.targets import REPAIR_BREACH, REPAIR_FAULT, Args, job_of, target_room
from klaxon.rules.uboot.words import FIGURES, TOOLBOXES

WITH_CARDS = (REPAIR_FAULT, REPAIR_BREACH)
"""The orders for which a card may be played: never for an emergency (UBT-3.12i)."""
MEN, SPARE, EASE, TIME = "men", "waive_unskilled", "clear_act", "time"
EVERYBODY = 16
REPAIR = "repair"
Effect = Mapping[str, Any]


def cards_in(board: OpenBoard, toolbox: str) -> tuple[str, ...]:
    """Return the cards of a toolbox."""
    return board.stores.box_a if toolbox == TOOLBOXES[0] else board.stores.box_b


def room_with(board: OpenBoard, card: str) -> int:
    """Return the room where the toolbox with a card lies, 0 if there is none."""
    toolbox = next((each for each in TOOLBOXES if card in cards_in(board, each)), "")
    return next((number for number, room in enumerate(board.rooms, start=1) if toolbox in room.toolboxes), 0)


def is_reusable(board: OpenBoard, card: str) -> bool:
    """Return whether a card stays in its toolbox (UBT-3.12m)."""
    return card != "" and board.handbook.tools[card].kind == "reusable"


def is_blocked(board: OpenBoard, card: str) -> bool:
    """Return whether a card serves a repair that runs (UBT-3.12m)."""
    return any(repair.card == card for repair in board.repairs)


def effect_for(board: OpenBoard, tool: Tool, team: Iterable[int]) -> Effect | None:
    """Return what a card does for a team: more where the most experienced man is in it (UBT-3.12k)."""
    men = list(team)
    if board.handbook.workshop.experts[board.shift - 1] in men:
        return tool.advanced
    return tool.basic if any(REPAIR in board.symbols(figure) for figure in men) else None


def serves(board: OpenBoard, tool: Tool, order: str, args: Args) -> bool:
    """Return whether a card is for what is repaired (UBT-3.12j)."""
    if tool.device == "any":
        return True
    return tool.device == ("breach" if order == REPAIR_BREACH else board.handbook.devices[args[0]].kind)


def bar_cards(board: OpenBoard, pending: PendingOrder | None) -> Refusal | None:
    """Return why no card at all can be played now."""
    if pending is None or pending.order not in WITH_CARDS:
        return Refusal("nothing-pending", {"verb": "card"})
    if not pending.named:
        return Refusal("too-few-men", {"need": 1, "have": 0})
    job = job_of(board, pending.args[0])
    played = board.trouble.card or (job.card if job else "")
    return Refusal("one-card", {"card": played}) if played else None


def bar_card(board: OpenBoard, pending: PendingOrder, card: str) -> Refusal | None:
    """Return why a card cannot be played for the pending repair, None if it can."""
    facts = {"card": card}
    if all(card not in cards_in(board, toolbox) for toolbox in TOOLBOXES) or is_blocked(board, card):
        return Refusal("no-card", facts)
    tool = board.handbook.tools[card]
    if not serves(board, tool, pending.order, pending.args):
        return Refusal("wrong-device", facts)
    if room_with(board, card) != target_room(board, pending.order, pending.args):
        return Refusal("no-toolbox", facts)
    return None if effect_for(board, tool, pending.named) else Refusal("no-expert", facts)


def held_cards(board: OpenBoard) -> tuple[str, ...]:
    """Return the cards in both toolboxes."""
    return (*board.stores.box_a, *board.stores.box_b)


def best_help(board: OpenBoard, row: OrderRow, args: Args) -> int:
    """Return for how many men the best card counts that could be played for a repair of now (UBT-3.12l)."""
    job = job_of(board, args[0])
    if job is not None and job.card:
        return 0
    room = target_room(board, row.id, args)
    cards = [card for toolbox in board.room(room).toolboxes for card in cards_in(board, toolbox)]
    if not cards:
        return 0
    place = OrderPlace(REPAIR, room)
    able = [figure for figure in board.men_in(room) if not why_not(board, row, figure, place)]
    found = [
        effect_for(board, tool, able)
        for tool in map(board.handbook.tools.__getitem__, cards)
        if tool.basic["op"] == MEN and serves(board, tool, row.id, args)
    ]
    return max((int(effect["n"]) for effect in found if effect), default=0)


def least_with_card(board: OpenBoard, row: OrderRow, args: Args, places: Sequence[OrderPlace], least: int) -> int:
    """Return how many places of a repair must be filled if the best card is played; one man at least."""
    if row.id not in WITH_CARDS:
        return least
    dark = sum(not place.symbol for place in places)
    return max(dark + 1, least - best_help(board, row, args))


def help_of(board: OpenBoard, pending: PendingOrder) -> int:
    """Return for how many men the card counts that was played for the pending order."""
    effect = played_effect(board, pending.named)
    return int(effect["n"]) if effect and effect["op"] == MEN else 0


def played_effect(board: OpenBoard, team: Iterable[int]) -> Effect | None:
    """Return what the card of the pending order does; nobody fit to use it is left: as for a repair man (UBT-3.12k)."""
    card = board.trouble.card
    if not card:
        return None
    tool = board.handbook.tools[card]
    return effect_for(board, tool, team) or tool.basic


def men_of(effect: Effect | None, operation: str) -> int:
    """Return how many men an operation of a card is for, 0 where the card does something else."""
    if not effect or effect["op"] != operation:
        return 0
    return EVERYBODY if effect["men"] == "all" else int(effect["men"])


def spare_unskilled(board: OpenBoard, seated: Iterable[Activation]) -> list[Activation]:
    """Return the activations of a team; the card may spare unskilled men the token more (UBT-7.8, blueprints)."""
    team = list(seated)
    left = men_of(played_effect(board, [each.figure for each in team if each.place.symbol]), SPARE)
    found = []
    for each in team:
        spared = left > 0 and each.place.symbol == REPAIR and each.tokens > 1
        left -= spared
        found.append(each._replace(tokens=each.tokens - spared))
    return found


# -- playing ---------------------------------------------------------------------------------------------------------


def play_card(work: Working, card: str) -> None:
    """Play a card for the pending repair."""
    work.board.trouble = work.board.trouble._replace(card=card)
    work.tell("card", deck="engineer", card=card, man="", hand=False)


def take_card(work: Working) -> str:
    """Take up the card of the order that is carried out; one that is used up leaves its toolbox."""
    board = work.board
    card = board.trouble.card
    board.trouble = board.trouble._replace(card="")
    if card and not is_reusable(board, card):
        _leave_toolbox(work, card)
    return card


def use_at_once(work: Working, team: Sequence[int]) -> None:
    """Use the card of a breach up: what it does is over when the team is at it."""
    effect = played_effect(work.board, team)
    card = take_card(work)
    ease(work, team, men_of(effect, EASE))
    if card and not is_reusable(work.board, card):
        discard_card(work, card)


def ease(work: Working, team: Iterable[int], count: int) -> None:
    """Let so many men of a team lose one ACT (UBT-7.8, chain hoist)."""
    for figure in [figure for figure in team if work.board.man(figure).act][:count]:
        man = work.board.man(figure)
        work.put_man(figure, man._replace(act=man.act - 1))
        work.tell("recovered", man=FIGURES[figure], token="act")  # noqa: S106 (a token of the game)


def discard_card(work: Working, card: str) -> None:
    """Put a card to the engineer's discard, out of its toolbox if it lies in one (UBT-7.8k)."""
    _leave_toolbox(work, card)
    trouble = work.board.trouble
    work.board.trouble = trouble._replace(discard=(*trouble.discard, card))


def bring_back(work: Working, card: str, toolbox: str) -> None:
    """Bring a card back from the discard into a toolbox, `a` or `b` (UBT-7.8k)."""
    trouble, stores = work.board.trouble, work.board.stores
    work.board.trouble = trouble._replace(discard=tuple(each for each in trouble.discard if each != card))
    if toolbox == "a":
        work.board.stores = stores._replace(box_a=(*stores.box_a, card))
    else:
        work.board.stores = stores._replace(box_b=(*stores.box_b, card))


def _leave_toolbox(work: Working, card: str) -> None:
    stores = work.board.stores
    a, b = (tuple(each for each in cards if each != card) for cards in (stores.box_a, stores.box_b))
    work.board.stores = stores._replace(box_a=a, box_b=b)
