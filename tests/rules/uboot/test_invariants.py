"""What must hold after every step of any voyage, whatever was ordered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from klaxon.rules.contract import Ms, Refusal, Step
from klaxon.rules.uboot.crew.men import CREW, WATCH
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.words import DEVICES, FIGURES, TOOLBOXES
from klaxon.rules.walks import random_walk
from tests.rules.uboot.kit.boat import GAME, header_of
from tests.rules.uboot.kit.voyages import VOYAGES

VERBS = (
    *("assign", "assign", "done", "ready", "ready", "move", "join", "post", "change_positions", "watch", "dive"),
    *("repair_fault", "repair_emergency", "repair_breach", "card", "puzzle", "break_off"),
)
"""What random crews are made to say more often, so that something comes of it."""


def breaches(state: State) -> Iterator[str]:
    """Yield what is wrong with a state."""
    yield from _breaches_of_men(state.board)
    yield from _breaches_of_figures(state.board)
    yield from _breaches_of_tokens(state)
    yield from _breaches_of_repairs(state)


def _breaches_of_repairs(state: State) -> Iterator[str]:
    board = state.board
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
    if sum(room.flooded for room in board.rooms) > 1 and board.outcome is None:
        yield "UBT-3.15g afloat with two rooms flooded"
    if board.trouble.breaches and board.outcome is None and board.clock.mode != "real":
        yield "UBT-3.11i a breach, and time is not real"


def _breaches_of_men(board: OpenBoard) -> Iterator[str]:
    for number, man in enumerate(board.crew):
        if not man.dead and not 0 <= man.tokens <= 3:
            yield f"UBT-3.5c {number} holds {man}"
        if man.dead and (man.act or man.task or man.maladies):
            yield f"UBT-3.8k {number} is dead and holds {man}"
        if sum(malady.wound for malady in man.maladies) > 1:
            yield f"UBT-3.8k {number} lives with two wounds"
        if man.task and number // CREW + 1 != board.shift:
            yield f"UBT-3.6e {number} is off duty with a task"


def _breaches_of_figures(board: OpenBoard) -> Iterator[str]:
    for figure in range(CREW):
        if board.man(figure).dead and board.at[figure]:
            yield f"UBT-3.6l {FIGURES[figure]} is dead and aboard"
        if board.at[figure] and board.room(board.at[figure]).flooded:
            yield f"UBT-3.4c {FIGURES[figure]} stands in the water"
        if board.man(figure).task == WATCH and board.positions is None and board.at[figure] != 8:
            yield f"UBT-3.7d {FIGURES[figure]} watches from {board.at[figure]}"
    if not board.boat.surfaced and any(room in (7, 8) for room in board.at):
        yield "UBT-3.7f somebody is outside under water"
    if len(lookouts(board)) > 6:
        yield "UBT-3.7c seven lookouts"


def _breaches_of_tokens(state: State) -> Iterator[str]:
    board = state.board
    lying = Counter(token for room in board.rooms for token in room.tokens)
    if max(lying.values()) > 1 or not set(lying) <= {*DEVICES, *TOOLBOXES}:
        yield f"UBT-3.4f {lying}"
    held = [malady.card for man in board.crew for malady in man.maladies]
    cards = Counter(card for deck in (*state.decks, held) for card in deck)
    if set(cards.values()) != {1}:
        yield f"UBT-3.8n {[card for card, count in cards.items() if count > 1]}"
    if not (0 <= board.order <= 8 and 0 <= board.morale <= 11):
        yield "UBT-2 a track past its end"


@pytest.mark.parametrize("name", VOYAGES)
def test_a_voyage_breaks_nothing(name: str) -> None:
    text, options = VOYAGES[name]
    dice = Random(f"invariants {name}")
    state = GAME.setup(header_of(text, name, **options))
    assert not isinstance(state, Refusal)
    seen: Counter[str] = Counter()
    for _ in range(250):
        if GAME.outcome(state) is not None:
            break
        step = _step(state, dice)
        seen.update(event.type for event in step.events)
        state = step.state
        assert list(breaches(state)) == []
    assert seen["ordered"] > 5


def _step(state: State, dice: Random) -> Step:
    """Let a random seat say something, or time pass up to what comes next."""
    due = GAME.due(state)
    if due is not None and dice.random() < 0.15:
        return GAME.advance(state, Ms(min(due, state.now + 600_000)))
    wanted = dice.choice(VERBS)
    for seat in dice.sample(GAME.seats, len(GAME.seats)):
        view = GAME.view(state, seat)
        able = [offer.verb for offer in GAME.offers(view) if offer.barred is None]
        if wanted in able or dice.random() < 0.1:
            order = random_walk(GAME, seat, view, dice.randrange)
            if order is not None and (order.verb == wanted or wanted not in able):
                found = GAME.apply(state, order)
                assert isinstance(found, Step)
                return found
    return GAME.advance(state, Ms(state.now + 1))
