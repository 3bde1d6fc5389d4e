"""The rulebook: shows the rule of the choice under the cursor while the dial is held down.

For a barred choice it first says why; then what the verb does, what it costs and when it is allowed, with the id
of its rule. A seat without orders sees what its role does.
"""

from __future__ import annotations

from klaxon.console.play.play_state import PlayState
from klaxon.console.station.page import TextPage


def rule_page(now: PlayState) -> TextPage:
    """Return the rule of the choice under the cursor in a page of play."""
    phrases, draft = now.phrases, now.draft
    choice = draft.choice_at_cursor
    seen = choice is not None and (draft.open or choice.barred is None)
    verb = draft.verb or (choice.word if choice and seen else "")
    if now.drill is not None:
        verb = now.drill.verb
    why = choice.barred if choice and seen and not draft.verb else None
    rule = phrases.find(f"help.{phrases.game}.verb.{verb}", "")
    role = now.scene.role
    text = rule or phrases.find(f"help.{phrases.game}.{role}", phrases.say("help.general"))
    title = phrases.verb(verb) if rule else phrases.role(role)
    lines = [*([phrases.refusal(why)] if why else []), *text.split("\n")]
    return TextPage(title, lines, phrases.say("bottom.close"))
