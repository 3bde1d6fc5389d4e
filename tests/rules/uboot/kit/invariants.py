"""What must hold in every state of any voyage, and between a state and the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from klaxon.rules.contract import Event
from klaxon.rules.uboot.crew.men import CREW, WATCH
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.state import OVER, OpenBoard, State
from klaxon.rules.uboot.words import DECKS, DEVICES, FIGURES, TOOLBOXES
from tests.rules.uboot.kit.boat import GAME


def breaches(state: State) -> Iterator[str]:
    """Yield what is wrong with a state."""
    yield from _breaches_of_men(state.board)
    yield from _breaches_of_figures(state.board)
    yield from _breaches_of_tokens(state.board)
    yield from _breaches_of_cards(state)
    yield from _breaches_of_stores(state)
    yield from _breaches_of_repairs(state.board)
    yield from _breaches_of_prompts(state)


def _breaches_of_men(board: OpenBoard) -> Iterator[str]:
    for number, man in enumerate(board.crew):
        if not man.dead and not 0 <= man.tokens <= 3:
            yield f"UBT-3.5c {number} holds {man}"
        if man.dead and (man.act or man.task or man.maladies):
            yield f"UBT-3.8k {number} is dead and holds {man}"
        if sum(malady.wound for malady in man.maladies) > 1:
            yield f"UBT-3.8k {number} lives with two wounds"
        if any(malady.is_empty for malady in man.maladies):
            yield f"UBT-3.8j {number} holds a card without a token"
        if man.task and number // CREW + 1 != board.shift:
            yield f"UBT-3.6e {number} is off duty with a task"


def _breaches_of_figures(board: OpenBoard) -> Iterator[str]:
    for figure in range(CREW):
        man, room = board.man(figure), board.at[figure]
        if man.dead and room:
            yield f"UBT-3.6l {FIGURES[figure]} is dead and aboard"
        if room and board.room(room).flooded:
            yield f"UBT-3.4c {FIGURES[figure]} stands in the water"
        is_still = board.positions is None and board.phase != OVER
        if man.task == WATCH and is_still and room != 8:
            yield f"UBT-3.7d {FIGURES[figure]} watches from {room}"
        if man.task not in ("", WATCH) and board.phase != OVER and not _is_at_repair(board, figure, man.task):
            yield f"UBT-3.12e {FIGURES[figure]} repairs {man.task} and is in no team"
    if not board.boat.surfaced and any(room in (7, 8) for room in board.at):
        yield "UBT-3.7f somebody is outside under water"
    if len(lookouts(board)) > 6:
        yield "UBT-3.7c seven lookouts"


def _is_at_repair(board: OpenBoard, figure: int, device: str) -> bool:
    return any(job.device == device and figure in job.men and job.running for job in board.repairs)


def _breaches_of_tokens(board: OpenBoard) -> Iterator[str]:
    lying = Counter(token for room in board.rooms for token in room.tokens)
    if lying and (max(lying.values()) > 1 or not set(lying) <= {*DEVICES, *TOOLBOXES}):
        yield f"UBT-3.4f {lying}"
    if not (0 <= board.order <= 8 and 0 <= board.morale <= 11):
        yield "UBT-2 a track past its end"
    if any(room.flooded and (room.emergencies or room.tokens) for room in board.rooms):
        yield "UBT-3.15e something is left in a flooded room"
    if sum(room.flooded for room in board.rooms) > 1 and board.phase != OVER:
        yield "UBT-3.15g two flooded rooms and the boat floats"


def card_places(state: State) -> Counter[str]:
    """Return in how many places each card lies: decks, hand, men, toolboxes, repairs, what was used up."""
    board = state.board
    held = [malady.card for man in board.crew for malady in man.maladies if not malady.copy]
    tools = [*board.stores.box_a, *board.stores.box_b, *board.trouble.discard]
    tools += [job.card for job in board.repairs if job.card and job.card not in tools]
    if board.trouble.card and board.trouble.card not in tools:
        tools.append(board.trouble.card)
    cards = [card for deck in state.decks for card in deck]
    return Counter([*cards, *held, *board.stores.hand, *tools])


def _breaches_of_cards(state: State) -> Iterator[str]:
    twice = [card for card, count in card_places(state).items() if count > 1]
    if twice:
        yield f"UBT-3.8n {twice} lie in two places"
    if tuple(map(len, state.decks)) != state.board.stores.decks:
        yield "UBT-12.17b the decks are not as high as shown"


def _breaches_of_stores(state: State) -> Iterator[str]:
    stores, box = state.board.stores, state.box
    if stores.supply != len(state.supply):
        yield "UBT-12.17e the supply is not what is shown"
    on_cards = Counter(
        kind for man in state.board.crew for malady in man.maladies if malady.treated for kind in malady.treat
    )
    for kind, count in stores.medicine:
        if count < 0 or count + on_cards[kind] > box.medicine[kind]:
            yield f"UBT-3.11c {kind}: {count} in the box, {on_cards[kind]} on cards"
    if min(stores.cigarettes) < 0:
        yield "UBT-3.18a a cigarette that is not there"
    if any(food and food not in box.food for food in (*stores.pyramid, *stores.ration, *state.supply)):
        yield "UBT-3.17j food that is none"


def _breaches_of_repairs(board: OpenBoard) -> Iterator[str]:
    teams = {job.device: job for job in board.repairs}
    for device, job in teams.items():
        team = tuple(figure for figure in range(CREW) if board.man(figure).task == device)
        if team != job.men or job.running != bool(team):
            yield f"UBT-3.12f {device} has the team {job.men} and the tokens of {team}"
        if job.running and len(team) + job.helped < job.required:
            yield f"UBT-3.12f too few at {device}"
        if all(fault.device != device for fault in board.faults):
            yield f"UBT-3.12h {device} is repaired without a fault"
        if not 0 <= job.done <= 1_000_000:
            yield f"UBT-7.9a {job}"
    tasks = {man.task for man in board.crew if man.task not in ("", WATCH)}
    if not tasks <= set(teams):
        yield f"UBT-3.12h tokens of no repair: {tasks}"
    used = [job.card for job in board.repairs if job.card and board.handbook.tools[job.card].kind == "men"]
    cards = Counter((*board.stores.box_a, *board.stores.box_b, *board.trouble.discard, *used))
    if any(count > 1 for count in cards.values()):
        yield f"UBT-3.12i {cards}"
    if board.trouble.breaches and board.outcome is None and board.clock.mode != "real":
        yield "UBT-3.11i a breach, and time is not real"


def _breaches_of_prompts(state: State) -> Iterator[str]:
    for prompt in GAME.prompts(state):
        if prompt.due is not None and prompt.due < state.now:
            yield f"UBT-12.14c {prompt.key} of {prompt.seat} was due at {prompt.due}"
        if state.board.phase == OVER:
            yield f"UBT-3.1e {prompt.key} is asked after the end"


# -- between two states --------------------------------------------------------------------------------------------


def food_of(state: State) -> Counter[str]:
    """Return the food in play."""
    stores = state.board.stores
    found = Counter(food for food in (*stores.pyramid, *stores.ration, *state.supply) if food)
    return found + Counter(dict(stores.discard))


def medicine_of(state: State) -> Counter[str]:
    """Return the medicines in the box and on treated cards."""
    maladies = [malady for man in state.board.crew for malady in man.maladies if malady.treated]
    return Counter(dict(state.board.stores.medicine)) + Counter(kind for malady in maladies for kind in malady.treat)


def torpedoes_aboard(state: State) -> int:
    """Return how many torpedoes lie in tubes and reserve."""
    arms = state.board.arms
    return sum(bool(tube.torpedo) for tube in arms.tubes) + sum(held.g7a + held.g7e for held in arms.reserve)


def breaches_between(before: State, after: State, events: Sequence[Event]) -> Iterator[str]:
    """Yield what is wrong with a step."""
    kinds = Counter(event.type for event in events)
    yield from _breaches_of_food(before, after, events)
    ordered = [event for event in events if event.type == "ordered"]
    for paid, track in (("order", "order-track"), ("morale", "morale")):
        due = sum(event.facts["paid"] == paid for event in ordered)
        steps = [e for e in events if e.type == track and e.facts["why"] == "order" and int(str(e.facts["change"])) < 0]
        if len(steps) != due or any(int(str(event.facts["change"])) != -1 for event in steps):
            yield f"UBT-3.3c {due} orders paid with {track}, {len(steps)} steps"
    spent = torpedoes_aboard(before) - torpedoes_aboard(after)
    if spent != kinds["launched"] and not (kinds["flooded"] and spent >= kinds["launched"]):
        yield f"UBT-8.5a {spent} torpedoes are gone, {kinds['launched']} were launched"
    were, are = set(card_places(before)), set(card_places(after))
    lost = were - are
    if are - were:
        yield f"UBT-3.9c {sorted(are - were)} came from nowhere"
    decks = {card for card in lost if card in after.box.cards and after.box.cards[card].deck in DECKS}
    if any(after.box.cards[card].timing != "hand" for card in decks):
        yield f"UBT-3.9c {sorted(decks)} lie nowhere"
    if lost & set(after.box.tools) and not kinds["flooded"]:
        yield f"UBT-3.12l {sorted(lost)} lie nowhere"
    if (
        kinds["treated"]
        and not kinds["cured"] + kinds["died"] + kinds["card"]
        and medicine_of(before) != medicine_of(after)
    ):
        yield "UBT-3.11c medicines came or went with a treatment"
    if medicine_of(after).total() > medicine_of(before).total() and not kinds["kit"]:
        yield "UBT-3.11e medicines came without a kit"
    if before.board.phase == OVER:
        yield "UBT-3.1e something after the end"


def _breaches_of_food(before: State, after: State, events: Sequence[Event]) -> Iterator[str]:
    """Food comes by a card that brings some, and goes where it spoils, or in a ration of a food that is spoiled."""
    had, has = food_of(before), food_of(after)
    cards = [after.box.cards[str(event.facts["card"])] for event in events if event.type == "card" and _is_deck(event)]
    cards += [after.box.cards[card] for card in before.board.stores.hand if card not in after.board.stores.hand]
    brought = {str(op["add"]) for card in cards for op in card.effect if op["op"] == "food" and "add" in op}
    spoiled = {str(event.facts["food"]) for event in events if event.type == "spoiled"}
    spoiled |= set(after.board.provisions.spoiled)
    for food in {*had, *has}:
        if has[food] > had[food] and food not in brought:
            yield f"UBT-3.17j {food} came from nowhere"
        if has[food] < had[food] and food not in spoiled:
            yield f"UBT-3.17l {food} is gone"


def _is_deck(event: Event) -> bool:
    return event.facts["deck"] != "engineer"
