"""Default answers: what the rules answer if a player does not.

Each boat and purpose has its own random stream, indexed by the prompt number: the same prompt always draws the same
answer.
"""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.contract import Order
from klaxon.rules.domains import OneOf
from klaxon.rules.sonar.arguments import field, statements
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.step import SEAT
from klaxon.rules.sonar.view import View
from klaxon.rules.sonar.views import view_of
from klaxon.rules.walks import bare


def random_order(state: State, me: int, role: str, verb: str, number: int) -> Order:
    """Return a random legal order of a role."""
    seat = SEAT[me, role]
    view, draft = view_of(state, seat, {}), bare(seat, verb)
    while isinstance(view, View) and (asked := field(view, draft)) is not None:
        if not isinstance(asked.domain, OneOf):
            raise TypeError(f"no lot is drawn for {asked}")
        values, stream = asked.domain.values, f"{BOATS[me]}-{verb}-{len(draft.args)}"
        draft = draft.plus(values[draw(state.key, stream, number, len(values))])
    return draft


def owed_answer(state: State) -> Order:
    """Return the default answer of the boat that is asked: to a sonar, or which volcano."""
    me = state.asked
    if state.scene.due:
        return random_order(state, me, "captain", "volcano", state.boats[me].answer_due)
    return answer(state, me)


def answer(state: State, me: int) -> Order:
    """Return an answer to a sonar: two of the three kinds, which of them is true, and the false value, all at random.

    The kinds come in their usual order, so that the order does not reveal which is true.
    """
    sea, boat = state.sea, state.boats[me]

    def lot(what: str, n: int) -> int:
        return draw(state.key, f"{BOATS[me]}-answer-{what}", boat.answer_due, n)

    values = statements(sea)
    said = {"row": str(sea.row(boat.at)), "column": sea.column(boat.at), "sector": str(sea.sector[boat.at])}
    kinds = list(values)
    kinds.pop(lot("left-out", len(kinds)))
    liars = [kind for kind in kinds if len(values[kind]) > 1]  # a chart of one sector leaves no lie about it
    lie = liars[lot("lie", len(liars))]
    wrong = [value for value in values[lie] if value != said[lie]]
    said[lie] = wrong[lot("value", len(wrong))]
    return Order(SEAT[me, "captain"], "answer", tuple((kind, said[kind]) for kind in kinds))
