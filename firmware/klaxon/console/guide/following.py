"""How a guide goes from step to step: a place and facts in, a place and what is to be said out.

A step ends when all of `until` holds. One whose `when` holds is gone to from any earlier one: so a guide finds its
place by the view alone, in a game that is resumed, at a station that takes a seat over, with people who run ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from klaxon.console.guide.conditions import Condition, GuideFacts


class GuideBranch(NamedTuple):
    """What a guide says and does when somebody does something else."""

    conditions: tuple[Condition, ...]
    say: str
    """The remark, by its id among the words of the role."""
    to: str = ""
    """The step that follows; '': the same one goes on."""


class GuideStep(NamedTuple):
    """One step of one role."""

    id: str
    until: tuple[Condition, ...] = ()
    """What ends it; the last step has nothing."""
    when: tuple[Condition, ...] = ()
    """What leads here from any earlier step."""
    aim: tuple[str, ...] = ()
    """The order to give: a verb, and the arguments that are advised."""
    unless: tuple[Condition, ...] = ()
    """When there is no need to do that: the order has its effect already."""
    page: str = ""
    """The page to look at."""
    branches: tuple[GuideBranch, ...] = ()
    words: str = ""
    """The step whose line it says again, without a card; '': it has words of its own."""


class GuidePlace(NamedTuple):
    """Where a seat is in its guide."""

    step: int = 0
    branch: int = -1
    """The branch that was remarked on last in this step; -1: none."""


class GuideMove(NamedTuple):
    """What came of some facts."""

    place: GuidePlace
    remark: str = ""
    """The remark to make now, by its id."""


def follow(steps: Sequence[GuideStep], place: GuidePlace, facts: GuideFacts) -> GuideMove:
    """Return where a seat is after some facts, and what to remark."""
    number, left = place.step, facts
    for _ in range(len(steps)):
        later = _furthest(steps, number, facts)
        if later is None and not _is_over(steps, number, left):
            break
        number, left = (later, facts.lasting()) if later is not None else (number + 1, facts.lasting())
    if number != place.step:
        return GuideMove(GuidePlace(number))
    return _branch_off(steps, place, facts)


def _furthest(steps: Sequence[GuideStep], number: int, facts: GuideFacts) -> int | None:
    """Return the last of the later steps that are led to."""
    led = [later for later in range(number + 1, len(steps)) if steps[later].when and hold(steps[later].when, facts)]
    return led[-1] if led else None


def _is_over(steps: Sequence[GuideStep], number: int, facts: GuideFacts) -> bool:
    until = steps[number].until
    return number + 1 < len(steps) and bool(until) and hold(until, facts)


def _branch_off(steps: Sequence[GuideStep], place: GuidePlace, facts: GuideFacts) -> GuideMove:
    """Return what is remarked on in a step that goes on: each thing once, while it lasts."""
    branches = steps[place.step].branches
    for number, branch in enumerate(branches):
        if not hold(branch.conditions, facts):
            continue
        is_new = number != place.branch or any(condition.is_momentary for condition in branch.conditions)
        to = next((at for at, step in enumerate(steps) if branch.to and step.id == branch.to), None)
        there = GuidePlace(place.step, number) if to is None else GuidePlace(to)
        return GuideMove(there, branch.say if is_new else "")
    return GuideMove(GuidePlace(place.step))


def hold(conditions: Iterable[Condition], facts: GuideFacts) -> bool:
    """Return whether all of some conditions hold."""
    return all(condition.holds(facts) for condition in conditions)
