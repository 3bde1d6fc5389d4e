"""SON-70 and SON-71: drone and sonar."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rules.sonar.kit.boats import GAME, OPEN, WIDE, Table, everyone

TRUE = {"row": "4", "column": "G", "sector": "2"}
FALSE = {"row": "5", "column": "H", "sector": "3"}


def droning(blue: str, chart: str = OPEN) -> Table:
    return Table(chart, red="A1", blue=blue).acting("red", "drone")


def pinged(blue: str = "G4", chart: str = OPEN) -> Table:
    """Return a table where blue owes an answer to red's sonar."""
    table = Table(chart, red="A1", blue=blue).acting("red", "sonar")
    assert table.give("red.xo sonar") == [everyone("ping", boat="red")]
    return table


@pytest.mark.rule("SON-70", case="allows")
@pytest.mark.parametrize(
    ("blue", "sector"), [("A1", 1), ("E5", 1), ("F1", 2), ("J5", 2), ("A6", 3), ("E10", 3), ("F6", 4), ("J10", 4)]
)
def test_a_drone_finds_the_sector_of_the_enemy(blue: str, sector: int) -> None:
    for asked in (1, 2, 3, 4):
        answer = "yes" if asked == sector else "no"
        events = droning(blue).give(f"red.xo drone {asked}")
        assert events == [everyone("drone", boat="red", sector=asked, answer=answer)]


@pytest.mark.rule("SON-70", case="allows")
def test_the_drone_of_blue_looks_for_red() -> None:
    table = Table(red="A1", blue="J10").acting("blue", "drone")
    assert table.give("blue.xo drone 1") == [everyone("drone", boat="blue", sector=1, answer="yes")]


@pytest.mark.rule("SON-70", case="refuses")
@pytest.mark.parametrize(
    ("sector", "code"),
    [
        ("0", "bad-argument"),
        ("5", "bad-argument"),
        ("01", "bad-argument"),
        ("A1", "bad-argument"),
        ("", "missing-argument"),
    ],
)
def test_a_drone_is_sent_to_a_sector_of_the_chart(sector: str, code: str) -> None:
    table = droning("E5")
    assert table.refused(f"red.xo drone {sector}") == code
    assert table.orders("red.xo") == ["drone 1", "drone 2", "drone 3", "drone 4"]


@pytest.mark.rule("SON-71", case="allows")
@pytest.mark.parametrize(("first", "second"), list(permutations(("row", "column", "sector"), 2)))
@pytest.mark.parametrize("first_is_true", [True, False])
def test_one_true_and_one_false_statement_in_any_order(first: str, second: str, first_is_true: bool) -> None:
    said = {first: (TRUE if first_is_true else FALSE)[first], second: (FALSE if first_is_true else TRUE)[second]}
    table = pinged()
    events = table.give(f"blue.captain answer {first}={said[first]} {second}={said[second]}")
    told = {kind: value if kind == "column" else int(value) for kind, value in said.items()}
    assert events == [everyone("sonar", boat="red", statements=told)]
    assert table.state.asked == -1
    assert GAME.prompts(table.state) == ()


@pytest.mark.rule("SON-71", case="refuses")
@pytest.mark.parametrize(("first", "second"), list(permutations(("row", "column", "sector"), 2)))
def test_two_true_or_two_false_statements_are_refused(first: str, second: str) -> None:
    table = pinged()
    for said in (TRUE, FALSE):
        line = f"blue.captain answer {first}={said[first]} {second}={said[second]}"
        assert table.refused(line) == "one-true-one-false"


