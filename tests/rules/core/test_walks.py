"""Walks: the one judge of an order, on a small game of all kinds of arguments."""

from __future__ import annotations

from typing import Any, cast

import pytest

from klaxon.rules.contract import Field, Game, Offer, Order, Refusal, Seat, Verb
from klaxon.rules.domains import FreeText, Keyed, OneOf, PerKey, Recording, Span, Token
from klaxon.rules.walks import bad_argument, finish_at_random, judge, random_walk, settle, walks

COOK = Seat("uboot.cook")
FIELDS: dict[str, tuple[Field, ...]] = {
    "stop": (),
    "turn": (Field("course", Span(0, 350, 10)),),
    "say": (
        Field("first", OneOf((("row", "1"), ("row", "2"), "none"))),
        Field("second", OneOf((("column", "A"), "word"))),
    ),
    "send": (Field("rooms", PerKey({"circle": Span(1, 3), "square": Span(1, 2)})),),
    "move": (Field("room", OneOf(("1", "2"))), Field("carry", Keyed("carry", OneOf(("pump", "wires"))), optional=True)),
    "sign": (Field("name", FreeText("xy", 4)),),
    "trace": (Field("steps", Recording("hull", "", 3)),),
    "sail": (Field("course", Span(0, 80, 40)), Field("speed", Keyed("speed", Span(1, 3)), optional=True)),
    "drop": (Field("depth", Keyed("depth", Span(1, 3))), Field("count", Span(1, 2))),
    "climb": (
        Field("room", OneOf(("1", "2")), also=(("by", "2"), "stern")),
        Field("next", OneOf(("1", ("hold", "rail"))), optional=True),
    ),
}


class Galley:
    """A game of one seat whose view is a word."""

    seats = (COOK,)
    verbs = (
        Verb("turn", ("cook",)),
        Verb("dive", ("captain", "xo")),
        Verb("smoke", ("cook",)),
        Verb("pause", ("umpire",)),
    )

    def view(self, state: str, seat: Seat) -> str:
        return f"{state} {seat}"

    def open_prompts(self, view: str) -> tuple[str, ...]:
        return ("soup-1",)

    def offers(self, view: str) -> tuple[Offer, ...]:
        return (*(Offer(verb) for verb in FIELDS), Offer("surface", Refusal("surfaced", {"verb": "surface"})))

    def field(self, view: str, draft: Order) -> Field | None:
        # a keyed argument that takes several pairs counts as one
        place = min(len(draft.args), 1) if draft.verb == "send" else len(draft.args)
        fields = FIELDS[draft.verb]
        return fields[place] if place < len(fields) else None

    def why(self, view: str, draft: Order, token: Token) -> Refusal | None:
        if token == ("loud", "no"):
            return None
        return bad_argument(self.field(view, draft), draft, token)


GALLEY = cast("Game[Any, Any]", Galley())


