"""Guides: conditions over what a seat may know, the way from step to step, and what a checker says of a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from klaxon import data
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.coach import BAR
from klaxon.console.guide.conditions import Condition, GuideFacts, read_condition
from klaxon.console.guide.following import GuideBranch, GuidePlace, GuideStep, follow
from klaxon.console.guide.guides import Guide, guide_for, guides_of, read_guide
from klaxon.console.language.catalogue import catalogue, languages, say_fault
from klaxon.rules.games import GAMES

VIEW = {
    "mission": {"id": "first-patrol"},
    "boat": {"surfaced": True, "depth": 0},
    "contacts": {"c1": {"range": 900}, "c2": {"range": 4000}},
    "views": ["periscope"],
    "faults": {},
    "solution": None,
}
ROWS, PANEL = 6, 128
"""The rows of a card, and the columns of a panel."""


def condition(text: str) -> Condition:
    found = read_condition(text)
    assert found is not None, text
    return found


def step(name: str, until: str = "", when: str = "", **more: Any) -> GuideStep:
    def read(text: str) -> tuple[Condition, ...]:
        return tuple(condition(each) for each in text.split(";") if each)

    return GuideStep(name, read(until), read(when), **more)


# Conditions


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("view boat.surfaced is true", True),
        ("view boat.surfaced is false", False),
        ("view boat.surfaced not false", True),
        ("view solution is null", True),
        ("view contacts.*.range below 1000", True),
        ("view contacts.*.range below 900", False),
        ("view contacts.*.range above 3999", True),
        ("view contacts.*.range above 4000", False),
        ("view contacts.*.range not 900", False),
        ("view contacts some", True),
        ("view faults some", False),
        ("view faults none", True),
        ("view views.* is periscope", True),
        ("view views.* is tdc", False),
        ("view nowhere.at.all none", True),
        ("view nowhere.at.all is 1", False),
        ("not view contacts some", False),
        ("view boat.surfaced below 2", False),  # a flag is no number
        ("page glass", True),
        ("page tdc", False),
        ("pointing dive", True),
        ("choosing dive", False),
        ("order dive accepted", True),
        ("order dive refused", False),
        ("heard torpedo", True),
        ("heard torpedo result hit", True),
        ("heard torpedo result miss", False),
        ("read", False),
    ],
)
def test_a_condition_holds(text: str, *, holds: bool) -> None:
    facts = GuideFacts(
        VIEW,
        page="glass",
        pointing="dive",
        order="dive",
        answer="accepted",
        heard="torpedo",
        heard_facts={"result": "hit"},
    )
    assert condition(text).holds(facts) is holds


@pytest.mark.parametrize(
    "text",
    ["", "view", "view boat", "view boat is", "view boat above much", "order dive", "order dive perhaps", "read it"],
)
def test_anything_else_is_no_condition(text: str) -> None:
    assert read_condition(text) is None


# From step to step

STEPS = (
    step("post", "order watch accepted"),
    step("wait", "view contacts some"),
    step("dive", "view boat.surfaced is false", "view contacts some"),
    step("end", "", "view boat.surfaced is false"),
)


def at(number: int, steps: tuple[GuideStep, ...] = STEPS, **facts: Any) -> int:
    """Return the step that follows from some facts."""
    return follow(steps, GuidePlace(number), GuideFacts(**facts)).place.step


def test_a_step_stays_until_its_condition_holds() -> None:
    assert at(0) == 0
    assert at(0, order="watch", answer="refused") == 0
    assert at(0, order="watch", answer="accepted") == 1


def test_an_order_counts_for_one_step_only() -> None:
    twice = (step("one", "order watch accepted"), step("two", "order watch accepted"), step("end"))
    assert at(0, twice, order="watch", answer="accepted") == 1


def test_a_view_leads_past_everything_that_is_behind() -> None:
    assert at(0, view={"contacts": {"c1": {}}, "boat": {"surfaced": True}}) == 2
    assert at(0, view={"boat": {"surfaced": False}}) == 3, "as in a game that is resumed"
    assert at(3, view={"contacts": {"c1": {}}, "boat": {"surfaced": True}}) == 3, "and never back"


def test_what_follows_at_once_is_passed_at_once() -> None:
    steps = (step("one", "read"), step("two", "view contacts some"), step("three", "page tdc"), step("end"))
    assert at(0, steps, view=VIEW, is_read=True) == 2


def test_something_else_is_remarked_on_and_the_step_stays() -> None:
    early = GuideBranch((condition("order dive accepted"),), "early")
    steps = (step("post", "order watch accepted", branches=(early,)), step("end"))
    move = follow(steps, GuidePlace(), GuideFacts(order="dive", answer="accepted"))
    assert (move.place.step, move.remark) == (0, "early")
    assert follow(steps, move.place, GuideFacts()).remark == ""
    again = follow(steps, move.place, GuideFacts(order="dive", answer="accepted"))
    assert again.remark == "early", "each order anew"


def test_what_lasts_is_remarked_on_once() -> None:
    broken = GuideBranch((condition("view faults some"),), "fault")
    steps = (step("hunted", "view known.hunted is false", branches=(broken,)), step("end"))
    facts = GuideFacts({"faults": {"radio-set": "green"}, "known": {"hunted": True}})
    first = follow(steps, GuidePlace(), facts)
    assert first.remark == "fault"
    second = follow(steps, first.place, facts)
    assert second.remark == ""
    mended = follow(steps, second.place, GuideFacts({"known": {"hunted": True}}))
    assert follow(steps, mended.place, facts).remark == "fault", "another one, later"


def test_a_branch_may_lead_elsewhere_also_back() -> None:
    missed = GuideBranch((condition("heard torpedo result miss"),), "missed", "flood")
    steps = (step("flood", "read"), step("run", "heard torpedo result hit", branches=(missed,)), step("end"))
    move = follow(steps, GuidePlace(1), GuideFacts(heard="torpedo", heard_facts={"result": "miss"}))
    assert (move.place, move.remark) == (GuidePlace(0), "missed")


def test_the_last_step_stays() -> None:
    assert at(3, order="watch", answer="accepted", view=VIEW) == 3


# Files


def written(**change: Any) -> str:
    guide = json.loads(json.dumps({**PLAIN, **change}))
    return json.dumps(guide, indent=0)


PLAIN: dict[str, Any] = {
    "id": "first-patrol",
    "game": "uboot",
    "when": ["view mission.id is first-patrol"],
    "roles": {"captain": [{"id": "watch", "until": ["order watch accepted"]}, {"id": "away"}]},
}


def faults(text: str) -> list[str]:
    read = read_guide(text)
    assert not isinstance(read, Guide), "nothing was found"
    return [say_fault("guide.json", fault.line, fault.code, fault.facts) for fault in read]


def captain(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"captain": list(steps)}


def test_a_plain_guide_is_sound() -> None:
    read = read_guide(written())
    assert isinstance(read, Guide)
    assert [each.id for each in read.roles["captain"]] == ["watch", "away"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "chess"),
        ({"when": []}, "when"),
        ({"roles": {"captian": PLAIN["roles"]["captain"]}}, "Did you mean 'captain'?"),
        ({"roles": captain({"id": "watch"}, {"id": "away"})}, "never ends"),
        ({"roles": captain({"id": "watch", "until": ["read"]}, {"id": "watch"})}, "Two steps"),
        (
            {"roles": captain({"id": "watch", "until": ["when it suits"]}, {"id": "away"})},
            "'when it suits' is not a condition",
        ),
        ({"roles": captain({"id": "watch", "aim": "wach"})}, "Did you mean 'watch'?"),
        ({"roles": captain({"id": "watch", "until": ["order dvie accepted"]}, {"id": "away"})}, "Did you mean 'dive'?"),
        ({"roles": captain({"id": "watch", "until": ["read"], "colour": "red"}, {"id": "away"})}, "colour"),
        ({"roles": captain({"id": "unheard-of"})}, "guide.uboot.first-patrol.captain.unheard-of"),
        (
            {"roles": captain({"id": "watch", "else": [{"if": ["read"], "say": "lapsed", "to": "awya"}]})},
            "no step 'awya'",
        ),
    ],
)
def test_what_is_wrong_with_a_guide_is_told_with_line_and_remedy(change: dict[str, Any], says: str) -> None:
    found = faults(written(**change))
    assert any(says in sentence for sentence in found), found
    assert all(sentence.split(":")[1].isdecimal() for sentence in found)


def test_the_line_of_a_fault_is_that_of_the_word() -> None:
    text = written(roles=captain({"id": "watch", "until": ["read"], "aim": "wach"}, {"id": "away"}))
    line = text.splitlines().index('"aim": "wach"') + 1
    assert faults(text)[0].startswith(f"guide.json:{line}: ")


# What is shipped


def shipped() -> Iterator[Guide]:
    for name in data.names("guides"):
        read = read_guide(data.read("guides", name))
        assert isinstance(read, Guide), (name, read)
        yield read


def messages_of(guide: Guide) -> Iterator[str]:
    """Yield every message of a guide."""
    yield f"guide.{guide.game}.{guide.id}.title"
    for role, steps in guide.roles.items():
        for each in steps:
            if not each.words:
                yield guide.message(role, each.id)
                yield guide.message(role, f"{each.id}.line")
            yield from (guide.message(role, branch.say) for branch in each.branches)


def test_every_shipped_guide_is_sound_and_guides_its_game() -> None:
    found = list(shipped())
    assert {guide.id for guide in found} == {guide.id for game in GAMES for guide in guides_of(game)}
    assert found


def test_no_words_of_a_guide_are_left_over() -> None:
    used = {message for guide in shipped() for message in messages_of(guide)}
    heads = tuple(f"guide.{game}." for game in GAMES)
    assert {message for message in catalogue("en") if message.startswith(heads)} == used


@pytest.mark.parametrize("language", languages())
def test_every_card_and_line_fits_its_panel(language: str) -> None:
    words = catalogue(language)
    for guide in shipped():
        for message in messages_of(guide):
            text = words[message]
            if message.endswith(".line"):
                assert LABEL.measure(text) <= PANEL - BAR - 1, (language, message, text)
            else:
                assert len(LABEL.wrap(text, PANEL)) <= ROWS, (language, message, text)


def test_a_game_that_nobody_guides_has_no_guide() -> None:
    assert guide_for("uboot", {"mission": {"id": "drill"}}) is None
    assert guide_for("uboot", {}) is None
    guide = guide_for("uboot", VIEW)
    assert guide is not None
    assert guide.id == "first-patrol"
