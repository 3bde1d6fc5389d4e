"""The texts of a plan for a change of positions: for one man, for all, and what his way or the order needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.games.uboot.positions import presets
from klaxon.console.games.uboot.positions.move_plan import MovePlan, Risk, by_gravity
from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.words import FIGURES


def line_text(phrases: Phrases, plan: MovePlan, figure: int) -> str:
    """Return where a man goes, what he carries, and his risks."""
    start, target = plan.positions.start[figure], plan.targets[figure]
    facts = {"man": phrases.man(FIGURES[figure]), "start": start, "room": target.room}
    said = phrases.say("positions.uboot.stays" if start == target.room else "positions.uboot.goes", **facts)
    load = [load_text(phrases, target.token)] if target.token else []
    return "; ".join([said, *load, *(risk_text(phrases, risk) for risk in plan.risks(figure))])


def load_text(phrases: Phrases, token: str) -> str:
    """Return what a man carries."""
    if not token:
        return phrases.say("positions.uboot.nothing")
    return phrases.say("positions.uboot.carries", token=phrases.value(token))


def risk_text(phrases: Phrases, risk: Risk, count: int = 1) -> str:
    """Return a risk, and how many men it concerns."""
    message = "risk.uboot.hazard" if risk.is_hazard else f"risk.uboot.{risk.kind}"
    text = phrases.say(message, hazard=phrases.value(risk.kind), room=risk.room)
    return f"{text} ×{count}" if count > 1 else text


def man_note(phrases: Phrases, plan: MovePlan, figure: int, width: int, *, is_load: bool) -> str:
    """Return the risk of a man's way; if there is none, his training."""
    texts = [risk_text(phrases, risk) for risk in plan.risks(figure)]
    if is_load:
        texts.insert(0, load_text(phrases, plan.targets[figure].token))
    return _joined(texts, width) or _joined([phrases.symbol(each) for each in plan.board.symbols(figure)], width)


def plan_note(phrases: Phrases, plan: MovePlan, width: int, *, for_order: bool) -> str:
    """Return the risks of all, and what the order would still lack with all men where it needs them."""
    risks = [risk for figure in plan.targets for risk in plan.risks(figure)]
    texts = [risk_text(phrases, risk, risks.count(risk)) for risk in by_gravity(risks)]
    if for_order:
        texts += _lack(phrases, plan)
    return _joined(texts, width) or (phrases.say("positions.uboot.enough") if for_order else "")


def _lack(phrases: Phrases, plan: MovePlan) -> Iterator[str]:
    lack = presets.lack_for(plan.board, plan.positions, plan.positions.purpose)
    if lack is not None:
        yield phrases.short_reason(lack)


def _joined(texts: Sequence[str], width: int) -> str:
    """Return as many texts as fit one line, and how many more there are."""
    for count in range(len(texts), 1, -1):
        rest = f" +{len(texts) - count}" if count < len(texts) else ""
        line = ", ".join(texts[:count]) + rest
        if LABEL.measure(line) <= width:
            return line
    return f"{texts[0]} +{len(texts) - 1}" if len(texts) > 1 else "".join(texts)