def settled(line: str) -> str:
    found = settle(GALLEY, "", Order.read(f"uboot.cook {line}"))
    return found.code if isinstance(found, Refusal) else str(found).removeprefix("uboot.cook ")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("stop", "stop"),
        ("stop now", "extra-argument"),
        ("turn 10", "turn 10"),
        ("turn 11", "bad-argument"),
        ("turn", "missing-argument"),
        ("turn 10 20", "extra-argument"),
        ("say row=1 column=A", "say row=1 column=A"),
        ("say column=A row=2", "say row=2 column=A"),
        ("say none word", "say none word"),
        ("say word none", "bad-argument"),
        ("say column=A none", "say none column=A"),
        ("say row=1", "missing-argument"),
        ("say row=3 column=A", "bad-argument"),
        ("send circle=1 square=2", "send circle=1 square=2"),
        ("send square=2 circle=3", "send circle=3 square=2"),
        ("send circle=1", "bad-argument"),
        ("send circle=1 circle=2", "bad-argument"),
        ("send circle=1 square=9", "bad-argument"),
        ("send circle=1 square=2 square=1", "bad-argument"),
        ("send circle=1 square=2 hexagon=1", "extra-argument"),
        ("move 1", "move 1"),
        ("move 1 carry=pump", "move 1 carry=pump"),
        ("move carry=wires 2", "move 2 carry=wires"),
        ("move 1 carry=stove", "bad-argument"),
        ("move carry=pump", "bad-argument"),
        ("sign xyx", "sign xyx"),
        ("sign z", "bad-argument"),
        ("trace abc", "trace abc"),
        ("sail 40 speed=2", "sail 40 speed=2"),
        ("sail speed=2 40", "sail 40 speed=2"),
        ("sail speed=9 40", "bad-argument"),
        ("sail speed=2 45", "bad-argument"),
        ("drop depth=3 1", "drop depth=3 1"),
        ("drop 1 depth=3", "drop depth=3 1"),
        ("drop 1 depth=4", "bad-argument"),
        ("drop 1 2", "bad-argument"),
        ("climb stern", "climb stern"),
        ("climb by=2", "climb by=2"),
        ("climb 1 by=2", "climb by=2 1"),
        ("climb 2 by=2", "bad-argument"),
        ("climb 1 by=3", "bad-argument"),
        ("climb hold=rail 1", "climb 1 hold=rail"),
        ("stop loud=no", "stop"),
        ("stop loud=no @soup-1", "stop @soup-1"),
        ("stop loud=no loud=yes", "extra-argument"),
        ("turn loud=no", "missing-argument"),
        ("move loud=no 1", "move 1"),
        ("move 1 loud=no carry=pump", "move 1 carry=pump"),
        ("surface", "surfaced"),
        ("surface now", "surfaced"),
        ("dive", "not-your-role"),
        ("smoke", "not-now"),
        ("fly", "unknown-verb"),
        ("stop @soup-1", "stop @soup-1"),
        ("turn 20 @soup-1", "turn 20 @soup-1"),
        ("say column=A row=2 @soup-1", "say row=2 column=A @soup-1"),
        ("stop @soup-2", "late"),
        ("fly @soup-2", "late"),
    ],
)
def test_an_order_is_a_walk_or_refused(line: str, expected: str) -> None:
    assert settled(line) == expected


def test_no_menu_names_the_other_words_for_the_same() -> None:
    found = [str(order).removeprefix("uboot.cook ") for order in walks(GALLEY, COOK, "", "climb")]
    assert found == [f"climb {room}{rest}" for room in "12" for rest in ("", " 1", " hold=rail")]


def test_refusals_say_what_would_do() -> None:
    def facts(line: str) -> dict[str, object]:
        found = settle(GALLEY, "", Order.read(f"uboot.cook {line}"))
        assert isinstance(found, Refusal)
        return dict(found.facts)

    assert facts("turn") == {"verb": "turn", "field": "course", "values": "0..350 by 10"}
    assert facts("stop a=b") == {"verb": "stop", "token": "a=b"}
    assert facts("turn x=1") == {"verb": "turn", "field": "course", "token": "x=1", "values": "0..350 by 10"}
    assert facts("dive") == {"verb": "dive", "roles": ("captain", "xo")}
    assert facts("smoke") == {"verb": "smoke"}
    assert facts("fly") == {"verb": "fly"}
    assert facts("stop @x") == {"prompt": "x"}
    assert bad_argument(None, Order(COOK, "stop"), "x") == Refusal("extra-argument", facts("stop x"))


def test_judge_takes_the_plain_view_of_the_seat() -> None:
    seen: list[object] = []

    class Watched(Galley):
        def offers(self, view: str) -> tuple[Offer, ...]:
            seen.append(view)
            return super().offers(view)

    watched = cast("Game[Any, Any]", Watched())
    assert judge(watched, "truth", Order(COOK, "stop")) == Order(COOK, "stop")
    assert seen == ["truth uboot.cook"]
    assert judge(watched, "truth", Order(Seat("umpire"), "fly")) == Refusal("unknown-verb", {"verb": "fly"})
    assert judge(watched, "truth", Order(Seat("umpire"), "pause")) == Refusal("not-now", {"verb": "pause"})
    assert judge(watched, "truth", Order(Seat("spectator"), "dive")).code == "not-your-role"  # type: ignore[union-attr]
    refused = judge(watched, "truth", Order(Seat("red.cook"), "stop"))
    assert refused == Refusal("unknown-seat", {"seat": "red.cook", "seats": (COOK,)})


