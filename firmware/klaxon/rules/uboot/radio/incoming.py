"""Messages that a mission brings: secondary objectives, and what is known of traffic (UBT-7.11g, UBT-8.7c)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.content.mission import Mission
from klaxon.rules.uboot.radio.cipher import telegram
from klaxon.rules.uboot.radio.outgoing import end_intervals, outgoing_due
from klaxon.rules.uboot.radio.receiving import receive
from klaxon.rules.uboot.radio.records import DueMessage, Facts, Signals
from klaxon.rules.uboot.sea.chart import cell_at, is_water, place_of
from klaxon.rules.uboot.sea.numbers import DEGREE, divide
from klaxon.rules.uboot.sea.ships.placement import passing_point
from klaxon.rules.uboot.sea.ships.templates import TEMPLATES
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working

BEFORE = 5 * HOUR
"""So long before a convoy passes its point a message tells of it (UBT-8.7c)."""
SINGLE = "single"
_LATER = ("kind", "at_h", "text")


def expect_messages(work: Working) -> None:
    """Find out at `begin` which messages the mission will bring."""
    due = (*_objectives(work.state.mission), *_traffic(work.state))
    work.state.signals = Signals(tuple(sorted(due)))


def _objectives(mission: Mission) -> Iterator[DueMessage]:
    """Yield the secondary objectives: the k-th of n after hours x k / (n + 2), unless the file says when."""
    count = len(mission.secondary)
    for number, objective in enumerate(mission.secondary, start=1):
        usual = mission.hours * HOUR * number // (count + 2)
        game = objective["at_h"] * HOUR if "at_h" in objective else usual
        wants = tuple((str(key), value) for key, value in objective.items() if key not in _LATER)
        text = objective.get("text") or telegram(str(objective["kind"]), wants)
        yield DueMessage(game, text, (("objective", f"second-{number}"), ("kind", str(objective["kind"])), *wants))


def _traffic(state: State) -> Iterator[DueMessage]:
    """Yield what is known of traffic: every convoy, of single ships every second one, the first among them."""
    chart, singles = state.box.charts[state.mission.map], 0
    area = (place_of(chart, state.mission.area), partial(is_water, chart))
    for group in state.sea.traffic.groups:
        singles += group.kind == SINGLE
        template = TEMPLATES.get(group.kind)
        is_told = template is not None and (template.is_convoy or (group.kind == SINGLE and singles % 2))
        cell = cell_at(chart, *passing_point(state.key, group.name, group.kind, *area)) if is_told else None
        if cell is not None:
            course, knots = divide(group.axis, DEGREE) % 360, divide(group.knots, 10)
            about: Facts = (("traffic", group.kind), ("cell", cell), ("course", course), ("knots", knots))
            yield DueMessage(max(0, group.passing - BEFORE), telegram(group.kind, about[1:]), about)


def radio_due(state: State) -> int | None:
    """Return when the next message comes, or one of ours may be sent again."""
    comes = state.signals.due[0].game if state.signals.due else None
    again = outgoing_due(state.board.radio.messages)
    return comes if again is None else again if comes is None else min(comes, again)


def let_radio_happen(work: Working, game: int) -> None:
    """Receive what comes at a game time, or let an interval be over."""
    signals = work.state.signals
    if signals.due and signals.due[0].game <= game:
        first, *later = signals.due
        work.state.signals = signals._replace(due=tuple(later))
        receive(work, "", first.text, first.about, game)
    else:
        end_intervals(work, game)
