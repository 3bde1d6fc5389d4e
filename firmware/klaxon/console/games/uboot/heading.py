"""The heading of a page of U-BOOT: its name, the time left to answer, else the time aboard; the instruments."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Title
from klaxon.console.games.uboot.scene import Scene, clock_text
from klaxon.console.play import countdown

SECOND = 1000
GAP = 2 * LABEL.width
"""Columns between the two texts of a title: with fewer, they would be read together."""
ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
"""The steps of the order and morale tracks, as printed."""


def call_of(scene: Scene) -> str:
    """Return what calls the seat to its orders: the set-up, an open prompt, or an order it could help with."""
    view, draft = scene.view, scene.draft
    if view.is_setting_up:
        return "setup" if draft.open else ""
    pending = view.board.pending
    if pending is not None and not draft.waiting and "assign" in draft.open_verbs:
        return f"help-{pending.number}"
    return " ".join(sorted(draft.waiting))


def due_of(scene: Scene) -> int:
    """Return when the rules answer the first open prompt; 0: never."""
    return min((prompt.due for prompt in scene.view.prompts if prompt.due), default=0)


def breach_due(scene: Scene) -> int:
    """Return when the first breach floods its room; 0: there is none."""
    return min((breach.due for breach in scene.view.board.trouble.breaches), default=0)


def breach_text(scene: Scene, due: int) -> str:
    """Return how long a breach can be held, in seconds: every one counts."""
    return f"≈{scene.phrases.say('time.seconds', count=-(-max(0, due - scene.now) // SECOND))}"


def next_due(scene: Scene) -> int:
    """Return the moment to which a heading counts down: of an answer, else of a breach; 0: none."""
    return due_of(scene) or breach_due(scene)


def next_second(scene: Scene) -> int | None:
    """Return the moment at which the time of a breach reads otherwise; None where there is none."""
    left = breach_due(scene) - scene.now
    return scene.now + ((left - 1) % SECOND + 1) if left > 0 else None


def running_text(scene: Scene) -> str:
    """Return the running clock: the time left to answer, else of a breach, else the time aboard and its speed."""
    due, breach = due_of(scene), breach_due(scene)
    if breach and due in (0, breach):
        return breach_text(scene, breach)
    if due:
        return countdown.countdown_text(scene.phrases, due, scene.now)
    factor = scene.view.board.clock.factor
    return f"{clock_text(scene)} ×{factor}" if factor else clock_text(scene)


def heading(scene: Scene, text: str, width: int, *, brief: str = "") -> Title:
    """Return the title bar of a page; if it is narrow the time factor is left out."""
    right = running_text(scene)
    if LABEL.measure(text) + LABEL.measure(right) + GAP > width - 2 and not next_due(scene):
        right = clock_text(scene)
    return Title(text, right, brief)


def instruments(scene: Scene) -> str:
    """Return course, speed and depth in one line; one that is still changing with where it goes."""
    view, ordered = scene.view, scene.view.board.boat.course
    course = f"{view.heading:03}" if view.heading == ordered else f"{view.heading:03}>{ordered:03}"
    speed = _whole_knots(view.knots)
    if view.knots != view.ordered_knots:
        speed = f"{speed}>{_whole_knots(view.ordered_knots)}"
    depth = f"{view.depth}" if view.depth == view.target_depth else f"{view.depth}>{view.target_depth}"
    return scene.phrases.say("instruments.uboot", course=course, speed=speed, depth=depth)


def _whole_knots(tenths: int) -> str:
    return f"{tenths // 10}" if tenths >= 0 else f"-{-tenths // 10}"


def tracks_text(scene: Scene) -> str:
    """Return the two tracks as Roman figures: orders, then morale."""
    board = scene.view.board
    return f"{ROMAN[board.order]} {ROMAN[board.morale]}"