@pytest.mark.parametrize("answers", [None, "soup-1"])
def test_the_game_is_asked_for_the_fields_of_the_drafts_of_the_seat(answers: str | None) -> None:
    asked: list[tuple[str, str, tuple[Token, ...]]] = []

    class Asked(Galley):
        def field(self, view: str, draft: Order) -> Field | None:
            asked.append((draft.seat, draft.verb, draft.args))
            return super().field(view, draft)

    order = Order(COOK, "say", (("column", "A"), ("row", "2")), answers)
    settle(cast("Game[Any, Any]", Asked()), "", order)
    walked = (("row", "2"), ("column", "A"))
    assert asked == [(COOK, "say", walked[:count]) for count in (0, 1, 2)]


def test_every_finite_walk_is_listed() -> None:
    listed = [str(order).removeprefix("uboot.cook ") for order in walks(GALLEY, COOK, "")]
    assert listed[0] == "stop"
    assert [line for line in listed if line.startswith("turn")] == [f"turn {course}" for course in range(0, 360, 10)]
    assert [line for line in listed if line.startswith("move")] == [
        "move 1",
        "move 1 carry=pump",
        "move 1 carry=wires",
        "move 2",
        "move 2 carry=pump",
        "move 2 carry=wires",
    ]
    assert len([line for line in listed if line.startswith("say")]) == 6
    assert len([line for line in listed if line.startswith("send")]) == 6
    assert not [line for line in listed if line.startswith(("sign", "trace", "surface"))]
    assert all(settled(line) == line for line in listed)


def test_strolls_are_walks_and_meet_everything() -> None:
    state = 1

    def pick(n: int) -> int:
        nonlocal state
        state = state * 48271 % 2147483647
        return state % n

    met = {str(random_walk(GALLEY, COOK, "", pick)).removeprefix("uboot.cook ") for _ in range(3000)}
    assert all(settled(line) == line for line in met)
    assert {line.split()[0] for line in met} == set(FIELDS)
    finite = {str(order).removeprefix("uboot.cook ") for order in walks(GALLEY, COOK, "")}
    assert finite <= met
    assert {len(line.split()[1]) for line in met if line.startswith("sign")} == {1, 2, 3, 4}
    assert finish_at_random(GALLEY, "", Order(COOK, "stop"), pick) == Order(COOK, "stop")


def test_a_stroll_asks_for_one_of_as_many_as_there_are() -> None:
    asked: list[int] = []

    def last(n: int) -> int:
        asked.append(n)
        return n - 1 if len(asked) != 2 else 0

    assert finish_at_random(GALLEY, "", Order(COOK, "move"), last) == Order(COOK, "move", ("2", ("carry", "wires")))
    assert asked == [2, 2, 2]  # a room, whether to carry at all, and what


@pytest.mark.parametrize(
    ("verb", "first", "last"),
    [
        ("turn", ("0",), ("350",)),
        ("sign", ("x",), ("yyyy",)),
        ("trace", ("",), ("",)),
        ("send", (("circle", "1"), ("square", "1")), (("circle", "3"), ("square", "2"))),
        ("drop", (("depth", "1"), "1"), (("depth", "3"), "2")),
    ],
)
def test_a_stroll_picks_from_the_first_to_the_last(verb: str, first: tuple[Token], last: tuple[Token]) -> None:
    assert finish_at_random(GALLEY, "", Order(COOK, verb), lambda _n: 0).args == first
    assert finish_at_random(GALLEY, "", Order(COOK, verb), lambda n: n - 1).args == last


def test_without_an_open_offer_there_is_no_stroll() -> None:
    class Shut(Galley):
        def offers(self, view: str) -> tuple[Offer, ...]:
            return (Offer("stop", Refusal("paused")),)

    assert random_walk(cast("Game[Any, Any]", Shut()), COOK, "", lambda n: 0) is None
    assert list(walks(cast("Game[Any, Any]", Shut()), COOK, "")) == []
