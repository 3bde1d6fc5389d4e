"""Hints: the next move of the hand towards the aim of a step, from what the panel shows. They know no game."""

from __future__ import annotations

from klaxon.console.guide.following import GuideStep
from klaxon.console.guide.seat_guides import SeatGuide
from klaxon.console.play.bottom_line import STANDING_STILL
from klaxon.console.play.coach import next_step
from klaxon.console.play.play_state import PlayState
from klaxon.rules.contract import Seat, role_of


def guide_line(now: PlayState, guided: SeatGuide, due: Seat | None) -> str:
    """Return the line of a guide: how to reach what the step is about, and once there, what it is.

    `due` is another seat of the station that is waited for.
    """
    if not now.scene.view or now.table == "over" or now.table in STANDING_STILL:
        return next_step(now)
    step = guided.step
    if now.drill is not None or _is_asked_for_another(now, step):
        return next_step(now)
    if due is not None:
        return now.phrases.say("guide.how.page", page=now.phrases.role(role_of(due)))
    hint = "" if guided.has_effect else _hint(now, step)
    return hint or guided.line(now.phrases)


def _is_asked_for_another(now: PlayState, step: GuideStep) -> bool:
    """Return whether something waits for the seat that is not the aim of the step."""
    return bool(now.draft.waiting) and not now.is_looking and not set(step.aim[:1]) & set(now.draft.prompt_verbs)


def _hint(now: PlayState, step: GuideStep) -> str:
    say = now.phrases.say
    if step.page and now.screen.page_name(now.scene) != step.page:
        return say("guide.how.page", page=now.phrases.find(f"guide.page.{step.page}", step.page))
    if step.page:
        return _hint_of_page(now, step)
    if not _is_in_reach(now, step):
        return _hint_towards_menu(now, step)
    if now.is_looking:
        return say("guide.how.orders")
    return _hint_of_verb(now, step) if not now.draft.verb else _hint_of_argument(now, step)


def _hint_of_page(now: PlayState, step: GuideStep) -> str:
    """Return what OK does on the page of the step, if it has an aim there; '' if OK gives no order yet."""
    if not step.aim or now.order is None:
        return ""
    if now.order.verb != step.aim[0]:
        return now.phrases.say("guide.how.first", what=now.phrases.verb(now.order.verb))
    return _hint_of_ok(now, step)


def _is_in_reach(now: PlayState, step: GuideStep) -> bool:
    """Return whether the aim is among the choices, or being made."""
    words = (now.draft.verb, *(choice.word for choice in now.draft.choices))
    return bool(step.aim) and step.aim[0] in words


def _hint_towards_menu(now: PlayState, step: GuideStep) -> str:
    """Return how to leave another order that is being made; '' if the aim is not offered at all."""
    is_other = bool(step.aim) and bool(now.draft.verb) and now.draft.verb not in now.draft.prompt_verbs
    return now.phrases.say("guide.how.back") if is_other and not now.is_looking else ""


def _hint_of_verb(now: PlayState, step: GuideStep) -> str:
    say, choice, verb = now.phrases.say, now.draft.choice_at_cursor, now.phrases.verb(step.aim[0])
    if choice is None or choice.word != step.aim[0]:
        return say("guide.how.turn", what=verb)
    if choice.barred is not None:
        return say("guide.how.men") if now.instead() is not None else ""
    return _hint_of_ok(now, step) or say("guide.how.push", what=verb)


def _hint_of_argument(now: PlayState, step: GuideStep) -> str:
    say, choice, place = now.phrases.say, now.draft.choice_at_cursor, len(now.draft.tokens) + 1
    if place >= len(step.aim) or choice is None:
        return _hint_of_ok(now, step)
    if step.aim[place] not in [each.word for each in now.draft.choices]:
        return ""
    field = now.draft.field
    what = now.phrases.choice(field.name if field is not None else "", step.aim[place])
    if choice.word != step.aim[place]:
        return say("guide.how.turn", what=what)
    return _hint_of_ok(now, step) or say("guide.how.push", what=what)


def _hint_of_ok(now: PlayState, step: GuideStep) -> str:
    """Return that OK gives the order; '' if it would give another one."""
    order, wanted = now.order, step.aim[1:]
    given = tuple(token if isinstance(token, str) else token[1] for token in order.args) if order is not None else ()
    if order is None or given[: len(wanted)] != wanted:
        return ""
    return now.phrases.say("guide.how.hold" if now.needs_hold() else "guide.how.ok")
