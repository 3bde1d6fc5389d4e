"""Pretended marks: after a silence of length 0 the stations look as after any other (SON-73, SON-114)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.sonar import circuits

DECOY = 1
"""The number of a prompt that does not exist; nobody answers it."""


def charge(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the view of a first officer who has to pretend a mark, None if there is nothing to pretend."""
    full = all(filled == boxes for filled, boxes in view["gauges"].values())
    return None if full else _pretend_prompt(view, "charge")


def cross(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the view of an engineer who has to pretend a mark; lit is what a true mark of a silence would light."""
    free = [section for section in circuits.SECTIONS if _free(view, section)]
    if not free:
        return None
    section = view["section"] if view["section"] in free else free[0]
    if view["rules"]["silence_break"] == "panel":
        section = circuits.ANY
    return _pretend_prompt({**view, "section": section}, "break")


def _free(view: Mapping[str, Any], section: str) -> bool:
    crossed = sum(circuits.BIT[name] for name in view["panel"])
    return bool(circuits.SECTION_BITS[section] & ~crossed)


def _pretend_prompt(view: Mapping[str, Any], verb: str) -> Mapping[str, Any] | None:
    """Return a view in which a mark is asked for; a real one comes first."""
    asked = any(verb in prompt["verbs"] for prompt in view["prompts"])
    if not view.get("decoy") or asked or view["outcome"]:
        return None
    prompt = {"key": f"{view['boat']}-{verb}-{DECOY}", "verbs": [verb]}
    waiting = {**view["waiting"], verb: DECOY}
    return {**view, "waiting": waiting, "prompts": [*view["prompts"], prompt]}
