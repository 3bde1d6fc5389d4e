"""The repair of a surfaced boat in real time: everybody traces a section, the enemy's hull is always confirmed."""

from __future__ import annotations

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.domains import Recording
from klaxon.rules.sonar.arguments import field
from klaxon.rules.sonar.realtime.trace import SECTIONS, faultless
from klaxon.rules.sonar.view import View


def trace_section(view: View, _notes: Notes, pick: Pick) -> Order:
    """Trace any section that is left; if a recording is needed, a faultless one."""
    signed = view.boat.watch.repair.signed if view.boat.watch.repair else ()
    left = [section for section, role in zip(SECTIONS, signed, strict=True) if not role]
    section = left[pick(len(left))]
    draft = Order(view.seat, "trace", (section,))
    asked = field(view, draft)
    recorded = asked is not None and isinstance(asked.domain, Recording)
    return draft.plus(faultless(section, view.setting.trace_speed)) if recorded else draft


def confirm(view: View, _notes: Notes, _pick: Pick) -> Order:
    """Confirm the enemy's repair."""
    return Order(view.seat, "confirm")


def report(view: View, _notes: Notes, _pick: Pick) -> Order:
    """Report the boat ready to dive."""
    return Order(view.seat, "ready")