@pytest.mark.rule("SON-71", case="refuses")
@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("", "missing-argument"),
        ("row=4", "missing-argument"),
        ("column=G", "missing-argument"),
        ("sector=2", "missing-argument"),
        ("row=4 row=5", "same-kind"),
        ("column=A column=G", "same-kind"),
        ("sector=1 sector=2", "same-kind"),
        ("row=4 column=K", "bad-argument"),
        ("row=11 column=G", "bad-argument"),
        ("row=4 sector=5", "bad-argument"),
        ("row=4 depth=3", "bad-argument"),
        ("row=0 sector=2", "bad-argument"),
        ("4 G", "bad-argument"),
        ("row=4 G", "bad-argument"),
        ("row=4 column=H sector=3", "extra-argument"),
    ],
)
def test_an_answer_is_two_statements_of_different_kinds(rest: str, code: str) -> None:
    assert pinged().refused(f"blue.captain answer {rest}") == code


@pytest.mark.rule("SON-71", case="allows")
def test_every_answer_offered_has_one_truth_and_one_lie() -> None:
    orders = pinged("G4").orders("blue.captain")
    pairs = {frozenset(order.removeprefix("answer ").split()) for order in orders}
    true = {f"{kind}={value}" for kind, value in TRUE.items()}
    assert all(len(pair) == 2 and len(pair & true) == 1 for pair in pairs)
    # 9 false rows, 9 false columns, 3 false sectors, each beside a truth of another kind
    assert len(pairs) == 2 * 9 + 2 * 9 + 2 * 3


@pytest.mark.rule("SON-71", case="allows")
def test_the_answer_on_a_wide_chart_knows_all_rows_and_columns() -> None:
    table = pinged("N12", WIDE)
    assert {"answer row=12 column=O", "answer row=15 column=N"} <= set(table.orders("blue.captain"))
    table.give("blue.captain answer column=N row=15")


@pytest.mark.rule("SON-71", case="refuses")
def test_until_the_answer_the_game_waits() -> None:
    table = pinged().put("red", charged=["torpedo", "drone", "silence"], mines="A5").put("blue", mines="J1")
    for line in ("captain end", "captain torpedo A2", "captain silence stay", "captain detonate A5", "xo drone 1"):
        assert table.refused(f"red.{line}") == "frozen"
    for line in ("captain course east", "captain surface", "captain end", "xo charge mine", "engineer break e1"):
        assert table.refused(f"blue.{line}") == "frozen"
    assert set(GAME.actors(table.state)) == {"blue.captain"}
    assert [(p.seat, p.verbs) for p in GAME.prompts(table.state)] == [("blue.captain", ("answer",))]
    assert table.view("red.radio")["asked"] == "blue"
    table.give("blue.captain answer row=4 column=A")
    assert table.view("red.radio")["asked"] == ""
    table.give("red.captain end")


@pytest.mark.rule("SON-71", case="refuses")
def test_a_late_answer_does_not_answer_the_next_sonar() -> None:
    table = pinged()
    (first,) = GAME.prompts(table.state)
    table.give(f"blue.captain answer row=4 column=A @{first.key}")
    table.acting("red", "sonar").give("red.xo sonar")
    assert table.refused(f"blue.captain answer row=4 column=A @{first.key}") == "late"
    (second,) = GAME.prompts(table.state)
    table.give(f"blue.captain answer row=4 column=A @{second.key}")


@pytest.mark.rule("SON-71", case="refuses")
def test_nothing_shows_which_statement_is_true() -> None:
    heard = []
    for blue, answer in (("G4", "row=4 column=H"), ("H5", "row=4 column=H")):
        table = pinged(blue)
        table.give(f"blue.captain answer {answer}")
        heard.append((table.heard("red.captain"), table.view("red.captain"), table.view("spectator")))
    assert heard[0] == heard[1]


def test_the_sonar_takes_no_target() -> None:
    table = Table(red="A1").acting("red", "sonar")
    assert table.refused("red.xo sonar 3") == "extra-argument"


def test_the_sonar_of_blue_asks_red() -> None:
    table = Table(red="A1").acting("blue", "sonar")
    table.give("blue.xo sonar")
    assert table.give("red.captain answer row=1 sector=2") == [
        everyone("sonar", boat="blue", statements={"row": 1, "sector": 2})
    ]
