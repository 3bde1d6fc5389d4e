"""How a crew of Captain Sonar searches for the enemy, and how it answers his sonar."""

from __future__ import annotations

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.sonar.tracker.waters import one_true, sectors
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar.setting import ready
from klaxon.rules.sonar.view import View

FOUND = 8
"""The number of possible points up to which it is better to shoot than to search."""


def ping(view: View, notes: Notes, _pick: Pick) -> Order | None:
    """Ask the enemy for two statements."""
    return Order(view.seat, "sonar") if _must_search(view, notes) else None


def send_drone(view: View, notes: Notes, _pick: Pick) -> Order | None:
    """Send the drone where yes and no are about as likely."""
    left = notes.enemy_points.bit_count()
    sea, smoke = view.sea, view.scene.smoke
    blind = sea.sector[sea.volcanoes[smoke]] if smoke else 0
    counts = [((points & notes.enemy_points).bit_count(), n) for n, points in enumerate(sectors(sea)) if n != blind]
    most, sector = max((min(inside, left - inside), n) for inside, n in counts)
    return Order(view.seat, "drone", (str(sector),)) if most and _must_search(view, notes) else None


def answer(view: View, notes: Notes, pick: Pick) -> Order:
    """Answer a sonar: two kinds of statement, one true and one false; a cunning crew reveals the least."""
    answers = _answers(view)
    if notes.skill.cunning:
        shadow = notes.shadow
        left = [(shadow & one_true(view.sea, statements)).bit_count() for statements in answers]
        answers = [statements for statements, count in zip(answers, left, strict=True) if count == max(left)]
    statements = answers[pick(len(answers))]
    return Order(view.seat, "answer", tuple(statements.items()))


def _answers(view: View) -> list[dict[str, str]]:
    """Return every possible answer."""
    sea, at = view.sea, view.boat.at
    true = {"row": str(sea.row(at)), "column": sea.column(at), "sector": str(sea.sector[at])}
    values = {
        "row": [str(row + 1) for row in range(sea.height)],
        "column": [chr(65 + column) for column in range(sea.width)],
        "sector": list(sea.sectors),
    }
    return [
        {kind: true[kind] if kind == honest else lie for kind in true if kind in (honest, lying)}
        for honest in true
        for lying in true
        if lying != honest
        for lie in values[lying]
        if lie != true[lying]
    ]


def _must_search(view: View, notes: Notes) -> bool:
    """Return whether to search for the enemy: not if he is found and a torpedo is ready."""
    left = notes.enemy_points.bit_count()
    armed = "torpedo" in ready(view.boat.gauges) and notes.works("torpedo")
    return left > (FOUND if armed else 2) and notes.works("sonar")
