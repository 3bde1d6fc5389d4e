"""The chance of cards: bearings and ranges, and when the next event comes (UBT-7.2c, UBT-8.0c)."""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.uboot.orders.tracks import owe_card
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working

MINUTE = 60_000


def pick(work: Working, count: int) -> int:
    """Return a number below a count, from the stream of the cards."""
    lots = work.state.lots
    work.state.lots = lots._replace(picks=lots.picks + 1)
    return draw(work.state.key, "cards", lots.picks, count)


def next_event(state: State, last: int) -> int:
    """Return the game time of the event card after the last: minutes from the first officer's span (UBT-7.2c).

    0 where no events are played.
    """
    setting = state.board.setting
    if setting.events == "off":
        return 0
    low, high = map(int, state.box.difficulty["first_officer"][setting.first_officer]["event_min"])
    return last + (low + draw(state.key, "events", state.lots.events, high - low + 1)) * MINUTE


def draw_event(work: Working, game: int) -> None:
    """Let an event card be drawn, and settle when the next one is (UBT-3.11g)."""
    state = work.state
    state.lots = state.lots._replace(events=state.lots.events + 1)
    state.lots = state.lots._replace(next_event=next_event(state, game))
    owe_card(work, "events")
