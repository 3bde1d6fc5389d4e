"""The operations of which cards are made: one function a word of UBT-7.8, each given the step and its facts.

Beside the facts of the box, `card` names the card. What an operation asks of somebody: see choices.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.uboot.cards.choices import ask
from klaxon.rules.uboot.cards.effects import add_effect, commander, drop_effect, find_effect
from klaxon.rules.uboot.cards.lots import pick
from klaxon.rules.uboot.cards.records import LastingEffect
from klaxon.rules.uboot.content.box import DeckCard
from klaxon.rules.uboot.crew.bag import draw_tokens
from klaxon.rules.uboot.crew.damage import deal_wound
from klaxon.rules.uboot.crew.maladies import fall_ill
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.crew.tasks import activate, lookouts
from klaxon.rules.uboot.galley.larder import add_food, discard_food, spoil_food
from klaxon.rules.uboot.galley.meal import lose_ration
from klaxon.rules.uboot.orders.positions import turn_back
from klaxon.rules.uboot.orders.tracks import change_morale, change_orders
from klaxon.rules.uboot.records import OrderPlace
from klaxon.rules.uboot.sea.contacts import report_of
from klaxon.rules.uboot.sea.script import with_contact, without_contact
from klaxon.rules.uboot.sickbay.medicines import lose_medicine
from klaxon.rules.uboot.smoking import change_cigarettes
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.emergencies import raise_emergency
from klaxon.rules.uboot.trouble.faults import add_random_faults, draw_room

Facts = Mapping[str, Any]
MINUTE = 60_000
FALSE_CONTACT_MINUTES = 30
FISHING_BOAT_MINUTES = 60
"""How long a scripted sea keeps it in sight."""
FISHING_BOAT_M = (5556, 9260)
"""3 to 5 nm."""


def run_card(work: Working, card: DeckCard) -> None:
    """Carry out the operations of a card, one after another."""
    run_operations(work, card.effect, card.id)


def run_operations(work: Working, effect: tuple[Facts, ...], card: str) -> None:
    """Carry out operations, each for a card, until the game is over."""
    for facts in effect:
        if work.board.outcome is None:
            OPERATIONS[facts["op"]](work, {**facts, "card": card})


def end_in_time(work: Working, game: int) -> None:
    """End the effects whose time is up; what was not evaded happens now (UBT-7.8g, j)."""
    for effect in [each for each in work.board.cards.effects if each.until and each.until <= game]:
        drop_effect(work, effect)
        if effect.op == "contact":
            work.state.sea = without_contact(work.state.sea, effect.what)
            work.board.waters = work.state.sea.waters
            work.tell("contact-lost", contact=effect.what)
            continue
        work.tell("card-over", card=effect.card)
        if effect.op == "evade":
            evasion = next(op for op in work.state.box.cards[effect.card].effect if op["op"] == "evade")
            run_operations(work, evasion["fail"], effect.card)


# -- tracks --------------------------------------------------------------------------------------------------------


def _morale(work: Working, facts: Facts) -> None:
    """Move morale; some cards do nothing while the crew knows itself hunted (UBT-7.8a)."""
    if not (facts.get("unless") == "hunted" and work.board.waters.hunted):
        change_morale(work, facts["n"], "card")


def _order_track(work: Working, facts: Facts) -> None:
    change_orders(work, facts["n"], "card")


# -- men -----------------------------------------------------------------------------------------------------------


def _living(work: Working, count: int) -> list[int]:
    """Draw random sailors; the dead among them are skipped (UBT-3.2d)."""
    return [figure for figure in draw_tokens(work, count) if not work.board.man(figure).dead]


def _activate(work: Working, facts: Facts) -> None:
    """Activate random men, those of a room, or all, as far as slots are free (UBT-7.8b)."""
    board = work.board
    if "random" in facts:
        men = _living(work, facts["random"])
    elif facts.get("all"):
        men = list(range(CREW))
    else:
        men = board.men_in(draw_room(work) if facts["room"] == "random" else facts["room"])
    for figure in men:
        tokens = min(facts["n"], board.man(figure).free)
        if tokens:
            activate(work, figure, tokens, OrderPlace("", board.at[figure]))


def _malady(work: Working, facts: Facts) -> None:
    """Give the card to random men: itself to the first, copies to the others (UBT-7.8c)."""
    card = work.state.box.cards[facts["card"]]
    for place, figure in enumerate(_living(work, facts["random"])):
        fall_ill(work, figure, card, copy=place > 0)


def _wound(work: Working, facts: Facts) -> None:
    for figure in _living(work, facts["random"]):
        deal_wound(work, facts["deck"], figure)


# -- stores --------------------------------------------------------------------------------------------------------


def _ration(work: Working, facts: Facts) -> None:
    lose_ration(work, -facts["n"])


def _cigarettes(work: Working, facts: Facts) -> None:
    change_cigarettes(work, facts["n"])


def _medicine(work: Working, facts: Facts) -> None:
    lose_medicine(work, facts["random"])


def _food(work: Working, facts: Facts) -> None:
    """Add food to the supply, or let some of the pyramid spoil or be thrown away (UBT-7.8f)."""
    if "add" in facts:
        add_food(work, facts["add"], facts.get("n", 1))
    elif "spoil" in facts:
        spoil_food(work, facts["spoil"])
    else:
        discard_food(work, facts["discard"])


# -- trouble -------------------------------------------------------------------------------------------------------


def _fault(work: Working, facts: Facts) -> None:
    add_random_faults(work, facts["level"], facts["n"], facts["room"])


def _emergency(work: Working, facts: Facts) -> None:
    raise_emergency(work, facts["kind"], draw_room(work) if facts["room"] == "random" else facts["room"])


def _engineer_cards(work: Working, facts: Facts) -> None:
    """Ask the engineer which card he loses, or which comes back (UBT-7.8k)."""
    ask(work, "engineer", "tool" if facts["n"] < 0 else "back", facts["card"], 1, 1)


# -- choices -------------------------------------------------------------------------------------------------------


def _clear_act(work: Working, facts: Facts) -> None:
    """Ask which men, or the men of which room, lose ACT (UBT-7.8h)."""
    of = "room" if "room" in facts else "men"
    ask(work, commander(work.board), of, facts["card"], facts.get("choose", 1), facts["n"])


def _clear_fatigue(work: Working, facts: Facts) -> None:
    ask(work, commander(work.board), "tired", facts["card"], facts["choose"], facts["n"])


def _move_act(work: Working, facts: Facts) -> None:
    ask(work, commander(work.board), "pass", facts["card"], 1, facts["n"])


def _waive_unskilled(work: Working, facts: Facts) -> None:
    """Waive the surcharge for one kind of order, until the bell; ask for which (UBT-7.8i)."""
    if facts["order"] == "choose":
        ask(work, commander(work.board), "order", facts["card"], 1, 0)
    else:
        add_effect(work, LastingEffect("waive_unskilled", facts["card"], facts["order"], bell=True))


# -- what lasts ----------------------------------------------------------------------------------------------------


def _noise(work: Working, facts: Facts) -> None:
    """Change the own noise for so long; a new card replaces the one before (UBT-7.8g)."""
    before = find_effect(work.board, "noise")
    if before is not None:
        drop_effect(work, before)
    add_effect(work, LastingEffect("noise", facts["card"], "", facts["percent"], _until(work, facts["minutes"])))


def _block(work: Working, facts: Facts) -> None:
    """Shut a way; who was on it turns back (UBT-7.8g)."""
    add_effect(work, LastingEffect("block", facts["card"], facts["what"], 0, _until(work, facts["minutes"])))
    turn_back(work)


def _relieve_captain(work: Working, facts: Facts) -> None:
    add_effect(work, LastingEffect("relieve_captain", facts["card"], bell=True))


def _free_order(work: Working, facts: Facts) -> None:
    add_effect(work, LastingEffect("free_order", facts["card"], facts["order"]))


def _sinking_morale(work: Working, facts: Facts) -> None:
    add_effect(work, LastingEffect("sinking_morale", facts["card"], "", facts["n"], bell=True))


def _ignore_morale_card(work: Working, facts: Facts) -> None:
    add_effect(work, LastingEffect("ignore_morale_card", facts["card"]))


def _evade(work: Working, facts: Facts) -> None:
    add_effect(work, LastingEffect("evade", facts["card"], facts["order"], 0, _until(work, facts["minutes"])))


def _until(work: Working, minutes: int) -> int:
    return work.game + minutes * MINUTE


# -- the sea -------------------------------------------------------------------------------------------------------


def _contact(work: Working, facts: Facts) -> None:
    """Report a contact that is none, or a fishing boat of a neutral, to who could notice it (UBT-7.8j)."""
    board = work.board
    if facts["kind"] == "false":
        if not board.boat.surfaced:
            _report(work, facts, {"by": "hydrophone", "bearing": pick(work, 360)}, FALSE_CONTACT_MINUTES)
    elif not board.boat.surfaced or lookouts(board):
        by = "lookout" if board.boat.surfaced else "hydrophone"
        near, far = FISHING_BOAT_M
        told = {"by": by, "klass": "neutral", "bearing": pick(work, 360), "range": near + pick(work, far - near + 1)}
        _report(work, facts, {**told, "course": pick(work, 360), "speed": 40}, FISHING_BOAT_MINUTES)


def _report(work: Working, facts: Facts, told: Facts, minutes: int) -> None:
    """Tell of a contact that is lost after so many minutes."""
    state, board = work.state, work.board
    name = f"c{state.sea.named + 1}"
    contact = report_of({"id": name, **told}, board.boat, board.setting.navigator, work.game)
    state.sea = with_contact(state.sea, contact)
    board.waters = state.sea.waters
    add_effect(work, LastingEffect("contact", facts["card"], name, 0, _until(work, minutes)))
    work.tell("contact", contact=name, kind=contact.kind, group="", by=contact.by, **dict(contact.fields))


OPERATIONS: Mapping[str, Callable[[Working, Facts], None]] = {
    "morale": _morale,
    "order_track": _order_track,
    "activate": _activate,
    "malady": _malady,
    "wound": _wound,
    "fault": _fault,
    "emergency": _emergency,
    "engineer_cards": _engineer_cards,
    "ration": _ration,
    "cigarettes": _cigarettes,
    "medicine": _medicine,
    "food": _food,
    "noise": _noise,
    "block": _block,
    "relieve_captain": _relieve_captain,
    "clear_act": _clear_act,
    "clear_fatigue": _clear_fatigue,
    "move_act": _move_act,
    "free_order": _free_order,
    "waive_unskilled": _waive_unskilled,
    "sinking_morale": _sinking_morale,
    "ignore_morale_card": _ignore_morale_card,
    "evade": _evade,
    "contact": _contact,
}
"""Word -> what it does. A box with another word is refused."""
