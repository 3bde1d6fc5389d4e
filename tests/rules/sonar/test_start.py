"""SON-06: the start, the dive, the first boat."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import GAME, OPEN, SMALL, Table, crew, everyone, others, set_up

FIRST_BOATS = ["red", "blue", "red", "red", "blue", "blue", "red", "red", "red", "blue"]


@pytest.mark.rule("SON-06", case="allows")
def test_the_start_is_told_to_the_own_crew_alone() -> None:
    table = Table()
    table.state = set_up(OPEN)
    assert table.give("red.captain start D3") == [crew("red", "started", at="D3"), others("red", "started")]
    assert table.give("blue.captain start D3") == [
        crew("blue", "started", at="D3"),
        others("blue", "started"),
    ]


@pytest.mark.rule("SON-06", case="allows")
def test_the_game_starts_when_both_have_dived() -> None:
    table = Table()
    table.state = set_up(OPEN, first="blue")
    table.play("red.captain start A1", "blue.captain start J10")
    assert table.give("blue.captain dive") == [everyone("dived", boat="blue")]
    assert table.view("red.radio")["phase"] == "start"
    assert table.give("red.captain dive") == [everyone("dived", boat="red"), everyone("turn", boat="blue")]
    assert table.view("red.radio")["phase"] == "play"


@pytest.mark.rule("SON-06", case="allows")
def test_a_start_may_be_changed_until_the_own_dive() -> None:
    table = Table()
    table.state = set_up(OPEN)
    table.play("red.captain start A1", "red.captain start B2", "blue.captain start E5", "blue.captain dive")
    table.play("red.captain start C3", "red.captain dive")
    assert table.at("red") == "C3"
    assert table.view("red.captain")["route"] == ["C3"]


@pytest.mark.rule("SON-06", case="refuses")
def test_a_start_is_a_sea_point_and_stays_after_the_dive() -> None:
    table = Table()
    table.state = set_up("#....\n.....\n.....\n.....\n.....")
    assert table.refused("red.captain start A1") == "island"
    assert table.refused("red.captain dive") == "needs-start"
    assert "start A1" not in table.orders("red.captain")
    assert len(table.orders("red.captain")) == 24
    table.play("red.captain start B1", "red.captain dive")
    assert table.refused("red.captain start B2") == "already-dived"
    assert table.refused("red.captain dive") == "already-dived"


@pytest.mark.rule("SON-06", case="refuses")
@pytest.mark.parametrize("ready", [(), ("red.captain start A1",), ("red.captain start A1", "red.captain dive")])
def test_nothing_is_ordered_before_both_have_dived(ready: tuple[str, ...]) -> None:
    table = Table()
    table.state = set_up(SMALL)
    table.play(*ready)
    captain = (
        "course east",
        "surface",
        "end",
        "torpedo A2",
        "mine A2",
        "detonate A2",
        "silence stay",
        "answer row=1 column=A",
    )
    for order in captain:
        assert table.refused(f"red.captain {order}") == "not-started"
    for line in ("red.xo charge mine", "red.xo sonar", "red.xo drone 1", "red.engineer break e1"):
        assert table.refused(line) == "not-started"
    assert GAME.actors(table.state) == (("blue.captain",) if len(ready) == 2 else ("red.captain", "blue.captain"))


@pytest.mark.rule("SON-06", case="refuses")
def test_the_start_is_over_when_the_game_has_begun() -> None:
    table = Table()
    for boat in ("red", "blue"):
        assert table.refused(f"{boat}.captain start A2") == "already-started"
        assert table.refused(f"{boat}.captain dive") == "already-started"


@pytest.mark.rule("SON-06", case="allows")
def test_the_first_boat_is_drawn_from_the_seed() -> None:
    first = [Table(first="random", seed=seed).view("umpire")["turn"] for seed in "0123456789"]
    assert first == FIRST_BOATS  # journals and twins depend on it: the same seed, the same boat, for ever


@pytest.mark.rule("SON-06", case="refuses")
def test_the_option_first_leaves_nothing_to_chance() -> None:
    for seed in map(str, range(8)):
        assert Table(first="red", seed=seed).view("red.xo")["turn"] == "red"
        assert Table(first="blue", seed=seed).view("red.xo")["turn"] == "blue"
